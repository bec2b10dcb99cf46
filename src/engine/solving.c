#include "engine/solving.h"

#include "base/clock.h"
#include "base/errors.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* A thread that searches alone. */
typedef struct {
    Solving   *solving;
    OpenSolver solver; /* opened with the first position */
    pthread_t  thread;
    int64_t    begun_ns; /* when it took its position; 0: it has none. Under the lock */
} Lone;

struct Solving {
    const Game *game;
    SolverSetup setup;
    bool        forgets;
    OpenSolver  together; /* of all threads; opened with the first position */
    Lone       *lone;     /* one for each thread */

    /* While positions are shared out. */
    SolveJob       *jobs;
    bool           *is_answered; /* of the jobs */
    int             count, room; /* room: of is_answered */
    pthread_mutex_t lock;        /* of the rest, and begun_ns */
    pthread_cond_t  one_less;    /* a thread has no position any more */
    int             next, threads, busy;
    atomic_bool     is_handed_over; /* a thread that has a position leaves it */
};

static bool is_stopped(const Solving *solving)
{
    const atomic_bool *stop = solving->setup.stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* ---- one position ------------------------------------------------------------------------------
 */

static bool answer(const Solving *solving, OpenSolver *solver, SolveJob *job, Error *err)
{
    uint64_t nodes = 0;
    int64_t  begun_ns = clock_now_ns();
    if (solving->forgets)
        solver_forget(solver);
    bool ok = solver_value(solver, job->pos, &job->truth, err);
    job->time_ns += clock_now_ns() - begun_ns;
    job->move_count = job->line_length = 0;
    if (ok && job->moves != NULL)
        job->move_count = solver_moves(solver, job->pos, job->moves, &nodes, err);
    if (ok && job->line != NULL)
        job->line_length =
            solver_line(solver, job->pos, &job->truth, job->line, MAX_SEARCH_PLIES, &nodes, err);
    return ok && job->move_count >= 0 && job->line_length >= 0;
}

static bool answer_together(Solving *solving, SolveJob *job, Error *err)
{
    return (solver_is_open(&solving->together) ||
            solver_open(&solving->together, solving->game, &solving->setup, err)) &&
           answer(solving, &solving->together, job, err);
}

/* False: the position is too hard for one thread, or others have waited long enough. */
static bool answer_alone(Lone *lone, SolveJob *job)
{
    Solving    *solving = lone->solving;
    SolverSetup setup = solving->setup;
    uint64_t    nodes = solving->game->solver->alone_nodes;
    setup.threads = 1;
    if (nodes != 0) { /* otherwise nothing is ever handed over */
        setup.nodes = setup.nodes != 0 && setup.nodes < nodes ? setup.nodes : nodes;
        setup.stop = &solving->is_handed_over;
    }
    return (solver_is_open(&lone->solver) ||
            solver_open(&lone->solver, solving->game, &setup, NULL)) &&
           answer(solving, &lone->solver, job, NULL);
}

/* ---- positions shared out ----------------------------------------------------------------------
 */

/* Under the lock: until when a thread without a position waits for the others. What another leaves
 * is begun again by all of them, which together need more than half of its time: so it is given
 * three times as long again as it has had, and most have ended by then. */
static int64_t end_of_waiting(const Solving *solving, int64_t now_ns)
{
    int64_t first_ns = now_ns;
    for (int i = 0; i < solving->threads; i++) {
        int64_t begun_ns = solving->lone[i].begun_ns;
        first_ns = begun_ns != 0 && begun_ns < first_ns ? begun_ns : first_ns;
    }
    return now_ns + 3 * (now_ns - first_ns);
}

/* A thread that finds no position any more: until the others have none either, or half of them have
 * waited long enough. A thread that still searches ends soon by itself: it has few nodes. */
static void wait_for_others(Solving *solving)
{
    int64_t end_ns = 0;
    while (solving->busy > 0 && !atomic_load(&solving->is_handed_over)) {
        if (solving->game->solver->alone_nodes == 0 || 2 * solving->busy > solving->threads) {
            pthread_cond_wait(&solving->one_less, &solving->lock);
            continue;
        }
        if (end_ns == 0)
            end_ns = end_of_waiting(solving, clock_now_ns());
        struct timespec until = {.tv_sec = (time_t)(end_ns / 1000000000),
                                 .tv_nsec = (long)(end_ns % 1000000000)};
        if (clock_now_ns() >= end_ns || is_stopped(solving))
            atomic_store(&solving->is_handed_over, true);
        else
            pthread_cond_timedwait(&solving->one_less, &solving->lock, &until);
    }
}

static void *search_alone(void *argument)
{
    Lone    *lone = argument;
    Solving *solving = lone->solving;
    pthread_mutex_lock(&solving->lock);
    while (solving->next < solving->count && !is_stopped(solving)) {
        int i = solving->next++;
        if (solving->jobs[i].pos == NULL)
            continue;
        lone->begun_ns = clock_now_ns();
        pthread_mutex_unlock(&solving->lock);
        bool ok = answer_alone(lone, &solving->jobs[i]);
        pthread_mutex_lock(&solving->lock);
        solving->is_answered[i] = ok;
    }
    lone->begun_ns = 0;
    assert(solving->busy > 0);
    solving->busy--;
    pthread_cond_broadcast(&solving->one_less);
    wait_for_others(solving);
    pthread_mutex_unlock(&solving->lock);
    return NULL;
}

/* What stays unanswered is hard. */
static void share_out(Solving *solving)
{
    assert(solving->setup.threads > 1);
    int wanted = solving->setup.threads, started = 1;
    solving->next = 0;
    solving->threads = solving->busy = wanted;
    atomic_store(&solving->is_handed_over, false);
    while (started < wanted && pthread_create(&solving->lone[started].thread, NULL, search_alone,
                                              &solving->lone[started]) == 0)
        started++;
    if (started < wanted) {
        pthread_mutex_lock(&solving->lock);
        solving->busy -= wanted - started;
        pthread_mutex_unlock(&solving->lock);
    }
    search_alone(&solving->lone[0]);
    for (int i = 1; i < started; i++)
        pthread_join(solving->lone[i].thread, NULL);
}

static bool make_room(Solving *solving, int count)
{
    assert(count >= 0);
    if (count > solving->room) {
        bool *larger = realloc(solving->is_answered, (size_t)count * sizeof larger[0]);
        if (larger == NULL)
            return false;
        solving->is_answered = larger;
        solving->room = count;
    }
    for (int i = 0; i < count; i++)
        solving->is_answered[i] = false;
    return true;
}

bool solving_run(Solving *solving, SolveJob jobs[], int count, bool (*done)(int index, void *user),
                 void *user, Error *err)
{
    if (!make_room(solving, count))
        return error_set(err, ERROR_MEMORY);
    if (err != NULL)
        *err = (Error){0};
    solving->jobs = jobs;
    solving->count = count;
    if (solving->setup.threads > 1 && count > 1)
        share_out(solving);
    for (int i = 0; i < count; i++) {
        if (jobs[i].pos != NULL && !solving->is_answered[i] &&
            !answer_together(solving, &jobs[i], err))
            return false;
        if (!done(i, user))
            return false;
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

Solving *solving_new(const Game *game, const SolverSetup *setup, bool forgets, Error *err)
{
    assert(setup->threads >= 0);
    int      threads = setup->threads > 1 ? setup->threads : 1;
    Solving *solving = calloc(1, sizeof *solving);
    Lone    *lone = calloc((size_t)threads, sizeof lone[0]);
    if (game->solver == NULL || solving == NULL || lone == NULL) {
        if (game->solver == NULL)
            error_set(err, ERROR_NO_SOLVER, game->info->id);
        else
            error_set(err, ERROR_MEMORY);
        free(lone);
        free(solving);
        return NULL;
    }
    *solving = (Solving){.game = game, .setup = *setup, .forgets = forgets, .lone = lone};
    solving->setup.threads = threads;
    for (int i = 0; i < threads; i++)
        lone[i].solving = solving;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&solving->lock, NULL);
    pthread_cond_init(&solving->one_less, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return solving;
}

void solving_delete(Solving *solving)
{
    if (solving == NULL)
        return;
    for (int i = 0; i < solving->setup.threads; i++)
        solver_close(&solving->lone[i].solver);
    solver_close(&solving->together);
    pthread_cond_destroy(&solving->one_less);
    pthread_mutex_destroy(&solving->lock);
    free(solving->is_answered);
    free(solving->lone);
    free(solving);
}
