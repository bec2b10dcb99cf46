/* eval/learner.h -- what learn/trainer.h asks of a kind of net: its input for a position, its
 * output (forward) and the gradient by the weights (backward). The trainer knows the rest: targets,
 * epochs, batches, threads, steps of Adam, checkpoints.
 *
 * All weights are one row of floats. The output of a net is the logarithm of the odds that the
 * player to move wins. */
#pragma once
#include "core/game.h"

enum { LEARNER_MAX_WORDS = BOARD_CELLS + 8 };

struct Net;

/* A position as training keeps it: words whose meaning only the kind of net knows. */
typedef struct {
    const uint16_t *words;
    int             count;
} NetInput;

typedef struct Learner Learner;

/* The model of one kind of net: its structure, its passes forward and backward, its files; without
 * the weights, which the trainer owns. Each kind's struct begins with this. Threads may use one
 * learner at once, each with a `work` of its own. */
struct Learner {
    size_t weight_count;
    size_t work_size;      /* bytes of a thread's scratch memory `work`; all zero at first */
    int    symmetry_count; /* under which a position may be shown */
    int    scale;          /* of scores, for their chances: as NetKind's */
    /* The loss is the cross entropy in place of the squared error. */
    bool has_log_loss;
    /* Of Adam (Kingma and Ba 2015): the decay of the second moment, and what is added to its root.
     */
    float beta2, epsilon;

    /* The words of a position, from which this move was played; 0: nothing to learn from. */
    int (*pack)(const Learner *self, const void *pos, Move move, uint16_t words[LEARNER_MAX_WORDS]);

    void (*begin)(const Learner *self, uint64_t seed, float weights[]);
    /* The weights of a finished net, which may be for other rules; what its file does not have
     * stays. */
    bool (*take)(const Learner *self, const struct Net *net, float weights[], Error *err);
    /* By weight, how far from zero it may go: rounded to whole numbers it must still fit. */
    void (*limit)(const Learner *self, float limits[]);

    /* Before the first position of a batch and after the last, for what is the same for all of
     * them. NULL: nothing is. */
    void (*open_batch)(const Learner *self, const float weights[], void *work);
    void (*close_batch)(const Learner *self, const float weights[], void *work, float gradient[]);

    float (*forward)(const Learner *self, const float weights[], const NetInput *input,
                     int symmetry, void *work);
    /* Adds to the gradient; `slope` is the loss's derivative by the output of the forward before.
     */
    void (*backward)(const Learner *self, const float weights[], const NetInput *input,
                     int symmetry, float slope, void *work, float gradient[]);

    /* The file of a net of these weights. */
    bool (*write)(const Learner *self, const float weights[], int scale, Str *out, Error *err);
    /* The output of a finished net for a position, in hundredths of a point. */
    int32_t (*score)(const Learner *self, const struct Net *net, const NetInput *input);

    /* For other trainers (learn/samplefile.h), where a position is not words to them: tables that
     * all need, and a position in `record_size` bytes. */
    size_t record_size;
    void (*put_tables)(const Learner *self, Str *out);
    void (*put_record)(const Learner *self, const NetInput *input, Str *out);

    void (*close)(Learner *self);
};
