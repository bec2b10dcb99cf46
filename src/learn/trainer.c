#include "learn/trainer.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/frame.h"
#include "base/rng.h"
#include "learn/cell_learner.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CHECKPOINT = 64 << 20 };

typedef struct Trainer Trainer;

typedef struct {
    Trainer  *trainer;
    int       number;
    pthread_t thread;
    void     *scratch;  /* memory of the learner (Learner.work_size) */
    float    *gradient; /* as the weights */
    double    error;    /* sum of squares over its slice */
} TrainWorker;

struct Trainer {
    const TrainSetup *setup;
    const Samples    *samples;
    Learner          *learner;
    int               scale;
    float            *weights, *moment1, *moment2; /* Adam: of the gradient */
    float            *limits;                      /* of the weights */
    float            *targets;                     /* by sample */
    uint32_t         *order, *held_out;            /* samples to learn from; the others */
    size_t            order_count, held_out_count;
    uint64_t          steps, settings; /* of Adam; a sum over all that decides */
    int               epoch;
    TrainEpoch        epochs[TRAIN_MAX_EPOCHS];

    TrainWorker      *workers;
    pthread_barrier_t barrier;
    pthread_mutex_t   start_latch; /* held until all workers have started */
    /* What the workers are to do between two barriers. */
    const uint32_t *batch; /* samples */
    size_t          batch_count;
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

static float target_of(const Sample *sample, int score_share, int scale)
{
    assert(score_share >= 0 && score_share <= 100 && scale > 0);
    float share = (float)score_share / 100;
    return share * chance_of((float)sample->score / (float)scale) +
           (1 - share) * (float)sample->points / 2;
}

/* The model of the kind of net: the samples' own, where the game has one. */
static Learner *open_learner(const Samples *samples, int hidden)
{
    return samples->own != NULL ? samples->own : cell_learner_new(samples, hidden);
}

static void close_learner(const Samples *samples, Learner *learner)
{
    if (learner != NULL && learner != samples->own)
        learner->close(learner);
}

/* ---- workers ------------------------------------------------------------------------------------
 */

static int symmetry_of(const Trainer *t, uint32_t index)
{
    assert(t->learner->symmetry_count > 0);
    uint64_t random = rng_mix(t->setup->seed ^ rng_mix(((uint64_t)t->epoch << 32) + index));
    return (int)(random % (uint64_t)t->learner->symmetry_count);
}

static void train_on(TrainWorker *worker, uint32_t index)
{
    const Trainer *t = worker->trainer;
    const Learner *learner = t->learner;
    NetInput       input = samples_input(t->samples, &t->samples->at[index]);
    int            symmetry = t->is_learning ? symmetry_of(t, index) : 0;
    float          chance =
        chance_of(learner->forward(learner, t->weights, &input, symmetry, worker->scratch));
    float error = chance - t->targets[index];
    worker->error += (double)error * (double)error;
    if (t->is_learning)
        learner->backward(learner, t->weights, &input, symmetry,
                          learner->has_log_loss ? error : error * chance * (1 - chance),
                          worker->scratch, worker->gradient);
}

/* Each worker takes a slice of the batch. Which samples it takes depends on the number of threads
 * alone, so that the sums of gradients, and the net, do too. */
static void run_slice(TrainWorker *worker)
{
    Trainer       *t = worker->trainer;
    const Learner *learner = t->learner;
    size_t         threads = (size_t)t->setup->threads, number = (size_t)worker->number;
    size_t         begin = t->batch_count * number / threads;
    size_t         end = t->batch_count * (number + 1) / threads;
    worker->error = 0;
    if (t->is_learning)
        memset(worker->gradient, 0, learner->weight_count * sizeof worker->gradient[0]);
    if (learner->open_batch != NULL)
        learner->open_batch(learner, t->weights, worker->scratch);
    for (size_t i = begin; i < end; i++)
        train_on(worker, t->batch[i]);
    if (t->is_learning && learner->close_batch != NULL)
        learner->close_batch(learner, t->weights, worker->scratch, worker->gradient);
}

static void *run_worker(void *argument)
{
    TrainWorker *worker = argument;
    Trainer     *t = worker->trainer;
    pthread_mutex_lock(&t->start_latch);
    bool is_over = t->is_over;
    pthread_mutex_unlock(&t->start_latch);
    while (!is_over) {
        pthread_barrier_wait(&t->barrier);
        if (t->is_over)
            return NULL;
        run_slice(worker);
        pthread_barrier_wait(&t->barrier);
    }
    return NULL;
}

/* The sum of squared errors over these samples; when learning, each worker has the gradient of its
 * slice. */
static double run_workers(Trainer *t, const uint32_t *batch, size_t count, bool is_learning)
{
    double sum = 0;
    t->batch = batch;
    t->batch_count = count;
    t->is_learning = is_learning;
    pthread_barrier_wait(&t->barrier);
    run_slice(&t->workers[0]);
    pthread_barrier_wait(&t->barrier);
    for (int i = 0; i < t->setup->threads; i++)
        sum += t->workers[i].error;
    return sum;
}

/* ---- steps -------------------------------------------------------------------------------------
 */

/* One step of Adam (Kingma and Ba 2015), with the sum of the workers' gradients. */
static void adam_step(Trainer *t, size_t batch, float rate)
{
    assert(batch > 0 && rate >= 0);
    const float beta1 = 0.9f, beta2 = t->learner->beta2, epsilon = t->learner->epsilon;
    t->steps++;
    float correction1 = 1 - powf(beta1, (float)t->steps);
    float correction2 = 1 - powf(beta2, (float)t->steps);
    for (size_t i = 0; i < t->learner->weight_count; i++) {
        float gradient = 0;
        for (int worker = 0; worker < t->setup->threads; worker++)
            gradient += t->workers[worker].gradient[i];
        gradient /= (float)batch;
        t->moment1[i] = beta1 * t->moment1[i] + (1 - beta1) * gradient;
        t->moment2[i] = beta2 * t->moment2[i] + (1 - beta2) * gradient * gradient;
        float weight = t->weights[i] - rate * (t->moment1[i] / correction1) /
                                           (sqrtf(t->moment2[i] / correction2) + epsilon);
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

static bool train_epoch(Trainer *t)
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
        sum += run_workers(t, t->order + i, count, true);
        adam_step(t, count, rate);
    }
    TrainEpoch *epoch = &t->epochs[t->epoch];
    epoch->epoch = t->epoch + 1;
    epoch->training = sum / (double)t->order_count;
    epoch->held_out =
        t->held_out_count == 0
            ? (double)NAN
            : run_workers(t, t->held_out, t->held_out_count, false) / (double)t->held_out_count;
    t->epoch++;
    return true;
}

/* ---- the checkpoint ----------------------------------------------------------------------------
 */

/* Of this machine and this run alone: numbers as memory has them. */
typedef struct {
    uint64_t settings, steps, epoch, count;
} CheckpointHead;

static const Frame checkpoint_frame = {.magic = "PLTRAIN\n",
                                       .least = FRAME_MAGIC + sizeof(CheckpointHead) + FRAME_SUM,
                                       .not_one = ERROR_TRAINING_NOT_ONE,
                                       .damaged = ERROR_TRAINING_DAMAGED};

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
    const float   *rows[3] = {t->weights, t->moment1, t->moment2};
    Str            out = {0};
    if (t->setup->checkpoint == NULL)
        return true;
    frame_begin(&checkpoint_frame, &out);
    str_bytes(&out, (const char *)&head, sizeof head);
    str_bytes(&out, (const char *)t->epochs, sizeof t->epochs[0] * (size_t)t->epoch);
    for (int i = 0; i < 3; i++)
        str_bytes(&out, (const char *)rows[i], sizeof rows[i][0] * t->learner->weight_count);
    frame_end(0, &out);
    bool ok = out.failed ? error_set(err, ERROR_MEMORY)
                         : file_write(t->setup->checkpoint, out.text, out.size, err);
    str_free(&out);
    return ok;
}

static bool take_checkpoint(Trainer *t, const Str *text, Error *err)
{
    CheckpointHead head;
    const uint8_t *bytes = (const uint8_t *)str_get(text);
    size_t         row = sizeof t->weights[0] * t->learner->weight_count;
    if (!frame_is(&checkpoint_frame, bytes, text->size, err) ||
        !frame_check(&checkpoint_frame, bytes, text->size - FRAME_SUM, err))
        return false;
    memcpy(&head, bytes + FRAME_MAGIC, sizeof head);
    if (head.settings != t->settings || head.count != t->learner->weight_count ||
        head.epoch > (uint64_t)t->setup->epochs ||
        text->size != checkpoint_frame.least + head.epoch * sizeof t->epochs[0] + 3 * row)
        return error_set(err, ERROR_TRAINING_OTHER);
    const uint8_t *at = bytes + FRAME_MAGIC + sizeof head;
    memcpy(t->epochs, at, head.epoch * sizeof t->epochs[0]);
    at += head.epoch * sizeof t->epochs[0];
    memcpy(t->weights, at, row);
    memcpy(t->moment1, at + row, row);
    memcpy(t->moment2, at + 2 * row, row);
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
    bool ok = file_read(path, MAX_CHECKPOINT, &text, err) &&
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
    t->moment1 = calloc(count, sizeof t->moment1[0]);
    t->moment2 = calloc(count, sizeof t->moment2[0]);
    t->limits = calloc(count, sizeof t->limits[0]);
    t->targets = calloc(samples, sizeof t->targets[0]);
    t->order = calloc(samples, sizeof t->order[0]);
    t->held_out = calloc(samples, sizeof t->held_out[0]);
    t->workers = calloc((size_t)t->setup->threads, sizeof t->workers[0]);
    bool ok = t->weights != NULL && t->moment1 != NULL && t->moment2 != NULL && t->limits != NULL &&
              t->targets != NULL && t->order != NULL && t->held_out != NULL && t->workers != NULL;
    for (int i = 0; ok && i < t->setup->threads; i++) {
        t->workers[i] = (TrainWorker){.trainer = t, .number = i};
        t->workers[i].gradient = calloc(count, sizeof(float));
        t->workers[i].scratch = calloc(1, learner->work_size);
        ok = t->workers[i].gradient != NULL && t->workers[i].scratch != NULL;
    }
    return ok;
}

static void free_trainer(Trainer *t)
{
    for (int i = 0; t->workers != NULL && i < t->setup->threads; i++) {
        free(t->workers[i].scratch);
        free(t->workers[i].gradient);
    }
    free(t->workers);
    free(t->held_out);
    free(t->order);
    free(t->targets);
    free(t->limits);
    free(t->moment2);
    free(t->moment1);
    free(t->weights);
    close_learner(t->samples, t->learner);
    free(t);
}

static void set_targets(Trainer *t)
{
    const TrainSetup *setup = t->setup;
    const Samples    *samples = t->samples;
    t->scale = scale_of(setup, samples);
    for (size_t i = 0; i < samples->count; i++) {
        t->targets[i] = target_of(&samples->at[i], setup->score_share, t->scale);
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
    set_targets(t);
    if (t->order_count == 0)
        return error_set(err, ERROR_TRAINING_NONE);
    t->learner->limit(t->learner, t->limits);
    t->learner->begin(t->learner, setup->seed, t->weights);
    if (setup->start != NULL && !t->learner->take(t->learner, setup->start, t->weights, err))
        return false;
    t->settings = sum_settings(t);
    return read_checkpoint(t, err);
}

static bool train_epochs(Trainer *t, Error *err)
{
    const TrainSetup *setup = t->setup;
    for (int i = 0; setup->report != NULL && i < t->epoch; i++)
        setup->report(&t->epochs[i], setup->user);
    while (t->epoch < setup->epochs) {
        if (!train_epoch(t))
            return error_set(err, ERROR_TRAINING_STOPPED, t->epoch);
        if (!write_checkpoint(t, err))
            return false;
        if (setup->report != NULL)
            setup->report(&t->epochs[t->epoch - 1], setup->user);
    }
    return true;
}

/* Worker 0 is the calling thread. If one of the others cannot be started, those that were started
 * see `is_over` behind the latch and end. */
static bool train_on_threads(Trainer *t, Error *err)
{
    int  wanted = t->setup->threads, count = 1;
    bool ok = pthread_barrier_init(&t->barrier, NULL, (unsigned)wanted) == 0;
    if (!ok)
        return error_set(err, ERROR_TRAINING_BARRIER, wanted);
    pthread_mutex_init(&t->start_latch, NULL);
    pthread_mutex_lock(&t->start_latch);
    while (count < wanted &&
           pthread_create(&t->workers[count].thread, NULL, run_worker, &t->workers[count]) == 0)
        count++;
    bool is_complete = count == wanted;
    t->is_over = !is_complete;
    pthread_mutex_unlock(&t->start_latch);
    if (is_complete) {
        ok = train_epochs(t, err);
        t->is_over = true;
        pthread_barrier_wait(&t->barrier);
    } else
        ok = error_set(err, ERROR_TRAINING_THREAD);
    for (int i = 1; i < count; i++)
        pthread_join(t->workers[i].thread, NULL);
    pthread_mutex_destroy(&t->start_latch);
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
    assert(setup->hidden >= NET_LANES && setup->hidden <= NET_MAX_HIDDEN &&
           setup->hidden % NET_LANES == 0);
    if (!is_sound(samples, err))
        return false;
    Trainer *t = calloc(1, sizeof *t);
    if (t == NULL)
        return error_set(err, ERROR_MEMORY);
    t->setup = setup;
    t->samples = samples;
    bool ok = prepare(t, err) && train_on_threads(t, err) &&
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
        NetInput      input = samples_input(samples, sample);
        if (sample->is_held_out != is_held_out)
            continue;
        float chance = chance_of((float)learner->score(learner, net, &input) / (float)unit);
        float error = chance - target_of(sample, setup->score_share, scale);
        sum += (double)error * (double)error;
        count++;
    }
    close_learner(samples, learner);
    return count > 0 ? sum / (double)count : (double)NAN;
}
