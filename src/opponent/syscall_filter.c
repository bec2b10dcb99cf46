#include "opponent/syscall_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE 0
#endif

/* Calls that came after the headers we may be built with; the same number on all machines. */
enum {
    CALL_PIDFD_SEND_SIGNAL = 424,
    CALL_IO_URING_SETUP = 425,
    CALL_OPEN_TREE = 428,
    CALL_MOVE_MOUNT = 429,
    CALL_FSOPEN = 430,
    CALL_PIDFD_OPEN = 434,
    CALL_CLONE3 = 435,
    CALL_OPENAT2 = 437,
    CALL_PIDFD_GETFD = 438,
    CALL_PROCESS_MADVISE = 440,
    CALL_MOUNT_SETATTR = 442,
    CALL_MEMFD_SECRET = 447
};

/* Never: other processes, the network, memory that is nobody's, the machine itself. */
static const uint16_t forbidden[] = {
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_accept,
    SYS_accept4,
    CALL_IO_URING_SETUP,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    CALL_PROCESS_MADVISE,
    SYS_kcmp,
    CALL_PIDFD_OPEN,
    CALL_PIDFD_GETFD,
    CALL_PIDFD_SEND_SIGNAL,
    SYS_memfd_create, /* not seen in the count of real memory, as the next ones */
    CALL_MEMFD_SECRET,
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
    SYS_mq_open,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    CALL_OPEN_TREE,
    CALL_MOVE_MOUNT,
    CALL_FSOPEN,
    CALL_MOUNT_SETATTR,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_by_handle_at,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_personality,
};

/* Only for the process itself: the first argument is its own number. */
static const uint16_t only_for_itself[] = {
    SYS_kill,
    SYS_tgkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
};

enum {
    FORBIDDEN_COUNT = sizeof forbidden / sizeof forbidden[0],
    OWN_COUNT = sizeof only_for_itself / sizeof only_for_itself[0],
    MOST_STEPS = 2 * FORBIDDEN_COUNT + 5 * OWN_COUNT + 60
};

typedef struct {
    struct sock_filter steps[MOST_STEPS];
    unsigned short     count;
} Program;

static void add(Program *program, unsigned code, uint32_t value, unsigned if_true,
                unsigned if_false)
{
    program->steps[program->count++] = (struct sock_filter){
        .code = (uint16_t)code, .jt = (uint8_t)if_true, .jf = (uint8_t)if_false, .k = value};
}

static void load(Program *program, size_t offset)
{
    add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* Goes on `if_true` or `if_false` steps behind the next one. */
static void compare(Program *program, uint32_t value, unsigned if_true, unsigned if_false)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, if_true, if_false);
}

static void answer(Program *program, uint32_t action)
{
    add(program, BPF_RET | BPF_K, action, 0, 0);
}

static uint32_t refuse(int number) { return SECCOMP_RET_ERRNO | (uint32_t)number; }

static void forbid(Program *program, uint32_t call, int number)
{
    compare(program, call, 0, 1);
    answer(program, refuse(number));
}

/* The low half of the first argument is enough: process numbers and the flags of clone are small.
 */
static void allow_if_first_argument_is(Program *program, uint32_t call, uint32_t value)
{
    compare(program, call, 0, 4);
    load(program, offsetof(struct seccomp_data, args[0]));
    compare(program, value, 1, 0);
    answer(program, refuse(EPERM));
    answer(program, SECCOMP_RET_ALLOW);
}

/* Threads, yes; processes, no. */
static void forbid_fork(Program *program)
{
#ifdef SYS_fork
    forbid(program, SYS_fork, EPERM);
    forbid(program, SYS_vfork, EPERM);
#endif
    compare(program, SYS_clone, 0, 4);
    load(program, offsetof(struct seccomp_data, args[0]));
    add(program, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    answer(program, refuse(EPERM));
    answer(program, SECCOMP_RET_ALLOW);
}

/* Run-time systems want a pair of connected streams. A pair of another kind could still send to a
 * named socket. */
static void forbid_other_pairs(Program *program)
{
    enum { TYPE = 0xf, STREAM = 1 };
    compare(program, SYS_socketpair, 0, 5);
    load(program, offsetof(struct seccomp_data, args[1]));
    add(program, BPF_ALU | BPF_AND | BPF_K, TYPE, 0, 0);
    compare(program, STREAM, 1, 0);
    answer(program, refuse(EPERM));
    answer(program, SECCOMP_RET_ALLOW);
}

/* Files without a name: nobody who counts the disk would see them. */
static void forbid_nameless_file(Program *program, uint32_t call, size_t flags_offset)
{
    compare(program, call, 0, 4);
    load(program, flags_offset);
    add(program, BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1);
    answer(program, refuse(EOPNOTSUPP));
    answer(program, SECCOMP_RET_ALLOW);
}

static void forbid_nameless_files(Program *program)
{
#ifdef SYS_open
    forbid_nameless_file(program, SYS_open, offsetof(struct seccomp_data, args[1]));
#endif
    forbid_nameless_file(program, SYS_openat, offsetof(struct seccomp_data, args[2]));
    forbid(program, CALL_OPENAT2, ENOSYS); /* its flags cannot be seen: openat is tried next */
}

static void forbid_signals(Program *program, uint32_t pid)
{
    for (int i = 0; i < OWN_COUNT; i++)
        allow_if_first_argument_is(program, only_for_itself[i], pid);
    forbid(program, SYS_tkill, EPERM);
}

static void write_program(const SyscallFilter *filter, Program *out)
{
    out->count = 0;
    load(out, offsetof(struct seccomp_data, arch));
    compare(out, MACHINE, 1, 0);
    answer(out, SECCOMP_RET_KILL_PROCESS); /* 32-bit calls have other numbers */
    load(out, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    add(out, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1); /* so have those of x32 */
    answer(out, SECCOMP_RET_KILL_PROCESS);
#endif
    for (int i = 0; i < FORBIDDEN_COUNT; i++)
        forbid(out, forbidden[i], EPERM);
    forbid(out, CALL_CLONE3, ENOSYS); /* its flags cannot be seen from here: clone is tried next */
    forbid_other_pairs(out);
    forbid_nameless_files(out);
    if (!filter->can_fork)
        forbid_fork(out);
    if (!filter->can_signal)
        forbid_signals(out, (uint32_t)getpid());
    /* Limits of others: 0 is the caller. */
    compare(out, SYS_prlimit64, 0, 5);
    load(out, offsetof(struct seccomp_data, args[0]));
    compare(out, 0, 2, 0);
    compare(out, (uint32_t)getpid(), 1, 0);
    answer(out, refuse(EPERM));
    answer(out, SECCOMP_RET_ALLOW);
    answer(out, SECCOMP_RET_ALLOW);
}

bool syscall_filter_exists(void)
{
    /* With a filter at NULL a kernel that has them finds the address bad. */
    return MACHINE != 0 && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) < 0 &&
           errno == EFAULT;
}

bool syscall_filter_enter(const SyscallFilter *filter)
{
    Program program;
    write_program(filter, &program);
    struct sock_fprog code = {.len = program.count, .filter = program.steps};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &code) == 0;
}
