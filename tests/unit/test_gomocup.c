/* Gomoku programs as contestants: what they are told, what they answer, the swap2 opening. */
#include "core/notation.h"
#include "opponent/contestant.h"
#include "protocol/gomocup_client.h"
#include "protocol/pbrain.h"
#include "support.h"

#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SECOND = 1000000, TEXT_SIZE = 1024 };

static const ContestantSetup setup = {.margin_us = SECOND, .start_us = 5 * SECOND};
static const Allowance       allowance = {.limits = {.time_us = SECOND}, .deadline_us = SECOND};

static Contestant *open_brain(const char *mode)
{
    char    self[TEXT_SIZE], command[TEXT_SIZE];
    Error   err;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(n > 0);
    self[n] = '\0';
    snprintf(command, sizeof command, "\"%.900s/brain\" %s", dirname(self), mode);
    Contestant *brain =
        contestant_pbrain.open(&contestant_pbrain, must_find_game("gomoku"), command, &setup, &err);
    if (brain == NULL)
        fail_msg("%s: %s", mode, error_words(&err, LANG_EN));
    return brain;
}

static Session *begin(const char *position)
{
    Session *session = session_new(must_find_game("gomoku"));
    Error    err;
    assert_non_null(session);
    if (!session_set_position(session, position, &err))
        fail_msg("%s: %s", position, error_words(&err, LANG_EN));
    return session;
}

/* Plays to the end, or to the first answer that is no move; the answer. */
static Answer play(Session *session, const char *first, const char *second)
{
    Contestant *players[2] = {open_brain(first), open_brain(second)};
    Answer      answer = {.kind = ANSWER_MOVE};
    for (int i = 0; i < 2 && answer.kind == ANSWER_MOVE; i++)
        if (!players[i]->begin(players[i], session, i, 1, &answer))
            assert_int_equal(answer.kind, ANSWER_FORFEIT);
    while (answer.kind == ANSWER_MOVE && !session_result(session).is_over) {
        Contestant *mover = players[session_side(session)];
        mover->choose(mover, session, &allowance, &answer);
        if (answer.kind == ANSWER_MOVE)
            assert_true(session_play(session, answer.move, NULL));
    }
    for (int i = 0; i < 2; i++) {
        players[i]->end(players[i], session);
        players[i]->close(players[i]);
    }
    return answer;
}

static void check_result(const char *position, const char *first, const char *second,
                         const char *words)
{
    Session *session = begin(position);
    Answer   answer = play(session, first, second);
    Result   result = session_result(session);
    if (answer.kind != ANSWER_MOVE)
        fail_msg("%s: %s", reason_word(answer.reason), answer.text);
    assert_string_equal(result_words(&result), words);
    session_delete(session);
}

static void test_two_programs_play_a_game(void **state)
{
    (void)state;
    /* Both fill the rows from the left: on 15 columns rows begin with alternating colours. */
    check_result("startpos", "good", "good", "1-0 five");
    check_result("startpos", "suggest", "good", "1-0 five");
    check_result("startpos size=20", "good", "suggest", "1-0 five");
}

static void test_a_game_may_begin_anywhere(void **state)
{
    (void)state;
    check_result("15/15/15/15/15/15/7b7/7w7/15/15/15/15/15/15/15 b", "good", "good", "1-0 five");
    check_result("15/15/15/15/15/15/7b7/15/15/15/15/15/15/15/15 w", "good", "good", "0-1 five");
}

static void check_opening(const char *first, const char *second, const char *moves)
{
    Session *session = begin("startpos opening=swap2");
    Str      line = {0};
    Bytes    pos;
    play(session, first, second);
    for (int i = 0; i < 8; i++) {
        char text[MOVE_TEXT_SIZE];
        session_position_at(session, i, &pos);
        notation_format(session_game(session), &pos, session_move(session, i), text);
        str_printf(&line, "%s%s", i > 0 ? " " : "", text);
    }
    assert_string_equal(str_get(&line), moves);
    str_free(&line);
    session_delete(session);
}

static void test_the_opening_is_negotiated(void **state)
{
    (void)state;
    check_opening("good", "good", "h8 i7 j6 more b14 c13 black a15");
    check_opening("good", "suggest", "h8 i7 j6 black a15 b15 c15 d15");
    check_opening("good", "plain", "h8 i7 j6 white d12 a15 b15 c15");
}

static void check_forfeit(const char *mode, Reason reason, const char *words)
{
    Session *session = begin("startpos");
    Answer   answer = play(session, "good", mode);
    assert_int_equal(answer.kind, ANSWER_FORFEIT);
    assert_string_equal(reason_word(answer.reason), reason_word(reason));
    if (strstr(answer.text, words) == NULL)
        fail_msg("%s: '%s' does not say '%s'", mode, answer.text, words);
    session_delete(session);
}

static void test_faults_have_their_reasons(void **state)
{
    (void)state;
    check_forfeit("error", REASON_ILLEGAL, "it answered 'ERROR I do not know'");
    check_forfeit("refuse", REASON_ILLEGAL, "it refuses the game: 'ERROR too large for me'");
    check_forfeit("occupied", REASON_ILLEGAL, "'0,0' is no legal move; legal are");
    check_forfeit("unasked", REASON_ILLEGAL, "without being asked");
}

static void test_other_games_are_refused(void **state)
{
    (void)state;
    Error err = {0};
    assert_null(contestant_pbrain.open(&contestant_pbrain, must_find_game("connect4"), "/bin/true",
                                       &setup, &err));
    assert_string_equal(error_words(&err, LANG_EN), "pbrain: programs play gomoku only");
}

static void test_the_board_is_told_in_order(void **state)
{
    (void)state;
    Session *session = begin("startpos size=9 opening=free");
    Str      lines = {0};
    assert_true(session_play_moves(session, "e5 a9 i1", NULL));
    gomocup_client_board(session, &lines);
    assert_string_equal(str_get(&lines), "BOARD\n4,4,2\n0,0,1\n8,8,2\nDONE");
    str_free(&lines);
    session_delete(session);
}

/* ---- the engine's side ---- */

static void keep_answer(const char *line, void *user)
{
    if (strncmp(line, "MESSAGE", 7) != 0)
        snprintf(user, TEXT_SIZE, "%s", line);
}

/* Pages of this process that are in memory, in megabytes. */
static long resident_megabytes(void)
{
    long  size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE) >> 20;
}

static void test_the_table_is_touched_before_the_clock_runs(void **state)
{
    char    answer[TEXT_SIZE] = "";
    Pbrain *brain = pbrain_new("0", keep_answer, answer);
    (void)state;
    assert_non_null(brain);
    long before = resident_megabytes();
    pbrain_take(brain, "START 15");
    assert_string_equal(answer, "OK");
    long started = resident_megabytes();
    assert_true(started - before >= 60);
    pbrain_take(brain, "INFO timeout_turn 300");
    pbrain_take(brain, "BEGIN");
    pbrain_finish(brain);
    assert_string_not_equal(answer, "OK");
    assert_true(resident_megabytes() - started <= 8);
    pbrain_take(brain, "INFO max_memory 33554432"); /* a quarter of it is the table */
    assert_true(resident_megabytes() - before <= 16);
    pbrain_take(brain, "TURN 0,0");
    pbrain_finish(brain);
    assert_true(resident_megabytes() - before <= 32);
    pbrain_delete(brain);
}

/* ---- the game of a protocol ---- */

/* Which game it is stands in the game's record: no two name the same one, and a file of the Smart
 * Game Format is one game's. */
static void test_a_protocol_is_about_one_game(void **state)
{
    (void)state;
    assert_string_equal(game_of_protocol("gomocup")->info->id, "gomoku");
    assert_string_equal(game_of_protocol("course")->info->id, "fousfous");
    assert_null(game_of_protocol("go"));
    for (size_t i = 0; i < game_count(); i++) {
        const GameInfo *info = game_at(i)->info;
        for (int k = 0; info->protocols != NULL && info->protocols[k] != NULL; k++)
            assert_ptr_equal(game_of_protocol(info->protocols[k]), game_at(i));
        for (size_t j = 0; j < i && info->sgf_number != 0; j++)
            assert_int_not_equal(info->sgf_number, game_at(j)->info->sgf_number);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_protocol_is_about_one_game),
        cmocka_unit_test(test_two_programs_play_a_game),
        cmocka_unit_test(test_a_game_may_begin_anywhere),
        cmocka_unit_test(test_the_opening_is_negotiated),
        cmocka_unit_test(test_faults_have_their_reasons),
        cmocka_unit_test(test_other_games_are_refused),
        cmocka_unit_test(test_the_board_is_told_in_order),
        cmocka_unit_test(test_the_table_is_touched_before_the_clock_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
