/* app/tune/tune.h -- plateau tune: what its kinds (genetic, spsa, logistic) share. */
#pragma once
#include "app/arguments/command.h"
#include "learn/adopt.h"
#include "learn/rivals.h"

typedef struct {
    const Call *call;
    const Game *game;
    Params      params;
    Str         start;        /* position text */
    Str         usual_player; /* `player` borrows it where none is given */
    const char *player, *state, *chart, *output;
    int         threads, random_plies, most_plies;
    uint64_t    seed;
    int64_t     test_games; /* 0: no test */
    const char *sprt;
    bool        is_json;
} Tune;

/* The kinds; each returns the exit code. */
int tune_genetic(Tune *tune);
int tune_spsa(Tune *tune);
int tune_logistic(Tune *tune);
int tune_champion(Tune *tune);

/* The rest of every tuner: tells the parameters, tests them against the old ones where that is
 * wanted, and writes them to the output if they passed. */
int tune_finish(const Tune *tune, const double values[]);

/* A whole number among the flags. */
bool tune_int(const Tune *tune, const char *flag, int64_t min, int64_t max, int *value, Error *err);

/* What the games of a tuner are played by. */
void tune_rivals(const Tune *tune, Rivals *out);
