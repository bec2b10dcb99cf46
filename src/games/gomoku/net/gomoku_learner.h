/* games/gomoku/net/gomoku_learner.h -- how Gomoku's nets (gomoku_net.h) are taught: eval/learner.h.
 *
 * The value is what the trainer says. Beside it the vectors learn which move was played: what a
 * point has, weighed, and what its shapes promise are its chances among the moves worth looking at.
 * No net uses that, but vectors that must know it do not know the games by heart. */
#pragma once
#include "eval/learner.h"

/* For positions of this rule and size of the board. NULL when memory is short. */
Learner *gomoku_learner_new(const int16_t options[]);
