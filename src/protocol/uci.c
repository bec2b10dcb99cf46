#include "protocol/uci.h"

#include "base/errors.h"
#include "core/notation.h"
#include "core/position_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool uci_find_variant(const char *name, const Game **game, const char **settings)
{
    for (size_t i = 0; i < game_count(); i++) {
        const GameInfo *info = game_at(i)->info;
        for (int k = 0; k < info->variant_count; k++)
            if (strcmp(info->variants[k].name, name) == 0) {
                *game = game_at(i);
                *settings = info->variants[k].settings;
                return true;
            }
    }
    return false;
}

void uci_list_variants(Str *out)
{
    for (size_t i = 0; i < game_count(); i++)
        for (int k = 0; k < game_at(i)->info->variant_count; k++)
            str_printf(out, " var %s", game_at(i)->info->variants[k].name);
}

const char *uci_variant_of(const Game *game)
{
    for (int k = 0; k < game->info->variant_count; k++)
        if (game->info->variants[k].settings[0] == '\0')
            return game->info->variants[k].name;
    return NULL;
}

char *uci_format_move(const Game *game, const void *pos, Move move, char text[UCI_MOVE_SIZE])
{
    Board board;
    int   from, to = -1;
    game->to_board(pos, &board);
    if (move < MOVE_SPECIAL)
        game->squares(pos, move, &from, &to);
    if (to < 0)
        snprintf(text, UCI_MOVE_SIZE, "-");
    else
        snprintf(text, UCI_MOVE_SIZE, "P@%c%u", 'a' + to % board.cols,
                 (unsigned)(board.rows - to / board.cols) % 100u);
    return text;
}

void uci_format_line(const Game *game, const void *pos, const Move moves[], int count, Str *out)
{
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, game, pos, NULL);
    for (int i = 0; ok && i < count; i++) {
        char text[UCI_MOVE_SIZE];
        str_printf(out, "%s%s", i > 0 ? " " : "", uci_format_move(game, copy.pos, moves[i], text));
        position_copy_make(&copy, moves[i]);
    }
    position_copy_free(&copy);
}

Move uci_parse_move(const Game *game, const void *pos, const char *text, Error *err)
{
    Board board;
    char *end = NULL;
    game->to_board(pos, &board);
    if (strncmp(text, "P@", 2) == 0 && text[2] >= 'a' && text[3] >= '1' && text[3] <= '9') {
        int  col = text[2] - 'a';
        long rank = strtol(text + 3, &end, 10);
        if (*end == '\0' && rank <= board.rows && col < board.cols) {
            Move move =
                notation_find(game, pos, -1, board_index(&board, board.rows - (int)rank, col));
            if (move != MOVE_NONE)
                return move;
        }
    }
    error_set(err, ERROR_UCI_MOVE, text);
    return MOVE_NONE;
}

void uci_read_position(const Game *game, const char *fen, Str *out)
{
    const char *pieces = game->info->pieces;
    for (; *fen != '\0' && *fen != ' ' && *fen != '['; fen++)
        str_char(out, *fen == 'P' ? pieces[0] : *fen == 'p' ? pieces[1] : *fen);
    fen += strcspn(fen, " ");
    fen += strspn(fen, " ");
    str_printf(out, " %c", *fen == 'w' ? pieces[0] : *fen == 'b' ? pieces[1] : '?');
}
