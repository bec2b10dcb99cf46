/* Fuzz target: evaluations, "full,threat=300,form=logistic". A digit for the game, then the text.
 */
#include "eval/criteria.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* However large the criteria are, their sum is a score. */
static void combine(const EvalTable *table, const EvalSetup *setup)
{
    static const int extremes[] = {0, 1, -1, 400, -400, INT16_MAX, -INT16_MAX};
    for (size_t k = 0; k < sizeof extremes / sizeof extremes[0]; k++) {
        int     criteria[MAX_CRITERIA];
        int32_t parts[MAX_CRITERIA];
        for (int i = 0; i < MAX_CRITERIA; i++)
            criteria[i] = extremes[k];
        int32_t score = eval_combine(setup, criteria, table->criterion_count, parts);
        CHECK(score < SCORE_FORCED && score > -SCORE_FORCED);
    }
}

static void check_setup(const EvalTable *table, const EvalSetup *setup)
{
    CHECK(setup->form < FORM_COUNT && eval_form_name(setup->form) != NULL);
    for (int i = 0; i < MAX_CRITERIA; i++) {
        CHECK(abs(setup->weights[i]) <= MAX_WEIGHT);
        CHECK(setup->powers[i] >= 1 && setup->powers[i] <= MAX_POWER);
        CHECK(eval_uses(setup, i) == (setup->weights[i] != 0));
        CHECK(setup->weights[i] == 0 || i < table->criterion_count);
    }
    combine(table, setup);
}

FUZZ_TARGET(eval)
{
    Cursor           in = cursor_over(bytes, size);
    const EvalTable *table = cursor_game(&in)->info->evals;
    char            *text = cursor_rest(&in);
    EvalSetup        setup;
    Error            err = {0};
    if (eval_parse(table, text, &setup, &err))
        check_setup(table, &setup);
    else
        fuzz_check_error(&err);
    free(text);
    return 0;
}
