/* Connect Four: what can be read off a position without searching it.
 *
 * White is the first player, Black the second. Rows are counted from 1: White gets the odd rows of
 * a column and Black the even ones when Black answers every stone in its own column. From that
 * come the bounds below ("claim-even" and "zugzwang" in V. Allis, A Knowledge-based Approach of
 * Connect-Four, 1988), here as a few operations on the whole board. */
#pragma once
#include "games/connect4/connect4.h"
#include "games/connect4/connect4_batch.h"

enum {
    CONNECT4_AREA = CONNECT4_COLS * CONNECT4_ROWS,
    CONNECT4_OPEN = 100,    /* no score: nothing is guaranteed */
    CONNECT4_BEST_CLAIM = 3 /* the most that connect4_claimed can be */
};

#define CONNECT4_ODD_ROWS (CONNECT4_BOTTOM * UINT64_C(0x15))
#define CONNECT4_EVEN_ROWS (CONNECT4_BOTTOM * UINT64_C(0x2a))

/* What a win with the stone after `ply` stones is worth to the winner: the stones he has left,
 * counting this one. */
static inline int connect4_win_at(int ply) { return (CONNECT4_AREA + 1 - ply) >> 1; }

/* The moves that do not allow the other side, whose threats are given, to win with its next stone;
 * none when that cannot be helped. */
static inline uint64_t connect4_safe(uint64_t all, uint64_t their_threats)
{
    uint64_t landing = connect4_landing(all), forced = their_threats & landing;
    uint64_t moves = landing & ~(their_threats >> 1);
    if (forced == 0)
        return moves;
    return (forced & (forced - 1)) != 0 ? 0 : moves & forced;
}

/* What Black's claim to these even cells is worth: at the latest, his four is made when only the
 * cells above its highest are empty. */
static inline int connect4_claimed(uint64_t black, uint64_t cells)
{
    const uint64_t row2 = CONNECT4_BOTTOM << 1, row4 = CONNECT4_BOTTOM << 3;
    if (!connect4_has_four(black | cells))
        return 0;
    if (!connect4_has_four(black | (cells & (row2 | row4))))
        return connect4_win_at(CONNECT4_AREA - 1);
    return connect4_win_at(CONNECT4_AREA - (connect4_has_four(black | (cells & row2)) ? 5 : 3));
}

/* Moves looked at together, a lane for each; the lanes behind the last move repeat the first. */
enum { CONNECT4_GROUPS = 2, CONNECT4_MOST = CONNECT4_GROUPS * CONNECT4_LANES };

typedef union {
    connect4_lanes group[CONNECT4_GROUPS];
    uint64_t       at[CONNECT4_MOST];
} Connect4Each;

/* What is seen after each of some moves. */
typedef struct {
    Connect4Each stone;   /* the move itself */
    Connect4Each threats; /* where its player would make four */
    Connect4Each landing; /* where a stone can fall */
    Connect4Each answers; /* those that do not lose at once */
    int          count, groups;
} Connect4Looks;

/* connect4_threats in every lane. */
static inline connect4_lanes connect4_threats_each(connect4_lanes stones, connect4_lanes all)
{
    connect4_lanes cells =
        (stones << 1 & stones << 2 & stones << 3) | CONNECT4_COMPLETED(stones, CONNECT4_STEP - 1) |
        CONNECT4_COMPLETED(stones, CONNECT4_STEP) | CONNECT4_COMPLETED(stones, CONNECT4_STEP + 1);
    return cells & CONNECT4_CELLS & ~all;
}

/* Fills in all but the stones, which are the caller's. True when some move has no safe answer. */
static inline bool connect4_look(Connect4Looks *looks, uint64_t mine, uint64_t all)
{
    const connect4_lanes zero = {0};
    connect4_lanes       is_lost = zero;
    for (int i = 0; i < looks->groups; i++) {
        connect4_lanes stone = looks->stone.group[i], after = all | stone;
        connect4_lanes threats = connect4_threats_each(mine | stone, after);
        connect4_lanes landing = (after + CONNECT4_BOTTOM) & CONNECT4_CELLS;
        connect4_lanes forced = threats & landing;
        connect4_lanes is_free = (connect4_lanes)(forced == zero);
        connect4_lanes is_single = (connect4_lanes)((forced & (forced - 1)) == zero);
        connect4_lanes answers = landing & ~(threats >> 1) & (is_free | forced) & is_single;
        looks->threats.group[i] = threats;
        looks->landing.group[i] = landing;
        looks->answers.group[i] = answers;
        is_lost |= (connect4_lanes)(answers == zero);
    }
    return connect4_any(is_lost);
}

/* What follow-up play guarantees after each move, whose player asks for `beta`.
 *
 * 1. Black answers in the same column; single cells on top of an odd column are answered with
 *    another such cell. White then gets at most the odd rows and all the single cells: if he has
 *    no four there, Black has a draw at least; and a win if the even rows alone make his four.
 * 2. With Black to move and a threat of White's right above the single cell of a column, White
 *    answers everything in the other columns, and in the end Black must play below the threat. */

/* Not 0 in the lanes where White can have a four among the cells of 1. */
static inline connect4_lanes connect4_white_hopes(const Connect4Looks *looks, int i, uint64_t all,
                                                  connect4_lanes white)
{
    connect4_lanes empty = CONNECT4_CELLS ^ (all | looks->stone.group[i]);
    return connect4_fours(white | (empty & (CONNECT4_ODD_ROWS | looks->landing.group[i])));
}

/* Black's cells of 1 after a move. */
static inline uint64_t connect4_black_gets(const Connect4Looks *looks, int move, uint64_t all)
{
    uint64_t empty = CONNECT4_CELLS ^ (all | looks->stone.at[move]);
    return empty & CONNECT4_EVEN_ROWS & ~looks->landing.at[move];
}

/* After moves of Black's: the best that one of them guarantees if that is >= beta, else OPEN. */
static inline int connect4_bound_black(const Connect4Looks *looks, uint64_t black, uint64_t all,
                                       int beta)
{
    const connect4_lanes zero = {0};
    if (beta > CONNECT4_BEST_CLAIM)
        return CONNECT4_OPEN;
    for (int i = 0; i < looks->groups; i++) {
        connect4_lanes hopes = connect4_white_hopes(looks, i, all, zero + (all ^ black));
        if (!connect4_any((connect4_lanes)(hopes == zero)))
            continue;
        if (beta <= 0)
            return 0;
        for (int lane = 0; lane < CONNECT4_LANES; lane++) {
            int move = i * CONNECT4_LANES + lane;
            if (hopes[lane] != 0 || move >= looks->count)
                continue;
            int gain = connect4_claimed(black | looks->stone.at[move],
                                        connect4_black_gets(looks, move, all));
            if (gain >= beta)
                return gain;
        }
    }
    return CONNECT4_OPEN;
}

/* By 2: a lower bound of White's score, >= beta, or OPEN. */
static inline int connect4_zugzwang(uint64_t white, uint64_t all, uint64_t below, int beta)
{
    uint64_t empty = CONNECT4_CELLS ^ all, landing = connect4_landing(all), black = all ^ white;
    uint64_t reach = empty & (CONNECT4_ODD_ROWS | landing);
    while (below != 0) {
        int      bit = bits_pop(&below), row = bit % CONNECT4_STEP + 2;
        uint64_t column = CONNECT4_COLUMN << (bit - bit % CONNECT4_STEP);
        uint64_t stones = black | (reach & ~column) | UINT64_C(1) << bit;
        /* At the latest only the cells above the threat are empty when White plays it. */
        int gain = connect4_win_at(CONNECT4_AREA - 1 - (CONNECT4_ROWS - row));
        if (gain >= beta && !connect4_has_four(stones))
            return gain;
    }
    return CONNECT4_OPEN;
}

/* After moves of White's: the same. Moves that cannot reach beta are taken out of *open, a bit for
 * each move, and *best is raised to what they reach. */
static inline int connect4_bound_white(const Connect4Looks *looks, uint64_t white, uint64_t all,
                                       int beta, unsigned *open, int *best)
{
    for (int i = 0; i < looks->groups; i++) {
        connect4_lanes hopes = {1, 1, 1, 1};
        connect4_lanes below =
            looks->landing.group[i] & CONNECT4_EVEN_ROWS & looks->threats.group[i] >> 1;
        if (beta > -CONNECT4_BEST_CLAIM)
            hopes = connect4_white_hopes(looks, i, all, white | looks->stone.group[i]);
        if (!connect4_any((connect4_lanes)(hopes == 0) | below))
            continue;
        for (int lane = 0; lane < CONNECT4_LANES; lane++) {
            int move = i * CONNECT4_LANES + lane;
            if (move >= looks->count)
                break;
            if (hopes[lane] == 0) {
                uint64_t cells = connect4_black_gets(looks, move, all);
                int      loss = beta > 0 ? 0 : -connect4_claimed(all ^ white, cells);
                if (loss >= beta)
                    continue;
                *open &= ~(1u << move);
                *best = loss > *best ? loss : *best;
            } else if (below[lane] != 0) {
                uint64_t stone = looks->stone.at[move];
                int      gain = connect4_zugzwang(white | stone, all | stone, below[lane], beta);
                if (gain != CONNECT4_OPEN)
                    return gain;
            }
        }
    }
    return CONNECT4_OPEN;
}
