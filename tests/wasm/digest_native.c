/* digest_native GAME FIRST COUNT [reference]: random games as numbers, a line each; with
 * `reference` every position and move is compared with the slow rules on the way, and a difference
 * ends it. */
#include "base/parse.h"
#include "reference/ref_compare.h"
#include "reference/ref_text.h"
#include "wasm/digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void compare(const Game *game, const void *pos, Move move, void *user)
{
    Rules rules = {.game = game};
    Pair  pair = {&rules, user};
    compare_position(&pair, pos);
    if (move != MOVE_NONE)
        compare_after(&pair, pos, move);
}

int main(int argc, char **argv)
{
    const Game    *game = argc > 3 ? game_find(argv[1]) : NULL;
    const RefGame *reference = argc > 4 && game != NULL ? ref_find_game(argv[1]) : NULL;
    int64_t        first, count;
    Error          err;
    if (game == NULL || (argc > 4 && reference == NULL) ||
        !parse_int("first", argv[2], 0, INT32_MAX, &first, &err) ||
        !parse_int("count", argv[3], 1, INT32_MAX, &count, &err)) {
        fprintf(stderr, "usage: digest_native GAME FIRST COUNT [reference]\n");
        return 2;
    }
    for (int64_t i = first; i < first + count; i++)
        printf(
            "%016" PRIx64 "\n",
            digest_game(game, (uint32_t)i, reference != NULL ? compare : NULL, (void *)reference));
    return 0;
}
