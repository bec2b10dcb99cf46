/* MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): null windows, each at the last result, close
 * in on the value from a first guess. Without a transposition table each pass starts again: right,
 * but slow. */
#pragma once
#include "search/tree/negamax.inc.h"

static Score S(drive)(POS *p, Score guess, int depth, SearchWork *w)
{
    Score lower = -SCORE_INF, upper = SCORE_INF, value = guess;
    /* The line of the last pass that failed high: one that fails low does not choose a move. */
    Move proven[MAX_SEARCH_PLIES];
    int  length = 0;
    bool is_first = true;
    while (lower < upper && !w->is_stopped) {
        Score beta = value == lower ? value + 1 : value;
        value = S(negamax_at)(p, beta - 1, beta, depth, 0, w);
        if (value < beta) {
            upper = value;
        } else {
            lower = value;
            length = w->pv_length[0];
            memcpy(proven, w->pv[0], (size_t)length * sizeof proven[0]);
        }
        w->counts.researches += !is_first;
        is_first = false;
    }
    if (length > 0 && !w->is_stopped) {
        memcpy(w->pv[0], proven, (size_t)length * sizeof proven[0]);
        w->pv_length[0] = length;
        w->root_best = proven[0];
        w->root_score = value;
    }
    return value;
}

static Score S(mtdf)(void *pos, SearchWork *w, int depth)
{
    return S(drive)(pos, w->guess, depth, w);
}
