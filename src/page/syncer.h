/* page/syncer.h -- a thread that waits for the disk, so that the loop does not. */
#pragma once
#include "base/error.h"

#include <stdint.h>

typedef struct Syncer Syncer;

/* For the journal of a database of SQLite, which is there; when it has grown the thread copies it
 * into the database. `wake` is called by the thread when something has reached the disk. NULL when
 * the journal cannot be opened, or memory or threads are short. */
Syncer *syncer_new(const char *database, const char *journal, void (*wake)(void *user), void *user);
void    syncer_delete(Syncer *syncer); /* waits for what was asked; NULL is fine */

/* All that is in the journal now shall reach the disk; returns a ticket, larger each time. */
uint64_t syncer_ask(Syncer *syncer);

/* The last ticket whose contents the disk has, or has refused to take. */
uint64_t syncer_done(Syncer *syncer);

/* Has the disk refused a ticket later than this one? */
bool syncer_has_failed(Syncer *syncer, uint64_t after);
