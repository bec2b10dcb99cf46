/* What a page is shown of a game: the `state` event. */
#include "base/prose.h"
#include "base/words.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "page/page_game.h"

#include <stdlib.h>
#include <string.h>

/* ---- the board ---------------------------------------------------------------------------------
 */

static void write_cells(Json *json, const Game *game, const Board *board)
{
    char text[BOARD_CELLS + 1];
    int  count = board->rows * board->cols;
    for (int i = 0; i < count; i++)
        text[i] = board->cell[i] == CELL_EMPTY  ? '.'
                  : board->cell[i] == CELL_VOID ? ' '
                                                : game->info->pieces[board->cell[i] - CELL_FIRST];
    text[count] = '\0';
    json_string(json, "cells", text);
}

void write_squares(Json *json, const Game *game, const void *pos, Move move)
{
    int from, to;
    game->squares(pos, move, &from, &to);
    json_int(json, "from", from);
    json_int(json, "to", to);
}

static void write_legal(Json *json, const Session *session)
{
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    Move        moves[MAX_MOVES];
    int         count = session_result(session).is_over ? 0 : game->gen(pos, moves);
    json_array(json, "legal");
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        json_object(json, NULL);
        json_string(json, "move", notation_format(game, pos, moves[i], text));
        write_squares(json, game, pos, moves[i]);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_list(Json *json, const char *key, const int cells[], int count)
{
    json_array(json, key);
    for (int i = 0; i < count; i++)
        json_int(json, NULL, cells[i]);
    json_end_array(json);
}

/* The cells that won, and those where nobody may play although they are empty. */
static void write_marked_cells(Json *json, const Session *session)
{
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    bool        is_over = session_result(session).is_over;
    int         line[BOARD_CELLS], forbidden[BOARD_CELLS];
    int         won = is_over && game->winning_cells != NULL ? game->winning_cells(pos, line) : 0;
    int         refused =
        !is_over && game->forbidden_cells != NULL ? game->forbidden_cells(pos, forbidden) : 0;
    write_list(json, "line", line, won);
    write_list(json, "forbidden", forbidden, refused);
}

/* Pieces that the last move took off the board, on whatever square. */
static void write_taken(Json *json, const Board *before, const Board *after, int from, int to)
{
    json_array(json, "taken");
    for (int i = 0; i < after->rows * after->cols; i++) {
        bool was_piece = before->cell[i] == CELL_FIRST || before->cell[i] == CELL_SECOND;
        if (was_piece && i != from && (i == to || after->cell[i] == CELL_EMPTY))
            json_int(json, NULL, i);
    }
    json_end_array(json);
}

static void write_last(Json *json, const Session *session, const Board *board)
{
    const Game *game = session_game(session);
    void       *pos = malloc(game->pos_size);
    if (session_ply(session) == 0 || pos == NULL) {
        json_null(json, "last");
        free(pos);
        return;
    }
    Board before;
    int   from, to;
    Move  move = session_move(session, session_ply(session) - 1);
    char  text[MOVE_TEXT_SIZE];
    session_position_at(session, session_ply(session) - 1, pos);
    game->to_board(pos, &before);
    game->squares(pos, move, &from, &to);
    json_object(json, "last");
    json_string(json, "move", notation_format(game, pos, move, text));
    json_int(json, "from", from);
    json_int(json, "to", to);
    write_taken(json, &before, board, from, to);
    json_end_object(json);
    free(pos);
}

/* ---- the game ----------------------------------------------------------------------------------
 */

void write_result(Json *json, const char *key, const Result *result, Lang lang)
{
    Str text = {0};
    if (!result->is_over) {
        json_null(json, key);
        return;
    }
    if (result->winner == PLAYER_NONE)
        str_text(&text, word(WORD_DRAW, lang));
    else
        str_printf(&text, "%s %s",
                   word(result->winner == 0 ? WORD_PLAYER_FIRST : WORD_PLAYER_SECOND, lang),
                   word(WORD_WINS, lang));
    str_printf(&text, " — %s", reason_text(result->reason, lang));
    json_object(json, key);
    json_int(json, "winner", result->winner);
    json_string(json, "reason", reason_word(result->reason));
    json_prose(json, "text", str_get(&text), lang);
    json_end_object(json);
    str_free(&text);
}

static void write_moves(Json *json, const Session *session)
{
    const Game  *game = session_game(session);
    PositionCopy copy;
    json_array(json, "moves");
    if (position_copy_init(&copy, game, NULL, NULL)) {
        session_position_at(session, 0, copy.pos);
        for (int i = 0; i < session_length(session); i++) {
            char text[MOVE_TEXT_SIZE];
            Move move = session_move(session, i);
            json_string(json, NULL, notation_format(game, copy.pos, move, text));
            position_copy_make(&copy, move);
        }
    }
    json_end_array(json);
    position_copy_free(&copy);
}

static void write_seats(Json *json, const PageGame *page_game)
{
    json_array(json, "seats");
    for (int i = 0; i < 2; i++) {
        const Seat *seat = &page_game->seats[i];
        json_object(json, NULL);
        json_string(json, "kind", seat->player.is_human ? "person" : "player");
        json_string(json, seat->player.is_human ? "name" : "player", seat->text);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_clock(Json *json, const GameClock *clock, int64_t now_us, bool is_over)
{
    if (clock->control.budget_us == 0) {
        json_null(json, "clock");
        return;
    }
    json_object(json, "clock");
    json_array(json, "ms");
    for (int i = 0; i < 2; i++) {
        int64_t left = gameclock_left(clock, i, now_us);
        json_int(json, NULL, left > 0 ? left / 1000 : 0);
    }
    json_end_array(json);
    json_int(json, "running", clock->started_us == 0 || is_over ? -1 : clock->running);
    json_int(json, "base_ms", clock->control.budget_us / 1000);
    json_int(json, "inc_ms", clock->control.increment_us / 1000);
    json_end_object(json);
}

static void write_options(Json *json, const Session *session)
{
    const OptionTable *options = &session_game(session)->info->options;
    json_object(json, "options");
    for (int i = 0; i < options->count; i++) {
        Str value = {0};
        options_format_value(&options->specs[i], session_options(session)[i], &value);
        json_string(json, options->specs[i].name, str_get(&value));
        str_free(&value);
    }
    json_end_object(json);
}

static void write_graph(Json *json, const PageGame *page_game)
{
    json_array(json, "graph");
    for (int i = 0; i <= session_length(page_game->session); i++) {
        float share = page_game_share(page_game, i);
        if (share < 0)
            json_null(json, NULL);
        else
            json_double(json, NULL, (double)share, 3);
    }
    json_end_array(json);
}

void page_game_write_state(const PageGame *page_game, bool is_thinking, int64_t now_us, Lang lang,
                           Json *json)
{
    const Session *session = page_game->session;
    const Game    *game = session_game(session);
    Result         result = session_result(session);
    Board          board;
    Str            position = {0}, title = {0};
    game->to_board(session_position(session), &board);
    position_format(game, session_position(session), &position);
    page_game_title(page_game, &title);
    json_int(json, "id", page_game->id);
    json_string(json, "game", game->info->id);
    json_int(json, "rows", board.rows);
    json_int(json, "columns", board.cols);
    write_cells(json, game, &board);
    json_int(json, "turn", session_side(session));
    json_int(json, "colour", board.turn);
    json_int(json, "ply", session_ply(session));
    json_int(json, "plies", session_length(session));
    write_moves(json, session);
    write_legal(json, session);
    write_last(json, session, &board);
    write_marked_cells(json, session);
    write_result(json, "result", &result, lang);
    write_seats(json, page_game);
    json_bool(json, "thinking", is_thinking);
    write_clock(json, &page_game->clock, now_us, result.is_over);
    write_options(json, session);
    json_string(json, "position", str_get(&position));
    json_string(json, "start", session_start_text(session));
    json_bool(json, "strict", page_game->is_strict);
    if (page_game->draw_offer == PLAYER_NONE)
        json_null(json, "draw_offer");
    else
        json_int(json, "draw_offer", page_game->draw_offer);
    write_graph(json, page_game);
    json_string(json, "title", str_get(&title));
    str_free(&title);
    str_free(&position);
}
