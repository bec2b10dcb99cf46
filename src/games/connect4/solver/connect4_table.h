/* Connect Four solver: positions already searched, shared by threads without locks.
 *
 * An entry is one word, so it is read and written whole:
 *    bits 0-35 rest of the key   36-41 lower bound   42-47 upper bound   48-52 work
 *        53-55 best column + 1 up to the seventh   56-63 generation, 0 when empty
 * The bits of a position (49 on the usual board) are scrambled one to one; the bucket is the upper
 * part and an entry holds the rest: a match is the position itself, never a coincidence. Boards of
 * more bits have wide entries: a word without the rest, and the whole key exclusive or that word,
 * which shows when two threads wrote one each. */
#pragma once
#include "games/connect4/connect4.h"

#include <stdatomic.h>
#include <stddef.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

enum {
    CONNECT4_WAYS = 4,         /* words of a bucket */
    CONNECT4_NARROW_BITS = 49, /* keys of more need wide entries */
    CONNECT4_REST_BITS = 36,
    CONNECT4_BIAS = 30, /* scores are -28..28 at most */
    CONNECT4_MAX_WORK = 31
};

typedef struct {
    _Atomic uint64_t *entries;
    size_t            bytes;
    int               rest_bits; /* of the key, beyond the number of the bucket */
    unsigned          generation;
    bool              is_wide;
} Connect4Table;

typedef struct {
    int lower, upper, column; /* column -1: none */
} Connect4Known;

CONNECT4_ANY bool connect4_needs_wide(const Connect4Shape *shape)
{
    return shape->bits > CONNECT4_NARROW_BITS;
}

/* At least 2^13 buckets. No memory is touched before it is used. False when memory is short. */
bool connect4_table_init(Connect4Table *table, const Connect4Shape *shape, size_t bytes);
void connect4_table_free(Connect4Table *table);

/* Forgets everything; touches the memory once in 255 times. */
void connect4_table_forget(Connect4Table *table);

/* Adds what `from`, a smaller table for the same board, knows and found dear. */
void connect4_table_take(Connect4Table *table, const Connect4Table *from);

/* A multiplication and an exclusive or with the upper half, both within the key's bits and one to
 * one. */
CONNECT4_ANY uint64_t connect4_scramble(const Connect4Shape *shape, uint64_t key)
{
    uint64_t mask = UINT64_MAX >> (64 - shape->bits);
    return (key ^ key >> 25) * UINT64_C(0x9e3779b97f4a7c15) & mask;
}

static inline _Atomic uint64_t *connect4_bucket(const Connect4Table *table, uint64_t scrambled)
{
    return table->entries + (scrambled >> table->rest_bits) * CONNECT4_WAYS;
}

/* What names an entry of this position: its generation, and of a narrow one the rest of the key. */
CONNECT4_ANY uint64_t connect4_name(const Connect4Table *table, bool is_wide, uint64_t scrambled)
{
    uint64_t rest = is_wide ? 0 : scrambled & ((UINT64_C(1) << table->rest_bits) - 1);
    return rest | (uint64_t)table->generation << 56;
}

/* Bits that an entry of this generation and position has. */
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
static inline int connect4_entry_column(uint64_t entry) { return (int)(entry >> 53 & 7) - 1; }

static inline uint64_t connect4_load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* Which word of the bucket is the entry of this name; it may change before it is read. */
static inline int connect4_narrow_way(const _Atomic uint64_t *bucket, uint64_t name)
{
#if defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
    const __m256i mask = _mm256_set1_epi64x((long long)CONNECT4_ENTRY_NAME);
    __m256i       entries = _mm256_load_si256((const __m256i *)(const void *)bucket);
    __m256i       is_same = _mm256_cmpeq_epi64(entries & mask, _mm256_set1_epi64x((long long)name));
    int           ways = _mm256_movemask_pd((__m256d)is_same);
    return ways != 0 ? __builtin_ctz((unsigned)ways) : -1;
#else
    for (int i = 0; i < CONNECT4_WAYS; i++)
        if ((connect4_load(&bucket[i]) & CONNECT4_ENTRY_NAME) == name)
            return i;
    return -1;
#endif
}

/* The same for wide entries, of two words each. */
static inline int connect4_wide_way(const _Atomic uint64_t *bucket, uint64_t name, uint64_t key)
{
    for (int i = 0; i < CONNECT4_WAYS; i += 2) {
        uint64_t entry = connect4_load(&bucket[i]);
        if ((entry & CONNECT4_ENTRY_NAME) == name && (entry ^ connect4_load(&bucket[i + 1])) == key)
            return i;
    }
    return -1;
}

CONNECT4_ANY bool connect4_table_probe(const Connect4Table *table, bool is_wide, uint64_t scrambled,
                                       Connect4Known *out)
{
    const _Atomic uint64_t *bucket = connect4_bucket(table, scrambled);
    uint64_t                name = connect4_name(table, is_wide, scrambled);
    int                     way =
        is_wide ? connect4_wide_way(bucket, name, scrambled) : connect4_narrow_way(bucket, name);
    if (way < 0)
        return false;
    uint64_t entry = connect4_load(&bucket[way]);
    bool     is_same = is_wide ? (entry ^ connect4_load(&bucket[way + 1])) == scrambled
                               : (entry & CONNECT4_ENTRY_NAME) == name;
    if (!is_same) /* another thread has just written there */
        return false;
    out->lower = connect4_entry_lower(entry);
    out->upper = connect4_entry_upper(entry);
    out->column = connect4_entry_column(entry);
    return true;
}

/* The entry that cost least goes; the last one takes whatever comes. */
CONNECT4_ANY int connect4_victim(const Connect4Table *table, bool is_wide,
                                 const _Atomic uint64_t *bucket, int work)
{
    const int width = is_wide ? 2 : 1;
    int       victim = CONNECT4_WAYS - width, least = work + 1;
    for (int i = 0; i < CONNECT4_WAYS; i += width) {
        uint64_t entry = connect4_load(&bucket[i]);
        int      worth = entry >> 56 != table->generation ? -1 : connect4_entry_work(entry);
        if (worth < least) {
            least = worth;
            victim = i;
        }
    }
    return victim;
}

/* `column` -1: none. */
CONNECT4_ANY void connect4_table_store(Connect4Table *table, bool is_wide, uint64_t scrambled,
                                       int lower, int upper, int column, int work)
{
    _Atomic uint64_t *bucket = connect4_bucket(table, scrambled);
    uint64_t          name = connect4_name(table, is_wide, scrambled);
    int               way =
        is_wide ? connect4_wide_way(bucket, name, scrambled) : connect4_narrow_way(bucket, name);
    if (way >= 0) {
        uint64_t old = connect4_load(&bucket[way]);
        int      old_lower = connect4_entry_lower(old), old_upper = connect4_entry_upper(old);
        bool     is_same = is_wide ? (old ^ connect4_load(&bucket[way + 1])) == scrambled
                                   : (old & CONNECT4_ENTRY_NAME) == name;
        if (is_same) {
            lower = lower > old_lower ? lower : old_lower;
            upper = upper < old_upper ? upper : old_upper;
            work = work > connect4_entry_work(old) ? work : connect4_entry_work(old);
            column = column >= 0 ? column : connect4_entry_column(old);
        }
    } else
        way = connect4_victim(table, is_wide, bucket, work);
    uint64_t entry = name | (uint64_t)(lower + CONNECT4_BIAS) << 36 |
                     (uint64_t)(upper + CONNECT4_BIAS) << 42 | (uint64_t)work << 48 |
                     (uint64_t)(column < 7 ? column + 1 : 0) << 53;
    atomic_store_explicit(&bucket[way], entry, memory_order_relaxed);
    if (is_wide)
        atomic_store_explicit(&bucket[way + 1], entry ^ scrambled, memory_order_relaxed);
}
