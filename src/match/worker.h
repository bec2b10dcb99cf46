/* match/worker.h -- whoever plays the games of a match, one after the other, on one thread: a
 * session, the contestants that are open, a solver that adjudicates. */
#pragma once
#include "match/gamelog.h"
#include "match/setup.h"

typedef struct Worker Worker;

/* All are borrowed; when somebody sets `stop`, the game under way is put down. NULL and *err when
 * memory is short or the solver cannot be opened. */
Worker *worker_new(const MatchSetup *setup, const char *log_folder, const atomic_bool *stop,
                   Error *err);
void    worker_delete(Worker *worker); /* NULL is fine */

/* Plays the game of this number and fills the log, which is empty before. *is_whole is false when
 * it was stopped. `live` may be NULL. False when memory is short or a player cannot be opened. */
bool worker_play(Worker *worker, int64_t number, const Fixture *fixture, Live *live, GameLog *log,
                 bool *is_whole, Error *err);
