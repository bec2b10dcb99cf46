#include "games/gomoku/champion/gomoku_constants.h"

static const Constant list[] = {
#define CONSTANT(id, usual, min, max, step, english, french)                                       \
    {#id, usual, min, max, step, HELP(english, french)},
#include "games/gomoku/champion/gomoku_champion.def"
#undef CONSTANT
};
_Static_assert((int)GOMOKU_CONSTANTS <= (int)MAX_CONSTANTS, "too many constants");

const ConstantTable gomoku_constants = {list, GOMOKU_CONSTANTS};
