#include "learn/cell_learner.h"

#include "base/errors.h"
#include "base/rng.h"
#include "eval/net.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FLOATS = 8 };

typedef float Floats8 __attribute__((vector_size(32), aligned(16)));

/* All weights in one row: pieces [2 * cells][hidden], bias, output [2 * hidden], output bias. */
typedef struct {
    size_t bias, output, output_bias, count;
} CellLayout;

typedef struct {
    Learner        base;
    const Samples *samples;
    CellLayout     layout;
    int            hidden;
} CellLearner;

/* ---- one position ------------------------------------------------------------------------------
 */

typedef struct {
    Floats8 sums[2][NET_MAX_HIDDEN / FLOATS];
    Floats8 clipped[2][NET_MAX_HIDDEN / FLOATS];
} Hidden;

static Floats8 load(const float *from)
{
    Floats8 value;
    memcpy(&value, from, sizeof value);
    return value;
}

static void store(float *to, Floats8 value) { memcpy(to, &value, sizeof value); }

static Floats8 clip(Floats8 value)
{
    for (int i = 0; i < FLOATS; i++)
        value[i] = value[i] < 0 ? 0 : value[i] > 1 ? 1 : value[i];
    return value;
}

static float forward(const Learner *self, const float weights[], const NetInput *input,
                     int symmetry, void *work)
{
    assert(symmetry >= 0 && symmetry < self->symmetry_count);
    const CellLearner *t = (const CellLearner *)self;
    Hidden            *out = work;
    int                blocks = t->hidden / FLOATS;
    Floats8            total = {0};
    for (int view = 0; view < 2; view++) {
        const uint16_t *features = t->samples->features[view][symmetry];
        for (int k = 0; k < blocks; k++)
            out->sums[view][k] = load(weights + t->layout.bias + k * FLOATS);
        for (int i = 0; i < input->count; i++) {
            const float *row = weights + (size_t)features[input->words[i]] * (size_t)t->hidden;
            for (int k = 0; k < blocks; k++)
                out->sums[view][k] += load(row + k * FLOATS);
        }
        const float *weigh = weights + t->layout.output + view * t->hidden;
        for (int k = 0; k < blocks; k++) {
            Floats8 value = out->clipped[view][k] = clip(out->sums[view][k]);
            total += value * value * load(weigh + k * FLOATS);
        }
    }
    float output = weights[t->layout.output_bias];
    for (int i = 0; i < FLOATS; i++)
        output += total[i];
    return output;
}

static void backward(const Learner *self, const float weights[], const NetInput *input,
                     int symmetry, float slope, void *work, float gradient[])
{
    assert(symmetry >= 0 && symmetry < self->symmetry_count);
    const CellLearner *t = (const CellLearner *)self;
    const Hidden      *hidden = work;
    int                blocks = t->hidden / FLOATS;
    Floats8            deltas[NET_MAX_HIDDEN / FLOATS];
    gradient[t->layout.output_bias] += slope;
    for (int view = 0; view < 2; view++) {
        const uint16_t *features = t->samples->features[view][symmetry];
        size_t          output = t->layout.output + (size_t)(view * t->hidden);
        for (int k = 0; k < blocks; k++) {
            Floats8 value = hidden->clipped[view][k], delta = 2 * slope * value;
            size_t at = output + (size_t)(k * FLOATS), bias = t->layout.bias + (size_t)(k * FLOATS);
            store(gradient + at, load(gradient + at) + slope * value * value);
            delta *= load(weights + at);
            for (int i = 0; i < FLOATS; i++) /* where it is clipped, nothing moves it */
                delta[i] = value[i] > 0 && value[i] < 1 ? delta[i] : 0;
            deltas[k] = delta;
            store(gradient + bias, load(gradient + bias) + delta);
        }
        for (int i = 0; i < input->count; i++) {
            float *row = gradient + (size_t)features[input->words[i]] * (size_t)t->hidden;
            for (int k = 0; k < blocks; k++)
                store(row + k * FLOATS, load(row + k * FLOATS) + deltas[k]);
        }
    }
}

/* ---- weights -----------------------------------------------------------------------------------
 */

static float draw(uint64_t *rng, float most)
{
    return most * (2 * (float)(rng_next(rng) >> 40) / (float)(1 << 24) - 1);
}

static void begin(const Learner *self, uint64_t seed, float weights[])
{
    const CellLearner *t = (const CellLearner *)self;
    uint64_t           rng = rng_mix(seed);
    for (size_t i = 0; i < t->layout.bias; i++)
        weights[i] = draw(&rng, 0.2f);
    for (size_t i = t->layout.bias; i < t->layout.output; i++)
        weights[i] = 0.3f + draw(&rng, 0.1f);
    for (size_t i = t->layout.output; i < t->layout.output_bias; i++)
        weights[i] = draw(&rng, 2 / sqrtf((float)t->hidden));
}

static bool take(const Learner *self, const Net *net, float weights[], Error *err)
{
    const CellLearner *t = (const CellLearner *)self;
    const NetData     *data = &net->data;
    if (data->cells != t->samples->cells || data->hidden != t->hidden)
        return error_set(err, ERROR_LEARN_NET_SIZES, data->cells, data->hidden, t->samples->cells,
                         t->hidden);
    for (size_t i = 0; i < t->layout.bias; i++)
        weights[i] = (float)data->pieces[i] / NET_ONE;
    for (int i = 0; i < t->hidden; i++)
        weights[t->layout.bias + (size_t)i] = (float)data->bias[i] / NET_ONE;
    for (int i = 0; i < 2 * t->hidden; i++)
        weights[t->layout.output + (size_t)i] = (float)data->output[i] / NET_OUTPUT_ONE;
    weights[t->layout.output_bias] = (float)data->output_bias / (NET_ONE * NET_OUTPUT_ONE);
    return true;
}

/* Rounded to whole numbers, the weights must still fit (net.h). */
static void limit(const Learner *self, float limits[])
{
    const CellLearner *t = (const CellLearner *)self;
    float most = (float)(INT16_MAX - NET_ONE) / NET_ONE / (float)(t->samples->cells + 4);
    for (size_t i = 0; i < t->layout.count; i++)
        limits[i] = i < t->layout.bias && most < 2 ? most
                    : i < t->layout.output         ? 2
                    : i < t->layout.output_bias    ? (float)NET_MAX_OUTPUT / NET_OUTPUT_ONE
                                                   : 100;
}

static int16_t rounded(float weight, float one, int most)
{
    assert(most > 0 && most <= INT16_MAX);
    long value = lroundf(weight * one);
    return (int16_t)(value > most ? most : value < -most ? -most : value);
}

static bool write_net(const Learner *self, const float weights[], int scale, Str *out, Error *err)
{
    const CellLearner *t = (const CellLearner *)self;
    NetData            data;
    bool ok = net_data_init(&data, t->samples->game, t->samples->options, t->hidden, err);
    if (ok) {
        for (size_t i = 0; i < t->layout.bias; i++)
            data.pieces[i] = rounded(weights[i], NET_ONE, INT16_MAX);
        for (int i = 0; i < t->hidden; i++)
            data.bias[i] = rounded(weights[t->layout.bias + (size_t)i], NET_ONE, INT16_MAX);
        for (int i = 0; i < 2 * t->hidden; i++)
            data.output[i] =
                rounded(weights[t->layout.output + (size_t)i], NET_OUTPUT_ONE, NET_MAX_OUTPUT);
        data.output_bias =
            (int32_t)lroundf(weights[t->layout.output_bias] * NET_ONE * NET_OUTPUT_ONE);
        data.scale = scale;
        net_write(&data, out);
    }
    net_data_free(&data);
    return ok && out->failed ? error_set(err, ERROR_MEMORY) : ok;
}

static int32_t score(const Learner *self, const Net *net, const NetInput *input)
{
    const CellLearner *t = (const CellLearner *)self;
    const NetData     *data = &net->data;
    int32_t            sum = 0;
    for (int i = 0; i < 2 * data->hidden; i++) {
        int view = i >= data->hidden, j = i % data->hidden, value = data->bias[j];
        for (int k = 0; k < input->count; k++)
            value +=
                data->pieces[t->samples->features[view][0][input->words[k]] * data->hidden + j];
        value = value < 0 ? 0 : value > NET_ONE ? NET_ONE : value;
        sum += value * value * data->output[i];
    }
    return net_score_of(net, sum);
}

static void close_learner(Learner *self) { free(self); }

Learner *cell_learner_new(const Samples *samples, int hidden)
{
    assert(hidden > 0 && hidden <= NET_MAX_HIDDEN && hidden % FLOATS == 0);
    CellLearner *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->samples = samples;
    t->hidden = hidden;
    t->layout.bias = 2 * (size_t)samples->cells * (size_t)hidden;
    t->layout.output = t->layout.bias + (size_t)hidden;
    t->layout.output_bias = t->layout.output + 2 * (size_t)hidden;
    t->layout.count = t->layout.output_bias + 1;
    t->base = (Learner){.weight_count = t->layout.count,
                        .work_size = sizeof(Hidden),
                        .symmetry_count = samples->symmetry_count,
                        .beta2 = 0.999f,
                        .epsilon = 1e-8f,
                        .begin = begin,
                        .take = take,
                        .limit = limit,
                        .forward = forward,
                        .backward = backward,
                        .write = write_net,
                        .score = score,
                        .close = close_learner};
    return &t->base;
}
