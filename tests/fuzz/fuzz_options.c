/* Fuzz target: option words. A digit for the game, one for the table (rules, state), then words. */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_round_trip(const OptionTable *table, const int16_t values[MAX_OPTIONS])
{
    Str     text = {0}, again_text = {0};
    int16_t again[MAX_OPTIONS];
    options_reset(table, again);
    options_format(table, values, &text);
    CHECK(options_set_words(table, again, str_get(&text), NULL));
    CHECK(memcmp(again, values, sizeof again) == 0);
    options_format(table, again, &again_text);
    CHECK(strcmp(str_get(&text), str_get(&again_text)) == 0);
    str_free(&again_text);
    str_free(&text);
}

FUZZ_TARGET(options)
{
    Cursor             in = cursor_over(bytes, size);
    const GameInfo    *info = cursor_game(&in)->info;
    const OptionTable *table = cursor_choice(&in, 2) == 0 ? &info->options : &info->state;
    char              *words = cursor_rest(&in);
    int16_t            values[MAX_OPTIONS];
    Error              err = {0};
    options_reset(table, values);
    if (!options_set_words(table, values, words, &err))
        fuzz_check_error(&err);
    /* Also after a bad word: those before it were taken, the bad one was not. */
    CHECK(options_are_valid(table, values));
    check_round_trip(table, values);
    free(words);
    return 0;
}
