/* opponent/keeper.h -- the process between us and a program: it starts the program, tells how it
 * ended, watches its memory, its folders and its threads, and lets nothing of it outlive the game.
 *
 * Why a process of its own: children of children are adopted by the nearest "subreaper" when their
 * parent dies, so that even one that made itself a daemon stays the keeper's and is found. The
 * keeper lives as long as the control pipe is open: when we die, however we die, it ends them all.
 *
 * All of this runs in a forked copy of a process that may have threads: only calls that are safe
 * in signal handlers are allowed, no memory is taken, nothing is locked. */
#pragma once
#include <stdint.h>
#include <sys/types.h>

struct SandboxPlan;

typedef enum {
    KEEPER_FAILED,
    KEEPER_EXITED,
    KEEPER_SIGNALLED,
    KEEPER_MEMORY,
    KEEPER_DISK,
    KEEPER_THREADS
} KeeperKind;

/* Written to the status pipe, once; then the pipe is closed. */
typedef struct {
    int32_t kind;
    int32_t value; /* errno, exit status, signal, megabytes or threads */
} KeeperNote;

typedef struct {
    int          in, out, err;    /* of the program */
    int          control, status; /* of the keeper */
    const char  *path;
    char *const *words, *const *environment;
    const struct SandboxPlan *sandbox; /* NULL: none */
    int64_t memory_bytes;              /* real memory of the program and its children; 0: any */
} KeeperPlan;

/* The life of the keeper, called in a child just forked with all signals blocked. */
_Noreturn void keeper_run(const KeeperPlan *plan);
