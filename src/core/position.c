#include "core/position.h"

#include "base/errors.h"
#include "base/parse.h"
#include "core/notation.h"
#include "core/position_copy.h"
#include "core/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool position_start(const Game *game, const int16_t options[], void *pos, Error *err)
{
    Board board = {0};
    memcpy(board.options, options, sizeof board.options);
    assert(options_are_valid(&game->info->options, board.options));
    options_reset(&game->info->state, board.state);
    game->start(&board);
    return game->from_board(pos, &board, err);
}

/* The words behind the grid or move list: the turn, state, options, in any order. */
typedef struct {
    Board board;
    bool  has_turn, has_state;
} Tail;

static bool read_tail(const GameInfo *info, const char *text, Tail *tail, Error *err)
{
    char word[128];
    while (parse_word(&text, word, sizeof word)) {
        const char *letter = word[1] == '\0' ? strchr(info->pieces, word[0]) : NULL;
        if (letter != NULL && !tail->has_turn) {
            tail->has_turn = true;
            tail->board.turn = (uint8_t)(letter - info->pieces);
            continue;
        }
        char   name[64] = "";
        size_t length = strcspn(word, "=");
        if (length < sizeof name)
            memcpy(name, word, length);
        bool is_state = options_find(&info->state, name) >= 0;
        tail->has_state |= is_state;
        if (word[length] != '=')
            return error_set(err, ERROR_POSITION_WORD, info->pieces[0], info->pieces[1], word);
        if (!options_set_word(is_state ? &info->state : &info->options,
                              is_state ? tail->board.state : tail->board.options, word, err))
            return error_prefix(err, "position");
    }
    return true;
}

static bool play_joined(PositionCopy *copy, const char *moves, Error *err)
{
    while (*moves != '\0') {
        Move move;
        if (!notation_parse_next(copy->game, copy->pos, &moves, &move, err))
            return false;
        position_copy_make(copy, move);
    }
    return true;
}

static bool parse_into(PositionCopy *copy, const char *body, Tail *tail, Error *err)
{
    const Game *game = copy->game;
    Board      *board = &tail->board;
    bool        has_grid = strchr(body, '/') != NULL;
    if (!has_grid) {
        bool is_start = strcmp(body, "startpos") == 0;
        if (tail->has_turn || tail->has_state)
            return error_set(err, ERROR_POSITION_BOARD);
        return position_start(game, board->options, copy->pos, err) &&
               (is_start || play_joined(copy, body, err));
    }
    if (!tail->has_turn)
        return error_set(err, ERROR_POSITION_SIDE, game->info->pieces[0], game->info->pieces[1]);
    Board layout = {0};
    memcpy(layout.options, board->options, sizeof layout.options);
    game->start(&layout);
    layout.turn = board->turn;
    memcpy(layout.state, board->state, sizeof layout.state);
    return board_parse_grid(&layout, game->info->pieces, body, err) &&
           game->from_board(copy->pos, &layout, err);
}

bool position_parse(const Game *game, const int16_t options[], const char *text, void *pos,
                    Error *err)
{
    char body[2048];
    Tail tail = {0};
    memcpy(tail.board.options, options, sizeof tail.board.options);
    options_reset(&game->info->state, tail.board.state);
    if (!parse_word(&text, body, sizeof body))
        return error_set(err, ERROR_POSITION_EMPTY);
    if (!read_tail(game->info, text, &tail, err))
        return false;
    PositionCopy copy;
    bool ok = position_copy_init(&copy, game, NULL, err) && parse_into(&copy, body, &tail, err);
    if (ok)
        memcpy(pos, copy.pos, game->pos_size);
    position_copy_free(&copy);
    return ok;
}

void position_format(const Game *game, const void *pos, Str *out)
{
    const GameInfo *info = game->info;
    Board           board;
    game->to_board(pos, &board);
    board_format_grid(&board, info->pieces, out);
    str_printf(out, " %c", info->pieces[board.turn]);
    options_format(&info->state, board.state, out);
    options_format(&info->options, board.options, out);
}

bool position_is_legal(const Game *game, const void *pos, Move move)
{
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

int position_occurrences(const uint64_t keys[], size_t count, int reversible)
{
    assert(count > 0 && reversible >= 0);
    int      found = 1;
    uint64_t key = keys[count - 1];
    for (size_t back = 2; back < count && back <= (size_t)reversible; back += 2)
        found += keys[count - 1 - back] == key;
    return found;
}

Result position_result(const Game *game, const void *pos)
{
    Play   play = game->play(pos);
    int    side = game->side(pos);
    Result result = {.is_over = play != PLAY_ON, .winner = PLAYER_NONE, .reason = REASON_NONE};
    if (play == PLAY_ON)
        return result;
    result.reason = game->reason(pos);
    if (play != PLAY_DRAWN)
        result.winner = play == PLAY_WON ? side : 1 - side;
    return result;
}

Result position_result_after(const Game *game, const void *pos, const uint64_t keys[], size_t count)
{
    assert(count > 0);
    Result result = position_result(game, pos);
    if (result.is_over || !game->can_repeat || count == 0)
        return result;
    int limit = game->repeat_limit(pos);
    if (limit > 0 && position_occurrences(keys, count, game->reversible(pos)) >= limit)
        result = (Result){.is_over = true, .winner = PLAYER_NONE, .reason = REASON_REPETITION};
    return result;
}

bool position_transform(const Game *game, const void *pos, int transform, bool swap_colours,
                        void *out)
{
    Board board, turned;
    game->to_board(pos, &board);
    symmetry_board(&board, transform, &turned);
    if (swap_colours)
        symmetry_swap_colours(&turned);
    return game->from_board(out, &turned, NULL);
}

Move position_transform_move(const Game *game, const void *pos, Move move, int transform,
                             const void *transformed)
{
    if (move >= MOVE_SPECIAL)
        return move;
    Board board;
    int   from, to;
    game->to_board(pos, &board);
    game->squares(pos, move, &from, &to);
    /* A falling stone lands on the mirrored cell too, so cells are enough for every game. */
    from = from < 0 ? from : symmetry_cell(&board, transform, from);
    return notation_find(game, transformed, from, symmetry_cell(&board, transform, to));
}

int position_pieces(const Game *game, const void *pos)
{
    Board board;
    game->to_board(pos, &board);
    return board_count(&board, CELL_FIRST) + board_count(&board, CELL_SECOND);
}
