/* protocol/course.h -- the network protocol of the Fous-Fous course, both sides of it, as text
 * (docs/user/protocols.md): colours, turns, moves and the end of a game. Other games are played
 * with their own colours and moves.
 *
 * The course's server writes a NUL before the end of most lines. Whoever carries the lines shows it
 * as '\1', as net/link.h does; here it is blank, like all control characters. */
#pragma once
#include "core/game.h"

enum { COURSE_PORT = 1234, COURSE_SECONDS = 600 /* of each player */, COURSE_TEXT_SIZE = 64 };

/* The game whose record names the course, and what a player is called in any game: "Blanc". */
const Game *course_game(void);
const char *course_colour(const Game *game, int seat);

/* ---- what a server says ---- */

typedef enum {
    COURSE_OTHER, /* nothing we know: to be skipped */
    COURSE_COLOUR,
    COURSE_TURN,
    COURSE_MOVE,
    COURSE_END
} CourseKind;

typedef struct {
    CourseKind kind;
    int        seat; /* whose colour or turn; at the end the winner, PLAYER_NONE for a draw */
    char       text[COURSE_TEXT_SIZE]; /* the move as it was written, not yet judged */
} CourseLine;

/* Any line whatsoever has a meaning, be it COURSE_OTHER. */
void course_read(const Game *game, const char *line, CourseLine *out);

/* Lines to send, without their end. */
void course_write_turn(const Game *game, int seat, Str *out);
void course_write_move(const char *move, Str *out);
void course_write_end(const Game *game, const Result *result, Str *out);

/* ---- what a client says ---- */

/* A name or a move: plain text without blanks around it, cut where it does not fit. */
void course_read_word(const char *line, char text[COURSE_TEXT_SIZE]);
