/* app/match_output.h -- a match for people and for programs: table, JSON, CSV, records. */
#pragma once
#include "app/command.h"
#include "arena/match.h"
#include "arena/ratings.h"

/* How often each player lost by each reason that is a forfeit. */
typedef struct {
    int64_t by_reason[MAX_ENTRANTS][REASON_COUNT];
    int64_t of_player[MAX_ENTRANTS];
} Forfeits;

bool match_count_forfeits(Store *store, Forfeits *out, Error *err);

/* `ratings` are those of the players by their numbers, NULL: none. */
void match_write_table(const MatchSetup *setup, const MatchState *state, const Forfeits *forfeits,
                       Lang lang, Str *out);
void match_write_json(const MatchSetup *setup, const MatchState *state, const Forfeits *forfeits,
                      const Ratings *ratings, Str *out);
void match_write_csv(const MatchSetup *setup, const MatchState *state, const Ratings *ratings,
                     Str *out);

/* One line, for a terminal that is looked at while the match runs. */
void match_write_progress(const MatchSetup *setup, const MatchState *state, Str *out);

/* The records of all games in the store, by number. */
bool match_write_records(const MatchSetup *setup, Store *store, const char *path, Error *err);

/* A line of values for each of them: players, opening, result, reason, plies, times. */
bool match_write_games_csv(const MatchSetup *setup, Store *store, const char *path, Error *err);
