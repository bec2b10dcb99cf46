/* Connect Four: what can be read off a position without searching it.
 *
 * From whose rows are whose (connect4.h) come the bounds below ("claim-even" and "zugzwang" in V.
 * Allis, A Knowledge-based Approach of Connect-Four, 1988), here as a few operations on the whole
 * board. */
#pragma once
#include "games/connect4/connect4.h"
#include "games/connect4/connect4_batch.h"

enum { CONNECT4_OPEN = 100 /* no score: nothing is guaranteed */ };

/* The score of a win with the stone after `ply` stones: the stones the winner has left, counting
 * this one. */
CONNECT4_ANY int connect4_win_at(const Connect4Shape *shape, int ply)
{
    return (shape->area + 1 - ply) >> 1;
}

/* The moves that do not allow the other side, whose threats are given, to win with its next stone;
 * none when that cannot be helped. */
CONNECT4_ANY uint64_t connect4_safe(const Connect4Shape *shape, uint64_t all,
                                    uint64_t their_threats)
{
    uint64_t landing = connect4_landing_in(shape, all), forced = their_threats & landing;
    uint64_t moves = landing & ~(their_threats >> 1);
    if (forced == 0)
        return moves;
    return (forced & (forced - 1)) != 0 ? 0 : moves & forced;
}

/* The most that connect4_claimed can be. */
CONNECT4_ANY int connect4_best_claim(const Connect4Shape *shape)
{
    return connect4_win_at(shape, shape->area - 1 - ((shape->rows - 1) & ~1));
}

/* The score of the follower's claim to these cells: at the latest, its four is made when only the
 * cells above its highest one are empty. */
CONNECT4_ANY int connect4_claimed(const Connect4Shape *shape, uint64_t follower, uint64_t cells)
{
    int above = 0;
    if (!connect4_has_four_in(shape, follower | cells))
        return 0;
    while (above + 2 < shape->rows) {
        uint64_t lower = shape->bottom * (shape->column >> (above + 2));
        if (!connect4_has_four_in(shape, follower | (cells & lower)))
            break;
        above += 2;
    }
    return connect4_win_at(shape, shape->area - 1 - above);
}

/* Moves looked at together, a lane for each; the lanes behind the last move repeat the first. */
enum {
    CONNECT4_GROUPS = (CONNECT4_MAX_COLS + CONNECT4_LANES - 1) / CONNECT4_LANES,
    CONNECT4_MOST = CONNECT4_GROUPS * CONNECT4_LANES
};

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
CONNECT4_ANY connect4_lanes connect4_threats_each(const Connect4Shape *shape, connect4_lanes stones,
                                                  connect4_lanes all)
{
    int            step = shape->step;
    connect4_lanes cells = (stones << 1 & stones << 2 & stones << 3) |
                           CONNECT4_COMPLETED(stones, step - 1) | CONNECT4_COMPLETED(stones, step) |
                           CONNECT4_COMPLETED(stones, step + 1);
    return cells & shape->cells & ~all;
}

/* Fills in all but the stones, which are the caller's. True when some move has no safe answer. */
CONNECT4_ANY bool connect4_look(const Connect4Shape *shape, Connect4Looks *looks, uint64_t mine,
                                uint64_t all)
{
    const connect4_lanes zero = {0};
    connect4_lanes       is_lost = zero;
    for (int i = 0; i < looks->groups; i++) {
        connect4_lanes stone = looks->stone.group[i], after = all | stone;
        connect4_lanes threats = connect4_threats_each(shape, mine | stone, after);
        connect4_lanes landing = (after + shape->bottom) & shape->cells;
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
 * 1. The follower answers in the same column; single cells on top of an odd column are answered
 *    with another such cell. The leader then gets at most its rows and all the single cells: if
 * they have no four, the follower has a draw at least; and a win if its rows alone make a four.
 * 2. With the follower to move and a threat of the leader's right above the single cell of a
 *    column, the leader answers everything in the other columns, and in the end the follower must
 *    play below the threat. */

/* Not 0 in the lanes where the leader can have a four among the cells of 1. */
CONNECT4_ANY connect4_lanes connect4_leader_hopes(const Connect4Shape *shape,
                                                  const Connect4Looks *looks, int i, uint64_t all,
                                                  connect4_lanes leader)
{
    connect4_lanes empty = shape->cells ^ (all | looks->stone.group[i]);
    connect4_lanes reach = empty & (connect4_leader_rows(shape) | looks->landing.group[i]);
    return connect4_fours(shape, leader | reach);
}

/* The follower's cells of 1 after a move. */
CONNECT4_ANY uint64_t connect4_follower_gets(const Connect4Shape *shape, const Connect4Looks *looks,
                                             int move, uint64_t all)
{
    uint64_t empty = shape->cells ^ (all | looks->stone.at[move]);
    return empty & connect4_follower_rows(shape) & ~looks->landing.at[move];
}

/* After moves of the follower's: what one of them guarantees if that is >= beta, else OPEN. */
CONNECT4_ANY int connect4_bound_follower(const Connect4Shape *shape, const Connect4Looks *looks,
                                         uint64_t follower, uint64_t all, int beta)
{
    const connect4_lanes zero = {0};
    if (beta > connect4_best_claim(shape))
        return CONNECT4_OPEN;
    for (int i = 0; i < looks->groups; i++) {
        connect4_lanes leader = zero + (all ^ follower);
        connect4_lanes hopes = connect4_leader_hopes(shape, looks, i, all, leader);
        if (!connect4_any((connect4_lanes)(hopes == zero)))
            continue;
        if (beta <= 0)
            return 0;
        for (int lane = 0; lane < CONNECT4_LANES; lane++) {
            int move = i * CONNECT4_LANES + lane;
            if (hopes[lane] != 0 || move >= looks->count)
                continue;
            uint64_t cells = connect4_follower_gets(shape, looks, move, all);
            int      gain = connect4_claimed(shape, follower | looks->stone.at[move], cells);
            if (gain >= beta)
                return gain;
        }
    }
    return CONNECT4_OPEN;
}

/* By 2: a lower bound of the leader's score, >= beta, or OPEN. `below`: the single cells. */
CONNECT4_ANY int connect4_zugzwang(const Connect4Shape *shape, uint64_t leader, uint64_t all,
                                   uint64_t below, int beta)
{
    uint64_t empty = shape->cells ^ all, landing = connect4_landing_in(shape, all);
    uint64_t reach = empty & (connect4_leader_rows(shape) | landing), follower = all ^ leader;
    while (below != 0) {
        int      bit = bits_pop(&below), height = bit % shape->step;
        uint64_t column = shape->column << (bit - height);
        uint64_t stones = follower | (reach & ~column) | UINT64_C(1) << bit;
        /* At the latest only the cells above the threat are empty when the leader plays it. */
        int gain = connect4_win_at(shape, shape->area - 1 - (shape->rows - 2 - height));
        if (gain >= beta && !connect4_has_four_in(shape, stones))
            return gain;
    }
    return CONNECT4_OPEN;
}

/* After moves of the leader's: the same. Moves that cannot reach beta are taken out of *open, a bit
 * for each move, and *best is raised to what they reach. */
CONNECT4_ANY int connect4_bound_leader(const Connect4Shape *shape, const Connect4Looks *looks,
                                       uint64_t leader, uint64_t all, int beta, unsigned *open,
                                       int *best)
{
    for (int i = 0; i < looks->groups; i++) {
        connect4_lanes hopes = {1, 1, 1, 1};
        connect4_lanes below =
            looks->landing.group[i] & connect4_follower_rows(shape) & looks->threats.group[i] >> 1;
        if (beta > -connect4_best_claim(shape))
            hopes = connect4_leader_hopes(shape, looks, i, all, leader | looks->stone.group[i]);
        if (!connect4_any((connect4_lanes)(hopes == 0) | below))
            continue;
        for (int lane = 0; lane < CONNECT4_LANES; lane++) {
            int move = i * CONNECT4_LANES + lane;
            if (move >= looks->count)
                break;
            if (hopes[lane] == 0) {
                uint64_t cells = connect4_follower_gets(shape, looks, move, all);
                int      loss = beta > 0 ? 0 : -connect4_claimed(shape, all ^ leader, cells);
                if (loss >= beta)
                    continue;
                *open &= ~(1u << move);
                *best = loss > *best ? loss : *best;
            } else if (below[lane] != 0) {
                uint64_t stone = looks->stone.at[move];
                int gain = connect4_zugzwang(shape, leader | stone, all | stone, below[lane], beta);
                if (gain != CONNECT4_OPEN)
                    return gain;
            }
        }
    }
    return CONNECT4_OPEN;
}
