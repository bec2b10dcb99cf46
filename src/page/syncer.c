#include "page/syncer.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

enum { SYNCS_A_COPY = 16 };

struct Syncer {
    int             file;
    sqlite3        *database; /* NULL: the journal is left to whoever writes it */
    int             syncs;    /* since the last copy */
    pthread_t       thread;
    pthread_mutex_t lock;
    pthread_cond_t  has_work;
    bool            is_ending;
    uint64_t        asked, done, failed; /* tickets */
    void (*wake)(void *user);
    void *user;
};

/* What waits for nobody is copied; the rest another time. */
static void copy_journal(Syncer *syncer)
{
    if (++syncer->syncs < SYNCS_A_COPY || syncer->database == NULL)
        return;
    syncer->syncs = 0;
    sqlite3_wal_checkpoint_v2(syncer->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* One sync is for all that was asked before it began. */
static void *work(void *argument)
{
    Syncer *syncer = argument;
    pthread_mutex_lock(&syncer->lock);
    for (;;) {
        uint64_t ticket = syncer->asked;
        if (syncer->done == ticket && syncer->is_ending)
            break;
        if (syncer->done == ticket) {
            pthread_cond_wait(&syncer->has_work, &syncer->lock);
            continue;
        }
        pthread_mutex_unlock(&syncer->lock);
        bool ok = fdatasync(syncer->file) == 0;
        pthread_mutex_lock(&syncer->lock);
        syncer->done = ticket;
        if (!ok)
            syncer->failed = ticket;
        pthread_mutex_unlock(&syncer->lock);
        syncer->wake(syncer->user);
        copy_journal(syncer);
        pthread_mutex_lock(&syncer->lock);
    }
    pthread_mutex_unlock(&syncer->lock);
    return NULL;
}

/* Signals stay with the loop's thread. */
static bool start(Syncer *syncer)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool ok = pthread_create(&syncer->thread, NULL, work, syncer) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static void release(Syncer *syncer)
{
    sqlite3_close(syncer->database);
    if (syncer->file >= 0)
        close(syncer->file);
    pthread_cond_destroy(&syncer->has_work);
    pthread_mutex_destroy(&syncer->lock);
    free(syncer);
}

Syncer *syncer_new(const char *database, const char *journal, void (*wake)(void *user), void *user)
{
    Syncer *syncer = calloc(1, sizeof *syncer);
    int     flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (syncer == NULL)
        return NULL;
    syncer->wake = wake;
    syncer->user = user;
    pthread_mutex_init(&syncer->lock, NULL);
    pthread_cond_init(&syncer->has_work, NULL);
    syncer->file = open(journal, O_RDONLY | O_CLOEXEC);
    if (sqlite3_open_v2(database, &syncer->database, flags, NULL) != SQLITE_OK) {
        sqlite3_close(syncer->database);
        syncer->database = NULL;
    }
    if (syncer->file >= 0 && start(syncer))
        return syncer;
    release(syncer);
    return NULL;
}

void syncer_delete(Syncer *syncer)
{
    if (syncer == NULL)
        return;
    pthread_mutex_lock(&syncer->lock);
    syncer->is_ending = true;
    pthread_cond_signal(&syncer->has_work);
    pthread_mutex_unlock(&syncer->lock);
    pthread_join(syncer->thread, NULL);
    release(syncer);
}

uint64_t syncer_ask(Syncer *syncer)
{
    pthread_mutex_lock(&syncer->lock);
    uint64_t ticket = ++syncer->asked;
    pthread_cond_signal(&syncer->has_work);
    pthread_mutex_unlock(&syncer->lock);
    return ticket;
}

uint64_t syncer_done(Syncer *syncer)
{
    pthread_mutex_lock(&syncer->lock);
    uint64_t ticket = syncer->done;
    pthread_mutex_unlock(&syncer->lock);
    return ticket;
}

bool syncer_has_failed(Syncer *syncer, uint64_t after)
{
    pthread_mutex_lock(&syncer->lock);
    bool has_failed = syncer->failed > after;
    pthread_mutex_unlock(&syncer->lock);
    return has_failed;
}
