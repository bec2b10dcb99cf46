/* app/tune/tune.h -- plateau tune: what its kinds (genetic, spsa, logistic) share. */
#pragma once
#include "app/arguments/command.h"
#include "learn/adopt.h"
#include "learn/rivals.h"

/* What was given; `elite` -1, `pairs` 0: not. */
typedef struct {
    const char *eval;
    const char *search;
    const char *player;
    int         population;
    int         generations;
    int         references;
    int         elite;
    int         pairs;
    int         steps;
    int         reach;
    int         epochs;
    int         score_share;
    uint64_t    seed;
    int         threads;
    int         random_plies;
    int         most_plies;
    const char *state;
    const char *svg;
    const char *sprt;
    int64_t     test_games;
    const char *output;
    bool        json;
} TuneFlags;

typedef struct {
    const Call      *call;
    const TuneFlags *given;
    const Game      *game;
    Params           params;
    Str              start;        /* position text */
    Str              usual_player; /* `player` borrows it where none is given */
    const char      *player, *state, *chart, *output;
    int              threads, random_plies, most_plies;
    uint64_t         seed;
    int64_t          test_games; /* even; 0: no test */
    const char      *sprt;
    bool             is_json;
} Tune;

/* The kinds; each returns the exit code. */
int tune_genetic(Tune *tune);
int tune_spsa(Tune *tune);
int tune_logistic(Tune *tune);
int tune_champion(Tune *tune);

/* The rest of every tuner: tells the parameters, tests them against the old ones where that is
 * wanted, and writes them to the output if they passed. */
int tune_finish(const Tune *tune, const double values[]);

/* What the games of a tuner are played by. */
void tune_rivals(const Tune *tune, Rivals *out);
