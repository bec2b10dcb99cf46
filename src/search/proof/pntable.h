/* search/proof/pntable.h -- proof and disproof numbers by position, for proof-number search. */
#pragma once
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PN_WAYS = 4, PN_INFINITE = 1000000000 };

/* phi: the proof number of the goal of the player to move; delta: its disproof number. */
typedef struct {
    uint64_t key; /* 0: empty */
    uint32_t phi, delta;
} PnEntry;

typedef struct {
    PnEntry *entries;
    uint64_t buckets;
} PnTable;

/* Enough for this number of visited positions (0: no limit), within 1..64. */
size_t pntable_megabytes(uint64_t nodes);

bool pntable_init(PnTable *table, size_t megabytes); /* false when memory is short */
void pntable_free(PnTable *table);
void pntable_clear(PnTable *table);

/* 1 and 1 for a position that is not stored. */
static inline PnEntry pntable_get(const PnTable *table, uint64_t key)
{
    assert(table->buckets > 0);
    const PnEntry *bucket = &table->entries[PN_WAYS * (((key >> 32) * table->buckets) >> 32)];
    for (int i = 0; i < PN_WAYS; i++)
        if (bucket[i].key == key)
            return bucket[i];
    return (PnEntry){.key = key, .phi = 1, .delta = 1};
}

/* Replaces the same position, an empty entry, or the one with the least work. */
static inline void pntable_put(PnTable *table, uint64_t key, uint32_t phi, uint32_t delta)
{
    assert(phi <= PN_INFINITE && delta <= PN_INFINITE);
    PnEntry *bucket = &table->entries[PN_WAYS * (((key >> 32) * table->buckets) >> 32)];
    PnEntry *victim = bucket;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < PN_WAYS; i++) {
        if (bucket[i].key == key || bucket[i].key == 0) {
            victim = &bucket[i];
            break;
        }
        bool     is_solved = bucket[i].phi == 0 || bucket[i].delta == 0;
        uint64_t work = is_solved ? UINT64_MAX - 1 : (uint64_t)bucket[i].phi + bucket[i].delta;
        if (work < least) {
            least = work;
            victim = &bucket[i];
        }
    }
    *victim = (PnEntry){.key = key, .phi = phi, .delta = delta};
}
