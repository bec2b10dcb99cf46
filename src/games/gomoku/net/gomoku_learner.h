/* games/gomoku/net/gomoku_learner.h -- training of Gomoku's nets (gomoku_net.h): eval/learner.h.
 *
 * The target of the output is the trainer's. As an auxiliary task (a policy head) the vectors also
 * learn which move was played among the candidates: a weighted sum of a point's vectors and its
 * rank by shapes. The finished net does not have that head, but it keeps the vectors from
 * overfitting. */
#pragma once
#include "eval/learner.h"

/* For positions of this rule and size of the board. NULL when memory is short. */
Learner *gomoku_learner_new(const int16_t options[]);
