#include "opponent/keeper.h"

#include "base/clock.h"
#include "opponent/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GRACE_US = 50000,        /* between SIGTERM and SIGKILL */
    MEMORY_CHECK_US = 10000, /* a program can fill some 30 MB in that time */
    DISK_CHECK_US = 100000,  /* and of the threads */
    PATH_BYTES = 64,
    CHILDREN_BYTES = 4096,
    MOST_DEPTH = 8 /* generations of children whose memory is counted */
};

/* The keeper's own descriptors, after the program has taken those of the plan. */
enum { CONTROL, STATUS, SIGNALS };

/* ---- the program -------------------------------------------------------------------------------
 */

static void note(int descriptor, KeeperKind kind, int value)
{
    KeeperNote said = {.kind = (int32_t)kind, .value = (int32_t)value};
    ssize_t    n = write(descriptor, &said, sizeof said);
    (void)n; /* nobody to tell it to */
}

/* Everything from `first` on is closed when the program begins. */
static void close_on_exec_from(unsigned first)
{
    enum { CLOSE_ON_EXEC = 1 << 2, OLD_KERNELS = 4096 };
    if (syscall(SYS_close_range, first, ~0U, CLOSE_ON_EXEC) == 0)
        return;
    for (int i = (int)first; i < OLD_KERNELS; i++)
        fcntl(i, F_SETFD, FD_CLOEXEC);
}

static void reset_signals(void)
{
    sigset_t none;
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void become_program(const KeeperPlan *plan, pid_t keeper)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) /* it died before the line above */
        _exit(127);
    dup2(plan->in, STDIN_FILENO);
    dup2(plan->out, STDOUT_FILENO);
    dup2(plan->err, STDERR_FILENO);
    close_on_exec_from(STDERR_FILENO + 1);
    reset_signals();
    if (plan->sandbox == NULL || sandbox_enter(plan->sandbox))
        execve(plan->path, plan->words, plan->environment);
    note(plan->status, KEEPER_FAILED, errno);
    _exit(127);
}

/* ---- /proc -------------------------------------------------------------------------------------
 */

static char *append_text(char *to, const char *text)
{
    while (*text != '\0')
        *to++ = *text++;
    *to = '\0';
    return to;
}

static char *append_number(char *to, long number)
{
    char  digits[24];
    char *from = digits + sizeof digits;
    *--from = '\0';
    do
        *--from = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return append_text(to, from);
}

/* Reads "/proc/PID" + rest; the number of bytes, 0 when it is not there. */
static size_t read_proc(pid_t pid, const char *rest, char *text, size_t capacity)
{
    char path[PATH_BYTES];
    append_text(append_number(append_text(path, "/proc/"), pid), rest);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t n = read(file, text, capacity - 1);
    close(file);
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

static bool next_number(const char **text, long *out)
{
    while (**text == ' ')
        (*text)++;
    if (**text < '0' || **text > '9')
        return false;
    for (*out = 0; **text >= '0' && **text <= '9'; (*text)++)
        *out = 10 * *out + (**text - '0');
    return true;
}

/* Children of the process's first thread; other threads start children rarely enough. */
static size_t read_children(pid_t pid, char text[CHILDREN_BYTES])
{
    char rest[PATH_BYTES];
    append_text(append_number(append_text(rest, "/task/"), pid), "/children");
    return read_proc(pid, rest, text, CHILDREN_BYTES);
}

/* Bytes of real memory of the process's children and theirs. */
static int64_t memory_of_children(pid_t pid, int depth)
{
    char        children[CHILDREN_BYTES], statm[PATH_BYTES];
    const char *at = children;
    int64_t     total = 0;
    long        child, pages;
    if (depth == MOST_DEPTH || read_children(pid, children) == 0)
        return 0;
    while (next_number(&at, &child)) {
        if (read_proc((pid_t)child, "/statm", statm, sizeof statm) > 0) {
            const char *fields = statm; /* size, resident, … in pages */
            if (next_number(&fields, &pages) && next_number(&fields, &pages))
                total += (int64_t)pages * sysconf(_SC_PAGESIZE);
        }
        total += memory_of_children((pid_t)child, depth + 1);
    }
    return total;
}

/* In the sandbox, where a player is one process. */
static int count_threads(pid_t program)
{
    enum { STAT_BYTES = 512, FIELDS_BEFORE = 17 }; /* behind the name, which may hold anything */
    char stat[STAT_BYTES];
    long threads = 0;
    if (read_proc(program, "/stat", stat, sizeof stat) == 0)
        return 0;
    const char *at = strrchr(stat, ')');
    for (int i = 0; at != NULL && i <= FIELDS_BEFORE; i++)
        at = strchr(at + 1, ' ');
    return at != NULL && next_number(&at, &threads) ? (int)threads : 0;
}

int64_t keeper_memory(pid_t keeper) { return memory_of_children(keeper, 0); }

/* ---- the end -----------------------------------------------------------------------------------
 */

static void signal_all(pid_t program, int number)
{
    char        children[CHILDREN_BYTES];
    const char *at = children;
    long        child;
    kill(-program, number); /* its session, were it only half as large */
    if (read_children(getpid(), children) > 0)
        while (next_number(&at, &child))
            kill((pid_t)child, number);
}

/* Reaps whoever has died; true when no child is left. */
static bool reap_all(void)
{
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        ;
    return pid < 0 && errno == ECHILD;
}

static void wait_for_signal(int64_t wait_us)
{
    struct signalfd_siginfo info;
    struct pollfd           fd = {.fd = SIGNALS, .events = POLLIN};
    if (poll(&fd, 1, (int)(wait_us / 1000) + 1) > 0 && read(SIGNALS, &info, sizeof info) < 0)
        return;
}

static _Noreturn void end_all(pid_t program)
{
    const int64_t killing = clock_now_us() + GRACE_US;
    signal_all(program, SIGTERM);
    signal_all(program, SIGCONT); /* one that was stopped hears it too */
    for (int64_t now; !reap_all() && (now = clock_now_us()) < killing;)
        wait_for_signal(killing - now);
    while (!reap_all()) { /* the children of those we kill become ours, and are next */
        signal_all(program, SIGKILL);
        wait_for_signal(1000);
    }
    _exit(0);
}

/* Tells how the program ended, ends what it left behind, and the keeper. */
static _Noreturn void tell_end(pid_t program, KeeperKind kind, int value)
{
    note(STATUS, kind, value);
    close(STATUS);
    end_all(program);
}

/* Did the program itself end? Children it had given away are reaped on the way. */
static void look_for_end(pid_t program)
{
    int   status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == program && WIFSIGNALED(status))
            tell_end(program, KEEPER_SIGNALLED, WTERMSIG(status));
        else if (pid == program)
            tell_end(program, KEEPER_EXITED, WEXITSTATUS(status));
}

/* At once: it takes more while we talk. */
static _Noreturn void end_greedy(pid_t program, KeeperKind kind, int value)
{
    signal_all(program, SIGKILL);
    tell_end(program, kind, value);
}

static void check_memory(pid_t program, int64_t memory_bytes)
{
    int64_t used = memory_bytes > 0 ? keeper_memory(getpid()) : 0;
    if (used > memory_bytes)
        end_greedy(program, KEEPER_MEMORY, (int)(used >> 20));
}

/* Looking through many files takes time: it is done less often. */
static void check_disk_and_threads(pid_t program, const SandboxPlan *sandbox, int64_t *next_us)
{
    int64_t now = clock_now_us();
    if (sandbox == NULL || now < *next_us)
        return;
    int threads = count_threads(program);
    if (threads > SANDBOX_THREADS)
        end_greedy(program, KEEPER_THREADS, threads);
    if (sandbox_disk(sandbox) < 0)
        end_greedy(program, KEEPER_DISK, SANDBOX_DISK_MEGABYTES);
    *next_us = clock_now_us() + DISK_CHECK_US;
}

static _Noreturn void watch(pid_t program, const KeeperPlan *plan)
{
    struct pollfd fds[] = {{.fd = CONTROL, .events = POLLIN}, {.fd = SIGNALS, .events = POLLIN}};
    const int     wait_ms = plan->memory_bytes > 0  ? MEMORY_CHECK_US / 1000
                            : plan->sandbox != NULL ? DISK_CHECK_US / 1000
                                                    : -1;
    for (int64_t disk_us = clock_now_us() + DISK_CHECK_US;;) {
        struct signalfd_siginfo info;
        int                     count = poll(fds, 2, wait_ms);
        bool                    is_over = count > 0 && fds[0].revents != 0;
        if (is_over)
            end_all(program);
        if (count > 0 && fds[1].revents != 0 && read(SIGNALS, &info, sizeof info) > 0)
            look_for_end(program);
        check_memory(program, plan->memory_bytes);
        check_disk_and_threads(program, plan->sandbox, &disk_us);
    }
}

_Noreturn void keeper_run(const KeeperPlan *plan)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid(); /* Ctrl-C is for the one in front of the terminal */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "plateau-keeper");
    pid_t keeper = getpid(), program = fork();
    if (program == 0)
        become_program(plan, keeper);
    if (program < 0) {
        note(plan->status, KEEPER_FAILED, errno);
        _exit(0);
    }
    sigemptyset(&all);
    sigaddset(&all, SIGCHLD);
    int signals = fcntl(signalfd(-1, &all, SFD_NONBLOCK), F_DUPFD, SIGNALS + 1);
    dup2(plan->control, CONTROL);
    dup2(plan->status, STATUS);
    dup2(signals, SIGNALS);
    if (syscall(SYS_close_range, SIGNALS + 1, ~0U, 0) != 0)
        for (int i = SIGNALS + 1; i < 4096; i++)
            close(i);
    look_for_end(program); /* it may have ended before we listened */
    watch(program, plan);
}
