/* opponent/syscall_filter.h -- the system calls of a sandboxed program, as a seccomp filter for
 * this processor: those of syscalls.def, and none besides, whatever kernel it runs on. */
#pragma once
#include <stdbool.h>

typedef struct {
    bool is_compiler; /* starts programs; else a player */
    bool can_signal;  /* something else keeps signals within the sandbox */
} SyscallFilter;

/* False where this processor's calls are not known or the kernel has no filters. */
bool syscall_filter_exists(void);

/* For the calling process and all it starts, for good; safe after fork. False and errno. */
bool syscall_filter_enter(const SyscallFilter *filter);

/* The same for another question: from now on each call that may make a file or folder, or open one
 * for writing, waits until it is answered through the descriptor that is returned (admission.h).
 * -1 where the kernel cannot, or somebody answers this process's calls already. */
int syscall_filter_ask(void);
