#include "tui/tui_state.h"

#include "base/clock.h"
#include "base/rng.h"
#include "core/notation.h"

/* Two machines play no faster than a person can follow. */
enum { WATCHED_MOVE_US = 300000 };

void play_changed(Tui *tui)
{
    think_end(&tui->thinker);
    tui->picked = -1;
    tui->hint = MOVE_NONE;
    view_refresh(tui);
}

void play_show(Tui *tui, Session *session)
{
    tui->session = session;
    tui->page = PAGE_PLAY;
    tui->is_paused = false;
    tui->has_search = false;
    play_changed(tui);
    tui->cursor = board_index(&tui->view.board, tui->view.board.rows / 2, tui->view.board.cols / 2);
}

void play_adopt(Tui *tui, Session *session)
{
    Session *before = tui->owned;
    tui->owned = session;
    play_show(tui, session);
    session_delete(before);
}

bool play_is_persons_turn(Tui *tui)
{
    if (tui_is_over(tui))
        tui_message(tui, true, "%s", tui_say(tui, WORD_TUI_IS_OVER));
    else if (!tui->players[tui->view.side].is_human)
        tui_message(tui, true, "%s", tui_say(tui, WORD_TUI_MACHINES_TURN));
    else
        return true;
    return false;
}

static void play_move(Tui *tui, Move move)
{
    Error err;
    think_end(&tui->thinker);
    if (!session_play(tui->session, move, &err)) {
        tui_message(tui, true, "%s", error_words(&err, tui->lang));
        return;
    }
    tui->message[0] = '\0';
    play_changed(tui);
}

/* ---- pointing -------------------------------------------------------------------------------- */

/* Games whose moves have two squares: first a piece, then where it goes. */
static void point_at_piece(Tui *tui, int cell)
{
    const View *view = &tui->view;
    Move        move = tui->picked >= 0 ? view_find_move(view, tui->picked, cell) : MOVE_NONE;
    int         own = CELL_FIRST + view->board.turn;
    tui->message[0] = '\0';
    if (move != MOVE_NONE) {
        play_move(tui, move);
    } else if (cell == tui->picked) {
        tui->picked = -1;
    } else if (view_has_move_from(view, cell)) {
        tui->picked = cell;
    } else if (tui->picked >= 0) {
        tui_message(tui, true, "%s", tui_say(tui, WORD_TUI_CANNOT_REACH));
    } else {
        tui_message(tui, true, "%s",
                    tui_say(tui, view->board.cell[cell] == own ? WORD_TUI_CANNOT_MOVE
                                                               : WORD_TUI_PICK_YOURS));
    }
}

static void point_at_place(Tui *tui, int cell)
{
    const View *view = &tui->view;
    Move        move = view->by_columns ? view_find_in_column(view, cell % view->board.cols)
                                        : view_find_move(view, -1, cell);
    if (move != MOVE_NONE)
        play_move(tui, move);
    else
        tui_message(tui, true, "%s",
                    tui_say(tui, view->by_columns ? WORD_TUI_COLUMN_FULL : WORD_TUI_CANNOT_PLACE));
}

static void point_at(Tui *tui, int cell)
{
    const View *view = &tui->view;
    tui->cursor = cell;
    if (!play_is_persons_turn(tui))
        return;
    if (view->special_count == view->move_count)
        tui_message(tui, true, "%s", tui_say(tui, WORD_TUI_CHOOSE_NUMBER));
    else if (session_game(tui->session)->info->notation.separator != NULL)
        point_at_piece(tui, cell);
    else
        point_at_place(tui, cell);
}

static void move_cursor(Tui *tui, int down, int right)
{
    const Board *board = &tui->view.board;
    int          row = tui->cursor / board->cols + down, col = tui->cursor % board->cols + right;
    if (board_has(board, row, col))
        tui->cursor = board_index(board, row, col);
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* A number is a column where moves are columns, otherwise one of the choices offered. */
static void press_number(Tui *tui, int number)
{
    const View *view = &tui->view;
    if (view->by_columns && number <= view->board.cols)
        point_at(tui, number - 1);
    else if (number <= view->special_count && play_is_persons_turn(tui))
        play_move(tui, view->specials[number - 1]);
}

static void press_letter(Tui *tui, uint32_t letter)
{
    if (letter >= '1' && letter <= '9')
        press_number(tui, (int)(letter - '0'));
    else if (letter == ' ')
        point_at(tui, tui->cursor);
    else if (letter == 'h')
        move_cursor(tui, 0, -1);
    else if (letter == 'j')
        move_cursor(tui, 1, 0);
    else if (letter == 'k')
        move_cursor(tui, -1, 0);
    else if (letter == 'l')
        move_cursor(tui, 0, 1);
    else if (letter != 0 && !actions_press(tui, letter))
        tui_message(tui, true, "%s", tui_say(tui, WORD_TUI_UNKNOWN_KEY));
}

void play_press(Tui *tui, const Press *press)
{
    int cell;
    if (tui->is_alarm) /* it was about the press before */
        tui->message[0] = '\0';
    switch (press->kind) {
    case PRESS_UP:
        move_cursor(tui, -1, 0);
        break;
    case PRESS_DOWN:
        move_cursor(tui, 1, 0);
        break;
    case PRESS_LEFT:
        move_cursor(tui, 0, -1);
        break;
    case PRESS_RIGHT:
        move_cursor(tui, 0, 1);
        break;
    case PRESS_ENTER:
        point_at(tui, tui->cursor);
        break;
    case PRESS_CLICK:
        cell = board_cell_at(tui, press->row, press->col);
        if (cell >= 0)
            point_at(tui, cell);
        break;
    case PRESS_ESCAPE:
        if (tui->thinker.is_hint)
            think_end(&tui->thinker);
        tui->picked = -1;
        tui->hint = MOVE_NONE;
        tui->message[0] = '\0';
        break;
    case PRESS_LETTER:
        press_letter(tui, press->letter);
        break;
    default:
        break;
    }
}

/* A move typed as text. Without a separator it is read as the game writes it. */
void play_typed(Tui *tui, const char *text)
{
    const Game *game = session_game(tui->session);
    const void *pos = session_position(tui->session);
    Move        move;
    char        example[MOVE_TEXT_SIZE];
    if (text[0] == '\0' || !play_is_persons_turn(tui))
        return;
    if (notation_parse(game, pos, text, &move, NULL)) {
        play_move(tui, move);
        return;
    }
    notation_format(game, pos, tui->view.moves[0], example);
    tui_message(tui, true, "%s %s %s", text, tui_say(tui, WORD_TUI_NOT_LEGAL), example);
}

/* ---- the machine ----------------------------------------------------------------------------- */

static void take_hint(Tui *tui)
{
    char text[MOVE_TEXT_SIZE];
    Move move = tui->thinker.found.best;
    tui->hint = move;
    notation_format(session_game(tui->session), session_position(tui->session), move, text);
    tui_message(tui, false, "%s %s", tui_say(tui, WORD_HINT_IS), text);
}

static void take_thought(Tui *tui)
{
    if (!tui->thinker.succeeded) {
        tui->is_paused = true;
        tui_message(tui, true, "%s", error_words(&tui->thinker.error, tui->lang));
    } else if (tui->thinker.is_hint) {
        take_hint(tui);
    } else {
        tui->search = tui->thinker.found;
        tui->has_search = tui->search.nodes > 0;
        play_move(tui, tui->thinker.found.best);
    }
}

static bool is_too_early(const Tui *tui)
{
    bool is_watched = !tui->players[0].is_human && !tui->players[1].is_human;
    return is_watched && clock_now_us() - tui->thinker.started_us < WATCHED_MOVE_US;
}

void play_tick(Tui *tui)
{
    Error err;
    if (tui->page != PAGE_PLAY || tui->session == NULL)
        return;
    if (tui->thinker.is_running) {
        if (is_too_early(tui) || !think_take(&tui->thinker))
            return;
        take_thought(tui);
    }
    const Player *player = &tui->players[tui->view.side];
    if (tui_is_over(tui) || tui->is_paused || player->is_human)
        return;
    if (!think_begin(&tui->thinker, tui->session, player, rng_next(&tui->rng), false, &err)) {
        tui->is_paused = true;
        tui_message(tui, true, "%s", error_words(&err, tui->lang));
    }
}
