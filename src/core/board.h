/* core/board.h -- a position laid open: cells, colour to move, options, state.
 *
 * Every game can turn its compact position into a Board and back. Position text, drawings,
 * symmetries and file formats are written once, on this. Row 0 is the top row as drawn. */
#pragma once
#include "core/options.h"

enum { BOARD_SIDE = 20, BOARD_CELLS = BOARD_SIDE * BOARD_SIDE };

enum { CELL_EMPTY, CELL_FIRST, CELL_SECOND, CELL_VOID }; /* VOID: drawn blank, never used */

typedef struct {
    uint8_t rows, cols;
    uint8_t turn; /* colour to move: 0 first, 1 second */
    uint8_t cell[BOARD_CELLS];
    int16_t options[MAX_OPTIONS];
    int16_t state[MAX_OPTIONS]; /* what else the position remembers, by the game's state table */
} Board;

static inline int board_index(const Board *board, int row, int col)
{
    return row * board->cols + col;
}

static inline bool board_has(const Board *board, int row, int col)
{
    return row >= 0 && row < board->rows && col >= 0 && col < board->cols;
}

int board_count(const Board *board, int cell);

/* The cells of pieces that stand at least `length` in a row, in any of the four directions: how
 * many, rising. */
int board_rows(const Board *board, int length, int out[BOARD_CELLS]);

/* Rows from the top joined by '/', numbers for gaps, pieces[0] and pieces[1] for the colours. */
void board_format_grid(const Board *board, const char *pieces, Str *out);

/* Fills the cells of a board whose rows and cols are set. VOID cells stay and read as gaps. */
bool board_parse_grid(Board *board, const char *pieces, const char *text, Error *err);

/* In games where the colours place stones in turn: do the counts fit the turn? */
bool board_check_alternation(const Board *board, Error *err);
