#include "core/symmetry.h"

#include <assert.h>

int symmetry_cell(const Board *board, int transform, int cell)
{
    assert(transform >= 0 && transform < SYMMETRY_COUNT);
    assert(cell >= 0 && cell < board->rows * board->cols);
    int row = cell / board->cols, col = cell % board->cols;
    if (transform & SYMMETRY_TRANSPOSE) {
        int old_row = row;
        row = col;
        col = old_row;
    }
    if (transform & SYMMETRY_FLIP_ROWS)
        row = board->rows - 1 - row;
    if (transform & SYMMETRY_FLIP_COLUMNS)
        col = board->cols - 1 - col;
    return board_index(board, row, col);
}

void symmetry_board(const Board *board, int transform, Board *out)
{
    assert(out != board);
    *out = *board;
    for (int i = 0; i < board->rows * board->cols; i++)
        out->cell[symmetry_cell(board, transform, i)] = board->cell[i];
}

void symmetry_swap_colours(Board *board)
{
    assert(board->turn == 0 || board->turn == 1);
    for (int i = 0; i < board->rows * board->cols; i++) {
        if (board->cell[i] == CELL_FIRST)
            board->cell[i] = CELL_SECOND;
        else if (board->cell[i] == CELL_SECOND)
            board->cell[i] = CELL_FIRST;
    }
    board->turn ^= 1;
}

unsigned symmetry_of_shape(const Board *board)
{
    unsigned fits = 0;
    for (int t = 0; t < SYMMETRY_COUNT; t++) {
        bool keeps = !(t & SYMMETRY_TRANSPOSE) || board->rows == board->cols;
        for (int i = 0; keeps && i < board->rows * board->cols; i++) {
            int to = symmetry_cell(board, t, i);
            keeps = (board->cell[i] == CELL_VOID) == (board->cell[to] == CELL_VOID);
        }
        if (keeps)
            fits |= 1u << t;
    }
    return fits;
}
