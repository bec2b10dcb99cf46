#include "net/sha1.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, DIGEST = 20 };

static uint32_t turn_left(uint32_t word, int by)
{
    assert(by > 0 && by < 32);
    return word << by | word >> (32 - by);
}

static void mix_block(uint32_t state[5], const uint8_t block[BLOCK])
{
    static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t              w[80];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = turn_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20              ? (b & c) | (~b & d)
                     : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d)
                                         : b ^ c ^ d;
        uint32_t next = turn_left(a, 5) + f + e + constants[i / 20] + w[i];
        e = d;
        d = c;
        c = turn_left(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

static void write_base64(const uint8_t digest[DIGEST], char text[SHA1_BASE64_SIZE])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *out = text;
    for (int i = 0; i < DIGEST; i += 3) {
        uint32_t last = i + 2 < DIGEST ? digest[i + 2] : 0;
        uint32_t bits = (uint32_t)digest[i] << 16 | (uint32_t)digest[i + 1] << 8 | last;
        for (int shift = 18; shift >= 0; shift -= 6)
            *out++ = letters[bits >> shift & 63];
    }
    out[-1] = '='; /* 20 bytes leave one place of the last four empty */
    *out = '\0';
}

char *sha1_base64(const void *bytes, size_t size, char text[SHA1_BASE64_SIZE])
{
    uint32_t       state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const uint8_t *at = bytes;
    uint8_t        tail[2 * BLOCK] = {0}, digest[DIGEST];
    size_t         left = size;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        mix_block(state, at);
    if (left > 0)
        memcpy(tail, at, left);
    tail[left] = 0x80;
    size_t whole = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    for (size_t i = 0; i < 8; i++)
        tail[whole - 1 - i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
    for (size_t i = 0; i < whole; i += BLOCK)
        mix_block(state, tail + i);
    for (int i = 0; i < DIGEST; i++)
        digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
    write_base64(digest, text);
    return text;
}
