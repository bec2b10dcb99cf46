/* Uniform random games from one position. */
#pragma once
#include "search/frame/template.h"

#include <assert.h>

static Move S(any_move)(const POS *p, uint64_t *rng)
{
#if G(has_random_move)
    return G(random_move)(p, rng);
#else
    Move moves[G(max_moves)];
    int  count = G(gen)(p, moves);
    return moves[rng_below(rng, (uint32_t)count)];
#endif
}

#if G(can_repeat)
/* The keys since the last move that cannot be taken back; older ones can never come again. */
typedef struct {
    uint64_t keys[4096];
    size_t   count;
} S(trail);

static bool S(repeats)(S(trail) *trail, const POS *p, int limit)
{
    assert(limit > 0);
    int reversible = G(reversible)(p);
    if (reversible == 0)
        trail->count = 0;
    if (trail->count == sizeof trail->keys / sizeof trail->keys[0]) {
        trail->count /= 2; /* a cycle this long does not happen in random play */
        memmove(trail->keys, trail->keys + trail->count, trail->count * sizeof trail->keys[0]);
    }
    trail->keys[trail->count++] = G(key)(p);
    return position_occurrences(trail->keys, trail->count, reversible) >= limit;
}
#endif

/* Plays p to its end at random; returns the plies, PLAYOUT_MAX_PLIES when it was cut off. *drawn is
 * set for a draw by repetition, which the position does not show. */
static int S(playout)(POS *p, uint64_t *rng, bool *drawn)
{
    *drawn = false;
#if G(has_playout)
    return G(playout)(p, rng);
#else
    int      plies = 0;
#if G(can_repeat)
    S(trail) trail;
    int      limit = G(repeat_limit)(p);
    trail.count = 0;
#endif
    while (plies < PLAYOUT_MAX_PLIES && G(play)(p) == PLAY_ON) {
#if G(can_repeat)
        if (limit > 0 && S(repeats)(&trail, p, limit)) {
            *drawn = true;
            break;
        }
#endif
        UNDO undo;
        G(make)(p, S(any_move)(p, rng), &undo);
        plies++;
    }
    return plies;
#endif
}

static void S(playouts)(const void *pos, uint64_t games, uint64_t *rng, PlayoutStats *stats)
{
#if G(has_playouts)
    if (G(play)(pos) == PLAY_ON) {
        G(playouts)(pos, games, rng, stats);
        return;
    }
#endif
    for (uint64_t i = 0; i < games; i++) {
        POS  p = *(const POS *)pos;
        bool drawn;
        int  plies = S(playout)(&p, rng, &drawn);
        Play play = drawn ? PLAY_DRAWN : G(play)(&p);
        int  side = G(side)(&p);
        stats->plies += (uint64_t)plies;
        if (play == PLAY_WON)
            stats->wins[side]++;
        else if (play == PLAY_LOST)
            stats->wins[1 - side]++;
        else
            stats->draws++;
        stats->unfinished += play == PLAY_ON;
    }
    stats->games += games;
}
