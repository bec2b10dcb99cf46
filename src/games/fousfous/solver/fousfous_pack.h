/* fousfous_pack.h -- a position in one word, as files keep it: the squares of the mover's pieces in
 * the upper half, the other's in the lower one, both in the order of the bits of the board. */
#pragma once
#include "games/fousfous/solver/fousfous_index.h"

static inline uint32_t fousfous_pack_set(uint64_t set)
{
#ifdef __BMI2__
    return (uint32_t)_pext_u64(set, FOUSFOUS_DIAMOND);
#else
    uint32_t high = (uint32_t)(set >> 32);
    return fousfous_half(set) | (high & 127) << 16 | (high >> 9 & 31) << 23 |
           (high >> 18 & 7) << 28 | (high >> 27 & 1) << 31;
#endif
}

static inline uint64_t fousfous_unpack_set(uint32_t packed)
{
#ifdef __BMI2__
    return _pdep_u64(packed, FOUSFOUS_DIAMOND);
#else
    uint64_t low = (packed & 1) << 3 | (packed >> 1 & 7) << 10 | (packed >> 4 & 31) << 17 |
                   (packed >> 9 & 127) << 24;
    uint64_t high = (packed >> 16 & 127) | (packed >> 23 & 31) << 9 | (packed >> 28 & 7) << 18 |
                    (packed >> 31) << 27;
    return low | high << 32;
#endif
}

static inline uint64_t fousfous_pack(uint64_t mine, uint64_t theirs)
{
    return (uint64_t)fousfous_pack_set(mine) << 32 | fousfous_pack_set(theirs);
}

static inline void fousfous_unpack(uint64_t packed, uint64_t *mine, uint64_t *theirs)
{
    *mine = fousfous_unpack_set((uint32_t)(packed >> 32));
    *theirs = fousfous_unpack_set((uint32_t)packed);
}

static inline int fousfous_packed_pieces(uint64_t packed) { return bits_count(packed); }

/* Of a position of the whole board and its reflections, the one with the lowest sets. */
static inline void fousfous_canonical(uint64_t *mine, uint64_t *theirs)
{
    uint64_t m = *mine, t = *theirs;
    for (int i = 1; i < 4; i++) {
        m = i == 2 ? fousfous_turn_u(m) : fousfous_turn_v(m);
        t = i == 2 ? fousfous_turn_u(t) : fousfous_turn_v(t);
        if (m < *mine || (m == *mine && t < *theirs)) {
            *mine = m;
            *theirs = t;
        }
    }
}

static inline uint64_t fousfous_packed_canonical(uint64_t packed)
{
    uint64_t mine, theirs;
    fousfous_unpack(packed, &mine, &theirs);
    fousfous_canonical(&mine, &theirs);
    return fousfous_pack(mine, theirs);
}
