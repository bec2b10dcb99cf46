/* core/open_solver.h -- a game's exact solver, opened: what a position is worth, each of its moves,
 * and a line of best play.
 *
 * Everything that asks a solver does it through here: searches and builders of tables, and what
 * stands above them (engine/solving.h answers many positions at once). */
#pragma once
#include "core/position_copy.h"
#include "core/solver.h"

/* All zero: not open. */
typedef struct {
    const Game *game;
    void       *state; /* the solver's own: core/solver.h */
} OpenSolver;

/* False and *err where the game has no solver, or memory or files are short; the caller closes it
 * in either case. */
bool solver_open(OpenSolver *solver, const Game *game, const SolverSetup *setup, Error *err);
void solver_close(OpenSolver *solver);

static inline bool solver_is_open(const OpenSolver *solver) { return solver->state != NULL; }

/* As the game's Solver record says. */
static inline void solver_forget(OpenSolver *solver)
{
    solver->game->solver->forget(solver->state);
}
static inline void solver_renew(OpenSolver *solver, const SolverSetup *setup)
{
    solver->game->solver->renew(solver->state, setup);
}

/* What the position is worth. False: stopped, or not known here; *err says, and out->nodes what it
 * has cost. */
bool solver_value(OpenSolver *solver, const void *pos, Truth *out, Error *err);

/* What the position is worth to its player to move, if this move is made; `plies` counts from the
 * position behind it, which `child` holds afterwards. */
bool solver_move_value(OpenSolver *solver, const void *pos, Move move, PositionCopy *child,
                       Truth *out, Error *err);

typedef struct {
    Move move;
    int  score; /* of the position before the move, if it is played */
    int  plies; /* from the position after it to the end; -1: not known */
} MoveTruth;

/* Every legal move with its score, in the order of their text; `nodes` is added to. Returns how
 * many, or -1 and *err. */
int solver_moves(OpenSolver *solver, const void *pos, MoveTruth out[MAX_MOVES], uint64_t *nodes,
                 Error *err);

/* Best play of both sides from a position that is worth `truth`, to the end or to `capacity` moves;
 * in a draw that need not end, the moves that keep it. Returns how many, or -1 and *err. */
int solver_line(OpenSolver *solver, const void *pos, const Truth *truth, Move out[], int capacity,
                uint64_t *nodes, Error *err);
