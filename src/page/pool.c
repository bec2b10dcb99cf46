#include "page/pool.h"

#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { MAX_THREADS = 64, MAX_WAITING = 256 };

typedef struct Note {
    Str          text;
    struct Note *next;
} Note;

struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t  has_work;
    bool            is_ending;
    pthread_t       threads[MAX_THREADS];
    int             thread_count;
    Job            *waiting, *running, *finished;          /* lists, in no order */
    int             waiting_count, idle_count, long_count; /* long ones that run */
    uint64_t        now_served; /* the turn of the job that was begun last */
    uint64_t        number;
    void (*wake)(void *user);
    void *user;
};

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

static Job *take_next(Pool *pool)
{
    Job **best = NULL;
    for (Job **at = &pool->waiting; *at != NULL; at = &(*at)->next)
        if (may_begin(pool, *at) && (best == NULL || is_before(*at, *best)))
            best = at;
    if (best == NULL)
        return NULL;
    Job *job = *best;
    *best = job->next;
    pool->waiting_count--;
    if (job->turn > pool->now_served)
        pool->now_served = job->turn;
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
    job->next = *list;
    *list = job;
}

static void *work(void *argument)
{
    Pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        Job *job = take_next(pool);
        if (job == NULL && pool->is_ending)
            break;
        if (job == NULL) {
            pool->idle_count++;
            pthread_cond_wait(&pool->has_work, &pool->lock);
            pool->idle_count--;
            continue;
        }
        job->due_us = clock_now_us() + job->budget_us;
        push_job(&pool->running, job);
        pool->long_count += job->is_long;
        pthread_mutex_unlock(&pool->lock);
        pool->wake(pool->user); /* there is a new time to watch */
        if (!atomic_load(&job->stop))
            job->run(job);
        pthread_mutex_lock(&pool->lock);
        unlink_job(&pool->running, job);
        pool->long_count -= job->is_long;
        push_job(&pool->finished, job);
        pool->wake(pool->user);
    }
    pthread_mutex_unlock(&pool->lock);
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
           pthread_create(&pool->threads[pool->thread_count], NULL, work, pool) == 0)
        pool->thread_count++;
    pthread_mutex_unlock(&pool->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pool->thread_count > 0 || count == 0;
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

void pool_delete(Pool *pool)
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    for (Job *job = pool->waiting; job != NULL; job = job->next)
        atomic_store(&job->stop, true);
    for (Job *job = pool->running; job != NULL; job = job->next)
        atomic_store(&job->stop, true);
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    for (Job *job; (job = take_next(pool)) != NULL;) /* without threads they are still there */
        push_job(&pool->finished, job);
    pool_collect(pool);
    pthread_cond_destroy(&pool->has_work);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* Somebody waits and no thread is free: one who has time makes room. */
static void make_room(Pool *pool)
{
    if (pool->idle_count > 0)
        return;
    for (Job *job = pool->running; job != NULL; job = job->next)
        if (job->is_patient && !atomic_load(&job->stop)) {
            atomic_store(&job->stop, true);
            return;
        }
}

bool pool_add(Pool *pool, Job *job, uint64_t *turn)
{
    pthread_mutex_lock(&pool->lock);
    bool has_room = pool->waiting_count < MAX_WAITING && !pool->is_ending;
    if (has_room) {
        *turn = (*turn > pool->now_served ? *turn : pool->now_served) + 1;
        job->pool = pool;
        job->turn = *turn;
        job->number = pool->number++;
        job->notes = NULL;
        job->last_note = &job->notes;
        push_job(&pool->waiting, job);
        pool->waiting_count++;
        if (!job->is_patient)
            make_room(pool);
        pthread_cond_signal(&pool->has_work);
    }
    pthread_mutex_unlock(&pool->lock);
    return has_room;
}

void job_tell(Job *job, Str *text)
{
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

void pool_collect(Pool *pool)
{
    int64_t now = clock_now_us();
    pthread_mutex_lock(&pool->lock);
    for (Job *job = pool->running; job != NULL; job = job->next)
        if (now >= job->due_us)
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
        if (!atomic_load(&job->stop) && job->due_us < due)
            due = job->due_us;
    pthread_mutex_unlock(&pool->lock);
    return due;
}
