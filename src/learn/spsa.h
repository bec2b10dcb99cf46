/* learn/spsa.h -- simultaneous perturbation stochastic approximation, SPSA (Spall 1992): all
 * parameters are moved at once, each up or down at random, and once more the other way; the two are
 * compared, and the parameters go towards the better one. Two measurements a step, for any number
 * of parameters. */
#pragma once
#include "learn/params.h"

#include <stdatomic.h>

enum { SPSA_MAX_STEPS = 1000000 };

typedef struct {
    int    step; /* the next one */
    int    count;
    double values[MAX_PARAMS];
} Spsa;

typedef struct {
    int         count, steps;
    double      start[MAX_PARAMS], low[MAX_PARAMS], high[MAX_PARAMS];
    double      reach[MAX_PARAMS]; /* of the first moves; falls with the steps */
    double      rate;              /* of the first step, in moves for a whole difference */
    uint64_t    seed;
    const char *state, *settings; /* as those of learn/genetic.h; kept every `save_every` steps */
    int         save_every;
    const atomic_bool *stop;
    /* How much better `up` is than `down`, -1..1. */
    bool (*compare)(int step, const double up[], const double down[], double *out, void *user,
                    Error *err);
    void (*report)(const Spsa *now, void *user); /* when the state is kept; may be NULL */
    void *user;
} SpsaSetup;

bool spsa_run(const SpsaSetup *setup, Spsa *out, Error *err);

void spsa_format(const Spsa *spsa, const char *settings, Str *out);
bool spsa_parse(const char *text, const char *settings, Spsa *out, Error *err);
