/* plateau.h -- the library for other programs: games, positions, playing, searching.
 *
 *     cc program.c $(pkg-config --cflags --libs plateau)
 *
 * It stands alone and can be read as C99 and as C++11. Everything begins with plateau_ or PLATEAU_;
 * the library defines no other global names. Nothing in it prints or ends the process; every
 * failure is a value.
 *
 * Threads: sessions are independent of each other; one session is used by one thread at a time, but
 * for plateau_session_stop. What the library keeps for itself are tables that are computed once,
 * when they are first needed, behind a lock, never changed again and never freed.
 *
 * Texts are UTF-8. A text that a session returns stays as it is until the same function is called
 * for this session again, or the session is deleted; NULL only when memory is short. */
#ifndef PLATEAU_H
#define PLATEAU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Before 1.0 a new minor version may change what is declared here. */
#define PLATEAU_VERSION_MAJOR 0
#define PLATEAU_VERSION_MINOR 2
#define PLATEAU_VERSION_PATCH 0
#define PLATEAU_VERSION "0.2.0"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked: PLATEAU_VERSION of its own header. */
const char *plateau_version(void);

/* What went wrong, in one line of English; "" when nothing did. NULL may be given for it. */
typedef struct PlateauError {
    char text[640];
} PlateauError;

/* ---- games: constant, nothing to free ---- */

typedef struct PlateauGame PlateauGame;

size_t             plateau_game_count(void);
const PlateauGame *plateau_game_at(size_t index);     /* NULL: there are not so many */
const PlateauGame *plateau_game_find(const char *id); /* "connect4"; NULL: unknown */
const char        *plateau_game_id(const PlateauGame *game);
const char        *plateau_game_name(const PlateauGame *game);

/* ---- sessions: one game being played ---- */

typedef struct PlateauSession PlateauSession;

/* A new game with the usual rules; the caller deletes it. NULL when there is no such game (NULL was
 * given), or memory is short. */
PlateauSession *plateau_session_new(const PlateauGame *game);
void            plateau_session_delete(PlateauSession *session); /* NULL is fine */

/* Starts over with these rules: "size=19 rule=renju"; "" or NULL: the usual ones. Where this and
 * the next functions fail, the session is as before. */
bool plateau_session_start(PlateauSession *session, const char *options, PlateauError *error);

/* Starts over from a position, as plateau_session_position writes it; or a whole game, as
 * plateau_session_record writes it, with all its moves played. */
bool plateau_session_set_position(PlateauSession *session, const char *text, PlateauError *error);
bool plateau_session_set_record(PlateauSession *session, const char *text, PlateauError *error);

/* Plays one move. */
bool plateau_session_play(PlateauSession *session, const char *move, PlateauError *error);

bool plateau_session_undo(PlateauSession *session); /* false: there is nothing to take back */
bool plateau_session_redo(PlateauSession *session);

int  plateau_session_ply(const PlateauSession *session);  /* moves played and not taken back */
int  plateau_session_side(const PlateauSession *session); /* the player to move, 0 or 1 */
bool plateau_session_is_over(const PlateauSession *session);
int  plateau_session_winner(const PlateauSession *session); /* 0 or 1; -1: nobody, or not yet */

/* "1-0", "0-1", "1/2-1/2", "*" while play goes on; and one word that says why, "four" or
 * "blocked"; "" while play goes on. */
const char *plateau_session_result(const PlateauSession *session);
const char *plateau_session_reason(const PlateauSession *session);

/* All legal moves, blanks between them, "" when the game is over; the position in one line; the
 * board, row by row; the game so far as a record. */
const char *plateau_session_moves(PlateauSession *session);
const char *plateau_session_position(PlateauSession *session);
const char *plateau_session_drawing(PlateauSession *session);
const char *plateau_session_record(PlateauSession *session);

/* The move that a player chooses here, not yet played: "level3", "champion,time=500ms",
 * "pvs,depth=6", "random" ... as `plateau play` takes them. Equal seeds give equal moves, where the
 * player is not limited by time. NULL, and why, when there is no such player or the game is over.
 */
const char *plateau_session_choose(PlateauSession *session, const char *player, uint64_t seed,
                                   PlateauError *error);

/* From any thread: a plateau_session_choose that is under way returns soon, with a legal move. A
 * call that has not begun is not stopped. */
void plateau_session_stop(PlateauSession *session);

#ifdef __cplusplus
}
#endif
#endif
