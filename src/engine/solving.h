/* engine/solving.h -- exact answers to many positions: shared among threads, given in order.
 *
 * With several threads each takes a position and searches it alone. What proves hard that way
 * (Solver.alone_nodes, or the others have long been without work) is left, and searched by all
 * threads together, as a single position is. One position, without a batch: core/open_solver.h. */
#pragma once
#include "core/open_solver.h"
#include "search/frame/search.h"

#include <stdint.h>

/* A position and its answer. The caller owns what the pointers lead to. */
typedef struct {
    const void *pos;   /* NULL: nothing is asked here, but `done` is called in its turn */
    MoveTruth  *moves; /* room for the value of each move, MAX_MOVES; NULL: not asked for */
    Move       *line;  /* room for a line of best play, MAX_SEARCH_PLIES; NULL: not asked for */
    Truth       truth;
    int         move_count, line_length;
    int64_t     time_ns; /* that the value took, without moves and line */
} SolveJob;

typedef struct Solving Solving;

/* `setup` holds for the whole; its stop flag is borrowed. With `forgets`, what earlier positions
 * taught is forgotten before each. NULL and *err when memory is short or the game has no solver. */
Solving *solving_new(const Game *game, const SolverSetup *setup, bool forgets, Error *err);
void     solving_delete(Solving *solving); /* NULL is fine */

/* Answers the jobs and calls `done` with each index in order, from the calling thread, as soon as
 * all before it are answered. False: `done` said so and nothing more is asked (*err is empty), or a
 * position was not answered: stopped, its nodes used up, not known to the solver; *err says. */
bool solving_run(Solving *solving, SolveJob jobs[], int count, bool (*done)(int index, void *user),
                 void *user, Error *err);
