/* learn/params.h -- the parameters that tuners change: the weights of an evaluation, in points, or
 * the constants of a search. */
#pragma once
#include "engine/player.h"
#include "eval/criteria.h"

enum { MAX_PARAMS = MAX_CONSTANTS, PARAM_BOUND = 50 };

typedef struct {
    const Game          *game;
    int                  eval;      /* which of the game's evaluations */
    const ConstantTable *constants; /* these instead, whole numbers; NULL: weights */
    const char          *name;      /* of the evaluation or the searcher */
    int                  count;
    int                  criteria[MAX_PARAMS];
    const char          *names[MAX_PARAMS];
    double               values[MAX_PARAMS]; /* as they are now */
    double               low[MAX_PARAMS], high[MAX_PARAMS];
} Params;

/* The criteria that have a weight in the evaluation of this name ("": the default). */
bool params_of_eval(const Game *game, const char *eval, Params *out, Error *err);

/* The constants of the searcher of this name, as the player's text has them now. */
bool params_of_search(const Game *game, const char *searcher, const char *player, Params *out,
                      Error *err);

/* The setting of a player that they are: "eval" or "search". */
const char *params_setting(const Params *params);

/* "full+material=40.00+mobility=1.00", "window=15+reduce=100": as a player's eval= or search= has
 * it; with ',' for eval_parse and constants_parse. */
void params_format(const Params *params, const double values[], char separator, Str *out);

/* One of them, as it is written there. */
void params_format_one(const Params *params, double value, Str *out);
