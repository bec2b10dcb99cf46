/* school/build_queue.h -- programs that were handed in are built here, one after the other, on a
 * thread of its own: neither the door nor a game waits for a compiler. */
#pragma once
#include "school/engine_build.h"

typedef struct BuildQueue BuildQueue;

/* What was asked for, and what came of it. */
typedef struct BuildJob {
    int     player;
    int64_t version; /* of the store it came from; 0: it is new */
    Str     file, bytes;

    bool   ok;
    Engine engine; /* when ok */
    Str    messages;
    Error  err; /* otherwise */

    bool             is_done; /* these two are the builds's */
    struct BuildJob *next;
} BuildJob;

/* `setup` is copied, what it points to borrowed. NULL and *err on failure. */
BuildQueue *build_queue_open(const EngineSetup *setup, Error *err);
void        build_queue_close(BuildQueue *builds); /* stops what is under way; NULL is fine */

/* Takes the job over; jobs are built in their order. */
void build_queue_add(BuildQueue *builds, BuildJob *job);

/* The next one that is done, the caller's to free; NULL when there is none for now. */
BuildJob *build_queue_next(BuildQueue *builds);

bool build_queue_is_busy_for(BuildQueue *builds, int player);

BuildJob *job_new(int player, const char *file);
void      job_free(BuildJob *job); /* NULL is fine */
