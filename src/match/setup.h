/* match/setup.h -- everything that makes a match, set by name and text.
 *
 * The command line and the store speak of settings in the same words: a store keeps each setting as
 * it was given, in order, and setting them again makes the same match. What only concerns one run
 * (threads, outputs) is not among them. */
#pragma once
#include "match/bout.h"
#include "match/openings.h"
#include "match/schedule.h"
#include "match/sprt.h"

typedef struct {
    char *name, *value; /* owned */
} Setting;

typedef struct {
    const Game   *game;
    Str           start; /* position text that all games begin from; it carries the rules */
    char         *specs[MAX_ENTRANTS], *names[MAX_ENTRANTS]; /* owned; a name is never used twice */
    Pace          paces[MAX_ENTRANTS];
    ScheduleSetup schedule;
    bool          has_games; /* were they given? */
    uint64_t      seed;
    Openings      openings;
    Adjudication  adjudication;
    bool          has_sprt;
    SprtTest      sprt;
    int64_t       margin_us, start_us;
    SandboxMode   sandbox;
    int64_t       memory_megabytes;

    Setting *given;
    int      given_count, given_capacity;
} MatchSetup;

void setup_init(MatchSetup *setup);
void setup_free(MatchSetup *setup);

/* "game" and "start" come first, then "player", again and again; "opening" is a line of openings.h.
 * Settings of a player take his number in front: "time" "2:60+1". False and *err when the text
 * makes no sense. */
bool setup_set(MatchSetup *setup, const char *name, const char *value, Error *err);

bool setup_is_setting(const char *name);

/* False when a game of the store, which has this number, is of nobody who plays in it. */
bool setup_check_seats(const MatchSetup *setup, const int players[2], int64_t number, Error *err);

/* After the last setting: do they go together? Fills in what was left open. */
bool setup_finish(MatchSetup *setup, Error *err);

/* Can the players be opened here? To look at a match they need not. */
bool setup_check_players(const MatchSetup *setup, Error *err);

/* How programs are run, and the seed of a game. */
ContestantSetup setup_contestants(const MatchSetup *setup, const char *log_folder,
                                  const atomic_bool *stop);
uint64_t        setup_game_seed(const MatchSetup *setup, int64_t number);
