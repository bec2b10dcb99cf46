/* gomoku_walk.h -- Gomoku's boards of every rule and size, filled at random, for tests. */
#pragma once
#include "games/gomoku/champion/gomoku_candidates.h"

extern const char *const gomoku_rule_names[];

void gomoku_begin(int rule, int size, gomoku_pos *p);

/* An allowed point near the stones, so that lines come about; MOVE_NONE: there is none. */
Move gomoku_draw_point(const GomokuThreats *t, uint64_t *rng);
