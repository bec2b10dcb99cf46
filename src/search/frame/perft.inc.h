/* Leaves at exactly `depth` plies; a game that ends earlier counts for nothing. The last ply is
 * counted, not played. Repetition is ignored: it needs eight plies at least. */
#pragma once
#include "search/frame/template.h"

#include <assert.h>

static uint64_t S(perft_at)(POS *p, int depth)
{
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    if (G(play)(p) != PLAY_ON)
        return 0;
#if G(has_count)
    if (depth == 1)
        return (uint64_t)G(count)(p);
#endif
    Move moves[G(max_moves)];
    int  count = G(gen)(p, moves);
    if (depth == 1)
        return (uint64_t)count;

    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        UNDO undo;
        G(make)(p, moves[i], &undo);
        leaves += S(perft_at)(p, depth - 1);
        G(unmake)(p, moves[i], &undo);
    }
    return leaves;
}

static uint64_t S(perft)(void *pos, int depth) { return S(perft_at)(pos, depth); }
