/* opponent/scratch.h -- folders for programs of others, which disappear: at the latest when the
 * next process sweeps, after the one that made them was killed. */
#pragma once
#include "base/error.h"

#include <stdint.h>

typedef struct {
    char *path; /* NULL: none */
    int   lock; /* on the folder itself; ends with the process that made it */
} Scratch;

bool scratch_make(Scratch *out, Error *err);

/* With all that is in it, however deep; all zero is fine. Nobody may write to it any more. */
void scratch_remove(Scratch *scratch);

/* Removes those that no living process holds. */
void scratch_sweep(void);

/* What the folder takes on the disk; stops counting beyond `most`. A folder that cannot be looked
 * into, or is nested deeper than anybody needs, counts as more than that. Safe after fork. */
int64_t scratch_bytes(const char *path, int64_t most);
