/* opponent/landlock.h -- which files a process can reach, by the kernel's Landlock. */
#pragma once
#include <stdbool.h>

/* Versions that brought something. */
enum { LANDLOCK_TRUNCATE = 3, LANDLOCK_DEVICES = 5, LANDLOCK_SIGNALS = 6 };

/* In place of the newest version that may be used: as if the kernel had none. */
enum { LANDLOCK_ANY = 0, LANDLOCK_NONE = -1 };

/* The kernel's version, but no more than `most`; 0: it has none. */
int landlock_version(int most);

typedef struct {
    char *path; /* a file, or a folder with all that is in it */
    bool  can_write;
} LandlockPath;

/* For the calling process and all it starts, for good: these paths, and nothing else. False and
 * errno; safe after fork. */
bool landlock_enter(int version, const LandlockPath *paths, int count, bool can_remove);
