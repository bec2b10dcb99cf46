/* A match on disk: what goes in comes out, and a file that cannot be used is refused in one line.
 */
#include "match/store.h"
#include "store_dump.h"
#include "support.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 200 };

static void must_commit(Store *store)
{
    Error err;
    if (!store_commit(store, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static void must_refuse(const char *path, StoreMode mode, const char *why)
{
    Error  err;
    Store *store = store_open(path, mode, &err);
    assert_null(store);
    if (strstr(error_words(&err, LANG_EN), why) == NULL ||
        strchr(error_words(&err, LANG_EN), '\n') != NULL)
        fail_msg("expected '%s', got '%s'", why, error_words(&err, LANG_EN));
}

static GameLog game_log(int64_t number)
{
    GameLog log = {.number = number,
                   .fixture = {.players = {1, 0}, .opening = 3, .round = 2},
                   .seed = UINT64_MAX - 5,
                   .result = {.is_over = true, .winner = 1, .reason = REASON_CRASH},
                   .opening_plies = 1,
                   .used_us = {10, 20},
                   .lasted_us = 35};
    str_text(&log.start, "3/3/3 x");
    str_text(&log.moves, "a1 b2");
    str_text(&log.evals, "- 12");
    str_text(&log.note, "ended with status 3");
    str_bytes(&log.last_words[0], "one\0two", 7);
    return log;
}

static void must_add(Store *store, int64_t number)
{
    GameLog log = game_log(number);
    Error   err;
    if (!store_add_game(store, &log, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    gamelog_free(&log);
}

/* A store with one setting and so many games. */
static void make_store(const char *path, int games)
{
    Store *store = must_open_store(path, STORE_NEW);
    assert_true(store_add_setting(store, "game", "tictactoe", NULL));
    for (int i = 0; i < games; i++)
        must_add(store, i);
    must_commit(store);
    store_close(store);
}

static bool check_game(const GameLog *log, void *user, Error *err)
{
    GameLog wanted = game_log((*(int *)user)++);
    (void)err;
    assert_int_equal(log->number, wanted.number);
    assert_memory_equal(log->fixture.players, wanted.fixture.players,
                        sizeof wanted.fixture.players);
    assert_int_equal(log->fixture.opening, 3);
    assert_int_equal(log->fixture.round, 2);
    assert_true(log->seed == wanted.seed);
    assert_string_equal(result_words(&log->result), "0-1 crash");
    assert_string_equal(str_get(&log->moves), "a1 b2");
    assert_string_equal(str_get(&log->evals), "- 12");
    assert_string_equal(str_get(&log->note), "ended with status 3");
    assert_int_equal(log->last_words[0].size, 7);
    assert_memory_equal(str_get(&log->last_words[0]), "one\0two", 7);
    assert_int_equal(log->last_words[1].size, 0);
    gamelog_free(&wanted);
    return true;
}

static void test_games_come_back_as_they_were(void **state)
{
    char path[PATH_SIZE];
    int  count = 0;
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 5);
    Store *store = must_open_store(path, STORE_RESUME);
    assert_true(store_each_game(store, check_game, &count, NULL));
    assert_int_equal(count, 5);
    store_close(store);
    store_remove(path);
}

static void test_nothing_counts_before_the_commit(void **state)
{
    char path[PATH_SIZE];
    int  count = 0;
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 2);
    Store *store = must_open_store(path, STORE_RESUME);
    assert_true(store_begin(store, NULL));
    must_add(store, 2);
    assert_int_equal(store_ask(path, "SELECT count(*) FROM game"), 2);
    store_abandon(store);
    assert_true(store_each_game(store, check_game, &count, NULL));
    assert_int_equal(count, 2);
    store_close(store);
    store_remove(path);
}

static void test_a_game_cannot_be_there_twice(void **state)
{
    char    path[PATH_SIZE];
    GameLog again = game_log(1);
    Error   err;
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 2);
    Store *store = must_open_store(path, STORE_RESUME);
    assert_true(store_begin(store, NULL));
    assert_false(store_add_game(store, &again, &err));
    store_abandon(store);
    store_close(store);
    gamelog_free(&again);
    store_remove(path);
}

static void test_games_that_are_not_needed_are_kept_aside(void **state)
{
    char path[PATH_SIZE];
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 6);
    Store *store = must_open_store(path, STORE_RESUME);
    assert_true(store_begin(store, NULL));
    assert_true(store_set_aside(store, 4, NULL));
    must_commit(store);
    store_close(store);
    assert_int_equal(store_ask(path, "SELECT count(*) FROM game"), 4);
    assert_int_equal(store_ask(path, "SELECT min(number) FROM surplus"), 4);
    store_remove(path);
}

static void test_new_resume_and_missing(void **state)
{
    char path[PATH_SIZE];
    (void)state;
    store_path(path, sizeof path);
    must_refuse(path, STORE_RESUME, "No such file");
    must_refuse(path, STORE_READ, "No such file");
    make_store(path, 1);
    must_refuse(path, STORE_NEW, "holds a match already");
    store_remove(path);
}

/* A process killed while it made the store leaves an empty file, or one without tables. */
static void test_an_empty_file_is_no_match_yet(void **state)
{
    char path[PATH_SIZE];
    (void)state;
    store_path(path, sizeof path);
    close(open(path, O_WRONLY | O_CREAT, 0644));
    must_refuse(path, STORE_RESUME, "holds no match yet");
    make_store(path, 1);
    store_remove(path);
    store_path(path, sizeof path);
    store_close(must_open_store(path, STORE_NEW)); /* never committed */
    must_refuse(path, STORE_RESUME, "holds no match yet");
    make_store(path, 1);
    store_remove(path);
}

static void test_two_runners_are_one_too_many(void **state)
{
    char path[PATH_SIZE];
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 1);
    Store *store = must_open_store(path, STORE_RESUME);
    must_refuse(path, STORE_RESUME, "another match is running");
    store_close(must_open_store(path, STORE_READ)); /* but anybody may look */
    store_close(store);
    store_close(must_open_store(path, STORE_RESUME));
    store_remove(path);
}

static void test_a_locked_database_is_refused_and_keeps_its_games(void **state)
{
    char     path[PATH_SIZE];
    sqlite3 *other;
    Error    err;
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 3);
    Store *store = must_open_store(path, STORE_RESUME);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(store_begin(store, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "locked by another program"));
    store_close(store);
    sqlite3_close(other);
    assert_int_equal(store_ask(path, "SELECT count(*) FROM game"), 3);
    store_remove(path);
}

static void overwrite(const char *path, off_t from, size_t size)
{
    char noise[8192];
    int  file = open(path, O_RDWR);
    memset(noise, 0x5a, sizeof noise);
    assert_true(file >= 0 && size <= sizeof noise);
    assert_int_equal(pwrite(file, noise, size, from), size);
    close(file);
}

static void test_damaged_files_are_refused(void **state)
{
    char        path[PATH_SIZE];
    struct stat info;
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 200);
    assert_int_equal(stat(path, &info), 0);
    overwrite(path, 4096 * 4, 8192); /* pages in the middle */
    must_refuse(path, STORE_RESUME, "damaged");
    must_refuse(path, STORE_READ, "damaged");
    overwrite(path, 0, 100); /* the header */
    must_refuse(path, STORE_RESUME, "damaged");
    assert_int_equal(truncate(path, info.st_size), 0);
    store_remove(path);
}

static void test_foreign_and_future_files_are_refused(void **state)
{
    char     path[PATH_SIZE];
    sqlite3 *db;
    (void)state;
    store_path(path, sizeof path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t(x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    must_refuse(path, STORE_NEW, "not a match store");
    must_refuse(path, STORE_RESUME, "not a match store");
    store_remove(path);
    store_path(path, sizeof path);
    make_store(path, 1);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version=99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    must_refuse(path, STORE_RESUME, "another version");
    store_remove(path);
}

/* Root may write anywhere, so the test gives that up for a child. */
static void test_a_read_only_folder_is_refused(void **state)
{
    char path[PATH_SIZE], folder[PATH_SIZE];
    int  status = -1;
    (void)state;
    store_path(path, sizeof path);
    make_store(path, 1);
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    assert_int_equal(chmod(path, 0666), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    pid_t child = fork();
    if (child == 0) {
        Error err;
        char  fresh[PATH_SIZE + 8];
        snprintf(fresh, sizeof fresh, "%s/new.db", folder);
        bool is_nobody = geteuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
        bool is_refused = store_open(fresh, STORE_NEW, &err) == NULL &&
                          strstr(error_words(&err, LANG_EN), "Permission denied") != NULL;
        is_refused = is_refused && store_open(path, STORE_RESUME, &err) == NULL &&
                     strstr(error_words(&err, LANG_EN), "cannot be written") != NULL;
        _exit(is_nobody && is_refused ? 0 : 1);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(store_ask(path, "SELECT count(*) FROM game"), 1);
    store_remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_come_back_as_they_were),
        cmocka_unit_test(test_nothing_counts_before_the_commit),
        cmocka_unit_test(test_a_game_cannot_be_there_twice),
        cmocka_unit_test(test_games_that_are_not_needed_are_kept_aside),
        cmocka_unit_test(test_new_resume_and_missing),
        cmocka_unit_test(test_an_empty_file_is_no_match_yet),
        cmocka_unit_test(test_two_runners_are_one_too_many),
        cmocka_unit_test(test_a_locked_database_is_refused_and_keeps_its_games),
        cmocka_unit_test(test_damaged_files_are_refused),
        cmocka_unit_test(test_foreign_and_future_files_are_refused),
        cmocka_unit_test(test_a_read_only_folder_is_refused),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
