/* What the exact search remembers: positions won or lost, one word each, shared without locks.
 *
 * A position is 64 bits (32 squares, mine and theirs), mixed one-to-one into a hash. The top bits
 * of the hash choose a bucket of eight words, a cache line; the rest of it is stored, so that an
 * entry is never taken for another position.
 *
 * Most questions are whether a position is known to be lost, and most answers are no. A bit for
 * each hash, set when a lost position is stored, answers them from 1/32 of the room, which stays
 * near the processor. */
#pragma once
#include "base/rng.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_WAYS = 8, MEMORY_MIN_BITS = 14, MEMORY_TAG_SHIFT = 14, MEMORY_AGES = 128 };

/* Bits of `lost` for a bucket, as a power of two: 16 for 512. */
enum { MEMORY_LOST_BITS = 4 };

/* Entry: tag 50 | age 7 | work 6 | is_won 1. An empty word has work 0, an entry never has. */
typedef struct {
    _Atomic uint64_t *words;
    _Atomic uint64_t *lost; /* bits; set for every lost position, and for others */
    size_t            bytes;
    int               bits; /* of the number of buckets in use */
    int               most_bits;
    unsigned          age;
} Memory;

bool memory_init(Memory *memory, size_t megabytes); /* false when memory is short */
void memory_free(Memory *memory);
void memory_clear(Memory *memory);
void memory_forget(Memory *memory);        /* as good as cleared, at once; uses the least again */
void memory_use(Memory *memory, int bits); /* at least this many, as far as there are; may forget */

static inline _Atomic uint64_t *memory_bucket(const Memory *memory, uint64_t hash)
{
    return memory->words + (hash >> (64 - memory->bits)) * MEMORY_WAYS;
}

static inline void memory_prefetch(const Memory *memory, uint64_t hash)
{
    __builtin_prefetch((const void *)(uintptr_t)memory_bucket(memory, hash));
}

static inline uint64_t memory_tag(const Memory *memory, uint64_t hash)
{
    return hash << memory->bits >> memory->bits << MEMORY_TAG_SHIFT;
}

/* The top bits of the hash, so that bits and buckets lie in the same order. */
static inline _Atomic uint64_t *memory_lost_word(const Memory *memory, uint64_t hash)
{
    return memory->lost + (hash >> (64 - memory->bits) << MEMORY_LOST_BITS >> 6);
}

static inline uint64_t memory_lost_bit(const Memory *memory, uint64_t hash)
{
    return UINT64_C(1) << (hash >> (64 - memory->bits - MEMORY_LOST_BITS) & 63);
}

/* False: it is not known to be lost. */
static inline bool memory_may_be_lost(const Memory *memory, uint64_t hash)
{
    return (atomic_load_explicit(memory_lost_word(memory, hash), memory_order_relaxed) &
            memory_lost_bit(memory, hash)) != 0;
}

/* 0: not known; 1: won; -1: lost. */
static inline int memory_probe(const Memory *memory, uint64_t hash)
{
    const _Atomic uint64_t *bucket = memory_bucket(memory, hash);
    uint64_t                wanted = memory_tag(memory, hash) | (uint64_t)memory->age << 7;
    for (int i = 0; i < MEMORY_WAYS; i++) {
        uint64_t word = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if ((word & ~UINT64_C(127)) == wanted && (word & 126) != 0)
            return word & 1 ? 1 : -1;
    }
    return 0;
}

/* Takes the place of an entry of another age, or of the one that cost the least work. */
static inline void memory_store(Memory *memory, uint64_t hash, bool is_won, uint64_t nodes)
{
    _Atomic uint64_t *bucket = memory_bucket(memory, hash), *victim = bucket;
    uint64_t          age = (uint64_t)memory->age << 7, least = UINT64_MAX;
    uint64_t          work = 64 - (uint64_t)__builtin_clzll(nodes | 1);
    uint64_t          entry = memory_tag(memory, hash) | age | work << 1 | (uint64_t)is_won;
    for (int i = 0; i < MEMORY_WAYS; i++) {
        uint64_t word = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if (((word ^ entry) & ~UINT64_C(127)) == 0) {
            victim = &bucket[i];
            break;
        }
        uint64_t worth = (word & 127 << 7) == age ? word & 126 : 0;
        if (worth < least) {
            least = worth;
            victim = &bucket[i];
        }
    }
    atomic_store_explicit(victim, entry, memory_order_relaxed);
    if (!is_won) { /* another thread's bit may be lost: that costs work, nothing else */
        _Atomic uint64_t *word = memory_lost_word(memory, hash);
        uint64_t          bits = atomic_load_explicit(word, memory_order_relaxed);
        atomic_store_explicit(word, bits | memory_lost_bit(memory, hash), memory_order_relaxed);
    }
}
