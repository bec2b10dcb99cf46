/* Folders for programs of others: what they take is counted, and they go, whatever is in them and
 * however their process ended. */
#include "opponent/scratch.h"
#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20, PATH_SIZE = 300 };

static bool is_there(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

static Scratch must_make(void)
{
    Scratch scratch;
    Error   err;
    if (!scratch_make(&scratch, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return scratch;
}

static void write_file(const char *folder, const char *name, size_t size)
{
    char  path[PATH_SIZE * 2];
    char *bytes = calloc(1, size);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size), size);
    close(fd);
    free(bytes);
}

static void test_what_is_in_it_is_counted(void **state)
{
    (void)state;
    char    path[PATH_SIZE];
    Scratch scratch = must_make();
    assert_int_equal(scratch_bytes(scratch.lock, MEGABYTE), 0);
    write_file(scratch.path, "a", MEGABYTE);
    snprintf(path, sizeof path, "%s/folder", scratch.path);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file(path, "b", MEGABYTE);
    snprintf(path, sizeof path, "%s/link", scratch.path);
    assert_int_equal(symlink("/usr", path), 0); /* is not followed */
    int64_t bytes = scratch_bytes(scratch.lock, 100 * MEGABYTE);
    assert_true(bytes >= 2 * MEGABYTE && bytes < 3 * MEGABYTE);
    assert_true(scratch_bytes(scratch.lock, MEGABYTE) > MEGABYTE);
    scratch_remove(&scratch);
}

static void test_empty_files_count_too(void **state)
{
    (void)state;
    Scratch scratch = must_make();
    for (int i = 0; i < 300; i++) {
        char name[20];
        snprintf(name, sizeof name, "%d", i);
        write_file(scratch.path, name, 0);
    }
    assert_true(scratch_bytes(scratch.lock, MEGABYTE) > MEGABYTE);
    scratch_remove(&scratch);
}

/* Folders in folders, as a process that changes into each. */
static void burrow(const char *path, int depth)
{
    pid_t child = fork();
    if (child == 0) {
        if (chdir(path) != 0)
            _exit(1);
        for (int i = 0; i < depth; i++)
            if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0)
                _exit(1);
        int fd = open("file", O_CREAT | O_WRONLY, 0);
        _exit(fd < 0 || chmod("..", 0) != 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void test_deep_and_closed_folders_are_removed(void **state)
{
    (void)state;
    enum { DEEP = 1000 }; /* longer than any path */
    char    path[PATH_SIZE], kept[] = "/tmp/plateau-test-XXXXXX";
    Scratch scratch = must_make();
    assert_non_null(mkdtemp(kept));
    write_file(kept, "mine", 1);
    burrow(scratch.path, DEEP);
    snprintf(path, sizeof path, "%s/closed", scratch.path);
    assert_int_equal(mkdir(path, 0700), 0);
    burrow(path, 2);
    assert_int_equal(chmod(path, 0), 0);
    snprintf(path, sizeof path, "%s/link", scratch.path);
    assert_int_equal(symlink(kept, path), 0);
    assert_true(scratch_bytes(scratch.lock, 100 * MEGABYTE) > 100 * MEGABYTE);
    snprintf(path, sizeof path, "%s", scratch.path);
    scratch_remove(&scratch);
    assert_false(is_there(path));
    snprintf(path, sizeof path, "%s/mine", kept); /* what a link shows stays */
    assert_true(is_there(path));
    unlink(path);
    rmdir(kept);
}

/* A process makes one and is killed; another lives. */
static void test_a_sweep_takes_those_that_nobody_holds(void **state)
{
    (void)state;
    int  tell[2];
    char left[PATH_SIZE] = "";
    assert_int_equal(pipe(tell), 0);
    pid_t child = fork();
    if (child == 0) {
        Scratch scratch;
        if (scratch_make(&scratch, NULL))
            (void)!write(tell[1], scratch.path, strlen(scratch.path) + 1);
        for (;;)
            pause();
    }
    assert_true(read(tell[0], left, sizeof left) > 1);
    Scratch mine = must_make();
    scratch_sweep();
    assert_true(is_there(left)); /* its process lives */
    write_file(left, "file", 10);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    scratch_sweep();
    assert_false(is_there(left));
    assert_true(is_there(mine.path));
    scratch_remove(&mine);
    close(tell[0]);
    close(tell[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_in_it_is_counted),
        cmocka_unit_test(test_empty_files_count_too),
        cmocka_unit_test(test_deep_and_closed_folders_are_removed),
        cmocka_unit_test(test_a_sweep_takes_those_that_nobody_holds),
    };
    char folder[] = "/tmp/plateau-test-XXXXXX"; /* others may sweep the usual one */
    if (mkdtemp(folder) == NULL || setenv("TMPDIR", folder, 1) != 0)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(folder) == 0 ? failed : 1;
}
