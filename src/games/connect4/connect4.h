/* Connect Four, 7 columns of 6. A move is a column, 0..6.
 *
 * Bit layout, one spare bit on top of each column so that shifts never wrap:
 *    5 12 19 26 33 40 47
 *    4 11 18 25 32 39 46
 *    3 10 17 24 31 38 45
 *    2  9 16 23 30 37 44
 *    1  8 15 22 29 36 43
 *    0  7 14 21 28 35 42 */
#pragma once
#include "base/bits.h"
#include "base/rng.h"
#include "core/game.h"
#include "core/solver.h"
#include "eval/criteria.h"

#define connect4_can_repeat 0
#define connect4_keeps_turn 0
#define connect4_has_count 1
#define connect4_has_order 0
#define connect4_has_noisy 0
#define connect4_has_random_move 0
#define connect4_has_playout 1
#define connect4_has_playouts 1
#define connect4_has_winning_move 1
#define connect4_has_policy 0
#define connect4_has_solver 1

enum { connect4_max_moves = 7, CONNECT4_COLS = 7, CONNECT4_ROWS = 6, CONNECT4_STEP = 7 };

#define CONNECT4_BOTTOM UINT64_C(0x0000040810204081) /* lowest cell of every column */
#define CONNECT4_COLUMN UINT64_C(0x3f)               /* the cells of the first column */
#define CONNECT4_CELLS (CONNECT4_BOTTOM * CONNECT4_COLUMN)
#define CONNECT4_TOP (CONNECT4_BOTTOM << 5) /* highest cell of every column */

typedef struct {
    uint64_t mine, all; /* stones of the player to move; every stone */
    uint8_t  ply;
} connect4_pos;

typedef connect4_pos connect4_undo; /* the position is 24 bytes: undo by copy */

DECLARE_COLD_HOOKS(connect4)

/* The solver is compiled twice as well: each instance refers to its own. */
#ifdef INSTANCE_WIDE
#define connect4_solver connect4_solver_wide
#endif
extern const Solver connect4_solver;

static inline int connect4_side(const connect4_pos *p) { return p->ply & 1; }

/* mine + all is different for every position: the carry marks the height of each column. */
static inline uint64_t connect4_key_slow(const connect4_pos *p)
{
    return rng_mix(p->mine + p->all + 1);
}

static inline uint64_t connect4_key(const connect4_pos *p) { return connect4_key_slow(p); }

/* The cells where a stone would land. */
static inline uint64_t connect4_landing(uint64_t all)
{
    return (all + CONNECT4_BOTTOM) & CONNECT4_CELLS;
}

static inline int connect4_count(const connect4_pos *p)
{
    return bits_count(connect4_landing(p->all));
}

/* From the centre outwards. */
static inline int connect4_gen(const connect4_pos *p, Move *out)
{
    static const Move order[CONNECT4_COLS] = {3, 2, 4, 1, 5, 0, 6};
    int               n = 0;
    for (int i = 0; i < CONNECT4_COLS; i++)
        if ((p->all & CONNECT4_TOP & CONNECT4_COLUMN << CONNECT4_STEP * order[i]) == 0)
            out[n++] = order[i];
    return n;
}

static inline void connect4_make(connect4_pos *p, Move move, connect4_undo *undo)
{
    *undo = *p;
    p->mine ^= p->all;
    p->all |= p->all + (UINT64_C(1) << CONNECT4_STEP * move);
    p->ply++;
}

static inline void connect4_unmake(connect4_pos *p, Move move, const connect4_undo *undo)
{
    (void)move;
    *p = *undo;
}

static inline bool connect4_has_four(uint64_t stones)
{
    uint64_t column = stones & stones >> 1, falling = stones & stones >> (CONNECT4_STEP - 1);
    uint64_t row = stones & stones >> CONNECT4_STEP,
             rising = stones & stones >> (CONNECT4_STEP + 1);
    return ((column & column >> 2) | (falling & falling >> 2 * (CONNECT4_STEP - 1)) |
            (row & row >> 2 * CONNECT4_STEP) | (rising & rising >> 2 * (CONNECT4_STEP + 1))) != 0;
}

static inline Play connect4_play(const connect4_pos *p)
{
    if (connect4_has_four(p->mine ^ p->all))
        return PLAY_LOST;
    return p->all == CONNECT4_CELLS ? PLAY_DRAWN : PLAY_ON;
}

/* A stone into a random column, none of which is full: the column does not depend on the board, so
 * that the processor works on several plies at once. */
static inline void connect4_drop_anywhere(uint64_t *mine, uint64_t *all, uint32_t bits)
{
    uint64_t column = CONNECT4_COLUMN << CONNECT4_STEP * rng_scale(bits, CONNECT4_COLS);
    uint64_t stone = connect4_landing(*all) & column, theirs = *all ^ *mine;
    *all |= stone;
    *mine = theirs;
}

/* A random game in registers, two plies for each random number while there is room. */
static inline int connect4_playout(connect4_pos *p, uint64_t *rng)
{
    const uint64_t near_top = CONNECT4_TOP | CONNECT4_TOP >> 1;
    uint64_t       all = p->all, mine = p->mine, bits;
    int            before = p->ply, plies = 0;
    if (connect4_play(p) != PLAY_ON)
        return 0;
    while (before + plies < 6 && (all & near_top) == 0) { /* seven stones make the first four */
        bits = rng_next(rng);
        connect4_drop_anywhere(&mine, &all, (uint32_t)(bits >> 32));
        connect4_drop_anywhere(&mine, &all, (uint32_t)bits);
        plies += 2;
    }
    bool is_won = connect4_has_four(all ^ mine);
    while (!is_won && (all & near_top) == 0) {
        bits = rng_next(rng);
        connect4_drop_anywhere(&mine, &all, (uint32_t)(bits >> 32));
        plies++;
        is_won = connect4_has_four(all ^ mine);
        if (is_won)
            break;
        connect4_drop_anywhere(&mine, &all, (uint32_t)bits);
        plies++;
        is_won = connect4_has_four(all ^ mine);
    }
    while (!is_won && all != CONNECT4_CELLS) {
        uint64_t landing = connect4_landing(all), theirs = all ^ mine;
        int      n = (int)rng_below(rng, (uint32_t)bits_count(landing));
        all |= UINT64_C(1) << bits_select(landing, n);
        mine = theirs;
        plies++;
        is_won = connect4_has_four(all ^ mine);
    }
    p->all = all;
    p->mine = mine;
    p->ply = (uint8_t)(before + plies);
    return plies;
}

/* Cells that would complete a four along lines of this step; on words or on vectors of words. */
#define CONNECT4_COMPLETED(stones, step)                                                           \
    (((stones) << (step) & (stones) << 2 * (step) &                                                \
      ((stones) << 3 * (step) | (stones) >> (step))) |                                             \
     ((stones) >> (step) & (stones) >> 2 * (step) &                                                \
      ((stones) >> 3 * (step) | (stones) << (step))))

/* Empty cells that would complete a four. */
static inline uint64_t connect4_threats(uint64_t stones, uint64_t all)
{
    uint64_t cells =
        (stones << 1 & stones << 2 & stones << 3) | CONNECT4_COMPLETED(stones, CONNECT4_STEP - 1) |
        CONNECT4_COMPLETED(stones, CONNECT4_STEP) | CONNECT4_COMPLETED(stones, CONNECT4_STEP + 1);
    return cells & CONNECT4_CELLS & ~all;
}

static inline Move connect4_winning_move(const connect4_pos *p)
{
    uint64_t wins = connect4_threats(p->mine, p->all) & connect4_landing(p->all);
    if (wins == 0)
        return MOVE_NONE;
    return (Move)(bits_low(wins) / CONNECT4_STEP);
}

enum { CONNECT4_THREATS, CONNECT4_CENTRE, CONNECT4_MIDDLE, connect4_criteria_count };

static inline void connect4_criteria(const connect4_pos *p, const EvalSetup *setup, int out[])
{
    const uint64_t centre = CONNECT4_COLUMN << 3 * CONNECT4_STEP;
    const uint64_t middle = centre | centre << CONNECT4_STEP | centre >> CONNECT4_STEP;
    uint64_t       theirs = p->mine ^ p->all;
    if (eval_uses(setup, CONNECT4_THREATS))
        out[CONNECT4_THREATS] = bits_count(connect4_threats(p->mine, p->all)) -
                                bits_count(connect4_threats(theirs, p->all));
    out[CONNECT4_CENTRE] = bits_count(p->mine & centre) - bits_count(theirs & centre);
    out[CONNECT4_MIDDLE] = bits_count(p->mine & middle) - bits_count(theirs & middle);
}

#include "games/connect4/connect4_batch.h"
