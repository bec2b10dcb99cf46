/* The sandbox against a burglar (tests/zoo/burglar.c), who tries everything: in each of its modes,
 * with each version of Landlock up to this kernel's, as an administrator and as a normal user. What
 * belongs to others is as before, and no try went through. And its limits against gluttons. */
#include "base/clock.h"
#include "base/errors.h"
#include "opponent/landlock.h"
#include "opponent/process.h"
#include "opponent/scratch.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <libgen.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { SECOND = 1000000, PATH_SIZE = 512, LINE_SIZE = 1024, NORMAL_USER = 12345 };

static const char *const modes[] = {"files",   "truncate", "names",    "metadata", "watching",
                                    "locks",   "owner",    "signals",  "priority", "processes",
                                    "looking", "memory",   "disk",     "sockets",  "ipc",
                                    "kernel",  "limits",   "terminal", "heirlooms"};
enum { MODE_COUNT = sizeof modes / sizeof modes[0] };

static int tries, runs; /* for the last line */

/* ---- somebody else -----------------------------------------------------------------------------
 */

typedef struct {
    char  folder[PATH_SIZE], file[PATH_SIZE + 16]; /* his */
    char  home[PATH_SIZE], burglar[PATH_SIZE + 16], beside[PATH_SIZE + 16];
    pid_t process;
} Victim;

/* All that may not change, as text. */
static void describe_file(const char *path, Str *out)
{
    struct stat about;
    char        names[LINE_SIZE] = "", bytes[LINE_SIZE] = "";
    ssize_t     size = llistxattr(path, names, sizeof names);
    FILE       *file = fopen(path, "r");
    assert_int_equal(lstat(path, &about), 0);
    if (file != NULL && S_ISREG(about.st_mode))
        (void)!fread(bytes, 1, sizeof bytes - 1, file);
    if (file != NULL)
        fclose(file);
    str_printf(out, "mode %o owner %u:%u size %lld links %lu changed %lld.%09ld xattrs %zd '%s'\n",
               about.st_mode, about.st_uid, about.st_gid, (long long)about.st_size,
               (unsigned long)about.st_nlink, (long long)about.st_ctim.tv_sec,
               about.st_ctim.tv_nsec, size, bytes);
}

static void describe_process(pid_t pid, Str *out)
{
    cpu_set_t     cpus;
    struct rlimit limit;
    int           status;
    assert_int_equal(sched_getaffinity(pid, sizeof cpus, &cpus), 0);
    assert_int_equal(syscall(SYS_prlimit64, pid, RLIMIT_CPU, NULL, &limit), 0);
    str_printf(out, "nice %d policy %d cpus %d io %ld limit %lu ended %d\n",
               getpriority(PRIO_PROCESS, (id_t)pid), sched_getscheduler(pid), CPU_COUNT(&cpus),
               syscall(SYS_ioprio_get, 1, pid), (unsigned long)limit.rlim_cur,
               waitpid(pid, &status, WNOHANG) != 0);
}

static void describe(const Victim *victim, Str *out)
{
    describe_file(victim->folder, out);
    describe_file(victim->file, out);
    describe_file(victim->beside, out);
    describe_process(victim->process, out);
    describe_process(getpid(), out);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static const char *own_folder(void)
{
    static char self[PATH_SIZE / 2];
    ssize_t     n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    return dirname(self);
}

static void copy_burglar(const char *to)
{
    char  path[PATH_SIZE];
    char *bytes = malloc(1 << 22);
    assert_non_null(bytes);
    snprintf(path, sizeof path, "%s/burglar", own_folder());
    FILE  *in = fopen(path, "r"), *out = fopen(to, "w");
    size_t size = in != NULL ? fread(bytes, 1, 1 << 22, in) : 0;
    assert_true(size > 0 && out != NULL && fwrite(bytes, 1, size, out) == size);
    fclose(in);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(chmod(to, 0755), 0);
    free(bytes);
}

static Victim make_victim(void)
{
    Victim victim;
    snprintf(victim.folder, sizeof victim.folder, "%s/his-XXXXXX", getenv("TMPDIR"));
    snprintf(victim.home, sizeof victim.home, "%s/home-XXXXXX", getenv("TMPDIR"));
    assert_non_null(mkdtemp(victim.folder));
    assert_non_null(mkdtemp(victim.home));
    snprintf(victim.file, sizeof victim.file, "%s/file", victim.folder);
    snprintf(victim.beside, sizeof victim.beside, "%s/beside", victim.home);
    snprintf(victim.burglar, sizeof victim.burglar, "%s/burglar", victim.home);
    write_text(victim.file, "his");
    write_text(victim.beside, "may be read");
    copy_burglar(victim.burglar);
    victim.process = fork();
    if (victim.process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    return victim;
}

static void remove_victim(const Victim *victim)
{
    kill(victim->process, SIGKILL);
    waitpid(victim->process, NULL, 0);
    const char *const paths[] = {victim->file, victim->beside, victim->burglar};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        assert_int_equal(unlink(paths[i]), 0);
    assert_int_equal(rmdir(victim->folder), 0);
    assert_int_equal(rmdir(victim->home), 0);
}

/* ---- break-ins ---------------------------------------------------------------------------------
 */

static Process *start_burglar(const Victim *victim, const char *mode, SandboxMode sandbox,
                              int landlock)
{
    const ProcessSetup setup = {
        .sandbox = sandbox, .landlock_most = landlock, .memory_megabytes = 256};
    char  command[4 * PATH_SIZE];
    Error err;
    snprintf(command, sizeof command, "%s %s at=%s pid=%d", victim->burglar, mode, victim->folder,
             (int)victim->process);
    Process *process = process_start(command, &setup, &err);
    if (process == NULL)
        fail_msg("%s: %s", mode, error_words(&err, LANG_EN));
    return process;
}

/* How many tries went through; what they are is added to `open`. */
static int break_in(const Victim *victim, const char *mode, SandboxMode sandbox, int landlock,
                    Str *open)
{
    Process    *process = start_burglar(victim, mode, sandbox, landlock);
    const char *line;
    int         count = 0, tried = 0;
    Error       how;
    while (link_read(process_link(process), clock_now_us() + 20 * SECOND, &line) == LINK_LINE)
        if (strncmp(line, "open ", 5) == 0) {
            count++;
            str_printf(open, "\n    %s", line + 5);
        } else
            (void)!sscanf(line, "tried %d", &tried);
    process_state(process, &how);
    if (tried == 0)
        fail_msg("%s with Landlock %d did not get to its end: it %s", mode, landlock,
                 error_words(&how, LANG_EN));
    process_delete(process);
    tries += tried;
    runs++;
    return count;
}

static void check_nothing_is_open(const Victim *victim, int landlock)
{
    Str before = {0}, after = {0}, open = {0};
    int count = 0;
    describe(victim, &before);
    for (int i = 0; i < MODE_COUNT; i++) {
        str_printf(&open, "\n  %s:", modes[i]);
        count += break_in(victim, modes[i], SANDBOX_REQUIRED, landlock, &open);
    }
    describe(victim, &after);
    if (count > 0)
        fail_msg("with Landlock %d %d tries went through:%s", landlock, count, str_get(&open));
    assert_string_equal(str_get(&after), str_get(&before));
    str_free(&before);
    str_free(&after);
    str_free(&open);
}

static void test_nothing_of_others_can_be_touched_with_any_landlock(void **state)
{
    (void)state;
    const int newest = landlock_version(LANDLOCK_ANY);
    if (!sandbox_is_whole(NULL))
        skip();
    Victim victim = make_victim();
    for (int version = 1; version <= newest; version++)
        check_nothing_is_open(&victim, version);
    remove_victim(&victim);
}

/* The burglar knows his trade: without the sandbox he gets in. */
static void test_without_the_sandbox_much_is_open(void **state)
{
    (void)state;
    static const struct {
        const char *mode;
        int         fewest;
    } some[] = {{"files", 8},  {"metadata", 20}, {"watching", 4}, {"locks", 3},  {"owner", 4},
                {"memory", 4}, {"disk", 4},      {"sockets", 4},  {"limits", 1}, {"truncate", 6}};
    Victim victim = make_victim();
    char  *home = getenv("HOME") != NULL ? strdup(getenv("HOME")) : NULL;
    assert_int_equal(setenv("HOME", victim.home, 1), 0);
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        Str open = {0};
        int count = break_in(&victim, some[i].mode, SANDBOX_OFF, LANDLOCK_ANY, &open);
        if (count < some[i].fewest)
            fail_msg("%s: only %d:%s", some[i].mode, count, str_get(&open));
        str_free(&open);
        chmod(victim.home, 0755);
        chmod(victim.folder, 0700);
        chmod(victim.beside, 0600);
        chmod(victim.file, 0600);
    }
    unlink(victim.file);
    write_text(victim.file, "");
    const char *const left[] = {"new", "own", "closed"};
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        char path[2 * PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", i == 0 ? victim.folder : victim.home, left[i]);
        remove(path);
    }
    if (home != NULL)
        setenv("HOME", home, 1);
    free(home);
    remove_victim(&victim);
}

/* ---- limits ------------------------------------------------------------------------------------
 */

/* Lets an animal of the zoo do its worst until it is ended; how. */
static ProcessState let_loose(const char *mode, int megabytes, Process **process, Error *how)
{
    const ProcessSetup setup = {.sandbox = SANDBOX_REQUIRED, .memory_megabytes = megabytes};
    char               command[PATH_SIZE];
    const char        *line;
    snprintf(command, sizeof command, "%s/zoo %s", own_folder(), mode);
    *process = process_start(command, &setup, how);
    if (*process == NULL)
        fail_msg("%s: %s", mode, error_words(how, LANG_EN));
    link_send(process_link(*process), "position startpos\ngo");
    while (link_read(process_link(*process), clock_now_us() + 60 * SECOND, &line) == LINK_LINE)
        ;
    return process_state(*process, how);
}

/* What lies in the only scratch folder there is. */
static int64_t scratch_megabytes(void)
{
    glob_t  found;
    int64_t bytes = 0;
    char    pattern[PATH_SIZE];
    snprintf(pattern, sizeof pattern, "%s/plateau-scratch-*", getenv("TMPDIR"));
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int folder = open(found.gl_pathv[i], O_RDONLY | O_DIRECTORY);
        assert_true(folder >= 0);
        bytes += scratch_bytes(folder, INT64_MAX);
        close(folder);
    }
    assert_int_equal(found.gl_pathc, 1);
    globfree(&found);
    return bytes >> 20;
}

static void test_a_folder_never_passes_its_limit_by_more_than_one_file(void **state)
{
    (void)state;
    enum { MOST = SANDBOX_DISK_MEGABYTES + (SANDBOX_FILE_BYTES >> 20) };
    static const char *const gluttons[] = {"fast-hoard", "hoard", "holes", "tiny-files", "folders"};
    if (!sandbox_is_whole(NULL))
        skip();
    for (size_t i = 0; i < sizeof gluttons / sizeof gluttons[0]; i++) {
        Process     *process;
        Error        how;
        ProcessState end = let_loose(gluttons[i], 0, &process, &how);
        int64_t      megabytes = scratch_megabytes();
        process_delete(process);
        print_message("%s left %lld MB\n", gluttons[i], (long long)megabytes);
        if (end != PROCESS_OVER_DISK)
            fail_msg("%s %s", gluttons[i], error_words(&how, LANG_EN));
        assert_true(megabytes <= MOST);
    }
}

/* On a busy machine the keeper may have to wait for its turn: a few tries. */
static void test_memory_is_counted_to_a_tenth(void **state)
{
    (void)state;
    enum { LIMIT = 512, MOST = LIMIT + LIMIT / 10, TRIES = 5 };
    static const char *const gluttons[] = {"fast-memory", "page-tables", "memory"};
    if (!sandbox_is_whole(NULL))
        skip();
    for (size_t i = 0; i < sizeof gluttons / sizeof gluttons[0]; i++) {
        int used = INT32_MAX;
        for (int j = 0; j < TRIES && used > MOST; j++) {
            Process *process;
            Error    how;
            assert_int_equal(let_loose(gluttons[i], LIMIT, &process, &how), PROCESS_OVER_MEMORY);
            assert_int_equal(sscanf(error_words(&how, LANG_EN), "used %d MB", &used), 1);
            process_delete(process);
            print_message("%s had %d of %d MB\n", gluttons[i], used, LIMIT);
        }
        assert_true(used <= MOST);
    }
}

/* As in a container whose manager answers for its processes: then nobody else can. */
static bool be_answered_for(void)
{
    struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog  code = {.len = 1, .filter = all};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &code) >=
               0;
}

static void test_where_nobody_can_be_asked_the_folder_is_watched(void **state)
{
    (void)state;
    int status;
    if (!sandbox_is_whole(NULL))
        skip();
    pid_t child = fork();
    if (child == 0) {
        Process *process;
        Error    how;
        if (!be_answered_for())
            _exit(3);
        ProcessState filled = let_loose("hoard", 0, &process, &how);
        process_delete(process);
        ProcessState fine = let_loose("archivist", 0, &process, &how);
        fine = process_exit_status(process) == 0 ? fine : PROCESS_NOT_STARTED;
        process_delete(process);
        _exit(filled != PROCESS_OVER_DISK ? 1 : fine != PROCESS_EXITED ? 2 : 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void test_honest_programs_write_as_they_like(void **state)
{
    (void)state;
    Process *process;
    Error    how;
    if (!sandbox_is_whole(NULL))
        skip();
    ProcessState end = let_loose("archivist", 0, &process, &how);
    if (end != PROCESS_EXITED || process_exit_status(process) != 0)
        fail_msg("it %s", error_words(&how, LANG_EN));
    process_delete(process);
}

/* ---- what is told ------------------------------------------------------------------------------
 */

static void test_required_refuses_what_neither_layer_covers(void **state)
{
    (void)state;
    const ProcessSetup setup = {.sandbox = SANDBOX_REQUIRED, .landlock_most = LANDLOCK_NONE};
    Error              err = {0};
    assert_null(process_start("/bin/true", &setup, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "no sandbox: this kernel has no Landlock"));
}

static void test_who_covers_what_is_told(void **state)
{
    (void)state;
    Str old = {0}, none = {0};
    if (!sandbox_is_whole(NULL))
        skip();
    sandbox_coverage(1, LANG_EN, &old);
    sandbox_coverage(LANDLOCK_NONE, LANG_EN, &none);
    assert_non_null(strstr(str_get(&old), "files of others     Landlock 1\n"));
    assert_null(strstr(str_get(&old), "OPEN"));
    assert_non_null(
        strstr(str_get(&old), "truncating them                                        seccomp\n"));
    assert_non_null(strstr(str_get(&none), "files of others     OPEN\n"));
    str_free(&old);
    str_free(&none);
}

/* ---- twice -------------------------------------------------------------------------------------
 */

/* The limits are the same for everybody: they are tried once. */
static int run_all(const char *who, bool has_limits)
{
    const struct CMUnitTest limits[] = {
        cmocka_unit_test(test_a_folder_never_passes_its_limit_by_more_than_one_file),
        cmocka_unit_test(test_memory_is_counted_to_a_tenth),
        cmocka_unit_test(test_honest_programs_write_as_they_like),
        cmocka_unit_test(test_where_nobody_can_be_asked_the_folder_is_watched),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_of_others_can_be_touched_with_any_landlock),
        cmocka_unit_test(test_without_the_sandbox_much_is_open),
        cmocka_unit_test(test_required_refuses_what_neither_layer_covers),
        cmocka_unit_test(test_who_covers_what_is_told),
    };
    char folder[] = "/tmp/plateau-test-XXXXXX";
    if (mkdtemp(folder) == NULL || setenv("TMPDIR", folder, 1) != 0 ||
        setenv("PLATEAU_BURGLAR", "his", 1) != 0)
        return 1;
    int failed = cmocka_run_group_tests_name(who, tests, NULL, NULL);
    if (has_limits)
        failed += cmocka_run_group_tests_name("limits", limits, NULL, NULL);
    print_message("%d tries in %d runs as %s\n", tries, runs, who);
    return rmdir(folder) == 0 ? failed : failed + 1;
}

/* In a process of its own, as what it gives up is gone. */
static int run_as_normal_user(void)
{
    int   status;
    pid_t child = fork();
    if (child == 0) {
        if (setgroups(0, NULL) != 0 || setresgid(NORMAL_USER, NORMAL_USER, NORMAL_USER) != 0 ||
            setresuid(NORMAL_USER, NORMAL_USER, NORMAL_USER) != 0 || prctl(PR_SET_DUMPABLE, 1) != 0)
            _exit(1);
        exit(run_all("a normal user", true));
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(void)
{
    bool is_administrator = geteuid() == 0;
    int  failed = is_administrator ? run_as_normal_user() : 0;
    return failed +
           run_all(is_administrator ? "an administrator" : "a normal user", !is_administrator);
}
