/* match/ratings.h -- how strong is everybody? Bayesian Elo over a whole pool of games.
 *
 * One model for all games: who begins is stronger by `advantage`, and draws are likelier between
 * equals (Davidson 1970). With x the difference in strength, won : drawn : lost is
 *     exp(x / 2) : exp(d) : exp(-x / 2)
 * Strengths, advantage and d are the likeliest given the games and a weak prior belief that players
 * are within some hundreds of Elo of each other: so there is always an answer, also for those who
 * won or lost everything. Errors come from the curvature of the posterior. The same games in any
 * order give the same numbers. */
#pragma once
#include "base/error.h"

#include <stdint.h>

/* Who met whom with what result. */
typedef struct {
    int       players;
    uint64_t *counts; /* owned; by first player, second player, points of the first (0, 1, 2) */
} GamePool;

bool     game_pool_init(GamePool *pool, int players, Error *err); /* at least one player */
void     game_pool_free(GamePool *pool);
void     game_pool_add(GamePool *pool, int first, int second, int points, uint64_t games);
uint64_t game_pool_count(const GamePool *pool, int first, int second, int points);

/* Of one player against another, whoever began. */
typedef struct {
    uint64_t wins, draws, losses;
} HeadToHead;
HeadToHead game_pool_between(const GamePool *pool, int player, int opponent);

typedef struct {
    int    anchor;     /* this player has anchor_elo; negative: the mean of all is 0 */
    double anchor_elo; /* and all others are measured from there */
    double prior_elo;  /* the spread of strengths before anything is known */
} RatingSetup;

RatingSetup rating_usual(void); /* no anchor, 500 Elo */

typedef struct {
    double     elo, error; /* error: half of the interval that holds the truth with 95 % */
    HeadToHead total;
} Rating;

typedef struct {
    int     players;
    Rating *rows;                       /* by player */
    int    *order;                      /* best first; equals in the order of their numbers */
    double *covariance;                 /* players x players, of the strengths, in Elo² */
    double  advantage, advantage_error; /* of who begins, in Elo */
    double  draw_share;                 /* between equals, 0..1 */
} Ratings;

/* `out` must be freed when it returned true. */
bool ratings_estimate(const GamePool *pool, const RatingSetup *setup, Ratings *out, Error *err);
void ratings_free(Ratings *ratings);

/* How likely is it that the one is stronger than the other? 0..1 */
double ratings_superiority(const Ratings *ratings, int player, int other);
