/* Fuzz target: command lines. Each line of the input is one argument. */
#include "app/arguments/args.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FUZZED_ARGUMENTS = 80 };

typedef struct {
    int         depth;
    int64_t     time;
    bool        quiet;
    const char *output;
} Given;

static const Flag flags[] = {
    {"--depth", "N", TEXT("how deep", "à quelle profondeur"), FLAG_TO_INT(Given, depth, 1, 99, 7)},
    {"--time", "T", TEXT("how long", "combien de temps"),
     FLAG_TO_TIME(Given, time, 1000, 60000000, 5000)},
    {"--quiet", NULL, TEXT("say less", "dire moins"), FLAG_TO_SWITCH(Given, quiet)},
    {"-o", "FILE", TEXT("write there", "écrire là"), FLAG_TO_WORDS(Given, output)},
    {"-v", NULL, TEXT("say more", "dire plus"), FLAG_NOT_BOUND},
    FLAGS_END,
};

static const Flag *find_flag(const char *name)
{
    const Flag *flag = flags;
    while (flag->name != NULL && flag->name != name)
        flag++;
    CHECK(flag->name != NULL);
    return flag;
}

/* Is it one of the arguments, or what follows '=' in one? */
static bool comes_from(const char *text, int argc, char *const argv[])
{
    for (int i = 0; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        if (text == argv[i] || (equals != NULL && text == equals + 1))
            return true;
    }
    return false;
}

static void check_args(const Args *args, int argc, char *const argv[])
{
    CHECK(args->flag_count >= 0 && args->flag_count <= MAX_FLAGS_GIVEN);
    CHECK(args->positional_count >= 0 && args->positional_count <= MAX_POSITIONALS);
    CHECK(args->flag_count + args->positional_count <= argc);
    for (int i = 0; i < args->flag_count; i++) {
        const char *name = args->flags[i].name, *value = args->flags[i].value;
        CHECK((value != NULL) == (find_flag(name)->value != NULL));
        CHECK(value == NULL || comes_from(value, argc, argv));
        CHECK(args_has(args, name));
        CHECK((args_value(args, name) != NULL) == (value != NULL));
    }
    for (int i = 0; i < args->positional_count; i++)
        CHECK(comes_from(args->positionals[i], argc, argv));
}

static void check_binding(const Args *args)
{
    Given given = {0};
    Error err = {0};
    if (!args_bind(flags, args, &given, &err)) {
        fuzz_check_error(&err);
        return;
    }
    CHECK(given.depth >= 1 && given.depth <= 99);
    CHECK(given.time >= 1000 && given.time <= 60000000);
    CHECK(given.quiet == args_has(args, "--quiet"));
    CHECK(given.output == args_value(args, "-o"));
}

FUZZ_TARGET(args)
{
    Cursor in = cursor_over(bytes, size);
    char  *argv[MAX_FUZZED_ARGUMENTS];
    int    argc = 0;
    Args   args;
    Error  err = {0};
    while (cursor_has_more(&in) && argc < MAX_FUZZED_ARGUMENTS)
        argv[argc++] = cursor_line(&in);
    if (args_parse(flags, argc, argv, &args, &err)) {
        check_args(&args, argc, argv);
        check_binding(&args);
    } else
        fuzz_check_error(&err);
    while (argc > 0)
        free(argv[--argc]);
    return 0;
}
