#include "tui/tui_state.h"

#include <stdlib.h>

static void collect_moves(View *view, const Game *game, const void *pos)
{
    view->move_count = view->result.is_over ? 0 : game->gen(pos, view->moves);
    view->special_count = 0;
    for (int i = 0; i < view->move_count; i++) {
        int from, to;
        game->squares(pos, view->moves[i], &from, &to);
        view->from[i] = (int16_t)from;
        view->to[i] = (int16_t)to;
        if (view->moves[i] >= MOVE_SPECIAL && view->special_count < MAX_SPECIALS)
            view->specials[view->special_count++] = view->moves[i];
    }
}

/* Who chooses between special moves, or has just moved twice running, is laying out an opening. */
static bool colours_are_settled(const Tui *tui)
{
    const Session *session = tui->session;
    int            ply = session_ply(session);
    if (tui->view.special_count > 1)
        return false;
    if (ply == 0 || session_move(session, ply - 1) >= MOVE_SPECIAL)
        return true;
    const Game *game = session_game(session);
    void       *before = malloc(game->pos_size);
    if (before == NULL)
        return true;
    session_position_at(session, ply - 1, before);
    bool is_settled = game->side(before) != tui->view.side;
    free(before);
    return is_settled;
}

void view_refresh(Tui *tui)
{
    View       *view = &tui->view;
    const Game *game = session_game(tui->session);
    const void *pos = session_position(tui->session);
    game->to_board(pos, &view->board);
    view->result = session_result(tui->session);
    view->side = session_side(tui->session);
    view->by_columns = game->info->notation.first_column == '1';
    session_last_squares(tui->session, &view->last[0], &view->last[1]);
    collect_moves(view, game, pos);
    view->is_settled = colours_are_settled(tui);
}

bool view_has_move_from(const View *view, int cell)
{
    for (int i = 0; i < view->move_count; i++)
        if (view->from[i] == cell)
            return true;
    return false;
}

Move view_find_move(const View *view, int from, int to)
{
    for (int i = 0; i < view->move_count; i++)
        if (view->from[i] == from && view->to[i] == to && view->moves[i] < MOVE_SPECIAL)
            return view->moves[i];
    return MOVE_NONE;
}

/* Index of the move that lands in the column; -1: it is full. */
static int find_column(const View *view, int col)
{
    for (int i = 0; i < view->move_count; i++)
        if (view->to[i] >= 0 && view->to[i] % view->board.cols == col)
            return i;
    return -1;
}

Move view_find_in_column(const View *view, int col)
{
    int index = find_column(view, col);
    return index >= 0 ? view->moves[index] : MOVE_NONE;
}

int view_landing(const View *view, int cell)
{
    if (!view->by_columns)
        return cell;
    int col = cell % view->board.cols, index = find_column(view, col);
    return index >= 0 ? view->to[index] : col;
}

int view_colour_of(const View *view, int player)
{
    bool is_swapped = view->side != view->board.turn;
    return is_swapped ? 1 - player : player;
}

const char *view_player_name(const Tui *tui, int player)
{
    if (!tui->view.is_settled)
        return tui_say(tui, player == 0 ? WORD_PLAYER_FIRST : WORD_PLAYER_SECOND);
    const GameInfo *info = session_game(tui->session)->info;
    return text_in(&info->colours[view_colour_of(&tui->view, player)], tui->lang);
}

void view_format_player(const Tui *tui, const Game *game, const Player *player, Str *out)
{
    PlayerPreset preset;
    if (player->is_human)
        str_text(out, tui_say(tui, WORD_TUI_PERSON));
    else if (player_preset(game, player, &preset))
        str_text(out, preset.name);
    else
        player_format(player, out);
}
