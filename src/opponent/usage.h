/* opponent/usage.h -- what processes take of the machine, as the kernel tells it in /proc. By
 * system calls alone: safe after fork. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { USAGE_CHILDREN_BYTES = 4096 };

/* Bytes of real memory of all that descends from this process: resident pages, those that were
 * moved to the disk, page tables. Pages that several share count for each. */
int64_t usage_memory(pid_t ancestor);

/* Threads of the process; 0: it is gone. */
int usage_threads(pid_t process);

/* Bytes it has written since it began, to whatever; -1: nobody says. */
int64_t usage_written(pid_t process);

/* Does the thread compute, or wait for a disk? */
bool usage_is_running(pid_t process, pid_t thread);

/* How long it has run so far, in microseconds; false: nobody says. */
bool usage_ran(pid_t process, pid_t thread, int64_t *out);

/* How many files it has open for writing. */
int usage_writable_files(pid_t process);

/* Children of the process's first thread, as text; other threads start children rarely enough. */
size_t usage_children(pid_t process, char text[USAGE_CHILDREN_BYTES]);

/* Takes the next number from a text of them. */
bool usage_next_number(const char **text, long *out);
