/* learn/adopt.h -- the test before parameters or a net are adopted: the new against the old in a
 * match, from openings that training has not seen, until the sequential test decides
 * (match/sprt.h). */
#pragma once
#include "core/game.h"
#include "match/sprt.h"

#include <stdatomic.h>

typedef struct {
    const Game        *game;
    const char        *start;    /* position text */
    const char        *specs[2]; /* players: the new, the old */
    uint64_t           seed;
    int                random_plies, most_plies, concurrency;
    int64_t            games; /* at most, even; undecided by then, nothing is adopted */
    const char        *sprt;  /* "0,10" */
    const char        *store; /* goes on with the match there; NULL: in memory alone */
    const atomic_bool *stop;
} Adoption;

typedef struct {
    int64_t   wins, draws, losses; /* of the new */
    SprtState sprt;
    bool      is_adopted;
} AdoptionResult;

/* False when the match could not be played to its end. */
bool adopt_test(const Adoption *adoption, AdoptionResult *out, Error *err);
