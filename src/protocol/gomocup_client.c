#include "protocol/gomocup_client.h"

#include "base/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void read_points(const char *text, GomocupAnswer *out)
{
    while (out->count < GOMOCUP_POINTS && gomocup_read_point(&text, &out->points[out->count]))
        out->count++;
    if (text[strspn(text, " \t")] != '\0')
        out->count = 0;
}

void gomocup_client_read(const char *line, GomocupAnswer *out)
{
    static const struct {
        const char *word;
        GomocupKind kind;
    } kinds[] = {{"OK", GOMOCUP_OK},
                 {"ERROR", GOMOCUP_ERROR},
                 {"SWAP", GOMOCUP_SWAP},
                 {"SUGGEST", GOMOCUP_SUGGEST}};
    char        word[16];
    const char *rest = line;
    *out = (GomocupAnswer){.kind = GOMOCUP_OTHER};
    snprintf(out->text, sizeof out->text, "%s", line);
    read_points(line, out);
    if (out->count > 0)
        out->kind = GOMOCUP_MOVE;
    if (out->count > 0 || !parse_word(&rest, word, sizeof word))
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcasecmp(word, kinds[i].word) == 0)
            out->kind = kinds[i].kind;
    if (out->kind == GOMOCUP_SUGGEST)
        read_points(rest, out);
    if (out->kind == GOMOCUP_SUGGEST && out->count != 1) {
        out->kind = GOMOCUP_OTHER;
        out->count = 0;
    }
}

/* Stones in the order of play where it is known: those of the first position first, the colours in
 * turn, black first. */
typedef struct {
    GomocupPoint points[BOARD_CELLS];
    int          colours[BOARD_CELLS];
    int          count;
} Stones;

static void add_stone(Stones *stones, int cell, int side, int colour)
{
    stones->points[stones->count] = (GomocupPoint){.x = cell % side, .y = cell / side};
    stones->colours[stones->count++] = colour;
}

static void add_first_position(const Board *board, Stones *stones)
{
    int at[2] = {0, 0};
    for (int colour = 0, missing = 0; missing < 2; colour = 1 - colour) {
        while (at[colour] < board->rows * board->cols &&
               board->cell[at[colour]] != CELL_FIRST + colour)
            at[colour]++;
        if (at[colour] < board->rows * board->cols) {
            add_stone(stones, at[colour]++, board->cols, colour);
            missing = 0;
        } else
            missing++;
    }
}

/* False when memory is short. */
static bool list_stones(const Session *session, Stones *stones, int *turn)
{
    const Game *game = session_game(session);
    Board       board;
    void       *pos = calloc(1, game->pos_size);
    stones->count = 0;
    if (pos == NULL)
        return false;
    session_position_at(session, 0, pos);
    game->to_board(pos, &board);
    add_first_position(&board, stones);
    for (int i = 0; i < session_ply(session); i++) {
        Move move = session_move(session, i);
        int  from, to;
        if (move >= MOVE_SPECIAL)
            continue;
        game->squares(pos, move, &from, &to); /* the same in every position */
        add_stone(stones, to, board.cols, stones->count % 2);
    }
    game->to_board(session_position(session), &board);
    *turn = board.turn;
    free(pos);
    return true;
}

void gomocup_client_board(const Session *session, Str *out)
{
    Stones stones;
    int    turn;
    out->failed = out->failed || !list_stones(session, &stones, &turn);
    str_text(out, "BOARD\n");
    for (int i = 0; !out->failed && i < stones.count; i++)
        str_printf(out, "%d,%d,%d\n", stones.points[i].x, stones.points[i].y,
                   stones.colours[i] == turn ? 1 : 2);
    str_text(out, "DONE");
}

void gomocup_client_swap2(const Session *session, Str *out)
{
    Stones stones;
    int    turn;
    out->failed = out->failed || !list_stones(session, &stones, &turn);
    str_text(out, "SWAP2BOARD\n");
    for (int i = 0; !out->failed && i < stones.count; i++)
        str_printf(out, "%d,%d\n", stones.points[i].x, stones.points[i].y);
    str_text(out, "DONE");
}
