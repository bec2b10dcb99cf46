#include "opponent/keeper.h"

#include "base/clock.h"
#include "opponent/admission.h"
#include "opponent/sandbox.h"
#include "opponent/usage.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GRACE_US = 50000, /* between SIGTERM and SIGKILL */
    CHECK_US = 10000, /* of memory, folders and threads */
    MAX_FILLED = 16,  /* megabytes a program can fill in a millisecond: nearer to its limit it is
                          watched more closely */
    DISK_SHARE = 10   /* counting files may take one part in so many of the time */
};

/* The keeper's own descriptors, after the program has taken those of the plan. */
enum { OLD_KERNELS = 4096 /* descriptors that are closed one by one */ };
enum { CONTROL, STATUS, SIGNALS, QUESTIONS, FOLDERS, KEPT = FOLDERS + SANDBOX_FOLDERS };

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
    enum { CLOSE_ON_EXEC = 1 << 2 };
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

static _Noreturn void become_program(const KeeperPlan *plan, pid_t keeper, int socket)
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
    if (plan->sandbox == NULL || sandbox_enter(plan->sandbox, socket))
        execve(plan->path, plan->words, plan->environment);
    note(plan->status, KEEPER_FAILED, errno);
    _exit(127);
}

/* ---- the end -----------------------------------------------------------------------------------
 */

static void signal_all(pid_t program, int number)
{
    char        children[USAGE_CHILDREN_BYTES];
    const char *at = children;
    long        child;
    kill(-program, number); /* its session, were it only half as large */
    if (usage_children(getpid(), children) > 0)
        while (usage_next_number(&at, &child))
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

/* Until the memory is looked at again, in milliseconds. */
static int check_memory(pid_t program, int64_t memory_bytes)
{
    int64_t used = memory_bytes > 0 ? usage_memory(getpid()) : 0;
    if (used > memory_bytes)
        end_greedy(program, KEEPER_MEMORY, (int)(used >> 20));
    int64_t wait_ms = (memory_bytes - used) / (MAX_FILLED << 20);
    return memory_bytes == 0 || wait_ms > CHECK_US / 1000 ? CHECK_US / 1000
           : wait_ms < 1                                  ? 1
                                                          : (int)wait_ms;
}

/* Looking through many files takes time: it is done less often. */
static void check_disk_and_threads(pid_t program, int64_t *next_us)
{
    static const int folders[SANDBOX_FOLDERS] = {FOLDERS, FOLDERS + 1};
    int64_t          begun = clock_now_us();
    if (begun < *next_us)
        return;
    int threads = usage_threads(program);
    if (threads > SANDBOX_THREADS)
        end_greedy(program, KEEPER_THREADS, threads);
    if (sandbox_disk(folders) < 0)
        end_greedy(program, KEEPER_DISK, SANDBOX_DISK_MEGABYTES);
    int64_t now = clock_now_us(), pause = (now - begun) * DISK_SHARE;
    *next_us = now + (pause > CHECK_US ? pause : CHECK_US);
}

/* While one question waits, no other is heard. */
static void answer_question(pid_t program, Admission *admission, struct pollfd *fd)
{
    if (!admission->is_waiting && (fd->revents & POLLIN) == 0)
        admission->listener = -1; /* nobody is left who could ask */
    else if (!admission_answer(admission))
        end_greedy(program, KEEPER_DISK, SANDBOX_DISK_MEGABYTES);
    fd->fd = admission->is_waiting ? -1 : admission->listener;
    fd->revents = 0;
}

enum { ON_CONTROL, ON_SIGNALS, ON_QUESTIONS, WATCHED };

static _Noreturn void watch(pid_t program, const KeeperPlan *plan, Admission *admission)
{
    struct pollfd fds[WATCHED] = {{.fd = CONTROL, .events = POLLIN},
                                  {.fd = SIGNALS, .events = POLLIN},
                                  {.fd = admission->listener, .events = POLLIN}};
    const bool    has_limits = plan->memory_bytes > 0 || plan->sandbox != NULL;
    int           wait_ms = has_limits ? 1 : -1;
    for (int64_t disk_us = 0;;) {
        struct signalfd_siginfo info;
        int                     count = poll(fds, WATCHED, wait_ms);
        bool                    is_over = count > 0 && fds[ON_CONTROL].revents != 0;
        if (is_over)
            end_all(program);
        if (count > 0 && fds[ON_SIGNALS].revents != 0 && read(SIGNALS, &info, sizeof info) > 0)
            look_for_end(program);
        if (admission->is_waiting || (count > 0 && fds[ON_QUESTIONS].revents != 0))
            answer_question(program, admission, &fds[ON_QUESTIONS]);
        if (has_limits)
            wait_ms = check_memory(program, plan->memory_bytes);
        if (admission->is_waiting)
            wait_ms = 1;
        if (plan->sandbox != NULL)
            check_disk_and_threads(program, &disk_us);
    }
}

/* Moves descriptors to the keeper's places, none of which are in the way of another. */
static void settle(const int from[KEPT])
{
    int kept[KEPT];
    for (int i = 0; i < KEPT; i++)
        kept[i] = from[i] >= 0 ? fcntl(from[i], F_DUPFD, KEPT) : -1;
    for (int i = 0; i < KEPT; i++) {
        close(i);
        if (kept[i] >= 0)
            dup2(kept[i], i);
    }
    if (syscall(SYS_close_range, KEPT, ~0U, 0) != 0)
        for (int i = KEPT; i < OLD_KERNELS; i++)
            close(i);
}

static int listen_to_signals(void)
{
    sigset_t some;
    sigemptyset(&some);
    sigaddset(&some, SIGCHLD);
    return signalfd(-1, &some, SFD_NONBLOCK);
}

static _Noreturn void keep(const KeeperPlan *plan, pid_t program, int socket, const int folders[])
{
    Admission admission = {.listener = -1,
                           .program = program,
                           .folder = FOLDERS,
                           .limit = (int64_t)SANDBOX_DISK_MEGABYTES << 20,
                           .file_bytes = SANDBOX_FILE_BYTES};
    int       from[KEPT] = {[CONTROL] = plan->control,
                            [STATUS] = plan->status,
                            [SIGNALS] = listen_to_signals(),
                            [QUESTIONS] = socket >= 0 ? admission_receive(socket) : -1};
    memcpy(from + FOLDERS, folders, sizeof from[0] * SANDBOX_FOLDERS);
    bool asks = from[QUESTIONS] >= 0;
    settle(from);
    admission.listener = asks ? QUESTIONS : -1;
    look_for_end(program); /* it may have ended before we listened */
    watch(program, plan, &admission);
}

_Noreturn void keeper_run(const KeeperPlan *plan)
{
    sigset_t all;
    int      folders[SANDBOX_FOLDERS] = {-1, -1}, sockets[2] = {-1, -1};
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid(); /* Ctrl-C is for the one in front of the terminal */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "plateau-keeper");
    if (plan->sandbox != NULL) {
        sandbox_open_folders(plan->sandbox, folders);
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
            sockets[0] = sockets[1] = -1;
    }
    pid_t keeper = getpid(), program = fork();
    if (program == 0)
        become_program(plan, keeper, sockets[1]);
    if (program < 0) {
        note(plan->status, KEEPER_FAILED, errno);
        _exit(0);
    }
    close(sockets[1]);
    keep(plan, program, sockets[0], folders);
}
