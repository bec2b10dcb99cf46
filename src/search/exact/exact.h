/* search/exact/exact.h -- the game's exact solver as a searcher: for the time it has, then gives
 * up. */
#pragma once
#include "core/open_solver.h"
#include "search/exact/traps.h"

/* A solver that stays open, with what it has learnt. All zero: none yet. */
typedef struct ExactMemory {
    OpenSolver solver;
    size_t     megabytes;
} ExactMemory;

void exact_memory_forget(ExactMemory *memory);
void exact_memory_close(ExactMemory *memory);

typedef struct {
    bool  is_known; /* `score` is the truth, or as much of it as could be found out */
    bool  is_whole; /* root_best and the line are, too: nothing is left to search */
    Score score;
} ExactAnswer;

/* Asks the solver of the game about the work's root moves; it leaves a part of the limits to
 * another search, unless the answer is whole. Root moves that are known to be worse than others are
 * no root moves any more; root_best is touched by a whole answer alone. */
ExactAnswer exact_search(const Game *game, const void *pos, SearchWork *work,
                         ShallowSearch *shallow);
