/* Perft on several threads: the first plies become jobs, which threads take one by one. */
#include "search/frame/search.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const Game   *game;
    char         *positions; /* one per job */
    int           job_count, depth;
    atomic_int    next, done;
    atomic_ullong leaves;
} PerftWork;

static void *take_jobs(void *argument)
{
    PerftWork *work = argument;
    int        job;
    while ((job = atomic_fetch_add(&work->next, 1)) < work->job_count) {
        void *pos = work->positions + (size_t)job * work->game->pos_size;
        atomic_fetch_add(&work->leaves, work->game->perft(pos, work->depth));
        atomic_fetch_add(&work->done, 1);
    }
    return NULL;
}

/* Replaces every position by those one move later. */
static bool split_jobs(PerftWork *work)
{
    const Game *game = work->game;
    char       *next = NULL;
    void       *undo = malloc(game->undo_size);
    int         count = 0, capacity = 0;
    for (int i = 0; undo != NULL && i < work->job_count; i++) {
        const char *pos = work->positions + (size_t)i * game->pos_size;
        Move        moves[MAX_MOVES];
        int         move_count = game->gen(pos, moves);
        for (int j = 0; j < move_count; j++) {
            if (count == capacity) {
                capacity = capacity * 2 + 64;
                char *larger = realloc(next, (size_t)capacity * game->pos_size);
                if (larger == NULL) {
                    free(next);
                    free(undo);
                    return false;
                }
                next = larger;
            }
            char *child = next + (size_t)count++ * game->pos_size;
            memcpy(child, pos, game->pos_size);
            game->make(child, moves[j], undo);
        }
    }
    if (undo == NULL)
        return false;
    free(undo);
    free(work->positions);
    work->positions = next;
    work->job_count = count;
    work->depth--;
    return true;
}

static void wait_for_all(PerftWork *work, PerftProgress *on_progress, void *user)
{
    while (on_progress != NULL && atomic_load(&work->done) < work->job_count) {
        struct timespec pause = {.tv_nsec = 100000000};
        on_progress(atomic_load(&work->done), work->job_count, user);
        nanosleep(&pause, NULL);
    }
}

bool search_perft(const Game *game, const void *pos, int depth, int threads,
                  PerftProgress *on_progress, void *user, uint64_t *out)
{
    enum { MAX_THREADS = 256, SPLIT_PLIES = 2 };
    PerftWork work = {.game = game, .job_count = 1, .depth = depth};
    work.positions = malloc(game->pos_size);
    if (work.positions == NULL)
        return false;
    memcpy(work.positions, pos, game->pos_size);
    bool ok = true;
    for (int i = 0; ok && i < SPLIT_PLIES && work.depth > 1; i++)
        ok = split_jobs(&work);

    pthread_t thread[MAX_THREADS];
    int       started = 0;
    threads = threads < 1 ? 1 : threads > MAX_THREADS ? MAX_THREADS : threads;
    while (ok && started < threads && pthread_create(&thread[started], NULL, take_jobs, &work) == 0)
        started++;
    if (ok && started == 0)
        take_jobs(&work);
    if (started > 0)
        wait_for_all(&work, on_progress, user);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    *out = atomic_load(&work.leaves);
    free(work.positions);
    return ok;
}
