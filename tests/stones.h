/* stones.h -- Connect Four's positions, one stone after the other. */
#pragma once
#include "games/connect4/connect4.h"

/* The positions one stone after those of `from` that are not over, each once. *count is updated;
 * the caller frees both. Fails the test when memory is short. */
connect4_pos *one_stone_later(const connect4_pos *from, int *count);
