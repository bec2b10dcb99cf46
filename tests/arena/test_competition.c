/* A class competition: logging in, coming back, lives, what each fault is called, and what is in
 * the store afterwards. The students are threads that say what they like. */
#include "base/clock.h"
#include "base/file.h"
#include "base/sha256.h"
#include "school/competition.h"
#include "class_server.h"
#include "dial.h"
#include "store_dump.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void expect_loss(ClassServer *server, const char *reason, const char *note)
{
    class_server_finish(server);
    assert_int_equal(server->games, 1);
    assert_string_equal(reason_word(server->result.reason), reason);
    if (strstr(server->note, note) == NULL)
        fail_msg("'%s' is not in '%s'", note, server->note);
    assert_int_equal(competition_player(server->competition, 0)->forfeits[server->result.reason],
                     1);
    class_server_delete(server);
}

/* ---- a student ---------------------------------------------------------------------------------
 */

/* Answers up to the next `go`, which is not answered; false: the game is over before. */
static bool answer_up_to_go(int fd, Session *session)
{
    static const char moves[] = " moves ";
    for (;;) {
        const char *line = dial_read(fd);
        assert_true(line[0] != '\0');
        if (strcmp(line, "ugi") == 0)
            dial_say(fd, "ugiok");
        else if (strcmp(line, "isready") == 0)
            dial_say(fd, "readyok");
        else if (strncmp(line, "position", 8) == 0) {
            const char *played = strstr(line, moves);
            assert_true(session_set_position(session, "3/3/3 x", NULL));
            if (played != NULL)
                assert_true(session_play_moves(session, played + strlen(moves), NULL));
        } else if (strncmp(line, "go ", 3) == 0)
            return true;
        else if (strncmp(line, "gameover", 8) == 0)
            return false;
    }
}

/* The first legal move. */
static void answer_go(int fd, Session *session)
{
    static const char *const squares[] = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
    char                     line[40];
    for (int i = 0; i < 9; i++)
        if (is_legal_text(session_game(session), session_position(session), squares[i])) {
            snprintf(line, sizeof line, "bestmove %s", squares[i]);
            dial_say(fd, line);
            return;
        }
    fail();
}

static void play_on(int fd, Session *session)
{
    while (answer_up_to_go(fd, session))
        answer_go(fd, session);
}

/* ---- logging in --------------------------------------------------------------------------------
 */

static void test_only_the_token_opens_the_door(void **state)
{
    (void)state;
    static const char *const wrong[] = {"login Anna guess",
                                        "login Anna",
                                        "login Eve 2345",
                                        "login random random",
                                        "Anna",
                                        "login",
                                        "login Anna a b c",
                                        "GET / HTTP/1.1",
                                        "\xff\xfe",
                                        ""};
    ClassServer             *server = class_server_new("tictactoe");
    Error                    err;
    server->run.most_games = 0;
    class_server_begin(server);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int fd = dial(lobby_port(server->run.lobby));
        dial_say(fd, wrong[i]);
        dial_expect(fd, "error expected login NAME TOKEN, as they were given");
        dial_expect_end(fd);
        close(fd);
    }
    close(class_server_log_in(server));
    atomic_store(&server->stop, true);
    class_server_finish(server);
    /* A new token makes the old one worthless. */
    char old[TOKEN_SIZE];
    memcpy(old, server->token, sizeof old);
    assert_true(competition_add_student(server->competition, "Anna", server->token, &err));
    assert_string_not_equal(old, server->token);
    class_server_delete(server);
}

static void test_tokens_are_kept_as_hashes_alone(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    Str          bytes = {0};
    char         hash[SHA256_TEXT_SIZE];
    competition_close(server->competition);
    server->competition = NULL;
    assert_true(file_read(server->path, 1 << 20, &bytes, NULL));
    sha256_text(server->token, strlen(server->token), hash);
    assert_null(memmem(bytes.text, bytes.size, server->token, strlen(server->token)));
    assert_non_null(memmem(bytes.text, bytes.size, hash, strlen(hash)));
    str_free(&bytes);
    class_server_delete(server);
}

static void test_sha256_is_the_published_one(void **state)
{
    (void)state;
    char text[SHA256_TEXT_SIZE], long_text[200];
    assert_string_equal(sha256_text("", 0, text),
                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_string_equal(sha256_text("abc", 3, text),
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_string_equal(
        sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, text),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    memset(long_text, 'a', sizeof long_text);
    assert_string_equal(sha256_text(long_text, 64, text),
                        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

static void test_names_are_single_words(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",    "two words", "a\nb", "-x",
        "a,b", "\"q\"",     "\xff", "0123456789012345678901234567890123456789012"};
    ClassServer *server = class_server_new("tictactoe");
    char         token[TOKEN_SIZE];
    Error        err;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(competition_add_student(server->competition, bad[i], token, &err));
    assert_false(competition_add_student(server->competition, "random", token, &err));
    assert_true(competition_add_student(server->competition, "Zo\xc3\xa9", token, &err));
    class_server_delete(server);
}

/* What `plateau referee --add` does beside a server. */
static void add_from_elsewhere(const ClassServer *server, const char *name, char token[TOKEN_SIZE])
{
    Error        err;
    Competition *beside = competition_join(server->path, NULL, NULL, &err);
    if (beside == NULL || !competition_add_student(beside, name, token, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    competition_close(beside);
}

static void test_students_are_added_while_it_runs(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    char         token[TOKEN_SIZE];
    server->run.most_games = 2;
    class_server_begin(server);
    int anna = class_server_log_in(server);
    assert_true(answer_up_to_go(anna, server->board));
    add_from_elsewhere(server, "Bob", token); /* in the middle of her game */
    int bob = class_server_log_in_as(server, "Bob", token);
    answer_go(anna, server->board);
    play_on(anna, server->board);
    close(anna);
    play_on(bob, server->board);
    class_server_finish(server);
    close(bob);
    assert_int_equal(competition_players(server->competition), 3);
    assert_int_equal(
        store_ask(server->path, "SELECT count(*) FROM game WHERE 2 IN (first, second)"), 1);
    class_server_delete(server);
}

static void test_a_new_token_turns_out_who_has_the_old_one(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    char         token[TOKEN_SIZE];
    class_server_begin(server);
    int thief = class_server_log_in(server);
    assert_true(answer_up_to_go(thief, server->board));
    add_from_elsewhere(server, "Anna", token);
    dial_expect_end(thief);
    int again = class_server_knock(server, "Anna", server->token);
    dial_expect(again, "error expected login NAME TOKEN, as they were given");
    int anna = class_server_log_in_as(server, "Anna", token); /* and goes on with the game */
    play_on(anna, server->board);
    class_server_finish(server);
    assert_string_equal(server->note, "");
    close(thief);
    close(again);
    close(anna);
    class_server_delete(server);
}

/* ---- games -------------------------------------------------------------------------------------
 */

static void test_games_are_played_kept_and_counted_once(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    Error        err;
    server->run.most_games = 3;
    class_server_begin(server);
    int fd = class_server_log_in(server);
    for (int i = 0; i < 3; i++)
        play_on(fd, server->board);
    class_server_finish(server);
    close(fd);
    assert_int_equal(server->games, 3);
    /* Another run goes on where this one ended. */
    competition_close(server->competition);
    server->competition = competition_open(server->path, NULL, NULL, &err);
    assert_non_null(server->competition);
    assert_int_equal(competition_finished(server->competition), 3);
    assert_true(competition_add_sparring(server->competition, "random", &err));
    server->run.most_games = 4;
    class_server_begin(server);
    fd = class_server_log_in(server);
    play_on(fd, server->board);
    class_server_finish(server);
    close(fd);
    assert_int_equal(competition_finished(server->competition), 4);
    assert_int_equal(store_ask(server->path, "SELECT count(*) FROM game"), 4);
    assert_int_equal(store_ask(server->path, "SELECT max(number) FROM game"), 3);
    /* Colours change from game to game. */
    assert_int_equal(store_ask(server->path, "SELECT count(*) FROM game WHERE first = 0"), 2);
    class_server_delete(server);
}

static void test_who_comes_back_goes_on(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    class_server_begin(server);
    int fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    answer_go(fd, server->board);
    assert_true(answer_up_to_go(fd, server->board));
    int plies = session_ply(server->board);
    close(fd); /* in the middle of his move */
    fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board)); /* the same position */
    assert_int_equal(session_ply(server->board), plies);
    int second = class_server_log_in(server); /* without having left: the newer connection counts */
    assert_true(answer_up_to_go(second, server->board));
    assert_int_equal(session_ply(server->board), plies);
    answer_go(second, server->board);
    play_on(second, server->board);
    class_server_finish(server);
    assert_string_equal(server->note, "");
    close(fd);
    close(second);
    class_server_delete(server);
}

static void test_an_illegal_move_may_cost_a_life(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    server->run.lives = 1;
    class_server_begin(server);
    int fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    dial_say(fd, "bestmove z9");
    const char *line = dial_read(fd);
    if (strncmp(line, "illegal lives 0 legal ", 22) != 0)
        fail_msg("%s", line);
    assert_true(answer_up_to_go(fd, server->board));
    dial_say(fd, "bestmove z9");
    expect_loss(server, "illegal", "'z9' is no legal move; legal are");
    close(fd);
}

static void test_who_does_not_come_back_loses_as_disconnected(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    server->run.grace_us = SECOND / 5;
    class_server_begin(server);
    int fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    close(fd);
    expect_loss(server, "disconnect", "did not come back");
}

static void test_the_clock_runs_on_while_he_is_away(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    server->run.pace.limits.time_us = SECOND / 2;
    class_server_begin(server);
    int     fd = class_server_log_in(server);
    int64_t begun_us = clock_now_us();
    assert_true(answer_up_to_go(fd, server->board));
    close(fd);
    fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    expect_loss(server, "stall", "");
    assert_true(clock_now_us() - begun_us < 5 * SECOND);
    close(fd);
}

static void test_silence_is_a_stall(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    server->run.pace.limits.time_us = SECOND / 5;
    class_server_begin(server);
    int fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    expect_loss(server, "stall", "no answer after");
    close(fd);
}

/* She answers when she is told to stop: limit and margin are over by then. On a busy machine that
 * may come so late that it seems a stall: a few tries. */
static void check_late_answer(Pace pace)
{
    enum { TRIES = 5 };
    ClassServer *server = NULL;
    int          fd = -1;
    for (int i = 0; i < TRIES; i++) {
        server = class_server_new("tictactoe");
        server->run.pace = pace;
        class_server_begin(server);
        fd = class_server_log_in(server);
        assert_true(answer_up_to_go(fd, server->board));
        dial_expect(fd, "stop");
        answer_go(fd, server->board);
        pthread_join(server->thread, NULL);
        if (server->result.reason == REASON_TIME || i + 1 == TRIES)
            break;
        lobby_close(server->run.lobby);
        class_server_delete(server);
        close(fd);
    }
    assert_string_equal(reason_word(server->result.reason), "time");
    assert_memory_equal(server->note, "it answered after 3", 19); /* 200 and 100 ms */
    assert_int_equal(competition_player(server->competition, 0)->forfeits[REASON_TIME], 1);
    lobby_close(server->run.lobby);
    class_server_delete(server);
    close(fd);
}

static void test_a_late_answer_loses_by_time(void **state)
{
    (void)state;
    check_late_answer((Pace){.limits.time_us = SECOND / 5});
}

/* Over the limit, but by less than what is forgiven for the way of a line. */
static void test_the_margin_forgives_a_slow_network(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    server->run.pace.limits.time_us = SECOND / 5;
    server->run.margin_us = 10 * SECOND;
    class_server_begin(server);
    int fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    usleep(SECOND / 2);
    answer_go(fd, server->board);
    play_on(fd, server->board);
    class_server_finish(server);
    assert_string_equal(server->note, "");
    close(fd);
    class_server_delete(server);
}

static void test_a_clock_for_the_game_runs_out(void **state)
{
    (void)state;
    check_late_answer((Pace){.clock.budget_us = SECOND / 5});
}

static void test_a_flood_is_one(void **state)
{
    (void)state;
    enum { SIZE = 200000 };
    ClassServer *server = class_server_new("tictactoe");
    char        *bytes = malloc(SIZE);
    assert_non_null(bytes);
    memset(bytes, 'x', SIZE);
    class_server_begin(server);
    int fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    dial_send(fd, bytes, SIZE);
    expect_loss(server, "flood", "64 kB");
    close(fd);
    free(bytes);
}

/* A hundred others at the door, silent or shouting, change nothing for her. */
static void test_a_crowd_at_the_door_does_not_disturb_a_game(void **state)
{
    (void)state;
    enum { CROWD = 100, SHOUT = 4096 };
    ClassServer *server = class_server_new("tictactoe");
    int          crowd[CROWD];
    char         shout[SHOUT];
    memset(shout, 'x', sizeof shout);
    class_server_begin(server);
    for (int i = 0; i < CROWD / 2; i++)
        crowd[i] = dial(lobby_port(server->run.lobby));
    int fd = class_server_log_in(server);
    for (int i = CROWD / 2; i < CROWD; i++) {
        crowd[i] = dial(lobby_port(server->run.lobby));
        dial_send(crowd[i], shout, sizeof shout);
    }
    play_on(fd, server->board);
    class_server_finish(server);
    assert_string_equal(server->note, "");
    for (int i = 0; i < CROWD; i++)
        close(crowd[i]);
    close(fd);
    class_server_delete(server);
}

static void test_a_move_nobody_asked_for_is_illegal(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    class_server_begin(server);
    int fd = class_server_log_in(server);
    assert_true(answer_up_to_go(fd, server->board));
    answer_go(fd, server->board);
    dial_say(fd, "bestmove b2");
    expect_loss(server, "illegal", "without being asked");
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_the_token_opens_the_door),
        cmocka_unit_test(test_tokens_are_kept_as_hashes_alone),
        cmocka_unit_test(test_sha256_is_the_published_one),
        cmocka_unit_test(test_names_are_single_words),
        cmocka_unit_test(test_games_are_played_kept_and_counted_once),
        cmocka_unit_test(test_who_comes_back_goes_on),
        cmocka_unit_test(test_an_illegal_move_may_cost_a_life),
        cmocka_unit_test(test_who_does_not_come_back_loses_as_disconnected),
        cmocka_unit_test(test_the_clock_runs_on_while_he_is_away),
        cmocka_unit_test(test_silence_is_a_stall),
        cmocka_unit_test(test_students_are_added_while_it_runs),
        cmocka_unit_test(test_a_new_token_turns_out_who_has_the_old_one),
        cmocka_unit_test(test_a_late_answer_loses_by_time),
        cmocka_unit_test(test_the_margin_forgives_a_slow_network),
        cmocka_unit_test(test_a_clock_for_the_game_runs_out),
        cmocka_unit_test(test_a_flood_is_one),
        cmocka_unit_test(test_a_crowd_at_the_door_does_not_disturb_a_game),
        cmocka_unit_test(test_a_move_nobody_asked_for_is_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
