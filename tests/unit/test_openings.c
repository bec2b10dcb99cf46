/* Where games begin: fair, drawn from the seed and the number alone, kept by symmetries. */
#include "match/openings.h"
#include "support.h"

#include <string.h>

static Session *at_start(const Game *game)
{
    Session *session = session_new(game);
    assert_non_null(session);
    return session;
}

static void must_open(const Openings *openings, uint64_t number, Session *session)
{
    Error err;
    assert_true(session_set_position(session, "startpos", &err));
    if (!openings_play(openings, number, session, &err))
        fail_msg("%s: %s", session_game(session)->info->id, error_words(&err, LANG_EN));
}

static bool wins_at_once(const Game *game, const Session *session)
{
    Move  moves[MAX_MOVES];
    Bytes pos, undo;
    int   count = game->gen(session_position(session), moves);
    memcpy(&pos, session_position(session), game->pos_size);
    for (int i = 0; i < count; i++) {
        game->make(&pos, moves[i], &undo);
        Result result = position_result(game, &pos);
        game->unmake(&pos, moves[i], &undo);
        if (result.winner == session_side(session))
            return true;
    }
    return false;
}

static void test_random_plies_leave_a_game_to_play(void **state)
{
    const Game *game = *state;
    Openings    openings = {.random_plies = 4, .seed = 5};
    Session    *session = at_start(game);
    for (uint64_t number = 0; number < 50; number++) {
        must_open(&openings, number, session);
        assert_int_equal(session_ply(session), 4);
        assert_false(session_result(session).is_over);
        assert_false(wins_at_once(game, session));
    }
    session_delete(session);
}

static void test_seed_and_number_alone_decide(void **state)
{
    const Game *game = *state;
    Openings    openings = {.random_plies = 3, .is_turned = true, .seed = 11}, other = openings;
    Session    *a = at_start(game), *b = at_start(game);
    int         different_numbers = 0, different_seeds = 0;
    other.seed = 12;
    for (uint64_t number = 20; number-- > 0;) {
        must_open(&openings, number, a);
        must_open(&openings, number, b);
        assert_true(has_same_bytes(game, session_position(a), session_position(b)));
        must_open(&openings, number + 1, b);
        different_numbers += !has_same_bytes(game, session_position(a), session_position(b));
        must_open(&other, number, b);
        different_seeds += !has_same_bytes(game, session_position(a), session_position(b));
    }
    assert_true(different_numbers > 10 && different_seeds > 10);
    session_delete(a);
    session_delete(b);
}

static void test_a_turned_opening_is_the_same_seen_otherwise(void **state)
{
    const Game *game = *state;
    Error       err;
    Openings    plain = {.random_plies = 3, .seed = 3}, turned = {0};
    Session    *a = at_start(game), *b = at_start(game);
    for (uint64_t number = 0; number < 20; number++) {
        must_open(&plain, number, a);
        Str line = text_of(game, session_position(a));
        openings_free(&turned);
        turned = (Openings){.is_turned = true, .seed = number};
        assert_true(openings_add(&turned, str_get(&line), &err));
        must_open(&turned, number, b);
        assert_true(is_same_turned(game, session_position(a), session_position(b)));
        str_free(&line);
    }
    openings_free(&turned);
    session_delete(a);
    session_delete(b);
}

static void test_lines_are_moves_or_positions(void **state)
{
    const Game *game = must_find_game("connect4");
    Session    *session = at_start(game);
    Openings    openings = {0};
    Error       err;
    (void)state;
    assert_true(openings_add(&openings, "4455", &err));
    assert_true(openings_add(&openings, "7/7/7/7/3o3/3x3 x", &err));
    assert_true(openings_add(&openings, "startpos moves 1 2 3", &err));
    must_open(&openings, 0, session);
    assert_int_equal(session_ply(session), 4);
    must_open(&openings, 1, session);
    assert_int_equal(session_ply(session), 0);
    assert_string_equal(session_start_text(session), "7/7/7/7/3o3/3x3 x");
    must_open(&openings, 2, session);
    assert_int_equal(session_ply(session), 3);
    must_open(&openings, 3, session); /* and again from the first */
    assert_int_equal(session_ply(session), 4);
    openings_free(&openings);
    session_delete(session);
}

static void test_moves_are_turned_too(void **state)
{
    Session *session = at_start(must_find_game("connect4"));
    Openings openings = {.is_turned = true, .seed = 1};
    Error    err;
    int      mirrored = 0;
    (void)state;
    assert_true(openings_add(&openings, "112", &err));
    for (uint64_t number = 0; number < 40; number++) {
        must_open(&openings, number, session);
        assert_int_equal(session_ply(session), 3);
        Str  text = text_of(session_game(session), session_position(session));
        bool is_mirrored = strcmp(str_get(&text), "7/7/7/7/6o/5xx o") == 0;
        assert_true(is_mirrored || strcmp(str_get(&text), "7/7/7/7/o6/xx5 o") == 0);
        mirrored += is_mirrored;
        str_free(&text);
    }
    assert_in_range(mirrored, 5, 35);
    openings_free(&openings);
    session_delete(session);
}

static void test_wrong_lines_are_refused(void **state)
{
    static const char *const wrong[] = {"9", "7/7 x", "startpos moves 8", "1 2 1 2 1 2 1", "what"};
    Session                 *session = at_start(must_find_game("connect4"));
    Error                    err;
    (void)state;
    assert_true(openings_check("4455", session, &err));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(openings_check(wrong[i], session, &err));
        assert_int_equal(session_ply(session), 0);
        assert_string_equal(session_start_text(session), "7/7/7/7/7/7 x");
    }
    session_delete(session);
}

int main(void)
{
    const struct CMUnitTest each[] = {
        cmocka_unit_test(test_random_plies_leave_a_game_to_play),
        cmocka_unit_test(test_seed_and_number_alone_decide),
        cmocka_unit_test(test_a_turned_opening_is_the_same_seen_otherwise),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_are_moves_or_positions),
        cmocka_unit_test(test_moves_are_turned_too),
        cmocka_unit_test(test_wrong_lines_are_refused),
    };
    int failed = run_for_every_game("openings", each, sizeof each / sizeof each[0]);
    return failed + cmocka_run_group_tests_name("opening lines", tests, NULL, NULL);
}
