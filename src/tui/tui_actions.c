#include "tui/tui_state.h"

#include "base/rng.h"

#include <stdio.h>
#include <string.h>

static bool has_person(const Tui *tui)
{
    return tui->players[0].is_human || tui->players[1].is_human;
}

static bool is_persons_turn(const Tui *tui)
{
    return tui->players[session_side(tui->session)].is_human;
}

bool actions_game_is_running(const Tui *tui)
{
    return tui->session != NULL && session_ply(tui->session) > 0 && !tui_is_over(tui);
}

/* ---- what the letters do --------------------------------------------------------------------- */

/* Back to a person's turn, since the machine would go on at once; two machines are halted. */
static void undo(Tui *tui)
{
    int undone = 0;
    think_end(&tui->thinker);
    while (session_undo(tui->session)) {
        undone++;
        if (!has_person(tui) || is_persons_turn(tui))
            break;
    }
    bool is_vain =
        has_person(tui) && !is_persons_turn(tui); /* only the machine's opening is left */
    for (int i = 0; is_vain && i < undone; i++)
        session_redo(tui->session);
    tui->is_paused = !has_person(tui);
    tui->message[0] = '\0';
    if (undone == 0 || is_vain)
        tui_message(tui, true, "%s", tui_say(tui, WORD_NOTHING_TO_UNDO));
    play_changed(tui);
}

static void redo(Tui *tui)
{
    if (!session_redo(tui->session)) {
        tui_message(tui, true, "%s", tui_say(tui, WORD_NOTHING_TO_REDO));
        return;
    }
    while (has_person(tui) && !is_persons_turn(tui) && session_redo(tui->session))
        continue;
    tui->message[0] = '\0';
    play_changed(tui);
}

static void ask_hint(Tui *tui)
{
    Player adviser = player_adviser(session_game(tui->session));
    Error  err;
    if (!play_is_persons_turn(tui))
        return;
    tui->hint = MOVE_NONE;
    tui->message[0] = '\0';
    if (!think_begin(&tui->thinker, tui->session, &adviser, rng_next(&tui->rng), true, &err))
        tui_message(tui, true, "%s", error_words(&err, tui->lang));
    else
        tui_message(tui, false, "%s", tui_say(tui, WORD_TUI_SEEKING_HINT));
}

static void ask_move(Tui *tui)
{
    if (play_is_persons_turn(tui))
        line_open(tui, LINE_MOVE, "");
}

/* The file of before, or one named after the game. */
static void ask_path(Tui *tui, LineKind kind)
{
    char path[sizeof tui->path];
    if (tui->path[0] != '\0')
        snprintf(path, sizeof path, "%s", tui->path);
    else
        snprintf(path, sizeof path, "%s.game",
                 tui->session != NULL ? session_game(tui->session)->info->id
                                      : game_at((size_t)tui->menu.game)->info->id);
    line_open(tui, kind, path);
}

static void ask_save(Tui *tui) { ask_path(tui, LINE_SAVE); }
static void ask_load(Tui *tui) { ask_path(tui, LINE_LOAD); }

static void ask_resign(Tui *tui)
{
    if (tui_is_over(tui) || !has_person(tui))
        tui_message(tui, true, "%s", tui_say(tui, WORD_TUI_CANNOT_RESIGN));
    else
        line_open(tui, LINE_ASK_RESIGN, "");
}

void actions_resign(Tui *tui)
{
    if (tui_is_over(tui)) /* the machine may have ended it while the question stood */
        return;
    int loser = is_persons_turn(tui) ? session_side(tui->session) : 1 - session_side(tui->session);
    session_end(tui->session, 1 - loser, REASON_RESIGNATION);
    play_changed(tui);
}

static void ask_quit(Tui *tui)
{
    if (actions_game_is_running(tui))
        line_open(tui, LINE_ASK_QUIT, "");
    else
        tui->is_done = true;
}

static void open_menu(Tui *tui)
{
    think_end(&tui->thinker);
    for (size_t i = 0; i < game_count(); i++)
        if (game_at(i) == session_game(tui->session))
            tui->menu.game = (int)i;
    tui->message[0] = '\0';
    tui->page = PAGE_GAMES;
}

static void pause_machines(Tui *tui)
{
    tui->is_paused = !tui->is_paused;
    if (tui->is_paused)
        think_end(&tui->thinker);
}

static void switch_language(Tui *tui)
{
    tui->lang = tui->lang == LANG_EN ? LANG_FR : LANG_EN;
    tui->message[0] = '\0';
}

static void open_help(Tui *tui)
{
    tui->shows_help = true;
    tui->help_top = 0;
}

/* ---- the table, which is the help as well ---------------------------------------------------- */

static const struct {
    char letters[3]; /* any of them */
    Word help;
    void (*action)(Tui *tui);
    bool is_everywhere; /* in the menus too */
} actions[] = {
    {"/:", WORD_TYPE_HELP, ask_move, false},
    {"u", WORD_TUI_HELP_UNDO, undo, false},
    {"r", WORD_TUI_HELP_REDO, redo, false},
    {"t", WORD_TUI_HELP_HINT, ask_hint, false},
    {"s", WORD_TUI_HELP_SAVE, ask_save, false},
    {"o", WORD_TUI_HELP_LOAD, ask_load, true},
    {"n", WORD_TUI_HELP_NEW, open_menu, false},
    {"g", WORD_TUI_HELP_RESIGN, ask_resign, false},
    {"p", WORD_TUI_HELP_PAUSE, pause_machines, false},
    {"L", WORD_TUI_HELP_LANGUAGE, switch_language, true},
    {"?", WORD_TUI_HELP_HELP, open_help, true},
    {"q", WORD_TUI_HELP_QUIT, ask_quit, true},
};
enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

/* Keys that are dealt with where they are pressed. */
static const struct {
    Word name, help;
} other_keys[] = {
    {WORD_TUI_KEY_ARROWS, WORD_TUI_HELP_ARROWS},
    {WORD_TUI_KEY_ENTER, WORD_TUI_HELP_ENTER},
    {WORD_TUI_KEY_NUMBERS, WORD_TUI_HELP_NUMBERS},
    {WORD_TUI_KEY_ESCAPE, WORD_TUI_HELP_ESCAPE},
};
enum { OTHER_COUNT = sizeof other_keys / sizeof other_keys[0] };

bool actions_press(Tui *tui, uint32_t letter)
{
    for (int i = 0; i < ACTION_COUNT; i++) {
        bool is_offered = tui->page == PAGE_PLAY || actions[i].is_everywhere;
        if (is_offered && letter > 0 && letter < 128 &&
            strchr(actions[i].letters, (int)letter) != NULL) {
            actions[i].action(tui);
            return true;
        }
    }
    return false;
}

static void draw_help_line(Tui *tui, int row, int left, int width, int line)
{
    enum { KEYS_COLS = 14 };
    bool        is_other = line < OTHER_COUNT;
    const char *keys =
        is_other ? tui_say(tui, other_keys[line].name) : actions[line - OTHER_COUNT].letters;
    Word help = is_other ? other_keys[line].help : actions[line - OTHER_COUNT].help;
    screen_put(tui->screen, row, left, KEYS_COLS, (Paint){.is_reverse = true, .is_bold = true},
               keys);
    screen_put(tui->screen, row, left + KEYS_COLS, width - KEYS_COLS, (Paint){.is_reverse = true},
               tui_say(tui, help));
}

void actions_draw_help(Tui *tui)
{
    enum { HELP_COLS = 60, LINE_COUNT = OTHER_COUNT + ACTION_COUNT };
    int   screen = screen_cols(tui->screen), area = screen_rows(tui->screen);
    int   cols = HELP_COLS < screen ? HELP_COLS : screen;
    int   rows = LINE_COUNT + 2 < area ? LINE_COUNT + 2 : area;
    int   top = (area - rows) / 2, left = (screen - cols) / 2, shown = rows - 2;
    Paint paint = {.is_reverse = true};
    if (tui->help_top > LINE_COUNT - shown)
        tui->help_top = LINE_COUNT - shown;
    screen_fill(tui->screen, top, left, rows, cols, paint);
    tui_draw_heading(tui, top, left, cols, tui_say(tui, WORD_KEYS));
    for (int i = 0; i < shown; i++)
        draw_help_line(tui, top + 1 + i, left + 2, cols - 3, tui->help_top + i);
    screen_put(tui->screen, top + rows - 1, left + 2, cols - 3, paint,
               tui_say(tui, shown < LINE_COUNT ? WORD_TUI_HELP_MORE : WORD_TUI_ANY_KEY));
}
