/* opponent/scratch.h -- folders for programs of others, which disappear: at the latest when the
 * next process sweeps, after the one that made them was killed. */
#pragma once
#include "base/error.h"

#include <stdint.h>

typedef struct {
    char *path; /* NULL: none */
    int   lock; /* on the folder itself; ends with the process that made it */
} Scratch;

/* A name counts as so many bytes, whatever is in it: many names take long to look through. */
enum { SCRATCH_NAME_BYTES = 64 << 10 };

bool scratch_make(Scratch *out, Error *err);

/* With all that is in it, however deep; all zero is fine. Nobody may write to it any more. */
void scratch_remove(Scratch *scratch);

/* Removes those that no living process holds. */
void scratch_sweep(void);

/* What the folder takes on the disk, files with holes as if they had none; stops counting beyond
 * `most`. A folder nested deeper than anybody needs counts as more than that; one that cannot be
 * looked into is opened for us where it is ours, and counts as nothing otherwise: that we cannot
 * read is nobody's fault. Safe after fork. */
int64_t scratch_bytes(int folder, int64_t most);
