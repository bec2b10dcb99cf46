/* Errors as values: the catalogue, what is kept of arguments, and the words in both languages. */
#include "base/errors.h"
#include "support.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static void check_words(const Error *err, const char *english, const char *french)
{
    assert_string_equal(error_words(err, LANG_EN), english);
    assert_string_equal(error_words(err, LANG_FR), french);
}

/* How often each place of a text is filled: of English in order, of French by number. */
static int english_places(const char *format)
{
    int places = 0;
    for (; *format != '\0'; format++)
        if (format[0] == '%') {
            places += format[1] != '%';
            format++;
        }
    return places;
}

static void test_each_row_has_the_same_places_in_both_languages(void **state)
{
    (void)state;
    for (int code = ERROR_NONE + 1; code < ERROR_COUNT; code++) {
        const Text *row = error_catalogue((ErrorCode)code);
        const char *french = row->in[LANG_FR];
        int         places = english_places(row->in[LANG_EN]);
        unsigned    found = 0;
        assert_true(row->in[LANG_EN][0] != '\0' && french[0] != '\0');
        assert_true(places <= 5);
        for (const char *at = french; (at = strchr(at, '%')) != NULL; at++)
            if (at[1] >= '1' && at[1] <= '9')
                found |= 1u << (at[1] - '1');
        if (found != (1u << places) - 1)
            fail_msg("places differ: '%s', '%s'", row->in[LANG_EN], french);
    }
}

/* Each row's arguments by the letters of its format: the words name all of them. */
static void test_each_row_renders_in_both_languages(void **state)
{
    (void)state;
    for (int code = ERROR_NONE + 1; code < ERROR_COUNT; code++) {
        const Text   *row = error_catalogue((ErrorCode)code);
        ErrorArgument arguments[5];
        Error         err = {0};
        int           count = 0;
        for (const char *at = row->in[LANG_EN]; (at = strchr(at, '%')) != NULL; at++) {
            if (at[1] == '%') {
                at++;
                continue;
            }
            char letter = at[1 + strspn(at + 1, "0123456789.lzh")];
            arguments[count++] = letter == 's'   ? argument_text("<text>")
                                 : letter == 'c' ? argument_whole('@')
                                 : letter == 'g' ? argument_real(0.25)
                                                 : argument_whole(77);
        }
        assert_false(error_keep(&err, (ErrorCode)code, count, arguments));
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            const char *words = error_words(&err, (Lang)lang);
            int         seen = 0;
            for (const char *at = words; *at != '\0'; at++)
                seen += strncmp(at, "<text>", 6) == 0 || *at == '@' ||
                        strncmp(at, "0.25", 4) == 0 || strncmp(at, "77", 2) == 0 ||
                        strncmp(at, "000000000000004d", 16) == 0;
            if (seen < count || strlen(words) > 300)
                fail_msg("%s", words);
        }
    }
}

static void test_an_error_is_one_printable_line(void **state)
{
    (void)state;
    Error err;
    char  large[1000];
    assert_false(error_set(&err, ERROR_UCI_VARIANT, "a\nb\033c\x7f"));
    assert_string_equal(error_words(&err, LANG_EN), "unknown variant 'a?b?c?'");
    assert_false(error_prefix(&err, "file"));
    check_words(&err, "file: unknown variant 'a?b?c?'", "file : variante inconnue « a?b?c? »");
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    assert_false(error_set(&err, ERROR_QUOTED, large));
    assert_int_equal(strlen(error_words(&err, LANG_EN)), ERROR_ROOM - 2);
    /* What is wrong is still said where the name of a file is too long. */
    assert_false(error_set(&err, ERROR_IN, large, system_error(ENOENT)));
    assert_non_null(strstr(error_words(&err, LANG_EN), "xx: No such file or directory"));
    assert_non_null(strstr(error_words(&err, LANG_FR), "xx : fichier introuvable"));
    assert_false(error_set(NULL, ERROR_MEMORY));
    assert_false(error_prefix(NULL, "file"));
}

static void test_texts_are_cut_as_the_format_says(void **state)
{
    (void)state;
    Error err;
    error_set(&err, ERROR_SGF_BRACKET, "abcdefghijk");
    check_words(&err, "SGF: expected '[' after 'abcdefgh'",
                "SGF : il faut « [ » après « abcdefgh »");
    error_set(&err, ERROR_JSON_AT, "what", text_span("abcdef", 3));
    check_words(&err, "what at 'abc'", "what vers « abc »");
}

static void test_numbers_stay_numbers(void **state)
{
    (void)state;
    Error err;
    error_set(&err, ERROR_WHOLE_NUMBER, "depth", -5LL, (long long)INT64_MAX, "x");
    check_words(&err, "depth must be a whole number -5..9223372036854775807, got 'x'",
                "depth doit être un nombre entier, -5..9223372036854775807 ; reçu « x »");
    error_set(&err, ERROR_SECONDS, "time", 0.05, 1e6, "x");
    check_words(&err, "time must be seconds from 0.05 to 1000000, got 'x'",
                "time doit être en secondes, de 0.05 à 1000000 ; reçu « x »");
    error_set(&err, ERROR_RECORD_COMMENT);
    check_words(&err, "expected [%clk seconds] or [%eval number]",
                "il faut [%clk secondes] ou [%eval nombre]");
}

/* An error within an error, as deep as the room allows; a text in both languages; its own name. */
static void test_an_error_holds_errors_and_words(void **state)
{
    (void)state;
    static const Text reason = TEXT("a draw", "partie nulle");
    Error             err;
    error_set(&err, ERROR_GAME_OVER_BY, &reason);
    check_words(&err, "the game is over: a draw", "la partie est finie : partie nulle");
    error_set(&err, ERROR_RECORD_MISSING, '}');
    error_set(&err, ERROR_LINE, UINT64_C(7), &err);
    error_prefix(&err, "games.txt");
    check_words(&err, "games.txt: line 7: '}' is missing", "games.txt : ligne 7 : il manque « } »");
    for (int i = 0; i < 1000; i++)
        error_prefix(&err, "deeper");
    assert_non_null(strstr(error_words(&err, LANG_EN), "deeper: deeper"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_row_has_the_same_places_in_both_languages),
        cmocka_unit_test(test_each_row_renders_in_both_languages),
        cmocka_unit_test(test_an_error_is_one_printable_line),
        cmocka_unit_test(test_texts_are_cut_as_the_format_says),
        cmocka_unit_test(test_numbers_stay_numbers),
        cmocka_unit_test(test_an_error_holds_errors_and_words),
    };
    return cmocka_run_group_tests_name("errors", tests, NULL, NULL);
}
