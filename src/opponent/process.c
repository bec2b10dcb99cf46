#include "opponent/process.h"

#include "base/clock.h"
#include "base/errors.h"
#include "opponent/command_line.h"
#include "opponent/keeper.h"
#include "opponent/usage.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LAST_WORDS_US = 80000, /* from the closing of its output to the news of its end */
    KEEPER_US = 3000000    /* for a keeper to end everything; then it is ended itself */
};

struct Process {
    CommandLine  line;
    char        *path;
    SandboxPlan *sandbox;
    Link        *link;
    pid_t        keeper;
    int          control, status; /* our ends of its pipes; the link has a copy of status */
    bool         has_note;
    KeeperNote   note;
    int64_t      memory_megabytes;
};

extern char **environ;

/* ---- starting ----------------------------------------------------------------------------------
 */

/* Pipes with both ends above the standard descriptors, which may all be closed here. */
static bool make_pipe(int ends[2])
{
    int made[2];
    if (pipe2(made, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = made[i] > STDERR_FILENO ? made[i] : fcntl(made[i], F_DUPFD_CLOEXEC, 3);
        if (ends[i] != made[i])
            close(made[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

typedef struct {
    int in[2], out[2], err[2], control[2], status[2];
} Pipes;

static void close_pair(int ends[2], int kept)
{
    for (int i = 0; i < 2; i++)
        if (i != kept && ends[i] >= 0)
            close(ends[i]);
}

static bool make_pipes(Pipes *pipes)
{
    int *const all[] = {pipes->in, pipes->out, pipes->err, pipes->control, pipes->status};
    bool       ok = true;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        all[i][0] = all[i][1] = -1;
    for (size_t i = 0; ok && i < sizeof all / sizeof all[0]; i++)
        ok = make_pipe(all[i]);
    for (size_t i = 0; !ok && i < sizeof all / sizeof all[0]; i++)
        close_pair(all[i], -1);
    return ok;
}

/* Our handlers must not run in the keeper: signals are blocked around the fork. */
static pid_t fork_keeper(const Process *process, const Pipes *pipes)
{
    sigset_t   all, before;
    KeeperPlan plan = {
        .in = pipes->in[0],
        .out = pipes->out[1],
        .err = pipes->err[1],
        .control = pipes->control[0],
        .status = pipes->status[1],
        .path = process->path,
        .words = process->line.words,
        .environment = process->sandbox != NULL ? sandbox_environment(process->sandbox) : environ,
        .sandbox = process->sandbox,
        .memory_bytes = process->memory_megabytes << 20,
    };
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        keeper_run(&plan);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pid;
}

static bool start(Process *process, const atomic_bool *stop, Error *err)
{
    Pipes pipes;
    if (!make_pipes(&pipes))
        return error_set(err, ERROR_PIPES, system_error(errno));
    process->keeper = fork_keeper(process, &pipes);
    close_pair(pipes.in, 1);
    close_pair(pipes.out, 0);
    close_pair(pipes.err, 0);
    close_pair(pipes.control, 1);
    close_pair(pipes.status, 0);
    process->control = pipes.control[1];
    process->status = pipes.status[0];
    bool ok = process->keeper > 0 || error_set(err, ERROR_PROCESS, system_error(errno));
    int  end = ok ? fcntl(process->status, F_DUPFD_CLOEXEC, 3) : -1;
    if (ok)
        process->link = link_new(pipes.in[1], pipes.out[0], pipes.err[0], end, stop);
    if (process->link != NULL)
        return true;
    close(pipes.in[1]);
    close(pipes.out[0]);
    close(pipes.err[0]);
    if (end >= 0)
        close(end);
    return ok ? error_set(err, ERROR_MEMORY) : false;
}

bool process_check(const char *command, SandboxMode sandbox, Error *err)
{
    CommandLine line = {0};
    char       *path = NULL;
    bool        ok = command_line_split(command, &line, err) &&
              (path = command_line_program(&line, err)) != NULL &&
              (sandbox != SANDBOX_REQUIRED || sandbox_is_whole(err));
    free(path);
    command_line_free(&line);
    return ok;
}

Process *process_start(const char *command, const ProcessSetup *setup, Error *err)
{
    Process *process = calloc(1, sizeof *process);
    if (process == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    process->control = process->status = -1;
    process->memory_megabytes = setup->memory_megabytes;
    bool ok = command_line_split(command, &process->line, err) &&
              (process->path = command_line_program(&process->line, err)) != NULL &&
              (setup->sandbox != SANDBOX_REQUIRED || sandbox_covers_all(setup->landlock_most, err));
    const SandboxSetup sandbox = {.profile = setup->profile,
                                  .path = process->path,
                                  .words = process->line.words,
                                  .folder = setup->folder,
                                  .is_home = setup->is_home,
                                  .landlock_most = setup->landlock_most};
    if (ok && setup->sandbox != SANDBOX_OFF)
        ok = (process->sandbox = sandbox_plan(&sandbox, err)) != NULL;
    ok = ok && start(process, setup->stop, err);
    if (ok)
        return process;
    process_delete(process);
    return NULL;
}

/* ---- its state ---------------------------------------------------------------------------------
 */

Link *process_link(Process *process) { return process->link; }

static void read_note(Process *process)
{
    if (process->has_note || !link_wait_end(process->link, clock_now_us() + LAST_WORDS_US))
        return;
    KeeperNote note;
    if (read(process->status, &note, sizeof note) == sizeof note)
        process->note = note;
    else /* without a word: the keeper itself was killed, and the program with it */
        process->note = (KeeperNote){.kind = KEEPER_SIGNALLED, .value = SIGKILL};
    process->has_note = true;
}

ProcessState process_state(Process *process, Error *out)
{
    read_note(process);
    if (!process->has_note) {
        error_set(out, ERROR_PROCESS_RUNS);
        return PROCESS_RUNS;
    }
    int value = process->note.value;
    switch ((KeeperKind)process->note.kind) {
    case KEEPER_FAILED:
        error_set(out, ERROR_PROCESS_NOT_STARTED, system_error(value));
        return PROCESS_NOT_STARTED;
    case KEEPER_SIGNALLED:
        error_set(out, ERROR_PROCESS_SIGNAL, value, strsignal(value));
        return PROCESS_SIGNALLED;
    case KEEPER_MEMORY:
        error_set(out, ERROR_PROCESS_MEMORY, value, (long long)process->memory_megabytes);
        return PROCESS_OVER_MEMORY;
    case KEEPER_DISK:
        error_set(out, ERROR_PROCESS_DISK, value);
        return PROCESS_OVER_DISK;
    case KEEPER_THREADS:
        error_set(out, ERROR_PROCESS_THREADS, value, SANDBOX_THREADS);
        return PROCESS_OVER_THREADS;
    case KEEPER_EXITED:
        break;
    }
    error_set(out, ERROR_PROCESS_EXITED, value);
    return PROCESS_EXITED;
}

int process_exit_status(const Process *process) { return process->note.value; }

int64_t process_memory(const Process *process) { return usage_memory(process->keeper); }

/* ---- ending ------------------------------------------------------------------------------------
 */

void process_kill(Process *process)
{
    if (process->control >= 0)
        close(process->control);
    process->control = -1;
}

static void wait_for_keeper(pid_t keeper)
{
    const int64_t   deadline = clock_now_us() + KEEPER_US;
    struct timespec moment = {.tv_nsec = 200000};
    while (waitpid(keeper, NULL, WNOHANG) == 0) {
        if (clock_now_us() > deadline)
            kill(keeper, SIGKILL);
        nanosleep(&moment, NULL);
    }
}

void process_delete(Process *process)
{
    if (process == NULL)
        return;
    process_kill(process);
    if (process->keeper > 0)
        wait_for_keeper(process->keeper);
    link_delete(process->link);
    if (process->status >= 0)
        close(process->status);
    sandbox_delete(process->sandbox);
    free(process->path);
    command_line_free(&process->line);
    free(process);
}
