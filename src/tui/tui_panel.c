#include "tui/tui_state.h"

#include "base/clock.h"
#include "core/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A column of text that grows downwards inside the panel. */
typedef struct {
    Tui *tui;
    int  row, left, rows_left, width;
} Column;

static void add_line(Column *column, Paint paint, const char *text)
{
    if (column->rows_left <= 0)
        return;
    screen_put(column->tui->screen, column->row, column->left, column->width, paint, text);
    column->row++;
    column->rows_left--;
}

static void add_wrapped(Column *column, Paint paint, int most, const char *text)
{
    int rows = most < column->rows_left ? most : column->rows_left;
    int used = screen_put_lines(column->tui->screen, column->row, column->left, rows, column->width,
                                paint, text);
    column->row += used;
    column->rows_left -= used;
}

static void add_gap(Column *column)
{
    if (column->rows_left > 8)
        add_line(column, (Paint){0}, "");
}

static void add_heading(Column *column, const char *text)
{
    add_gap(column);
    add_line(column, (Paint){.is_bold = true, .is_underlined = true}, text);
}

/* ---- one-line texts, for the panel and for screens without one ------------------------------- */

static void format_result(const Tui *tui, Str *out)
{
    const Result *result = &tui->view.result;
    if (result->winner == PLAYER_NONE)
        str_text(out, tui_say(tui, WORD_DRAW));
    else
        str_printf(out, "%s %s", view_player_name(tui, result->winner), tui_say(tui, WORD_WINS));
}

static void format_thinking(const Tui *tui, Str *out)
{
    int64_t tenths = (clock_now_us() - tui->thinker.started_us) / 100000;
    char    point = tui->lang == LANG_FR ? ',' : '.';
    str_printf(out, "%s %d%c%d s", tui_say(tui, WORD_THINKING), (int)(tenths / 10), point,
               (int)(tenths % 10));
}

void panel_format_status(const Tui *tui, Str *out)
{
    const View *view = &tui->view;
    const char *name = view_player_name(tui, view->side);
    if (view->result.is_over) {
        format_result(tui, out);
        str_printf(out, " — %s", reason_text(view->result.reason, tui->lang));
    } else if (tui->thinker.is_running && tui->thinker.is_hint) {
        str_text(out, tui_say(tui, WORD_TUI_SEEKING_HINT));
    } else if (tui->thinker.is_running) {
        str_printf(out, "%s ", name);
        format_thinking(tui, out);
    } else if (tui->is_paused && !tui->players[view->side].is_human) {
        str_text(out, tui_say(tui, WORD_TUI_PAUSED));
    } else if (tui->players[view->side].is_human && !tui->players[1 - view->side].is_human &&
               view->is_settled) {
        str_printf(out, "%s — %s", tui_say(tui, WORD_YOUR_MOVE), name);
    } else if (view->is_settled) {
        str_printf(out, "%s %s", name, tui_say(tui, WORD_TO_MOVE));
    } else {
        const GameInfo *info = session_game(tui->session)->info;
        str_printf(out, "%s %s (%s)", name, tui_say(tui, WORD_TO_MOVE),
                   text_in(&info->colours[view->board.turn], tui->lang));
    }
}

static const char *special_text(const Tui *tui, Move move)
{
    static const struct {
        const char *name;
        Word        text;
    } table[] = {{"pass", WORD_TUI_PASS},
                 {"black", WORD_TUI_TAKE_BLACK},
                 {"white", WORD_TUI_TAKE_WHITE},
                 {"more", WORD_TUI_PLACE_MORE}};
    const char *name = session_game(tui->session)->info->specials[move - MOVE_SPECIAL];
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return tui_say(tui, table[i].text);
    return name;
}

void panel_format_choices(const Tui *tui, Str *out)
{
    for (int i = 0; i < tui->view.special_count; i++)
        str_printf(out, "%s%d %s", i > 0 ? "   " : "", i + 1,
                   special_text(tui, tui->view.specials[i]));
}

/* ---- the parts of the panel ------------------------------------------------------------------ */

static void add_rules(Column *column)
{
    Tui *tui = column->tui;
    Str  text = {0};
    options_format(&session_game(tui->session)->info->options, session_options(tui->session),
                   &text);
    add_wrapped(column, (Paint){.is_dim = true}, column->rows_left > 14 ? 3 : 1, str_get(&text));
    str_free(&text);
}

/* "▶ ● Black    human": the sign before whoever is to move. */
static void add_player(Column *column, int player)
{
    assert(player == 0 || player == 1);
    Tui        *tui = column->tui;
    const View *view = &tui->view;
    bool        is_moving = player == view->side && !view->result.is_over;
    bool        has_unicode = screen_has_unicode(tui->screen);
    Paint       paint = {.is_bold = is_moving};
    char        buffer[2];
    int         colour = view_colour_of(view, player), row = column->row, left = column->left;
    int         end = left + column->width;
    Str         name = {0};
    if (column->rows_left <= 0)
        return;
    if (is_moving)
        screen_put(tui->screen, row, left, 2, (Paint){.ink = INK_MARK, .is_bold = true},
                   has_unicode ? "▶" : ">");
    Paint piece = {.ground = GROUND_BOARD, .ink = board_ink(tui, colour), .is_bold = true};
    screen_fill(tui->screen, row, left + 2, 1, 3, piece);
    screen_put(tui->screen, row, left + 3, 1, piece,
               view->is_settled ? board_glyph(tui, colour, buffer) : "?");
    left += 6;
    left += screen_put(tui->screen, row, left, end - left, paint, view_player_name(tui, player));
    view_format_player(tui, session_game(tui->session), &tui->players[player], &name);
    if (left + 2 < end)
        screen_put(tui->screen, row, left + 2, end - left - 2, (Paint){.is_dim = !is_moving},
                   str_get(&name));
    str_free(&name);
    column->row++;
    column->rows_left--;
}

/* The end of the game on three bright lines; otherwise whose turn it is. */
static void add_status(Column *column)
{
    Tui  *tui = column->tui;
    Str   text = {0};
    Paint bright = {.ink = INK_MARK, .is_bold = true, .is_reverse = true};
    if (!tui_is_over(tui)) {
        bool is_yours = tui->players[tui->view.side].is_human && !tui->thinker.is_running;
        panel_format_status(tui, &text);
        add_wrapped(column, (Paint){.is_bold = true, .ink = is_yours ? INK_MARK : INK_PLAIN}, 2,
                    str_get(&text));
        str_free(&text);
        return;
    }
    int rows = column->rows_left < 3 ? column->rows_left : 3;
    screen_fill(tui->screen, column->row, column->left, rows, column->width, bright);
    str_printf(&text, " %s ", tui_say(tui, WORD_GAME_OVER));
    add_line(column, bright, str_get(&text));
    str_clear(&text);
    str_char(&text, ' ');
    format_result(tui, &text);
    add_line(column, bright, str_get(&text));
    str_clear(&text);
    str_printf(&text, " %s", reason_text(tui->view.result.reason, tui->lang));
    add_line(column, bright, str_get(&text));
    str_free(&text);
}

static void add_choices(Column *column)
{
    Tui *tui = column->tui;
    if (!tui->players[tui->view.side].is_human)
        return;
    for (int i = 0; i < tui->view.special_count; i++) {
        Str text = {0};
        str_printf(&text, " %d  %s", i + 1, special_text(tui, tui->view.specials[i]));
        add_line(column, (Paint){.ink = INK_MARK}, str_get(&text));
        str_free(&text);
    }
}

/* "1 234 567" in French, with blanks that are never broken; "1,234,567" in English. */
static void format_number(uint64_t number, Lang lang, Str *out)
{
    if (number >= 1000) {
        format_number(number / 1000, lang, out);
        str_printf(out, "%s%03d", lang == LANG_FR ? "\u00a0" : ",", (int)(number % 1000));
    } else {
        str_printf(out, "%d", (int)number);
    }
}

static void format_score(const Tui *tui, Score score, Str *out)
{
    if (score > SCORE_FORCED)
        str_printf(out, "%s (%d)", tui_say(tui, WORD_TUI_SURE_WIN), SCORE_MATE - score);
    else if (score < -SCORE_FORCED)
        str_printf(out, "%s (%d)", tui_say(tui, WORD_TUI_SURE_LOSS), SCORE_MATE + score);
    else
        str_printf(out, "%+d", score);
}

static void add_search(Column *column)
{
    Tui *tui = column->tui;
    Str  text = {0};
    if (!tui->has_search || column->rows_left < 5)
        return;
    add_heading(column, tui_say(tui, WORD_MACHINE));
    str_printf(&text, "%s ", tui_say(tui, WORD_TUI_SCORE));
    format_score(tui, tui->search.score, &text);
    str_printf(&text, "   %s %d   %s ", tui_say(tui, WORD_DEPTH), tui->search.depth,
               tui_say(tui, WORD_TUI_NODES));
    format_number(tui->search.nodes, tui->lang, &text);
    add_wrapped(column, (Paint){0}, 3, str_get(&text));
    str_free(&text);
}

/* The last pairs of moves that there is room for. */
static void add_moves(Column *column)
{
    Tui        *tui = column->tui;
    const Game *game = session_game(tui->session);
    int         ply = session_ply(tui->session), pairs = (ply + 1) / 2;
    void       *pos = malloc(game->pos_size);
    if (ply > 0 && column->rows_left >= 2 && pos != NULL) {
        add_heading(column, tui_say(tui, WORD_MOVES));
        int first = pairs > column->rows_left ? pairs - column->rows_left : 0;
        for (int pair = first; pair < pairs; pair++) {
            Str text = {0};
            str_printf(&text, "%3d.", pair + 1);
            for (int i = 2 * pair; i < ply && i < 2 * pair + 2; i++) {
                char move[MOVE_TEXT_SIZE];
                session_position_at(tui->session, i, pos);
                notation_format(game, pos, session_move(tui->session, i), move);
                str_printf(&text, " %-6s", move);
            }
            add_line(column, (Paint){.is_bold = pair == pairs - 1}, str_get(&text));
            str_free(&text);
        }
    }
    free(pos);
}

void panel_draw(Tui *tui)
{
    const Layout *layout = &tui->layout;
    if (layout->panel_cols == 0)
        return;
    Column column = {.tui = tui,
                     .row = layout->panel_top + 1,
                     .left = layout->panel_left,
                     .rows_left = layout->panel_rows - 1,
                     .width = layout->panel_cols};
    tui_draw_heading(tui, layout->panel_top, layout->panel_left, layout->panel_cols,
                     text_in(&session_game(tui->session)->info->name, tui->lang));
    add_rules(&column);
    add_gap(&column);
    add_player(&column, 0);
    add_player(&column, 1);
    add_gap(&column);
    add_status(&column);
    add_choices(&column);
    add_search(&column);
    add_moves(&column);
}
