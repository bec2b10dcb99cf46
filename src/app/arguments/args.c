#include "app/arguments/args.h"

#include "base/errors.h"
#include "base/parse.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const Flag *find_flag(const Flag *flags, const char *text, size_t length)
{
    for (; flags->name != NULL; flags++)
        if (strlen(flags->name) == length && memcmp(flags->name, text, length) == 0)
            return flags;
    return NULL;
}

static bool add_positional(Args *args, const char *text, Error *err)
{
    if (args->positional_count == MAX_POSITIONALS)
        return error_set(err, ERROR_ARGUMENTS_MANY, text);
    args->positionals[args->positional_count++] = text;
    return true;
}

/* One flag at argv[*i]; its value may be the next argument. */
static bool read_flag(const Flag *flags, int argc, char *const argv[], int *i, Args *args,
                      Error *err)
{
    const char *text = argv[*i], *equals = strchr(text, '=');
    size_t      length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    const Flag *flag = find_flag(flags, text, length);
    const char *value = NULL;
    if (flag == NULL)
        return error_set(err, ERROR_FLAG_UNKNOWN, text);
    if (flag->value == NULL && equals != NULL)
        return error_set(err, ERROR_FLAG_NO_VALUE, flag->name);
    if (flag->value != NULL && equals != NULL)
        value = equals + 1;
    else if (flag->value != NULL && ++*i < argc)
        value = argv[*i];
    else if (flag->value != NULL)
        return error_set(err, ERROR_FLAG_VALUE, flag->name, flag->value);
    if (args->flag_count == MAX_FLAGS_GIVEN)
        return error_set(err, ERROR_FLAGS_MANY);
    args->flags[args->flag_count].name = flag->name;
    args->flags[args->flag_count++].value = value;
    return true;
}

bool args_parse(const Flag *flags, int argc, char *const argv[], Args *out, Error *err)
{
    bool only_positionals = false;
    *out = (Args){0};
    for (int i = 0; i < argc; i++) {
        const char *text = argv[i];
        bool        is_flag = text[0] == '-' && text[1] != '\0' && !only_positionals;
        if (is_flag && strcmp(text, "--") == 0)
            only_positionals = true;
        else if (is_flag ? !read_flag(flags, argc, argv, &i, out, err)
                         : !add_positional(out, text, err))
            return false;
    }
    return true;
}

/* ---- where values go ---------------------------------------------------------------------------
 */

static void put_number(const FlagTarget *to, void *given, int64_t number)
{
    unsigned char *place = (unsigned char *)given + to->at;
    int            small = (int)number;
    assert(to->size == sizeof small || to->size == sizeof number);
    if (to->size == sizeof small)
        memcpy(place, &small, sizeof small);
    else
        memcpy(place, &number, sizeof number);
}

static bool read_number(const Flag *flag, const char *text, int64_t *out, Error *err)
{
    const FlagTarget *to = &flag->to;
    double            least = (double)to->min / 1e6, most = (double)to->max / 1e6;
    if (to->kind == FLAG_TIME)
        return parse_duration(flag->name, text, least, most, out, err);
    if (to->kind == FLAG_SECONDS)
        return parse_seconds(flag->name, text, least, most, out, err);
    return parse_int(flag->name, text, to->min, to->max, out, err);
}

static bool put_value(const Flag *flag, const char *text, void *given, Error *err)
{
    const FlagTarget *to = &flag->to;
    unsigned char    *place = (unsigned char *)given + to->at;
    const bool        is_given = true;
    int64_t           number;
    switch (to->kind) {
    case FLAG_LISTED:
        return true;
    case FLAG_SWITCH:
        memcpy(place, &is_given, sizeof is_given);
        return true;
    case FLAG_WORDS:
        memcpy(place, &text, sizeof text);
        return true;
    case FLAG_INT:
    case FLAG_TIME:
    case FLAG_SECONDS:
        break;
    }
    if (!read_number(flag, text, &number, err))
        return false;
    put_number(to, given, number);
    return true;
}

bool args_bind(const Flag *flags, const Args *args, void *given, Error *err)
{
    for (const Flag *flag = flags; flag->name != NULL; flag++)
        if (flag->to.kind >= FLAG_INT)
            put_number(&flag->to, given, flag->to.usual);
    for (int i = 0; i < args->flag_count; i++) {
        const char *name = args->flags[i].name;
        if (!put_value(find_flag(flags, name, strlen(name)), args->flags[i].value, given, err))
            return false;
    }
    return true;
}

bool args_has(const Args *args, const char *name)
{
    for (int i = 0; i < args->flag_count; i++)
        if (strcmp(args->flags[i].name, name) == 0)
            return true;
    return false;
}

const char *args_value(const Args *args, const char *name)
{
    const char *value = NULL;
    for (int i = 0; i < args->flag_count; i++)
        if (strcmp(args->flags[i].name, name) == 0)
            value = args->flags[i].value;
    return value;
}

/* ---- help --------------------------------------------------------------------------------------
 */

/* As a person would type it. */
static void add_number(const FlagTarget *to, int64_t number, Str *out)
{
    bool is_time = to->kind != FLAG_INT;
    if (!is_time)
        str_printf(out, "%" PRId64, number);
    else if (number % 60000000 == 0 && number != 0 && to->kind == FLAG_TIME)
        str_printf(out, "%" PRId64 "min", number / 60000000);
    else if (number % 1000000 == 0 || to->kind == FLAG_SECONDS) {
        str_seconds(out, number);
        str_text(out, to->kind == FLAG_TIME ? "s" : "");
    } else
        str_printf(out, "%gms", (double)number / 1000);
}

/* "1..256; default 1": a bound that no value comes near is none. */
static void add_range(const FlagTarget *to, Lang lang, Str *out)
{
    static const Text from = TEXT("from ", "à partir de "),
                      usual = TEXT("default ", "par défaut "), and = TEXT("; ", " ; ");
    bool has_min = to->min != INT64_MIN, has_max = to->max != INT64_MAX;
    bool has_usual = to->usual >= to->min && to->usual <= to->max;
    if (!has_min && !has_max && !has_usual)
        return;
    str_text(out, " (");
    if (has_min && !has_max)
        str_text(out, text_in(&from, lang));
    if (has_min)
        add_number(to, to->min, out);
    if (has_min && has_max) {
        str_text(out, "..");
        add_number(to, to->max, out);
    }
    if (has_usual) {
        str_text(out, has_min ? text_in(&and, lang) : "");
        str_text(out, text_in(&usual, lang));
        add_number(to, to->usual, out);
    }
    str_char(out, ')');
}

void args_format_help(const Flag *flags, Lang lang, Str *out)
{
    for (; flags->name != NULL; flags++) {
        Str left = {0};
        str_printf(&left, "%s%s%s", flags->name, flags->value != NULL ? " " : "",
                   flags->value != NULL ? flags->value : "");
        str_text(out, "  ");
        str_padded(out, str_get(&left), 22);
        str_text(out, text_in(&flags->help, lang));
        if (flags->to.kind >= FLAG_INT)
            add_range(&flags->to, lang, out);
        str_char(out, '\n');
        str_free(&left);
    }
}
