/* Connect Four solver: does a position reach a score? A null-window search with follow-up play
 * (Allis 1988), a transposition table with enhanced cutoffs, and history. Included by
 * connect4_solver.c alone. */
#pragma once
#include "games/connect4/solver/connect4_book.h"
#include "games/connect4/solver/connect4_outcomes.h"
#include "games/connect4/solver/connect4_table.h"
#include "games/connect4/solver/connect4_threats.h"
#include "search/frame/abdada.h"
#include "search/frame/ordering.h"

enum {
    CONNECT4_MIRROR_PLIES = 14,  /* later, mirrored positions hardly ever meet */
    CONNECT4_HISTORY = 24,       /* the most that history changes the order */
    CONNECT4_HISTORY_SHIFT = 6,  /* history fades within about 2^6 updates */
    CONNECT4_STOPPED = 100,      /* no score: the search was stopped */
    CONNECT4_CHECK_NODES = 1024, /* between two looks at the stop flags */
    CONNECT4_SHARE_PLIES = 20,   /* later, positions are too small to share */
    CONNECT4_RANKS = 16,         /* a power of two, more than there are moves */
};

typedef struct {
    const Connect4Shape    *shape;
    Connect4Table          *table;
    const Connect4Book     *book;
    const Connect4Outcomes *outcomes;
    int                     book_plies;    /* -1: there is no book for this board */
    int                     outcome_plies; /* -1: none, or not to be used */
    int                     stored_plies;  /* the larger of the two */
    AbdadaTable            *busy;          /* NULL with one thread */
    const atomic_bool      *stop;          /* the caller's, may be NULL */
    atomic_bool            *is_done;       /* another thread has the answer; may be NULL */
    uint64_t                nodes, node_limit;
    bool                    is_stopped;
    uint8_t place[CONNECT4_MAX_BITS];      /* rank of a cell by its place, for the order */
    int16_t history[2][CONNECT4_MAX_BITS]; /* by player and cell: cutoffs of a stone there */
} Connect4Worker;

/* The centre counts more than the height. */
static void place_cells(const Connect4Shape *shape, uint8_t place[CONNECT4_MAX_BITS])
{
    for (int col = 0; col < shape->cols; col++) {
        int from_edge = col < shape->cols - 1 - col ? col : shape->cols - 1 - col;
        for (int row = 0; row < shape->rows; row++)
            place[shape->step * col + row] = (uint8_t)(16 * from_edge + 2 * row);
    }
}

CONNECT4_ANY uint64_t connect4_solver_key(const Connect4Shape *shape, uint64_t mine, uint64_t all,
                                          int ply)
{
    uint64_t key = mine + all;
    if (ply < CONNECT4_MIRROR_PLIES) {
        uint64_t other = connect4_mirrored_in(shape, key);
        key = other < key ? other : key;
    }
    return connect4_scramble(shape, key);
}

static inline int connect4_log_work(uint64_t nodes)
{
    int work = 64 - __builtin_clzll(nodes | 1);
    return work < CONNECT4_MAX_WORK ? work : CONNECT4_MAX_WORK;
}

static bool should_stop(Connect4Worker *worker)
{
    if (worker->nodes % CONNECT4_CHECK_NODES != 0 && worker->nodes <= worker->node_limit)
        return worker->is_stopped;
    if (worker->nodes >= worker->node_limit ||
        (worker->stop != NULL && atomic_load_explicit(worker->stop, memory_order_relaxed)) ||
        (worker->is_done != NULL && atomic_load_explicit(worker->is_done, memory_order_relaxed)))
        worker->is_stopped = true;
    return worker->is_stopped;
}

/* Threats count most, above all those in the rows that this player gets in the end; then moves that
 * leave one answer, the place and what went well. */
CONNECT4_ANY int order_of(const Connect4Shape *shape, const Connect4Worker *worker,
                          const Connect4Looks *looks, int move, int ply)
{
    const uint64_t own_rows = connect4_is_follower(shape, ply) ? connect4_follower_rows(shape)
                                                               : connect4_leader_rows(shape);
    uint64_t       threats = looks->threats.at[move], answers = looks->answers.at[move];
    int            bit = bits_low(looks->stone.at[move]);
    int            order = 64 * bits_count(threats) + 32 * bits_count(threats & own_rows);
    if ((answers & (answers - 1)) == 0)
        order += 64;
    return order + worker->place[bit] + (worker->history[ply & 1][bit] >> CONNECT4_HISTORY_SHIFT);
}

/* Ranks of moves: the order above the number of the move, so that one comparison is enough. */
static inline int ranked(int order, int move) { return order * CONNECT4_RANKS + move; }
static inline int move_of(int rank) { return rank & (CONNECT4_RANKS - 1); }

/* History: the last of these moves caused a cutoff, those before it did not. */
static inline void update_history(int16_t history[CONNECT4_MAX_BITS], const Connect4Looks *looks,
                                  const int ranks[], int count)
{
    for (int i = 0; i < count; i++) {
        int16_t *cell = &history[bits_low(looks->stone.at[move_of(ranks[i])])];
        int      aim =
            (i == count - 1 ? CONNECT4_HISTORY : -CONNECT4_HISTORY) * (1 << CONNECT4_HISTORY_SHIFT);
        *cell = (int16_t)(*cell + ((aim - *cell) >> CONNECT4_HISTORY_SHIFT));
    }
}

static inline void swap_ranks(int *a, int *b)
{
    int swap = *a;
    *a = *b;
    *b = swap;
}

/* The best of ranks[i..] is put at i. */
static inline void bring_best(int ranks[], int i, int count)
{
    swap_ranks(&ranks[i], &ranks[pick_largest(ranks, i, count)]);
}

/* Do the book and the outcomes answer whether the score is at least beta? If so *value is a bound
 * of it as the search returns one. Not inlined: few nodes come here. */
static __attribute__((noinline)) bool probe_files(const Connect4Worker *worker, uint64_t mine,
                                                  uint64_t all, int ply, int beta, int *value)
{
    if (ply != worker->book_plies && ply != worker->outcome_plies)
        return false;
    uint64_t key = connect4_book_key(worker->shape, mine, all);
    if (ply == worker->book_plies && connect4_book_probe(worker->book, key, value))
        return true;
    if (ply != worker->outcome_plies)
        return false;
    int outcome = connect4_outcomes_probe(worker->outcomes, key);
    *value = outcome;
    return outcome == 0 || (outcome == 1 && beta <= 1) || (outcome == -1 && beta > -1);
}

/* The player to move cannot win at once; `moves`, not 0, are those that do not lose at once.
 * Returns a lower bound of the score, >= beta, or an upper bound, < beta; CONNECT4_STOPPED. */
typedef int Connect4Search(Connect4Worker *worker, uint64_t mine, uint64_t all, uint64_t moves,
                           uint64_t threats, uint64_t their_threats, int ply, int beta);

/* `again` is the function that this is the body of. */
CONNECT4_ANY int search_in(const Connect4Shape *shape, Connect4Search *again,
                           Connect4Worker *worker, uint64_t mine, uint64_t all, uint64_t moves,
                           uint64_t threats, uint64_t their_threats, int ply, int beta)
{
    const bool is_wide = connect4_needs_wide(shape);
    worker->nodes++;
    if (should_stop(worker))
        return CONNECT4_STOPPED;
    /* 1. The last two stones decide nothing. */
    if (ply >= shape->area - 2)
        return 0;

    /* 2. The earliest win is with the next stone but one, the earliest loss one stone later. */
    uint64_t theirs = all ^ mine;
    int      upper = connect4_win_at(shape, ply + 2), lower = -connect4_win_at(shape, ply + 3),
        best = lower;
    if (upper < beta)
        return upper;
    if (lower >= beta)
        return lower;

    /* 3. Book, outcomes and transposition table. */
    int stored;
    if (ply <= worker->stored_plies && probe_files(worker, mine, all, ply, beta, &stored))
        return stored;
    uint64_t      key = connect4_solver_key(shape, mine, all, ply), first_node = worker->nodes;
    Connect4Known known = {.column = -1};
    if (connect4_table_probe(worker->table, is_wide, key, &known)) {
        if (known.lower >= beta)
            return known.lower;
        if (known.upper < beta)
            return known.upper;
    }

    /* 4. The answers to every move before any is searched: a move without a safe answer wins. */
    Connect4Looks looks;
    uint64_t      keys[CONNECT4_MAX_COLS];
    int           count = 0;
    for (int i = 0; i * CONNECT4_LANES < shape->cols; i++)
        looks.stone.group[i] = (connect4_lanes){0} + (moves & -moves);
    for (uint64_t left = moves; left != 0; left &= left - 1) {
        looks.stone.at[count] = left & -left;
        keys[count] = connect4_solver_key(shape, theirs, all | looks.stone.at[count], ply + 1);
        __builtin_prefetch((const void *)connect4_bucket(worker->table, keys[count]));
        count++;
    }
    looks.count = count;
    looks.groups = (count + CONNECT4_LANES - 1) / CONNECT4_LANES;
    if (connect4_look(shape, &looks, mine, all))
        return upper;
    upper = connect4_win_at(shape, ply + 4);
    if (upper < beta)
        return upper;

    /* 5. Follow-up play refutes some of them, or bounds the score. */
    unsigned open_moves = (1u << count) - 1;
    int      bound = connect4_is_follower(shape, ply)
                         ? connect4_bound_follower(shape, &looks, mine, all, beta)
                         : connect4_bound_leader(shape, &looks, mine, all, beta, &open_moves, &best);
    if (bound != CONNECT4_OPEN)
        return bound;

    /* 6. Enhanced transposition cutoffs (Plaat and others 1996): the table knows some children. */
    uint64_t best_before = known.column < 0 ? 0 : shape->column << shape->step * known.column;
    int      ranks[CONNECT4_MAX_COLS];
    count = 0;
    for (; open_moves != 0; open_moves &= open_moves - 1) {
        int           move = __builtin_ctz(open_moves);
        Connect4Known after;
        if (connect4_table_probe(worker->table, is_wide, keys[move], &after)) {
            if (-after.upper >= beta)
                return -after.upper;
            if (-after.lower < beta) {
                best = -after.lower > best ? -after.lower : best;
                continue;
            }
        }
        int order = order_of(shape, worker, &looks, move, ply);
        if ((threats >> 1 & looks.stone.at[move]) != 0)
            order -= 200; /* gives the threat above away */
        if ((looks.stone.at[move] & best_before) != 0)
            order += 1000;
        ranks[count++] = ranked(order, move);
    }

    /* 7. The rest is searched, the highest rank first; what another thread is in is put off to the
     * end (ABDADA), when the table may have it. */
    int  column = -1, open = count;
    bool shares = worker->busy != NULL && ply < CONNECT4_SHARE_PLIES;
    for (int i = 0; i < count; i++) {
        if (i < open)
            bring_best(ranks, i, open);
        while (shares && i > 0 && i < open &&
               abdada_is_busy(worker->busy, keys[move_of(ranks[i])])) {
            swap_ranks(&ranks[i], &ranks[--open]);
            if (i < open)
                bring_best(ranks, i, open);
        }
        int           move = move_of(ranks[i]), value;
        uint64_t      stone = looks.stone.at[move];
        Connect4Known after;
        if (i >= open && connect4_table_probe(worker->table, is_wide, keys[move], &after) &&
            (after.lower > -beta || after.upper <= -beta))
            value = after.lower > -beta ? after.lower : after.upper;
        else {
            if (shares)
                abdada_enter(worker->busy, keys[move]);
            value = again(worker, theirs, all | stone, looks.answers.at[move],
                          their_threats & ~stone, looks.threats.at[move], ply + 1, 1 - beta);
            if (shares)
                abdada_leave(worker->busy, keys[move]);
        }
        if (value == CONNECT4_STOPPED)
            return CONNECT4_STOPPED;
        best = -value > best ? -value : best;
        if (best >= beta) {
            column = bits_low(stone) / shape->step;
            update_history(worker->history[ply & 1], &looks, ranks, i + 1);
            break;
        }
    }
    best = best < upper ? best : upper;
    connect4_table_store(worker->table, is_wide, key, best >= beta ? best : -CONNECT4_BIAS,
                         best >= beta ? CONNECT4_BIAS : best, column,
                         connect4_log_work(worker->nodes - first_node));
    return best;
}

static int search_usual(Connect4Worker *worker, uint64_t mine, uint64_t all, uint64_t moves,
                        uint64_t threats, uint64_t their_threats, int ply, int beta)
{
    return search_in(&connect4_usual, search_usual, worker, mine, all, moves, threats,
                     their_threats, ply, beta);
}

static int search_other(Connect4Worker *worker, uint64_t mine, uint64_t all, uint64_t moves,
                        uint64_t threats, uint64_t their_threats, int ply, int beta)
{
    return search_in(worker->shape, search_other, worker, mine, all, moves, threats, their_threats,
                     ply, beta);
}
