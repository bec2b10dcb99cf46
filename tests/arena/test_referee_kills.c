/* A class competition whose server is killed at random moments (R1): every game that it reported is
 * in the store, once, with the same result; the students come back by themselves and the numbers go
 * on.
 *
 *     KILLS=1000 build/tests/test_referee_kills        the full proof */
#include "base/file.h"
#include "base/rng.h"
#include "dial.h"
#include "store_dump.h"
#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 300, MAX_WORDS = 24, STUDENTS = 2, TOKEN_TEXT = 64, USUAL_KILLS = 10 };

static const char *const names[STUDENTS] = {"Anna", "Bob"};

static char binary[PATH_SIZE], store[PATH_SIZE], report[PATH_SIZE + 8];

/* ---- programs ----------------------------------------------------------------------------------
 */

/* The binary with these words; what it prints goes to the file. */
static pid_t start(const char *const words[], const char *output)
{
    char *argv[MAX_WORDS] = {binary};
    int   count = 1;
    for (; words[count - 1] != NULL; count++)
        argv[count] = (char *)(uintptr_t)words[count - 1];
    pid_t child = fork();
    if (child == 0) {
        dup2(open(output, O_WRONLY | O_CREAT | O_APPEND, 0600), STDOUT_FILENO);
        execv(binary, argv);
        _exit(127);
    }
    assert_true(child > 0);
    return child;
}

/* What stands behind `before` in a line of the file, up to its end; waits for it. */
static void find_in(const char *path, const char *before, char *out, size_t size)
{
    for (int tries = 0; tries < DIAL_MS / 10; tries++, usleep(10000)) {
        Str         text = {0};
        const char *at =
            file_read(path, 1 << 20, &text, NULL) ? strstr(str_get(&text), before) : NULL;
        if (at != NULL && strchr(at, '\n') != NULL) {
            at += strlen(before);
            snprintf(out, size, "%.*s", (int)strcspn(at, "\n"), at);
            str_free(&text);
            return;
        }
        str_free(&text);
    }
    fail_msg("'%s' is not in %s", before, path);
}

static pid_t start_server(const char *port, const char *games)
{
    const char *const words[] = {"referee", "--store",      store, "--port",
                                 port,      "--games",      "0",   "--sparring",
                                 "greedy",  "--grace",      "5s",  "--random-plies",
                                 "2",       "--stop-after", games, "--move-time",
                                 "10ms",    "--margin",     "5s",  NULL};
    return start(words, report);
}

static pid_t start_student(const char *name, const char *token, const char *port)
{
    const char *const words[] = {"connect", "127.0.0.1", port,     "--class",   "--name", name,
                                 "--token", token,       "--game", "tictactoe", NULL};
    return start(words, "/dev/null");
}

static void add_students(char tokens[STUDENTS][TOKEN_TEXT])
{
    char path[PATH_SIZE + 8], before[20];
    int  status;
    snprintf(path, sizeof path, "%s.t", store);
    const char *const words[] = {"referee", "--store", store,   "--game", "tictactoe",
                                 "--add",   names[0],  "--add", names[1], NULL};
    assert_true(waitpid(start(words, path), &status, 0) > 0 && status == 0);
    for (int i = 0; i < STUDENTS; i++) {
        snprintf(before, sizeof before, "%s ", names[i]);
        find_in(path, before, tokens[i], TOKEN_TEXT);
    }
    unlink(path);
}

/* ---- what it said and what it kept -------------------------------------------------------------
 */

/* A reported line is one game of the store. */
static void check_line(const char *line, int64_t *last)
{
    int  number;
    char first[20], second[20], result[10], sql[600];
    if (sscanf(line, "%d: %19s - %19s %9s", &number, first, second, result) != 4)
        return;
    assert_true(number > *last); /* never twice */
    *last = number;
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM game JOIN player ON player.number = first"
             " WHERE game.number = %d AND result = '%s' AND name = '%s'",
             number - 1, result, first);
    if (store_ask(store, sql) != 1)
        fail_msg("not in the store: %s", line);
}

/* The reports behind those that were checked already; *last is the number of the last game. */
static void check_reports(size_t *checked, int64_t *last)
{
    Str text = {0};
    assert_true(file_read(report, 64 << 20, &text, NULL));
    for (char *line = text.text + *checked, *end; (end = strchr(line, '\n')) != NULL;) {
        *end = '\0';
        check_line(line, last);
        line = end + 1;
        *checked = (size_t)(line - text.text);
    }
    str_free(&text);
}

static int64_t check_all_reports(void)
{
    size_t  checked = 0;
    int64_t last = 0;
    check_reports(&checked, &last);
    return last;
}

static void test_killed_servers_lose_no_game(void **state)
{
    (void)state;
    const char *given = getenv("KILLS");
    long        kills = given != NULL ? strtol(given, NULL, 10) : USUAL_KILLS;
    char        tokens[STUDENTS][TOKEN_TEXT], port[16], games[24];
    pid_t       students[STUDENTS], server;
    uint64_t    rng = 7;
    size_t      checked = 0;
    int64_t     last = 0;
    add_students(tokens);
    server = start_server("0", "1000000");
    find_in(report, "port ", port, sizeof port);
    for (int i = 0; i < STUDENTS; i++)
        students[i] = start_student(names[i], tokens[i], port);
    for (long i = 0; i < kills; i++) {
        usleep(200000 + rng_below(&rng, 1000) * 600);
        kill(server, SIGKILL);
        waitpid(server, NULL, 0);
        check_reports(&checked, &last);
        server = start_server(port, "1000000");
    }
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    int64_t before = store_ask(store, "SELECT count(*) FROM game");
    snprintf(games, sizeof games, "%lld", (long long)before + 4);
    assert_true(waitpid(start_server(port, games), NULL, 0) > 0);
    assert_int_equal(check_all_reports(), before + 4);
    assert_int_equal(store_ask(store, "SELECT count(*) FROM game"), before + 4);
    assert_int_equal(store_ask(store, "SELECT max(number) + 1 FROM game"), before + 4);
    for (int i = 0; i < STUDENTS; i++) {
        kill(students[i], SIGINT);
        waitpid(students[i], NULL, 0);
    }
    print_message("%ld kills, %lld games\n", kills, (long long)before + 4);
}

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_killed_servers_lose_no_game)};
    (void)argc;
    const char *slash = strrchr(argv[0], '/');
    snprintf(binary, sizeof binary, "%.*s/../plateau", slash != NULL ? (int)(slash - argv[0]) : 1,
             slash != NULL ? argv[0] : ".");
    store_path(store, sizeof store);
    snprintf(report, sizeof report, "%s.out", store);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(report);
    store_remove(store);
    return failed;
}
