#include "core/draw.h"

#include <assert.h>
#include <stdio.h>

void draw_row_label(const Game *game, const Board *board, int row, char label[4])
{
    assert(row >= 0 && row < board->rows);
    const Notation *notation = &game->info->notation;
    int             number = notation->rows_from_top ? row + 1 : board->rows - row;
    label[0] = '\0';
    if (notation->first_column != '1') /* where a move is a column, rows have no name */
        snprintf(label, 4, "%d", number % 100);
}

void draw_column_label(const Game *game, int col, char label[4])
{
    assert(col >= 0 && col < BOARD_SIDE);
    snprintf(label, 4, "%c", game->info->notation.first_column + col);
}

static const char *glyph_of(const Game *game, int cell, const DrawStyle *style, char buffer[2])
{
    if (cell == CELL_VOID)
        return " ";
    if (cell == CELL_EMPTY)
        return style->unicode ? "·" : ".";
    int colour = cell - CELL_FIRST;
    if (style->unicode)
        return game->info->glyphs[colour];
    buffer[0] = game->info->pieces[colour];
    buffer[1] = '\0';
    return buffer;
}

static void draw_cell(const Game *game, int cell, const DrawStyle *style, Str *out)
{
    static const char *const paint[] = {"\033[2m", "\033[1;33m", "\033[1;36m", ""};
    char                     buffer[2];
    const char              *glyph = glyph_of(game, cell, style, buffer);
    if (style->colour)
        str_printf(out, "%s%s\033[0m", paint[cell], glyph);
    else
        str_text(out, glyph);
}

static bool is_marked(const DrawStyle *style, int cell)
{
    return cell == style->marks[0] || cell == style->marks[1];
}

static void draw_columns(const Game *game, const Board *board, Str *out)
{
    str_text(out, "   ");
    for (int col = 0; col < board->cols; col++) {
        char label[4];
        draw_column_label(game, col, label);
        str_printf(out, " %s", label);
    }
    str_char(out, '\n');
}

void draw_board(const Game *game, const void *pos, const DrawStyle *style, Str *out)
{
    Board board;
    game->to_board(pos, &board);
    draw_columns(game, &board, out);
    for (int row = 0; row < board.rows; row++) {
        char label[4];
        bool is_open = false; /* behind a marked cell, its closing bracket is due */
        draw_row_label(game, &board, row, label);
        str_printf(out, "%3s", label);
        for (int col = 0; col < board.cols; col++) {
            int  cell = board_index(&board, row, col);
            bool marked = is_marked(style, cell);
            str_char(out, marked ? '[' : is_open ? ']' : ' ');
            draw_cell(game, board.cell[cell], style, out);
            is_open = marked;
        }
        str_printf(out, "%s%s\n", is_open ? "]" : label[0] != '\0' ? " " : "", label);
    }
    draw_columns(game, &board, out);
}
