/* base/bytes.h -- numbers in files: low byte first, on every machine. */
#pragma once
#include "base/str.h"

#include <assert.h>

static inline void bytes_put(Str *out, uint64_t value, int size)
{
    assert(size >= 1 && size <= 8);
    for (int i = 0; i < size; i++)
        str_char(out, (char)(value >> 8 * i));
}

static inline uint64_t bytes_get(const uint8_t *bytes, int size)
{
    assert(size >= 1 && size <= 8);
    uint64_t value = 0;
    for (int i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}
