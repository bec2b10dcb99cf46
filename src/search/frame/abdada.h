/* search/frame/abdada.h -- ABDADA (Weill 1996): how the threads of one search share its work.
 *
 * All threads search the same tree and share one transposition table. Before a thread searches a
 * move it asks whether another thread is in the position behind it. If so, the move is put off
 * until the others have been searched: by then the transposition table often has its score. The
 * first move of a node is never put off. Weill keeps a counter in each entry of the transposition
 * table; a small table of keys beside it (Kerrigan's simplified form) does the same. Two positions
 * that fall into one slot only hide each other, so nothing is ever locked. */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { ABDADA_SLOTS = 4096 };

/* The positions that some thread is in at present. All zero: none. */
typedef struct {
    _Atomic uint64_t keys[ABDADA_SLOTS];
} AbdadaTable;

/* Before the threads start. */
static inline void abdada_clear(AbdadaTable *table)
{
    for (int i = 0; i < ABDADA_SLOTS; i++)
        atomic_init(&table->keys[i], 0);
}

static inline bool abdada_is_busy(const AbdadaTable *table, uint64_t key)
{
    return atomic_load_explicit(&table->keys[key % ABDADA_SLOTS], memory_order_relaxed) == key;
}

/* This thread begins, or ends, to search the position. */
static inline void abdada_enter(AbdadaTable *table, uint64_t key)
{
    atomic_store_explicit(&table->keys[key % ABDADA_SLOTS], key, memory_order_relaxed);
}

static inline void abdada_leave(AbdadaTable *table, uint64_t key)
{
    atomic_store_explicit(&table->keys[key % ABDADA_SLOTS], 0, memory_order_relaxed);
}
