/* Openings for matches: legal, all different, and no side favoured by who judges them. */
#include "base/errors.h"
#include "match/balanced.h"
#include "search/mcts/mcts.h"
#include "support.h"

#include <string.h>

enum { MAX_TEST_LINES = 64 };

typedef struct {
    Openings lines;
    int      room; /* then it wants no more; 0: no end */
} Kept;

static bool keep(const char *moves, void *user, Error *err)
{
    Kept *kept = user;
    if (kept->room > 0 && kept->lines.count == kept->room)
        return error_set(err, ERROR_MEMORY);
    return openings_add(&kept->lines, moves, err);
}

static Balanced usual(const Game *game, const Player *judge, Kept *kept)
{
    return (Balanced){.game = game,
                      .start = "startpos",
                      .judge = judge,
                      .count = 12,
                      .random_plies = 3,
                      .percent = 60,
                      .seed = 7,
                      .keep = keep,
                      .user = kept};
}

static Player judge_of(const Game *game)
{
    Player judge = must_parse_player(game, "pvs,nodes=300");
    judge.table_megabytes = 1;
    return judge;
}

static void must_find(const Balanced *search, BalancedCount *count)
{
    Error err;
    if (!balanced_find(search, count, &err))
        fail_msg("%s: %s", search->game->info->id, error_words(&err, LANG_EN));
    assert_true(count->kept <= count->drawn);
}

static void test_lines_are_fair_and_all_different(void **state)
{
    const Game   *game = *state;
    static Bytes  seen[MAX_TEST_LINES];
    Player        judge = judge_of(game);
    Kept          kept = {0};
    Balanced      search = usual(game, &judge, &kept);
    BalancedCount count;
    Session      *session = session_new(game);
    double        scale = 100 * mcts_usual(game).scale;
    assert_non_null(session);
    must_find(&search, &count);
    assert_int_equal(count.kept, kept.lines.count);
    assert_int_equal(count.kept, 12);
    for (int i = 0; i < kept.lines.count; i++) {
        SearchContext context;
        Error         err;
        assert_true(session_set_position(session, "startpos", &err));
        session_forget(session, 0);
        session_forget(session, 1);
        assert_true(openings_check(kept.lines.lines[i], session, &err));
        assert_true(session_play_moves(session, kept.lines.lines[i], &err));
        assert_in_range(session_ply(session), 3, 4);
        memcpy(&seen[i], session_position(session), game->pos_size);
        for (int j = 0; j < i; j++)
            assert_false(is_same_turned(game, &seen[j], &seen[i]));
        /* Three to two are odds of e to 0.405. */
        assert_true(player_choose(session, &judge, 1, NULL, &context, &err));
        assert_in_range((int)(context.score + scale), (int)(0.58 * scale), (int)(1.42 * scale));
    }
    openings_free(&kept.lines);
    session_delete(session);
}

static void test_seed_alone_decides(void **state)
{
    const Game   *game = *state;
    Player        judge = judge_of(game);
    Kept          kept[3] = {0};
    BalancedCount count;
    int           different = 0;
    for (int i = 0; i < 3; i++) {
        Balanced search = usual(game, &judge, &kept[i]);
        search.seed = i == 2 ? 8 : 7;
        must_find(&search, &count);
    }
    for (int i = 0; i < kept[0].lines.count; i++) {
        assert_string_equal(kept[0].lines.lines[i], kept[1].lines.lines[i]);
        different += strcmp(kept[0].lines.lines[i], kept[2].lines.lines[i]) != 0;
    }
    assert_true(different > 0);
    for (int i = 0; i < 3; i++)
        openings_free(&kept[i].lines);
}

/* The value of the position, -1 to 1, for the player to move. */
static int value_of(const Game *game, void *pos)
{
    Result result = position_result(game, pos);
    Move   moves[MAX_MOVES];
    Bytes  undo;
    int    best = -1;
    if (result.is_over)
        return result.winner == PLAYER_NONE ? 0 : result.winner == game->side(pos) ? 1 : -1;
    int count = game->gen(pos, moves);
    for (int i = 0; i < count; i++) {
        game->make(pos, moves[i], &undo);
        int value = -value_of(game, pos);
        game->unmake(pos, moves[i], &undo);
        best = value > best ? value : best;
    }
    return best;
}

static void add_drawn(const Game *game, void *pos, int plies, Bytes found[], int *count)
{
    Move  moves[MAX_MOVES];
    Bytes undo;
    bool  is_known = value_of(game, pos) != 0;
    for (int i = 0; i < *count && !is_known; i++)
        is_known = is_same_turned(game, &found[i], pos);
    if (!is_known && plies < 2)
        memcpy(&found[(*count)++], pos, game->pos_size);
    int moves_count = plies > 0 ? game->gen(pos, moves) : 0;
    for (int i = 0; i < moves_count; i++) {
        game->make(pos, moves[i], &undo);
        add_drawn(game, pos, plies - 1, found, count);
        game->unmake(pos, moves[i], &undo);
    }
}

/* A small game has only so many: all are found, and nobody waits for more. */
static void test_all_that_there_are(void **state)
{
    static Bytes  drawn[MAX_TEST_LINES];
    const Game   *game = must_find_game("tictactoe");
    Player        judge = must_parse_player(game, "champion,depth=9,table=1");
    Kept          kept = {0};
    Balanced      search = usual(game, &judge, &kept);
    BalancedCount count;
    Bytes         pos;
    int           expected = 0;
    (void)state;
    must_parse(game, "startpos", &pos);
    add_drawn(game, &pos, 2, drawn, &expected);
    search.random_plies = 1;
    search.count = 100;
    must_find(&search, &count);
    assert_int_equal(count.kept, expected);
    openings_free(&kept.lines);
}

static void test_whoever_keeps_them_may_end_it(void **state)
{
    const Game   *game = must_find_game("connect4");
    Player        judge = judge_of(game);
    Kept          kept = {.room = 3};
    atomic_bool   stop = true;
    Balanced      search = usual(game, &judge, &kept);
    BalancedCount count;
    Error         err;
    (void)state;
    assert_false(balanced_find(&search, &count, &err));
    assert_string_equal(error_words(&err, LANG_EN), "out of memory");
    assert_int_equal(kept.lines.count, 3);
    search.stop = &stop;
    assert_false(balanced_find(&search, &count, &err));
    assert_string_equal(error_words(&err, LANG_EN), "stopped");
    assert_int_equal(kept.lines.count, 3);
    openings_free(&kept.lines);
}

int main(void)
{
    const struct CMUnitTest each[] = {
        cmocka_unit_test(test_lines_are_fair_and_all_different),
        cmocka_unit_test(test_seed_alone_decides),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_that_there_are),
        cmocka_unit_test(test_whoever_keeps_them_may_end_it),
    };
    int failed = run_for_every_game("balanced", each, sizeof each / sizeof each[0]);
    return failed + cmocka_run_group_tests_name("balanced lines", tests, NULL, NULL);
}
