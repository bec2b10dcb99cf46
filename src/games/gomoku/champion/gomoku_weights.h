/* games/gomoku/champion/gomoku_weights.h -- the champion's evaluation, fitted to
 * games by gomoku_tuner.c: what the four shapes of every empty point are worth, and what it is
 * worth to threaten something, in hundredths of a point.
 *
 * A point is worth the sum of its shapes and a bonus for the two best together; more to the player
 * to move. Both numbers are in one word, so that updating the sum is one addition.
 */
#pragma once
#include "games/gomoku/champion/gomoku_shapes.h"

#include <assert.h>

enum {
    GOMOKU_PAIRS = SHAPE_COUNT * (SHAPE_COUNT + 1) / 2,
    GOMOKU_THREAT_BITS = 9,
    GOMOKU_THREAT_PAIRS = GOMOKU_THREAT_BITS * (GOMOKU_THREAT_BITS + 1) / 2
};

/* Of one colour under one rule. The role is 0 when the colour is to move. */
typedef struct {
    int16_t shape[2][SHAPE_COUNT];
    int16_t pair[2][GOMOKU_PAIRS];       /* by best and second best: gomoku_pair() */
    int16_t threat[GOMOKU_THREAT_PAIRS]; /* this colour to move; a bit with itself, or two */
    /* The value of being to move (tempo), which makes the scores of even and odd depths agree. It
     * cannot be fitted to results, since a search takes the best of many moves at every ply; it is
     * found by matches. */
    int16_t move;
    /* The rank of a point in move ordering, likewise: 0 for this colour, 1 for the opponent, which
     * would deny it. */
    int16_t order_shape[2][SHAPE_COUNT];
    int16_t order_pair[2][GOMOKU_PAIRS];
} GomokuWeights;

static inline int gomoku_pair(int larger, int smaller)
{
    assert(smaller >= 0 && smaller <= larger && larger < SHAPE_COUNT);
    return larger * (larger + 1) / 2 + smaller;
}

/* To the player to move, and to the other. */
#define GOMOKU_WORTH(mine, theirs) ((int64_t)(mine) * (INT64_C(1) << 32) + (theirs))

static inline int gomoku_worth_to_mover(int64_t worth)
{
    return (int)((worth - (int32_t)worth) >> 32);
}
static inline int gomoku_worth_to_other(int64_t worth) { return (int32_t)worth; }

/* gomoku_weights.c. Where a rule treats the colours alike, both have the same. */
const GomokuWeights *gomoku_weights_of(int rule, int colour);
/* A point with these shapes, the strongest first. */
int64_t gomoku_worth_of(const GomokuWeights *weights, const uint8_t shape[4]);
int     gomoku_order_of(const GomokuWeights *weights, int role, const uint8_t shape[4]);
/* What both players threaten, as gomoku_threat_mask() returns it, and the move. */
int gomoku_threat_worth(const GomokuWeights *weights, unsigned mask);
