#include "core/options.h"

#include "base/errors.h"
#include "base/parse.h"

#include <assert.h>
#include <string.h>

void options_reset(const OptionTable *table, int16_t values[])
{
    assert(table->count >= 0 && table->count <= MAX_OPTIONS);
    memset(values, 0, MAX_OPTIONS * sizeof values[0]);
    for (int i = 0; i < table->count; i++)
        values[i] = table->specs[i].fallback;
}

int options_find(const OptionTable *table, const char *name)
{
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->specs[i].name, name) == 0)
            return i;
    return -1;
}

static bool find_word(const char *const *words, const char *word, int16_t *index)
{
    for (int16_t i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], word) == 0) {
            *index = i;
            return true;
        }
    return false;
}

static bool read_value(const OptionSpec *spec, const char *text, int16_t *out, Error *err)
{
    static const char *const switch_words[] = {"off", "on", "false", "true", "0", "1", NULL};
    int64_t                  number;
    switch (spec->type) {
    case OPTION_SWITCH:
        if (!find_word(switch_words, text, out))
            return error_set(err, ERROR_OPTION_SWITCH, spec->name, text);
        *out &= 1;
        return true;
    case OPTION_CHOICE:
        if (find_word(spec->choices, text, out))
            return true;
        break;
    case OPTION_NUMBER:
        if (spec->can_be_off && (strcmp(text, "off") == 0 || strcmp(text, "0") == 0)) {
            *out = 0;
            return true;
        }
        if (!parse_int(spec->name, text, spec->min, spec->max, &number, NULL))
            break;
        *out = (int16_t)number;
        return true;
    }
    Str range = {0};
    options_format_range(spec, &range);
    error_set(err, ERROR_OPTION_RANGE, spec->name, str_get(&range), text);
    str_free(&range);
    return false;
}

bool options_set(const OptionTable *table, int16_t values[], const char *name, const char *value,
                 Error *err)
{
    int index = options_find(table, name);
    if (index >= 0)
        return read_value(&table->specs[index], value, &values[index], err);
    Str known = {0};
    for (int i = 0; i < table->count; i++)
        str_printf(&known, "%s%s", i > 0 ? ", " : "", table->specs[i].name);
    if (table->count > 0)
        error_set(err, ERROR_OPTION_UNKNOWN, name, str_get(&known));
    else
        error_set(err, ERROR_OPTION_NONE, name);
    str_free(&known);
    return false;
}

bool options_set_word(const OptionTable *table, int16_t values[], const char *word, Error *err)
{
    char        name[64];
    const char *equals = strchr(word, '=');
    if (equals == NULL || equals == word || (size_t)(equals - word) >= sizeof name)
        return error_set(err, ERROR_OPTION_PAIR, word);
    memcpy(name, word, (size_t)(equals - word));
    name[equals - word] = '\0';
    return options_set(table, values, name, equals + 1, err);
}

bool options_set_words(const OptionTable *table, int16_t values[], const char *words, Error *err)
{
    char word[128];
    while (parse_word(&words, word, sizeof word))
        if (!options_set_word(table, values, word, err))
            return false;
    return true;
}

void options_format_value(const OptionSpec *spec, int value, Str *out)
{
    assert(spec->type != OPTION_CHOICE || value >= 0);
    if (spec->type == OPTION_SWITCH)
        str_text(out, value ? "on" : "off");
    else if (spec->type == OPTION_CHOICE)
        str_text(out, spec->choices[value]);
    else if (spec->can_be_off && value == 0)
        str_text(out, "off");
    else
        str_printf(out, "%d", value);
}

void options_format(const OptionTable *table, const int16_t values[], Str *out)
{
    assert(options_are_valid(table, values));
    for (int i = 0; i < table->count; i++)
        if (values[i] != table->specs[i].fallback) {
            str_printf(out, " %s=", table->specs[i].name);
            options_format_value(&table->specs[i], values[i], out);
        }
}

void options_format_range(const OptionSpec *spec, Str *out)
{
    if (spec->type == OPTION_SWITCH)
        str_text(out, "on, off");
    else if (spec->type == OPTION_NUMBER)
        str_printf(out, "%d..%d%s", spec->min, spec->max, spec->can_be_off ? ", off" : "");
    else
        for (int i = 0; spec->choices[i] != NULL; i++)
            str_printf(out, "%s%s", i > 0 ? ", " : "", spec->choices[i]);
}

bool options_are_valid(const OptionTable *table, const int16_t values[])
{
    for (int i = 0; i < table->count; i++) {
        const OptionSpec *spec = &table->specs[i];
        bool              is_off = spec->can_be_off && values[i] == 0;
        if (!is_off && (values[i] < spec->min || values[i] > spec->max))
            return false;
    }
    return true;
}
