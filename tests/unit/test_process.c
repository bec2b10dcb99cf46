/* Commands without a shell, programs that outlive nobody, compilers in the sandbox, players at a
 * socket. */
#include "base/clock.h"
#include "opponent/command_line.h"
#include "opponent/contestant.h"
#include "opponent/process.h"
#include "support.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libgen.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECOND = 1000000, TEXT_SIZE = 1024 };

/* ---- words -------------------------------------------------------------------------------------
 */

static void check_words(const char *text, const char *joined)
{
    CommandLine line;
    Error       err;
    Str         words = {0};
    if (!command_line_split(text, &line, &err))
        fail_msg("%s: %s", text, error_words(&err, LANG_EN));
    for (int i = 0; i < line.count; i++)
        str_printf(&words, "[%s]", line.words[i]);
    assert_null(line.words[line.count]);
    assert_string_equal(str_get(&words), joined);
    str_free(&words);
    command_line_free(&line);
}

static void test_commands_are_split_as_people_expect(void **state)
{
    (void)state;
    check_words("./prog", "[./prog]");
    check_words("  java   -cp x Main ", "[java][-cp][x][Main]");
    check_words("'a b' \"c d\" e\\ f", "[a b][c d][e f]");
    check_words("a'b'\"c\"d ''", "[abcd][]");
    check_words("\"it's\" '\"' '\\' \"\\\"\"", "[it's][\"][\\][\"]");
    check_words("echo $HOME `id` ; rm | cat > x *", "[echo][$HOME][`id`][;][rm][|][cat][>][x][*]");
    check_words("end\\", "[end\\]");
}

static void test_bad_commands_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", " \t", "'a", "a \"b", "'' b"};
    Str                      many = {0};
    Error                    err;
    CommandLine              line;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(command_line_split(bad[i], &line, &err));
    for (int i = 0; i <= COMMAND_WORDS; i++)
        str_text(&many, "word ");
    assert_false(command_line_split(str_get(&many), &line, &err));
    str_free(&many);
}

/* ---- processes ---------------------------------------------------------------------------------
 */

static Process *must_start(const char *command, const ProcessSetup *setup)
{
    Error    err;
    Process *process = process_start(command, setup, &err);
    if (process == NULL)
        fail_msg("%s: %s", command, error_words(&err, LANG_EN));
    return process;
}

static void assert_line(Process *process, const char *expected)
{
    const char *line;
    assert_int_equal(link_read(process_link(process), clock_now_us() + 5 * SECOND, &line),
                     LINK_LINE);
    assert_string_equal(line, expected);
}

static void assert_no_more_lines(Process *process)
{
    const char *line;
    LinkEvent   event = link_read(process_link(process), clock_now_us() + 5 * SECOND, &line);
    assert_true(event == LINK_ENDED || event == LINK_CLOSED); /* whichever news comes first */
}

static void test_no_shell_reads_the_words(void **state)
{
    (void)state;
    const ProcessSetup setup = {0};
    Error              how;
    Process           *process = must_start("/bin/echo $HOME ';' \"a  b\" `id` *", &setup);
    assert_line(process, "$HOME ; a  b `id` *");
    assert_no_more_lines(process);
    assert_int_equal(process_state(process, &how), PROCESS_EXITED);
    assert_string_equal(error_words(&how, LANG_EN), "exited with status 0");
    process_delete(process);
}

static void test_what_cannot_be_executed_says_so(void **state)
{
    (void)state;
    const ProcessSetup setup = {0};
    Error              how;
    char               path[] = "/tmp/plateau-no-program-XXXXXX";
    int                file = mkstemp(path);
    assert_true(file >= 0 && write(file, "none", 4) == 4 && fchmod(file, 0700) == 0);
    close(file);
    Process *process = must_start(path, &setup);
    assert_no_more_lines(process);
    assert_int_equal(process_state(process, &how), PROCESS_NOT_STARTED);
    assert_string_equal(error_words(&how, LANG_EN), "could not be started: Exec format error");
    process_delete(process);
    unlink(path);
    assert_null(process_start("/etc/passwd", &setup, &how));
    assert_string_equal(error_words(&how, LANG_EN),
                        "'/etc/passwd' is no program that may be run (chmod +x)");
}

static void test_who_does_not_read_does_not_hold_us(void **state)
{
    (void)state;
    const ProcessSetup setup = {0};
    const char        *line;
    Process           *process = must_start("/bin/sleep 100", &setup);
    char              *text = malloc(SECOND);
    assert_non_null(text);
    memset(text, 'a', SECOND);
    text[SECOND - 1] = '\0';
    int64_t before = clock_now_us();
    link_send(process_link(process), text);
    assert_int_equal(link_read(process_link(process), before + SECOND / 20, &line), LINK_LATE);
    process_delete(process);
    assert_true(clock_now_us() - before < 2 * SECOND);
    free(text);
}

/* A runner that is killed leaves nothing behind: its keepers see the pipe close. */
static void test_programs_do_not_outlive_a_killed_runner(void **state)
{
    (void)state;
    int tell[2];
    assert_int_equal(pipe(tell), 0);
    pid_t runner = fork();
    if (runner == 0) {
        const ProcessSetup setup = {0};
        Error              err;
        const char        *line;
        Process *process = process_start("/bin/sh -c 'echo $$; sleep 1000'", &setup, &err);
        if (process != NULL &&
            link_read(process_link(process), clock_now_us() + 5 * SECOND, &line) == LINK_LINE)
            dprintf(tell[1], "%s\n", line);
        pause();
    }
    char    text[32] = "";
    ssize_t n = read(tell[0], text, sizeof text - 1);
    assert_true(n > 0);
    pid_t shell = (pid_t)strtol(text, NULL, 10);
    assert_int_equal(kill(shell, 0), 0);
    kill(runner, SIGKILL);
    waitpid(runner, NULL, 0);
    int64_t deadline = clock_now_us() + 5 * SECOND;
    while (kill(shell, 0) == 0 && clock_now_us() < deadline)
        usleep(1000);
    assert_int_equal(kill(shell, 0), -1);
    close(tell[0]);
    close(tell[1]);
}

/* ---- compiling ---------------------------------------------------------------------------------
 */

/* Runs the command to its end in the compilers' sandbox; its exit status. */
static int compile(const char *command, const char *folder)
{
    const ProcessSetup setup = {
        .sandbox = SANDBOX_AUTO, .profile = SANDBOX_COMPILER, .folder = folder};
    Process    *process = must_start(command, &setup);
    const char *line;
    Error       how;
    int         status = 0;
    while (link_read(process_link(process), clock_now_us() + 60 * SECOND, &line) == LINK_LINE)
        print_message("%s\n", line);
    ProcessState state = process_state(process, &how);
    if (state != PROCESS_EXITED ||
        sscanf(error_words(&how, LANG_EN), "exited with status %d", &status) != 1)
        fail_msg("%s: %s", command, error_words(&how, LANG_EN));
    process_delete(process);
    return status;
}

static void test_compilers_work_in_the_sandbox_and_write_only_where_they_may(void **state)
{
    (void)state;
    static const char *const compilers[][2] = {{"gcc", "c"}, {"clang", "c"}};
    char folder[] = "/tmp/plateau-test-XXXXXX", other[] = "/tmp/plateau-test-XXXXXX";
    char command[4 * TEXT_SIZE], path[TEXT_SIZE];
    if (!sandbox_is_whole(NULL))
        skip();
    assert_non_null(mkdtemp(folder));
    assert_non_null(mkdtemp(other));
    for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++) {
        char tool[TEXT_SIZE];
        snprintf(tool, sizeof tool, "/usr/bin/%s", compilers[i][0]);
        if (access(tool, X_OK) != 0)
            continue;
        snprintf(command, sizeof command, "%s -O2 -x %s -o %s/starter %s -pthread", tool,
                 compilers[i][1], folder, "examples/starter.c");
        assert_int_equal(compile(command, folder), 0);
        snprintf(path, sizeof path, "%s/starter", folder);
        assert_int_equal(access(path, X_OK), 0);
        assert_int_equal(unlink(path), 0);
    }
    snprintf(command, sizeof command, "cp examples/starter.c %s", other);
    assert_int_not_equal(compile(command, NULL), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(rmdir(other), 0);
}

/* ---- sockets -----------------------------------------------------------------------------------
 */

typedef struct {
    int         listener;
    const char *mode;
} Host;

/* As inetd does: each connection is the input and output of a program. */
static void *serve(void *argument)
{
    const Host *host = argument;
    char        self[TEXT_SIZE], zoo[TEXT_SIZE];
    ssize_t     n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    snprintf(zoo, sizeof zoo, "%.900s/zoo", dirname(self));
    int   connection = accept(host->listener, NULL, NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(connection, STDIN_FILENO);
        dup2(connection, STDOUT_FILENO);
        close(connection);
        execl(zoo, zoo, host->mode, NULL);
        _exit(127);
    }
    close(connection);
    waitpid(child, NULL, 0);
    return NULL;
}

static Answer ask_socket(const char *mode)
{
    const ContestantSetup setup = {.margin_us = SECOND / 10, .start_us = 5 * SECOND};
    const Allowance       allowance = {.deadline_us = SECOND};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t          size = sizeof address;
    char               spec[40];
    pthread_t          thread;
    Error              err;
    Answer             answer;
    Host               host = {.listener = socket(AF_INET, SOCK_STREAM, 0), .mode = mode};
    assert_int_equal(bind(host.listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(host.listener, 1), 0);
    getsockname(host.listener, (struct sockaddr *)&address, &size);
    snprintf(spec, sizeof spec, "127.0.0.1:%d", ntohs(address.sin_port));
    assert_int_equal(pthread_create(&thread, NULL, serve, &host), 0);
    const Game *game = must_find_game("tictactoe");
    Contestant *player = contestant_tcp.open(&contestant_tcp, game, spec, &setup, &err);
    Session    *session = session_new(game);
    assert_non_null(player);
    if (player->begin(player, session, 0, 1, &answer))
        player->choose(player, session, &allowance, &answer);
    player->close(player);
    session_delete(session);
    pthread_join(thread, NULL);
    close(host.listener);
    return answer;
}

static void test_players_at_a_socket_play(void **state)
{
    (void)state;
    Answer answer = ask_socket("good");
    assert_int_equal(answer.kind, ANSWER_MOVE);
    answer = ask_socket("exit");
    assert_int_equal(answer.kind, ANSWER_FORFEIT);
    assert_int_equal(answer.reason, REASON_DISCONNECT);
    assert_string_equal(answer.text, "it closed its connection");
}

static void test_nobody_at_the_socket_is_a_forfeit(void **state)
{
    (void)state;
    const ContestantSetup setup = {.start_us = SECOND};
    const Game           *game = must_find_game("tictactoe");
    Error                 err;
    Answer                answer;
    Session              *session = session_new(game);
    Contestant *player = contestant_tcp.open(&contestant_tcp, game, "127.0.0.1:1", &setup, &err);
    assert_non_null(player);
    assert_false(player->begin(player, session, 0, 1, &answer));
    assert_int_equal(answer.kind, ANSWER_FORFEIT);
    player->close(player);
    session_delete(session);
    assert_null(contestant_tcp.open(&contestant_tcp, game, "nobody", &setup, &err));
    assert_null(contestant_tcp.open(&contestant_tcp, game, "host:99999", &setup, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands_are_split_as_people_expect),
        cmocka_unit_test(test_bad_commands_are_refused),
        cmocka_unit_test(test_no_shell_reads_the_words),
        cmocka_unit_test(test_what_cannot_be_executed_says_so),
        cmocka_unit_test(test_who_does_not_read_does_not_hold_us),
        cmocka_unit_test(test_programs_do_not_outlive_a_killed_runner),
        cmocka_unit_test(test_compilers_work_in_the_sandbox_and_write_only_where_they_may),
        cmocka_unit_test(test_players_at_a_socket_play),
        cmocka_unit_test(test_nobody_at_the_socket_is_a_forfeit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
