/* search/exact.h -- the game's exact solver as a searcher: for the time it has, then gives up. */
#pragma once
#include "search/work.h"

/* A plain search to a small depth from one ply below the root: how a position seems to people. */
typedef Score ExactLook(void *pos, SearchWork *work, Score alpha, Score beta, int depth);

/* Asks the solver of the game about the work's root moves; it may use half of the limits, so that
 * another search can follow. True: root_best, root_score and the line are the truth. */
bool exact_search(const Game *game, const void *pos, SearchWork *work, ExactLook *look);
