#include "tui/tui.h"

#include "base/errors.h"
#include "tui/tui_state.h"

#include <stdlib.h>
#include <string.h>

enum { BUSY_WAIT_MS = 40, IDLE_WAIT_MS = 500 };

static void press_help(Tui *tui, const Press *press)
{
    if (press->kind == PRESS_DOWN)
        tui->help_top++;
    else if (press->kind == PRESS_UP && tui->help_top > 0)
        tui->help_top--;
    else if (press->kind != PRESS_UP)
        tui->shows_help = false;
}

/* Whatever lies on top gets the press. */
static void take_press(Tui *tui, const Press *press)
{
    if (press->kind == PRESS_INTERRUPT)
        tui->is_done = true;
    else if (press->kind == PRESS_RESIZE)
        return; /* everything is drawn anew in any case */
    else if (tui->shows_help)
        press_help(tui, press);
    else if (tui->line.kind != LINE_NONE)
        line_press(tui, press);
    else if (press->kind == PRESS_HELP)
        actions_press(tui, '?');
    else if (tui->page == PAGE_GAMES)
        menu_press(tui, press);
    else if (tui->page == PAGE_SETUP)
        setup_press(tui, press);
    else
        play_press(tui, press);
}

static void run(Tui *tui)
{
    bool is_there = true;
    while (is_there && !tui->is_done) {
        play_tick(tui);
        tui_draw(tui);
        is_there = screen_wait(tui->screen, tui->thinker.is_running ? BUSY_WAIT_MS : IDLE_WAIT_MS);
        Press press = screen_read(tui->screen);
        for (; press.kind != PRESS_NONE && !tui->is_done; press = screen_read(tui->screen))
            take_press(tui, &press);
    }
}

bool tui_run(const TuiSetup *setup, Error *err)
{
    Tui *tui = calloc(1, sizeof *tui); /* too large for a small stack */
    if (tui == NULL)
        return error_set(err, ERROR_MEMORY);
    tui->screen = screen_begin(setup->ascii, err);
    bool can_run = tui->screen != NULL;
    if (can_run) {
        tui->lang = setup->lang;
        tui->rng = setup->seed;
        tui->hint = MOVE_NONE;
        memcpy(tui->players, setup->players, sizeof tui->players);
        menu_init(tui, setup->players);
        if (setup->session != NULL)
            play_show(tui, setup->session);
        run(tui);
    }
    think_end(&tui->thinker);
    screen_end(tui->screen);
    session_delete(tui->owned);
    free(tui);
    return can_run;
}
