/* The program itself, killed, interrupted and out of disk at random moments (R1, R2, R12): nothing
 * that was reported as finished is lost or there twice, and in the end the store and the records
 * are those of a run that nobody disturbed.
 *
 *     KILLS=1000 INTERRUPTIONS=100 build/tests/test_kills        the full proof */
#include "base/file.h"
#include "base/rng.h"
#include "store_dump.h"
#include "support.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = 300, WORD_SIZE = 320, GAMES = 240, MAX_ARGUMENTS = 32 };

static char binary[PATH_SIZE], folder[PATH_SIZE];

static long number_from_environment(const char *name, long usual)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : usual;
}

/* ---- a run of the program ----------------------------------------------------------------------
 */

typedef struct {
    uint64_t seed;
    char     store[PATH_SIZE], records[PATH_SIZE + 8];
} Case;

static void make_case(Case *c, uint64_t seed)
{
    c->seed = seed;
    store_path(c->store, sizeof c->store);
    snprintf(c->records, sizeof c->records, "%s.pgr", c->store);
}

static void remove_case(Case *c)
{
    unlink(c->records);
    store_remove(c->store);
}

/* Is there a whole match in the file? A process may be killed before. */
static bool has_match(const Case *c)
{
    return access(c->store, F_OK) == 0 &&
           store_ask(c->store, "SELECT count(*) FROM sqlite_master") > 0;
}

/* The words of a command that begins the match or goes on with it. Both kinds have GAMES games;
 * even seeds are a Swiss, whose later rounds depend on results. */
static void write_command(const Case *c, int concurrency, char words[][WORD_SIZE], char *argv[])
{
    int  count = 0;
    char seed[24], threads[24];
    bool is_swiss = c->seed % 2 == 0;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)c->seed);
    snprintf(threads, sizeof threads, "%d", concurrency);
    const char *const pairs[] = {"pvs,depth=3", "alphabeta,depth=3", "--games", "240", NULL};
    const char *const swiss[] = {"pvs,depth=2", "pvs,depth=3", "mcts,iterations=40",
                                 "greedy",      "--format",    "swiss",
                                 "--rounds",    "3",           "--games",
                                 "40",          NULL};
    const char *const begin[] = {"connect4", "--seed", seed, "--random-plies", "4"};
    const char *const common[] = {"--store",    c->store,   "--concurrency", threads,
                                  "--progress", "--output", c->records};
    snprintf(words[count++], WORD_SIZE, "%s", binary);
    snprintf(words[count++], WORD_SIZE, "match");
    if (has_match(c))
        snprintf(words[count++], WORD_SIZE, "--resume");
    else {
        for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++)
            snprintf(words[count++], WORD_SIZE, "%s", begin[i]);
        for (const char *const *word = is_swiss ? swiss : pairs; *word != NULL; word++)
            snprintf(words[count++], WORD_SIZE, "%s", *word);
    }
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        snprintf(words[count++], WORD_SIZE, "%s", common[i]);
    for (int i = 0; i < count; i++)
        argv[i] = words[i];
    argv[count] = NULL;
}

typedef struct {
    pid_t child;
    int   messages; /* the reading end of its standard error */
} Run;

static Run start(const Case *c, int concurrency, rlim_t largest_file)
{
    static char words[MAX_ARGUMENTS][WORD_SIZE];
    char       *argv[MAX_ARGUMENTS];
    int         ends[2];
    write_command(c, concurrency, words, argv);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20); /* nobody reads before it has ended */
    Run run = {.child = fork(), .messages = ends[0]};
    if (run.child == 0) {
        struct rlimit limit = {largest_file, largest_file};
        dup2(ends[1], STDERR_FILENO);
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        if (largest_file != RLIM_INFINITY)
            setrlimit(RLIMIT_FSIZE, &limit);
        execv(binary, argv);
        _exit(127);
    }
    close(ends[1]);
    return run;
}

/* Waits for its end; what it said is added to `said`. */
static int finish(Run *run, Str *said)
{
    char    bytes[4096];
    ssize_t size;
    int     status;
    while ((size = read(run->messages, bytes, sizeof bytes)) > 0)
        str_bytes(said, bytes, (size_t)size);
    close(run->messages);
    assert_int_equal(waitpid(run->child, &status, 0), run->child);
    return status;
}

static void sleep_us(uint64_t us)
{
    struct timespec time = {.tv_sec = (time_t)(us / 1000000),
                            .tv_nsec = (long)(us % 1000000) * 1000};
    nanosleep(&time, NULL);
}

/* Any moment; or just after it has reported something, when much is going on. */
static void wait_for_a_moment(const Run *run, uint64_t *rng)
{
    struct pollfd report = {.fd = run->messages, .events = POLLIN};
    bool          is_sudden = rng_below(rng, 2) == 0;
    if (is_sudden)
        poll(&report, 1, 200);
    sleep_us(rng_below(rng, is_sudden ? 1000 : 60000) * UINT64_C(2));
}

/* ---- what must hold ----------------------------------------------------------------------------
 */

/* Marks the games that were reported; each only once. A line cut off by the kill does not count. */
static void read_reports(const Str *said, bool is_reported[GAMES])
{
    for (const char *line = str_get(said); *line != '\0';) {
        const char *end = strchr(line, '\n');
        char       *behind;
        long        number = strtol(line, &behind, 10);
        if (end == NULL)
            return;
        if (behind > line && *behind == ':' && number >= 1 && number <= GAMES) {
            assert_false(is_reported[number - 1]);
            is_reported[number - 1] = true;
        }
        line = end + 1;
    }
}

static void check_nothing_lost(const Case *c, const bool is_reported[GAMES])
{
    if (!has_match(c)) {
        for (int i = 0; i < GAMES; i++)
            assert_false(is_reported[i]);
        return;
    }
    Str dump = store_dump(c->store); /* checks the integrity too */
    str_free(&dump);
    for (int i = 0; i < GAMES; i++) {
        char sql[100];
        if (!is_reported[i])
            continue;
        snprintf(sql, sizeof sql, "SELECT count(*) FROM game WHERE number = %d", i);
        assert_int_equal(store_ask(c->store, sql), 1);
    }
}

static void check_same_end(const Case *c, const Case *undisturbed)
{
    Str  a = store_dump(c->store), b = store_dump(undisturbed->store), of_a = {0}, of_b = {0};
    bool ok = file_read(c->records, 1 << 24, &of_a, NULL) &&
              file_read(undisturbed->records, 1 << 24, &of_b, NULL);
    assert_true(ok);
    assert_string_equal(str_get(&a), str_get(&b));
    assert_string_equal(str_get(&of_a), str_get(&of_b));
    str_free(&a);
    str_free(&b);
    str_free(&of_a);
    str_free(&of_b);
}

static void run_undisturbed(Case *c, uint64_t seed)
{
    Str said = {0};
    make_case(c, seed);
    Run run = start(c, 1, RLIM_INFINITY);
    if (finish(&run, &said) != 0)
        fail_msg("%s", str_get(&said));
    str_free(&said);
}

/* Goes on to the end. */
static void complete(const Case *c)
{
    Str said = {0};
    Run run = start(c, 2, RLIM_INFINITY);
    if (finish(&run, &said) != 0)
        fail_msg("%s", str_get(&said));
    str_free(&said);
}

/* One match, disturbed by a signal at random moments until it ends. Returns how often. */
static long disturb(const Case *c, int signal_number, uint64_t *rng, long most)
{
    bool is_reported[GAMES] = {false};
    long count = 0;
    while (count < most) {
        Str said = {0};
        Run run = start(c, 1 + (int)rng_below(rng, 2), RLIM_INFINITY);
        wait_for_a_moment(&run, rng);
        kill(run.child, signal_number);
        int  status = finish(&run, &said);
        bool is_complete = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        read_reports(&said, is_reported);
        check_nothing_lost(c, is_reported);
        if (!is_complete && signal_number != SIGKILL &&
            strstr(str_get(&said), "to go on:") == NULL && WIFEXITED(status))
            fail_msg("interrupted, but it only said: %s", str_get(&said));
        str_free(&said);
        if (is_complete)
            break;
        count++;
    }
    return count;
}

static void disturb_matches(int signal_number, long wanted)
{
    uint64_t rng = 17 + (uint64_t)signal_number;
    Case     undisturbed[2];
    for (int i = 0; i < 2; i++)
        run_undisturbed(&undisturbed[i], 5 + (uint64_t)i);
    long count = 0, number = 0;
    for (; count < wanted; number++) {
        Case c;
        make_case(&c, undisturbed[number % 2].seed);
        count += disturb(&c, signal_number, &rng, wanted - count);
        complete(&c);
        check_same_end(&c, &undisturbed[number % 2]);
        remove_case(&c);
    }
    print_message("signal %d: %ld times, in %ld matches of %d games\n", signal_number, count,
                  number, GAMES);
    for (int i = 0; i < 2; i++)
        remove_case(&undisturbed[i]);
}

/* ---- tests -------------------------------------------------------------------------------------
 */

static void test_kill_9_loses_no_finished_game(void **state)
{
    (void)state;
    disturb_matches(SIGKILL, number_from_environment("KILLS", 50));
}

static void test_a_resumed_match_equals_an_undisturbed_one(void **state)
{
    (void)state;
    disturb_matches(SIGINT, number_from_environment("INTERRUPTIONS", 5));
}

static void test_sigterm_is_as_good_as_an_interruption(void **state)
{
    (void)state;
    disturb_matches(SIGTERM, 3);
}

static void test_a_locked_store_is_told_and_loses_nothing(void **state)
{
    Case     c;
    Str      said = {0};
    sqlite3 *other;
    uint64_t rng = 3;
    (void)state;
    make_case(&c, 7);
    while (!has_match(&c))
        disturb(&c, SIGKILL, &rng, 1);
    int64_t finished = store_ask(c.store, "SELECT count(*) FROM game");
    assert_int_equal(sqlite3_open(c.store, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    Run run = start(&c, 1, RLIM_INFINITY);
    int status = finish(&run, &said);
    sqlite3_close(other);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), finished < GAMES ? 1 : 0);
    if (finished < GAMES && strstr(str_get(&said), "locked by another program") == NULL)
        fail_msg("no clear message: %s", str_get(&said));
    assert_int_equal(store_ask(c.store, "SELECT count(*) FROM game"), finished);
    complete(&c);
    assert_int_equal(store_ask(c.store, "SELECT count(*) FROM game"), GAMES);
    str_free(&said);
    remove_case(&c);
}

static void test_a_full_disk_loses_no_finished_game(void **state)
{
    /* Of the size that the whole store has: less than that is always too little. */
    static const int per_cents[] = {1, 20, 40, 60, 90};
    Case             undisturbed;
    struct stat      whole;
    (void)state;
    run_undisturbed(&undisturbed, 9);
    assert_int_equal(stat(undisturbed.store, &whole), 0);
    for (size_t i = 0; i < sizeof per_cents / sizeof per_cents[0]; i++) {
        Case c;
        Str  said = {0};
        bool is_reported[GAMES] = {false};
        make_case(&c, 9);
        Run run = start(&c, 2, (rlim_t)(whole.st_size * per_cents[i] / 100));
        int status = finish(&run, &said);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 1);
        if (strstr(str_get(&said), "match.db: ") == NULL)
            fail_msg("no clear message: %s", str_get(&said));
        read_reports(&said, is_reported);
        check_nothing_lost(&c, is_reported);
        complete(&c);
        check_same_end(&c, &undisturbed);
        str_free(&said);
        remove_case(&c);
    }
    remove_case(&undisturbed);
}

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kill_9_loses_no_finished_game),
        cmocka_unit_test(test_a_resumed_match_equals_an_undisturbed_one),
        cmocka_unit_test(test_sigterm_is_as_good_as_an_interruption),
        cmocka_unit_test(test_a_locked_store_is_told_and_loses_nothing),
        cmocka_unit_test(test_a_full_disk_loses_no_finished_game),
    };
    (void)argc;
    const char *slash = strrchr(argv[0], '/'); /* the program lies above the tests */
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - argv[0]) : 1,
             slash != NULL ? argv[0] : ".");
    snprintf(binary, sizeof binary, "%.280s/../plateau", folder);
    return cmocka_run_group_tests_name("kills", tests, NULL, NULL);
}
