/* The endgame tables' order: where a set of occupied squares lies, after the four symmetries.
 *
 * The turned board (fousfous.h) is a diamond of eight rows: 1, 3, 5, 7, 7, 5, 3 and 1 squares.
 * Two reflections keep the rules: rows exchanged end for end (u, the bytes of a word) and each row
 * turned round (v, the bits of a byte); so does doing both. Cut between the rows of seven, the
 * board falls into two halves of 16 squares that the u-reflection exchanges. A set of squares is
 * thus a pair (a, b) of 16-bit numbers, both read from the tip of the diamond inwards. Halves with
 * the same number of pieces are numbered so that a half and its v-reflection are neighbours. The
 * representative of a set has the half of fewer pieces, or of lower number, in front, and that
 * half is the lower of itself and its reflection. Sets are listed by first half, then by second.
 *
 * A set takes a block of 2^k bits: bit c is the value when the mover owns the pieces of c, counted
 * in the order of the bits of the board. */
#pragma once
#include "base/bits.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { FOUSFOUS_HALF = 16, FOUSFOUS_HALVES = 1 << FOUSFOUS_HALF, FOUSFOUS_MAX_TABLE = 10 };

#define FOUSFOUS_DIAMOND UINT64_C(0x081c3e7f7f3e1c08)

/* Number among the halves with as many pieces, and how it relates to its reflection. */
enum { HALF_IS_UPPER = 1, HALF_IS_SYMMETRIC = 2, HALF_NUMBER_SHIFT = 2 };

typedef struct {
    uint16_t half[FOUSFOUS_HALVES];
    /* For k pieces and a first half of n, by its number: where its list of second halves would
     * have number 0. */
    uint32_t *base[FOUSFOUS_MAX_TABLE + 1][FOUSFOUS_MAX_TABLE / 2 + 1];
    uint32_t  blocks[FOUSFOUS_MAX_TABLE + 1];
    uint32_t  memory[]; /* the bases' */
} FousfousIndex;

/* The halves of a board that lie within `cells`, for sets without regard to reflections. */
typedef struct {
    uint16_t number[FOUSFOUS_HALVES]; /* among those with as many pieces */
    uint32_t count[FOUSFOUS_HALF + 1];
    uint16_t list[FOUSFOUS_HALVES]; /* by number of pieces, then by number */
    uint32_t begin[FOUSFOUS_HALF + 1];
} FousfousHalves;

/* The order of the sets of one number of pieces, each by its two halves. */
typedef struct {
    const FousfousHalves *low, *high; /* borrowed */
    int                   pieces;
    uint32_t              start[FOUSFOUS_MAX_TABLE + 1]; /* by pieces in the low half */
    uint32_t              blocks;
} FousfousSets;

/* NULL when memory is short; the caller frees it with free(). */
FousfousIndex *fousfous_index_new(void);

/* How many halves have n pieces. */
uint32_t fousfous_index_halves(int n);

/* The halves within `cells`; where `index` is not NULL, numbered as there. */
void fousfous_halves_init(FousfousHalves *halves, uint32_t cells, const FousfousIndex *index);
void fousfous_sets_init(FousfousSets *sets, const FousfousHalves *low, const FousfousHalves *high,
                        int pieces);

static inline uint64_t fousfous_turn_u(uint64_t set) { return __builtin_bswap64(set); }

static inline uint64_t fousfous_turn_v(uint64_t set)
{
    const uint64_t one = UINT64_C(0x5555555555555555), two = UINT64_C(0x3333333333333333),
                   four = UINT64_C(0x0f0f0f0f0f0f0f0f);
    set = (set >> 1 & one) | (set & one) << 1;
    set = (set >> 2 & two) | (set & two) << 2;
    set = (set >> 4 & four) | (set & four) << 4;
    return set >> 1;
}

/* The half at the low end of the word, from its tip. */
static inline uint32_t fousfous_half(uint64_t set)
{
#ifdef __BMI2__
    return (uint32_t)_pext_u32((uint32_t)set, (uint32_t)FOUSFOUS_DIAMOND);
#else
    uint32_t low = (uint32_t)set;
    return (low >> 3 & 1) | (low >> 10 & 7) << 1 | (low >> 17 & 31) << 4 | (low >> 24 & 127) << 9;
#endif
}

static inline uint32_t fousfous_sets_find(const FousfousSets *sets, uint64_t all)
{
    uint32_t low = fousfous_half(all), high = fousfous_half(fousfous_turn_u(all));
    int      count = bits_count(low);
    return sets->start[count] +
           (uint32_t)sets->low->number[low] * sets->high->count[sets->pieces - count] +
           sets->high->number[high];
}

/* The bits of `word` under the mask, put together. */
static inline uint32_t fousfous_gather(uint64_t word, uint64_t mask)
{
#ifdef __BMI2__
    return (uint32_t)_pext_u64(word, mask);
#else
    uint32_t out = 0;
    for (int i = 0; mask != 0; i++, mask &= mask - 1)
        out |= (uint32_t)((word & (mask & -mask)) != 0) << i;
    return out;
#endif
}

/* Where a position of `pieces` pieces is found: its block, and the bit in the block. */
static inline uint32_t fousfous_locate(const FousfousIndex *index, int pieces, uint64_t mine,
                                       uint64_t theirs, uint32_t *bit)
{
    uint64_t all = mine | theirs;
    uint32_t low = fousfous_half(all), high = fousfous_half(fousfous_turn_u(all));
    uint32_t first = index->half[low], second = index->half[high];
    int      low_count = bits_count(low), high_count = pieces - low_count;
    uint32_t low_rank = (uint32_t)low_count << 14 |
                        ((first >> HALF_NUMBER_SHIFT) - (first & HALF_IS_UPPER)),
             high_rank = (uint32_t)high_count << 14 |
                         ((second >> HALF_NUMBER_SHIFT) - (second & HALF_IS_UPPER));
    bool     is_turned = low_rank > high_rank;
    uint32_t a = is_turned ? second : first, b = is_turned ? first : second;
    int      count = is_turned ? high_count : low_count;
    uint64_t mine_u = is_turned ? fousfous_turn_u(mine) : mine,
             all_u = is_turned ? fousfous_turn_u(all) : all;
    uint32_t a_number = a >> HALF_NUMBER_SHIFT, b_number = b >> HALF_NUMBER_SHIFT;
    if (a & HALF_IS_UPPER) {
        a_number--;
        if (!(b & HALF_IS_SYMMETRIC))
            b_number += b & HALF_IS_UPPER ? UINT32_MAX : 1;
        mine_u = fousfous_turn_v(mine_u);
        all_u = fousfous_turn_v(all_u);
    }
    *bit = fousfous_gather(mine_u, all_u);
    return index->base[pieces][count][a_number] + b_number;
}
