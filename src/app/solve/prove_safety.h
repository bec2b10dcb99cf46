/* plateau prove, for games whose certificates say that a side cannot lose: Solver.safety. */
#pragma once
#include "app/arguments/command.h"

/* What was given. */
typedef struct {
    const char *output, *check, *safe, *checkpoint, *journal;
    bool        is_flat;
    int         pieces, threads, most_moves; /* pieces below 0: as usual */
    uint64_t    audit, seed;
    size_t      table; /* 0: as much as serves the game best */
} ProveFlags;

static inline const ProveFlags *given(const Call *call) { return call->given; }

/* Exactly one of -o and --check is given. The exit code. */
int prove_safety(const Call *call, const Session *session);
