/* Fuzz target: files of games for learning. */
#include "base/checksum.h"
#include "core/position.h"
#include "fuzz/fuzz.h"
#include "learn/gamefile.h"

#include <stdlib.h>
#include <string.h>

/* What can be read can be written, and is the same then. */
static void write_again(const GameReader *reader, const LearntGame *game)
{
    Str encoded = {0};
    gamefile_encode(reader->head.game, reader->start, game, &encoded);
    CHECK(!encoded.failed && encoded.size > 0);
    for (int ply = 0; ply < game->plies; ply++)
        CHECK(game->scores[ply] == GAMEFILE_NO_SCORE || abs(game->scores[ply]) <= GAMEFILE_BEST);
    CHECK(game->points >= 0 && game->points <= 2 && game->opening <= game->plies);
    str_free(&encoded);
}

static void read_all(const uint8_t *bytes, size_t size)
{
    GameReader  reader;
    Error       err = {0};
    LearntGame *game = fuzz_alloc(sizeof *game);
    bool        is_end = false, ok = gamefile_read(&reader, bytes, size, &err);
    for (int i = 0; ok && !is_end && i < 200; i++) {
        ok = gamefile_next(&reader, game, &is_end, &err);
        if (ok && !is_end)
            write_again(&reader, game);
    }
    if (!ok)
        fuzz_check_error(&err);
    gamefile_reader_free(&reader);
    free(game);
}

static void put_sum(uint8_t *bytes, size_t at)
{
    uint64_t sum = checksum_bytes(bytes, at);
    for (int i = 0; i < 8; i++)
        bytes[at + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

FUZZ_TARGET(gamefile)
{
    enum { HEAD = 16, BLOCK_HEAD = 20, SUM = 8 };
    read_all(bytes, size);
    /* With the right checksums the rest is seen too. */
    if (size < HEAD + SUM)
        return 0;
    uint8_t *copy = fuzz_alloc(size);
    memcpy(copy, bytes, size);
    size_t text = (size_t)(copy[12] | copy[13] << 8);
    size_t block = HEAD + text + SUM;
    if (block <= size)
        put_sum(copy, HEAD + text);
    if (block + BLOCK_HEAD + SUM <= size) {
        size_t games = (size_t)(copy[block + 16] | copy[block + 17] << 8);
        if (block + BLOCK_HEAD + games + SUM <= size)
            put_sum(copy + block, BLOCK_HEAD + games);
    }
    read_all(copy, size);
    free(copy);
    return 0;
}
