/* Fuzz target: position text. A digit for the game, a line of options, a line of text; the bytes
 * that follow choose moves. */
#include "core/position.h"
#include "fuzz/laws.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TARGET(position)
{
    enum { MAX_PLIES = 24 };
    Cursor      in = cursor_over(bytes, size);
    const Game *game = cursor_game(&in);
    int16_t     options[MAX_OPTIONS];
    Error       err = {0};
    cursor_options(&in, game, options);
    char *text = cursor_line(&in);
    void *pos = fuzz_alloc(game->pos_size), *before = fuzz_alloc(game->pos_size);
    CHECK(position_start(game, options, pos, NULL));
    memcpy(before, pos, game->pos_size);
    if (position_parse(game, options, text, pos, &err)) {
        law_walk(game, pos, &in, MAX_PLIES);
    } else {
        fuzz_check_error(&err);
        CHECK(memcmp(before, pos, game->pos_size) == 0);
    }
    free(before);
    free(pos);
    free(text);
    return 0;
}
