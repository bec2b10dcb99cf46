/* core/truth.h -- the answer of an exact solver for a position, move by move and as a line. */
#pragma once
#include "core/game.h"
#include "core/solver.h"

typedef struct {
    Move move;
    int  score; /* of the position before the move, if it is played */
    int  plies; /* from the position after it to the end; -1: not known */
} MoveTruth;

/* Every legal move with its score, in the order of their text; `nodes` is added to. Returns how
 * many, or -1 and *err. */
int truth_moves(const Game *game, void *solver, const void *pos, MoveTruth out[MAX_MOVES],
                uint64_t *nodes, Error *err);

/* Best play of both sides from a position that is worth `truth`, to the end or to `capacity` moves;
 * in a draw that need not end, the moves that keep it. Returns how many, or -1 and *err. */
int truth_line(const Game *game, void *solver, const void *pos, const Truth *truth, Move out[],
               int capacity, uint64_t *nodes, Error *err);
