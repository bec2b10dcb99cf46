#include "tui/tui_state.h"

#include <string.h>

/* The rows of the page, from the top; a game without presets has no row for them. */
typedef enum { ROW_START, ROW_SEAT, ROW_PRESET, ROW_OPTION, ROW_LANGUAGE } RowKind;

typedef struct {
    RowKind kind;
    int     index; /* of the seat or option */
} Row;

enum { LIST_TOP = 2, LIST_LEFT = 3, HELP_ROWS = 3, BIG_STEP = 10 };

static const GameInfo *chosen_game(const Tui *tui) { return game_at((size_t)tui->menu.game)->info; }

static bool preset_in_seat(const Tui *tui, int seat, PlayerPreset *out)
{
    return player_preset(game_at((size_t)tui->menu.game), &tui->menu.seats[seat], out);
}

static Row row_at(const GameInfo *info, int number)
{
    int before_options = info->preset_count > 0 ? 4 : 3;
    if (number == 0)
        return (Row){.kind = ROW_START};
    if (number <= 2)
        return (Row){.kind = ROW_SEAT, .index = number - 1};
    if (number < before_options)
        return (Row){.kind = ROW_PRESET};
    if (number < before_options + info->options.count)
        return (Row){.kind = ROW_OPTION, .index = number - before_options};
    return (Row){.kind = ROW_LANGUAGE};
}

static int row_count(const GameInfo *info)
{
    return info->options.count + (info->preset_count > 0 ? 5 : 4);
}

/* ---- who may play ---------------------------------------------------------------------------- */

static bool has_player(const Player list[], int count, const Player *player)
{
    for (int i = 0; i < count; i++)
        if (player_is_same(&list[i], player))
            return true;
    return false;
}

/* A person, the players that the game knows by name (once each: small games have levels that are
 * the same), every searcher (those that can use time at three speeds), and
 * the program's callers'. */
enum { MAX_OWN_PLAYERS = 32, MAX_PLAYERS = MAX_OWN_PLAYERS + 3 * SEARCHER_COUNT + 3 };
static int list_players(const Menu *menu, Player list[MAX_PLAYERS])
{
    static const int64_t speeds_us[] = {100000, 500000, 2000000};
    int                  count = 0;
    list[count++] = player_human();
    const Game *game = game_at((size_t)menu->game);
    for (int i = 0; i < named_player_count(game) && i < MAX_OWN_PLAYERS; i++) {
        Error ignored;
        count += player_parse(game, named_player(game, i).name, &list[count], &ignored) &&
                 !has_player(list, count, &list[count]);
    }
    for (int i = 0; i < SEARCHER_COUNT; i++) {
        bool uses_time = i != SEARCHER_random && i != SEARCHER_greedy && i != SEARCHER_minimax;
        for (int speed = 0; speed < (uses_time ? 3 : 1); speed++)
            list[count++] = (Player){.searcher = (SearcherId)i,
                                     .limits = {.time_us = uses_time ? speeds_us[speed] : 0}};
    }
    for (int i = 0; i < 2; i++)
        if (!has_player(list, count, &menu->own[i]))
            list[count++] = menu->own[i];
    return count;
}

static void change_player(Menu *menu, int seat, int step)
{
    Player list[MAX_PLAYERS];
    int    count = list_players(menu, list), at = 0;
    while (at < count && !player_is_same(&list[at], &menu->seats[seat]))
        at++;
    menu->seats[seat] = list[(at + step + count) % count];
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Preset -1 is the game's usual rules. */
static void get_preset(const GameInfo *info, int preset, int16_t values[])
{
    options_reset(&info->options, values);
    if (preset >= 0)
        options_set_words(&info->options, values, info->presets[preset].settings, NULL);
}

enum { USUAL_RULES = -1, OWN_RULES = -2 };
static int find_preset(const GameInfo *info, const int16_t values[])
{
    int16_t other[MAX_OPTIONS];
    for (int i = USUAL_RULES; i < info->preset_count; i++) {
        get_preset(info, i, other);
        if (memcmp(values, other, sizeof other) == 0)
            return i;
    }
    return OWN_RULES;
}

static void change_preset(Tui *tui, int step)
{
    const GameInfo *info = chosen_game(tui);
    int             count = info->preset_count + 1, now = find_preset(info, tui->menu.options);
    int             next = now == OWN_RULES ? 0 : (now + 1 + (step > 0 ? 1 : -1) + count) % count;
    get_preset(info, next - 1, tui->menu.options);
}

static void change_option(Tui *tui, int index, int step)
{
    const OptionSpec *spec = &chosen_game(tui)->options.specs[index];
    int16_t          *value = &tui->menu.options[index];
    if (spec->type != OPTION_NUMBER) {
        int count = spec->max + 1;
        *value = (int16_t)((*value + (step > 0 ? 1 : -1) + count) % count);
        return;
    }
    int next = *value + step;
    if (*value == 0 && spec->can_be_off && step > 0)
        next = spec->min + step - 1;
    if (next < spec->min)
        next = spec->can_be_off ? 0 : spec->min;
    *value = (int16_t)(next > spec->max ? spec->max : next);
}

/* ---- opening, starting ----------------------------------------------------------------------- */

/* Another game's own player may think in terms that this one does not have. */
static bool can_play(const Game *game, const Player *player)
{
    Str    text = {0};
    Player read;
    Error  ignored;
    player_format(player, &text);
    bool ok = player_parse(game, str_get(&text), &read, &ignored);
    str_free(&text);
    return ok;
}

void setup_open(Tui *tui)
{
    const GameInfo *info = chosen_game(tui);
    bool            is_same = tui->session != NULL && session_game(tui->session)->info == info;
    options_reset(&info->options, tui->menu.options);
    if (is_same) /* the rules of now are where one goes on from */
        memcpy(tui->menu.options, session_options(tui->session), sizeof tui->menu.options);
    for (int i = 0; i < 2; i++)
        if (!can_play(game_at((size_t)tui->menu.game), &tui->menu.seats[i]))
            tui->menu.seats[i] = player_opponent();
    tui->menu.row = tui->menu.top = 0;
    tui->message[0] = '\0';
    tui->page = PAGE_SETUP;
}

static void start_game(Tui *tui)
{
    Error    err;
    Session *session = session_new(game_at((size_t)tui->menu.game));
    if (session == NULL || !session_start(session, tui->menu.options, &err)) {
        tui_message(tui, true, "%s %s", tui_say(tui, WORD_TUI_NOT_STARTED),
                    session != NULL ? error_words(&err, tui->lang) : "");
        session_delete(session);
        return;
    }
    memcpy(tui->players, tui->menu.seats, sizeof tui->players);
    tui->path[0] = tui->message[0] = '\0';
    play_adopt(tui, session);
}

static void change_row(Tui *tui, int step)
{
    Row row = row_at(chosen_game(tui), tui->menu.row);
    int direction = step > 0 ? 1 : -1;
    switch (row.kind) {
    case ROW_START:
        break;
    case ROW_SEAT:
        change_player(&tui->menu, row.index, direction);
        break;
    case ROW_PRESET:
        change_preset(tui, direction);
        break;
    case ROW_OPTION:
        change_option(tui, row.index, step);
        break;
    case ROW_LANGUAGE:
        actions_press(tui, 'L');
        break;
    }
}

/* ---- drawing --------------------------------------------------------------------------------- */

static const char *row_name(const Tui *tui, Row row)
{
    switch (row.kind) {
    case ROW_START:
        return tui_say(tui, WORD_START);
    case ROW_SEAT:
        return tui_say(tui, row.index == 0 ? WORD_PLAYER_FIRST : WORD_PLAYER_SECOND);
    case ROW_PRESET:
        return tui_say(tui, WORD_PRESET);
    case ROW_OPTION:
        return chosen_game(tui)->options.specs[row.index].name;
    default:
        return tui_say(tui, WORD_LANGUAGE);
    }
}

static void format_value(const Tui *tui, Row row, Str *out)
{
    const GameInfo *info = chosen_game(tui);
    const Menu     *menu = &tui->menu;
    int             preset = find_preset(info, menu->options);
    if (row.kind == ROW_SEAT)
        view_format_player(tui, game_at((size_t)menu->game), &menu->seats[row.index], out);
    else if (row.kind == ROW_PRESET && preset >= 0)
        str_text(out, info->presets[preset].name);
    else if (row.kind == ROW_PRESET)
        str_text(out, tui_say(tui, preset == USUAL_RULES ? WORD_USUAL_RULES : WORD_TUI_OWN_RULES));
    else if (row.kind == ROW_OPTION)
        options_format_value(&info->options.specs[row.index], menu->options[row.index], out);
    else if (row.kind == ROW_LANGUAGE)
        str_text(out, tui_say(tui, WORD_TUI_LANGUAGE_NAME));
}

static void format_help(const Tui *tui, Row row, Str *out)
{
    const GameInfo *info = chosen_game(tui);
    const Player   *seat = &tui->menu.seats[row.index % 2];
    int             preset = find_preset(info, tui->menu.options);
    PlayerPreset    own;
    if (row.kind == ROW_START)
        str_text(out, text_in(&info->about, tui->lang));
    else if (row.kind == ROW_SEAT && preset_in_seat(tui, row.index, &own))
        str_printf(out, "%s (%s)", text_in(&own.help, tui->lang), own.settings);
    else if (row.kind == ROW_SEAT)
        str_text(out, seat->is_human ? tui_say(tui, WORD_TUI_PERSON_HELP)
                                     : searcher_text(seat->searcher, tui->lang));
    else if (row.kind == ROW_PRESET && preset >= 0)
        str_text(out, text_in(&info->presets[preset].help, tui->lang));
    else if (row.kind == ROW_OPTION) {
        str_printf(out, "%s (", text_in(&info->options.specs[row.index].help, tui->lang));
        options_format_range(&info->options.specs[row.index], out);
        str_char(out, ')');
    }
}

static int name_cols(const Tui *tui) { return screen_cols(tui->screen) < 60 ? 17 : 22; }

static void draw_row(Tui *tui, int screen_row, int number)
{
    Row     row = row_at(chosen_game(tui), number);
    Screen *screen = tui->screen;
    bool    is_here = number == tui->menu.row;
    int     cols = screen_cols(screen), value_col = LIST_LEFT + name_cols(tui);
    Paint   paint = {.is_bold = is_here || row.kind == ROW_START, .is_reverse = is_here};
    Str     value = {0};
    screen_fill(screen, screen_row, LIST_LEFT - 1, 1, name_cols(tui), paint);
    screen_put(screen, screen_row, LIST_LEFT, name_cols(tui) - 2, paint, row_name(tui, row));
    format_value(tui, row, &value);
    if (is_here && row.kind != ROW_START) {
        Paint arrow = {.ink = INK_MARK, .is_bold = true};
        int   used = screen_put(screen, screen_row, value_col, cols - value_col, arrow, "< ");
        used += screen_put(screen, screen_row, value_col + used, cols - value_col - used,
                           (Paint){.is_bold = true}, str_get(&value));
        screen_put(screen, screen_row, value_col + used, cols - value_col - used, arrow, " >");
    } else {
        screen_put(screen, screen_row, value_col + 2, cols - value_col - 2, (Paint){0},
                   str_get(&value));
    }
    str_free(&value);
}

/* Rows of the list that fit between the title and the help. */
static int shown_rows(const Tui *tui)
{
    int room = screen_rows(tui->screen) - LIST_TOP - HELP_ROWS - 2,
        count = row_count(chosen_game(tui));
    return room < 1 ? 1 : room < count ? room : count;
}

void setup_draw(Tui *tui)
{
    Menu *menu = &tui->menu;
    int   cols = screen_cols(tui->screen), shown = shown_rows(tui);
    Str   help = {0};
    if (menu->row < menu->top)
        menu->top = menu->row;
    if (menu->row >= menu->top + shown)
        menu->top = menu->row - shown + 1;
    tui_draw_heading(tui, 0, 0, cols, text_in(&chosen_game(tui)->name, tui->lang));
    for (int i = 0; i < shown; i++)
        draw_row(tui, LIST_TOP + i, menu->top + i);
    if (menu->top > 0)
        screen_put(tui->screen, LIST_TOP, 0, 1, (Paint){.ink = INK_MARK}, "^");
    if (menu->top + shown < row_count(chosen_game(tui)))
        screen_put(tui->screen, LIST_TOP + shown - 1, 0, 1, (Paint){.ink = INK_MARK}, "v");
    format_help(tui, row_at(chosen_game(tui), menu->row), &help);
    screen_put_lines(tui->screen, LIST_TOP + shown + 1, LIST_LEFT, HELP_ROWS, cols - LIST_LEFT - 1,
                     (Paint){0}, str_get(&help));
    str_free(&help);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void move_choice(Tui *tui, int step)
{
    int count = row_count(chosen_game(tui));
    tui->menu.row = (tui->menu.row + step + count) % count;
}

static void enter_row(Tui *tui)
{
    if (tui->menu.row == 0)
        start_game(tui);
    else
        change_row(tui, 1);
}

static void press_letter(Tui *tui, uint32_t letter)
{
    if (letter == 'j')
        move_choice(tui, 1);
    else if (letter == 'k')
        move_choice(tui, -1);
    else if (letter == 'h')
        change_row(tui, -1);
    else if (letter == 'l')
        change_row(tui, 1);
    else if (letter == ' ')
        enter_row(tui);
    else
        actions_press(tui, letter);
}

/* A click chooses a row; a click on the chosen row is Enter. */
static void press_click(Tui *tui, int screen_row)
{
    int row = tui->menu.top + screen_row - LIST_TOP;
    if (screen_row < LIST_TOP || screen_row >= LIST_TOP + shown_rows(tui))
        return;
    if (row == tui->menu.row)
        enter_row(tui);
    tui->menu.row = row;
}

void setup_press(Tui *tui, const Press *press)
{
    tui->message[0] = '\0';
    switch (press->kind) {
    case PRESS_UP:
        move_choice(tui, -1);
        break;
    case PRESS_DOWN:
        move_choice(tui, 1);
        break;
    case PRESS_LEFT:
        change_row(tui, -1);
        break;
    case PRESS_RIGHT:
        change_row(tui, 1);
        break;
    case PRESS_PAGE_UP:
        change_row(tui, BIG_STEP);
        break;
    case PRESS_PAGE_DOWN:
        change_row(tui, -BIG_STEP);
        break;
    case PRESS_HOME:
        tui->menu.row = 0;
        break;
    case PRESS_END:
        tui->menu.row = row_count(chosen_game(tui)) - 1;
        break;
    case PRESS_ENTER:
        enter_row(tui);
        break;
    case PRESS_ESCAPE:
        tui->page = PAGE_GAMES;
        break;
    case PRESS_CLICK:
        press_click(tui, press->row);
        break;
    case PRESS_LETTER:
        press_letter(tui, press->letter);
        break;
    default:
        break;
    }
}
