#include "school/workshop.h"

#include "base/errors.h"

#include <pthread.h>
#include <stdlib.h>

struct Workshop {
    EngineSetup     setup;
    atomic_bool     stop;
    pthread_t       thread;
    pthread_mutex_t mutex;
    pthread_cond_t  work;
    Job            *first; /* in the order they came */
};

/* ---- jobs --------------------------------------------------------------------------------------
 */

Job *job_new(int player, const char *file)
{
    Job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    job->player = player;
    str_text(&job->file, file);
    return job;
}

void job_free(Job *job)
{
    if (job == NULL)
        return;
    engine_free(&job->engine);
    str_free(&job->file);
    str_free(&job->bytes);
    str_free(&job->messages);
    free(job);
}

static void build(const Workshop *workshop, Job *job)
{
    const HandIn in = {str_get(&job->file), str_get(&job->bytes), job->bytes.size};
    job->ok = engine_build(&in, &workshop->setup, &job->engine, &job->messages, &job->err);
}

/* ---- the thread --------------------------------------------------------------------------------
 */

static Job *find_work(Workshop *workshop)
{
    Job *job = workshop->first;
    while (job != NULL && job->is_done)
        job = job->next;
    return job;
}

static void *work(void *user)
{
    Workshop *workshop = user;
    pthread_mutex_lock(&workshop->mutex);
    while (!atomic_load(&workshop->stop)) {
        Job *job = find_work(workshop);
        if (job == NULL) {
            pthread_cond_wait(&workshop->work, &workshop->mutex);
            continue;
        }
        pthread_mutex_unlock(&workshop->mutex); /* nobody takes away what is not done */
        build(workshop, job);
        pthread_mutex_lock(&workshop->mutex);
        job->is_done = true;
    }
    pthread_mutex_unlock(&workshop->mutex);
    return NULL;
}

Workshop *workshop_open(const EngineSetup *setup, Error *err)
{
    Workshop *workshop = calloc(1, sizeof *workshop);
    if (workshop == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    workshop->setup = *setup;
    workshop->setup.stop = &workshop->stop;
    pthread_mutex_init(&workshop->mutex, NULL);
    pthread_cond_init(&workshop->work, NULL);
    if (pthread_create(&workshop->thread, NULL, work, workshop) == 0)
        return workshop;
    pthread_cond_destroy(&workshop->work);
    pthread_mutex_destroy(&workshop->mutex);
    free(workshop);
    error_set(err, ERROR_COMPILER_THREAD);
    return NULL;
}

void workshop_close(Workshop *workshop)
{
    if (workshop == NULL)
        return;
    pthread_mutex_lock(&workshop->mutex);
    atomic_store(&workshop->stop, true);
    pthread_cond_signal(&workshop->work);
    pthread_mutex_unlock(&workshop->mutex);
    pthread_join(workshop->thread, NULL);
    for (Job *job = workshop->first, *next; job != NULL; job = next) {
        next = job->next;
        job_free(job);
    }
    pthread_cond_destroy(&workshop->work);
    pthread_mutex_destroy(&workshop->mutex);
    free(workshop);
}

/* ---- for the others ----------------------------------------------------------------------------
 */

void workshop_add(Workshop *workshop, Job *job)
{
    pthread_mutex_lock(&workshop->mutex);
    Job **last = &workshop->first;
    while (*last != NULL)
        last = &(*last)->next;
    *last = job;
    pthread_cond_signal(&workshop->work);
    pthread_mutex_unlock(&workshop->mutex);
}

Job *workshop_next(Workshop *workshop)
{
    pthread_mutex_lock(&workshop->mutex);
    Job *job = workshop->first;
    if (job != NULL && !job->is_done)
        job = NULL;
    if (job != NULL)
        workshop->first = job->next;
    pthread_mutex_unlock(&workshop->mutex);
    return job;
}

bool workshop_is_busy_for(Workshop *workshop, int player)
{
    pthread_mutex_lock(&workshop->mutex);
    const Job *job = workshop->first;
    while (job != NULL && job->player != player)
        job = job->next;
    pthread_mutex_unlock(&workshop->mutex);
    return job != NULL;
}
