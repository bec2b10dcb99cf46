/* Connect Four solver: does a position reach a score? Included by connect4_solver_instance.c alone.
 */
#pragma once
#include "games/connect4/connect4_book.h"
#include "games/connect4/connect4_table.h"
#include "games/connect4/connect4_threats.h"

enum {
    CONNECT4_MIRROR_PLIES = 14,   /* later, mirrored positions hardly ever meet */
    CONNECT4_HISTORY = 24,        /* order is changed by so much at most */
    CONNECT4_HISTORY_LENGTH = 64, /* moves after which the past counts for little */
    CONNECT4_STOPPED = 100,       /* no score: the search was called off */
    CONNECT4_CHECK_NODES = 1024,  /* between two looks at the clock's flags */
    CONNECT4_SHARE_PLIES = 20,    /* later, positions are too small to share */
    CONNECT4_BUSY = 1024,
};

/* Positions that some thread is in just now: the others look elsewhere first. */
typedef struct {
    _Atomic uint64_t keys[CONNECT4_BUSY];
} Connect4Busy;

typedef struct {
    Connect4Table      *table;
    const Connect4Book *book;
    Connect4Busy       *busy;    /* NULL with one thread */
    const atomic_bool  *stop;    /* the caller's, may be NULL */
    atomic_bool        *is_done; /* another thread has the answer; may be NULL */
    uint64_t            nodes, node_limit;
    bool                is_stopped;
    int16_t history[2][CONNECT4_KEY_BITS]; /* by player and cell: does a stone there settle? */
} Connect4Worker;

/* A move, and what was seen after it: where its side threatens, the answers that do not lose. */
typedef struct {
    uint64_t stone, threats, answers, key;
    int      order;
} Connect4Child;

static inline uint64_t connect4_solver_key(uint64_t mine, uint64_t all, int ply)
{
    uint64_t key = mine + all;
    if (ply < CONNECT4_MIRROR_PLIES) {
        uint64_t other = connect4_mirrored(key);
        key = other < key ? other : key;
    }
    return connect4_scramble(key);
}

static inline int connect4_log_work(uint64_t nodes)
{
    int work = 64 - __builtin_clzll(nodes | 1);
    return work < CONNECT4_MAX_WORK ? work : CONNECT4_MAX_WORK;
}

static bool should_stop(Connect4Worker *worker)
{
    if (worker->nodes % CONNECT4_CHECK_NODES != 0)
        return worker->is_stopped;
    if (worker->nodes >= worker->node_limit ||
        (worker->stop != NULL && atomic_load_explicit(worker->stop, memory_order_relaxed)) ||
        (worker->is_done != NULL && atomic_load_explicit(worker->is_done, memory_order_relaxed)))
        worker->is_stopped = true;
    return worker->is_stopped;
}

/* Threats count most, above all those in the rows that this player gets in the end; then moves that
 * leave one answer, the centre, the height and what went well. */
static inline int order_of(const Connect4Worker *worker, const Connect4Child *child, int ply)
{
    static const uint8_t centre[CONNECT4_COLS] = {0, 16, 32, 48, 32, 16, 0};
    const uint64_t       own_rows = (ply & 1) != 0 ? CONNECT4_EVEN_ROWS : CONNECT4_ODD_ROWS;
    int                  bit = bits_low(child->stone), column = bit / CONNECT4_STEP;
    int order = 64 * bits_count(child->threats) + 32 * bits_count(child->threats & own_rows);
    if ((child->answers & (child->answers - 1)) == 0)
        order += 64;
    order += centre[column] + 2 * (bit % CONNECT4_STEP);
    return order + worker->history[ply & 1][bit] / CONNECT4_HISTORY_LENGTH;
}

/* The last of these moves settled the position, those before it did not. */
static inline void learn(int16_t history[CONNECT4_KEY_BITS], const Connect4Child children[],
                         int count)
{
    for (int i = 0; i < count; i++) {
        int16_t *cell = &history[bits_low(children[i].stone)];
        int aim = CONNECT4_HISTORY_LENGTH * (i == count - 1 ? CONNECT4_HISTORY : -CONNECT4_HISTORY);
        *cell = (int16_t)(*cell + (aim - *cell) / CONNECT4_HISTORY_LENGTH);
    }
}

static inline bool is_busy(const Connect4Worker *worker, uint64_t key)
{
    return atomic_load_explicit(&worker->busy->keys[key % CONNECT4_BUSY], memory_order_relaxed) ==
           key;
}

static inline void set_busy(const Connect4Worker *worker, uint64_t place, uint64_t key)
{
    atomic_store_explicit(&worker->busy->keys[place % CONNECT4_BUSY], key, memory_order_relaxed);
}

static inline void swap_children(Connect4Child *a, Connect4Child *b)
{
    Connect4Child swap = *a;
    *a = *b;
    *b = swap;
}

/* The best of children[i..] is put at i. */
static inline void bring_best(Connect4Child children[], int i, int count)
{
    int best = i;
    for (int j = i + 1; j < count; j++)
        if (children[j].order > children[best].order)
            best = j;
    if (best != i)
        swap_children(&children[i], &children[best]);
}

/* The player to move cannot win at once; `moves`, not 0, are those that do not lose at once.
 * Returns a lower bound of the score, >= beta, or an upper bound, < beta; CONNECT4_STOPPED. */
static int search(Connect4Worker *worker, uint64_t mine, uint64_t all, uint64_t moves,
                  uint64_t threats, uint64_t their_threats, int ply, int beta)
{
    worker->nodes++;
    if (should_stop(worker))
        return CONNECT4_STOPPED;
    /* 1. The last two stones decide nothing any more. */
    if (ply >= CONNECT4_AREA - 2)
        return 0;

    /* 2. The earliest win is with the next stone but one, the earliest loss one stone later. */
    uint64_t theirs = all ^ mine;
    int      upper = connect4_win_at(ply + 2), lower = -connect4_win_at(ply + 3), best = lower;
    if (upper < beta)
        return upper;
    if (lower >= beta)
        return lower;

    /* 3. What the book and the table know. */
    if (ply == worker->book->plies &&
        connect4_book_probe(worker->book, connect4_book_key(mine, all), &best))
        return best;
    uint64_t      key = connect4_solver_key(mine, all, ply), first_node = worker->nodes;
    Connect4Known known = {.column = -1};
    if (connect4_table_probe(worker->table, key, &known)) {
        if (known.lower >= beta)
            return known.lower;
        if (known.upper < beta)
            return known.upper;
    }

    /* 4. Every move is looked at before any is searched: a win is a move without a safe answer. */
    Connect4Child children[CONNECT4_COLS];
    int           count = 0, kept = 0;
    for (uint64_t left = moves; left != 0; left &= left - 1) {
        Connect4Child *child = &children[count++];
        child->stone = left & -left;
        child->key = connect4_solver_key(theirs, all | child->stone, ply + 1);
        __builtin_prefetch((const void *)connect4_bucket(worker->table, child->key));
        child->threats = connect4_threats(mine | child->stone, all | child->stone);
        child->answers = connect4_safe(all | child->stone, child->threats);
        if (child->answers == 0)
            return upper;
    }
    upper = connect4_win_at(ply + 4);
    if (upper < beta)
        return upper;

    /* 5. Follow-up play settles some of them. */
    for (int i = 0; i < count; i++) {
        uint64_t after = all | children[i].stone;
        int value = (ply & 1) != 0 ? connect4_bound_black(mine | children[i].stone, after, beta)
                                   : connect4_bound_white(mine | children[i].stone, after,
                                                          children[i].threats, beta);
        if (value == CONNECT4_OPEN)
            children[kept++] = children[i];
        else if (value >= beta)
            return value;
        else if (value > best)
            best = value;
    }
    count = kept;

    /* 6. The table settles others. */
    for (int i = 0; i < count; i++) {
        children[i].order = order_of(worker, &children[i], ply);
        if ((threats >> 1 & children[i].stone) != 0)
            children[i].order -= 200; /* gives the threat above away */
        if (bits_low(children[i].stone) / CONNECT4_STEP == known.column)
            children[i].order += 1000;
    }
    kept = 0;
    for (int i = 0; i < count; i++) {
        Connect4Known after;
        if (connect4_table_probe(worker->table, children[i].key, &after)) {
            if (-after.upper >= beta)
                return -after.upper;
            if (-after.lower < beta) {
                best = -after.lower > best ? -after.lower : best;
                continue;
            }
        }
        children[kept++] = children[i];
    }
    count = kept;

    /* 7. The rest is searched, the most promising first; what another thread is in is put off to
     * the end, where the table may know it. */
    int  column = -1, open = count;
    bool shares = worker->busy != NULL && ply < CONNECT4_SHARE_PLIES;
    for (int i = 0; i < count; i++) {
        if (i < open)
            bring_best(children, i, open);
        while (shares && i > 0 && i < open && is_busy(worker, children[i].key)) {
            swap_children(&children[i], &children[--open]);
            if (i < open)
                bring_best(children, i, open);
        }
        Connect4Known after;
        int           value;
        if (i >= open && connect4_table_probe(worker->table, children[i].key, &after) &&
            (after.lower > -beta || after.upper <= -beta))
            value = after.lower > -beta ? after.lower : after.upper;
        else {
            if (shares)
                set_busy(worker, children[i].key, children[i].key);
            value =
                search(worker, theirs, all | children[i].stone, children[i].answers,
                       their_threats & ~children[i].stone, children[i].threats, ply + 1, 1 - beta);
            if (shares)
                set_busy(worker, children[i].key, 0);
        }
        if (value == CONNECT4_STOPPED)
            return CONNECT4_STOPPED;
        best = -value > best ? -value : best;
        if (best >= beta) {
            column = bits_low(children[i].stone) / CONNECT4_STEP;
            learn(worker->history[ply & 1], children, i + 1);
            break;
        }
    }
    best = best < upper ? best : upper;
    connect4_table_store(worker->table, key, best >= beta ? best : -CONNECT4_BIAS,
                         best >= beta ? CONNECT4_BIAS : best, column,
                         connect4_log_work(worker->nodes - first_node));
    return best;
}
