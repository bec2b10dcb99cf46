#include "tui/tui_screen.h"

#include "base/errors.h"

#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncurses.h>

enum {
    ESCAPE_DELAY_MS = 25,
    INTERRUPT_CHARACTER = 3,
    REDRAW_CHARACTER = 12,
    ESCAPE_CHARACTER = 27
};
enum { DELETE_CHARACTER = 127, BACKSPACE_CHARACTER = 8, WIPE_CHARACTER = 21 };

struct Screen {
    SCREEN *terminal;
    bool    has_colour, has_unicode, is_utf8;
};

/* ---- beginning and end ----------------------------------------------------------------------- */

typedef struct {
    short rich, plain; /* on 256 colours, on 8; -1 is the terminal's own */
} Shade;

static const Shade grounds[GROUND_COUNT] = {
    [GROUND_NONE] = {-1, -1},
    [GROUND_BOARD] = {137, COLOR_GREEN},
    [GROUND_SHADE] = {101, COLOR_GREEN},
    [GROUND_LAST] = {172, COLOR_YELLOW},
    [GROUND_PICKED] = {31, COLOR_MAGENTA},
    [GROUND_TARGET] = {65, COLOR_CYAN},
    [GROUND_HINT] = {97, COLOR_MAGENTA},
    [GROUND_CURSOR] = {25, COLOR_RED},
};

static const Shade inks[INK_COUNT] = {
    [INK_PLAIN] = {-1, -1},           [INK_DARK] = {16, COLOR_BLACK},
    [INK_LIGHT] = {231, COLOR_WHITE}, [INK_LINE] = {58, COLOR_BLACK},
    [INK_MARK] = {226, COLOR_YELLOW}, [INK_ALARM] = {203, COLOR_RED},
};

static short pair_of(Ground ground, Ink ink) { return (short)(1 + ground * INK_COUNT + ink); }

/* See no-color.org: any value but the empty one turns colours off. */
static bool wants_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return (no_colour == NULL || no_colour[0] == '\0') && has_colors();
}

static bool begin_colours(void)
{
    if (!wants_colour() || start_color() != OK)
        return false;
    bool has_own = use_default_colors() == OK;
    bool is_rich = COLORS >= 256;
    if (COLOR_PAIRS <= pair_of(GROUND_COUNT - 1, INK_COUNT - 1))
        return false;
    for (int ground = 0; ground < GROUND_COUNT; ground++)
        for (int ink = 0; ink < INK_COUNT; ink++) {
            short back = is_rich ? grounds[ground].rich : grounds[ground].plain;
            short front = is_rich ? inks[ink].rich : inks[ink].plain;
            if (back < 0 && !has_own)
                back = COLOR_BLACK;
            if (front < 0 && !has_own)
                front = COLOR_WHITE;
            init_pair(pair_of((Ground)ground, (Ink)ink), front, back);
        }
    return true;
}

/* Ctrl-C and Ctrl-\ become characters, so that the program leaves by its own door. Ctrl-Z stays
 * with the terminal: ncurses restores the screen around it. */
static void take_interrupts(void)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) != 0)
        return;
    modes.c_cc[VINTR] = _POSIX_VDISABLE;
    modes.c_cc[VQUIT] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    def_prog_mode();
}

/* What many terminals send, whatever their description says. */
static void add_keys(void)
{
    static const struct {
        const char *sequence;
        int         key;
    } keys[] = {{"\033[A", KEY_UP},    {"\033[B", KEY_DOWN},  {"\033[C", KEY_RIGHT},
                {"\033[D", KEY_LEFT},  {"\033[H", KEY_HOME},  {"\033[F", KEY_END},
                {"\033[1~", KEY_HOME}, {"\033[4~", KEY_END},  {"\033[7~", KEY_HOME},
                {"\033[8~", KEY_END},  {"\033[11~", KEY_F(1)}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (key_defined(keys[i].sequence) == 0)
            define_key(keys[i].sequence, keys[i].key);
}

Screen *screen_begin(bool ascii, Error *err)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        error_set(err, ERROR_SCREEN_TERMINAL);
        return NULL;
    }
    Screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    screen->terminal = newterm(NULL, stdout, stdin);
    if (screen->terminal == NULL || tigetstr("cup") == NULL) {
        const char *name = getenv("TERM");
        error_set(err, ERROR_SCREEN_TERM, name ? name : "");
        screen_end(screen);
        return NULL;
    }
    set_escdelay(ESCAPE_DELAY_MS);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    add_keys();
    nodelay(stdscr, TRUE);
    take_interrupts();
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    screen->has_colour = begin_colours();
    screen->is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    screen->has_unicode = screen->is_utf8 && !ascii;
    return screen;
}

void screen_end(Screen *screen)
{
    if (screen == NULL)
        return;
    if (screen->terminal != NULL) {
        endwin();
        delscreen(screen->terminal);
    }
    free(screen);
}

int screen_rows(const Screen *screen)
{
    (void)screen;
    return getmaxy(stdscr);
}

int screen_cols(const Screen *screen)
{
    (void)screen;
    return getmaxx(stdscr);
}

bool screen_has_colour(const Screen *screen) { return screen->has_colour; }
bool screen_has_unicode(const Screen *screen) { return screen->has_unicode; }

/* ---- drawing --------------------------------------------------------------------------------- */

void screen_clear(Screen *screen)
{
    (void)screen;
    erase();
}

void screen_show(Screen *screen)
{
    (void)screen;
    refresh();
}

void screen_hide_cursor(Screen *screen)
{
    (void)screen;
    curs_set(0);
}

void screen_place_cursor(Screen *screen, int row, int col)
{
    int last = screen_cols(screen) - 1;
    curs_set(1);
    move(row, col < last ? col : last);
}

/* The next code point of UTF-8; bytes that are none read as '?'. */
static wchar_t next_letter(const char **text)
{
    const unsigned char *p = (const unsigned char *)*text;
    int                  more = p[0] >= 0xf0 ? 3 : p[0] >= 0xe0 ? 2 : p[0] >= 0xc0 ? 1 : 0;
    uint32_t             letter = more == 0 ? p[0] : p[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            *text += i;
            return L'?';
        }
        letter = letter << 6 | (p[i] & 0x3fu);
    }
    *text += more + 1;
    bool is_plain = letter >= 32 && (letter < 127 || letter >= 160);
    return is_plain && (more > 0 || letter < 128) ? (wchar_t)letter : L'?';
}

/* What to write for a letter on a terminal that does not speak UTF-8. */
static const char *plain_letter(wchar_t letter)
{
    static const struct {
        const wchar_t *letters;
        const char    *plain;
    } table[] = {{L"àâ", "a"}, {L"éèêë", "e"}, {L"îï", "i"},    {L"ôö", "o"}, {L"ùûü", "u"},
                 {L"ç", "c"},  {L"ÀÂ", "A"},   {L"ÉÈÊ", "E"},   {L"œ", "oe"}, {L"…", "..."},
                 {L"—–", "-"}, {L"’", "'"},    {L"«»", "\""},   {L"▶→", ">"}, {L"←", "<"},
                 {L"↑", "^"},  {L"↓", "v"},    {L"\u00a0", " "}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (wcschr(table[i].letters, letter) != NULL)
            return table[i].plain;
    return "?";
}

/* Writes a letter to `line` in the terminal's character set; returns how many wide letters it takes
 * there, and in *columns how much room on the screen. */
static int spell_letter(const Screen *screen, wchar_t letter, wchar_t line[4], int *columns)
{
    int count = 0;
    if (letter < 128 || screen->is_utf8) {
        line[0] = letter;
        *columns = wcwidth(letter);
        return 1;
    }
    for (const char *plain = plain_letter(letter); *plain != '\0' && count < 4; plain++)
        line[count++] = (wchar_t)*plain;
    *columns = count;
    return count;
}

static void use_paint(const Screen *screen, Paint paint)
{
    attr_t attributes = A_NORMAL;
    if (paint.is_bold)
        attributes |= A_BOLD;
    if (paint.is_dim)
        attributes |= A_DIM;
    if (paint.is_reverse)
        attributes |= A_REVERSE;
    if (paint.is_underlined)
        attributes |= A_UNDERLINE;
    attr_set(attributes, screen->has_colour ? pair_of(paint.ground, paint.ink) : 0, NULL);
}

int screen_put(Screen *screen, int row, int col, int width, Paint paint, const char *text)
{
    wchar_t line[512];
    int     count = 0, used = 0, room = screen_cols(screen) - col;
    if (row < 0 || col < 0 || row >= screen_rows(screen))
        return 0;
    width = width < room ? width : room;
    while (*text != '\0' && count < 500) {
        int columns, added = spell_letter(screen, next_letter(&text), line + count, &columns);
        if (used + columns > width)
            break;
        if (columns > 0) {
            count += added;
            used += columns;
        }
    }
    use_paint(screen, paint);
    mvaddnwstr(row, col, line, count);
    attr_set(A_NORMAL, 0, NULL);
    return used;
}

void screen_fill(Screen *screen, int row, int col, int rows, int cols, Paint paint)
{
    static const char blanks[] = "                                                                ";
    for (int i = 0; i < rows; i++)
        for (int done = 0; done < cols;) {
            int step = screen_put(screen, row + i, col + done, cols - done, paint, blanks);
            if (step == 0)
                break;
            done += step;
        }
}

static int columns_of(const Screen *screen, const char *text, const char *end)
{
    int total = 0;
    while (text < end) {
        wchar_t line[4];
        int     columns;
        spell_letter(screen, next_letter(&text), line, &columns);
        total += columns > 0 ? columns : 0;
    }
    return total;
}

/* The end of what fits one row: behind the last word that does, or as far as a long word goes. */
static const char *line_end(const Screen *screen, const char *text, int width)
{
    const char *best = text, *p = text;
    while (*p != '\0') {
        p += strspn(p, " ");
        p += strcspn(p, " ");
        if (columns_of(screen, text, p) > width)
            break;
        best = p;
    }
    return best > text ? best : p;
}

int screen_put_lines(Screen *screen, int row, int col, int rows, int width, Paint paint,
                     const char *text)
{
    int used = 0;
    for (text += strspn(text, " "); used < rows && width > 0 && *text != '\0'; used++) {
        char        line[512];
        const char *end = line_end(screen, text, width);
        size_t      size = (size_t)(end - text);
        size = size < sizeof line ? size : sizeof line - 1;
        memcpy(line, text, size);
        line[size] = '\0';
        screen_put(screen, row + used, col, width, paint, line);
        text = end + strspn(end, " ");
    }
    return used;
}

/* ---- input ----------------------------------------------------------------------------------- */

bool screen_wait(Screen *screen, int milliseconds)
{
    (void)screen;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&input, 1, milliseconds) < 0)
        return errno == EINTR; /* a new size or a return from Ctrl-Z */
    return (input.revents & (POLLHUP | POLLERR | POLLNVAL)) == 0;
}

static Press press_of_key(wint_t key)
{
    static const struct {
        wint_t    key;
        PressKind kind;
    } table[] = {
        {KEY_UP, PRESS_UP},        {KEY_DOWN, PRESS_DOWN},       {KEY_LEFT, PRESS_LEFT},
        {KEY_RIGHT, PRESS_RIGHT},  {KEY_PPAGE, PRESS_PAGE_UP},   {KEY_NPAGE, PRESS_PAGE_DOWN},
        {KEY_HOME, PRESS_HOME},    {KEY_END, PRESS_END},         {KEY_ENTER, PRESS_ENTER},
        {KEY_DC, PRESS_ERASE},     {KEY_BACKSPACE, PRESS_ERASE}, {KEY_F(1), PRESS_HELP},
        {KEY_RESIZE, PRESS_RESIZE}};
    MEVENT event;
    if (key == KEY_MOUSE && getmouse(&event) == OK)
        return (Press){.kind = PRESS_CLICK, .row = event.y, .col = event.x};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].key == key)
            return (Press){.kind = table[i].kind};
    return (Press){.kind = PRESS_LETTER}; /* a key without a meaning here */
}

static Press press_of_letter(wint_t letter)
{
    switch (letter) {
    case '\n':
    case '\r':
        return (Press){.kind = PRESS_ENTER};
    case DELETE_CHARACTER:
    case BACKSPACE_CHARACTER:
        return (Press){.kind = PRESS_ERASE};
    case WIPE_CHARACTER:
        return (Press){.kind = PRESS_WIPE};
    case INTERRUPT_CHARACTER:
        return (Press){.kind = PRESS_INTERRUPT};
    case REDRAW_CHARACTER:
        clearok(curscr, TRUE);
        return (Press){.kind = PRESS_RESIZE};
    default:
        return (Press){.kind = PRESS_LETTER, .letter = letter >= 32 ? (uint32_t)letter : 0};
    }
}

/* The rest of a key's sequence that the terminal's description does not know, so that its letters
 * are not taken for moves. */
static void skip_sequence(void)
{
    wint_t code;
    while (get_wch(&code) == OK && (code < '@' || code > '~'))
        continue;
}

/* A lone Esc, or the beginning of an unknown sequence: Esc [ … or Esc O …, all at once. */
static Press read_escape(void)
{
    wint_t code;
    int    kind = get_wch(&code);
    if (kind == OK && (code == '[' || code == 'O')) {
        skip_sequence();
        return (Press){.kind = PRESS_LETTER};
    }
    if (kind == OK)
        unget_wch((wchar_t)code);
    else if (kind == KEY_CODE_YES)
        ungetch((int)code);
    return (Press){.kind = PRESS_ESCAPE};
}

Press screen_read(Screen *screen)
{
    (void)screen;
    wint_t code;
    int    kind = get_wch(&code);
    if (kind == ERR)
        return (Press){.kind = PRESS_NONE};
    if (kind == OK && code == ESCAPE_CHARACTER)
        return read_escape();
    return kind == KEY_CODE_YES ? press_of_key(code) : press_of_letter(code);
}
