/* Rule options: the tables of all games, and reading and writing of values. */
#include "core/options.h"
#include "support.h"

#include <string.h>

static void test_every_table_is_sound(void **state)
{
    const GameInfo    *info = ((const Game *)*state)->info;
    const OptionTable *tables[] = {&info->options, &info->state};
    for (int t = 0; t < 2; t++) {
        assert_true(tables[t]->count <= MAX_OPTIONS);
        for (int i = 0; i < tables[t]->count; i++) {
            const OptionSpec *spec = &tables[t]->specs[i];
            bool              is_off = spec->can_be_off && spec->fallback == 0;
            assert_true(is_off || (spec->fallback >= spec->min && spec->fallback <= spec->max));
            assert_int_equal(options_find(tables[t], spec->name), i); /* no name twice */
            assert_true(spec->help.in[LANG_EN][0] != '\0' && spec->help.in[LANG_FR][0] != '\0');
            if (spec->type == OPTION_CHOICE)
                assert_null(spec->choices[spec->max + 1]);
            if (spec->type != OPTION_NUMBER)
                assert_int_equal(spec->min, 0);
        }
    }
    for (int i = 0; i < info->state.count; i++) /* one word in a position means one thing */
        assert_int_equal(options_find(&info->options, info->state.specs[i].name), -1);
}

static void test_every_preset_is_accepted_and_differs_from_the_default(void **state)
{
    const Game     *game = *state;
    const GameInfo *info = game->info;
    for (int i = 0; i < info->preset_count; i++) {
        int16_t plain[MAX_OPTIONS], values[MAX_OPTIONS];
        Bytes   pos;
        options_reset(&info->options, plain);
        options_reset(&info->options, values);
        assert_true(options_set_words(&info->options, values, info->presets[i].settings, NULL));
        assert_true(position_start(game, values, &pos, NULL));
        assert_memory_not_equal(values, plain, sizeof values);
    }
}

/* Every value of every option, written and read again. */
static void test_every_value_round_trips(void **state)
{
    const OptionTable *table = &((const Game *)*state)->info->options;
    for (int i = 0; i < table->count; i++)
        for (int value = 0; value <= table->specs[i].max; value++) {
            int16_t values[MAX_OPTIONS], again[MAX_OPTIONS];
            Str     text = {0};
            options_reset(table, values);
            options_reset(table, again);
            values[i] = (int16_t)value;
            if (!options_are_valid(table, values))
                continue;
            options_format(table, values, &text);
            assert_true((value == table->specs[i].fallback) == (text.size == 0));
            assert_true(options_set_words(table, again, str_get(&text), NULL));
            assert_memory_equal(values, again, sizeof values);
            str_free(&text);
        }
}

/* The values of Hasami's table after setting `words`, as text. */
static void check_words(const char *words, const char *expected)
{
    const OptionTable *table = &must_find_game("hasami")->info->options;
    int16_t            values[MAX_OPTIONS];
    Error              err = {0};
    Str                text = {0};
    options_reset(table, values);
    if (!options_set_words(table, values, words, &err))
        fail_msg("%s: %s", words, error_words(&err, LANG_EN));
    options_format(table, values, &text);
    assert_string_equal(str_get(&text), expected);
    str_free(&text);
}

static void test_words_set_values(void **state)
{
    (void)state;
    check_words("", "");
    check_words("diagonal=on", " diagonal=on");
    check_words("diagonal=true edge=1", " diagonal=on edge=on");
    check_words("diagonal=on diagonal=off", ""); /* the last one counts */
    check_words("  suicide=false\tjumps=off \n", " suicide=off");
    check_words("corner=group", " corner=group");
    check_words("difference=off", " difference=off");
    check_words("difference=0", " difference=off");
    check_words("difference=17 repetition=9", " difference=17 repetition=9");
    check_words("losing_count=1 losing_count=2", "");
}

static void check_bad_word(const char *word, const char *expected)
{
    const OptionTable *table = &must_find_game("hasami")->info->options;
    int16_t            values[MAX_OPTIONS], before[MAX_OPTIONS];
    Error              err = {0};
    options_reset(table, values);
    memcpy(before, values, sizeof before);
    assert_false(options_set_word(table, values, word, &err));
    assert_string_equal(error_words(&err, LANG_EN), expected);
    assert_memory_equal(values, before, sizeof before);
    assert_false(options_set_word(table, values, word, NULL)); /* no Error is fine too */
}

static void test_bad_words_are_explained_and_change_nothing(void **state)
{
    (void)state;
    check_bad_word("losing_count=5", "option losing_count must be one of 1..4; got '5'");
    check_bad_word("losing_count=0", "option losing_count must be one of 1..4; got '0'");
    check_bad_word("losing_count=off", "option losing_count must be one of 1..4; got 'off'");
    check_bad_word("losing_count=2x", "option losing_count must be one of 1..4; got '2x'");
    check_bad_word("losing_count=", "option losing_count must be one of 1..4; got ''");
    check_bad_word("losing_count=99999999999999999999",
                   "option losing_count must be one of 1..4; got '99999999999999999999'");
    check_bad_word("repetition=1", "option repetition must be one of 2..9, off; got '1'");
    check_bad_word("difference=18", "option difference must be one of 1..17, off; got '18'");
    check_bad_word("no_capture=-1", "option no_capture must be one of 1..1000, off; got '-1'");
    check_bad_word("diagonal=yes", "option diagonal is on or off, got 'yes'");
    check_bad_word("corner=both", "option corner must be one of none, single, group; got 'both'");
    check_bad_word("corner=1", "option corner must be one of none, single, group; got '1'");
    check_bad_word("=on", "expected name=value, got '=on'");
    check_bad_word("diagonal", "expected name=value, got 'diagonal'");
    check_bad_word("", "expected name=value, got ''");
}

static void test_unknown_names_list_the_known_ones(void **state)
{
    (void)state;
    int16_t values[MAX_OPTIONS] = {0};
    Error   err;
    assert_false(
        options_set(&must_find_game("gomoku")->info->options, values, "colour", "1", &err));
    assert_string_equal(error_words(&err, LANG_EN),
                        "unknown option 'colour'; this game has size, rule, opening");
    assert_false(
        options_set(&must_find_game("tictactoe")->info->options, values, "size", "4", &err));
    assert_string_equal(error_words(&err, LANG_EN), "unknown option 'size'; this game has none");
    assert_false(options_set(&must_find_game("gomoku")->info->options, values, "Size", "9", NULL));
}

static void check_range(const char *game, const char *name, const char *expected)
{
    const OptionTable *table = &must_find_game(game)->info->options;
    Str                text = {0};
    options_format_range(&table->specs[options_find(table, name)], &text);
    assert_string_equal(str_get(&text), expected);
    str_free(&text);
}

static void test_ranges_are_told(void **state)
{
    (void)state;
    check_range("hasami", "edge", "on, off");
    check_range("hasami", "repetition", "2..9, off");
    check_range("fousfous", "rows", "2..8");
    check_range("gomoku", "rule", "freestyle, standard, renju, caro");
}

static void test_values_out_of_range_are_not_valid(void **state)
{
    (void)state;
    const OptionTable *table = &must_find_game("gomoku")->info->options;
    int16_t            values[MAX_OPTIONS];
    options_reset(table, values);
    assert_true(options_are_valid(table, values));
    values[0] = 4;
    assert_false(options_are_valid(table, values));
    values[0] = 0; /* size cannot be off */
    assert_false(options_are_valid(table, values));
    values[0] = 20;
    assert_true(options_are_valid(table, values));
}

int main(void)
{
    const struct CMUnitTest for_games[] = {
        cmocka_unit_test(test_every_table_is_sound),
        cmocka_unit_test(test_every_preset_is_accepted_and_differs_from_the_default),
        cmocka_unit_test(test_every_value_round_trips),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_set_values),
        cmocka_unit_test(test_bad_words_are_explained_and_change_nothing),
        cmocka_unit_test(test_unknown_names_list_the_known_ones),
        cmocka_unit_test(test_ranges_are_told),
        cmocka_unit_test(test_values_out_of_range_are_not_valid),
    };
    return run_for_every_game("option tables", for_games, sizeof for_games / sizeof for_games[0]) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
