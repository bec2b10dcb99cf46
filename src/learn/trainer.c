#include "learn/trainer.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/rng.h"
#include "learn/cell_learner.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CHECKPOINT = 64 << 20 };

typedef struct Trainer Trainer;

typedef struct {
    Trainer  *trainer;
    int       number;
    pthread_t thread;
    void     *work;     /* as the learner wants it */
    float    *gradient; /* as the weights */
    double    error;    /* sum of squares of its part */
} Pupil;

struct Trainer {
    const TrainSetup *setup;
    const Samples    *samples;
    Learner          *learner;
    int               scale;
    float            *weights, *mean, *square; /* Adam's moments */
    float            *limits;                  /* of the weights */
    float            *aims;                    /* by sample */
    uint32_t         *order, *held_out;        /* samples to learn from; the others */
    size_t            order_count, held_out_count;
    uint64_t          steps, settings; /* of Adam; a sum over all that decides */
    int               epoch;
    TrainEpoch        epochs[TRAIN_MOST_EPOCHS];

    Pupil            *pupils;
    pthread_barrier_t barrier;
    pthread_mutex_t   door; /* held until all pupils are there */
    /* What the pupils are to do between two barriers. */
    const uint32_t *work;
    size_t          work_count;
    bool            is_learning, is_over;
};

TrainSetup train_usual(void)
{
    return (TrainSetup){.hidden = 32,
                        .epochs = 20,
                        .batch = 1024,
                        .threads = 1,
                        .rate = 0.002,
                        .score_share = 70,
                        .seed = 1};
}

static float chance_of(float output) { return 1 / (1 + expf(-output)); }

/* Of the games' scores. */
static int scale_of(const TrainSetup *setup, const Samples *samples)
{
    return setup->scale > 0 ? setup->scale : samples_usual_scale(samples);
}

static float aim_of(const Sample *sample, int score_share, int scale)
{
    float share = (float)score_share / 100;
    return share * chance_of((float)sample->score / (float)scale) +
           (1 - share) * (float)sample->points / 2;
}

/* Whoever knows the kind of net: the samples', where the game has its own. */
static Learner *open_learner(const Samples *samples, int hidden)
{
    return samples->own != NULL ? samples->own : cell_learner_new(samples, hidden);
}

static void close_learner(const Samples *samples, Learner *learner)
{
    if (learner != NULL && learner != samples->own)
        learner->close(learner);
}

/* ---- pupils ------------------------------------------------------------------------------------
 */

static int symmetry_of(const Trainer *t, uint32_t index)
{
    uint64_t lot = rng_mix(t->setup->seed ^ rng_mix(((uint64_t)t->epoch << 32) + index));
    return (int)(lot % (uint64_t)t->learner->symmetry_count);
}

static void learn_from(Pupil *pupil, uint32_t index)
{
    const Trainer *t = pupil->trainer;
    const Learner *learner = t->learner;
    Lesson         lesson = samples_lesson(t->samples, &t->samples->at[index]);
    int            symmetry = t->is_learning ? symmetry_of(t, index) : 0;
    float chance = chance_of(learner->forward(learner, t->weights, &lesson, symmetry, pupil->work));
    float miss = chance - t->aims[index];
    pupil->error += (double)miss * (double)miss;
    if (t->is_learning)
        learner->backward(learner, t->weights, &lesson, symmetry,
                          learner->has_log_loss ? miss : miss * chance * (1 - chance), pupil->work,
                          pupil->gradient);
}

/* A pupil's part of the work is a slice of it: who does what depends on the number of threads
 * alone. */
static void work_slice(Pupil *pupil)
{
    Trainer       *t = pupil->trainer;
    const Learner *learner = t->learner;
    size_t         threads = (size_t)t->setup->threads, number = (size_t)pupil->number;
    size_t         begin = t->work_count * number / threads;
    size_t         end = t->work_count * (number + 1) / threads;
    pupil->error = 0;
    if (t->is_learning)
        memset(pupil->gradient, 0, learner->weight_count * sizeof pupil->gradient[0]);
    if (learner->open_batch != NULL)
        learner->open_batch(learner, t->weights, pupil->work);
    for (size_t i = begin; i < end; i++)
        learn_from(pupil, t->work[i]);
    if (t->is_learning && learner->close_batch != NULL)
        learner->close_batch(learner, t->weights, pupil->work, pupil->gradient);
}

static void *attend(void *argument)
{
    Pupil   *pupil = argument;
    Trainer *t = pupil->trainer;
    pthread_mutex_lock(&t->door);
    bool is_sent_home = t->is_over;
    pthread_mutex_unlock(&t->door);
    while (!is_sent_home) {
        pthread_barrier_wait(&t->barrier);
        if (t->is_over)
            return NULL;
        work_slice(pupil);
        pthread_barrier_wait(&t->barrier);
    }
    return NULL;
}

/* The sum of squared errors over these samples; when learning, the gradients are in the pupils. */
static double share_work(Trainer *t, const uint32_t *work, size_t count, bool is_learning)
{
    double sum = 0;
    t->work = work;
    t->work_count = count;
    t->is_learning = is_learning;
    pthread_barrier_wait(&t->barrier);
    work_slice(&t->pupils[0]);
    pthread_barrier_wait(&t->barrier);
    for (int i = 0; i < t->setup->threads; i++)
        sum += t->pupils[i].error;
    return sum;
}

/* ---- steps -------------------------------------------------------------------------------------
 */

static void step(Trainer *t, size_t batch, float rate)
{
    const float keep_mean = 0.9f, keep_square = t->learner->keep_square, tiny = t->learner->tiny;
    t->steps++;
    float mean_bias = 1 - powf(keep_mean, (float)t->steps);
    float square_bias = 1 - powf(keep_square, (float)t->steps);
    for (size_t i = 0; i < t->learner->weight_count; i++) {
        float gradient = 0;
        for (int pupil = 0; pupil < t->setup->threads; pupil++)
            gradient += t->pupils[pupil].gradient[i];
        gradient /= (float)batch;
        t->mean[i] = keep_mean * t->mean[i] + (1 - keep_mean) * gradient;
        t->square[i] = keep_square * t->square[i] + (1 - keep_square) * gradient * gradient;
        float weight = t->weights[i] -
                       rate * (t->mean[i] / mean_bias) / (sqrtf(t->square[i] / square_bias) + tiny);
        float limit = t->limits[i];
        t->weights[i] = weight > limit ? limit : weight < -limit ? -limit : weight;
    }
}

static void shuffle(Trainer *t)
{
    uint64_t rng = rng_mix(t->setup->seed + (uint64_t)t->epoch * UINT64_C(0x9e3779b97f4a7c15));
    size_t   place = 0;
    for (size_t i = 0; i < t->samples->count; i++)
        if (!t->samples->at[i].is_held_out)
            t->order[place++] = (uint32_t)i;
    for (size_t i = t->order_count; i > 1; i--) {
        size_t   j = (size_t)(rng_next(&rng) % i);
        uint32_t other = t->order[i - 1];
        t->order[i - 1] = t->order[j];
        t->order[j] = other;
    }
}

static bool is_stopped(const Trainer *t)
{
    return t->setup->stop != NULL && atomic_load(t->setup->stop);
}

static bool learn_epoch(Trainer *t)
{
    const TrainSetup *setup = t->setup;
    double            sum = 0, progress = (double)t->epoch / setup->epochs;
    float             rate = (float)(setup->rate * (1 - 0.95 * progress));
    size_t            batch = (size_t)setup->batch;
    shuffle(t);
    for (size_t i = 0; i < t->order_count; i += batch) {
        size_t count = t->order_count - i < batch ? t->order_count - i : batch;
        if (is_stopped(t))
            return false;
        sum += share_work(t, t->order + i, count, true);
        step(t, count, rate);
    }
    TrainEpoch *epoch = &t->epochs[t->epoch];
    epoch->epoch = t->epoch + 1;
    epoch->training = sum / (double)t->order_count;
    epoch->held_out =
        t->held_out_count == 0
            ? (double)NAN
            : share_work(t, t->held_out, t->held_out_count, false) / (double)t->held_out_count;
    t->epoch++;
    return true;
}

/* ---- the checkpoint ----------------------------------------------------------------------------
 */

/* Of this machine and this run alone: numbers as memory has them. */
typedef struct {
    char     magic[8];
    uint64_t settings, steps, epoch, count;
} CheckpointHead;

static const char checkpoint_magic[9] = "PLTRAIN\n";

static uint64_t sum_settings(const Trainer *t)
{
    const TrainSetup *setup = t->setup;
    uint64_t          rate;
    memcpy(&rate, &setup->rate, sizeof rate);
    uint64_t words[] = {(uint64_t)setup->hidden,
                        (uint64_t)setup->epochs,
                        (uint64_t)setup->batch,
                        (uint64_t)setup->threads,
                        rate,
                        (uint64_t)setup->score_share,
                        (uint64_t)t->scale,
                        setup->seed,
                        samples_checksum(t->samples)};
    uint64_t sum = checksum_bytes(words, sizeof words);
    return setup->start == NULL
               ? sum
               : sum ^ checksum_bytes(t->weights, t->learner->weight_count * sizeof t->weights[0]);
}

static bool write_checkpoint(const Trainer *t, Error *err)
{
    CheckpointHead head = {.settings = t->settings,
                           .steps = t->steps,
                           .epoch = (uint64_t)t->epoch,
                           .count = t->learner->weight_count};
    const float   *rows[3] = {t->weights, t->mean, t->square};
    Str            out = {0};
    if (t->setup->checkpoint == NULL)
        return true;
    memcpy(head.magic, checkpoint_magic, sizeof head.magic);
    str_bytes(&out, (const char *)&head, sizeof head);
    str_bytes(&out, (const char *)t->epochs, sizeof t->epochs[0] * (size_t)t->epoch);
    for (int i = 0; i < 3; i++)
        str_bytes(&out, (const char *)rows[i], sizeof rows[i][0] * t->learner->weight_count);
    uint64_t sum = out.failed ? 0 : checksum_bytes(out.text, out.size);
    str_bytes(&out, (const char *)&sum, sizeof sum);
    bool ok = out.failed ? error_set(err, ERROR_MEMORY)
                         : file_write(t->setup->checkpoint, out.text, out.size, err);
    str_free(&out);
    return ok;
}

static bool take_checkpoint(Trainer *t, const Str *text, Error *err)
{
    CheckpointHead head;
    uint64_t       sum;
    size_t         row = sizeof t->weights[0] * t->learner->weight_count;
    if (text->size < sizeof head + sizeof sum)
        return error_set(err, ERROR_TRAINING_NOT_ONE);
    memcpy(&head, text->text, sizeof head);
    memcpy(&sum, text->text + text->size - sizeof sum, sizeof sum);
    if (memcmp(head.magic, checkpoint_magic, sizeof head.magic) != 0)
        return error_set(err, ERROR_TRAINING_NOT_ONE);
    if (sum != checksum_bytes(text->text, text->size - sizeof sum))
        return error_set(err, ERROR_TRAINING_DAMAGED);
    if (head.settings != t->settings || head.count != t->learner->weight_count ||
        head.epoch > (uint64_t)t->setup->epochs ||
        text->size != sizeof head + head.epoch * sizeof t->epochs[0] + 3 * row + sizeof sum)
        return error_set(err, ERROR_TRAINING_OTHER);
    const char *at = text->text + sizeof head;
    memcpy(t->epochs, at, head.epoch * sizeof t->epochs[0]);
    at += head.epoch * sizeof t->epochs[0];
    memcpy(t->weights, at, row);
    memcpy(t->mean, at + row, row);
    memcpy(t->square, at + 2 * row, row);
    t->steps = head.steps;
    t->epoch = (int)head.epoch;
    return true;
}

static bool read_checkpoint(Trainer *t, Error *err)
{
    const char *path = t->setup->checkpoint;
    Str         text = {0};
    if (path == NULL || access(path, F_OK) != 0)
        return true;
    bool ok = file_read(path, MOST_CHECKPOINT, &text, err) &&
              (take_checkpoint(t, &text, err) || error_prefix(err, path));
    str_free(&text);
    return ok;
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

static bool make_room(Trainer *t)
{
    const Learner *learner = t->learner;
    size_t         count = learner->weight_count, samples = t->samples->count;
    t->weights = calloc(count, sizeof t->weights[0]);
    t->mean = calloc(count, sizeof t->mean[0]);
    t->square = calloc(count, sizeof t->square[0]);
    t->limits = calloc(count, sizeof t->limits[0]);
    t->aims = calloc(samples, sizeof t->aims[0]);
    t->order = calloc(samples, sizeof t->order[0]);
    t->held_out = calloc(samples, sizeof t->held_out[0]);
    t->pupils = calloc((size_t)t->setup->threads, sizeof t->pupils[0]);
    bool ok = t->weights != NULL && t->mean != NULL && t->square != NULL && t->limits != NULL &&
              t->aims != NULL && t->order != NULL && t->held_out != NULL && t->pupils != NULL;
    for (int i = 0; ok && i < t->setup->threads; i++) {
        t->pupils[i] = (Pupil){.trainer = t, .number = i};
        t->pupils[i].gradient = calloc(count, sizeof(float));
        t->pupils[i].work = calloc(1, learner->work_size);
        ok = t->pupils[i].gradient != NULL && t->pupils[i].work != NULL;
    }
    return ok;
}

static void free_trainer(Trainer *t)
{
    for (int i = 0; t->pupils != NULL && i < t->setup->threads; i++) {
        free(t->pupils[i].work);
        free(t->pupils[i].gradient);
    }
    free(t->pupils);
    free(t->held_out);
    free(t->order);
    free(t->aims);
    free(t->limits);
    free(t->square);
    free(t->mean);
    free(t->weights);
    close_learner(t->samples, t->learner);
    free(t);
}

static void choose_aims(Trainer *t)
{
    const TrainSetup *setup = t->setup;
    const Samples    *samples = t->samples;
    t->scale = scale_of(setup, samples);
    for (size_t i = 0; i < samples->count; i++) {
        t->aims[i] = aim_of(&samples->at[i], setup->score_share, t->scale);
        if (samples->at[i].is_held_out)
            t->held_out[t->held_out_count++] = (uint32_t)i;
        else
            t->order_count++;
    }
}

static bool prepare(Trainer *t, Error *err)
{
    const TrainSetup *setup = t->setup;
    t->learner = open_learner(t->samples, setup->hidden);
    if (t->learner == NULL || !make_room(t))
        return error_set(err, ERROR_MEMORY);
    choose_aims(t);
    if (t->order_count == 0)
        return error_set(err, ERROR_TRAINING_NONE);
    t->learner->limit(t->learner, t->limits);
    t->learner->begin(t->learner, setup->seed, t->weights);
    if (setup->start != NULL && !t->learner->take(t->learner, setup->start, t->weights, err))
        return false;
    t->settings = sum_settings(t);
    return read_checkpoint(t, err);
}

static bool learn(Trainer *t, Error *err)
{
    const TrainSetup *setup = t->setup;
    for (int i = 0; setup->report != NULL && i < t->epoch; i++)
        setup->report(&t->epochs[i], setup->user);
    while (t->epoch < setup->epochs) {
        if (!learn_epoch(t))
            return error_set(err, ERROR_TRAINING_STOPPED, t->epoch);
        if (!write_checkpoint(t, err))
            return false;
        if (setup->report != NULL)
            setup->report(&t->epochs[t->epoch - 1], setup->user);
    }
    return true;
}

/* Pupil 0 is the calling thread. */
static bool learn_on_threads(Trainer *t, Error *err)
{
    int  wanted = t->setup->threads, count = 1;
    bool ok = pthread_barrier_init(&t->barrier, NULL, (unsigned)wanted) == 0;
    if (!ok)
        return error_set(err, ERROR_TRAINING_BARRIER, wanted);
    pthread_mutex_init(&t->door, NULL);
    pthread_mutex_lock(&t->door);
    while (count < wanted &&
           pthread_create(&t->pupils[count].thread, NULL, attend, &t->pupils[count]) == 0)
        count++;
    bool is_complete = count == wanted;
    t->is_over = !is_complete;
    pthread_mutex_unlock(&t->door);
    if (is_complete) {
        ok = learn(t, err);
        t->is_over = true;
        pthread_barrier_wait(&t->barrier);
    } else
        ok = error_set(err, ERROR_TRAINING_THREAD);
    for (int i = 1; i < count; i++)
        pthread_join(t->pupils[i].thread, NULL);
    pthread_mutex_destroy(&t->door);
    pthread_barrier_destroy(&t->barrier);
    return ok;
}

static bool is_sound(const Samples *samples, Error *err)
{
    if (!net_exists(samples->game))
        return error_set(err, ERROR_NET_NONE_OF_GAME, samples->game->info->id);
    return samples->count <= UINT32_MAX ? true : error_set(err, ERROR_TRAINING_POSITIONS);
}

bool train_net(const TrainSetup *setup, const Samples *samples, Str *out, Error *err)
{
    assert(setup->hidden >= NET_LANES && setup->hidden <= NET_MOST_HIDDEN &&
           setup->hidden % NET_LANES == 0);
    if (!is_sound(samples, err))
        return false;
    Trainer *t = calloc(1, sizeof *t);
    if (t == NULL)
        return error_set(err, ERROR_MEMORY);
    t->setup = setup;
    t->samples = samples;
    bool ok = prepare(t, err) && learn_on_threads(t, err) &&
              t->learner->write(t->learner, t->weights, setup->unit > 0 ? setup->unit : t->scale,
                                out, err);
    free_trainer(t);
    return ok;
}

/* ---- a finished net ----------------------------------------------------------------------------
 */

double train_measure(const Net *net, const Samples *samples, bool is_held_out,
                     const TrainSetup *setup)
{
    double   sum = 0;
    size_t   count = 0;
    int      unit = net_scale(net), scale = scale_of(setup, samples);
    Learner *learner = open_learner(samples, net->data.hidden);
    for (size_t i = 0; learner != NULL && i < samples->count; i++) {
        const Sample *sample = &samples->at[i];
        Lesson        lesson = samples_lesson(samples, sample);
        if (sample->is_held_out != is_held_out)
            continue;
        float chance = chance_of((float)learner->score(learner, net, &lesson) / (float)unit);
        float miss = chance - aim_of(sample, setup->score_share, scale);
        sum += (double)miss * (double)miss;
        count++;
    }
    close_learner(samples, learner);
    return count > 0 ? sum / (double)count : (double)NAN;
}
