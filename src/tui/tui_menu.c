#include "tui/tui_state.h"

#include <string.h>

enum { LIST_TOP = 3, LIST_LEFT = 3 };

void menu_init(Tui *tui, const Player players[2])
{
    memcpy(tui->menu.own, players, sizeof tui->menu.own);
    memcpy(tui->menu.seats, players, sizeof tui->menu.seats);
}

void menu_draw(Tui *tui)
{
    Screen *screen = tui->screen;
    int     cols = screen_cols(screen), rows = screen_rows(screen), count = (int)game_count();
    tui_draw_heading(tui, 0, 0, cols, "Plateau");
    screen_put(screen, 1, LIST_LEFT, cols - LIST_LEFT, (Paint){.is_bold = true},
               tui_say(tui, WORD_CHOOSE_GAME));
    for (int i = 0; i < count && LIST_TOP + i < rows - 1; i++) {
        const GameInfo *info = game_at((size_t)i)->info;
        bool            is_here = i == tui->menu.game;
        Paint           paint = {.is_bold = is_here, .is_reverse = is_here};
        if (is_here)
            screen_fill(screen, LIST_TOP + i, LIST_LEFT - 1, 1, 18, paint);
        screen_put(screen, LIST_TOP + i, LIST_LEFT, 16, paint, text_in(&info->name, tui->lang));
    }
    int row = LIST_TOP + count + 1;
    row += screen_put_lines(screen, row, LIST_LEFT, 2, cols - LIST_LEFT - 1, (Paint){0},
                            text_in(&game_at((size_t)tui->menu.game)->info->about, tui->lang));
    if (tui->session != NULL && row + 1 < rows - 1)
        screen_put(screen, row + 1, LIST_LEFT, cols - LIST_LEFT, (Paint){.is_dim = true},
                   tui_say(tui, WORD_TUI_ESCAPE_GOES_BACK));
}

static void move_choice(Tui *tui, int step)
{
    int count = (int)game_count();
    tui->menu.game = (tui->menu.game + step + count) % count;
}

static void press_letter(Tui *tui, uint32_t letter)
{
    if (letter == 'j')
        move_choice(tui, 1);
    else if (letter == 'k')
        move_choice(tui, -1);
    else if (letter == ' ')
        setup_open(tui);
    else
        actions_press(tui, letter);
}

void menu_press(Tui *tui, const Press *press)
{
    tui->message[0] = '\0';
    switch (press->kind) {
    case PRESS_UP:
        move_choice(tui, -1);
        break;
    case PRESS_DOWN:
        move_choice(tui, 1);
        break;
    case PRESS_ENTER:
    case PRESS_RIGHT:
        setup_open(tui);
        break;
    case PRESS_ESCAPE:
        if (tui->session != NULL)
            tui->page = PAGE_PLAY;
        break;
    case PRESS_CLICK:
        if (press->row >= LIST_TOP && press->row < LIST_TOP + (int)game_count()) {
            tui->menu.game = press->row - LIST_TOP;
            setup_open(tui);
        }
        break;
    case PRESS_LETTER:
        press_letter(tui, press->letter);
        break;
    default:
        break;
    }
}
