/* learn/params.h -- the parameters that tuners turn: the weights of an evaluation, in points. */
#pragma once
#include "core/game.h"
#include "eval/criteria.h"

enum { MAX_PARAMS = MAX_CRITERIA, PARAM_BOUND = 50 };

typedef struct {
    const Game *game;
    int         eval; /* which of the game's evaluations */
    int         count;
    int         criteria[MAX_PARAMS];
    const char *names[MAX_PARAMS];
    double      values[MAX_PARAMS]; /* as they are now */
} Params;

/* The criteria that have a weight in the evaluation of this name ("": the default). */
bool params_of_eval(const Game *game, const char *eval, Params *out, Error *err);

/* "full+material=40.00+mobility=1.00": as a player's `eval=` has it; with ',' for eval_parse. */
void params_format(const Params *params, const double values[], char separator, Str *out);
