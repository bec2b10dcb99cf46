#include "school/build_queue.h"

#include "base/errors.h"

#include <pthread.h>
#include <stdlib.h>

struct BuildQueue {
    EngineSetup     setup;
    atomic_bool     stop;
    pthread_t       thread;
    pthread_mutex_t mutex;
    pthread_cond_t  work;
    BuildJob       *first; /* in the order they came */
};

/* ---- jobs --------------------------------------------------------------------------------------
 */

BuildJob *job_new(int player, const char *file)
{
    BuildJob *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    job->player = player;
    str_text(&job->file, file);
    return job;
}

void job_free(BuildJob *job)
{
    if (job == NULL)
        return;
    engine_free(&job->engine);
    str_free(&job->file);
    str_free(&job->bytes);
    str_free(&job->messages);
    free(job);
}

static void build(const BuildQueue *builds, BuildJob *job)
{
    const HandIn in = {str_get(&job->file), str_get(&job->bytes), job->bytes.size};
    job->ok = engine_build(&in, &builds->setup, &job->engine, &job->messages, &job->err);
}

/* ---- the thread --------------------------------------------------------------------------------
 */

static BuildJob *find_work(BuildQueue *builds)
{
    BuildJob *job = builds->first;
    while (job != NULL && job->is_done)
        job = job->next;
    return job;
}

static void *work(void *user)
{
    BuildQueue *builds = user;
    pthread_mutex_lock(&builds->mutex);
    while (!atomic_load(&builds->stop)) {
        BuildJob *job = find_work(builds);
        if (job == NULL) {
            pthread_cond_wait(&builds->work, &builds->mutex);
            continue;
        }
        pthread_mutex_unlock(&builds->mutex); /* nobody takes away what is not done */
        build(builds, job);
        pthread_mutex_lock(&builds->mutex);
        job->is_done = true;
    }
    pthread_mutex_unlock(&builds->mutex);
    return NULL;
}

BuildQueue *build_queue_open(const EngineSetup *setup, Error *err)
{
    BuildQueue *builds = calloc(1, sizeof *builds);
    if (builds == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    builds->setup = *setup;
    builds->setup.stop = &builds->stop;
    pthread_mutex_init(&builds->mutex, NULL);
    pthread_cond_init(&builds->work, NULL);
    if (pthread_create(&builds->thread, NULL, work, builds) == 0)
        return builds;
    pthread_cond_destroy(&builds->work);
    pthread_mutex_destroy(&builds->mutex);
    free(builds);
    error_set(err, ERROR_COMPILER_THREAD);
    return NULL;
}

void build_queue_close(BuildQueue *builds)
{
    if (builds == NULL)
        return;
    pthread_mutex_lock(&builds->mutex);
    atomic_store(&builds->stop, true);
    pthread_cond_signal(&builds->work);
    pthread_mutex_unlock(&builds->mutex);
    pthread_join(builds->thread, NULL);
    for (BuildJob *job = builds->first, *next; job != NULL; job = next) {
        next = job->next;
        job_free(job);
    }
    pthread_cond_destroy(&builds->work);
    pthread_mutex_destroy(&builds->mutex);
    free(builds);
}

/* ---- for the others ----------------------------------------------------------------------------
 */

void build_queue_add(BuildQueue *builds, BuildJob *job)
{
    pthread_mutex_lock(&builds->mutex);
    BuildJob **last = &builds->first;
    while (*last != NULL)
        last = &(*last)->next;
    *last = job;
    pthread_cond_signal(&builds->work);
    pthread_mutex_unlock(&builds->mutex);
}

BuildJob *build_queue_next(BuildQueue *builds)
{
    pthread_mutex_lock(&builds->mutex);
    BuildJob *job = builds->first;
    if (job != NULL && !job->is_done)
        job = NULL;
    if (job != NULL)
        builds->first = job->next;
    pthread_mutex_unlock(&builds->mutex);
    return job;
}

bool build_queue_is_busy_for(BuildQueue *builds, int player)
{
    pthread_mutex_lock(&builds->mutex);
    const BuildJob *job = builds->first;
    while (job != NULL && job->player != player)
        job = job->next;
    pthread_mutex_unlock(&builds->mutex);
    return job != NULL;
}
