/* Fuzz target: players, "alphabeta,depth=6,time=0.5". */
#include "engine/player.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_same(const Player *a, const Player *b)
{
    CHECK(a->is_human == b->is_human && a->searcher == b->searcher);
    CHECK(a->limits.depth == b->limits.depth);
    CHECK(a->limits.nodes == b->limits.nodes);
    CHECK(a->limits.time_us == b->limits.time_us);
}

FUZZ_TARGET(player)
{
    Cursor in = cursor_over(bytes, size);
    char  *text = cursor_rest(&in);
    Player player, again;
    Error  err = {""};
    if (player_parse(text, &player, &err)) {
        Str back = {0};
        player_format(&player, &back);
        CHECK(player_parse(str_get(&back), &again, &err));
        check_same(&player, &again);
        str_free(&back);
    } else {
        fuzz_check_error(&err);
    }
    free(text);
    return 0;
}
