/* ref_compare.h -- a position of a game and the same position under the reference rules. */
#pragma once
#include "reference/reference.h"
#include "support.h"

typedef struct {
    const Rules   *rules;
    const RefGame *reference;
} Pair;

/* A difference ends the test. */
void compare_position(const Pair *pair, const void *pos); /* moves and result */
void compare_after(const Pair *pair, const void *pos, Move move);
