/* search/exact.h -- the game's exact solver as a searcher: for the time it has, then gives up. */
#pragma once
#include "search/work.h"

/* Asks the solver of the game about the work's root moves; it may use half of the limits, so that
 * another search can follow. True: root_best, root_score and the line are the truth. */
bool exact_search(const Game *game, const void *pos, SearchWork *work);
