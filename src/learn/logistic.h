/* learn/logistic.h -- fits the weights of an evaluation to games: the chance of winning is taken as
 * 1 / (1 + exp(-sum of weight * criterion)), fitted to the results by Adam (logistic regression).
 */
#pragma once
#include "learn/params.h"

#include <stddef.h>

typedef struct {
    int      epochs, batch, held_out; /* held_out: per cent of the games */
    int      score_share;             /* per cent of the target from the search's score */
    double   rate;
    uint64_t seed;
} LogisticSetup;

LogisticSetup logistic_usual(void);

typedef struct {
    size_t positions, held_out;
    double values[MAX_PARAMS]; /* points; the first is as large as it was */
    double before, after;      /* mean squared error on held-out games: old weights, new ones */
    double training;           /* of the new ones on the games for training */
} LogisticFit;

/* Rows of criteria with a target each: what is fitted. */
typedef struct {
    int    count; /* of criteria */
    float *values;
    float *targets;
    bool  *is_held_out;
    size_t rows, capacity;
} LogisticData;

void logistic_free(LogisticData *data);
bool logistic_add(LogisticData *data, const float values[], float target, bool is_held_out,
                  Error *err);

/* The weights of the logit, by criterion; starts from those given. */
void logistic_fit(const LogisticSetup *setup, const LogisticData *data, double weights[]);
/* Mean squared error; NaN where there are no such rows. */
double logistic_error(const LogisticData *data, const double weights[], bool is_held_out);

/* From a file of games (learn/gamefile.h) of the parameters' game. */
bool logistic_tune(const LogisticSetup *setup, const Params *params, const char *path,
                   LogisticFit *out, Error *err);
