#include "tui/tui_think.h"

#include "base/clock.h"
#include "base/errors.h"

#include <signal.h>

static void *think(void *argument)
{
    Thinker *thinker = argument;
    thinker->succeeded = player_choose(thinker->session, &thinker->player, thinker->seed,
                                       &thinker->stop, &thinker->found, &thinker->error);
    atomic_store(&thinker->done, true);
    return NULL;
}

/* Signals stay with the thread that owns the screen. */
static bool start_thread(Thinker *thinker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int failure = pthread_create(&thinker->thread, NULL, think, thinker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure == 0;
}

static void join_thread(Thinker *thinker)
{
    pthread_join(thinker->thread, NULL);
    session_delete(thinker->session);
    thinker->session = NULL;
    thinker->is_running = false;
}

bool think_begin(Thinker *thinker, const Session *session, const Player *player, uint64_t seed,
                 bool is_hint, Error *err)
{
    think_end(thinker);
    /* A search makes and unmakes moves while the screen goes on drawing. */
    thinker->session = session_copy(session, false, err);
    if (thinker->session == NULL)
        return false;
    thinker->player = *player;
    thinker->seed = seed;
    thinker->is_hint = is_hint;
    thinker->started_us = clock_now_us();
    atomic_store(&thinker->stop, false);
    atomic_store(&thinker->done, false);
    if (!start_thread(thinker)) {
        session_delete(thinker->session);
        thinker->session = NULL;
        return error_set(err, ERROR_SCREEN_THREAD);
    }
    thinker->is_running = true;
    return true;
}

bool think_take(Thinker *thinker)
{
    if (!thinker->is_running || !atomic_load(&thinker->done))
        return false;
    join_thread(thinker);
    return true;
}

void think_end(Thinker *thinker)
{
    if (!thinker->is_running)
        return;
    atomic_store(&thinker->stop, true);
    join_thread(thinker);
}
