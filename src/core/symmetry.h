/* core/symmetry.h -- the eight ways to turn and mirror a board.
 *
 * Transform t: first transpose when t & 4, then exchange top and bottom when t & 2, then left and
 * right when t & 1. Transposing is only for square boards. */
#pragma once
#include "core/board.h"

enum {
    SYMMETRY_FLIP_COLUMNS = 1,
    SYMMETRY_FLIP_ROWS = 2,
    SYMMETRY_TRANSPOSE = 4,
    SYMMETRY_COUNT = 8
};

/* Where the cell goes. */
int symmetry_cell(const Board *board, int transform, int cell);

/* `out` is `board` transformed; they must not overlap. */
void symmetry_board(const Board *board, int transform, Board *out);

/* Exchanges the colours of the pieces and the turn. */
void symmetry_swap_colours(Board *board);

/* Those transforms, of the shape's own, that map void cells to void cells. */
unsigned symmetry_of_shape(const Board *board);
