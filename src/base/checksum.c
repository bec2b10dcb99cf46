#include "base/checksum.h"

#include "base/bytes.h"
#include "base/rng.h"

#include <assert.h>
#include <string.h>

enum { LANES = 4, LANE_BYTES = 8 };

uint64_t checksum_bytes(const void *bytes, size_t size)
{
    assert(bytes != NULL || size == 0);
    /* Odd factors keep every step one-to-one: a single wrong word cannot cancel out. */
    const uint64_t       factor = UINT64_C(0x9e3779b97f4a7c15);
    const unsigned char *at = bytes;
    uint64_t             lane[LANES] = {1, 2, 3, 4};
    size_t               left = size;
    for (; left >= LANES * LANE_BYTES; left -= LANES * LANE_BYTES, at += LANES * LANE_BYTES)
        for (int i = 0; i < LANES; i++) {
            uint64_t mixed = (lane[i] ^ bytes_get_word(at + i * LANE_BYTES)) * factor;
            lane[i] = mixed << 29 | mixed >> 35;
        }
    unsigned char rest[LANES * LANE_BYTES] = {0};
    if (left > 0)
        memcpy(rest, at, left);
    uint64_t sum = rng_mix(size);
    for (int i = 0; i < LANES; i++)
        sum = rng_mix(sum ^ rng_mix(lane[i] ^ bytes_get_word(rest + i * LANE_BYTES)));
    return sum;
}
