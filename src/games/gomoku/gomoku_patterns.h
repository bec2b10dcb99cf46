/* Gomoku: the pattern evaluation of the report: stones, blocks and gaps through a point. */
#pragma once
#include "games/gomoku/gomoku.h"

/* One line through a point: stones of the colour, ends that are closed by an enemy or the edge, and
 * gaps of one empty cell passed over. */
typedef struct {
    int stones, blocks, gaps;
} GomokuMeasure;

/* As if `colour` had a stone on the point. Directions: row, column, "/", "\". */
void gomoku_measure(const gomoku_pos *p, int colour, int row, int col, bool allows_gap,
                    GomokuMeasure out[GOMOKU_DIRECTIONS]);

/* The worth of the first pattern of the table that fits, 0 when none does. */
int gomoku_match(const GomokuMeasure measures[GOMOKU_DIRECTIONS]);

/* The better of the two passes, without and with a gap. */
int gomoku_pattern_worth(const gomoku_pos *p, int colour, int row, int col);

/* Over all stones of a colour. */
int gomoku_pattern_sum(const gomoku_pos *p, int colour);
