/* Fuzz target: Connect Four's file of outcomes. */
#include "base/checksum.h"
#include "fuzz/fuzz.h"
#include "games/connect4/solver/connect4_outcomes.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 8, HEADER = 7 * WORD, THIRD_AT = 3 * WORD };

/* Whatever the slots hold, a key leads to three of them. */
static void read_as_outcomes(const uint8_t *bytes, size_t size)
{
    Connect4Outcomes outcomes = {0};
    Error            err = {0};
    if (!connect4_outcomes_read(&outcomes, bytes, size, &err)) {
        fuzz_check_error(&err);
        return;
    }
    CHECK(outcomes.plies > 0 && outcomes.plies <= CONNECT4_MAX_BOOK_PLIES);
    for (uint64_t i = 0; i < 64; i++) {
        uint64_t key = i * (UINT64_MAX / 63);
        int      value = connect4_outcomes_probe(&outcomes, key);
        CHECK(value >= -1 && value <= CONNECT4_NO_OUTCOME);
    }
}

static void write_word(uint8_t *bytes, uint64_t word)
{
    for (int i = 0; i < WORD; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

FUZZ_TARGET(outcomes)
{
    read_as_outcomes(bytes, size);
    size_t whole = size / WORD * WORD;
    if (whole < HEADER + 2 * WORD)
        return 0;
    /* With the right size and checksum the rest is seen too. */
    uint8_t *copy = malloc(whole);
    CHECK(copy != NULL);
    memcpy(copy, bytes, whole);
    write_word(copy + THIRD_AT, (whole - HEADER - WORD) / WORD * 32 / 3);
    write_word(copy + whole - WORD, checksum_bytes(copy, whole - WORD));
    read_as_outcomes(copy, whole);
    free(copy);
    return 0;
}
