/* learn/trainer.h -- teaches a net by gradients: Adam over mini-batches of positions, on several
 * threads. The same data, settings, seed and number of threads give the same net.
 *
 * The net's chance of winning, 1 / (1 + exp(-output)), is drawn to a mixture of what the search
 * said and how the game ended; the error is the mean square of the difference. What there is
 * between a position and the output, the net's kind knows (eval/learner.h): that of the game, or
 * the one of eval/net.h. */
#pragma once
#include "eval/net.h"
#include "learn/samples.h"

#include <stdatomic.h>

enum { TRAIN_MOST_EPOCHS = 1000 };

typedef struct {
    int    epoch;              /* from 1 */
    double training, held_out; /* mean squared errors; held_out is NaN where nothing is */
} TrainEpoch;

typedef struct {
    int      hidden, epochs, batch, threads; /* hidden: of nets of eval/net.h alone */
    double   rate;        /* of learning, at the beginning; falls to a twentieth */
    int      score_share; /* per cent of the aim that is the search's score; the rest the result */
    int      scale;       /* of scores, 0: the kind's own, or fitted to the results */
    int      unit;        /* hundredths of a point that the net says for odds of e to 1; 0: scale */
    uint64_t seed;
    const Net *start; /* borrowed: learning begins there; NULL: at weights drawn by lot */
    /* The state is kept there after each epoch, and learning goes on from it; gone in the end.
     * NULL: nowhere. */
    const char        *checkpoint;
    const atomic_bool *stop;                             /* borrowed, may be NULL */
    void (*report)(const TrainEpoch *epoch, void *user); /* may be NULL; again for earlier ones */
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
