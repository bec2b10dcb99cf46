/* core/draw.h -- a board as text, for a terminal or a plain file. */
#pragma once
#include "core/game.h"

typedef struct {
    bool unicode;  /* ● ○ ·, otherwise the letters of position text */
    bool colour;   /* escape sequences for colours */
    int  marks[2]; /* cells in brackets, -1: none; usually the last move */
} DrawStyle;

/* The board with its coordinates, one line per row. */
void draw_board(const Game *game, const void *pos, const DrawStyle *style, Str *out);

/* The number or letter written beside a row or above a column. */
void draw_row_label(const Game *game, const Board *board, int row, char label[4]);
void draw_column_label(const Game *game, int col, char label[4]);
