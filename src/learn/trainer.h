/* learn/trainer.h -- trains a net by gradient descent: Adam (Kingma and Ba 2015) over mini-batches
 * of positions, on several threads. The same data, settings, seed and number of threads give the
 * same net.
 *
 * The target of the net's chance of winning, 1 / (1 + exp(-output)), is a mixture of the score of
 * the search and the result of the game; the loss is the mean squared difference. How the output
 * comes from a position the kind of net knows (eval/learner.h): that of the game, or the one of
 * eval/net.h. */
#pragma once
#include "eval/net.h"
#include "learn/samples.h"

#include <stdatomic.h>

enum { TRAIN_MAX_EPOCHS = 1000 };

typedef struct {
    int    epoch;              /* from 1 */
    double training, held_out; /* mean squared errors; held_out is NaN where nothing is */
} TrainEpoch;

typedef struct {
    int      hidden, epochs, batch, threads; /* hidden: of nets of eval/net.h alone */
    double   rate;        /* learning rate at the beginning; falls to a twentieth */
    int      score_share; /* per cent of the target from the search's score; the rest: the result */
    int      scale;       /* of scores, 0: the kind's own, or fitted to the results */
    int      unit;        /* hundredths of a point that mean odds of e to 1 in the file; 0: scale */
    uint64_t seed;
    const Net *start; /* borrowed: training begins there; NULL: random weights */
    /* The file that keeps the state after each epoch, so that training can go on from it; removed
     * at the end. NULL: none. */
    const char        *checkpoint;
    const atomic_bool *stop;                             /* borrowed, may be NULL */
    void (*report)(const TrainEpoch *epoch, void *user); /* may be NULL; first for epochs before */
    void *user;
} TrainSetup;

TrainSetup train_usual(void);

/* Adds the file of the net to `out`. False when it was stopped, or the checkpoint is of another
 * training. */
bool train_net(const TrainSetup *setup, const Samples *samples, Str *out, Error *err);

/* The mean squared error of a finished net on those samples that are held out, or are not, against
 * the aim of the setup. */
double train_measure(const Net *net, const Samples *samples, bool is_held_out,
                     const TrainSetup *setup);
