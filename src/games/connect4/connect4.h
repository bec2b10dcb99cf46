/* Connect Four, 7 columns of 6 or of another size. A move is a column, 0..6.
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
#include "eval/net.h"

#include <assert.h>

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
#define connect4_has_flagship 0
#define connect4_has_solver 1
#define connect4_has_net 1
#define connect4_has_champion 0
#define connect4_has_winning_cells 1
#define connect4_has_forbidden_cells 0

enum {
    CONNECT4_COLS = 7,
    CONNECT4_ROWS = 6,
    CONNECT4_STEP = CONNECT4_ROWS + 1,
    CONNECT4_MAX_COLS = 9, /* of other boards: a move is one digit */
    CONNECT4_MAX_ROWS = 12,
    CONNECT4_MAX_BITS = 64, /* what (rows + 1) * columns may be */
    connect4_max_moves = CONNECT4_MAX_COLS
};

#define CONNECT4_BOTTOM UINT64_C(0x0000040810204081) /* lowest cell of every column */
#define CONNECT4_COLUMN UINT64_C(0x3f)               /* the cells of the first column */
#define CONNECT4_CELLS (CONNECT4_BOTTOM * CONNECT4_COLUMN)
#define CONNECT4_TOP (CONNECT4_BOTTOM << 5) /* highest cell of every column */

/* A board of another size has the same layout with another step. Functions that are written for any
 * board take its shape; called with connect4_usual they are compiled for 7 columns of 6. */
typedef struct {
    int      rows, cols, step, area, bits;
    uint64_t bottom, column, cells, top;
} Connect4Shape;

#define CONNECT4_ANY static inline __attribute__((always_inline))

static const Connect4Shape connect4_usual = {.rows = CONNECT4_ROWS,
                                             .cols = CONNECT4_COLS,
                                             .step = CONNECT4_STEP,
                                             .area = CONNECT4_ROWS * CONNECT4_COLS,
                                             .bits = CONNECT4_STEP * CONNECT4_COLS,
                                             .bottom = CONNECT4_BOTTOM,
                                             .column = CONNECT4_COLUMN,
                                             .cells = CONNECT4_CELLS,
                                             .top = CONNECT4_TOP};

typedef struct {
    uint64_t mine, all; /* stones of the player to move; every stone */
    uint8_t  ply;
    uint8_t  rows, cols; /* both 0 on the usual board */
} connect4_pos;

typedef connect4_pos connect4_undo; /* the position is 24 bytes: undo by copy */

DECLARE_COLD_HOOKS(connect4)
int connect4_winning_cells(const connect4_pos *p, int out[BOARD_CELLS]);

/* The solver is compiled twice as well: each instance refers to its own. */
#ifdef INSTANCE_WIDE
#define connect4_solver connect4_solver_wide
#endif
extern const Solver connect4_solver;

/* The shape of a board that is not the usual one. */
const Connect4Shape *connect4_other_shape(const connect4_pos *p);

static inline bool connect4_is_usual(const connect4_pos *p)
{
    return __builtin_expect(p->rows == 0, true);
}

static inline const Connect4Shape *connect4_shape(const connect4_pos *p)
{
    return connect4_is_usual(p) ? &connect4_usual : connect4_other_shape(p);
}

static inline int connect4_side(const connect4_pos *p) { return p->ply & 1; }

/* mine + all is different for every position: the carry marks the height of each column. */
static inline uint64_t connect4_key_slow(const connect4_pos *p)
{
    assert((p->mine & ~p->all) == 0);
    uint64_t key = rng_mix(p->mine + p->all + 1);
    return connect4_is_usual(p) ? key : key ^ rng_mix((uint64_t)p->rows << 8 | p->cols);
}

static inline uint64_t connect4_key(const connect4_pos *p) { return connect4_key_slow(p); }

/* The cells where a stone would land. */
CONNECT4_ANY uint64_t connect4_landing_in(const Connect4Shape *shape, uint64_t all)
{
    return (all + shape->bottom) & shape->cells;
}

static inline uint64_t connect4_landing(uint64_t all)
{
    return connect4_landing_in(&connect4_usual, all);
}

static inline int connect4_count(const connect4_pos *p)
{
    return bits_count(connect4_landing_in(connect4_shape(p), p->all));
}

/* From the centre outwards. */
CONNECT4_ANY int connect4_gen_in(const Connect4Shape *shape, uint64_t all, Move *out)
{
    int centre = (shape->cols - 1) / 2, first_way = (shape->cols & 1) != 0 ? -1 : 1, n = 0;
    for (int i = 0; i < shape->cols; i++) {
        int col = centre + ((i & 1) != 0 ? first_way : -first_way) * ((i + 1) / 2);
        if ((all & shape->top & shape->column << shape->step * col) == 0)
            out[n++] = (Move)col;
    }
    return n;
}

static inline int connect4_gen(const connect4_pos *p, Move *out)
{
    return connect4_is_usual(p) ? connect4_gen_in(&connect4_usual, p->all, out)
                                : connect4_gen_in(connect4_other_shape(p), p->all, out);
}

static inline void connect4_make(connect4_pos *p, Move move, connect4_undo *undo)
{
    assert((p->mine & ~p->all) == 0);
    int step = connect4_is_usual(p) ? CONNECT4_STEP : p->rows + 1;
    assert(move < (connect4_is_usual(p) ? CONNECT4_COLS : p->cols));
    assert((p->all >> (step * (move + 1) - 2) & 1) == 0);
    *undo = *p;
    p->mine ^= p->all;
    p->all |= p->all + (UINT64_C(1) << step * move);
    p->ply++;
}

static inline void connect4_unmake(connect4_pos *p, Move move, const connect4_undo *undo)
{
    assert((undo->all & ~p->all) == 0 && undo->ply + 1 == p->ply);
    (void)move;
    *p = *undo;
}

CONNECT4_ANY bool connect4_has_four_in(const Connect4Shape *shape, uint64_t stones)
{
    int      step = shape->step;
    uint64_t column = stones & stones >> 1, falling = stones & stones >> (step - 1);
    uint64_t row = stones & stones >> step, rising = stones & stones >> (step + 1);
    return ((column & column >> 2) | (falling & falling >> 2 * (step - 1)) |
            (row & row >> 2 * step) | (rising & rising >> 2 * (step + 1))) != 0;
}

static inline bool connect4_has_four(uint64_t stones)
{
    return connect4_has_four_in(&connect4_usual, stones);
}

CONNECT4_ANY Play connect4_play_in(const Connect4Shape *shape, const connect4_pos *p)
{
    if (connect4_has_four_in(shape, p->mine ^ p->all))
        return PLAY_LOST;
    return p->all == shape->cells ? PLAY_DRAWN : PLAY_ON;
}

static inline Play connect4_play(const connect4_pos *p)
{
    return connect4_is_usual(p) ? connect4_play_in(&connect4_usual, p)
                                : connect4_play_in(connect4_other_shape(p), p);
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

/* A random game to its end, one stone after the other, behind `plies` that were played already. */
CONNECT4_ANY int connect4_finish(const Connect4Shape *shape, connect4_pos *p, uint64_t *rng,
                                 int plies)
{
    assert(plies >= 0);
    uint64_t all = p->all, mine = p->mine;
    bool     is_won = connect4_has_four_in(shape, all ^ mine);
    int      before = plies;
    while (!is_won && all != shape->cells) {
        uint64_t landing = connect4_landing_in(shape, all), theirs = all ^ mine;
        int      n = (int)rng_below(rng, (uint32_t)bits_count(landing));
        all |= UINT64_C(1) << bits_select(landing, n);
        mine = theirs;
        plies++;
        is_won = connect4_has_four_in(shape, all ^ mine);
    }
    p->all = all;
    p->mine = mine;
    p->ply = (uint8_t)(p->ply + plies - before);
    return plies;
}

/* A random game in registers, two plies for each random number while there is room. */
static inline int connect4_playout(connect4_pos *p, uint64_t *rng)
{
    const uint64_t near_top = CONNECT4_TOP | CONNECT4_TOP >> 1;
    uint64_t       all = p->all, mine = p->mine, bits;
    int            before = p->ply, plies = 0;
    if (!connect4_is_usual(p))
        return connect4_finish(connect4_other_shape(p), p, rng, 0);
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
    p->all = all;
    p->mine = mine;
    p->ply = (uint8_t)(before + plies);
    return connect4_finish(&connect4_usual, p, rng, plies);
}

/* Cells that would complete a four along lines of this step; on words or on vectors of words. */
#define CONNECT4_COMPLETED(stones, step)                                                           \
    (((stones) << (step) & (stones) << 2 * (step) &                                                \
      ((stones) << 3 * (step) | (stones) >> (step))) |                                             \
     ((stones) >> (step) & (stones) >> 2 * (step) &                                                \
      ((stones) >> 3 * (step) | (stones) << (step))))

/* Empty cells that would complete a four. */
CONNECT4_ANY uint64_t connect4_threats_in(const Connect4Shape *shape, uint64_t stones, uint64_t all)
{
    int      step = shape->step;
    uint64_t cells = (stones << 1 & stones << 2 & stones << 3) |
                     CONNECT4_COMPLETED(stones, step - 1) | CONNECT4_COMPLETED(stones, step) |
                     CONNECT4_COMPLETED(stones, step + 1);
    return cells & shape->cells & ~all;
}

static inline uint64_t connect4_threats(uint64_t stones, uint64_t all)
{
    return connect4_threats_in(&connect4_usual, stones, all);
}

CONNECT4_ANY Move connect4_winning_move_in(const Connect4Shape *shape, const connect4_pos *p)
{
    uint64_t wins =
        connect4_threats_in(shape, p->mine, p->all) & connect4_landing_in(shape, p->all);
    if (wins == 0)
        return MOVE_NONE;
    return (Move)(bits_low(wins) / shape->step);
}

static inline Move connect4_winning_move(const connect4_pos *p)
{
    return connect4_is_usual(p) ? connect4_winning_move_in(&connect4_usual, p)
                                : connect4_winning_move_in(connect4_other_shape(p), p);
}

enum { connect4_net_words = 1 };

static inline void connect4_net_sets(const connect4_pos *p, uint64_t sets[2][NET_WORDS])
{
    assert((p->mine & ~p->all) == 0);
    int side = connect4_side(p);
    sets[side][0] = p->mine;
    sets[1 - side][0] = p->mine ^ p->all;
}

/* Follow-up play (Allis 1988): when an even number of cells is empty, the player who is not to move
 * can answer every stone in its own column. That player is the follower, the other the leader: on
 * the usual board the second player follows, gets the even rows (counted from 1) and leaves the odd
 * ones to the first. In other words: the cells with an even number of cells above them are the
 * follower's. */
CONNECT4_ANY uint64_t connect4_follower_rows(const Connect4Shape *shape)
{
    uint64_t every_other = (shape->rows & 1) != 0 ? UINT64_C(0x5555) : UINT64_C(0xaaaa);
    return shape->bottom * (every_other & shape->column);
}

CONNECT4_ANY uint64_t connect4_leader_rows(const Connect4Shape *shape)
{
    return shape->cells ^ connect4_follower_rows(shape);
}

/* Is the player who places the stone after `ply` stones the follower? */
CONNECT4_ANY bool connect4_is_follower(const Connect4Shape *shape, int ply)
{
    assert(ply >= 0 && ply <= shape->area);
    return ((shape->area - ply) & 1) != 0;
}

enum {
    CONNECT4_THREATS,
    CONNECT4_CENTRE,
    CONNECT4_MIDDLE,
    CONNECT4_OWN_ROWS,
    CONNECT4_LAST_WORD,
    connect4_criteria_count
};

/* The lowest of these cells in every column. */
CONNECT4_ANY uint64_t connect4_lowest(const Connect4Shape *shape, uint64_t cells)
{
    assert((cells & ~shape->cells) == 0);
    uint64_t lids = shape->bottom << shape->rows;
    return cells & ~((cells | lids) - shape->bottom);
}

/* Threats of both in rows that fall to them, and whose of them decides once only columns with
 * threats are left: the follower waits for the leader below its own threats; below a threat of the
 * leader, however, the follower runs out of moves. So one column where the lowest threat is the
 * leader's is enough for the leader; otherwise any threat is for the follower. */
CONNECT4_ANY void connect4_row_criteria(const Connect4Shape *shape, const connect4_pos *p,
                                        int out[])
{
    bool     am_follower = connect4_is_follower(shape, p->ply);
    uint64_t leader = am_follower ? p->mine ^ p->all : p->mine, follower = p->all ^ leader;
    uint64_t led = connect4_threats_in(shape, leader, p->all) & connect4_leader_rows(shape);
    uint64_t followed =
        connect4_threats_in(shape, follower, p->all) & connect4_follower_rows(shape);
    uint64_t lowest = connect4_lowest(shape, led | followed);
    int      last_word = (lowest & led) != 0 ? 1 : lowest != 0 ? -1 : 0;
    int      rows = bits_count(led) - bits_count(followed);
    out[CONNECT4_OWN_ROWS] = am_follower ? -rows : rows;
    out[CONNECT4_LAST_WORD] = am_follower ? -last_word : last_word;
}

/* The middle is the column in the centre, or both of them, and its neighbours. */
CONNECT4_ANY void connect4_criteria_in(const Connect4Shape *shape, const connect4_pos *p,
                                       const EvalSetup *setup, int out[])
{
    assert((p->mine & ~p->all) == 0 && (p->all & ~shape->cells) == 0);
    int      left = (shape->cols - 1) / 2, right = shape->cols / 2;
    uint64_t centre = shape->column << shape->step * left | shape->column << shape->step * right;
    uint64_t middle = (centre | centre << shape->step | centre >> shape->step) & shape->cells;
    uint64_t theirs = p->mine ^ p->all;
    if (eval_uses(setup, CONNECT4_THREATS))
        out[CONNECT4_THREATS] = bits_count(connect4_threats_in(shape, p->mine, p->all)) -
                                bits_count(connect4_threats_in(shape, theirs, p->all));
    if (eval_uses(setup, CONNECT4_OWN_ROWS) || eval_uses(setup, CONNECT4_LAST_WORD))
        connect4_row_criteria(shape, p, out);
    out[CONNECT4_CENTRE] = bits_count(p->mine & centre) - bits_count(theirs & centre);
    out[CONNECT4_MIDDLE] = bits_count(p->mine & middle) - bits_count(theirs & middle);
}

static inline void connect4_criteria(const connect4_pos *p, const EvalSetup *setup, int out[])
{
    if (connect4_is_usual(p))
        connect4_criteria_in(&connect4_usual, p, setup, out);
    else
        connect4_criteria_in(connect4_other_shape(p), p, setup, out);
}
