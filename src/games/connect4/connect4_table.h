/* Connect Four solver: positions already searched, shared by threads without locks.
 *
 * An entry is one word, so it is read and written whole:
 *    bits 0-35 rest of the key   36-41 lower bound   42-47 upper bound   48-52 work
 *        53-55 best column + 1   56-63 generation, 0 when empty
 * The 49 bits of a position are scrambled one to one; the bucket is the upper part and an entry
 * holds the rest: a match is the position itself, never a coincidence. */
#pragma once
#include "games/connect4/connect4.h"

#include <stdatomic.h>
#include <stddef.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

enum {
    CONNECT4_WAYS = 4,
    CONNECT4_KEY_BITS = 49,
    CONNECT4_REST_BITS = 36,
    CONNECT4_BIAS = 22, /* scores are -21..21 */
    CONNECT4_MAX_WORK = 31
};

typedef struct {
    _Atomic uint64_t *entries;
    size_t            bytes;
    int               rest_bits; /* of the key, that the bucket's number does not tell */
    unsigned          generation;
} Connect4Table;

typedef struct {
    int lower, upper, column; /* column -1: none */
} Connect4Known;

/* At least 2^13 buckets. No memory is touched before it is used. False when memory is short. */
bool connect4_table_init(Connect4Table *table, size_t bytes);
void connect4_table_free(Connect4Table *table);

/* Forgets everything; touches the memory once in 255 times. */
void connect4_table_forget(Connect4Table *table);

/* Adds what `from`, a smaller table, knows and found dear. */
void connect4_table_take(Connect4Table *table, const Connect4Table *from);

/* A multiplication and an exclusive or with the upper half, both modulo 2^49 and one to one. */
static inline uint64_t connect4_scramble(uint64_t key)
{
    const uint64_t mask = (UINT64_C(1) << CONNECT4_KEY_BITS) - 1;
    key = (key ^ key >> 25) * UINT64_C(0x9e3779b97f4a7c15) & mask;
    return key;
}

static inline _Atomic uint64_t *connect4_bucket(const Connect4Table *table, uint64_t scrambled)
{
    return table->entries + (scrambled >> table->rest_bits) * CONNECT4_WAYS;
}

static inline uint64_t connect4_rest(const Connect4Table *table, uint64_t scrambled)
{
    return (scrambled & ((UINT64_C(1) << table->rest_bits) - 1)) | (uint64_t)table->generation
                                                                       << 56;
}

/* Bits that tell whether an entry is of this generation and position. */
#define CONNECT4_ENTRY_NAME (UINT64_C(0xff) << 56 | ((UINT64_C(1) << CONNECT4_REST_BITS) - 1))

static inline int connect4_entry_lower(uint64_t entry)
{
    return (int)(entry >> 36 & 63) - CONNECT4_BIAS;
}

static inline int connect4_entry_upper(uint64_t entry)
{
    return (int)(entry >> 42 & 63) - CONNECT4_BIAS;
}

static inline int connect4_entry_work(uint64_t entry) { return (int)(entry >> 48 & 31); }

/* Which entry of the bucket may be of this name; the answer is checked by the caller. */
static inline int connect4_way_of(const _Atomic uint64_t *bucket, uint64_t name)
{
#if defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
    const __m256i mask = _mm256_set1_epi64x((long long)CONNECT4_ENTRY_NAME);
    __m256i       entries = _mm256_load_si256((const __m256i *)(const void *)bucket);
    __m256i       is_same = _mm256_cmpeq_epi64(entries & mask, _mm256_set1_epi64x((long long)name));
    int           ways = _mm256_movemask_pd((__m256d)is_same);
    return ways != 0 ? __builtin_ctz((unsigned)ways) : -1;
#else
    for (int i = 0; i < CONNECT4_WAYS; i++)
        if ((atomic_load_explicit(&bucket[i], memory_order_relaxed) & CONNECT4_ENTRY_NAME) == name)
            return i;
    return -1;
#endif
}

static inline bool connect4_table_probe(const Connect4Table *table, uint64_t scrambled,
                                        Connect4Known *out)
{
    const _Atomic uint64_t *bucket = connect4_bucket(table, scrambled);
    uint64_t                name = connect4_rest(table, scrambled);
    int                     way = connect4_way_of(bucket, name);
    if (way < 0)
        return false;
    uint64_t entry = atomic_load_explicit(&bucket[way], memory_order_relaxed);
    if ((entry & CONNECT4_ENTRY_NAME) != name) /* another thread has just written there */
        return false;
    out->lower = connect4_entry_lower(entry);
    out->upper = connect4_entry_upper(entry);
    out->column = (int)(entry >> 53 & 7) - 1;
    return true;
}

/* Keeps the entries that cost most; the last way takes whatever comes. `column` -1: none. */
static inline void connect4_table_store(Connect4Table *table, uint64_t scrambled, int lower,
                                        int upper, int column, int work)
{
    _Atomic uint64_t *bucket = connect4_bucket(table, scrambled);
    uint64_t          name = connect4_rest(table, scrambled);
    int               victim = CONNECT4_WAYS - 1, least = work + 1;
    for (int i = 0; i < CONNECT4_WAYS; i++) {
        uint64_t entry = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if ((entry & CONNECT4_ENTRY_NAME) == name) {
            int old_lower = connect4_entry_lower(entry), old_upper = connect4_entry_upper(entry);
            lower = lower > old_lower ? lower : old_lower;
            upper = upper < old_upper ? upper : old_upper;
            work = work > connect4_entry_work(entry) ? work : connect4_entry_work(entry);
            column = column >= 0 ? column : (int)(entry >> 53 & 7) - 1;
            victim = i;
            break;
        }
        bool is_old = entry >> 56 != table->generation;
        int  worth = is_old ? -1 : connect4_entry_work(entry);
        if (worth < least) {
            least = worth;
            victim = i;
        }
    }
    uint64_t entry = name | (uint64_t)(lower + CONNECT4_BIAS) << 36 |
                     (uint64_t)(upper + CONNECT4_BIAS) << 42 | (uint64_t)work << 48 |
                     (uint64_t)(column + 1) << 53;
    atomic_store_explicit(&bucket[victim], entry, memory_order_relaxed);
}
