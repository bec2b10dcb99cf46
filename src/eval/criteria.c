#include "eval/criteria.h"

#include "base/errors.h"
#include "base/parse.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SCORE_LIMIT = 900000 }; /* below every forced score */

static const char *const form_names[FORM_COUNT] = {"linear", "logistic", "polynomial"};

const char *eval_form_name(EvalForm form)
{
    assert(form < FORM_COUNT);
    return form_names[form];
}

static void set_mask(EvalSetup *setup)
{
    setup->mask = 0;
    for (int i = 0; i < MAX_CRITERIA; i++)
        if (setup->weights[i] != 0)
            setup->mask |= 1u << i;
}

void eval_setup(const EvalTable *table, int index, EvalSetup *out)
{
    assert(index >= 0 && index < table->eval_count);
    const EvalSpec *spec = &table->evals[index];
    *out = (EvalSetup){.form = spec->form};
    memcpy(out->weights, spec->weights, sizeof out->weights);
    memset(out->powers, 1, sizeof out->powers);
    set_mask(out);
}

static int find_criterion(const EvalTable *table, const char *name)
{
    for (int i = 0; i < table->criterion_count; i++)
        if (strcmp(table->criteria[i].name, name) == 0)
            return i;
    return -1;
}

static bool set_form(EvalSetup *setup, const char *value, Error *err)
{
    for (int i = 0; i < FORM_COUNT; i++)
        if (strcmp(form_names[i], value) == 0) {
            setup->form = (EvalForm)i;
            return true;
        }
    return error_set(err, ERROR_EVAL_FORM, value);
}

static bool set_weight(int32_t *weight, const char *name, const char *value, Error *err)
{
    double points;
    if (!parse_decimal(value, &points) || fabs(points) * 100 > MAX_WEIGHT)
        return error_set(err, ERROR_EVAL_WEIGHT, name, MAX_WEIGHT / 100, value);
    *weight = (int32_t)lround(points * 100);
    return true;
}

static bool set_one(const EvalTable *table, EvalSetup *setup, const char *name, const char *value,
                    Error *err)
{
    int64_t number;
    if (strcmp(name, "form") == 0)
        return set_form(setup, value, err);
    if (strcmp(name, "seed") == 0) {
        bool ok = parse_int("seed", value, 0, INT64_MAX, &number, err);
        setup->seed = ok ? (uint64_t)number : 0;
        return ok;
    }
    bool is_power = strncmp(name, "power.", 6) == 0;
    int  index = find_criterion(table, is_power ? name + 6 : name);
    if (index < 0)
        return error_set(err, ERROR_EVAL_CRITERION, name);
    if (!is_power)
        return set_weight(&setup->weights[index], name, value, err);
    if (!parse_int(name, value, 1, MAX_POWER, &number, err))
        return false;
    setup->powers[index] = (uint8_t)number;
    return true;
}

static bool find_eval(const EvalTable *table, const char *name, int *index, Error *err)
{
    Str known = {0};
    for (int i = 0; i < table->eval_count; i++) {
        if (strcmp(table->evals[i].name, name) == 0) {
            *index = i;
            str_free(&known);
            return true;
        }
        str_printf(&known, "%s%s", i > 0 ? ", " : "", table->evals[i].name);
    }
    error_set(err, ERROR_EVAL_UNKNOWN, name, str_get(&known));
    str_free(&known);
    return false;
}

bool eval_names_net(const char *text, const char **file)
{
    if (strncmp(text, "net", 3) != 0 || strchr(":/", text[3]) == NULL)
        return false;
    *file = text[3] == ':' ? text + 4 : "";
    return true;
}

bool eval_needs_net(const char *text, const char **file)
{
    return eval_names_net(text, file) && text[3] != '/';
}

bool eval_parse(const EvalTable *table, const char *text, EvalSetup *out, Error *err)
{
    EvalSetup   setup;
    int         index = 0;
    char        part[96];
    bool        is_first = true;
    const char *file;
    eval_setup(table, 0, &setup);
    if (eval_names_net(text, &file))
        text += eval_needs_net(text, &file) ? strlen(text) : strlen("net/");
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        if (length >= sizeof part)
            return error_set(err, ERROR_EVAL_LONG, text);
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        text += length + (text[length] == ',');
        if (length == 0 || (*text == '\0' && text[-1] == ','))
            return error_set(err, ERROR_EVAL_COMMA);
        char *equals = strchr(part, '=');
        if (equals == NULL && is_first) {
            if (!find_eval(table, part, &index, err))
                return false;
            eval_setup(table, index, &setup);
        } else if (equals == NULL) {
            return error_set(err, ERROR_EVAL_PAIR, part);
        } else {
            *equals = '\0';
            if (!set_one(table, &setup, part, equals + 1, err))
                return false;
        }
        is_first = false;
    }
    set_mask(&setup);
    *out = setup;
    return true;
}

static int64_t power_of(int value, int power)
{
    assert(power >= 1 && power <= MAX_POWER);
    int64_t result = value, size = value < 0 ? -(int64_t)value : value;
    for (int i = 1; i < power; i++) {
        result *= size;
        if (result > SCORE_LIMIT || result < -SCORE_LIMIT)
            return result > 0 ? SCORE_LIMIT : -SCORE_LIMIT;
    }
    return result;
}

/* 0 points is even chances; the score runs from -100 to +100 points. */
static int64_t logistic_of(int64_t sum)
{
    double chance = 1 / (1 + exp(-(double)sum / 10000));
    return llround((2 * chance - 1) * 10000);
}

int32_t eval_combine(const EvalSetup *setup, const int criteria[], int count, int32_t parts[])
{
    assert(count >= 0 && count <= MAX_CRITERIA);
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        int64_t part = 0;
        if (setup->mask >> i & 1) {
            int power = setup->form == FORM_POLYNOMIAL ? setup->powers[i] : 1;
            part = setup->weights[i] * (power > 1 ? power_of(criteria[i], power) : criteria[i]);
        }
        if (parts != NULL)
            parts[i] = (int32_t)(part > SCORE_LIMIT    ? SCORE_LIMIT
                                 : part < -SCORE_LIMIT ? -SCORE_LIMIT
                                                       : part);
        sum += part;
    }
    if (setup->form == FORM_LOGISTIC)
        sum = logistic_of(sum);
    return (int32_t)(sum > SCORE_LIMIT ? SCORE_LIMIT : sum < -SCORE_LIMIT ? -SCORE_LIMIT : sum);
}
