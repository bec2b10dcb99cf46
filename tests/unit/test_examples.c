/* The starter engines of examples/ play whole games in the sandbox, each in its own language, and
 * the doctor finds nothing wrong with them. */
#include "base/clock.h"
#include "opponent/contestant.h"
#include "opponent/process.h"
#include "school/doctor.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECOND = 1000000, MEMORY_MB = 700, GAMES = 3, TEXT_SIZE = 200 };

/* A virtual machine takes its time to begin, on a busy machine all the more. */
static const ContestantSetup setup = {.sandbox = SANDBOX_AUTO,
                                      .memory_megabytes = MEMORY_MB,
                                      .margin_us = SECOND,
                                      .start_us = 60 * SECOND};
static const Allowance allowance = {.limits = {.time_us = 2 * SECOND}, .deadline_us = 2 * SECOND};

/* With what it wrote to its standard error. */
static _Noreturn void complain(Contestant *player, const Session *session, const Answer *answer)
{
    size_t      size;
    const char *log;
    player->end(player, session);
    log = player->log(player, &size);
    print_error("%s: %s\n%.*s\n", reason_word(answer->reason), answer->text,
                log != NULL ? (int)size : 0, log != NULL ? log : "");
    fail();
    abort(); /* fail() does not return, but does not say so */
}

static void play(Contestant *const players[2])
{
    Session *session = session_new(must_find_game("connect4"));
    Answer   answer = {.kind = ANSWER_MOVE};
    for (int i = 0; i < 2; i++)
        if (!players[i]->begin(players[i], session, i, 1, &answer))
            complain(players[i], session, &answer);
    while (!session_result(session).is_over) {
        Contestant *mover = players[session_side(session)];
        mover->choose(mover, session, &allowance, &answer);
        if (answer.kind != ANSWER_MOVE)
            complain(mover, session, &answer);
        assert_true(session_play(session, answer.move, NULL));
    }
    for (int i = 0; i < 2; i++)
        players[i]->end(players[i], session);
    session_delete(session);
}

static void check_plays(const char *command)
{
    const Game *game = must_find_game("connect4");
    Contestant *players[2];
    Error       err;
    for (int i = 0; i < 2; i++) {
        players[i] = contestant_program.open(&contestant_program, game, command, &setup, &err);
        if (players[i] == NULL)
            fail_msg("%s: %s", command, error_words(&err, LANG_EN));
    }
    for (int i = 0; i < GAMES; i++)
        play(players);
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
}

static void tell_failure(const DoctorFinding *finding, void *user)
{
    (void)user;
    if (finding->verdict == DOCTOR_FAILED)
        print_error("%s: %s\n%s\n%s\n%s\n", finding->id, str_get(&finding->found),
                    str_get(&finding->sent), str_get(&finding->heard), str_get(&finding->errors));
}

static void check_healthy(const char *command)
{
    char  spec[TEXT_SIZE + 4];
    Error err;
    snprintf(spec, sizeof spec, "cmd:%s", command);
    const DoctorSetup examination = {.game = must_find_game("connect4"),
                                     .start = "startpos",
                                     .spec = spec,
                                     .running = setup,
                                     .move_us = SECOND / 10,
                                     .positions = 10,
                                     .seed = 1,
                                     .on_finding = tell_failure};
    DoctorReport      report;
    if (!doctor_examine(&examination, &report, &err))
        fail_msg("%s: %s", command, error_words(&err, LANG_EN));
    assert_int_equal(report.counts[DOCTOR_FAILED], 0);
    assert_true(report.counts[DOCTOR_OK] >= 14);
}

/* To the end of a command in the compilers' sandbox. */
static void must_compile(const char *command, const char *folder)
{
    const ProcessSetup compiling = {
        .sandbox = SANDBOX_AUTO, .profile = SANDBOX_COMPILER, .folder = folder};
    const char *line;
    Error       err;
    Process    *process = process_start(command, &compiling, &err);
    if (process == NULL)
        fail_msg("%s: %s", command, error_words(&err, LANG_EN));
    while (link_read(process_link(process), clock_now_us() + 60 * SECOND, &line) == LINK_LINE)
        print_message("%s\n", line);
    process_state(process, &err);
    process_delete(process);
    assert_string_equal(error_words(&err, LANG_EN), "exited with status 0");
}

static void test_the_starter_in_c_plays(void **state)
{
    (void)state;
    char folder[] = "/tmp/plateau-test-XXXXXX", text[TEXT_SIZE];
    assert_non_null(mkdtemp(folder));
    snprintf(text, sizeof text, "cc -o %s/starter examples/starter.c", folder);
    must_compile(text, folder);
    snprintf(text, sizeof text, "%s/starter", folder);
    check_plays(text);
    check_healthy(text);
    assert_int_equal(unlink(text), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void test_the_starter_in_python_plays(void **state)
{
    (void)state;
    if (access("/usr/bin/python3", X_OK) != 0)
        skip();
    check_plays("/usr/bin/python3 examples/starter.py");
    check_healthy("/usr/bin/python3 examples/starter.py");
}

static void test_the_starter_in_java_plays(void **state)
{
    (void)state;
    if (access("/usr/bin/java", X_OK) != 0)
        skip();
    check_plays("/usr/bin/java -Xshare:auto examples/Starter.java");
    check_healthy("/usr/bin/java -Xshare:auto examples/Starter.java");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_starter_in_c_plays),
        cmocka_unit_test(test_the_starter_in_python_plays),
        cmocka_unit_test(test_the_starter_in_java_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
