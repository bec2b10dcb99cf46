/* learn/rivals.h -- measures parameters by games: against reference players, or against each other.
 * Openings depend on the seed and a number; each is played twice, colours exchanged. */
#pragma once
#include "engine/player.h"
#include "learn/genetic.h"
#include "match/openings.h"

enum { MAX_REFERENCES = 100 };

typedef struct {
    const Params      *params;
    const char        *start;  /* position text */
    const char        *player; /* all but the parameters: "pvs,depth=2" */
    uint64_t           seed;
    int                random_plies, most_plies, threads;
    int                reference_count, pairs; /* pairs of games with each reference */
    double             references[MAX_REFERENCES][MAX_PARAMS];
    const atomic_bool *stop;
} Rivals;

/* Can the player be read, with these parameters? */
bool rivals_check(const Rivals *rivals, Error *err);

/* Share of the points against the references, 0..1, of each individual; in generation `number`. */
bool rivals_measure(const Rivals *rivals, int number, const Individual individuals[], int count,
                    double fitness[], Error *err);

/* `pairs` pairs of games between two: how much better the first is, -1..1. */
bool rivals_compare(const Rivals *rivals, int number, const double first[], const double second[],
                    double *out, Error *err);
