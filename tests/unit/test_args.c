/* Command lines by table: what is given goes where its row says, and the help says the range. */
#include "app/arguments/args.h"
#include "support.h"

#include <string.h>

typedef struct {
    int         depth;
    int64_t     games;
    uint64_t    seed;
    size_t      table;
    int64_t     time, seconds;
    bool        quiet;
    const char *output;
} Given;

static const Flag flags[] = {
    {"--depth", "N", TEXT("how deep", "à quelle profondeur"), FLAG_TO_INT(Given, depth, 1, 99, 0)},
    {"--games", "N", TEXT("how many", "combien"), FLAG_TO_INT(Given, games, 0, INT64_MAX, 100)},
    {"--seed", "N", TEXT("of chance", "du hasard"),
     FLAG_TO_INT(Given, seed, INT64_MIN, INT64_MAX, 1)},
    {"--table", "MB", TEXT("memory", "mémoire"), FLAG_TO_INT(Given, table, 1, 1 << 20, 64)},
    {"--time", "T", TEXT("for a move", "par coup"),
     FLAG_TO_TIME(Given, time, 1500, 120000000, 50000)},
    {"--seconds", "S", TEXT("in all", "en tout"),
     FLAG_TO_SECONDS(Given, seconds, 1000, 60000000, 2000000)},
    {"--quiet", NULL, TEXT("say less", "dire moins"), FLAG_TO_SWITCH(Given, quiet)},
    {"-o", "FILE", TEXT("write there", "écrire là"), FLAG_TO_WORDS(Given, output)},
    {"--option", "NAME", TEXT("again and again", "encore et encore"), FLAG_NOT_BOUND},
    FLAGS_END,
};

static bool bind(const char *line, Given *out, Error *err)
{
    static char words[200];
    char       *argv[20], *next = words;
    int         argc = 0;
    Args        args;
    strcpy(words, line);
    for (char *word; (word = strsep(&next, " ")) != NULL && *word != '\0';)
        argv[argc++] = word;
    memset(out, 0, sizeof *out);
    return args_parse(flags, argc, argv, &args, err) && args_bind(flags, &args, out, err);
}

static void test_what_is_not_given_has_its_default(void **state)
{
    Given given;
    Error err;
    (void)state;
    assert_true(bind("", &given, &err));
    assert_int_equal(given.depth, 0);
    assert_int_equal(given.games, 100);
    assert_int_equal(given.seed, 1);
    assert_int_equal(given.table, 64);
    assert_int_equal(given.time, 50000);
    assert_int_equal(given.seconds, 2000000);
    assert_false(given.quiet);
    assert_null(given.output);
}

static void test_values_go_where_their_rows_say(void **state)
{
    Given given;
    Error err;
    (void)state;
    assert_true(bind("--depth 99 --games=9223372036854775807 --seed -3 --table 7 --time 2s "
                     "--seconds 0.5 --quiet -o a --option x -o b",
                     &given, &err));
    assert_int_equal(given.depth, 99);
    assert_true(given.games == INT64_MAX);
    assert_true(given.seed == (uint64_t)-3);
    assert_int_equal(given.table, 7);
    assert_int_equal(given.time, 2000000);
    assert_int_equal(given.seconds, 500000);
    assert_true(given.quiet);
    assert_string_equal(given.output, "b");
}

static void test_values_out_of_range_are_refused(void **state)
{
    static const struct {
        const char *line, *wanted;
    } cases[] = {
        {"--depth 0", "--depth must be a whole number 1..99, got '0'"},
        {"--depth x", "--depth must be a whole number 1..99, got 'x'"},
        {"--time 1ms", "--time must be a time from 0.0015 to 120 s, as 50ms or 2s, got '1ms'"},
        {"--seconds 61", "--seconds must be seconds from 0.001 to 60, got '61'"},
        {"--table 1048577", "--table must be a whole number 1..1048576, got '1048577'"},
    };
    Given given;
    Error err;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(bind(cases[i].line, &given, &err));
        assert_string_equal(error_words(&err, LANG_EN), cases[i].wanted);
    }
}

static void test_the_help_says_range_and_default(void **state)
{
    Str out = {0};
    (void)state;
    args_format_help(flags, LANG_EN, &out);
    assert_string_equal(str_get(&out),
                        "  --depth N             how deep (1..99)\n"
                        "  --games N             how many (from 0; default 100)\n"
                        "  --seed N              of chance (default 1)\n"
                        "  --table MB            memory (1..1048576; default 64)\n"
                        "  --time T              for a move (1.5ms..2min; default 50ms)\n"
                        "  --seconds S           in all (0.001..60; default 2)\n"
                        "  --quiet               say less\n"
                        "  -o FILE               write there\n"
                        "  --option NAME         again and again\n");
    str_clear(&out);
    args_format_help(flags, LANG_FR, &out);
    assert_non_null(strstr(str_get(&out), "combien (à partir de 0 ; par défaut 100)\n"));
    str_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_not_given_has_its_default),
        cmocka_unit_test(test_values_go_where_their_rows_say),
        cmocka_unit_test(test_values_out_of_range_are_refused),
        cmocka_unit_test(test_the_help_says_range_and_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
