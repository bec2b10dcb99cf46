#include "tui/tui_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LEAST_ROWS = 8, LEAST_COLS = 30 }; /* of the menus */

void tui_message(Tui *tui, bool is_alarm, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(tui->message, sizeof tui->message, format, args);
    va_end(args);
    tui->is_alarm = is_alarm;
}

void tui_draw_heading(Tui *tui, int row, int col, int width, const char *text)
{
    Paint paint = {.is_bold = true, .is_reverse = true};
    screen_fill(tui->screen, row, col, 1, width, paint);
    screen_put(tui->screen, row, col + 1, width - 2, paint, text);
}

static void draw_too_small(Tui *tui, int need_rows, int need_cols)
{
    char text[64];
    int  cols = screen_cols(tui->screen), rows = screen_rows(tui->screen);
    int  used = screen_put_lines(tui->screen, 0, 0, rows, cols, (Paint){.is_bold = true},
                                 tui_say(tui, WORD_TERMINAL_TOO_SMALL));
    snprintf(text, sizeof text, "%dx%d < %dx%d", cols, rows, need_cols, need_rows);
    screen_put(tui->screen, used, 0, cols, (Paint){0}, text);
}

/* The last rows: what is asked or said, and under it the keys where there is room. */
static void draw_bottom(Tui *tui)
{
    int   rows = screen_rows(tui->screen), cols = screen_cols(tui->screen);
    bool  is_roomy = rows >= ROOMY_SCREEN, is_playing = tui->page == PAGE_PLAY;
    int   row = is_roomy ? rows - 2 : rows - 1;
    Paint paint = {.ink = tui->is_alarm ? INK_ALARM : INK_PLAIN, .is_bold = true};
    Str   choices = {0}, status = {0};
    if (is_playing && tui->players[tui->view.side].is_human)
        panel_format_choices(tui, &choices);
    if (is_playing && tui->layout.panel_cols == 0)
        panel_format_status(tui, &status);
    if (tui->line.kind != LINE_NONE)
        line_draw(tui, row);
    else if (tui->message[0] != '\0')
        screen_put(tui->screen, row, 1, cols - 1, paint, tui->message);
    else if (choices.size > 0)
        screen_put(tui->screen, row, 1, cols - 1, paint, str_get(&choices));
    else
        screen_put(tui->screen, row, 1, cols - 1, paint, str_get(&status));
    if (is_roomy)
        screen_put(tui->screen, rows - 1, 1, cols - 1, (Paint){.is_dim = true},
                   tui_say(tui, is_playing ? WORD_TUI_KEYS_PLAY : WORD_TUI_KEYS_MENU));
    str_free(&status);
    str_free(&choices);
}

static void draw_page(Tui *tui)
{
    switch (tui->page) {
    case PAGE_GAMES:
        menu_draw(tui);
        break;
    case PAGE_SETUP:
        setup_draw(tui);
        break;
    case PAGE_PLAY:
        board_draw(tui);
        panel_draw(tui);
        break;
    }
    draw_bottom(tui);
    if (tui->shows_help)
        actions_draw_help(tui);
}

void tui_draw(Tui *tui)
{
    int rows = screen_rows(tui->screen), cols = screen_cols(tui->screen);
    screen_hide_cursor(tui->screen);
    screen_clear(tui->screen);
    bool is_playing = tui->page == PAGE_PLAY;
    if (is_playing)
        layout_choose(tui);
    if (is_playing && !tui->layout.fits)
        draw_too_small(tui, tui->layout.need_rows, tui->layout.need_cols);
    else if (!is_playing && (rows < LEAST_ROWS || cols < LEAST_COLS))
        draw_too_small(tui, LEAST_ROWS, LEAST_COLS);
    else
        draw_page(tui);
    screen_show(tui->screen);
}
