/* A game under way: playing, undo and redo, ends of all kinds, thinking. */
#include "engine/session.h"

#include "core/notation.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static Session *begin(const char *game, const char *position)
{
    Session *session = session_new(must_find_game(game));
    Error    err;
    assert_non_null(session);
    if (!session_set_position(session, position, &err))
        fail_msg("%s: %s", position, error_words(&err, LANG_EN));
    return session;
}

static void play(Session *session, const char *moves)
{
    Error err;
    if (!session_play_moves(session, moves, &err))
        fail_msg("%s: %s", moves, error_words(&err, LANG_EN));
}

static void assert_position(const Session *session, const char *text)
{
    assert_same_position(session_game(session), session_position(session), text);
}

static void assert_result(const Session *session, const char *words)
{
    Result result = session_result(session);
    assert_string_equal(result_words(&result), words);
}

static void test_new_session_stands_at_the_start(void **state)
{
    const Game *game = *state;
    Session    *session = session_new(game);
    assert_non_null(session);
    assert_int_equal(session_ply(session), 0);
    assert_int_equal(session_side(session), 0);
    assert_result(session, "* none");
    assert_position(session, session_start_text(session));
    assert_false(session_undo(session));
    assert_false(session_redo(session));
    session_delete(session);
    session_delete(NULL);
}

static void test_undo_and_redo_walk_through_the_game(void **state)
{
    (void)state;
    Session *session = begin("connect4", "startpos");
    play(session, "445");
    assert_position(session, "7/7/7/7/3o3/3xx2 o");
    assert_true(session_undo(session));
    assert_position(session, "7/7/7/7/3o3/3x3 x");
    assert_true(session_undo(session) && session_undo(session));
    assert_position(session, "7/7/7/7/7/7 x");
    assert_int_equal(session_ply(session), 0);
    while (session_redo(session))
        ;
    assert_position(session, "7/7/7/7/3o3/3xx2 o");
    assert_int_equal(session_ply(session), 3);
    session_delete(session);
}

static void test_any_ply_is_gone_to_by_undo_and_redo(void **state)
{
    (void)state;
    Session         *session = session_new(game_find("tictactoe"));
    Error            err;
    static const int plies[] = {2, 4, 0, 3, 3, -5, 99, 1};
    static const int reached[] = {2, 4, 0, 3, 3, 0, 4, 1};
    assert_true(session_play_moves(session, "b2 a1 c3 a3", &err));
    for (size_t i = 0; i < sizeof plies / sizeof plies[0]; i++) {
        session_go_to(session, plies[i]);
        assert_int_equal(session_ply(session), reached[i]);
        assert_int_equal(session_length(session), 4);
    }
    session_delete(session);
}

static void test_a_new_move_forgets_what_could_be_redone(void **state)
{
    (void)state;
    Session *session = begin("connect4", "startpos");
    play(session, "445");
    session_undo(session);
    session_undo(session);
    play(session, "1");
    assert_false(session_redo(session));
    assert_position(session, "7/7/7/7/7/o2x3 x");
    session_delete(session);
}

static void test_earlier_positions_can_be_looked_at(void **state)
{
    (void)state;
    Session    *session = begin("hasami", "w7w/4b4/4w4/4w4/1bww1wwb1/9/9/b7b/4b3w b quiet=9");
    const Game *game = session_game(session);
    Bytes       pos;
    play(session, "e1e5 a9b9");
    session_position_at(session, 0, &pos);
    assert_same_position(game, &pos, session_start_text(session));
    session_position_at(session, 1, &pos);
    assert_same_position(game, &pos, "w7w/4b4/9/9/1b2b2b1/9/9/b7b/8w w");
    session_position_at(session, 2, &pos);
    assert_true(has_same_bytes(game, &pos, session_position(session)));
    session_delete(session);
}

static void test_several_moves_are_played_all_or_none(void **state)
{
    (void)state;
    Session *session = begin("connect4", "startpos");
    Error    err;
    play(session, "4");
    assert_false(session_play_moves(session, "4 4 4 4 4 4 3", &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "'4 3' is not a legal move here"));
    assert_position(session, "7/7/7/7/7/3x3 o");
    assert_int_equal(session_ply(session), 1);
    assert_true(session_play_moves(session, " 4\t4\n 55 ", NULL));
    assert_int_equal(session_ply(session), 5);
    assert_true(session_play_moves(session, "", NULL));
    session_delete(session);
}

static void test_illegal_moves_change_nothing(void **state)
{
    (void)state;
    Session *session = begin("tictactoe", "startpos");
    Error    err;
    play(session, "b2");
    assert_false(session_play_text(session, "b2", &err));
    assert_string_equal(error_words(&err, LANG_EN),
                        "'b2' is not a legal move here; a legal one is a3");
    assert_false(session_play(session, 4, &err));
    assert_string_equal(error_words(&err, LANG_EN), "illegal move");
    assert_false(session_play(session, MOVE_NONE, NULL));
    assert_int_equal(session_ply(session), 1);
    session_delete(session);
}

static void test_no_move_after_the_end(void **state)
{
    (void)state;
    Session *session = begin("tictactoe", "startpos");
    Error    err;
    play(session, "a1 a2 b1 b2 c1");
    assert_result(session, "1-0 three");
    assert_false(session_play_text(session, "c3", &err));
    assert_string_equal(error_words(&err, LANG_EN), "the game is over: three in a row");
    SearchContext found;
    assert_false(session_think(session, SEARCHER_greedy, &(Limits){0}, 1, NULL, &found, NULL));
    session_delete(session);
}

static void test_a_game_ended_from_outside_goes_on_after_undo(void **state)
{
    (void)state;
    Session *session = begin("tictactoe", "startpos");
    Error    err;
    play(session, "b2");
    session_end(session, 1, REASON_RESIGNATION);
    assert_result(session, "0-1 resignation");
    assert_false(session_play_text(session, "a1", &err));
    assert_string_equal(error_words(&err, LANG_EN), "the game is over: resignation");
    assert_true(session_undo(session));
    assert_result(session, "* none");
    play(session, "a1");
    session_end(session, PLAYER_NONE, REASON_AGREEMENT);
    assert_result(session, "1/2-1/2 agreement");
    assert_true(session_set_position(session, "startpos", NULL));
    assert_result(session, "* none");
    session_delete(session);
}

/* A cycle of four plies: the start comes back after each. */
static const char shuffle[] = "a1a2 a9a8 a2a1 a8a9 ";

static void test_third_occurrence_is_a_draw(void **state)
{
    (void)state;
    Session *session = begin("hasami", "startpos");
    play(session, shuffle);
    assert_result(session, "* none");
    play(session, "a1a2 a9a8 a2a1");
    assert_result(session, "* none");
    play(session, "a8a9");
    assert_result(session, "1/2-1/2 repetition");
    assert_false(session_play_text(session, "a1a2", NULL));
    assert_true(session_undo(session));
    assert_result(session, "* none");
    assert_true(session_redo(session));
    assert_result(session, "1/2-1/2 repetition");
    session_delete(session);
}

static void test_occurrences_needed_follow_the_option(void **state)
{
    (void)state;
    for (int limit = 2; limit <= 9; limit++) {
        char text[64];
        snprintf(text, sizeof text, "startpos repetition=%d", limit);
        Session *session = begin("hasami", text);
        for (int cycle = 1; cycle < limit; cycle++) {
            assert_result(session, "* none");
            play(session, shuffle);
        }
        assert_result(session, "1/2-1/2 repetition");
        session_delete(session);
    }
}

static void test_no_capture_limit_counts_plies(void **state)
{
    (void)state;
    Session *session = begin("hasami", "startpos repetition=off");
    for (int cycle = 0; cycle < 25; cycle++) {
        assert_result(session, "* none");
        play(session, shuffle);
    }
    assert_int_equal(session_ply(session), 100);
    assert_result(session, "1/2-1/2 no-capture");
    session_undo(session);
    assert_result(session, "* none");
    session_delete(session);
}

static void test_a_game_without_draw_rules_goes_on(void **state)
{
    (void)state;
    Session *session = begin("hasami", "startpos repetition=off no_capture=off");
    for (int cycle = 0; cycle < 300; cycle++)
        play(session, shuffle);
    assert_int_equal(session_ply(session), 1200);
    assert_result(session, "* none");
    while (session_undo(session))
        ;
    assert_position(session, "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b repetition=off no_capture=off");
    session_delete(session);
}

static void test_a_bad_position_leaves_the_session_as_it_was(void **state)
{
    (void)state;
    Session *session = begin("gomoku", "startpos size=9");
    Error    err;
    play(session, "e5 d4");
    assert_false(session_set_position(session, "9/9 b", &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "2 rows, expected 9"));
    assert_int_equal(session_ply(session), 2);
    assert_true(session_undo(session));
    assert_position(session, "9/9/9/9/4b4/9/9/9/9 w size=9");
    session_delete(session);
}

static void test_options_last_until_they_are_changed(void **state)
{
    (void)state;
    Session *session = begin("gomoku", "startpos size=9 rule=caro");
    assert_int_equal(session_options(session)[0], 9);
    assert_true(session_set_position(session, "startpos", NULL));
    assert_string_equal(session_start_text(session), "9/9/9/9/9/9/9/9/9 b size=9 rule=caro");
    int16_t plain[MAX_OPTIONS];
    options_reset(&session_game(session)->info->options, plain);
    assert_true(session_start(session, plain, NULL));
    assert_int_equal(session_options(session)[0], 15);
    session_delete(session);
}

static void test_thinking_gives_a_move_and_keeps_the_position(void **state)
{
    Session *session = session_new(*state);
    for (int id = 0; id < SEARCHER_COUNT; id++) {
        SearchContext found;
        Str           before = text_of(*state, session_position(session));
        assert_true(
            session_think(session, (SearcherId)id, &(Limits){.nodes = 300}, 1, NULL, &found, NULL));
        assert_true(position_is_legal(*state, session_position(session), found.best));
        assert_position(session, str_get(&before));
        str_free(&before);
        assert_true(session_play(session, found.best, NULL));
        if (session_result(session).is_over) /* the next one needs something to think about */
            session_undo(session);
    }
    session_delete(session);
}

/* White is three pieces behind, but a8a9 brings the first position back for the third time. */
static void test_search_sees_a_draw_by_repetition(void **state)
{
    (void)state;
    Session      *session = begin("hasami", "wwwwww3/9/9/9/9/9/9/9/bbbbbbbbb b");
    SearchContext found;
    char          text[MOVE_TEXT_SIZE];
    play(session, shuffle);
    play(session, "a1a2 a9a8 a2a1");
    for (int depth = 1; depth <= 2; depth++) {
        assert_true(session_think(session, SEARCHER_alphabeta, &(Limits){.depth = depth}, 1, NULL,
                                  &found, NULL));
        assert_int_equal(found.score, 0);
        notation_format(session_game(session), session_position(session), found.best, text);
        assert_string_equal(text, "a8a9");
    }
    session_delete(session);
}

static void test_records_hold_the_whole_game(void **state)
{
    (void)state;
    Session *session = begin("hasami", "startpos diagonal=on"),
            *other = begin("hasami", "startpos");
    Record record;
    play(session, "a1a5 b9b3");
    session_end(session, 0, REASON_TIME);
    assert_true(session_to_record(session, &record, NULL));
    assert_true(session_from_record(other, &record, NULL));
    assert_position(other, "w1wwwwwww/9/9/9/b8/9/1w7/9/1bbbbbbbb b quiet=2 diagonal=on");
    assert_result(other, "1-0 time");
    assert_int_equal(session_ply(other), 2);
    record_free(&record);
    session_delete(other);
    session_delete(session);
}

static void test_a_bad_record_leaves_the_session_as_it_was(void **state)
{
    (void)state;
    Session *session = begin("tictactoe", "startpos");
    Record   record;
    play(session, "b2 a1");
    record_init(&record, session_game(session));
    assert_true(record_add_move(&record, 0) && record_add_move(&record, 0));
    assert_false(session_from_record(session, &record, NULL));
    assert_position(session, "3/1x1/o2 x");
    assert_int_equal(session_ply(session), 2);
    record_free(&record);
    session_delete(session);
}

int main(void)
{
    const struct CMUnitTest for_games[] = {
        cmocka_unit_test(test_new_session_stands_at_the_start),
        cmocka_unit_test(test_thinking_gives_a_move_and_keeps_the_position),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo_and_redo_walk_through_the_game),
        cmocka_unit_test(test_any_ply_is_gone_to_by_undo_and_redo),
        cmocka_unit_test(test_a_new_move_forgets_what_could_be_redone),
        cmocka_unit_test(test_earlier_positions_can_be_looked_at),
        cmocka_unit_test(test_several_moves_are_played_all_or_none),
        cmocka_unit_test(test_illegal_moves_change_nothing),
        cmocka_unit_test(test_no_move_after_the_end),
        cmocka_unit_test(test_a_game_ended_from_outside_goes_on_after_undo),
        cmocka_unit_test(test_third_occurrence_is_a_draw),
        cmocka_unit_test(test_occurrences_needed_follow_the_option),
        cmocka_unit_test(test_no_capture_limit_counts_plies),
        cmocka_unit_test(test_a_game_without_draw_rules_goes_on),
        cmocka_unit_test(test_a_bad_position_leaves_the_session_as_it_was),
        cmocka_unit_test(test_options_last_until_they_are_changed),
        cmocka_unit_test(test_search_sees_a_draw_by_repetition),
        cmocka_unit_test(test_records_hold_the_whole_game),
        cmocka_unit_test(test_a_bad_record_leaves_the_session_as_it_was),
    };
    return run_for_every_game("sessions", for_games, sizeof for_games / sizeof for_games[0]) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
