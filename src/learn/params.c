#include "learn/params.h"

#include "base/errors.h"

#include <math.h>
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
    out->name = table->evals[out->eval].name;
    if (eval[0] != '\0' && strcmp(out->name, eval) != 0)
        return error_set(err, ERROR_TUNE_EVAL, eval);
    for (int i = 0; i < table->criterion_count; i++)
        if (eval_uses(&setup, i)) {
            out->criteria[out->count] = i;
            out->names[out->count] = table->criteria[i].name;
            out->low[out->count] = -MAX_WEIGHT / 100.0;
            out->high[out->count] = MAX_WEIGHT / 100.0;
            out->values[out->count++] = setup.weights[i] / 100.0;
        }
    return true;
}

bool params_of_search(const Game *game, const char *searcher, const char *player, Params *out,
                      Error *err)
{
    SearcherId           id;
    Player               now;
    Constants            constants;
    const ConstantTable *table = searcher_find(searcher, &id) ? searcher_constants(game, id) : NULL;
    if (table == NULL)
        return error_set(err, ERROR_TUNE_SEARCH, searcher, searcher_name(SEARCHER_flagship),
                         searcher_name(SEARCHER_champion));
    if (!player_parse(game, player, &now, err))
        return false;
    if (searcher_constants(game, now.searcher) != table)
        return error_set(err, ERROR_TUNE_PLAYER, player, searcher_name(id));
    if (!player_constants(game, now.searcher, now.search, &constants, err))
        return false;
    if (constants.count == 0)
        constants_reset(table, &constants);
    *out = (Params){
        .game = game, .constants = table, .name = searcher_name(id), .count = table->count};
    for (int i = 0; i < table->count; i++) {
        out->names[i] = table->constants[i].name;
        out->values[i] = constants.values[i];
        out->low[i] = table->constants[i].min;
        out->high[i] = table->constants[i].max;
    }
    return true;
}

const char *params_setting(const Params *params)
{
    return params->constants != NULL ? "search" : "eval";
}

void params_format_one(const Params *params, double value, Str *out)
{
    if (params->constants != NULL)
        str_printf(out, "%ld", lround(value));
    else
        str_printf(out, "%.2f", value);
}

void params_format(const Params *params, const double values[], char separator, Str *out)
{
    if (params->constants == NULL)
        str_text(out, params->name);
    for (int i = 0; i < params->count; i++) {
        if (i > 0 || params->constants == NULL)
            str_char(out, separator);
        str_printf(out, "%s=", params->names[i]);
        params_format_one(params, values[i], out);
    }
}
