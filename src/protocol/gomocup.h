/* protocol/gomocup.h -- what both sides of the Gomocup protocol share: points and rules. Points are
 * counted from 0, x from the left and y from the top. */
#pragma once
#include "engine/session.h"

typedef struct {
    int x, y;
} GomocupPoint;

/* Reads "x,y" at *text and moves it behind; false and *text as it was otherwise. */
bool gomocup_read_point(const char **text, GomocupPoint *out);

/* The game whose record names the protocol. It has the options "size", "rule" (words as in
 * gomocup.c) and "phase" (of its opening). */
const Game *gomocup_game(void);

/* Options by the protocol's numbers; what the game refuses is left as it was. */
bool gomocup_set_size(int16_t options[], int size, Error *err);
bool gomocup_set_rule(int16_t options[], int mask, Error *err);
int  gomocup_size(const int16_t options[]);
int  gomocup_rule(const int16_t options[]); /* 0, or 1 exact, 4 renju, 8 caro */

/* The legal move of a stone there, MOVE_NONE when there is none; and the other way round: false for
 * a move without a point. */
Move gomocup_find_move(const Session *session, GomocupPoint point);
bool gomocup_point_of(const Session *session, Move move, GomocupPoint *out);
