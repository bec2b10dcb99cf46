/* Fuzz target: settings of the Monte Carlo search, "seed4,exploration=1.2,choice=max". */
#include "fuzz/fuzz.h"
#include "search/mcts/mcts.h"

#include <stdlib.h>

static bool is_within(double number, double min, double max)
{
    return number >= min && number <= max;
}

static void check_settings(const MctsSettings *settings)
{
    CHECK(is_within(settings->exploration, 0, 1000) && is_within(settings->bias, 0, 1000));
    CHECK(is_within(settings->first_play, -1, 100) && is_within(settings->implicit_minimax, 0, 1));
    CHECK(is_within(settings->scale, 0.01, 10000));
    CHECK(settings->playout < PLAYOUT_COUNT && settings->choice < CHOICE_COUNT);
    CHECK(settings->playout_plies >= 0 && settings->memory_megabytes >= 1);
}

FUZZ_TARGET(mcts)
{
    Cursor       in = cursor_over(bytes, size);
    char        *text = cursor_rest(&in);
    MctsSettings settings;
    Error        err = {0};
    CHECK(mcts_preset_of(text) != NULL);
    if (mcts_parse(NULL, text, &settings, &err))
        check_settings(&settings);
    else
        fuzz_check_error(&err);
    free(text);
    return 0;
}
