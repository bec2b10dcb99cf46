/* Fuzz target: Connect Four's book of openings. */
#include "base/checksum.h"
#include "fuzz/fuzz.h"
#include "games/connect4/solver/connect4_book.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 8 };

/* Whatever the entries are, looking one up ends, and finds only what is there. */
static void look_up(const Connect4Book *book, uint64_t key)
{
    int score;
    if (connect4_book_probe(book, key, &score))
        CHECK(score >= -128 && score <= 127);
}

static void read_as_book(const uint8_t *bytes, size_t size)
{
    Connect4Book book = {0};
    Error        err = {0};
    if (!connect4_book_read(&book, bytes, size, &err)) {
        fuzz_check_error(&err);
        return;
    }
    CHECK(book.plies > 0 && book.entries + book.count * WORD <= bytes + size);
    look_up(&book, 0);
    look_up(&book, UINT64_MAX);
    for (size_t i = 0; i < book.count && i < 64; i++) {
        uint64_t word = 0;
        for (int byte = WORD - 1; byte >= 0; byte--)
            word = word << 8 | book.entries[i * WORD + (size_t)byte];
        look_up(&book, word >> 8);
        look_up(&book, (word >> 8) + 1);
    }
}

FUZZ_TARGET(book)
{
    read_as_book(bytes, size);
    if (size < 4 * WORD)
        return 0;
    /* With the right size and checksum the rest is seen too. */
    size_t   whole = size / WORD * WORD;
    uint8_t *copy = malloc(whole);
    CHECK(copy != NULL);
    memcpy(copy, bytes, whole);
    uint64_t count = (whole - 4 * WORD) / WORD;
    for (int i = 0; i < WORD; i++)
        copy[2 * WORD + i] = (uint8_t)(count >> 8 * i);
    uint64_t sum = checksum_bytes(copy, whole - WORD);
    for (int i = 0; i < WORD; i++)
        copy[whole - WORD + (size_t)i] = (uint8_t)(sum >> 8 * i);
    read_as_book(copy, whole);
    free(copy);
    return 0;
}
