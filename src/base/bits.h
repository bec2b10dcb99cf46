/* base/bits.h -- bit tricks with a plain path that gives the same numbers on every machine. */
#pragma once
#include <assert.h>
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

static inline int bits_count(uint64_t word) { return __builtin_popcountll(word); }

/* Index of the lowest set bit; word must not be 0. */
static inline int bits_low(uint64_t word)
{
    assert(word != 0);
    return __builtin_ctzll(word);
}

/* Index of the lowest set bit, which is removed from *word. */
static inline int bits_pop(uint64_t *word)
{
    int index = bits_low(*word);
    *word &= *word - 1;
    return index;
}

/* Index of the n-th set bit, counted from 0; the word has more than n of them. */
static inline int bits_select(uint64_t word, int n)
{
    assert(n >= 0 && n < bits_count(word));
#ifdef __BMI2__
    return bits_low(_pdep_u64(UINT64_C(1) << n, word));
#else
    while (n-- > 0)
        word &= word - 1;
    return bits_low(word);
#endif
}
