/* games/gomoku/champion/gomoku_tuner.h -- fits the champion's weights (gomoku_weights.h) to games:
 * `plateau tune champion gomoku GAMES`. */
#pragma once
#include "eval/tuner.h"

extern const Tuner gomoku_tuner;
