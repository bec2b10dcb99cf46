/* tui/tui_screen.h -- the terminal: coloured text at a place, and what the player presses.
 *
 * The only file of this layer that knows ncurses. Nothing reaches the terminal before screen_show;
 * ncurses then sends what changed, so a picture may be drawn anew at every event. */
#pragma once
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Screen Screen;

/* What a text stands on and what it is written with. Without colours both are left out. */
typedef enum {
    GROUND_NONE,
    GROUND_BOARD,
    GROUND_SHADE, /* every other square */
    GROUND_LAST,
    GROUND_PICKED,
    GROUND_TARGET,
    GROUND_HINT,
    GROUND_CURSOR,
    GROUND_COUNT
} Ground;

typedef enum { INK_PLAIN, INK_DARK, INK_LIGHT, INK_LINE, INK_MARK, INK_ALARM, INK_COUNT } Ink;

typedef struct {
    Ground ground;
    Ink    ink;
    bool   is_bold, is_dim, is_reverse, is_underlined;
} Paint;

typedef enum {
    PRESS_NONE,
    PRESS_LETTER,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_ENTER,
    PRESS_ESCAPE,
    PRESS_ERASE,
    PRESS_WIPE, /* Ctrl-U: all that was typed */
    PRESS_HELP,
    PRESS_CLICK,
    PRESS_RESIZE,
    PRESS_INTERRUPT
} PressKind;

typedef struct {
    PressKind kind;
    uint32_t  letter;   /* PRESS_LETTER: its code point */
    int       row, col; /* PRESS_CLICK */
} Press;

/* NULL when there is no usable terminal. screen_end puts the terminal back as it was. */
Screen *screen_begin(bool ascii, Error *err);
void    screen_end(Screen *screen); /* NULL is fine */

int  screen_rows(const Screen *screen);
int  screen_cols(const Screen *screen);
bool screen_has_colour(const Screen *screen);
bool screen_has_unicode(const Screen *screen); /* pieces and lines may be symbols */

void screen_clear(Screen *screen);
void screen_show(Screen *screen);
void screen_hide_cursor(Screen *screen);
void screen_place_cursor(Screen *screen, int row, int col);

/* Writes UTF-8 on at most `width` columns of one row, cut at the screen's edge. Returns the columns
 * used. Letters the terminal's character set lacks lose their accents. */
int  screen_put(Screen *screen, int row, int col, int width, Paint paint, const char *text);
void screen_fill(Screen *screen, int row, int col, int rows, int cols, Paint paint);

/* Words broken over at most `rows` rows of `width` columns; returns the rows used. */
int screen_put_lines(Screen *screen, int row, int col, int rows, int width, Paint paint,
                     const char *text);

/* Waits until something is pressed or the time is over; false when the terminal is gone. */
bool screen_wait(Screen *screen, int milliseconds);

/* The next thing pressed; PRESS_NONE when there is nothing more. */
Press screen_read(Screen *screen);
