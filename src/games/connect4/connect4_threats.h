/* Connect Four: what can be read off a position without searching it.
 *
 * White is the first player, Black the second. Rows are counted from 1: White gets the odd rows of
 * a column and Black the even ones when Black answers every stone in its own column. From that
 * come the bounds below ("claim-even" and "zugzwang" in V. Allis, A Knowledge-based Approach of
 * Connect-Four, 1988), here as a few operations on the whole board. */
#pragma once
#include "games/connect4/connect4.h"

enum {
    CONNECT4_AREA = CONNECT4_COLS * CONNECT4_ROWS,
    CONNECT4_OPEN = 100,    /* no score: nothing is guaranteed */
    CONNECT4_BEST_CLAIM = 3 /* the most that connect4_claimed can be */
};

#define CONNECT4_ODD_ROWS (CONNECT4_BOTTOM * UINT64_C(0x15))
#define CONNECT4_EVEN_ROWS (CONNECT4_BOTTOM * UINT64_C(0x2a))

/* What a win with the stone after `ply` stones is worth to the winner: the stones he has left,
 * counting this one. */
static inline int connect4_win_at(int ply) { return (CONNECT4_AREA + 1 - ply) / 2; }

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

/* What follow-up play guarantees in a position after a move, whose player asks for `beta`: a lower
 * bound of his score if that is >= beta, else an upper bound if that is < beta, else
 * CONNECT4_OPEN. `threats` are the cells where he would make four.
 *
 * 1. Black answers in the same column; single cells on top of an odd column are answered with
 *    another such cell. White then gets at most the odd rows and all the single cells: if he has
 *    no four there, Black has a draw at least; and a win if the even rows alone make his four.
 * 2. With Black to move and a threat of White's right above the single cell of a column, White
 *    answers everything in the other columns, and in the end Black must play below the threat. */
static inline int connect4_bound_black(uint64_t black, uint64_t all, int beta)
{
    uint64_t empty = CONNECT4_CELLS ^ all, landing = connect4_landing(all);
    if (beta > CONNECT4_BEST_CLAIM ||
        connect4_has_four((all ^ black) | (empty & (CONNECT4_ODD_ROWS | landing))))
        return CONNECT4_OPEN;
    if (beta <= 0)
        return 0;
    int gain = connect4_claimed(black, empty & CONNECT4_EVEN_ROWS & ~landing);
    return gain >= beta ? gain : CONNECT4_OPEN;
}

static inline int connect4_bound_white(uint64_t white, uint64_t all, uint64_t threats, int beta)
{
    uint64_t empty = CONNECT4_CELLS ^ all, landing = connect4_landing(all), black = all ^ white;
    uint64_t reach = empty & (CONNECT4_ODD_ROWS | landing);
    if (beta > -CONNECT4_BEST_CLAIM && !connect4_has_four(white | reach)) {
        int gain = beta > 0 ? 0 : connect4_claimed(black, empty & CONNECT4_EVEN_ROWS & ~landing);
        return -gain < beta ? -gain : CONNECT4_OPEN;
    }
    for (uint64_t left = landing & CONNECT4_EVEN_ROWS & threats >> 1; left != 0;) {
        int      bit = bits_pop(&left), row = bit % CONNECT4_STEP + 2;
        uint64_t column = CONNECT4_COLUMN << (bit - bit % CONNECT4_STEP);
        uint64_t stones = black | (reach & ~column) | UINT64_C(1) << bit;
        /* At the latest only the cells above the threat are empty when White plays it. */
        int gain = connect4_win_at(CONNECT4_AREA - 1 - (CONNECT4_ROWS - row));
        if (gain >= beta && !connect4_has_four(stones))
            return gain;
    }
    return CONNECT4_OPEN;
}
