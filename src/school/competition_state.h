/* school/competition_state.h -- the inside of a Competition, for the files that make it up:
 * competition.c (store, players, results), competition_run.c (door, pairing, boards), uploads.c
 * (programs that are handed in). Nobody else includes it. */
#pragma once
#include "match/store.h"
#include "school/competition.h"
#include "school/player_link.h"

typedef struct {
    ClassPlayer shown;
    char       *name, *spec; /* owned; of a student: "sha256:" and the hash of his token */
    bool        is_here;     /* a sparring player of this run */
    bool        is_renewed;  /* a student whose token is another since competition_refresh */
} Entrant;

struct Competition {
    Store      *store;
    const Game *game;
    Str         start;
    Entrant     entrants[CLASS_PLAYERS];
    int         count;
    int64_t     finished;
    uint32_t    results[CLASS_PLAYERS][CLASS_PLAYERS][3]; /* by first, second, points of first */
};

int competition_find(const Competition *competition, const char *name); /* or NOBODY */

/* The student of this name, if it is his token; NOBODY otherwise. */
int competition_log_in(const Competition *competition, const char *name, const char *token);

/* Reads anew who plays: others may have added students or given them new tokens. Games under way
 * may look at their players meanwhile. */
bool competition_refresh(Competition *competition, Error *err);

/* Commits the game as the next one and counts it; its number is set here. */
bool competition_keep_game(Competition *competition, GameLog *log, Error *err);
