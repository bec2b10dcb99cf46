/* The exact value by the game's solver; by df-pn where the game has none. If half of the limits is
 * not enough, or several moves draw, the flagship or PVS searches with the rest. */
#pragma once
#include "search/proof/dfpn.inc.h"
#include "search/strong/flagship.inc.h"
#include "search/tree/pvs.inc.h"

#if G(has_solver)
/* PVS one ply below the root, for ShallowSearch. */
static Score S(shallow_search)(void *pos, SearchWork *w, Score alpha, Score beta, int depth)
{
    return S(pvs_at)(pos, alpha, beta, depth, 1, w);
}

/* One search to a depth by the searcher that takes over. */
static Score S(exact_rest)(void *pos, SearchWork *w, int depth)
{
#if G(has_flagship)
    return S(flagship)(pos, w, depth);
#else
    return S(pvs)(pos, w, depth);
#endif
}
#endif

static Score S(exact)(void *pos, SearchWork *w, int depth)
{
#if G(has_solver)
    extern const Game INSTANCE_RECORD;
    Score             score = 0;
    ExactAnswer       answer = exact_search(&INSTANCE_RECORD, pos, w, S(shallow_search));
    if (answer.is_whole)
        return answer.score;
    int deepest = depth > 1 ? depth : MAX_SEARCH_PLIES - 1;
    for (int d = 1; d <= deepest && !w->is_stopped; d++) {
        Move  best = w->root_best;
        Score before = score;
        w->has_seen_horizon = false;
        w->root_best = MOVE_NONE;
        score = S(exact_rest)(pos, w, d);
        if (w->root_best == MOVE_NONE) { /* stopped before it finished a move */
            w->root_best = best;
            w->root_score = before;
        }
        if (w->is_stopped)
            score = w->root_score;
        search_put_first(w, w->root_best);
        if (!w->has_seen_horizon || score > SCORE_FORCED || score < -SCORE_FORCED)
            break;
        w->guess = score;
    }
    return answer.is_known ? w->root_score = answer.score : score;
#else
    return S(dfpn)(pos, w, depth);
#endif
}
