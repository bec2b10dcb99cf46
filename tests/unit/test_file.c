/* Whole files in and out: a write that fails leaves the old file as it was. */
#include "base/file.h"

#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT = 1 << 20, PATH_SIZE = 200 };

typedef struct {
    char directory[64], path[PATH_SIZE];
} Place;

/* A directory of its own with one file in it. */
static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return -1;
    snprintf(place->directory, sizeof place->directory, "/tmp/plateau-test-XXXXXX");
    if (mkdtemp(place->directory) == NULL)
        return -1;
    snprintf(place->path, sizeof place->path, "%s/file", place->directory);
    *state = place;
    return file_write(place->path, "old", 3, NULL) ? 0 : -1;
}

static int remove_place(void **state)
{
    Place *place = *state;
    unlink(place->path);
    int status = rmdir(place->directory); /* fails when a temporary file was left */
    free(place);
    return status;
}

static void assert_content(const char *path, const char *expected)
{
    Str   text = {0};
    Error err;
    if (!file_read(path, LIMIT, &text, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_string_equal(str_get(&text), expected);
    str_free(&text);
}

static void test_files_round_trip(void **state)
{
    Place *place = *state;
    Str    text = {0};
    assert_true(file_write(place->path, "new\0bytes\n", 10, NULL));
    assert_true(file_read(place->path, 10, &text, NULL));
    assert_int_equal(text.size, 10);
    assert_memory_equal(text.text, "new\0bytes\n", 10);
    str_free(&text);
    assert_true(file_write(place->path, "", 0, NULL));
    assert_content(place->path, "");
}

/* Process numbers come back, in containers soon. */
static void test_what_a_killed_writer_left_is_no_obstacle(void **state)
{
    Place *place = *state;
    char   left[PATH_SIZE + 32];
    snprintf(left, sizeof left, "%s.%ld.tmp", place->path, (long)getpid());
    int fd = open(left, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "half of what was", 16), 16);
    close(fd);
    assert_true(file_write(place->path, "new", 3, NULL));
    assert_content(place->path, "new");
}

static void leave(const char *path, const char *ending)
{
    char left[PATH_SIZE + 64];
    snprintf(left, sizeof left, "%s%s", path, ending);
    int fd = open(left, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    close(fd);
}

/* Is it there? It is not, afterwards. */
static bool was_there(const char *path, const char *ending)
{
    char left[PATH_SIZE + 64];
    snprintf(left, sizeof left, "%s%s", path, ending);
    return unlink(left) == 0;
}

/* A process that is killed while it writes, and one that lives and writes. */
static void test_what_killed_writers_left_is_removed(void **state)
{
    static const char *const others[] = {".tmp",    ".x.tmp",   ".12x.tmp",
                                         ".-5.tmp", ".012.tmp", "y.12.tmp"};
    Place                   *place = *state;
    char                     dead[40], living[40];
    int                      ends[2], byte = 0;
    pid_t                    child = fork();
    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    snprintf(dead, sizeof dead, ".%ld.tmp", (long)child);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0)
        _exit(read(ends[0], &byte, 1) != 1);
    snprintf(living, sizeof living, ".%ld.tmp", (long)child);
    leave(place->path, dead);
    leave(place->path, living);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        leave(place->path, others[i]);
    assert_true(file_write(place->path, "new", 3, NULL));
    assert_content(place->path, "new");
    assert_false(was_there(place->path, dead));
    assert_true(was_there(place->path, living));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_true(was_there(place->path, others[i]));
    assert_int_equal(write(ends[1], &byte, 1), 1);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
}

/* As of a process on another machine that sees this folder: its number is nobody's here. */
static void test_a_locked_temporary_file_is_somebodys(void **state)
{
    Place *place = *state;
    char   locked[PATH_SIZE + 64];
    pid_t  child = fork();
    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    snprintf(locked, sizeof locked, "%s.%ld.tmp", place->path, (long)child);
    int fd = open(locked, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_true(file_write(place->path, "new", 3, NULL));
    assert_int_equal(access(locked, F_OK), 0);
    close(fd);
    assert_true(file_write(place->path, "new", 3, NULL));
    assert_int_equal(access(locked, F_OK), -1);
}

static void test_reading_stops_at_the_limit(void **state)
{
    Place *place = *state;
    Str    text = {0};
    Error  err;
    assert_true(file_read(place->path, 3, &text, NULL));
    assert_false(file_read(place->path, 2, &text, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "larger than 2 bytes"));
    assert_false(file_read("/nonexistent/file", LIMIT, &text, &err));
    assert_string_equal(error_words(&err, LANG_EN), "/nonexistent/file: No such file or directory");
    assert_false(file_read(place->directory, LIMIT, &text, &err));
    str_free(&text);
}

static void test_a_bad_path_is_an_error(void **state)
{
    Place *place = *state;
    char   path[5000];
    Error  err = {0};
    assert_false(file_write("/nonexistent/file", "new", 3, &err));
    assert_string_equal(error_words(&err, LANG_EN), "/nonexistent/file: No such file or directory");
    assert_false(file_write("", "new", 3, &err));
    assert_false(file_write(place->directory, "new", 3, &err));
    snprintf(path, sizeof path, "%s/below", place->path); /* a file is no directory */
    assert_false(file_write(path, "new", 3, &err));
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_false(file_write(path, "new", 3, &err));
    assert_false(file_write("/dev/full", "new", 3, &err));
    assert_string_equal(error_words(&err, LANG_EN), "/dev/full: No space left on device");
    assert_content(place->path, "old");
}

static void test_a_read_only_directory_keeps_the_old_file(void **state)
{
    enum { NOBODY = 65534 };
    Place *place = *state;
    bool   is_root = geteuid() == 0; /* root may write anywhere */
    if (is_root && seteuid(NOBODY) != 0)
        skip();
    if (!is_root)
        assert_int_equal(chmod(place->directory, 0555), 0);
    bool ok = file_write(place->path, "new", 3, NULL);
    assert_int_equal(is_root ? seteuid(0) : chmod(place->directory, 0755), 0);
    assert_false(ok);
    assert_content(place->path, "old");
}

/* The temporary name is taken by a directory: nobody, root neither, can write there. */
static void test_a_taken_temporary_name_keeps_the_old_file(void **state)
{
    Place *place = *state;
    char   temporary[PATH_SIZE + 32];
    snprintf(temporary, sizeof temporary, "%s.%ld.tmp", place->path, (long)getpid());
    assert_int_equal(mkdir(temporary, 0755), 0);
    bool ok = file_write(place->path, "new", 3, NULL);
    assert_int_equal(rmdir(temporary), 0);
    assert_false(ok);
    assert_content(place->path, "old");
}

/* As on a full disk: the write stops in the middle. */
static void test_a_write_cut_short_keeps_the_old_file(void **state)
{
    Place        *place = *state;
    struct rlimit before, small;
    static char   bytes[100000];
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 5000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    Error err = {0};
    bool  ok = file_write(place->path, bytes, sizeof bytes, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_false(ok);
    assert_non_null(strstr(error_words(&err, LANG_EN), "File too large"));
    assert_content(place->path, "old");
}

int main(void)
{
#define WITH_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)
    const struct CMUnitTest tests[] = {
        WITH_PLACE(test_files_round_trip),
        WITH_PLACE(test_what_a_killed_writer_left_is_no_obstacle),
        WITH_PLACE(test_what_killed_writers_left_is_removed),
        WITH_PLACE(test_a_locked_temporary_file_is_somebodys),
        WITH_PLACE(test_reading_stops_at_the_limit),
        WITH_PLACE(test_a_bad_path_is_an_error),
        WITH_PLACE(test_a_read_only_directory_keeps_the_old_file),
        WITH_PLACE(test_a_taken_temporary_name_keeps_the_old_file),
        WITH_PLACE(test_a_write_cut_short_keeps_the_old_file),
    };
#undef WITH_PLACE
    return cmocka_run_group_tests(tests, NULL, NULL);
}
