/* engine/session.h -- one game being played: position, history, undo and redo, result, thinking.
 *
 * The facade of the library. Nothing here prints; every failure is a value. */
#pragma once
#include "core/formats/record.h"
#include "core/game.h"
#include "search/frame/search.h"

typedef struct Session Session;

/* A session of the game with its default options, at the start. NULL when memory is short. */
Session *session_new(const Game *game);
void     session_delete(Session *session); /* NULL is fine */

/* Starts over. On failure the session is as before. */
bool session_start(Session *session, const int16_t options[], Error *err);
bool session_set_position(Session *session, const char *text, Error *err);

const Game    *session_game(const Session *session);
const void    *session_position(const Session *session);
const int16_t *session_options(const Session *session);
const char    *session_start_text(const Session *session); /* position text of the first position */
int            session_side(const Session *session);       /* player to move */
Result         session_result(const Session *session);

int  session_ply(const Session *session);           /* moves played and not undone */
int  session_length(const Session *session);        /* with those that can be redone */
Move session_move(const Session *session, int ply); /* 0 is the first */
void session_position_at(const Session *session, int ply, void *out);

/* The first `count` moves, blanks between them. */
void session_format_moves(const Session *session, int count, Str *out);

/* Cells of the last move, -1 where there is none. */
void session_last_squares(const Session *session, int *from, int *to);

bool session_play(Session *session, Move move, Error *err); /* forgets what could be redone */
bool session_play_text(Session *session, const char *text, Error *err);

/* Blank-separated or joined moves, all or none of them. */
bool session_play_moves(Session *session, const char *text, Error *err);

bool session_undo(Session *session);
bool session_redo(Session *session);

/* Undoes or redoes until `ply` moves are played; where there are not so many, as far as it goes. */
void session_go_to(Session *session, int ply);

/* Ends the game from outside: resignation, agreement, time … */
void session_end(Session *session, int winner, Reason reason);

/* Searches the present position with the settings of the context (limits, evaluation, table,
 * threads …); the session adds the history of the game. False when the game is over. */
bool session_search(Session *session, SearcherId searcher, SearchContext *context, Error *err);

/* The same with limits alone. */
bool session_think(Session *session, SearcherId searcher, const Limits *limits, uint64_t seed,
                   const atomic_bool *stop, SearchContext *out, Error *err);

/* What a seat keeps from its last search: a transposition table, a Monte Carlo tree. The session
 * owns them; each seat has its own, so that two programs share nothing. NULL when memory is short.
 * A different size makes a new one. */
Tt              *session_table(Session *session, int seat, int megabytes);
struct MctsTree *session_tree(Session *session, int seat, int megabytes);

/* Likewise the exact solver (search/exact/exact.h), which is opened at its first search. */
struct ExactMemory *session_exact(Session *session, int seat);

/* The net of a file (eval/net.h), "": the built-in one, for the player of the seat; read once. NULL
 * and *err when it cannot be used, or was made for other rules than the session's. */
const struct Net *session_net(Session *session, int seat, const char *file, Error *err);

/* Clears all that the seat keeps, as before its first search. */
void session_forget(Session *session, int seat);

/* Exchanges what the seats of `to` and `from` keep; or those of a single seat. */
void session_exchange_memory(Session *to, Session *from);
void session_exchange_seat(Session *to, int to_seat, Session *from, int from_seat);

/* Fills an empty record with the game so far; the caller adds names and frees it. */
bool session_to_record(const Session *session, Record *out, Error *err);

/* Plays the record's game from its start; on failure the session is as before. */
bool session_from_record(Session *session, const Record *record, Error *err);

/* A copy of the session without what the seats keep: it can be searched while the other goes on.
 * `is_whole`: with the moves that could be redone, as played. NULL when memory is short.
 */
Session *session_copy(const Session *session, bool is_whole, Error *err);
