/* games/gomoku/gomoku_weights.h -- the champion's evaluation: a worth for every shape and rank of
 * every empty point, in hundredths of a point.
 *
 * A shape is worth more to whoever is to move. Both numbers travel in one word, so that keeping
 * the sum up to date is one addition. */
#pragma once
#include "games/gomoku/gomoku_shapes.h"

/* To the player to move, and to the other. */
#define GOMOKU_WORTH(mine, theirs) ((int64_t)(mine) * (INT64_C(1) << 32) + (theirs))

static const int64_t gomoku_shape_worth[SHAPE_COUNT] = {
    [SHAPE_DEAD] = GOMOKU_WORTH(0, 0),
    [SHAPE_CLOSED_ONE] = GOMOKU_WORTH(2, 2),
    [SHAPE_ONE] = GOMOKU_WORTH(6, 5),
    [SHAPE_CLOSED_TWO] = GOMOKU_WORTH(14, 12),
    [SHAPE_TWO] = GOMOKU_WORTH(30, 24),
    [SHAPE_WIDE_TWO] = GOMOKU_WORTH(40, 32),
    [SHAPE_CLOSED_THREE] = GOMOKU_WORTH(42, 34),
    [SHAPE_THREE] = GOMOKU_WORTH(80, 60),
    [SHAPE_WIDE_THREE] = GOMOKU_WORTH(100, 75),
    [SHAPE_FOUR] = GOMOKU_WORTH(110, 85),
    [SHAPE_TWO_FOURS] = GOMOKU_WORTH(110, 85),
    [SHAPE_OPEN_FOUR] = GOMOKU_WORTH(400, 250),
    [SHAPE_OVERLINE] = GOMOKU_WORTH(0, 0),
    [SHAPE_FIVE] = GOMOKU_WORTH(800, 400),
};

static const int64_t gomoku_rank_worth[RANK_COUNT] = {
    [RANK_NOTHING] = GOMOKU_WORTH(0, 0),
    [RANK_TWO] = GOMOKU_WORTH(0, 0),
    [RANK_TWO_TWOS] = GOMOKU_WORTH(15, 10),
    [RANK_CLOSED_THREE] = GOMOKU_WORTH(0, 0),
    [RANK_CLOSED_THREE_MORE] = GOMOKU_WORTH(20, 15),
    [RANK_THREE] = GOMOKU_WORTH(10, 5),
    [RANK_THREE_MORE] = GOMOKU_WORTH(50, 30),
    [RANK_TWO_THREES] = GOMOKU_WORTH(250, 120),
    [RANK_FOUR] = GOMOKU_WORTH(5, 5),
    [RANK_FOUR_MORE] = GOMOKU_WORTH(50, 30),
    [RANK_FOUR_THREE] = GOMOKU_WORTH(500, 250),
    [RANK_OPEN_FOUR] = GOMOKU_WORTH(300, 150),
    [RANK_FIVE] = GOMOKU_WORTH(0, 0),
    [RANK_DOUBTFUL] = GOMOKU_WORTH(0, 0),
};

static inline int gomoku_worth_to_mover(int64_t worth)
{
    return (int)((worth - (int32_t)worth) >> 32);
}
static inline int gomoku_worth_to_other(int64_t worth) { return (int32_t)worth; }
