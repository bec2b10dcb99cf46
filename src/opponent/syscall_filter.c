#include "opponent/syscall_filter.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE 0
#endif

#if MACHINE
/* Calls that came after the headers we may be built with; the same number on all machines, but for
 * two old ones. */
enum {
#if defined(__x86_64__)
    CALL_RSEQ = 334,
    CALL_RENAMEAT2 = 316,
#else
    CALL_RSEQ = 293,
    CALL_RENAMEAT2 = 276,
#endif
    FIRST_YOUNG_CALL = 424, /* what is not known from here on seems not to be there */
    CALL_CLONE3 = 435,
    CALL_OPENAT2 = 437,
    CALL_FACCESSAT2 = 439,
    CALL_EPOLL_PWAIT2 = 441,
    CALL_FUTEX_WAITV = 449,
    CALL_FCHMODAT2 = 452
};

/* ---- rules -------------------------------------------------------------------------------------
 */

typedef enum { PLAYERS = 1, COMPILERS = 2, BOTH = PLAYERS | COMPILERS } Who;

typedef struct {
    uint16_t call;
    uint8_t  who;
    bool     is_allowed;
    uint8_t  error; /* else; 0 is seen as success */
} FilterRow;

#define BOTH(call) {call, BOTH, true, 0},
#define COMPILERS(call) {call, COMPILERS, true, 0},
#define PRETEND(call) {call, BOTH, false, 0},
#define REFUSE(call, error) {call, BOTH, false, error},
static const FilterRow rows[] = {
#include "opponent/syscalls.def"
};
#undef BOTH
#undef COMPILERS
#undef PRETEND
#undef REFUSE

/* What the low half of an argument must be, or must not be, under a mask: flags and process numbers
 * are no longer. All rules of a call stand together. */
typedef enum {
    MUST,
    MUST_NOT,
    MUST_IN /* a list */,
    MUST_OWN /* the same or its own number */
} Test;

typedef struct {
    uint16_t call;
    uint8_t  who, argument, test, error;
    uint32_t mask, value;
} Rule;

enum {
    ALL_BITS = -1,
    NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                 CLONE_NEWPID | CLONE_NEWNET,
    /* A thread that shares all; one with descriptors of its own could hide them. */
    THREAD = CLONE_THREAD | CLONE_VM | CLONE_SIGHAND | CLONE_FILES,
    OWNER_BITS = 0700,
    SOCKET_KIND = 0xf,
    SHARED_BY_NOBODY = MAP_SHARED | MAP_ANONYMOUS, /* its pages can be dropped and still be held */
    NAMELESS = O_TMPFILE & ~O_DIRECTORY,           /* a file that nobody who counts would see */
    /* Opens of files that others have: truncating needs no right to write before Landlock 3, the
     * access mode 3 none at all; and whoever goes round the cache holds up the disk. */
    TRUNCATING = O_ACCMODE | O_TRUNC,
    AT_ONCE = (O_SYNC | O_DSYNC | O_DIRECT)
};

#define OPENING(call, flags)                                                                       \
    {call, BOTH, flags, MUST_NOT, EPERM, O_ACCMODE, O_ACCMODE},                                    \
        {call, BOTH, flags, MUST_NOT, EPERM, TRUNCATING, O_TRUNC},                                 \
        {call, BOTH, flags, MUST, EOPNOTSUPP, NAMELESS, 0},                                        \
    {                                                                                              \
        call, PLAYERS, flags, MUST, EINVAL, AT_ONCE, 0                                             \
    }

static const Rule rules[] = {
    {SYS_clone, PLAYERS, 0, MUST, EPERM, THREAD, THREAD},
    {SYS_clone, BOTH, 0, MUST, EPERM, (uint32_t)NAMESPACES, 0},
    /* A pair of another kind could still send to a named socket. */
    {SYS_socketpair, BOTH, 1, MUST, EPERM, SOCKET_KIND, SOCK_STREAM},
    OPENING(SYS_openat, 2),
    {SYS_mkdirat, PLAYERS, 2, MUST, EPERM, OWNER_BITS,
     OWNER_BITS}, /* whoever counts looks inside */
    {SYS_umask, PLAYERS, 0, MUST, EPERM, OWNER_BITS, 0},
    {SYS_mmap, BOTH, 3, MUST_NOT, EPERM, SHARED_BY_NOBODY, SHARED_BY_NOBODY},
    {SYS_mmap, BOTH, 3, MUST, ENOMEM, MAP_HUGETLB, 0},
    {SYS_setpriority, BOTH, 0, MUST, EPERM, (uint32_t)ALL_BITS, PRIO_PROCESS},
    {SYS_setpriority, BOTH, 1, MUST_OWN, EPERM, 0, 0},
    {SYS_sched_setaffinity, BOTH, 0, MUST_OWN, EPERM, 0, 0},
    {SYS_prlimit64, BOTH, 0, MUST_OWN, EPERM, 0, 0},
    {SYS_fcntl, BOTH, 1, MUST_IN, EPERM, 0, 0},
    {SYS_ioctl, BOTH, 1, MUST_IN, EPERM, 0, 0},
    {SYS_prctl, BOTH, 0, MUST_IN, EPERM, 0, 0},
#if defined(__x86_64__)
    OPENING(SYS_open, 1),
    {SYS_creat, BOTH, 1, MUST, EPERM, 0, 0}, /* any: its name is Landlock's matter */
    {SYS_mkdir, PLAYERS, 1, MUST, EPERM, OWNER_BITS, OWNER_BITS},
#endif
    {SYS_unlinkat, PLAYERS, 2, MUST, EPERM, AT_REMOVEDIR, AT_REMOVEDIR}, /* folders alone */
};
#undef OPENING

/* Those whose first argument is a process, when nothing else keeps signals within the sandbox. */
static const uint16_t signals[] = {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo,
                                   SYS_rt_tgsigqueueinfo};

/* No owner of a descriptor (who gets SIGIO, or any signal), no leases, no notes of changes, no
 * locks, no larger pipes. */
static const uint32_t descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,     F_SETFD,
                                               F_GETFL, F_SETFL,         F_GETPIPE_SZ};

/* Is it a terminal, how large, how much can be read; nothing that changes a file or a device. */
static const uint32_t device_requests[] = {TCGETS,  TIOCGWINSZ, TIOCGPGRP, FIONREAD,
                                           FIONBIO, FIOCLEX,    FIONCLEX};

/* Names, and questions. Whose death kills it, who adopts its children and who may look at it stays
 * as it is. */
enum { NAME_OF_MEMORY = 0x53564d41 /* PR_SET_VMA */ };
static const uint32_t process_options[] = {
    PR_SET_NAME,    PR_GET_NAME,         PR_CAPBSET_READ,     PR_GET_DUMPABLE, PR_GET_SECCOMP,
    NAME_OF_MEMORY, PR_GET_NO_NEW_PRIVS, PR_SET_NO_NEW_PRIVS, PR_GET_KEEPCAPS, PR_SET_THP_DISABLE};

typedef struct {
    uint16_t        call;
    const uint32_t *values;
    int             count;
} FilterList;

#define LIST(call, values)                                                                         \
    {                                                                                              \
        call, values, (int)(sizeof(values) / sizeof((values)[0]))                                  \
    }
static const FilterList lists[] = {LIST(SYS_fcntl, descriptor_commands),
                                   LIST(SYS_ioctl, device_requests),
                                   LIST(SYS_prctl, process_options)};
#undef LIST

/* ---- the program -------------------------------------------------------------------------------
 */

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0],
    RULE_COUNT = sizeof rules / sizeof rules[0],
    SIGNAL_COUNT = sizeof signals / sizeof signals[0],
    MAX_STEPS = 2 * ROW_COUNT + 6 * RULE_COUNT + 6 * SIGNAL_COUNT + 80
};

typedef struct {
    struct sock_filter steps[MAX_STEPS];
    unsigned short     count;
} Program;

static void add(Program *program, unsigned code, uint32_t value, unsigned if_true,
                unsigned if_false)
{
    assert(program->count < MAX_STEPS);
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

/* The processor's word order is little-endian: the low half comes first. */
static void load_argument(Program *program, unsigned number)
{
    load(program, offsetof(struct seccomp_data, args) + number * sizeof(uint64_t));
}

/* A question about the call's number begins, and ends in an answer: everything between is for this
 * call alone. */
static unsigned short begin_call(Program *program, uint32_t call)
{
    compare(program, call, 0, 0);
    return (unsigned short)(program->count - 1);
}

static void end_call(Program *program, unsigned short begun, uint32_t action)
{
    answer(program, action);
    program->steps[begun].jf = (uint8_t)(program->count - begun - 1);
}

/* Refused unless the argument is one of these: each match jumps over what is left and the refusal.
 */
static void add_list(Program *program, const uint32_t *values, int count, int error)
{
    for (int i = 0; i < count; i++)
        compare(program, values[i], (unsigned)(count - i), 0);
    answer(program, refuse(error));
}

static void add_rule(Program *program, const Rule *rule, uint32_t pid)
{
    load_argument(program, rule->argument);
    switch ((Test)rule->test) {
    case MUST:
    case MUST_NOT:
        add(program, BPF_ALU | BPF_AND | BPF_K, rule->mask, 0, 0);
        compare(program, rule->value, rule->test == MUST ? 1 : 0, rule->test == MUST ? 0 : 1);
        answer(program, refuse(rule->error));
        break;
    case MUST_IN:
        for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
            if (lists[i].call == rule->call)
                add_list(program, lists[i].values, lists[i].count, rule->error);
        break;
    case MUST_OWN:
        add_list(program, (const uint32_t[]){rule->value, pid}, 2, rule->error);
        break;
    }
}

/* All rules of a call, in one block; a call that has none for these programs is as if it had no
 * row. */
static void add_rules(Program *program, unsigned who, uint32_t pid)
{
    for (int i = 0, next; i < RULE_COUNT; i = next) {
        unsigned short begun = begin_call(program, rules[i].call);
        for (next = i; next < RULE_COUNT && rules[next].call == rules[i].call; next++)
            if ((rules[next].who & who) != 0)
                add_rule(program, &rules[next], pid);
        end_call(program, begun, SECCOMP_RET_ALLOW);
    }
}

static void add_signals(Program *program, bool can_signal, uint32_t pid)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        unsigned short begun = begin_call(program, signals[i]);
        if (!can_signal) {
            load_argument(program, 0);
            add_list(program, &pid, 1, EPERM);
        }
        end_call(program, begun, SECCOMP_RET_ALLOW);
    }
}

static void begin_program(Program *program)
{
    program->count = 0;
    load(program, offsetof(struct seccomp_data, arch));
    compare(program, MACHINE, 1, 0);
    answer(program, SECCOMP_RET_KILL_PROCESS); /* 32-bit calls have other numbers */
    load(program, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    add(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1); /* so have those of x32 */
    answer(program, SECCOMP_RET_KILL_PROCESS);
#endif
}

static void write_program(const SyscallFilter *filter, Program *out)
{
    const unsigned who = filter->is_compiler ? COMPILERS : PLAYERS;
    const uint32_t pid = (uint32_t)getpid();
    begin_program(out);
    for (int i = 0; i < ROW_COUNT; i++)
        if ((rows[i].who & who) != 0) {
            compare(out, rows[i].call, 0, 1);
            answer(out, rows[i].is_allowed ? SECCOMP_RET_ALLOW : refuse(rows[i].error));
        }
    add_rules(out, who, pid);
    add_signals(out, filter->can_signal, pid);
    add(out, BPF_JMP | BPF_JGE | BPF_K, FIRST_YOUNG_CALL, 0, 1);
    answer(out, refuse(ENOSYS));
    answer(out, refuse(EPERM));
}

static long enter(const Program *program, unsigned flags)
{
    struct sock_fprog code = {.len = program->count,
                              .filter = (struct sock_filter *)program->steps};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &code);
}

bool syscall_filter_exists(void)
{
    /* With a filter at NULL a kernel that has them finds the address bad. */
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) < 0 && errno == EFAULT;
}

bool syscall_filter_enter(const SyscallFilter *filter)
{
    Program program;
    write_program(filter, &program);
    return enter(&program, 0) == 0;
}

/* Is one of these bits set? */
static void ask_about(Program *program, uint32_t call, unsigned argument, uint32_t bits)
{
    unsigned short begun = begin_call(program, call);
    load_argument(program, argument);
    add(program, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    answer(program, SECCOMP_RET_USER_NOTIF);
    end_call(program, begun, SECCOMP_RET_ALLOW);
}

int syscall_filter_ask(void)
{
    enum { CHANGES = O_ACCMODE | O_CREAT, WAIT_KILLABLE = 1 << 5 /* from Linux 5.19 */ };
    Program program;
    begin_program(&program);
    ask_about(&program, SYS_openat, 2, CHANGES);
    ask_about(&program, SYS_mkdirat, 2, OWNER_BITS);
    ask_about(&program, SYS_ftruncate, 1, UINT32_MAX); /* longer ones are too long for a file */
#if defined(__x86_64__)
    ask_about(&program, SYS_open, 1, CHANGES);
    ask_about(&program, SYS_mkdir, 1, OWNER_BITS);
    compare(&program, SYS_creat, 0, 1);
    answer(&program, SECCOMP_RET_USER_NOTIF);
#endif
    answer(&program, SECCOMP_RET_ALLOW);
    /* Where the kernel can, only a deadly signal ends the wait for an answer: a program with many
     * alarms would never get one. */
    long listener = enter(&program, SECCOMP_FILTER_FLAG_NEW_LISTENER | WAIT_KILLABLE);
    if (listener < 0 && errno == EINVAL)
        listener = enter(&program, SECCOMP_FILTER_FLAG_NEW_LISTENER);
    return (int)listener;
}

#else /* a processor whose calls are not known */

bool syscall_filter_exists(void) { return false; }

bool syscall_filter_enter(const SyscallFilter *filter)
{
    (void)filter;
    errno = ENOSYS;
    return false;
}

int syscall_filter_ask(void) { return -1; }

#endif
