/* match/live.h -- games while they are played, in a small file beside the store, for whoever
 * watches.
 *
 * Players only note their moves in memory; the calling thread of a match writes the file a few
 * times a second. It is no part of the store: it may be lost, and a failure to write it stops
 * nothing. One that was left behind by a killed process is too old to be read. */
#pragma once
#include "engine/session.h"
#include "match/schedule.h"

typedef struct Live      Live;
typedef struct LiveBoard LiveBoard;

/* For so many games at once, beside this store. NULL when there is no path or memory is short; all
 * functions take NULL. Deleting removes the file. */
Live *live_new(const char *store_path, const Game *game, int boards);
void  live_delete(Live *live);

/* A game begins, `number` from 1 or 0 where it has none yet; the opening is played on the session.
 * NULL: it is not shown. Any thread. */
LiveBoard *live_begin(Live *live, int64_t number, const Fixture *fixture, const Session *session);
void       live_move(LiveBoard *board, Move move);
void       live_end(LiveBoard *board);

/* Now and then, by one thread: what has changed goes to the file, if it is time. */
void live_write(Live *live);

/* A game as it stands; texts are borrowed while it is visited. */
typedef struct {
    int64_t     key, number; /* `key` names it as long as it lasts */
    int         players[2], round, plies;
    const char *start, *moves;
} LiveGame;

/* Every game that is being played on this store; none when nobody writes. False ends it. */
typedef bool LiveVisitor(const LiveGame *game, void *user);
void         live_each(const char *store_path, LiveVisitor *visit, void *user);
