/* learn/own_weights.h -- fits the weights that a game has to itself (eval/tuner.h) to a file of
 * games. */
#pragma once
#include "base/str.h"
#include "core/game.h"

typedef struct {
    size_t positions, held_out;
} OwnWeights;

/* Adds the weights to `weights`, as source text. `report` gets a line now and then. */
bool own_weights_fit(const Game *game, const char *path, int held_out_percent,
                     void (*report)(void *user, const char *line), void *user, OwnWeights *out,
                     Str *weights, Error *err);
