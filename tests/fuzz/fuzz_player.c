/* Fuzz target: players, "alphabeta,depth=6,time=0.5". */
#include "engine/player.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_round_trip(const Player *player)
{
    Str    text = {0};
    Player again;
    player_format(player, &text);
    CHECK(player_parse(str_get(&text), &again, NULL));
    CHECK(again.is_human == player->is_human && again.searcher == player->searcher);
    CHECK(again.limits.depth == player->limits.depth);
    CHECK(again.limits.nodes == player->limits.nodes);
    CHECK(again.limits.time_us == player->limits.time_us);
    str_free(&text);
}

FUZZ_TARGET(player)
{
    Cursor in = cursor_over(bytes, size);
    char  *text = cursor_rest(&in);
    Player player;
    Error  err = {""};
    if (player_parse(text, &player, &err))
        check_round_trip(&player);
    else
        fuzz_check_error(&err);
    free(text);
    return 0;
}
