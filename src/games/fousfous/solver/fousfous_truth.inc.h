/* Truth tables: a function of up to ten yes-or-no variables as bits of words, variable 0 changing
 * fastest. The endgame generator decides all colourings of a set of squares at once with them.
 *
 * `vars` is a constant wherever these are called, so that the loops unroll. */
#pragma once
#include "base/bits.h"

#include <stdint.h>
#include <string.h>

enum { TRUTH_MAX_VARS = 10, TRUTH_MAX_WORDS = 1 << (TRUTH_MAX_VARS - 6) };

static const uint64_t truth_variable[6] = {
    UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc), UINT64_C(0xf0f0f0f0f0f0f0f0),
    UINT64_C(0xff00ff00ff00ff00), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000),
};

static inline int truth_words(int vars) { return vars <= 6 ? 1 : 1 << (vars - 6); }

/* The bits in use: a table of fewer than six variables leaves the top of its word at 0. */
static inline uint64_t truth_mask(int vars)
{
    return vars >= 6 ? ~UINT64_C(0) : (UINT64_C(1) << (1 << vars)) - 1;
}

/* Word w of the table of variable v. */
static inline uint64_t truth_word(int v, int w)
{
    return v < 6 ? truth_variable[v] : -(uint64_t)(w >> (v - 6) & 1);
}

/* out |= f where variable v, which f must have as 0, is taken as 1. */
static inline void truth_raise(int vars, const uint64_t *f, int v, uint64_t *out)
{
    int words = truth_words(vars);
    if (v < 6) {
        for (int w = 0; w < words; w++)
            out[w] |= (f[w] & ~truth_variable[v]) << (1 << v);
        return;
    }
    int bit = 1 << (v - 6);
    for (int w = 0; w < words; w++)
        if (w & bit)
            out[w] |= f[w ^ bit];
}

static inline uint32_t truth_squeeze_word(uint64_t word, int v)
{
#ifdef __BMI2__
    return (uint32_t)_pext_u64(word, ~truth_variable[v]);
#else
    static const uint64_t kept[6] = {
        UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
        UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff),
    };
    word &= kept[v];
    for (int i = v; i < 5; i++)
        word = (word | word >> (1 << i)) & kept[i + 1];
    return (uint32_t)word;
#endif
}

static inline uint64_t truth_spread_word(uint32_t half, int v)
{
#ifdef __BMI2__
    return _pdep_u64(half, ~truth_variable[v]);
#else
    static const uint64_t kept[6] = {
        UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
        UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff),
    };
    uint64_t word = half;
    for (int i = 5; i-- > v;)
        word = (word | word << (1 << i)) & kept[i];
    return word;
#endif
}

/* The function of the other variables that f is where v is 0. */
static inline void truth_squeeze(int vars, const uint64_t *f, int v, uint64_t *out)
{
    int words = truth_words(vars - 1);
    if (vars <= 6)
        out[0] = truth_squeeze_word(f[0], v);
    else if (v < 6)
        for (int w = 0; w < words; w++)
            out[w] = truth_squeeze_word(f[2 * w], v) | (uint64_t)truth_squeeze_word(f[2 * w + 1], v)
                                                           << 32;
    else
        for (int w = 0, below = (1 << (v - 6)) - 1; w < words; w++)
            out[w] = f[(w & below) | (w & ~below) << 1];
}

/* The inverse: out |= f, a function of the other variables, where v is 0. */
static inline void truth_spread(int vars, const uint64_t *f, int v, uint64_t *out)
{
    int words = truth_words(vars - 1);
    if (vars <= 6)
        out[0] |= truth_spread_word((uint32_t)f[0], v);
    else if (v < 6)
        for (int w = 0; w < words; w++) {
            out[2 * w] |= truth_spread_word((uint32_t)f[w], v);
            out[2 * w + 1] |= truth_spread_word((uint32_t)(f[w] >> 32), v);
        }
    else
        for (int w = 0, below = (1 << (v - 6)) - 1; w < words; w++)
            out[(w & below) | (w & ~below) << 1] |= f[w];
}

static inline uint64_t truth_reverse_word(uint64_t word)
{
    for (int i = 0; i < 3; i++)
        word = (word & truth_variable[i]) >> (1 << i) | (word & ~truth_variable[i]) << (1 << i);
    return __builtin_bswap64(word);
}

/* Every variable taken for its opposite. */
static inline void truth_negate_inputs(int vars, uint64_t *f)
{
    int words = truth_words(vars);
    if (vars < 6) {
        f[0] = truth_reverse_word(f[0]) >> (64 - (1 << vars));
        return;
    }
    for (int w = 0; 2 * w < words; w++) {
        uint64_t low = truth_reverse_word(f[w]);
        f[w] = truth_reverse_word(f[words - 1 - w]);
        f[words - 1 - w] = low;
    }
}

/* Variables i < j change places. */
static inline void truth_exchange(int vars, uint64_t *f, int i, int j)
{
    int words = truth_words(vars);
    if (j < 6) {
        int      shift = (1 << j) - (1 << i);
        uint64_t moving = truth_variable[i] & ~truth_variable[j];
        for (int w = 0; w < words; w++) {
            uint64_t change = (f[w] ^ f[w] >> shift) & moving;
            f[w] ^= change | change << shift;
        }
        return;
    }
    int high = 1 << (j - 6);
    for (int w = 0; w < words; w++) {
        if (w & high)
            continue;
        if (i < 6) {
            uint64_t change = (f[w] >> (1 << i) ^ f[w | high]) & ~truth_variable[i];
            f[w] ^= change << (1 << i);
            f[w | high] ^= change;
        } else if (w >> (i - 6) & 1) {
            int      other = (w ^ 1 << (i - 6)) | high;
            uint64_t kept = f[w];
            f[w] = f[other];
            f[other] = kept;
        }
    }
}
