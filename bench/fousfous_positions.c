/* Positions to measure the Fous-Fous solver with: random games from the start, each stopped when so
 * many pieces are left. The same numbers give the same positions on every machine.
 *   fousfous_positions PIECES COUNT SEED */
#include "base/parse.h"
#include "base/rng.h"
#include "base/str.h"
#include "core/game.h"
#include "core/position.h"
#include "core/position_copy.h"

#include <stdio.h>
#include <stdlib.h>

/* Every move takes one piece at most, and a game ends with fewer pieces than are asked for. */
static bool play_to(PositionCopy *copy, int pieces, uint64_t *rng, Error *err)
{
    const Game *game = copy->game;
    int16_t     options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    if (!position_start(game, options, copy->pos, err))
        return false;
    while (position_pieces(game, copy->pos) > pieces) {
        Move moves[MAX_MOVES];
        int  count = game->gen(copy->pos, moves);
        position_copy_make(copy, moves[rng_below(rng, (uint32_t)count)]);
    }
    return true;
}

static int print_positions(const Game *game, int pieces, int64_t count, uint64_t rng)
{
    Error        err = {0};
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, game, NULL, &err);
    for (int64_t i = 0; ok && i < count; i++) {
        Str text = {0};
        ok = play_to(&copy, pieces, &rng, &err);
        if (ok)
            position_format(game, copy.pos, &text);
        ok = ok && puts(str_get(&text)) >= 0;
        str_free(&text);
    }
    position_copy_free(&copy);
    if (!ok)
        fprintf(stderr, "fousfous_positions: %s\n", error_words(&err, LANG_EN));
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    Error       err;
    int64_t     pieces, count, seed;
    const Game *game = game_find("fousfous");
    if (argc != 4 || game == NULL) {
        fprintf(stderr, "usage: fousfous_positions PIECES COUNT SEED\n");
        return 2;
    }
    if (!parse_int("PIECES", argv[1], 18, 31, &pieces, &err) ||
        !parse_int("COUNT", argv[2], 1, 1000000, &count, &err) ||
        !parse_int("SEED", argv[3], 0, INT64_MAX, &seed, &err)) {
        fprintf(stderr, "fousfous_positions: %s\n", error_words(&err, LANG_EN));
        return 2;
    }
    return print_positions(game, (int)pieces, count, (uint64_t)seed);
}
