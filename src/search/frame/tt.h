/* search/frame/tt.h -- transposition table: positions already searched, kept by their Zobrist key
 * (Zobrist 1970).
 *
 * Four entries fill a cache line. Threads share it without locks: an entry is two words, and the
 * first holds the key xored with the second, so that a torn entry does not fit any key
 * (Hyatt and Mann 2002). */
#pragma once
#include "core/game.h"

#include <assert.h>
#include <stdatomic.h>

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move  move;
    Score score;
    int   depth;
    Bound bound;
} TtEntry;

enum { TT_WAYS = 4 };

typedef struct {
    _Atomic uint64_t check, data;
} TtSlot;

typedef struct {
    TtSlot slots[TT_WAYS];
} TtBucket;

typedef struct Tt {
    TtBucket *buckets;
    uint64_t  count;
    size_t    bytes;
    unsigned  age; /* 0..63 */
} Tt;

/* Returns NULL when memory is short; the caller deletes it. Huge pages are asked for. */
Tt  *tt_new(size_t megabytes);
void tt_delete(Tt *tt); /* NULL is fine */
void tt_clear(Tt *tt);
void tt_new_search(Tt *tt);          /* what is stored from now on is younger */
int  tt_permille_used(const Tt *tt); /* by the present search, from a sample */

static inline TtBucket *tt_bucket(const Tt *tt, uint64_t key)
{
    assert(tt->count > 0 && tt->count <= UINT32_MAX);
    return &tt->buckets[((key >> 32) * tt->count) >> 32];
}

static inline void tt_prefetch(const Tt *tt, uint64_t key)
{
    __builtin_prefetch(tt_bucket(tt, key));
}

/* move 16 | score 32 | depth 8 | bound 2 | age 6 */
static inline uint64_t tt_pack(const TtEntry *entry, unsigned age)
{
    assert(entry->depth >= 0 && entry->depth < 256);
    assert(entry->bound > BOUND_NONE && entry->bound <= BOUND_EXACT);
    assert(age < 64);
    return (uint64_t)entry->move | (uint64_t)(uint32_t)entry->score << 16 |
           (uint64_t)(uint8_t)entry->depth << 48 | (uint64_t)entry->bound << 56 |
           (uint64_t)age << 58;
}

static inline TtEntry tt_unpack(uint64_t data)
{
    return (TtEntry){.move = (Move)data,
                     .score = (Score)(uint32_t)(data >> 16),
                     .depth = (int)(data >> 48 & 255),
                     .bound = (Bound)(data >> 56 & 3)};
}

/* True and fills *out when `key` is stored; *out is untouched otherwise. */
static inline bool tt_probe(const Tt *tt, uint64_t key, TtEntry *out)
{
    TtBucket *bucket = tt_bucket(tt, key);
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slots[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slots[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            *out = tt_unpack(data);
            return true;
        }
    }
    return false;
}

/* Replaces the same position, or the shallowest and oldest entry of the bucket. */
static inline void tt_store(Tt *tt, uint64_t key, const TtEntry *entry)
{
    TtBucket *bucket = tt_bucket(tt, key);
    TtSlot   *victim = &bucket->slots[0];
    int       least = INT32_MAX;
    for (int i = 0; i < TT_WAYS; i++) {
        TtSlot  *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key || data == 0) {
            victim = slot;
            break;
        }
        int years = (int)((tt->age - (unsigned)(data >> 58)) & 63);
        int value = (int)(data >> 48 & 255) - 8 * years;
        if (value < least) {
            least = value;
            victim = slot;
        }
    }
    uint64_t packed = tt_pack(entry, tt->age);
    atomic_store_explicit(&victim->data, packed, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ packed, memory_order_relaxed);
}
