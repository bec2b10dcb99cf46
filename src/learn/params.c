#include "learn/params.h"

#include <string.h>

bool params_of_eval(const Game *game, const char *eval, Params *out, Error *err)
{
    const EvalTable *table = game->info->evals;
    EvalSetup        setup;
    *out = (Params){.game = game};
    if (!eval_parse(table, eval, &setup, err))
        return false;
    for (int i = 1; i < table->eval_count; i++)
        if (strcmp(table->evals[i].name, eval) == 0)
            out->eval = i;
    if (eval[0] != '\0' && strcmp(table->evals[out->eval].name, eval) != 0)
        return error_set(err, "an evaluation to tune is named without settings, got '%.40s'", eval);
    for (int i = 0; i < table->criterion_count; i++)
        if (eval_uses(&setup, i)) {
            out->criteria[out->count] = i;
            out->names[out->count] = table->criteria[i].name;
            out->values[out->count++] = setup.weights[i] / 100.0;
        }
    return true;
}

void params_format(const Params *params, const double values[], char separator, Str *out)
{
    str_text(out, params->game->info->evals->evals[params->eval].name);
    for (int i = 0; i < params->count; i++)
        str_printf(out, "%c%s=%.2f", separator, params->names[i], values[i]);
}
