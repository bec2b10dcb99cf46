/* Fuzz target: players, "alphabeta,depth=6,time=0.5", read for every game and for none. */
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
    CHECK(a->limits.iterations == b->limits.iterations);
    CHECK(a->table_megabytes == b->table_megabytes && a->threads == b->threads);
    CHECK(a->has_quiescence == b->has_quiescence && a->step_count == b->step_count);
    CHECK(memcmp(a->steps, b->steps, (size_t)a->step_count * sizeof a->steps[0]) == 0);
    CHECK(strcmp(a->eval, b->eval) == 0 && strcmp(a->mcts, b->mcts) == 0);
    CHECK(strcmp(a->search, b->search) == 0);
}

static void try_player(const Game *game, const char *text)
{
    Player player, again;
    Error  err = {0};
    Str    back = {0};
    if (!player_parse(game, text, &player, &err)) {
        fuzz_check_error(&err);
        return;
    }
    player_format(&player, &back);
    CHECK(player_parse(game, str_get(&back), &again, &err));
    check_same(&player, &again);
    str_free(&back);
}

FUZZ_TARGET(player)
{
    Cursor in = cursor_over(bytes, size);
    char  *text = cursor_rest(&in);
    try_player(NULL, text);
    for (size_t i = 0; i < game_count(); i++)
        try_player(game_at(i), text);
    free(text);
    return 0;
}
