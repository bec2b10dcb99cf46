/* base/rng.h -- small deterministic generator (splitmix64). Same seed, same stream, every machine.
 */
#pragma once
#include <assert.h>
#include <stdint.h>

/* The finaliser of splitmix64: spreads a number over 64 bits. */
static inline uint64_t rng_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t rng_next(uint64_t *state)
{
    return rng_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

/* 32 random bits scaled to 0..n-1, n < 2^16: no division, and off from uniform by less than 2^-16.
 */
static inline uint32_t rng_scale(uint32_t bits, uint32_t n)
{
    assert(n > 0 && n <= UINT32_C(1) << 16);
    return (uint32_t)(((uint64_t)bits * n) >> 32);
}

static inline uint32_t rng_below(uint64_t *state, uint32_t n)
{
    return rng_scale((uint32_t)(rng_next(state) >> 32), n);
}
