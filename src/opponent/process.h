/* opponent/process.h -- a program running beside us, started without any shell, spoken to in lines,
 * and gone without a trace when we are done with it. */
#pragma once
#include "net/link.h"
#include "opponent/sandbox.h"

typedef struct Process Process;

typedef struct {
    SandboxMode        sandbox;
    SandboxProfile     profile;
    const char        *folder;           /* in the sandbox: may be written to as well; NULL: none */
    bool               is_home;          /* the program begins there (SandboxSetup) */
    int                landlock_most;    /* as if the kernel had no newer one; 0: what it has */
    int64_t            memory_megabytes; /* real memory of it and its children; 0: any */
    const atomic_bool *stop;             /* borrowed, may be NULL: ends waits */
} ProcessSetup;

typedef enum {
    PROCESS_RUNS,
    PROCESS_NOT_STARTED,
    PROCESS_EXITED,
    PROCESS_SIGNALLED,
    PROCESS_OVER_MEMORY,
    PROCESS_OVER_DISK,
    PROCESS_OVER_THREADS
} ProcessState;

/* Could it be started? For whoever writes the command: nothing is run. */
bool process_check(const char *command, SandboxMode sandbox, Error *err);

/* Splits the command, finds the program and starts it. NULL and *err when that cannot even be
 * tried; a program that cannot be executed is one that ended as PROCESS_NOT_STARTED. */
Process *process_start(const char *command, const ProcessSetup *setup, Error *err);

/* Ends it and everything it started: SIGTERM, a moment, SIGKILL; returns when nothing is left of
 * them. NULL is fine. */
void process_delete(Process *process);

/* The same without waiting; to be followed by process_delete. */
void process_kill(Process *process);

Link *process_link(Process *process); /* its standard input, output and error */

/* How it stands, and in words: "exited with status 0". Waits a moment when its output was closed,
 * since a program that ends closes that first. */
ProcessState process_state(Process *process, Error *out);

int     process_exit_status(const Process *process); /* once it is PROCESS_EXITED */
int64_t process_memory(const Process *process); /* real memory of it and its children, in bytes */
