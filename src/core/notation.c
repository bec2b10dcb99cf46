#include "core/notation.h"

#include "base/errors.h"
#include "core/position_copy.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool moves_are_columns(const Notation *n) { return n->first_column == '1'; }

static int row_number(const Notation *n, const Board *board, int row)
{
    return n->rows_from_top ? row + 1 : board->rows - row;
}

void notation_square(const Game *game, const Board *board, int cell, char text[MOVE_TEXT_SIZE])
{
    assert(cell >= 0 && cell < board->rows * board->cols);
    const Notation *n = &game->info->notation;
    int             row = cell / board->cols, col = cell % board->cols;
    if (moves_are_columns(n))
        snprintf(text, MOVE_TEXT_SIZE, "%c", '1' + col);
    else
        snprintf(text, MOVE_TEXT_SIZE, "%c%d", n->first_column + col, row_number(n, board, row));
}

bool notation_parse_square(const Game *game, const Board *board, const char **text, int *cell)
{
    const Notation *n = &game->info->notation;
    const char     *p = *text;
    int             col = *p - n->first_column, number = 0;
    if (*p == '\0' || col < 0 || col >= board->cols)
        return false;
    p++;
    if (moves_are_columns(n)) {
        *cell = col;
        *text = p;
        return true;
    }
    if (*p < '1' || *p > '9')
        return false;
    while (*p >= '0' && *p <= '9' && number <= BOARD_SIDE)
        number = number * 10 + (*p++ - '0');
    int row = n->rows_from_top ? number - 1 : board->rows - number;
    if (row < 0 || row >= board->rows)
        return false;
    *cell = board_index(board, row, col);
    *text = p;
    return true;
}

char *notation_format(const Game *game, const void *pos, Move move, char text[MOVE_TEXT_SIZE])
{
    const GameInfo *info = game->info;
    if (move == MOVE_NONE) {
        snprintf(text, MOVE_TEXT_SIZE, "none");
        return text;
    }
    if (move >= MOVE_SPECIAL) {
        snprintf(text, MOVE_TEXT_SIZE, "%s", info->specials[move - MOVE_SPECIAL]);
        return text;
    }
    Board board;
    char  first[MOVE_TEXT_SIZE], second[MOVE_TEXT_SIZE];
    int   from, to;
    game->to_board(pos, &board);
    game->squares(pos, move, &from, &to);
    notation_square(game, &board, to, second);
    if (from < 0) {
        snprintf(text, MOVE_TEXT_SIZE, "%s", second);
        return text;
    }
    notation_square(game, &board, from, first);
    snprintf(text, MOVE_TEXT_SIZE, "%.4s%.4s%.4s", first, info->notation.separator, second);
    return text;
}

void notation_format_line(const Game *game, const void *pos, const Move moves[], int count,
                          Str *out)
{
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, game, pos, NULL);
    for (int i = 0; ok && i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        str_printf(out, "%s%s", i > 0 ? " " : "", notation_format(game, copy.pos, moves[i], text));
        position_copy_make(&copy, moves[i]);
    }
    position_copy_free(&copy);
}

Move notation_find(const Game *game, const void *pos, int from, int to)
{
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves);
    for (int i = 0; i < count; i++) {
        int move_from, move_to;
        game->squares(pos, moves[i], &move_from, &move_to);
        if (move_from == from && move_to == to)
            return moves[i];
    }
    return MOVE_NONE;
}

static Move find_in_column(const Game *game, const void *pos, const Board *board, int col)
{
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves);
    for (int i = 0; i < count; i++) {
        int from, to;
        game->squares(pos, moves[i], &from, &to);
        if (to % board->cols == col)
            return moves[i];
    }
    return MOVE_NONE;
}

static Move read_special(const Game *game, const void *pos, const char **text)
{
    if (game->info->specials == NULL)
        return MOVE_NONE;
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] < MOVE_SPECIAL)
            continue;
        const char *name = game->info->specials[moves[i] - MOVE_SPECIAL];
        size_t      length = strlen(name);
        if (strncmp(*text, name, length) == 0) {
            *text += length;
            return moves[i];
        }
    }
    return MOVE_NONE;
}

static Move read_squares(const Game *game, const void *pos, const char **text)
{
    const Notation *n = &game->info->notation;
    const char     *p = *text;
    Board           board;
    int             from = -1, to;
    game->to_board(pos, &board);
    if (!notation_parse_square(game, &board, &p, &to))
        return MOVE_NONE;
    if (n->separator != NULL) {
        size_t length = strlen(n->separator);
        from = to;
        if (strncmp(p, n->separator, length) != 0)
            return MOVE_NONE;
        p += length;
        if (!notation_parse_square(game, &board, &p, &to))
            return MOVE_NONE;
    }
    Move move = moves_are_columns(n) ? find_in_column(game, pos, &board, to % board.cols)
                                     : notation_find(game, pos, from, to);
    if (move != MOVE_NONE)
        *text = p;
    return move;
}

static bool explain_bad_move(const Game *game, const void *pos, const char *text, Error *err)
{
    Move moves[MAX_MOVES];
    char example[MOVE_TEXT_SIZE];
    int  count = game->gen(pos, moves);
    if (count == 0)
        return error_set(err, ERROR_MOVE_GAME_OVER, text);
    notation_format(game, pos, moves[0], example);
    return error_set(err, ERROR_MOVE_ILLEGAL, text, example);
}

bool notation_parse_next(const Game *game, const void *pos, const char **text, Move *out,
                         Error *err)
{
    const char *start = *text;
    Move        move = read_special(game, pos, text);
    if (move == MOVE_NONE)
        move = read_squares(game, pos, text);
    if (move == MOVE_NONE)
        return explain_bad_move(game, pos, start, err);
    *out = move;
    return true;
}

bool notation_parse(const Game *game, const void *pos, const char *text, Move *out, Error *err)
{
    const char *p = text;
    Move        move = MOVE_NONE;
    if (!notation_parse_next(game, pos, &p, &move, err))
        return false;
    if (*p != '\0')
        return explain_bad_move(game, pos, text, err);
    *out = move;
    return true;
}
