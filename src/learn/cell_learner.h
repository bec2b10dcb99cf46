/* learn/cell_learner.h -- how nets of cells (eval/net.h) are taught: the kind that all games share.
 * A lesson is the pieces of a position, as learn/samples.h keeps them. */
#pragma once
#include "learn/samples.h"

/* For nets with this number of hidden units and positions like these samples, which it borrows.
 * NULL when memory is short; the caller closes it. */
Learner *cell_learner_new(const Samples *samples, int hidden);
