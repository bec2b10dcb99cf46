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
    [SHAPE_DEAD] = GOMOKU_WORTH(5, 5),
    [SHAPE_CLOSED_ONE] = GOMOKU_WORTH(5, 5),
    [SHAPE_ONE] = GOMOKU_WORTH(6, 6),
    [SHAPE_CLOSED_TWO] = GOMOKU_WORTH(7, 7),
    [SHAPE_TWO] = GOMOKU_WORTH(17, 16),
    [SHAPE_WIDE_TWO] = GOMOKU_WORTH(27, 23),
    [SHAPE_CLOSED_THREE] = GOMOKU_WORTH(24, 21),
    [SHAPE_THREE] = GOMOKU_WORTH(39, 39),
    [SHAPE_WIDE_THREE] = GOMOKU_WORTH(67, 51),
    [SHAPE_FOUR] = GOMOKU_WORTH(68, 58),
    [SHAPE_TWO_FOURS] = GOMOKU_WORTH(110, 85),
    [SHAPE_OPEN_FOUR] = GOMOKU_WORTH(400, 143),
    [SHAPE_OVERLINE] = GOMOKU_WORTH(0, 0),
    [SHAPE_FIVE] = GOMOKU_WORTH(800, 400),
};

static const int64_t gomoku_rank_worth[RANK_COUNT] = {
    [RANK_NOTHING] = GOMOKU_WORTH(4, 4),
    [RANK_TWO] = GOMOKU_WORTH(-8, -6),
    [RANK_TWO_TWOS] = GOMOKU_WORTH(-6, -3),
    [RANK_CLOSED_THREE] = GOMOKU_WORTH(-7, -6),
    [RANK_CLOSED_THREE_MORE] = GOMOKU_WORTH(-13, -7),
    [RANK_THREE] = GOMOKU_WORTH(-21, -17),
    [RANK_THREE_MORE] = GOMOKU_WORTH(9, 8),
    [RANK_TWO_THREES] = GOMOKU_WORTH(196, 101),
    [RANK_FOUR] = GOMOKU_WORTH(-33, -25),
    [RANK_FOUR_MORE] = GOMOKU_WORTH(9, 16),
    [RANK_FOUR_THREE] = GOMOKU_WORTH(489, 254),
    [RANK_OPEN_FOUR] = GOMOKU_WORTH(300, 41),
    [RANK_FIVE] = GOMOKU_WORTH(0, 0),
    [RANK_DOUBTFUL] = GOMOKU_WORTH(0, 0),
};

/* To be to move: what makes the scores of even and odd depths agree. A search takes the best of
 * many moves at every ply, so it is more than the average position shows. */
enum { GOMOKU_MOVE_WORTH = 170 };

static inline int gomoku_worth_to_mover(int64_t worth)
{
    return (int)((worth - (int32_t)worth) >> 32);
}
static inline int gomoku_worth_to_other(int64_t worth) { return (int32_t)worth; }
