/* MTD(f): the value is closed in by searches with windows of width one around a guess. Without a
 * table each of them begins anew: right, but slow. */
#pragma once
#include "search/tree/negamax.inc.h"

static Score S(drive)(POS *p, Score guess, int depth, SearchWork *w)
{
    Score lower = -SCORE_INF, upper = SCORE_INF, value = guess;
    Move  proven[MAX_SEARCH_PLIES]; /* the line of the last pass that failed high: only it is a
                                       choice */
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
