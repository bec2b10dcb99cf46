/* page/pool.h -- threads that think for the pages, and who is served next.
 *
 * Moves of machines in games have threads of their own, half as many. Everything else waits for the
 * others, which leave the processor to the moves. Owners take turns: one who asks for much waits
 * behind those who ask for little. Every job has a budget of time, after which it is told to stop;
 * so is a move that has thought for its share while others wait. */
#pragma once
#include "base/str.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct Pool Pool;

typedef struct Job {
    /* Set by the maker. */
    void (*run)(struct Job *job); /* in a thread of the pool; ends soon after `stop` is raised */
    void (*note)(struct Job *job, const Str *text); /* what job_tell said; in the loop's thread */
    void (*finish)(struct Job *job); /* the same, last of all, also without run; frees the job */
    int64_t     budget_us;
    uint64_t    owner;      /* for pool_cancel; 0: nobody */
    bool        is_move;    /* of a machine in a game */
    bool        is_patient; /* stopped early when others wait; its maker begins it again */
    bool        is_long;    /* never takes the last thread, where there are several */
    atomic_bool stop;       /* any thread may raise it */

    /* The pool's own. */
    Pool        *pool;
    bool         was_run;
    uint64_t     turn, number;
    int64_t      begun_us, ended_us; /* 0: not yet */
    struct Job  *next;
    struct Note *notes, **last_note;
} Job;

/* `wake` is called by the threads when there is something to collect. With 0 threads no job ever
 * runs. NULL when memory or threads are short. */
Pool *pool_new(int threads, void (*wake)(void *user), void *user);

/* Stops all jobs and finishes them. NULL is fine. */
void pool_delete(Pool *pool);

/* `turn` is the owner's own number for jobs of this kind, 0 at first: milliseconds that he has
 * asked for, by a clock that goes on as all are served. False: too much is waiting; the job is the
 * caller's still. A move is never refused. */
bool pool_add(Pool *pool, Job *job, uint64_t *turn);

/* The job ends soon; one that waits is not begun any more. pool_collect finishes it. */
void pool_stop(Pool *pool, Job *job);
void pool_cancel(Pool *pool, uint64_t owner); /* the same for all of an owner's */

/* In a job's thread: hands the text over, and empties it. */
void job_tell(Job *job, Str *text);

/* In the loop's thread: delivers what has come, and stops what takes too long. */
void    pool_collect(Pool *pool);
int64_t pool_due_us(Pool *pool); /* when pool_collect must be called at the latest */
