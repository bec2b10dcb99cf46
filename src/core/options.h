/* core/options.h -- rule options as data: one table per game, read by every interface. */
#pragma once
#include "base/error.h"
#include "base/lang.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_OPTIONS = 16 };

typedef enum {
    OPTION_SWITCH, /* on, off */
    OPTION_NUMBER, /* min..max, and "off" (stored as 0) where can_be_off */
    OPTION_CHOICE  /* one of `choices`, stored as its index */
} OptionType;

typedef struct {
    const char        *name;
    OptionType         type;
    bool               can_be_off;
    int16_t            min, max, fallback; /* fallback: the value when nothing is said */
    const char *const *choices;            /* NULL-terminated; for OPTION_CHOICE */
    Text               help;
} OptionSpec;

typedef struct {
    const OptionSpec *specs;
    int               count;
} OptionTable;

/* A named set of rules, written as options: "losing_count=1 difference=off". */
typedef struct {
    const char *name, *settings;
    Text        help;
} Preset;

void options_reset(const OptionTable *table, int16_t values[]);
int  options_find(const OptionTable *table, const char *name); /* -1 when unknown */

/* `value` is checked against the table; values[] is untouched on failure. */
bool options_set(const OptionTable *table, int16_t values[], const char *name, const char *value,
                 Error *err);

/* One "name=value" word. */
bool options_set_word(const OptionTable *table, int16_t values[], const char *word, Error *err);

/* Blank-separated words. */
bool options_set_words(const OptionTable *table, int16_t values[], const char *words, Error *err);

/* The text of one value, as options_set reads it. */
void options_format_value(const OptionSpec *spec, int value, Str *out);

/* " name=value" for each value that differs from its default. */
void options_format(const OptionTable *table, const int16_t values[], Str *out);

/* "1..4", "on, off" ...: what may be said. */
void options_format_range(const OptionSpec *spec, Str *out);

bool options_are_valid(const OptionTable *table, const int16_t values[]);
