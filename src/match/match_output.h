/* match/match_output.h -- a match for people and for programs: table, JSON, CSV, records. */
#pragma once
#include "base/lang.h"
#include "match/match.h"
#include "match/ratings.h"

/* What the games themselves tell. */
typedef struct {
    int64_t forfeits[MAX_ENTRANTS][REASON_COUNT]; /* losses by each reason that is one */
    int64_t forfeits_of[MAX_ENTRANTS];
    int64_t games, repeats; /* games that are another one of the same two again, move for move */
} MatchTally;

bool match_tally(Store *store, MatchTally *out, Error *err);

/* `ratings` are those of the players by their numbers, NULL: none. */
void match_write_table(const MatchSetup *setup, const MatchState *state, const MatchTally *tally,
                       Lang lang, Str *out);
void match_write_json(const MatchSetup *setup, const MatchState *state, const MatchTally *tally,
                      const Ratings *ratings, Str *out);
void match_write_csv(const MatchSetup *setup, const MatchState *state, const Ratings *ratings,
                     Str *out);

/* One line, for a terminal that is looked at while the match runs. */
void match_write_progress(const MatchSetup *setup, const MatchState *state, Str *out);

/* The records of all games in the store, by number. */
bool match_write_records(const MatchSetup *setup, Store *store, const char *path, Error *err);

/* A line of values for each of them: players, opening, result, reason, plies, times. */
bool match_write_games_csv(const MatchSetup *setup, Store *store, const char *path, Error *err);
