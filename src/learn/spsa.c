#include "learn/spsa.h"

#include "base/errors.h"
#include "base/file.h"
#include "base/frame.h"
#include "base/numbers.h"
#include "base/parse.h"
#include "base/rng.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STATE = 1 << 16 };

static double within(double value, double low, double high)
{
    assert(low <= high);
    return value < low ? low : value > high ? high : value;
}

/* Spall's exponents. */
static double reach_at(const SpsaSetup *setup, int step, int i)
{
    assert(step >= 0 && i >= 0 && i < setup->count);
    return setup->reach[i] / pow(step + 1, 0.101);
}

static double rate_at(const SpsaSetup *setup, int step)
{
    assert(step >= 0);
    double settle = 0.1 * setup->steps;
    return setup->rate * pow((1 + settle) / (step + 1 + settle), 0.602);
}

static bool take_step(const SpsaSetup *setup, Spsa *spsa, Error *err)
{
    assert(spsa->count > 0 && spsa->count <= MAX_PARAMS);
    uint64_t rng = rng_mix(setup->seed ^ rng_mix((uint64_t)spsa->step + 1));
    double   up[MAX_PARAMS], down[MAX_PARAMS], moves[MAX_PARAMS], better;
    for (int i = 0; i < spsa->count; i++) {
        moves[i] = (rng_next(&rng) >> 63 != 0 ? 1 : -1) * reach_at(setup, spsa->step, i);
        up[i] = within(spsa->values[i] + moves[i], setup->low[i], setup->high[i]);
        down[i] = within(spsa->values[i] - moves[i], setup->low[i], setup->high[i]);
    }
    if (!setup->compare(spsa->step, up, down, &better, setup->user, err))
        return false;
    for (int i = 0; i < spsa->count; i++)
        spsa->values[i] =
            within(spsa->values[i] + rate_at(setup, spsa->step) * within(better, -1, 1) * moves[i],
                   setup->low[i], setup->high[i]);
    spsa->step++;
    return true;
}

void spsa_format(const Spsa *spsa, const char *settings, Str *out)
{
    size_t begin = out->size;
    str_printf(out, "plateau spsa 1\n%s\n%d %d", settings, spsa->step, spsa->count);
    for (int i = 0; i < spsa->count; i++)
        str_printf(out, " %a", spsa->values[i]);
    str_char(out, '\n');
    frame_end_text(begin, out);
}

/* Numbers as spsa_format writes them; *at ends behind the line. */
static bool take_numbers(const char **at, Spsa *out)
{
    int64_t step, count;
    if (!parse_next_int(at, 0, SPSA_MAX_STEPS, &step) || !parse_next_int(at, 1, MAX_PARAMS, &count))
        return false;
    out->step = (int)step;
    out->count = (int)count;
    for (int i = 0; i < out->count; i++) {
        char *end;
        out->values[i] = numbers_read(*at, &end);
        if (end == *at || !isfinite(out->values[i]))
            return false;
        *at = end;
    }
    return *(*at)++ == '\n';
}

bool spsa_parse(const char *text, const char *settings, Spsa *out, Error *err)
{
    static const char head[] = "plateau spsa 1\n";
    const char       *at = text + strlen(head);
    size_t            length = strlen(settings);
    if (strncmp(text, head, strlen(head)) != 0)
        return error_set(err, ERROR_SPSA_NOT_ONE);
    if (strncmp(at, settings, length) != 0 || at[length] != '\n')
        return error_set(err, ERROR_SPSA_OTHER, text_span(at, strcspn(at, "\n")));
    at += length + 1;
    size_t body;
    bool   ok = frame_check_text(text, strlen(text), &body) && take_numbers(&at, out);
    return ok && at == text + body ? true : error_set(err, ERROR_STATE_DAMAGED);
}

static bool save(const SpsaSetup *setup, const Spsa *spsa, Error *err)
{
    Str text = {0};
    if (setup->state == NULL)
        return true;
    spsa_format(spsa, setup->settings, &text);
    bool ok = text.failed ? error_set(err, ERROR_MEMORY)
                          : file_write(setup->state, text.text, text.size, err);
    str_free(&text);
    return ok;
}

static bool load(const SpsaSetup *setup, Spsa *out, Error *err)
{
    Str text = {0};
    if (setup->state == NULL || access(setup->state, F_OK) != 0)
        return true;
    bool ok =
        file_read(setup->state, MAX_STATE, &text, err) &&
        (spsa_parse(str_get(&text), setup->settings, out, err) || error_prefix(err, setup->state));
    str_free(&text);
    if (ok && out->count != setup->count)
        return error_set(err, ERROR_SPSA_PARAMETERS, setup->state);
    return ok;
}

bool spsa_run(const SpsaSetup *setup, Spsa *out, Error *err)
{
    *out = (Spsa){.count = setup->count};
    memcpy(out->values, setup->start, sizeof out->values);
    if (!load(setup, out, err))
        return false;
    while (out->step < setup->steps) {
        if (setup->stop != NULL && atomic_load(setup->stop))
            return save(setup, out, err) && error_set(err, ERROR_SPSA_STOPPED, out->step);
        if (!take_step(setup, out, err))
            return false;
        if (out->step % setup->save_every != 0 && out->step < setup->steps)
            continue;
        if (!save(setup, out, err))
            return false;
        if (setup->report != NULL)
            setup->report(out, setup->user);
    }
    return true;
}
