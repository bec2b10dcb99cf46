/* The public interface (include/plateau.h): handles and texts over the engine. */
#include "plateau.h"

#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static PlateauSession *must_open(const char *id)
{
    PlateauSession *session = plateau_session_new(plateau_game_find(id));
    assert_non_null(session);
    return session;
}

static void test_games_are_listed_and_found(void **state)
{
    (void)state;
    assert_true(plateau_game_count() >= 5);
    for (size_t i = 0; i < plateau_game_count(); i++) {
        const PlateauGame *game = plateau_game_at(i);
        assert_ptr_equal(plateau_game_find(plateau_game_id(game)), game);
        assert_true(strlen(plateau_game_name(game)) > 0);
    }
    assert_null(plateau_game_at(plateau_game_count()));
    assert_null(plateau_game_find("chess"));
    assert_null(plateau_session_new(NULL));
    plateau_session_delete(NULL);
    assert_string_equal(plateau_version(), PLATEAU_VERSION);
}

static void test_a_game_is_played_by_its_texts(void **state)
{
    PlateauSession *session = must_open("connect4");
    PlateauError    error = {"as before"};
    (void)state;
    assert_string_equal(plateau_session_moves(session), "4 3 5 2 6 1 7");
    for (const char *move = "4151614"; move[1] != '\0'; move++) {
        char text[2] = {*move, '\0'};
        assert_true(plateau_session_play(session, text, &error));
        assert_string_equal(error.text, "");
    }
    assert_int_equal(plateau_session_ply(session), 6);
    assert_int_equal(plateau_session_side(session), 0);
    assert_string_equal(plateau_session_result(session), "*");
    assert_string_equal(plateau_session_reason(session), "");
    assert_false(plateau_session_play(session, "8", &error));
    assert_non_null(strstr(error.text, "'8'"));
    assert_true(plateau_session_play(session, "7", NULL));
    assert_true(plateau_session_is_over(session));
    assert_int_equal(plateau_session_winner(session), 0);
    assert_string_equal(plateau_session_result(session), "1-0");
    assert_string_equal(plateau_session_reason(session), "four");
    assert_string_equal(plateau_session_moves(session), "");
    assert_null(plateau_session_choose(session, "random", 1, &error));
    assert_true(strlen(error.text) > 0);
    assert_true(plateau_session_undo(session));
    assert_int_equal(plateau_session_winner(session), -1);
    assert_true(plateau_session_redo(session));
    assert_false(plateau_session_redo(session));
    assert_non_null(strstr(plateau_session_drawing(session), "x"));
    plateau_session_delete(session);
}

static void test_rules_positions_and_records_are_texts(void **state)
{
    PlateauSession *a = must_open("gomoku"), *b = must_open("gomoku"), *c = must_open("hasami");
    PlateauError    error;
    (void)state;
    assert_true(plateau_session_start(a, "size=19 rule=renju", &error));
    assert_false(plateau_session_start(a, "size=190", &error));
    assert_true(strlen(error.text) > 0);
    assert_true(plateau_session_play(a, "k10", &error));
    assert_true(plateau_session_set_record(b, plateau_session_record(a), &error));
    assert_int_equal(plateau_session_ply(b), 1);
    assert_string_equal(plateau_session_position(a), plateau_session_position(b));
    assert_false(plateau_session_set_record(c, plateau_session_record(a), &error));
    assert_false(plateau_session_set_position(c, plateau_session_position(a), &error));
    assert_true(plateau_session_start(b, NULL, &error));
    assert_true(plateau_session_set_position(b, plateau_session_position(a), &error));
    assert_string_equal(plateau_session_position(a), plateau_session_position(b));
    plateau_session_delete(a);
    plateau_session_delete(b);
    plateau_session_delete(c);
}

static void test_players_choose_and_equal_seeds_agree(void **state)
{
    PlateauSession *a = must_open("hasami"), *b = must_open("hasami");
    PlateauError    error;
    (void)state;
    for (int ply = 0; ply < 4; ply++) {
        const char *player = ply % 2 == 0 ? "level3" : "pvs,depth=2";
        const char *move = plateau_session_choose(a, player, 7, &error);
        const char *same = plateau_session_choose(b, player, 7, &error);
        assert_non_null(move);
        assert_string_equal(move, same);
        assert_true(plateau_session_play(a, move, &error));
        assert_true(plateau_session_play(b, same, &error));
    }
    assert_null(plateau_session_choose(a, "nobody", 7, &error));
    assert_non_null(strstr(error.text, "nobody"));
    assert_null(plateau_session_choose(a, "human", 7, &error));
    plateau_session_delete(a);
    plateau_session_delete(b);
}

typedef struct {
    PlateauSession *session;
    atomic_bool     has_answered;
} Stopping;

/* Again and again: what has not begun yet is not stopped. */
static void *stop_until_it_answers(void *user)
{
    Stopping *stopping = user;
    while (!atomic_load(&stopping->has_answered)) {
        plateau_session_stop(stopping->session);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return NULL;
}

static void test_another_thread_can_stop_it(void **state)
{
    Stopping  stopping = {.session = must_open("gomoku")};
    pthread_t thread;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, stop_until_it_answers, &stopping), 0);
    /* Unstopped, this search takes hours. */
    const char *move =
        plateau_session_choose(stopping.session, "mcts,iterations=1000000000", 1, NULL);
    assert_non_null(move);
    atomic_store(&stopping.has_answered, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(plateau_session_play(stopping.session, move, NULL));
    plateau_session_delete(stopping.session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_listed_and_found),
        cmocka_unit_test(test_a_game_is_played_by_its_texts),
        cmocka_unit_test(test_rules_positions_and_records_are_texts),
        cmocka_unit_test(test_players_choose_and_equal_seeds_agree),
        cmocka_unit_test(test_another_thread_can_stop_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
