/* The asking side of UGI: lines as they are sent, and the engine's side understands them. */
#include "protocol/ugi_client.h"

#include "protocol/ugi.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* ---- the lines ---------------------------------------------------------------------------------
 */

static void check_position(const char *game, const char *start, const char *moves,
                           const char *expected)
{
    Session *session = session_new(must_find_game(game));
    Str      line = {0};
    Error    err;
    if (!session_set_position(session, start, &err) || !session_play_moves(session, moves, &err))
        fail_msg("%s %s: %s", start, moves, error_words(&err, LANG_EN));
    ugi_client_position(session, &line);
    assert_string_equal(str_get(&line), expected);
    str_free(&line);
    session_delete(session);
}

static void test_positions_are_told_from_their_start(void **state)
{
    (void)state;
    check_position("connect4", "startpos", "", "position startpos");
    check_position("connect4", "startpos", "445", "position startpos moves 4 4 5");
    check_position("tictactoe", "xo1/3/3 x", "b2", "position fen xo1/3/3 x moves b2");
    check_position("gomoku", "startpos size=5", "c3", "position fen 5/5/5/5/5 b size=5 moves c3");
}

static void check_go(const UgiGo *go, const char *expected)
{
    Str line = {0};
    ugi_client_go(go, &line);
    assert_string_equal(str_get(&line), expected);
    str_free(&line);
}

static void test_limits_are_told_in_milliseconds(void **state)
{
    (void)state;
    check_go(&(UgiGo){.has_clock = false}, "go");
    check_go(&(UgiGo){.limits = {.time_us = 250000}}, "go movetime 250");
    check_go(&(UgiGo){.limits = {.time_us = 10}}, "go movetime 1");
    check_go(&(UgiGo){.limits = {.depth = 6, .nodes = 1000}}, "go depth 6 nodes 1000");
    check_go(
        &(UgiGo){.has_clock = true, .left_us = {60000000, 59500000}, .increment_us = {100000, 0}},
        "go p1time 60000 p1inc 100 p2time 59500");
}

/* ---- the answers -------------------------------------------------------------------------------
 */

static void check_answer(const char *line, UgiKind kind, const char *text)
{
    UgiAnswer said;
    ugi_client_read(line, &said);
    assert_int_equal(said.kind, kind);
    assert_string_equal(said.text, text);
}

static void test_answers_are_understood(void **state)
{
    (void)state;
    check_answer("id name  My Engine 2 ", UGI_ID, "My Engine 2");
    check_answer("option name Clear Hash type button", UGI_OPTION, "Clear Hash");
    check_answer("ugiok", UGI_OK, "");
    check_answer("hm readyok", UGI_READY, "");
    check_answer("bestmove a1 ponder b2", UGI_MOVE, "a1");
    check_answer("bestmove resign", UGI_RESIGN, "resign");
    check_answer("bestmove", UGI_MOVE, "");
    check_answer("error no such option", UGI_ERROR, "no such option");
    check_answer("", UGI_OTHER, "");
    check_answer("hello", UGI_OTHER, "");
}

static void check_score(const char *line, bool has_score, Score score)
{
    UgiAnswer said;
    ugi_client_read(line, &said);
    assert_int_equal(said.kind, UGI_INFO);
    assert_int_equal(said.has_score, has_score);
    if (has_score)
        assert_int_equal(said.score, score);
}

static void test_scores_are_those_of_the_best_line(void **state)
{
    (void)state;
    check_score("info depth 4 score cp -35 pv a1", true, -35);
    check_score("info score mate 3", true, SCORE_MATE - 3);
    check_score("info score mate -4", true, -SCORE_MATE + 4);
    check_score("info multipv 2 score cp 12", false, 0);
    check_score("info string score cp 12", false, 0);
    check_score("info score cp 99999999", true, SCORE_FORCED);
}

/* ---- both sides --------------------------------------------------------------------------------
 */

typedef struct {
    char move[UGI_TEXT_SIZE];
    bool has_error;
} Heard;

static void hear(const char *line, void *user)
{
    Heard    *heard = user;
    UgiAnswer said;
    ugi_client_read(line, &said);
    if (said.kind == UGI_MOVE)
        snprintf(heard->move, sizeof heard->move, "%s", said.text);
    heard->has_error |= said.kind == UGI_ERROR;
}

/* The engine's answer to our question is a legal move, in every game and under all rules. */
static void test_the_engine_understands_the_questions(void **state)
{
    const Game *game = *state;
    Rules       rules[MAX_RULES];
    int         count = rules_list(game, rules);
    for (int i = 0; i < count; i++) {
        Heard    heard = {.move = ""};
        Ugi     *ugi = ugi_new(game, hear, &heard);
        Session *session = session_new(game);
        UgiGo    go = {.limits = {.nodes = 50}};
        Str      position = {0}, question = {0};
        assert_true(session_start(session, rules[i].options, NULL));
        ugi_client_position(session, &position);
        ugi_client_go(&go, &question);
        assert_true(ugi_take(ugi, str_get(&position)));
        assert_true(ugi_take(ugi, str_get(&question)));
        ugi_finish(ugi);
        if (heard.has_error || !is_legal_text(game, session_position(session), heard.move))
            fail_msg("%s: '%s'", rules[i].label, heard.move);
        str_free(&position);
        str_free(&question);
        session_delete(session);
        ugi_delete(ugi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_are_told_from_their_start),
        cmocka_unit_test(test_limits_are_told_in_milliseconds),
        cmocka_unit_test(test_answers_are_understood),
        cmocka_unit_test(test_scores_are_those_of_the_best_line),
    };
    const struct CMUnitTest every_game[] = {
        cmocka_unit_test(test_the_engine_understands_the_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) +
           run_for_every_game("both sides", every_game, 1);
}
