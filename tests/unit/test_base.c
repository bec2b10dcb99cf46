/* Strings, JSON, numbers people type, errors, random numbers, results in words. */
#include "base/error.h"
#include "base/json.h"
#include "base/parse.h"
#include "base/rng.h"
#include "base/str.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- strings ---- */

static void test_strings_grow(void **state)
{
    (void)state;
    Str str = {0};
    assert_string_equal(str_get(&str), "");
    str_text(&str, "");
    assert_string_equal(str_get(&str), "");
    str_char(&str, 'a');
    str_printf(&str, "%d-%s", 42, "b");
    str_bytes(&str, "\0c", 2);
    assert_int_equal(str.size, 7);
    assert_memory_equal(str.text, "a42-b\0c", 8);
    str_clear(&str);
    assert_string_equal(str_get(&str), "");
    for (int i = 0; i < 10000; i++)
        str_printf(&str, "%04d", i);
    assert_int_equal(str.size, 40000);
    assert_int_equal(strlen(str_get(&str)), 40000);
    assert_memory_equal(str.text + 4 * 9999, "9999", 5);
    assert_false(str.failed);
    str_free(&str);
    assert_null(str.text);
    str_free(&str);
}

/* ---- json ---- */

static void check_json_text(const char *text, const char *expected)
{
    Str  out = {0};
    Json json = json_to(&out);
    json_string(&json, NULL, text);
    assert_string_equal(str_get(&out), expected);
    str_free(&out);
}

static void test_json_escapes_what_must_be_escaped(void **state)
{
    (void)state;
    check_json_text("", "\"\"");
    check_json_text("a\"b\\c/d", "\"a\\\"b\\\\c/d\"");
    check_json_text("\n\r\t\x01\x7f", "\"\\n\\u000d\\u0009\\u0001\\u007f\"");
    check_json_text("é●𝄞", "\"é●𝄞\"");
}

static void test_json_replaces_invalid_utf8(void **state)
{
    (void)state;
    check_json_text("a\xff"
                    "b",
                    "\"a\\ufffdb\"");
    check_json_text("\xc3", "\"\\ufffd\"");            /* cut short by the end */
    check_json_text("\xe2\x97", "\"\\ufffd\\ufffd\""); /* the same, three bytes wanted */
    check_json_text("\xc0\xaf", "\"\\ufffd\\ufffd\""); /* overlong */
    check_json_text("\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\"");
    check_json_text("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""); /* a surrogate */
    check_json_text("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    check_json_text("\x80\xf0\x9d\x84\"", "\"\\ufffd\\ufffd\\ufffd\\ufffd\\\"\"");
}

static void test_json_places_commas(void **state)
{
    (void)state;
    Str  out = {0};
    Json json = json_to(&out);
    json_object(&json, NULL);
    json_int(&json, "a", INT64_MIN);
    json_array(&json, "list");
    json_end_array(&json);
    json_array(&json, "b");
    json_bool(&json, NULL, true);
    json_object(&json, NULL);
    json_end_object(&json);
    json_double(&json, NULL, 0.125, 2);
    json_double(&json, NULL, 1.0 / 0.0, 2);
    json_end_array(&json);
    json_string(&json, "k\"", "v");
    json_end_object(&json);
    assert_string_equal(str_get(&out), "{\"a\":-9223372036854775808,\"list\":[],"
                                       "\"b\":[true,{},0.12,null],\"k\\\"\":\"v\"}");
    str_free(&out);
}

/* ---- numbers ---- */

static void check_int(const char *text, int64_t min, int64_t max, bool is_fine, int64_t expected)
{
    int64_t value = 77;
    Error   err = {0};
    if (parse_int("depth", text, min, max, &value, &err) != is_fine)
        fail_msg("'%s' was %s", text, is_fine ? "refused" : "accepted");
    assert_int_equal(value, is_fine ? expected : 77);
    assert_true(is_fine == (err.code == 0));
}

static void test_whole_numbers_are_read_strictly(void **state)
{
    (void)state;
    check_int("5", 1, 9, true, 5);
    check_int("007", 1, 9, true, 7);
    check_int("-3", -5, 5, true, -3);
    check_int("0", 0, 0, true, 0);
    check_int("9223372036854775807", INT64_MIN, INT64_MAX, true, INT64_MAX);
    check_int("-9223372036854775808", INT64_MIN, INT64_MAX, true, INT64_MIN);
    check_int("9223372036854775808", INT64_MIN, INT64_MAX, false, 0);
    check_int("10", 1, 9, false, 0);
    check_int("0", 1, 9, false, 0);
    static const char *const bad[] = {"",   "-",   "+5",   " 5",  "5 ",  "5\n", "0x5",
                                      "5.", "5e0", "five", "--5", "- 5", "5,0", "٥"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        check_int(bad[i], -100, 100, false, 0);
    Error err;
    assert_false(parse_int("depth", "x\n", 1, 9, &(int64_t){0}, &err));
    assert_string_equal(error_words(&err, LANG_EN), "depth must be a whole number 1..9, got 'x?'");
}

static void test_decimals_are_what_people_write(void **state)
{
    static const struct {
        const char *text;
        double      value;
    } good[] = {{"0", 0},
                {"4", 4},
                {"-4.5", -4.5},
                {".5", 0.5},
                {"5.", 5},
                {"0.1", 0.1},
                {"-.25", -.25},
                {"007.50", 7.5},
                {"123456789012345", 123456789012345.0},
                {"1.41421", 1.41421}};
    static const char *const bad[] = {"",    "-",   ".",     "-.",  "+1",
                                      " 1",  "1 ",  "0x1",   "1e3", "nan",
                                      "inf", "1,5", "1.2.3", "--1", "1234567890123456"};
    double                   value;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(parse_decimal(good[i].text, &value));
        assert_true(value == good[i].value); /* the nearest number, as the compiler reads it */
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (parse_decimal(bad[i], &value))
            fail_msg("'%s' was accepted", bad[i]);
}

static void check_seconds(const char *text, bool is_fine, int64_t expected_us)
{
    int64_t value = 77;
    Error   err = {0};
    if (parse_seconds("time", text, 0.001, 1000, &value, &err) != is_fine)
        fail_msg("'%s' was %s", text, is_fine ? "refused" : "accepted");
    assert_int_equal(value, is_fine ? expected_us : 77);
}

static void test_seconds_are_read_strictly_and_exactly(void **state)
{
    (void)state;
    check_seconds("2", true, 2000000);
    check_seconds("0.25", true, 250000);
    check_seconds(".5", true, 500000);
    check_seconds("0.001", true, 1000);
    check_seconds("1000", true, 1000000000);
    for (int ms = 1; ms < 5000; ms++) {
        char text[16];
        snprintf(text, sizeof text, "%d.%03d", ms / 1000, ms % 1000);
        check_seconds(text, true, (int64_t)ms * 1000);
    }
    static const char *const bad[] = {"",  "0",   "1000.1", "-1",  "+1",  " 1",   "1 ",   "1s",
                                      ".", "nan", "inf",    "1,5", "1..", "0x10", "1e400"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        check_seconds(bad[i], false, 0);
}

static void test_durations_have_units(void **state)
{
    static const struct {
        const char *text;
        int64_t     us;
    } good[] = {{"50ms", 50000}, {"2s", 2000000}, {"0.5", 500000}, {"1.5min", 90000000}};
    static const char *const bad[] = {"", "ms", "-1s", "2 s", "2h", "0.1ms", "100min", "nan"};
    int64_t                  us;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(parse_duration("time", good[i].text, 0.001, 3600, &us, NULL));
        assert_int_equal(us, good[i].us);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(parse_duration("time", bad[i], 0.001, 3600, &us, NULL));
}

static void test_words_are_cut_at_blanks(void **state)
{
    (void)state;
    const char *text = " \t one\ntwo  abcdefgh\r\n ";
    char        word[6];
    assert_true(parse_word(&text, word, sizeof word));
    assert_string_equal(word, "one");
    assert_true(parse_word(&text, word, sizeof word));
    assert_string_equal(word, "two");
    assert_true(parse_word(&text, word, sizeof word));
    assert_string_equal(word, "ab…"); /* cut and marked, and the rest is passed over */
    assert_false(parse_word(&text, word, sizeof word));
    assert_string_equal(word, "");
}

/* ---- random numbers ---- */

static void test_random_numbers_are_the_published_ones(void **state)
{
    (void)state;
    static const uint64_t splitmix64[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
    uint64_t rng = 1234567;
    for (int i = 0; i < 5; i++)
        assert_true(rng_next(&rng) == splitmix64[i]);
    rng = 0;
    assert_true(rng_next(&rng) == UINT64_C(0xe220a8397b1dcdaf));
}

static void test_random_choices_stay_in_range_and_are_even(void **state)
{
    (void)state;
    int      hits[7] = {0};
    uint64_t rng = 1;
    for (int i = 0; i < 70000; i++) {
        uint32_t n = rng_below(&rng, 7);
        assert_true(n < 7);
        hits[n]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(hits[i], 9600, 10400);
    assert_int_equal(rng_below(&rng, 1), 0);
    assert_int_equal(rng_scale(UINT32_MAX, 400), 399);
    assert_int_equal(rng_scale(0, 400), 0);
}

/* ---- results ---- */

static void test_results_and_reasons_have_words(void **state)
{
    (void)state;
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    for (int i = 0; i < 4; i++) {
        Result result = {.reason = REASON_TIME};
        assert_true(result_parse(texts[i], &result));
        assert_string_equal(result_text(&result), texts[i]);
        assert_int_equal(result.reason, REASON_TIME);
    }
    assert_false(result_parse("1-1", &(Result){0}));
    for (int i = 0; i < REASON_COUNT; i++) {
        Reason again;
        assert_true(reason_find(reason_word((Reason)i), &again));
        assert_int_equal(again, i);
        assert_true(reason_text((Reason)i, LANG_EN)[0] != '\0');
        assert_true(reason_text((Reason)i, LANG_FR)[0] != '\0');
    }
    assert_false(reason_find("bored", &(Reason){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings_grow),
        cmocka_unit_test(test_json_escapes_what_must_be_escaped),
        cmocka_unit_test(test_json_replaces_invalid_utf8),
        cmocka_unit_test(test_json_places_commas),
        cmocka_unit_test(test_whole_numbers_are_read_strictly),
        cmocka_unit_test(test_decimals_are_what_people_write),
        cmocka_unit_test(test_seconds_are_read_strictly_and_exactly),
        cmocka_unit_test(test_durations_have_units),
        cmocka_unit_test(test_words_are_cut_at_blanks),
        cmocka_unit_test(test_random_numbers_are_the_published_ones),
        cmocka_unit_test(test_random_choices_stay_in_range_and_are_even),
        cmocka_unit_test(test_results_and_reasons_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
