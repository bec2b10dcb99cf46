#include "learn/trainer.h"

#include "base/checksum.h"
#include "base/file.h"
#include "base/rng.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FLOATS = 8, MOST_CHECKPOINT = 64 << 20 };

typedef float Floats __attribute__((vector_size(32), aligned(16)));

/* All weights in one row: pieces [2 * cells][hidden], bias, output [2 * hidden], output bias. */
typedef struct {
    size_t bias, output, output_bias, count;
} Layout;

typedef struct Trainer Trainer;

typedef struct {
    Trainer  *trainer;
    int       number;
    pthread_t thread;
    float    *gradient; /* as the weights */
    double    error;    /* sum of squares of its part */
} Pupil;

struct Trainer {
    const TrainSetup *setup;
    const Samples    *samples;
    Layout            layout;
    int               hidden, scale;
    float            *weights, *mean, *square; /* Adam's moments */
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

static float aim_of(const Sample *sample, int score_share, int scale)
{
    float share = (float)score_share / 100;
    return share * chance_of((float)sample->score / (float)scale) +
           (1 - share) * (float)sample->points / 2;
}

/* ---- one position ------------------------------------------------------------------------------
 */

typedef struct {
    Floats sums[2][NET_MOST_HIDDEN / FLOATS];
    Floats clipped[2][NET_MOST_HIDDEN / FLOATS];
} Hidden;

static Floats load(const float *from)
{
    Floats value;
    memcpy(&value, from, sizeof value);
    return value;
}

static void store(float *to, Floats value) { memcpy(to, &value, sizeof value); }

static Floats clip(Floats value)
{
    for (int i = 0; i < FLOATS; i++)
        value[i] = value[i] < 0 ? 0 : value[i] > 1 ? 1 : value[i];
    return value;
}

static float forward(const Trainer *t, const Sample *sample, int symmetry, Hidden *out)
{
    const Samples  *samples = t->samples;
    const uint16_t *pieces = samples->pieces + sample->first;
    int             blocks = t->hidden / FLOATS;
    Floats          total = {0};
    for (int view = 0; view < 2; view++) {
        const uint16_t *features = samples->features[view][symmetry];
        for (int k = 0; k < blocks; k++)
            out->sums[view][k] = load(t->weights + t->layout.bias + k * FLOATS);
        for (int i = 0; i < sample->count; i++) {
            const float *row = t->weights + (size_t)features[pieces[i]] * (size_t)t->hidden;
            for (int k = 0; k < blocks; k++)
                out->sums[view][k] += load(row + k * FLOATS);
        }
        const float *weigh = t->weights + t->layout.output + view * t->hidden;
        for (int k = 0; k < blocks; k++) {
            Floats value = out->clipped[view][k] = clip(out->sums[view][k]);
            total += value * value * load(weigh + k * FLOATS);
        }
    }
    float output = t->weights[t->layout.output_bias];
    for (int i = 0; i < FLOATS; i++)
        output += total[i];
    return output;
}

/* Adds the gradient of half the squared error; `slope` is its derivative by the output. */
static void backward(const Trainer *t, const Sample *sample, int symmetry, const Hidden *hidden,
                     float slope, float *gradient)
{
    const Samples  *samples = t->samples;
    const uint16_t *pieces = samples->pieces + sample->first;
    int             blocks = t->hidden / FLOATS;
    Floats          deltas[NET_MOST_HIDDEN / FLOATS];
    gradient[t->layout.output_bias] += slope;
    for (int view = 0; view < 2; view++) {
        const uint16_t *features = samples->features[view][symmetry];
        size_t          output = t->layout.output + (size_t)(view * t->hidden);
        for (int k = 0; k < blocks; k++) {
            Floats value = hidden->clipped[view][k], delta = 2 * slope * value;
            size_t at = output + (size_t)(k * FLOATS), bias = t->layout.bias + (size_t)(k * FLOATS);
            store(gradient + at, load(gradient + at) + slope * value * value);
            delta *= load(t->weights + at);
            for (int i = 0; i < FLOATS; i++) /* where it is clipped, nothing moves it */
                delta[i] = value[i] > 0 && value[i] < 1 ? delta[i] : 0;
            deltas[k] = delta;
            store(gradient + bias, load(gradient + bias) + delta);
        }
        for (int i = 0; i < sample->count; i++) {
            float *row = gradient + (size_t)features[pieces[i]] * (size_t)t->hidden;
            for (int k = 0; k < blocks; k++)
                store(row + k * FLOATS, load(row + k * FLOATS) + deltas[k]);
        }
    }
}

/* ---- pupils ------------------------------------------------------------------------------------
 */

static int symmetry_of(const Trainer *t, uint32_t index)
{
    uint64_t lot = rng_mix(t->setup->seed ^ rng_mix(((uint64_t)t->epoch << 32) + index));
    return (int)(lot % (uint64_t)t->samples->symmetry_count);
}

/* A pupil's part of the work is a slice of it: who does what depends on the number of threads
 * alone. */
static void work_slice(Pupil *pupil)
{
    Trainer *t = pupil->trainer;
    size_t   threads = (size_t)t->setup->threads, number = (size_t)pupil->number;
    size_t   begin = t->work_count * number / threads;
    size_t   end = t->work_count * (number + 1) / threads;
    Hidden   hidden;
    pupil->error = 0;
    if (t->is_learning)
        memset(pupil->gradient, 0, t->layout.count * sizeof pupil->gradient[0]);
    for (size_t i = begin; i < end; i++) {
        uint32_t      index = t->work[i];
        const Sample *sample = &t->samples->at[index];
        int           symmetry = t->is_learning ? symmetry_of(t, index) : 0;
        float         chance = chance_of(forward(t, sample, symmetry, &hidden));
        float         miss = chance - t->aims[index];
        pupil->error += (double)miss * (double)miss;
        if (t->is_learning)
            backward(t, sample, symmetry, &hidden, miss * chance * (1 - chance), pupil->gradient);
    }
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

/* Rounded to whole numbers, the weights must still fit (net.h). */
static float limit_of(const Trainer *t, size_t index)
{
    if (index >= t->layout.output && index < t->layout.output_bias)
        return (float)NET_MOST_OUTPUT / NET_OUTPUT_ONE;
    float most = (float)(INT16_MAX - NET_ONE) / NET_ONE / (float)(t->samples->cells + 4);
    return index < t->layout.bias && most < 2 ? most : index < t->layout.output ? 2 : 100;
}

static void step(Trainer *t, size_t batch, float rate)
{
    const float keep_mean = 0.9f, keep_square = 0.999f, tiny = 1e-8f;
    t->steps++;
    float mean_bias = 1 - powf(keep_mean, (float)t->steps);
    float square_bias = 1 - powf(keep_square, (float)t->steps);
    for (size_t i = 0; i < t->layout.count; i++) {
        float gradient = 0;
        for (int pupil = 0; pupil < t->setup->threads; pupil++)
            gradient += t->pupils[pupil].gradient[i];
        gradient /= (float)batch;
        t->mean[i] = keep_mean * t->mean[i] + (1 - keep_mean) * gradient;
        t->square[i] = keep_square * t->square[i] + (1 - keep_square) * gradient * gradient;
        float weight = t->weights[i] -
                       rate * (t->mean[i] / mean_bias) / (sqrtf(t->square[i] / square_bias) + tiny);
        float limit = limit_of(t, i);
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
    return checksum_bytes(words, sizeof words);
}

static bool write_checkpoint(const Trainer *t, Error *err)
{
    CheckpointHead head = {.settings = t->settings,
                           .steps = t->steps,
                           .epoch = (uint64_t)t->epoch,
                           .count = t->layout.count};
    const float   *rows[3] = {t->weights, t->mean, t->square};
    Str            out = {0};
    if (t->setup->checkpoint == NULL)
        return true;
    memcpy(head.magic, checkpoint_magic, sizeof head.magic);
    str_bytes(&out, (const char *)&head, sizeof head);
    str_bytes(&out, (const char *)t->epochs, sizeof t->epochs[0] * (size_t)t->epoch);
    for (int i = 0; i < 3; i++)
        str_bytes(&out, (const char *)rows[i], sizeof rows[i][0] * t->layout.count);
    uint64_t sum = out.failed ? 0 : checksum_bytes(out.text, out.size);
    str_bytes(&out, (const char *)&sum, sizeof sum);
    bool ok = out.failed ? error_set(err, "out of memory")
                         : file_write(t->setup->checkpoint, out.text, out.size, err);
    str_free(&out);
    return ok;
}

static bool take_checkpoint(Trainer *t, const Str *text, Error *err)
{
    CheckpointHead head;
    uint64_t       sum;
    size_t         row = sizeof t->weights[0] * t->layout.count;
    if (text->size < sizeof head + sizeof sum)
        return error_set(err, "not the checkpoint of a training");
    memcpy(&head, text->text, sizeof head);
    memcpy(&sum, text->text + text->size - sizeof sum, sizeof sum);
    if (memcmp(head.magic, checkpoint_magic, sizeof head.magic) != 0)
        return error_set(err, "not the checkpoint of a training");
    if (sum != checksum_bytes(text->text, text->size - sizeof sum))
        return error_set(err, "damaged (wrong checksum); delete it to begin again");
    if (head.settings != t->settings || head.count != t->layout.count ||
        head.epoch > (uint64_t)t->setup->epochs ||
        text->size != sizeof head + head.epoch * sizeof t->epochs[0] + 3 * row + sizeof sum)
        return error_set(err, "of a training with other settings or data; delete it to begin anew");
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

static float draw(uint64_t *rng, float most)
{
    return most * (2 * (float)(rng_next(rng) >> 40) / (float)(1 << 24) - 1);
}

static void begin_weights(Trainer *t)
{
    uint64_t rng = rng_mix(t->setup->seed);
    for (size_t i = 0; i < t->layout.bias; i++)
        t->weights[i] = draw(&rng, 0.2f);
    for (size_t i = t->layout.bias; i < t->layout.output; i++)
        t->weights[i] = 0.3f + draw(&rng, 0.1f);
    for (size_t i = t->layout.output; i < t->layout.output_bias; i++)
        t->weights[i] = draw(&rng, 2 / sqrtf((float)t->hidden));
}

static bool make_room(Trainer *t)
{
    size_t count = t->layout.count, samples = t->samples->count;
    t->weights = calloc(count, sizeof t->weights[0]);
    t->mean = calloc(count, sizeof t->mean[0]);
    t->square = calloc(count, sizeof t->square[0]);
    t->aims = calloc(samples, sizeof t->aims[0]);
    t->order = calloc(samples, sizeof t->order[0]);
    t->held_out = calloc(samples, sizeof t->held_out[0]);
    t->pupils = calloc((size_t)t->setup->threads, sizeof t->pupils[0]);
    bool ok = t->weights != NULL && t->mean != NULL && t->square != NULL && t->aims != NULL &&
              t->order != NULL && t->held_out != NULL && t->pupils != NULL;
    for (int i = 0; ok && i < t->setup->threads; i++) {
        t->pupils[i] = (Pupil){.trainer = t, .number = i};
        t->pupils[i].gradient = calloc(count, sizeof(float));
        ok = t->pupils[i].gradient != NULL;
    }
    return ok;
}

static void free_trainer(Trainer *t)
{
    for (int i = 0; t->pupils != NULL && i < t->setup->threads; i++)
        free(t->pupils[i].gradient);
    free(t->pupils);
    free(t->held_out);
    free(t->order);
    free(t->aims);
    free(t->square);
    free(t->mean);
    free(t->weights);
    free(t);
}

static bool prepare(Trainer *t, Error *err)
{
    const TrainSetup *setup = t->setup;
    const Samples    *samples = t->samples;
    size_t            hidden = (size_t)setup->hidden;
    t->hidden = setup->hidden;
    t->layout.bias = 2 * (size_t)samples->cells * hidden;
    t->layout.output = t->layout.bias + hidden;
    t->layout.output_bias = t->layout.output + 2 * hidden;
    t->layout.count = t->layout.output_bias + 1;
    if (!make_room(t))
        return error_set(err, "out of memory");
    t->scale = setup->scale > 0 ? setup->scale : samples_fit_scale(samples);
    for (size_t i = 0; i < samples->count; i++) {
        t->aims[i] = aim_of(&samples->at[i], setup->score_share, t->scale);
        if (samples->at[i].is_held_out)
            t->held_out[t->held_out_count++] = (uint32_t)i;
        else
            t->order_count++;
    }
    if (t->order_count == 0)
        return error_set(err, "no position to learn from");
    t->settings = sum_settings(t);
    begin_weights(t);
    return read_checkpoint(t, err);
}

static bool learn(Trainer *t, Error *err)
{
    const TrainSetup *setup = t->setup;
    for (int i = 0; setup->report != NULL && i < t->epoch; i++)
        setup->report(&t->epochs[i], setup->user);
    while (t->epoch < setup->epochs) {
        if (!learn_epoch(t))
            return error_set(err, "stopped after %d epochs", t->epoch);
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
        return error_set(err, "no barrier for %d threads", wanted);
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
        ok = error_set(err, "no thread to learn on");
    for (int i = 1; i < count; i++)
        pthread_join(t->pupils[i].thread, NULL);
    pthread_mutex_destroy(&t->door);
    pthread_barrier_destroy(&t->barrier);
    return ok;
}

static int16_t rounded(float weight, int one, int most)
{
    long value = lroundf(weight * (float)one);
    return (int16_t)(value > most ? most : value < -most ? -most : value);
}

static bool write_net(const Trainer *t, NetData *out, Error *err)
{
    if (!net_data_init(out, t->samples->game, t->samples->options, t->hidden, err))
        return false;
    for (size_t i = 0; i < t->layout.bias; i++)
        out->pieces[i] = rounded(t->weights[i], NET_ONE, INT16_MAX);
    for (int i = 0; i < t->hidden; i++)
        out->bias[i] = rounded(t->weights[t->layout.bias + (size_t)i], NET_ONE, INT16_MAX);
    for (int i = 0; i < 2 * t->hidden; i++)
        out->output[i] =
            rounded(t->weights[t->layout.output + (size_t)i], NET_OUTPUT_ONE, NET_MOST_OUTPUT);
    out->output_bias =
        (int32_t)lroundf(t->weights[t->layout.output_bias] * NET_ONE * NET_OUTPUT_ONE);
    out->scale = t->scale;
    return true;
}

static bool is_sound(const Samples *samples, Error *err)
{
    if (samples->game->info->net_bit == NULL)
        return error_set(err, "%s has no nets", samples->game->info->id);
    return samples->count <= UINT32_MAX ? true : error_set(err, "too many positions");
}

bool train_net(const TrainSetup *setup, const Samples *samples, NetData *out, Error *err)
{
    *out = (NetData){0};
    assert(setup->hidden >= NET_LANES && setup->hidden <= NET_MOST_HIDDEN &&
           setup->hidden % NET_LANES == 0);
    if (!is_sound(samples, err))
        return false;
    Trainer *t = calloc(1, sizeof *t);
    if (t == NULL)
        return error_set(err, "out of memory");
    t->setup = setup;
    t->samples = samples;
    bool ok = prepare(t, err) && learn_on_threads(t, err) && write_net(t, out, err);
    free_trainer(t);
    return ok;
}

/* ---- a finished net ----------------------------------------------------------------------------
 */

static int32_t whole_score(const NetData *net, const Samples *samples, const Sample *sample)
{
    const uint16_t *pieces = samples->pieces + sample->first;
    Net             scale = {.data = {.scale = net->scale, .output_bias = net->output_bias}};
    int32_t         sum = 0;
    for (int i = 0; i < 2 * net->hidden; i++) {
        int view = i >= net->hidden, j = i % net->hidden, value = net->bias[j];
        for (int k = 0; k < sample->count; k++)
            value += net->pieces[samples->features[view][0][pieces[k]] * net->hidden + j];
        value = value < 0 ? 0 : value > NET_ONE ? NET_ONE : value;
        sum += value * value * net->output[i];
    }
    return net_score_of(&scale, sum);
}

double train_measure(const NetData *net, const Samples *samples, bool is_held_out, int score_share)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->at[i];
        if (sample->is_held_out != is_held_out)
            continue;
        float chance = chance_of((float)whole_score(net, samples, sample) / (float)net->scale);
        float miss = chance - aim_of(sample, score_share, net->scale);
        sum += (double)miss * (double)miss;
        count++;
    }
    return count > 0 ? sum / (double)count : (double)NAN;
}
