/* match/rating_output.h -- ratings of a pool of players, for people and for programs. */
#pragma once
#include "base/json.h"
#include "base/lang.h"
#include "match/match.h"
#include "match/ratings.h"

/* The games of matches and who played them; a name is the same player in all of them. */
typedef struct {
    GamePool pool;
    char   **names; /* owned, as many as the pool has players */
} RatedPool;

/* All finished games of these matches. `out` must be freed when it returned true. */
bool rated_pool_read(Store *const stores[], const MatchSetup setups[], int count, RatedPool *out,
                     Error *err);
void rated_pool_free(RatedPool *pool);

void ratings_write_table(const RatedPool *pool, const Ratings *ratings, Lang lang, Str *out);
void ratings_write_cross_table(const RatedPool *pool, const Ratings *ratings, Str *out);
void ratings_write_json(const RatedPool *pool, const Ratings *ratings, Str *out);
void ratings_write_csv(const RatedPool *pool, const Ratings *ratings, Str *out);

/* Quoted as CSV wants it. */
void csv_quote(const char *text, Str *out);
