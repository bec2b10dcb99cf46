/* opponent/sandbox.h -- what a program that nobody trusts may do: nearly nothing
 * (docs/user/sandbox.md).
 *
 * Layers, each one used where the kernel has it: no_new_privs and no capabilities, resource limits,
 * Landlock (files), seccomp (system calls). A plan is made by us; the program's own process enters
 * it just before it becomes the program. */
#pragma once
#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

typedef enum { SANDBOX_OFF, SANDBOX_AUTO, SANDBOX_REQUIRED } SandboxMode;

/* "off", "auto" or "required". */
bool sandbox_mode_parse(const char *text, SandboxMode *out, Error *err);

/* A player may not start processes; a compiler may. Neither has sockets or foreign files. */
typedef enum { SANDBOX_PLAYER, SANDBOX_COMPILER } SandboxProfile;

/* Adds the layers of this machine, for people: "no new privileges, limits, Landlock 7, seccomp". */
void sandbox_layers(Str *out);

/* Adds, line by line, what is forbidden and which layer does it, when no newer Landlock is used
 * than this: a version, or LANDLOCK_ANY (0) or LANDLOCK_NONE. */
void sandbox_coverage(int landlock_most, Lang lang, Str *out);

/* False and what is open when something is forbidden by no layer. */
bool sandbox_is_whole(Error *err);
bool sandbox_covers_all(int landlock_most, Error *err);

typedef struct SandboxPlan SandboxPlan;

typedef struct {
    SandboxProfile profile;
    const char    *path; /* of the program */
    char *const   *words;
    const char    *folder;  /* NULL: none; may be written to */
    bool           is_home; /* the program begins in that folder, and has no other: its words, which
                             * a stranger may have chosen, open none; a player may only read it */
    int landlock_most;      /* as above */
} SandboxSetup;

/* The program may read the system, its own folder and the folders of the files its words name, and
 * write to a scratch folder made here and to the folder above. NULL and *err on failure; the caller
 * deletes it, and the scratch folder with it. */
SandboxPlan *sandbox_plan(const SandboxSetup *setup, Error *err);
void         sandbox_delete(SandboxPlan *plan); /* NULL is fine */

/* Few and harmless ones; HOME and TMPDIR are the scratch folder. */
char *const *sandbox_environment(const SandboxPlan *plan);

enum {
    SANDBOX_DISK_MEGABYTES = 128,  /* of all it may write */
    SANDBOX_FILE_BYTES = 16 << 20, /* of one file of a player's */
    SANDBOX_THREADS = 256,
    SANDBOX_FOLDERS = 2
};

/* Opens the folders it may write to, before it begins; -1 in place of none. Safe after fork, and so
 * is the next: bytes on the disk in them; -1: more than it may have there. */
void    sandbox_open_folders(const SandboxPlan *plan, int folders[SANDBOX_FOLDERS]);
int64_t sandbox_disk(const int folders[SANDBOX_FOLDERS]);

/* In the process that shall become the program; safe after fork. A player hands to `keeper`, a
 * socket, the right to answer for its files (admission.h). Without Landlock or seccomp in the
 * kernel it does what it can; false and errno when a layer that is there fails. */
bool sandbox_enter(const SandboxPlan *plan, int keeper);
