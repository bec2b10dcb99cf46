/* base/bytes.h -- numbers in files: low byte first, on every machine. */
#pragma once
#include "base/str.h"

#include <assert.h>
#include <string.h>

static inline void bytes_set(uint8_t *bytes, uint64_t value, int size)
{
    assert(size >= 1 && size <= 8);
    for (int i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static inline uint64_t bytes_get(const uint8_t *bytes, int size)
{
    assert(size >= 1 && size <= 8);
    uint64_t value = 0;
    for (int i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static inline void bytes_put(Str *out, uint64_t value, int size)
{
    uint8_t bytes[8];
    bytes_set(bytes, value, size);
    str_bytes(out, (const char *)bytes, (size_t)size);
}

/* As bytes_get of eight bytes, in one load. */
static inline uint64_t bytes_get_word(const void *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}
