/* tui/tui_think.h -- a machine's thought in a thread of its own, on its own copy of the game. */
#pragma once
#include "engine/player.h"

#include <pthread.h>

typedef struct {
    /* Of the screen's thread. */
    bool      is_running;
    bool      is_hint; /* advice for a person, not a move to be played */
    int64_t   started_us;
    pthread_t thread;

    /* Given to the thinking thread, and read again after it ended. */
    Session      *session; /* owned */
    Player        player;
    uint64_t      seed;
    SearchContext found;
    Error         error;
    bool          succeeded;

    atomic_bool stop; /* "end at once" */
    atomic_bool done; /* "the results are there" */
} Thinker;

/* False when memory or threads are short. A thought that runs already is ended first. */
bool think_begin(Thinker *thinker, const Session *session, const Player *player, uint64_t seed,
                 bool is_hint, Error *err);

/* True once, when the thought has ended by itself: found, succeeded and error are there. */
bool think_take(Thinker *thinker);

/* Ends the thought at once and forgets it; nothing happens when there is none. */
void think_end(Thinker *thinker);
