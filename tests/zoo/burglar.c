/* burglar.c -- tries everything that a program in the sandbox must not be able to do.
 *
 *     burglar MODE at=FOLDER pid=PROCESS
 *
 * FOLDER and PROCESS belong to somebody else; "beside", in the folder of this program, may be read.
 * Says "open WHAT" for each try that went through and "tried N" at the end. With arguments that no
 * kernel takes, a call is open when the refusal came from the call itself and not from a layer in
 * front of it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

enum { PATH_SIZE = 512, ACCESS_MODE_3 = 3 };

static char  folder[PATH_SIZE], file[PATH_SIZE + 8], beside[PATH_SIZE + 8], own[PATH_SIZE + 8];
static pid_t victim;
static int   tried;

static void try_it(const char *what, bool is_open)
{
    tried++;
    if (is_open)
        printf("open %s\n", what);
}

/* 0 and more is what such calls return when they are let through. */
#define TRY(call) try_it(#call, (call) >= 0)
/* The call is not there for us, or not allowed; any other error is its own. */
#define TRY_AT_ALL(call) try_it(#call, (call) >= 0 || (errno != EPERM && errno != ENOSYS))
#define TRY_MAP(call) try_it(#call, (call) != MAP_FAILED)

static int open_and_close(const char *path, int flags)
{
    int fd = open(path, flags, 0600);
    if (fd >= 0)
        close(fd);
    return fd;
}

/* ---- files -------------------------------------------------------------------------------------
 */

static void try_files(void)
{
    char path[2 * PATH_SIZE];
    TRY(open_and_close(file, O_RDONLY));
    TRY(open_and_close(file, O_WRONLY));
    TRY(open_and_close(file, O_RDWR | O_APPEND));
    TRY(open_and_close(file, ACCESS_MODE_3));
    TRY(open_and_close(beside, O_WRONLY));
    TRY(open_and_close(folder, O_RDONLY | O_DIRECTORY));
    TRY(open_and_close("/", O_RDONLY | O_DIRECTORY));
    TRY(open_and_close("/proc", O_RDONLY | O_DIRECTORY));
    TRY(open_and_close("/dev/shm/plateau-burglar", O_CREAT | O_RDWR));
    TRY(open_and_close("/dev/zero", O_RDONLY));
    TRY(open_and_close("/dev/tty", O_RDWR));
    TRY(open_and_close("/dev/ptmx", O_RDWR));
    TRY(open_and_close("/etc/passwd", O_RDONLY));
    snprintf(path, sizeof path, "/proc/self/root%s", file);
    TRY(open_and_close(path, O_RDONLY));
    snprintf(path, sizeof path, "/proc/%d/root%s", (int)victim, file);
    TRY(open_and_close(path, O_RDONLY));
    snprintf(path, sizeof path, "%s/new", folder);
    TRY(open_and_close(path, O_CREAT | O_WRONLY));
    TRY(mkdir(path, 0700));
    snprintf(path, sizeof path, "%.500s/..", getenv("HOME"));
    TRY(open_and_close(path, O_RDONLY | O_DIRECTORY));
}

static void try_truncate(void)
{
    const char *paths[] = {file, beside};
    for (int i = 0; i < 2; i++) {
        TRY(truncate(paths[i], 0));
        TRY(open_and_close(paths[i], O_RDONLY | O_TRUNC));
        TRY(open_and_close(paths[i], O_WRONLY | O_TRUNC));
        TRY(open_and_close(paths[i], ACCESS_MODE_3 | O_TRUNC));
        TRY(creat(paths[i], 0600));
    }
}

static void try_names(void)
{
    char here[2 * PATH_SIZE];
    int  fd = open(own, O_CREAT | O_WRONLY, 0600);
    snprintf(here, sizeof here, "%s-2", own);
    TRY(rename(file, here));
    TRY(rename(own, file));
    TRY(syscall(SYS_renameat2, AT_FDCWD, own, AT_FDCWD, file, RENAME_EXCHANGE));
    TRY(link(file, here));
    TRY(linkat(AT_FDCWD, beside, AT_FDCWD, here, 0));
    TRY(symlink(file, here));
    TRY(mknod(here, S_IFIFO | 0600, 0));
    TRY(mkfifo(here, 0600));
    TRY(unlink(file));
    TRY(unlink(beside));
    TRY(rmdir(folder));
    TRY(unlink(own)); /* seen by nobody who counts, while it is open */
    TRY(rename(own, here));
    close(fd);
}

/* ---- what belongs to a file --------------------------------------------------------------------
 */

/* Arguments as the kernel's newest calls take them, for those without a place in C's headers. */
enum {
    CALL_FCHMODAT2 = 452,
    CALL_SETXATTRAT = 463,
    CALL_REMOVEXATTRAT = 466,
    CALL_FILE_SETATTR = 469
};

static void try_xattrs(const char *path, int fd)
{
    struct {
        uint64_t value;
        uint32_t size, flags;
    } attribute = {(uint64_t)(uintptr_t) "x", 1, 0};
    TRY_AT_ALL(setxattr(path, "user.plateau", "x", 1, 0));
    TRY_AT_ALL(lsetxattr(path, "user.plateau", "x", 1, 0));
    TRY_AT_ALL(fsetxattr(fd, "user.plateau", "x", 1, 0));
    TRY_AT_ALL(removexattr(path, "user.plateau"));
    TRY_AT_ALL(lremovexattr(path, "user.plateau"));
    TRY_AT_ALL(fremovexattr(fd, "user.plateau"));
    TRY_AT_ALL(
        syscall(CALL_SETXATTRAT, AT_FDCWD, path, 0, "user.plateau", &attribute, sizeof attribute));
    TRY_AT_ALL(syscall(CALL_REMOVEXATTRAT, AT_FDCWD, path, 0, "user.plateau"));
    TRY_AT_ALL(syscall(CALL_FILE_SETATTR, AT_FDCWD, path, &attribute, sizeof attribute, 0));
}

static void try_metadata(void)
{
    const char           *paths[] = {file, folder, beside, getenv("HOME")};
    const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 2}};
    const struct timeval  old_times[2] = {{.tv_sec = 1}, {.tv_sec = 2}};
    int                   flags = FS_NOATIME_FL;
    for (int i = 0; i < 4; i++) {
        int fd = open(paths[i], O_RDONLY), pathless = open(paths[i], O_PATH);
        TRY(chmod(paths[i], 0));
        TRY_AT_ALL(fchmod(fd, 0));
        TRY(fchmodat(AT_FDCWD, paths[i], 0, 0));
        TRY_AT_ALL(syscall(CALL_FCHMODAT2, AT_FDCWD, paths[i], 0, 0));
        TRY_AT_ALL(syscall(CALL_FCHMODAT2, pathless, "", 0, AT_EMPTY_PATH));
        TRY(chown(paths[i], getuid(), getgid()));
        TRY(lchown(paths[i], getuid(), getgid()));
        TRY_AT_ALL(fchown(fd, getuid(), getgid()));
        TRY(fchownat(pathless, "", getuid(), getgid(), AT_EMPTY_PATH));
        TRY(utime(paths[i], NULL));
        TRY(utimes(paths[i], old_times));
        TRY(futimesat(AT_FDCWD, paths[i], old_times));
        TRY(utimensat(AT_FDCWD, paths[i], times, 0));
        TRY_AT_ALL(syscall(SYS_utimensat, fd, NULL, times, 0));
        TRY_AT_ALL(ioctl(fd, FS_IOC_SETFLAGS, &flags));
        try_xattrs(paths[i], fd);
        close(fd);
        close(pathless);
    }
}

static void try_watching(void)
{
    int fd = open(beside, O_RDONLY);
    TRY_AT_ALL(syscall(SYS_inotify_init1, 0));
#ifdef SYS_inotify_init
    TRY_AT_ALL(syscall(SYS_inotify_init));
#endif
    TRY_AT_ALL(syscall(SYS_inotify_add_watch, fd, "/tmp", 1));
    TRY_AT_ALL(syscall(SYS_fanotify_init, 0, 0));
    TRY_AT_ALL(syscall(SYS_fanotify_mark, fd, 1, 1, AT_FDCWD, "/tmp"));
    TRY_AT_ALL(fcntl(fd, F_NOTIFY, DN_MODIFY));
    TRY_AT_ALL(fcntl(fd, F_SETLEASE, F_RDLCK));
    close(fd);
}

static void try_locks(void)
{
    struct flock all = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    int          fd = open(beside, O_RDONLY);
    TRY(flock(fd, LOCK_EX | LOCK_NB));
    TRY(fcntl(fd, F_SETLK, &all));
    TRY(fcntl(fd, F_OFD_SETLK, &all));
    close(fd);
}

/* ---- others ------------------------------------------------------------------------------------
 */

static void try_owner(void)
{
    int               ends[2], flag = 1, pid = (int)victim;
    struct f_owner_ex owner = {.type = F_OWNER_PID, .pid = victim};
    if (pipe(ends) != 0)
        return;
    TRY(fcntl(ends[0], F_SETOWN, victim));
    TRY(fcntl(ends[0], F_SETOWN_EX, &owner));
    TRY(fcntl(ends[0], F_SETSIG, SIGKILL));
    TRY(ioctl(ends[0], FIOSETOWN, &pid));
    TRY(ioctl(ends[0], SIOCSPGRP, &pid));
    TRY(ioctl(ends[0], FIOASYNC, &flag));
    (void)!write(ends[1], "x", 1);
}

static void try_signals(void)
{
    enum { PIDFD_SEND_SIGNAL = 424, PIDFD_OPEN = 434 };
    siginfo_t about = {.si_code = SI_QUEUE};
    TRY(kill(victim, SIGKILL));
    TRY(kill(victim, 0));
    TRY(kill(-1, 0));
    TRY(kill(getppid(), 0));
    TRY(kill(-getpgid(victim), 0));
    TRY(syscall(SYS_tkill, victim, SIGKILL));
    TRY(syscall(SYS_tgkill, victim, victim, SIGKILL));
    TRY(syscall(SYS_rt_sigqueueinfo, victim, SIGKILL, &about));
    TRY(syscall(SYS_rt_tgsigqueueinfo, victim, victim, SIGKILL, &about));
    TRY(syscall(PIDFD_OPEN, victim, 0));
    TRY_AT_ALL(syscall(PIDFD_SEND_SIGNAL, -1, SIGKILL, NULL, 0));
}

static void try_priority(void)
{
    enum { IOPRIO_PROCESS = 1, IDLE_CLASS = 3 << 13 };
    struct sched_param parameters = {0};
    cpu_set_t          cpus;
    struct rlimit      limits = {0, 0};
    uint32_t           attributes[12] = {48, SCHED_IDLE};
    CPU_ZERO(&cpus);
    CPU_SET(0, &cpus);
    TRY(setpriority(PRIO_PROCESS, (id_t)victim, 19));
    TRY(setpriority(PRIO_PGRP, 0, 19));
    TRY(setpriority(PRIO_USER, getuid(), 19));
    TRY(setpriority(PRIO_USER, 0, 19));
    TRY(sched_setscheduler(victim, SCHED_IDLE, &parameters));
    TRY(sched_setscheduler(0, SCHED_BATCH, &parameters));
    TRY(sched_setparam(victim, &parameters));
    TRY(sched_setaffinity(victim, sizeof cpus, &cpus));
    TRY_AT_ALL(syscall(SYS_sched_setattr, victim, attributes, 0));
    TRY(syscall(SYS_ioprio_set, IOPRIO_PROCESS, victim, IDLE_CLASS));
    TRY(syscall(SYS_prlimit64, victim, RLIMIT_CPU, &limits, NULL));
    TRY(syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, NULL, &limits));
    TRY_AT_ALL(syscall(SYS_migrate_pages, victim, 0, NULL, NULL));
    TRY_AT_ALL(syscall(SYS_move_pages, victim, 0, NULL, NULL, NULL, 0));
}

static char thread_stack[1 << 16];

static int end_thread(void *unused)
{
    (void)unused;
    syscall(SYS_exit, 0);
    return 0;
}

static void try_processes(void)
{
    struct clone_args with = {.exit_signal = SIGCHLD};
    const int         hiding = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    pid_t             child = fork();
    if (child == 0)
        _exit(0);
    try_it("fork", child >= 0);
    TRY(clone(end_thread, thread_stack + sizeof thread_stack, SIGCHLD, NULL));
    TRY(clone(end_thread, thread_stack + sizeof thread_stack, hiding, NULL)); /* without FILES */
    long cloned = syscall(SYS_clone3, &with, sizeof with);
    if (cloned == 0)
        _exit(0);
    try_it("clone3", cloned >= 0);
    TRY(unshare(CLONE_FILES));
    TRY_AT_ALL(syscall(SYS_close_range, 100U, ~0U, 2));
    TRY_AT_ALL(syscall(SYS_setsid));
    TRY_AT_ALL(setpgid(0, getppid()));
    TRY(prctl(PR_SET_PDEATHSIG, 0));
    TRY(prctl(PR_SET_CHILD_SUBREAPER, 1));
    TRY(prctl(PR_SET_DUMPABLE, 0));
    TRY_AT_ALL(prctl(PR_SET_PTRACER, -1L, 0, 0, 0));
    TRY(personality(ADDR_NO_RANDOMIZE));
    TRY_AT_ALL(setuid(0));
    TRY_AT_ALL(setresuid(1, 1, 1));
}

static void try_looking(void)
{
    enum { PIDFD_GETFD = 438, PROCESS_MADVISE = 440, PROCESS_MRELEASE = 448 };
    static const char *const parts[] = {"mem", "environ", "maps",  "fd",           "cwd",
                                        "exe", "auxv",    "stack", "oom_score_adj"};
    char                     path[PATH_SIZE], text[64];
    struct iovec             here = {.iov_base = text, .iov_len = sizeof text};
    TRY(ptrace(PTRACE_ATTACH, victim, NULL, NULL));
    TRY(ptrace(PTRACE_SEIZE, victim, NULL, NULL));
    TRY(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    TRY_AT_ALL(process_vm_readv(victim, &here, 1, &here, 1, 0));
    TRY_AT_ALL(process_vm_writev(victim, &here, 1, &here, 1, 0));
    TRY_AT_ALL(syscall(SYS_kcmp, getpid(), victim, 0, 0, 0));
    TRY_AT_ALL(syscall(PIDFD_GETFD, -1, 0, 0));
    TRY_AT_ALL(syscall(PROCESS_MADVISE, -1, &here, 1, 0, 0));
    TRY_AT_ALL(syscall(PROCESS_MRELEASE, -1, 0));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", (int)victim, parts[i]);
        try_it(path, open_and_close(path, O_RDONLY) >= 0);
        try_it(path, readlink(path, text, sizeof text) >= 0);
    }
}

/* ---- what nobody could count -------------------------------------------------------------------
 */

static void try_memory(void)
{
    enum { MEMFD_SECRET = 447, PIECE = 1 << 20, RDWR = PROT_READ | PROT_WRITE };
    int          zero = open("/dev/zero", O_RDONLY), ends[2];
    struct iovec piece = {.iov_base = thread_stack, .iov_len = 4096};
    TRY_MAP(mmap(NULL, PIECE, RDWR, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    TRY_MAP(mmap(NULL, PIECE, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    TRY_MAP(mmap(NULL, PIECE, RDWR, MAP_SHARED_VALIDATE | MAP_ANONYMOUS, -1, 0));
    TRY_MAP(mmap(NULL, PIECE, RDWR, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0));
    TRY_MAP(mmap(NULL, PIECE, PROT_READ, MAP_SHARED, zero, 0));
    TRY_AT_ALL(memfd_create("burglar", 0));
    TRY_AT_ALL(syscall(MEMFD_SECRET, 0));
    TRY_AT_ALL(syscall(SYS_shmget, 0, PIECE, 01600));
    TRY_AT_ALL(syscall(SYS_userfaultfd, 0));
    TRY_AT_ALL(syscall(SYS_remap_file_pages, thread_stack, 4096, 0, 0, 0));
    if (pipe(ends) != 0)
        return;
    TRY(fcntl(ends[1], F_SETPIPE_SZ, PIECE));
    TRY_AT_ALL(vmsplice(ends[1], &piece, 1, SPLICE_F_GIFT));
    int fd = open(own, O_CREAT | O_RDWR, 0600);
    (void)!write(fd, thread_stack, 4096);
    lseek(fd, 0, SEEK_SET);
    TRY(splice(fd, NULL, ends[1], NULL, 4096, 0));
    TRY(syscall(SYS_sendfile, ends[1], fd, NULL, 4096));
    TRY(tee(ends[0], ends[1], 4096, SPLICE_F_NONBLOCK));
    close(fd);
}

static void try_disk(void)
{
    char path[PATH_SIZE];
    int  fd = open(own, O_CREAT | O_RDWR, 0600);
    TRY(fallocate(fd, 0, 0, 1 << 20));
    TRY(fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 1 << 20));
    TRY(open_and_close(getenv("HOME"), O_TMPFILE | O_RDWR));
    TRY(open_and_close(own, O_WRONLY | O_SYNC));
    TRY(open_and_close(own, O_WRONLY | O_DIRECT));
    TRY_AT_ALL(syscall(SYS_syncfs, fd));
    TRY(syscall(SYS_sync));
    TRY(ftruncate(fd, 17 << 20)); /* a signal, if it is not ignored */
    snprintf(path, sizeof path, "%s/closed", getenv("HOME"));
    TRY(mkdir(path, 0300));
    TRY(mkdir(path, 0));
    umask(0700);
    TRY(mkdir(path, 0700) == 0 && access(path, R_OK) != 0 ? 0 : -1);
    close(fd);
}

/* ---- the machine -------------------------------------------------------------------------------
 */

static void try_sockets(void)
{
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG, 40};
    int              pair[2];
    char             name[32];
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        snprintf(name, sizeof name, "socket %d", families[i]);
        try_it(name, socket(families[i], SOCK_STREAM, 0) >= 0);
        try_it(name, socket(families[i], SOCK_DGRAM, 0) >= 0);
        try_it(name, socket(families[i], SOCK_RAW, 0) >= 0);
    }
    TRY(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    TRY(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair));
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return;
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0plateau-burglar"};
    struct iovec       piece = {.iov_base = name, .iov_len = 1};
    struct msghdr      message = {.msg_iov = &piece, .msg_iovlen = 1};
    TRY(sendmsg(pair[0], &message, 0)); /* would hand on descriptors */
    TRY_AT_ALL(bind(pair[0], (struct sockaddr *)&address, sizeof address));
    TRY_AT_ALL(connect(pair[0], (struct sockaddr *)&address, sizeof address));
    TRY_AT_ALL(listen(pair[0], 1));
}

static void try_ipc(void)
{
    struct mq_attr queue = {.mq_maxmsg = 10, .mq_msgsize = 1024};
    TRY_AT_ALL(syscall(SYS_msgget, 0, 01600));
    TRY_AT_ALL(syscall(SYS_semget, 0, 1, 01600));
    TRY_AT_ALL(syscall(SYS_shmget, 0, 4096, 01600));
    TRY_AT_ALL(syscall(SYS_mq_open, "burglar", O_CREAT | O_RDWR, 0600, &queue));
    TRY_AT_ALL(syscall(SYS_add_key, "user", "burglar", "x", 1, -3));
    TRY_AT_ALL(syscall(SYS_request_key, "user", "burglar", NULL, -3));
    TRY_AT_ALL(syscall(SYS_keyctl, 0, -3, 1));
}

static void try_kernel(void)
{
    static const struct {
        const char *name;
        long        number;
    } calls[] = {{"io_uring_setup", 425},
                 {"io_uring_enter", 426},
                 {"open_tree", 428},
                 {"move_mount", 429},
                 {"fsopen", 430},
                 {"mount_setattr", 442},
                 {"landlock_create_ruleset", 444},
                 {"landlock_restrict_self", 446},
                 {"a call of the future", 999},
                 {"bpf", SYS_bpf},
                 {"perf_event_open", SYS_perf_event_open},
                 {"seccomp", SYS_seccomp},
                 {"mount", SYS_mount},
                 {"umount2", SYS_umount2},
                 {"unshare", SYS_unshare},
                 {"setns", SYS_setns},
                 {"chroot", SYS_chroot},
                 {"pivot_root", SYS_pivot_root},
                 {"name_to_handle_at", SYS_name_to_handle_at},
                 {"open_by_handle_at", SYS_open_by_handle_at},
                 {"swapon", SYS_swapon},
                 {"reboot", SYS_reboot},
                 {"kexec_load", SYS_kexec_load},
                 {"init_module", SYS_init_module},
                 {"quotactl", SYS_quotactl},
                 {"acct", SYS_acct},
                 {"syslog", SYS_syslog},
                 {"clock_settime", SYS_clock_settime},
                 {"sethostname", SYS_sethostname},
                 {"lookup_dcookie", 212},
                 {"io_setup", SYS_io_setup},
                 {"mlockall", SYS_mlockall},
                 {"capset", SYS_capset}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        errno = 0;
        long answer = syscall(calls[i].number, -1L, -1L, -1L, -1L, -1L, -1L);
        try_it(calls[i].name, answer >= 0 || (errno != EPERM && errno != ENOSYS));
    }
}

/* Limits that are shared by all of a user's processes are used up for them too. */
static void try_limits(void)
{
    enum { TIMERS = 2000 };
    struct rlimit   more = {RLIM_INFINITY, RLIM_INFINITY};
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    timer_t         timer;
    int             timers = 0;
    TRY(setrlimit(RLIMIT_FSIZE, &more));
    TRY(setrlimit(RLIMIT_NOFILE, &more));
    TRY(setrlimit(RLIMIT_CORE, &more));
    TRY(setrlimit(RLIMIT_MSGQUEUE, &more));
    TRY(setrlimit(RLIMIT_SIGPENDING, &more));
    TRY(setrlimit(RLIMIT_RTPRIO, &more));
    while (timers < TIMERS && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
        timers++;
    try_it("two thousand timers", timers == TIMERS);
}

static void try_terminal(void)
{
    int number = 0;
    for (int fd = 0; fd < 3; fd++) {
        TRY_AT_ALL(ioctl(fd, TIOCSTI, "x"));
        TRY_AT_ALL(ioctl(fd, TIOCSCTTY, 0));
        TRY_AT_ALL(ioctl(fd, TIOCNOTTY, 0));
        TRY_AT_ALL(ioctl(fd, TIOCLINUX, &number));
        TRY_AT_ALL(ioctl(fd, TIOCSETD, &number));
    }
}

/* What was handed on to us: nothing but three descriptors and a few words. */
static void try_heirlooms(void)
{
    struct stat about;
    char        name[32];
    for (int fd = 3; fd < 1024; fd++) {
        snprintf(name, sizeof name, "descriptor %d", fd);
        try_it(name, fstat(fd, &about) == 0);
    }
    try_it("environment", getenv("PLATEAU_BURGLAR") != NULL);
}

static const struct {
    const char *name;
    void (*act)(void);
} modes[] = {
    {"files", try_files},         {"truncate", try_truncate}, {"names", try_names},
    {"metadata", try_metadata},   {"watching", try_watching}, {"locks", try_locks},
    {"owner", try_owner},         {"signals", try_signals},   {"priority", try_priority},
    {"processes", try_processes}, {"looking", try_looking},   {"memory", try_memory},
    {"disk", try_disk},           {"sockets", try_sockets},   {"ipc", try_ipc},
    {"kernel", try_kernel},       {"limits", try_limits},     {"terminal", try_terminal},
    {"heirlooms", try_heirlooms},
};

int main(int argc, char *argv[])
{
    char self[PATH_SIZE];
    if (argc < 4)
        return 2;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    snprintf(folder, sizeof folder, "%s", argv[2] + strlen("at="));
    victim = (pid_t)strtol(argv[3] + strlen("pid="), NULL, 10);
    snprintf(file, sizeof file, "%s/file", folder);
    snprintf(beside, sizeof beside, "%s/beside", dirname(self));
    snprintf(own, sizeof own, "%.500s/own", getenv("HOME") != NULL ? getenv("HOME") : "/nowhere");
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(argv[1], modes[i].name) == 0)
            modes[i].act();
    printf("tried %d\n", tried);
    return 0;
}
