#include "learn/logistic.h"

#include "base/errors.h"
#include "base/rng.h"
#include "learn/gamefile.h"
#include "learn/samples.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

LogisticSetup logistic_usual(void)
{
    return (LogisticSetup){
        .epochs = 20, .batch = 1024, .held_out = 10, .score_share = 0, .rate = 0.02, .seed = 1};
}

/* ---- data --------------------------------------------------------------------------------------
 */

void logistic_free(LogisticData *data)
{
    free(data->values);
    free(data->targets);
    free(data->is_held_out);
    *data = (LogisticData){0};
}

static bool grow(LogisticData *data)
{
    if (data->rows < data->capacity)
        return true;
    size_t capacity = data->capacity * 2 + 1024, width = (size_t)data->count;
    float *values = realloc(data->values, capacity * width * sizeof values[0]);
    data->values = values != NULL ? values : data->values;
    float *targets = realloc(data->targets, capacity * sizeof targets[0]);
    data->targets = targets != NULL ? targets : data->targets;
    bool *is_held_out = realloc(data->is_held_out, capacity * sizeof is_held_out[0]);
    data->is_held_out = is_held_out != NULL ? is_held_out : data->is_held_out;
    if (values == NULL || targets == NULL || is_held_out == NULL)
        return false;
    data->capacity = capacity;
    return true;
}

bool logistic_add(LogisticData *data, const float values[], float target, bool is_held_out,
                  Error *err)
{
    if (!grow(data))
        return error_set(err, ERROR_MEMORY);
    memcpy(data->values + data->rows * (size_t)data->count, values,
           (size_t)data->count * sizeof values[0]);
    data->targets[data->rows] = target;
    data->is_held_out[data->rows++] = is_held_out;
    return true;
}

/* ---- fitting -----------------------------------------------------------------------------------
 */

static double chance_of(const LogisticData *data, const double weights[], size_t row)
{
    assert(row < data->rows);
    const float *values = data->values + row * (size_t)data->count;
    double       sum = 0;
    for (int i = 0; i < data->count; i++)
        sum += weights[i] * (double)values[i];
    return 1 / (1 + exp(-sum));
}

double logistic_error(const LogisticData *data, const double weights[], bool is_held_out)
{
    double sum = 0;
    size_t count = 0;
    for (size_t row = 0; row < data->rows; row++) {
        if (data->is_held_out[row] != is_held_out)
            continue;
        double miss = chance_of(data, weights, row) - (double)data->targets[row];
        sum += miss * miss;
        count++;
    }
    return count > 0 ? sum / (double)count : (double)NAN;
}

typedef struct {
    double mean[MAX_PARAMS], square[MAX_PARAMS];
    int    steps;
} LogisticAdam;

static void step(LogisticAdam *adam, double weights[], const double gradient[], int count,
                 double rate)
{
    adam->steps++;
    double mean_bias = 1 - pow(0.9, adam->steps), square_bias = 1 - pow(0.999, adam->steps);
    for (int i = 0; i < count; i++) {
        adam->mean[i] = 0.9 * adam->mean[i] + 0.1 * gradient[i];
        adam->square[i] = 0.999 * adam->square[i] + 0.001 * gradient[i] * gradient[i];
        weights[i] -=
            rate * (adam->mean[i] / mean_bias) / (sqrt(adam->square[i] / square_bias) + 1e-9);
    }
}

/* Criteria differ in size by far: each is measured by its spread. */
static void spreads(const LogisticData *data, double out[])
{
    for (int i = 0; i < data->count; i++) {
        double sum = 0;
        for (size_t row = 0; row < data->rows; row++) {
            double value = (double)data->values[row * (size_t)data->count + (size_t)i];
            sum += value * value;
        }
        out[i] = sum > 0 ? sqrt(sum / (double)data->rows) : 1;
    }
}

void logistic_fit(const LogisticSetup *setup, const LogisticData *data, double weights[])
{
    LogisticAdam adam = {0};
    uint64_t     rng = rng_mix(setup->seed);
    double       spread[MAX_PARAMS], scaled[MAX_PARAMS];
    size_t       batches = data->rows / (size_t)setup->batch + 1;
    spreads(data, spread);
    for (int i = 0; i < data->count; i++)
        scaled[i] = weights[i] * spread[i];
    for (size_t k = 0; data->rows > 0 && k < batches * (size_t)setup->epochs; k++) {
        double gradient[MAX_PARAMS] = {0};
        double progress = (double)k / (double)(batches * (size_t)setup->epochs);
        for (int j = 0; j < setup->batch; j++) {
            size_t row = (size_t)(rng_next(&rng) % data->rows);
            if (data->is_held_out[row])
                continue;
            double miss = chance_of(data, weights, row) - (double)data->targets[row];
            for (int i = 0; i < data->count; i++)
                gradient[i] += miss * (double)data->values[row * (size_t)data->count + (size_t)i] /
                               spread[i] / setup->batch;
        }
        step(&adam, scaled, gradient, data->count, setup->rate * (1 - 0.95 * progress));
        for (int i = 0; i < data->count; i++)
            weights[i] = scaled[i] / spread[i];
    }
}

/* ---- games -------------------------------------------------------------------------------------
 */

typedef struct {
    const LogisticSetup *setup;
    const Params        *params;
    EvalSetup            eval;
    int                  scale; /* of scores */
    LogisticData        *data;
} LogisticReading;

static bool add_position(const LearntPosition *position, void *user, Error *err)
{
    const LogisticReading *reading = user;
    const Params          *params = reading->params;
    int                    criteria[MAX_CRITERIA];
    float                  values[MAX_PARAMS], share = (float)reading->setup->score_share / 100;
    params->game->criteria(position->pos, &reading->eval, criteria);
    for (int i = 0; i < params->count; i++)
        values[i] = (float)criteria[params->criteria[i]];
    float said = 1 / (1 + expf(-(float)position->score / (float)reading->scale));
    return logistic_add(reading->data, values,
                        share * said + (1 - share) * (float)position->points / 2,
                        gamefile_is_held_out(position->number, reading->setup->held_out), err);
}

static bool read_data(const LogisticSetup *setup, const Params *params, const char *path, int scale,
                      LogisticData *data, Error *err)
{
    LogisticReading reading = {.setup = setup, .params = params, .scale = scale, .data = data};
    eval_setup(params->game->info->evals, params->eval, &reading.eval);
    return gamefile_each_position(path, params->game, add_position, &reading, err);
}

/* The old weights at the size that fits best: one number, by halving steps of its logarithm. */
static double best_size(const LogisticData *data, const double values[], int count)
{
    double size = 0.01, factor = 4;
    for (int i = 0; i < 40; i++) {
        double tried[3], best = INFINITY, found = size;
        for (int k = 0; k < 3; k++) {
            double weights[MAX_PARAMS], now = k == 0   ? size
                                              : k == 1 ? size * factor
                                                       : size / factor;
            for (int j = 0; j < count; j++)
                weights[j] = values[j] * now;
            tried[k] = logistic_error(data, weights, false);
            if (tried[k] < best) {
                best = tried[k];
                found = now;
            }
        }
        if (found <= size && found >= size)
            factor = sqrt(factor);
        size = found;
        if (factor < 1.01)
            break;
    }
    return size;
}

bool logistic_tune(const LogisticSetup *setup, const Params *params, const char *path,
                   LogisticFit *out, Error *err)
{
    LogisticData data = {.count = params->count};
    Samples      samples;
    double       weights[MAX_PARAMS] = {0}, first = params->values[0];
    int          scale = 1;
    bool         ok = samples_read(&samples, path, params->game, setup->held_out, err);
    if (ok)
        scale = samples_fit_scale(&samples);
    samples_free(&samples);
    ok = ok && read_data(setup, params, path, scale, &data, err);
    if (ok) {
        double size = best_size(&data, params->values, params->count);
        for (int i = 0; i < params->count; i++)
            weights[i] = params->values[i] * size;
        out->before = logistic_error(&data, weights, true);
        logistic_fit(setup, &data, weights);
        out->after = logistic_error(&data, weights, true);
        out->training = logistic_error(&data, weights, false);
        out->positions = data.rows;
        out->held_out = 0;
        for (size_t i = 0; i < data.rows; i++)
            out->held_out += data.is_held_out[i];
        for (int i = 0; i < params->count; i++) /* only ratios matter to a search */
            out->values[i] = weights[i] * fabs(first / weights[0]);
    }
    logistic_free(&data);
    return ok;
}
