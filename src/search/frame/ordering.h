/* search/frame/ordering.h -- what the strong searches and the solvers order moves by: picking the
 * best of those that are left, history, killers. */
#pragma once
#include "core/game.h"

#include <assert.h>

/* A cutoff mostly comes with one of the first moves, so lists are not sorted: before each move the
 * best of the rest is picked. The index of the largest rank in [from, to); the first of equals. */
static inline int pick_largest(const int *ranks, int from, int to)
{
    assert(from < to);
    int best = from, largest = ranks[from];
    for (int i = from + 1; i < to; i++)
        if (ranks[i] > largest) {
            largest = ranks[i];
            best = i;
        }
    return best;
}

/* The same for costs: the index of the smallest in [from, to). */
static inline int pick_smallest(const uint64_t *costs, int from, int to)
{
    assert(from < to);
    int best = from;
    for (int i = from + 1; i < to; i++)
        best = costs[i] < costs[best] ? i : best;
    return best;
}

/* History heuristic (Schaeffer 1983): moves that caused cutoffs elsewhere in the tree come first.
 * With gravity: the nearer a value is to the limit, the less the same bonus moves it, so that it
 * stays within the limit and old values fade. */
static inline void history_add(int16_t *value, int bonus, int limit)
{
    assert(limit > 0 && limit <= INT16_MAX && *value <= limit && *value >= -limit);
    int size = bonus < 0 ? -bonus : bonus;
    assert(size <= limit);
    *value = (int16_t)(*value + bonus - *value * size / limit);
}

/* Killer moves (Akl and Newborn 1977): the last two that caused a cutoff at this ply. */
static inline void killers_add(Move killers[2], Move move)
{
    assert(move != MOVE_NONE);
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
}
