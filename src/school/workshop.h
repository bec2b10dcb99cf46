/* school/workshop.h -- programs that were handed in are built here, one after the other, on a
 * thread of its own: neither the door nor a game waits for a compiler. */
#pragma once
#include "school/engine_build.h"

typedef struct Workshop Workshop;

/* What was asked for, and what came of it. */
typedef struct Job {
    int     player;
    int64_t version; /* of the store it came from; 0: it is new */
    Str     file, bytes;

    bool   ok;
    Engine engine; /* when ok */
    Str    messages;
    Error  err; /* otherwise */

    bool        is_done; /* these two are the workshop's */
    struct Job *next;
} Job;

/* `setup` is copied, what it points to borrowed. NULL and *err on failure. */
Workshop *workshop_open(const EngineSetup *setup, Error *err);
void      workshop_close(Workshop *workshop); /* stops what is under way; NULL is fine */

/* Takes the job over; jobs are built in their order. */
void workshop_add(Workshop *workshop, Job *job);

/* The next one that is done, the caller's to free; NULL when there is none for now. */
Job *workshop_next(Workshop *workshop);

bool workshop_is_busy_for(Workshop *workshop, int player);

Job *job_new(int player, const char *file);
void job_free(Job *job); /* NULL is fine */
