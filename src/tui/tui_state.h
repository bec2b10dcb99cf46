/* tui/tui_state.h -- all that the screen shows, in one object that is passed along.
 *
 * Presses and finished thoughts change it; tui_draw paints it. Each block of functions below names
 * the source that holds them. */
#pragma once
#include "base/words.h"
#include "tui/tui_screen.h"
#include "tui/tui_think.h"

typedef enum { PAGE_GAMES, PAGE_SETUP, PAGE_PLAY } Page;

/* The position laid open for drawing and pointing. */
enum { MAX_SPECIALS = 9 }; /* as many as there are number keys */
typedef struct {
    Board   board;
    Result  result;
    int     side;       /* player to move */
    int     last[2];    /* cells of the last move, -1 where there is none */
    bool    by_columns; /* a move is a column */
    bool    is_settled; /* both players know their colour; not so while an opening is laid out */
    int     move_count;
    Move    moves[MAX_MOVES];
    int16_t from[MAX_MOVES], to[MAX_MOVES]; /* their cells */
    int     special_count;
    Move    specials[MAX_SPECIALS];
} View;

/* From so many rows on, the last one reminds of the keys. */
enum { ROOMY_SCREEN = 16 };

/* Where the board and what stands beside it are on the screen. */
typedef struct {
    bool fits;
    int  need_rows, need_cols; /* of the screen, when it does not fit */
    int  top, left;            /* of the cells or, where there is one, of the grid */
    int  row_step, col_step;   /* from one cell to the next */
    bool has_grid;
    int  label_rows; /* 1: column names above only, 2: below too */
    int  label_cols; /* columns at the left for the names of the rows */
    int  panel_top, panel_left, panel_rows, panel_cols; /* cols 0: there is no panel */
} Layout;

/* The row at the bottom, when it asks for something. */
typedef enum {
    LINE_NONE,
    LINE_MOVE,
    LINE_SAVE,
    LINE_LOAD,
    LINE_ASK_QUIT, /* from here on: yes or no */
    LINE_ASK_RESIGN,
    LINE_ASK_REPLACE
} LineKind;

typedef struct {
    LineKind kind;
    char     text[256];
} Line;

typedef struct {
    int     game; /* index for game_at */
    int     row, top;
    int16_t options[MAX_OPTIONS];
    Player  seats[2];
    Player  own[2]; /* the players the program was called with: offered as well */
} Menu;

typedef struct {
    Screen  *screen;
    Lang     lang;
    uint64_t rng;
    Page     page;
    bool     is_done;
    bool     shows_help;
    int      help_top; /* first line of the help that is shown */
    Line     line;
    char     path[256]; /* last file saved or loaded */
    char     message[512];
    bool     is_alarm; /* the message is about something wrong */
    Menu     menu;

    /* The game. */
    Session      *session; /* the one played: borrowed, or `owned`; NULL before the first */
    Session      *owned;
    Player        players[2];
    View          view;
    Layout        layout;
    int           cursor, picked; /* cells; picked is -1 when no piece is */
    Move          hint;
    bool          is_paused; /* the machines wait */
    Thinker       thinker;
    SearchContext search; /* the machine's last */
    bool          has_search;
} Tui;

static inline const char *tui_say(const Tui *tui, Word id) { return word(id, tui->lang); }
static inline bool        tui_is_over(const Tui *tui) { return tui->view.result.is_over; }

/* tui_draw.c */
void tui_draw(Tui *tui);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tui_message(Tui *tui, bool is_alarm, const char *format, ...);
void tui_draw_heading(Tui *tui, int row, int col, int width, const char *text);

/* tui_view.c */
void        view_refresh(Tui *tui);
bool        view_has_move_from(const View *view, int cell);
Move        view_find_move(const View *view, int from, int to); /* MOVE_NONE: there is none */
Move        view_find_in_column(const View *view, int col);
int         view_landing(const View *view, int cell); /* cell a press on `cell` is about */
int         view_colour_of(const View *view, int player);
const char *view_player_name(const Tui *tui, int player); /* "Black", or "First player" */

/* A person, the name of one of the game's own players, or settings. */
void view_format_player(const Tui *tui, const Game *game, const Player *player, Str *out);

/* tui_board.c */
void        layout_choose(Tui *tui);
void        board_draw(Tui *tui);
int         board_cell_at(const Tui *tui, int row, int col); /* -1 beside the board */
const char *board_glyph(const Tui *tui, int colour, char buffer[2]);
Ink         board_ink(const Tui *tui, int colour);

/* tui_panel.c */
void panel_draw(Tui *tui);
void panel_format_status(const Tui *tui, Str *out); /* whose turn, or the result; one line */
void panel_format_choices(const Tui *tui, Str *out);

/* tui_play.c */
void play_press(Tui *tui, const Press *press);
void play_tick(Tui *tui); /* takes what the machine thought, or lets it think */
void play_changed(Tui *tui);
void play_show(Tui *tui, Session *session);  /* goes on with a session of the caller's */
void play_adopt(Tui *tui, Session *session); /* the same, and deletes it in the end */
void play_typed(Tui *tui, const char *text);
bool play_is_persons_turn(Tui *tui); /* says why when it is not */

/* tui_actions.c */
bool actions_press(Tui *tui, uint32_t letter); /* false when the letter means nothing here */
void actions_resign(Tui *tui);
void actions_draw_help(Tui *tui);
bool actions_game_is_running(const Tui *tui);

/* tui_line.c */
void line_open(Tui *tui, LineKind kind, const char *text);
void line_press(Tui *tui, const Press *press);
void line_draw(Tui *tui, int row);

/* tui_menu.c and tui_setup.c */
void menu_init(Tui *tui, const Player players[2]);
void menu_draw(Tui *tui);
void menu_press(Tui *tui, const Press *press);
void setup_open(Tui *tui);
void setup_draw(Tui *tui);
void setup_press(Tui *tui, const Press *press);
