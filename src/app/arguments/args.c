#include "app/arguments/args.h"

#include "base/errors.h"

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

void args_format_help(const Flag *flags, Lang lang, Str *out)
{
    for (; flags->name != NULL; flags++) {
        Str left = {0};
        str_printf(&left, "%s%s%s", flags->name, flags->value != NULL ? " " : "",
                   flags->value != NULL ? flags->value : "");
        str_text(out, "  ");
        str_padded(out, str_get(&left), 22);
        str_printf(out, "%s\n", text_in(&flags->help, lang));
        str_free(&left);
    }
}
