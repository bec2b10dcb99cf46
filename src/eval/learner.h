/* eval/learner.h -- what learn/trainer.h asks of a kind of net: how a position is kept, what the
 * net makes of it, and what each weight has to do with that. The trainer knows the rest: aims,
 * epochs, batches, threads, steps, checkpoints.
 *
 * All weights are one row of floats. The output of a net is the logarithm of the odds that the
 * player to move wins. */
#pragma once
#include "core/game.h"

enum { LEARNER_MOST_WORDS = BOARD_CELLS + 8 };

struct Net;

/* A position as it is kept: words whose meaning is the kind's. */
typedef struct {
    const uint16_t *words;
    int             count;
} Lesson;

typedef struct Learner Learner;

/* Every kind's begins with this. A learner is not changed by being asked; threads may ask at once,
 * each with a work of its own. */
struct Learner {
    size_t weight_count;
    size_t work_size;      /* bytes of a thread's own work; all zero at first */
    int    symmetry_count; /* under which a position may be shown */
    int    scale;          /* of scores, for their chances: as NetKind's */
    /* The slope is that of the error's logarithm in place of its square. */
    bool has_log_loss;
    /* Of Adam's steps: how much of the mean of squares stays, and what is added to its root. */
    float keep_square, tiny;

    /* The words of a position, from which this move was played; 0: nothing to learn from. */
    int (*pack)(const Learner *self, const void *pos, Move move,
                uint16_t words[LEARNER_MOST_WORDS]);

    void (*begin)(const Learner *self, uint64_t seed, float weights[]);
    /* From a finished net, which may be for other rules; what its file does not say stays. */
    bool (*take)(const Learner *self, const struct Net *net, float weights[], Error *err);
    /* By weight, how far from zero it may go: rounded to whole numbers it must still fit. */
    void (*limit)(const Learner *self, float limits[]);

    /* Before the first position with these weights, and behind the last: where something is the
     * same for all of them. NULL: nothing is. */
    void (*open_batch)(const Learner *self, const float weights[], void *work);
    void (*close_batch)(const Learner *self, const float weights[], void *work, float gradient[]);

    float (*forward)(const Learner *self, const float weights[], const Lesson *lesson, int symmetry,
                     void *work);
    /* Adds to the gradient; `slope` is the loss's derivative by the output of the forward before.
     */
    void (*backward)(const Learner *self, const float weights[], const Lesson *lesson, int symmetry,
                     float slope, void *work, float gradient[]);

    /* The file of a net of these weights. */
    bool (*write)(const Learner *self, const float weights[], int scale, Str *out, Error *err);
    /* What a finished net says of a position, in hundredths of a point. */
    int32_t (*score)(const Learner *self, const struct Net *net, const Lesson *lesson);

    /* For other trainers (learn/samplefile.h), where a position is not words to them: tables that
     * all need, and a position in `record_size` bytes. */
    size_t record_size;
    void (*put_tables)(const Learner *self, Str *out);
    void (*put_record)(const Learner *self, const Lesson *lesson, Str *out);

    void (*close)(Learner *self);
};
