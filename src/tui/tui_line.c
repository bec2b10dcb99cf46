#include "tui/tui_state.h"

#include "engine/savefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

void line_open(Tui *tui, LineKind kind, const char *text)
{
    tui->message[0] = '\0';
    tui->line.kind = kind;
    snprintf(tui->line.text, sizeof tui->line.text, "%s", text);
}

static bool is_question(LineKind kind) { return kind >= LINE_ASK_QUIT; }

void line_draw(Tui *tui, int row)
{
    static const Word prompts[] = {
        [LINE_NONE] = WORD_FILE_NAME,
        [LINE_MOVE] = WORD_TYPE_A_MOVE,
        [LINE_SAVE] = WORD_TUI_SAVE_AS,
        [LINE_LOAD] = WORD_TUI_LOAD_FROM,
        [LINE_ASK_QUIT] = WORD_TUI_ASK_QUIT,
        [LINE_ASK_RESIGN] = WORD_TUI_ASK_RESIGN,
        [LINE_ASK_REPLACE] = WORD_TUI_ASK_REPLACE,
    };
    const Line *line = &tui->line;
    int         cols = screen_cols(tui->screen), col = 1;
    Paint       paint = {.ink = INK_MARK, .is_bold = true};
    col += screen_put(tui->screen, row, col, cols - col, paint, tui_say(tui, prompts[line->kind]));
    col += screen_put(tui->screen, row, col, cols - col, paint,
                      is_question(line->kind) ? tui_say(tui, WORD_TUI_YES_NO) : " > ");
    /* Of a long text the end is what counts: that is where the typing goes on. */
    const char *text = line->text;
    while (strlen(text) > 1 && (int)strlen(text) > cols - col - 1)
        text++;
    if (!is_question(line->kind))
        col += screen_put(tui->screen, row, col, cols - col, (Paint){0}, text);
    screen_place_cursor(tui->screen, row, col);
}

/* ---- saving and loading ---------------------------------------------------------------------- */

/* "-" would be the standard streams, which are the screen. */
static void take_path(Tui *tui, const char *text)
{
    snprintf(tui->path, sizeof tui->path, "%s%.250s", strcmp(text, "-") == 0 ? "./" : "", text);
}

static void save(Tui *tui)
{
    Error err;
    Str   names[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        player_format(&tui->players[i], &names[i]);
    if (savefile_write(tui->session, tui->path, str_get(&names[0]), str_get(&names[1]), &err))
        tui_message(tui, false, "%s %s", tui_say(tui, WORD_SAVED), tui->path);
    else
        tui_message(tui, true, "%s %s", tui_say(tui, WORD_TUI_NOT_SAVED),
                    error_words(&err, tui->lang));
    str_free(&names[0]);
    str_free(&names[1]);
}

static void load(Tui *tui)
{
    Error    err;
    Session *session = savefile_open(tui->path, &err);
    if (session == NULL) {
        tui_message(tui, true, "%s %s", tui_say(tui, WORD_TUI_NOT_LOADED),
                    error_words(&err, tui->lang));
        return;
    }
    play_adopt(tui, session);
    tui_message(tui, false, "%s %s", tui_say(tui, WORD_LOADED), tui->path);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void accept_text(Tui *tui)
{
    LineKind kind = tui->line.kind;
    tui->line.kind = LINE_NONE;
    if (kind == LINE_MOVE) {
        play_typed(tui, tui->line.text);
        return;
    }
    if (tui->line.text[0] == '\0')
        return;
    take_path(tui, tui->line.text);
    if (kind == LINE_LOAD)
        load(tui);
    else if (access(tui->path, F_OK) == 0)
        line_open(tui, LINE_ASK_REPLACE, "");
    else
        save(tui);
}

static void answer(Tui *tui, uint32_t letter)
{
    bool is_yes = letter == 'y' || letter == 'Y' ||
                  (tui->lang == LANG_FR && (letter == 'o' || letter == 'O'));
    LineKind kind = tui->line.kind;
    tui->line.kind = LINE_NONE;
    if (!is_yes)
        return;
    if (kind == LINE_ASK_QUIT)
        tui->is_done = true;
    else if (kind == LINE_ASK_RESIGN)
        actions_resign(tui);
    else
        save(tui);
}

static void add_letter(Line *line, uint32_t letter)
{
    char      bytes[16]; /* MB_CUR_MAX is at most this in every character set */
    mbstate_t state = {0};
    size_t    size = strlen(line->text), added = 0;
    if (letter >= 32 && MB_CUR_MAX <= sizeof bytes)
        added = wcrtomb(bytes, (wchar_t)letter, &state);
    if (added == (size_t)-1 || size + added >= sizeof line->text)
        return;
    memcpy(line->text + size, bytes, added);
    line->text[size + added] = '\0';
}

static void erase_letter(Line *line)
{
    size_t size = strlen(line->text);
    while (size > 0 && ((unsigned char)line->text[size - 1] & 0xc0) == 0x80)
        size--;
    line->text[size > 0 ? size - 1 : 0] = '\0';
}

void line_press(Tui *tui, const Press *press)
{
    if (is_question(tui->line.kind)) {
        answer(tui, press->kind == PRESS_LETTER ? press->letter : 0);
        return;
    }
    switch (press->kind) {
    case PRESS_ENTER:
        accept_text(tui);
        break;
    case PRESS_ESCAPE:
        tui->line.kind = LINE_NONE;
        break;
    case PRESS_ERASE:
        erase_letter(&tui->line);
        break;
    case PRESS_WIPE:
        tui->line.text[0] = '\0';
        break;
    case PRESS_LETTER:
        add_letter(&tui->line, press->letter);
        break;
    default:
        break;
    }
}
