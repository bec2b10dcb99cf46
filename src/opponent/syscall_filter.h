/* opponent/syscall_filter.h -- the system calls a sandboxed program must do without, as a seccomp
 * filter for this processor. */
#pragma once
#include <stdbool.h>

typedef struct {
    bool can_fork;   /* compilers start programs */
    bool can_signal; /* something else keeps signals within the sandbox */
} SyscallFilter;

/* False where this processor's calls are not known or the kernel has no filters. */
bool syscall_filter_exists(void);

/* For the calling process and all it starts, for good; safe after fork. False and errno. */
bool syscall_filter_enter(const SyscallFilter *filter);
