/* Connect Four: many random games at once, one in each lane of a vector.
 *
 * A lane draws a column; a full one is drawn again in the next step, so every legal move is equally
 * likely and no lane waits for another. A lane whose game has ended begins the next game. The
 * vectors are the compiler's own: without AVX2 the same steps give the same numbers, more slowly.
 */
#pragma once
#include "games/connect4/connect4.h"

#ifdef __AVX2__
#include <assert.h>
#include <immintrin.h>
#endif

enum { CONNECT4_LANES = 4 };

typedef uint64_t connect4_lanes __attribute__((vector_size(8 * CONNECT4_LANES)));

static inline bool connect4_any(connect4_lanes set)
{
#ifdef __AVX2__
    return !_mm256_testz_si256((__m256i)set, (__m256i)set);
#else
    return (set[0] | set[1] | set[2] | set[3]) != 0;
#endif
}

/* connect4_has_four in every lane: not 0 where there is one. */
CONNECT4_ANY connect4_lanes connect4_fours(const Connect4Shape *shape, connect4_lanes stones)
{
    int            step = shape->step;
    connect4_lanes column = stones & stones >> 1, falling = stones & stones >> (step - 1);
    connect4_lanes row = stones & stones >> step, rising = stones & stones >> (step + 1);
    return (column & column >> 2) | (falling & falling >> 2 * (step - 1)) |
           (row & row >> 2 * step) | (rising & rising >> 2 * (step + 1));
}

typedef struct {
    connect4_lanes mine, all, plies;
    connect4_lanes is_active; /* all ones while the lane has a game */
    connect4_lanes random[2]; /* xorshift128+: needs no multiplication, which vectors lack */
} connect4_batch;

static inline connect4_lanes connect4_random(connect4_batch *batch)
{
    connect4_lanes a = batch->random[0], b = batch->random[1], sum = a + b;
    a ^= a << 23;
    batch->random[0] = b;
    batch->random[1] = a ^ b ^ a >> 18 ^ b >> 5;
    return sum;
}

/* One drop in every lane, by 32 random bits in each. */
static inline void connect4_step(connect4_batch *batch, connect4_lanes bits)
{
    const connect4_lanes zero = {0};
    connect4_lanes       number = ((bits << 3) - bits) >> 32; /* 0..6 */
    connect4_lanes       shift = (number << 3) - number;      /* times CONNECT4_STEP */
    connect4_lanes       column = (zero + CONNECT4_COLUMN) << shift, before = batch->all;
    connect4_lanes       stone = (before + CONNECT4_BOTTOM) & CONNECT4_CELLS & column;
    connect4_lanes       has_moved = (connect4_lanes)(stone != zero);
    batch->all = before | stone;
    batch->mine ^= before & has_moved; /* the other side's stones, where one was dropped */
    batch->plies -= has_moved;
}

static inline void connect4_end_games(connect4_batch *batch, const connect4_pos *p,
                                      connect4_lanes fours, connect4_lanes is_done,
                                      uint64_t *waiting, PlayoutStats *stats)
{
    for (int i = 0; i < CONNECT4_LANES; i++) {
        if (is_done[i] == 0)
            continue;
        uint64_t last_mover = (p->ply + batch->plies[i] - 1) & 1;
        assert(batch->plies[i] > 0);
        stats->plies += batch->plies[i];
        if (fours[i] != 0)
            stats->wins[last_mover]++;
        else
            stats->draws++;
        batch->mine[i] = p->mine;
        batch->all[i] = p->all;
        batch->plies[i] = 0;
        batch->is_active[i] = *waiting > 0 ? UINT64_MAX : 0;
        *waiting -= *waiting > 0;
    }
}

/* The same one by one, for boards of other sizes. */
static inline void connect4_playouts_plain(const connect4_pos *p, uint64_t games, uint64_t *rng,
                                           PlayoutStats *stats)
{
    assert(connect4_play(p) == PLAY_ON);
    for (uint64_t i = 0; i < games; i++) {
        connect4_pos end = *p;
        stats->plies += (uint64_t)connect4_playout(&end, rng);
        if (connect4_play(&end) == PLAY_LOST)
            stats->wins[1 - connect4_side(&end)]++;
        else
            stats->draws++;
    }
    stats->games += games;
}

/* Games from p, which is not over. */
static inline void connect4_playouts(const connect4_pos *p, uint64_t games, uint64_t *rng,
                                     PlayoutStats *stats)
{
    assert(connect4_play(p) == PLAY_ON);
    const connect4_lanes zero = {0};
    connect4_batch       batch = {.mine = zero + p->mine, .all = zero + p->all};
    uint64_t             waiting = games;
    if (!connect4_is_usual(p)) {
        connect4_playouts_plain(p, games, rng, stats);
        return;
    }
    for (int i = 0; i < CONNECT4_LANES; i++) {
        batch.random[0][i] = rng_next(rng);
        batch.random[1][i] = rng_next(rng) | 1; /* the state must not be 0 */
        batch.is_active[i] = waiting > 0 ? UINT64_MAX : 0;
        waiting -= waiting > 0;
    }
    while (connect4_any(batch.is_active)) {
        connect4_lanes bits = connect4_random(&batch);
        for (int half = 0; half < 2; half++) {
            connect4_step(&batch, half == 0 ? bits >> 32 : bits & UINT32_MAX);
            connect4_lanes fours = connect4_fours(&connect4_usual, batch.all ^ batch.mine);
            connect4_lanes is_full = (connect4_lanes)(batch.all == zero + CONNECT4_CELLS);
            connect4_lanes is_done = ((connect4_lanes)(fours != zero) | is_full) & batch.is_active;
            if (connect4_any(is_done))
                connect4_end_games(&batch, p, fours, is_done, &waiting, stats);
        }
    }
    stats->games += games;
}
