/* games/gomoku/champion/gomoku_constants.h -- the champion's constants, in the order of
 * gomoku_champion.def. */
#pragma once
#include "core/constants.h"

typedef enum {
#define CONSTANT(id, usual, min, max, step, english, french) GOMOKU_##id,
#include "games/gomoku/champion/gomoku_champion.def"
#undef CONSTANT
    GOMOKU_CONSTANTS
} GomokuConstant;

extern const ConstantTable gomoku_constants;
