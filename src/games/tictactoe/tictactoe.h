/* Tic-Tac-Toe. Bit and move: cell 0..8, row by row from the top. */
#pragma once
#include "base/bits.h"
#include "base/rng.h"
#include "core/game.h"
#include "core/solver.h"
#include "eval/criteria.h"
#include "eval/net.h"

#include <assert.h>

#define tictactoe_can_repeat 0
#define tictactoe_keeps_turn 0
#define tictactoe_has_count 1
#define tictactoe_has_order 0
#define tictactoe_has_noisy 0
#define tictactoe_has_random_move 1
#define tictactoe_has_playout 0
#define tictactoe_has_playouts 0
#define tictactoe_has_winning_move 1
#define tictactoe_has_policy 0
#define tictactoe_has_flagship 0
#define tictactoe_has_solver 1
#define tictactoe_has_net 1
#define tictactoe_has_champion 0
#define tictactoe_has_winning_cells 1
#define tictactoe_has_forbidden_cells 0

enum { tictactoe_max_moves = 9 };

typedef struct {
    uint16_t mine, theirs; /* stones of the player to move, and of the other */
    uint8_t  ply;
} tictactoe_pos;

typedef struct {
    char unused; /* the move is all that unmake needs */
} tictactoe_undo;

DECLARE_COLD_HOOKS(tictactoe)
int                 tictactoe_winning_cells(const tictactoe_pos *p, int out[BOARD_CELLS]);
extern const Solver tictactoe_solver;

static inline int tictactoe_side(const tictactoe_pos *p) { return p->ply & 1; }

static inline uint64_t tictactoe_key_slow(const tictactoe_pos *p)
{
    assert((p->mine & p->theirs) == 0);
    return rng_mix((uint64_t)p->mine << 16 | (uint64_t)p->theirs << 32 | p->ply);
}

/* The position is two small words: hashing it whole is as quick as keeping a key. */
static inline uint64_t tictactoe_key(const tictactoe_pos *p) { return tictactoe_key_slow(p); }

static inline unsigned tictactoe_empty(const tictactoe_pos *p)
{
    return 0777u & ~(unsigned)(p->mine | p->theirs);
}

static inline int tictactoe_count(const tictactoe_pos *p)
{
    assert(p->ply <= 9);
    return 9 - p->ply;
}

static inline int tictactoe_gen(const tictactoe_pos *p, Move *out)
{
    int n = 0;
    for (uint64_t cells = tictactoe_empty(p); cells != 0;)
        out[n++] = (Move)bits_pop(&cells);
    return n;
}

static inline Move tictactoe_random_move(const tictactoe_pos *p, uint64_t *rng)
{
    int n = (int)rng_below(rng, (uint32_t)tictactoe_count(p));
    return (Move)bits_select(tictactoe_empty(p), n);
}

static inline void tictactoe_make(tictactoe_pos *p, Move move, tictactoe_undo *undo)
{
    assert(move < 9 && (tictactoe_empty(p) >> move & 1) != 0);
    uint16_t moved = (uint16_t)(p->mine | 1u << move);
    undo->unused = 0;
    p->mine = p->theirs;
    p->theirs = moved;
    p->ply++;
}

static inline void tictactoe_unmake(tictactoe_pos *p, Move move, const tictactoe_undo *undo)
{
    assert(p->ply > 0 && (p->theirs >> move & 1) != 0);
    (void)undo;
    uint16_t moved = (uint16_t)(p->theirs ^ 1u << move);
    p->theirs = p->mine;
    p->mine = moved;
    p->ply--;
}

static inline bool tictactoe_has_line(unsigned stones)
{
    assert(stones <= 0777);
    unsigned row = stones & stones >> 1 & stones >> 2 & 0111;
    unsigned column = stones & stones >> 3 & stones >> 6;
    return (row | column) != 0 || (stones & 0421) == 0421 || (stones & 0124) == 0124;
}

static inline Play tictactoe_play(const tictactoe_pos *p)
{
    if (tictactoe_has_line(p->theirs))
        return PLAY_LOST;
    return p->ply == 9 ? PLAY_DRAWN : PLAY_ON;
}

static inline Move tictactoe_winning_move(const tictactoe_pos *p)
{
    for (uint64_t cells = tictactoe_empty(p); cells != 0;) {
        int cell = bits_pop(&cells);
        if (tictactoe_has_line(p->mine | 1u << cell))
            return (Move)cell;
    }
    return MOVE_NONE;
}

enum { tictactoe_net_words = 1 };

static inline void tictactoe_net_sets(const tictactoe_pos *p, uint64_t sets[2][NET_WORDS])
{
    int side = tictactoe_side(p);
    sets[side][0] = p->mine;
    sets[1 - side][0] = p->theirs;
}

enum { TICTACTOE_LINES, tictactoe_criteria_count };

/* Lines still open to each player. */
static inline void tictactoe_criteria(const tictactoe_pos *p, const EvalSetup *setup, int out[])
{
    static const unsigned lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    (void)setup;
    out[TICTACTOE_LINES] = 0;
    for (int i = 0; i < 8; i++)
        out[TICTACTOE_LINES] += ((p->theirs & lines[i]) == 0) - ((p->mine & lines[i]) == 0);
}
