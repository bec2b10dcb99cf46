/* core/notation.h -- move text and square names, for every game from its Notation. */
#pragma once
#include "core/game.h"

enum { MOVE_TEXT_SIZE = 16 };

/* Fits MOVE_TEXT_SIZE; returns `text`. */
char *notation_format(const Game *game, const void *pos, Move move, char text[MOVE_TEXT_SIZE]);

/* A line of moves from pos, blanks between them. Stops early when memory is short. */
void notation_format_line(const Game *game, const void *pos, const Move moves[], int count,
                          Str *out);

/* The legal move that `text` writes, the whole of it. The error names a legal example. */
bool notation_parse(const Game *game, const void *pos, const char *text, Move *out, Error *err);

/* The same for the longest move at the start of *text, which is moved behind it: moves may be
 * joined ("4455", "h8i9"). */
bool notation_parse_next(const Game *game, const void *pos, const char **text, Move *out,
                         Error *err);

/* The legal move with these squares (see Game.squares); MOVE_NONE when there is none. */
Move notation_find(const Game *game, const void *pos, int from, int to);

/* "h8"; cell as on a Board of that size. */
void notation_square(const Game *game, const Board *board, int cell, char text[MOVE_TEXT_SIZE]);
bool notation_parse_square(const Game *game, const Board *board, const char **text, int *cell);
