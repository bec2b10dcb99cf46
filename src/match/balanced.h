/* match/balanced.h -- openings for matches: lines drawn by lot of which a judge thinks that both
 * sides stand alike, no two of them the same position turned or mirrored. */
#pragma once
#include "engine/player.h"
#include "match/openings.h"

#include <stdatomic.h>

typedef struct {
    const Game        *game;
    const char        *start; /* position text */
    const Player      *judge;
    int                count, random_plies; /* lines of odd numbers have one more */
    int                percent;             /* chances of the favoured side, at most */
    uint64_t           seed;
    const atomic_bool *stop; /* borrowed, may be NULL */
    /* Called for each line that is kept, with moves alone; false ends the search and says why. */
    bool (*keep)(const char *moves, void *user, Error *err);
    void *user;
} Balanced;

typedef struct {
    int64_t drawn, kept;
} BalancedCount;

/* Draws until there are enough, or a thousand in a row were not to be had: all that there are, it
 * seems. Seed and settings alone decide. False on failure or stop: what was kept stays. */
bool balanced_find(const Balanced *search, BalancedCount *count, Error *err);
