#include "page/pool.h"

#include "base/clock.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MAX_THREADS = 64,
    MAX_WAITING = 256,         /* without moves, of which each open game has one at most */
    MOVE_MS = 50,              /* what a move is taken to cost until it is known */
    ALL_MOVES_US = 1000000,    /* in about this time all moves that wait shall be made … */
    SHORTEST_MOVE_US = 100000, /* … but each has so long to think */
    MOVES_NICE = 2, /* where threads have a rank of their own: the loop comes first … */
    OTHERS_NICE = 8,
};

typedef struct Note {
    Str          text;
    struct Note *next;
} Note;

/* Those who wait for the same threads. */
typedef struct {
    Job     *waiting; /* in no order */
    int      waiting_count, idle_count;
    uint64_t now_served; /* the turn of the job that was begun last */
} Queue;

struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t  has_work; /* for all threads */
    bool            is_ending;
    pthread_t       threads[MAX_THREADS * 2];
    int             thread_count, move_count; /* those for moves come behind the others */
    Queue           moves, others;
    Job            *running, *finished; /* lists, in no order */
    int             long_count;         /* long ones that run */
    uint64_t        number;
    void (*wake)(void *user);
    void *user;
};

static Queue *queue_of(Pool *pool, const Job *job)
{
    return job->is_move ? &pool->moves : &pool->others;
}

static bool may_begin(const Pool *pool, const Job *job)
{
    return !job->is_long ||
           pool->long_count < (pool->thread_count > 1 ? pool->thread_count - 1 : 1);
}

/* Those who are patient come last; then the earliest turn; then who came first. */
static bool is_before(const Job *a, const Job *b)
{
    if (a->is_patient != b->is_patient)
        return b->is_patient;
    return a->turn != b->turn ? a->turn < b->turn : a->number < b->number;
}

static Job *take_next(Pool *pool, Queue *queue)
{
    Job **best = NULL;
    for (Job **at = &queue->waiting; *at != NULL; at = &(*at)->next)
        if (may_begin(pool, *at) && (best == NULL || is_before(*at, *best)))
            best = at;
    if (best == NULL)
        return NULL;
    Job *job = *best;
    *best = job->next;
    queue->waiting_count--;
    if (job->turn > queue->now_served)
        queue->now_served = job->turn;
    return job;
}

static void unlink_job(Job **list, Job *job)
{
    while (*list != job)
        list = &(*list)->next;
    *list = job->next;
}

static void push_job(Job **list, Job *job)
{
    assert(job != NULL);
    job->next = *list;
    *list = job;
}

static void run_job(Pool *pool, Job *job)
{
    job->begun_us = clock_now_us();
    push_job(&pool->running, job);
    pool->long_count += job->is_long;
    pthread_mutex_unlock(&pool->lock);
    pool->wake(pool->user); /* there is a new time to watch */
    job->was_run = !atomic_load(&job->stop);
    if (job->was_run)
        job->run(job);
    pthread_mutex_lock(&pool->lock);
    job->ended_us = clock_now_us();
    unlink_job(&pool->running, job);
    pool->long_count -= job->is_long;
    push_job(&pool->finished, job);
    pool->wake(pool->user);
}

static void serve_queue(Pool *pool, Queue *queue)
{
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        Job *job = take_next(pool, queue);
        if (job != NULL) {
            run_job(pool, job);
        } else if (pool->is_ending) {
            break;
        } else {
            queue->idle_count++;
            pthread_cond_wait(&pool->has_work, &pool->lock);
            queue->idle_count--;
        }
    }
    pthread_mutex_unlock(&pool->lock);
}

/* Where threads have a rank of their own, these leave the processor to those above them. */
static void be_nice(int nice)
{
#ifdef __linux__
    setpriority(PRIO_PROCESS, (id_t)gettid(), getpriority(PRIO_PROCESS, (id_t)gettid()) + nice);
#else
    (void)nice;
#endif
}

static void *make_moves(void *argument)
{
    Pool *pool = argument;
    be_nice(MOVES_NICE);
    serve_queue(pool, &pool->moves);
    return NULL;
}

static void *do_other_work(void *argument)
{
    Pool *pool = argument;
    be_nice(OTHERS_NICE);
    serve_queue(pool, &pool->others);
    return NULL;
}

/* Signals stay with the loop's thread. */
static bool start_threads(Pool *pool, int count)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_mutex_lock(&pool->lock);
    while (pool->thread_count < count && pool->thread_count < MAX_THREADS &&
           pthread_create(&pool->threads[pool->thread_count], NULL, do_other_work, pool) == 0)
        pool->thread_count++;
    while (pool->move_count < (pool->thread_count + 1) / 2 &&
           pthread_create(&pool->threads[pool->thread_count + pool->move_count], NULL, make_moves,
                          pool) == 0)
        pool->move_count++;
    pthread_mutex_unlock(&pool->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pool->move_count > 0 || count == 0;
}

Pool *pool_new(int threads, void (*wake)(void *user), void *user)
{
    Pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->has_work, NULL);
    pool->wake = wake;
    pool->user = user;
    if (!start_threads(pool, threads)) {
        pool_delete(pool);
        return NULL;
    }
    return pool;
}

static void stop_all(Job *list)
{
    for (Job *job = list; job != NULL; job = job->next)
        atomic_store(&job->stop, true);
}

void pool_delete(Pool *pool)
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    stop_all(pool->moves.waiting);
    stop_all(pool->others.waiting);
    stop_all(pool->running);
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count + pool->move_count; i++)
        pthread_join(pool->threads[i], NULL);
    /* Without threads they are still there. */
    for (Job *job; (job = take_next(pool, &pool->moves)) != NULL ||
                   (job = take_next(pool, &pool->others)) != NULL;)
        push_job(&pool->finished, job);
    pool_collect(pool);
    pthread_cond_destroy(&pool->has_work);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* Somebody waits and no thread is free: one who has time makes room. */
static void make_room(Pool *pool)
{
    if (pool->others.idle_count > 0)
        return;
    for (Job *job = pool->running; job != NULL; job = job->next)
        if (job->is_patient && !atomic_load(&job->stop)) {
            atomic_store(&job->stop, true);
            return;
        }
}

bool pool_add(Pool *pool, Job *job, uint64_t *turn)
{
    assert(job->budget_us >= 0);
    assert(!atomic_load(&job->stop));
    pthread_mutex_lock(&pool->lock);
    Queue *queue = queue_of(pool, job);
    bool   has_room = !pool->is_ending && (job->is_move || queue->waiting_count < MAX_WAITING);
    if (has_room) {
        uint64_t cost = job->is_move ? MOVE_MS : (uint64_t)job->budget_us / 1000 + 1;
        *turn = (*turn > queue->now_served ? *turn : queue->now_served) + cost;
        job->pool = pool;
        job->turn = *turn;
        job->number = pool->number++;
        job->notes = NULL;
        job->last_note = &job->notes;
        push_job(&queue->waiting, job);
        queue->waiting_count++;
        if (!job->is_move && !job->is_patient)
            make_room(pool);
        pthread_cond_broadcast(&pool->has_work);
    }
    pthread_mutex_unlock(&pool->lock);
    return has_room;
}

/* The waiting ones that fit are finished, the running ones told to stop. */
static void stop_where(Pool *pool, const Job *wanted, uint64_t owner)
{
    Queue *const queues[] = {&pool->moves, &pool->others};
    pthread_mutex_lock(&pool->lock);
    for (Job *job = pool->running; job != NULL; job = job->next)
        if (job == wanted || (owner != 0 && job->owner == owner))
            atomic_store(&job->stop, true);
    for (int i = 0; i < 2; i++)
        for (Job **at = &queues[i]->waiting; *at != NULL;) {
            Job *job = *at;
            if (job != wanted && (owner == 0 || job->owner != owner)) {
                at = &job->next;
                continue;
            }
            *at = job->next;
            queues[i]->waiting_count--;
            atomic_store(&job->stop, true);
            push_job(&pool->finished, job);
        }
    pthread_mutex_unlock(&pool->lock);
    pool->wake(pool->user);
}

void pool_stop(Pool *pool, Job *job) { stop_where(pool, job, 0); }
void pool_cancel(Pool *pool, uint64_t owner) { stop_where(pool, NULL, owner); }

void job_tell(Job *job, Str *text)
{
    assert(job->pool != NULL);
    Note *note = calloc(1, sizeof *note);
    if (note == NULL)
        return; /* news are lost, never the answer */
    note->text = *text;
    *text = (Str){0};
    pthread_mutex_lock(&job->pool->lock);
    *job->last_note = note;
    job->last_note = &note->next;
    pthread_mutex_unlock(&job->pool->lock);
    job->pool->wake(job->pool->user);
}

static Note *take_notes(Job *job)
{
    Note *notes = job->notes;
    job->notes = NULL;
    job->last_note = &job->notes;
    return notes;
}

static void deliver(Job *job, Note *notes)
{
    while (notes != NULL) {
        Note *next = notes->next;
        if (job->note != NULL)
            job->note(job, &notes->text);
        str_free(&notes->text);
        free(notes);
        notes = next;
    }
}

/* One job with news at a time: what hears them may add and stop jobs. */
static bool deliver_news(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    Job *job = pool->running;
    while (job != NULL && job->notes == NULL)
        job = job->next;
    Note *notes = job != NULL ? take_notes(job) : NULL;
    pthread_mutex_unlock(&pool->lock);
    /* Only this thread frees jobs, so it is still there. */
    if (job != NULL)
        deliver(job, notes);
    return job != NULL;
}

static bool finish_one(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    Job *job = pool->finished;
    if (job != NULL)
        pool->finished = job->next;
    pthread_mutex_unlock(&pool->lock);
    if (job == NULL)
        return false;
    deliver(job, take_notes(job));
    job->finish(job);
    return true;
}

/* When the running job is to be stopped. */
static int64_t end_of(const Pool *pool, const Job *job)
{
    int64_t due = job->begun_us + job->budget_us;
    if (!job->is_move || pool->moves.waiting_count == 0)
        return due;
    int64_t share = ALL_MOVES_US * pool->move_count / (pool->moves.waiting_count + 1);
    int64_t end = job->begun_us + (share > SHORTEST_MOVE_US ? share : SHORTEST_MOVE_US);
    return end < due ? end : due;
}

void pool_collect(Pool *pool)
{
    int64_t now = clock_now_us();
    pthread_mutex_lock(&pool->lock);
    for (Job *job = pool->running; job != NULL; job = job->next)
        if (now >= end_of(pool, job))
            atomic_store(&job->stop, true);
    pthread_mutex_unlock(&pool->lock);
    while (deliver_news(pool))
        continue;
    while (finish_one(pool))
        continue;
}

int64_t pool_due_us(Pool *pool)
{
    int64_t due = INT64_MAX;
    pthread_mutex_lock(&pool->lock);
    for (Job *job = pool->running; job != NULL; job = job->next)
        if (!atomic_load(&job->stop) && end_of(pool, job) < due)
            due = end_of(pool, job);
    if (pool->finished != NULL)
        due = 0;
    pthread_mutex_unlock(&pool->lock);
    return due;
}
