/* Alpha-beta as it is taught (Knuth and Moore 1975): alpha is what max has for sure, beta what min
 * has for sure. A node is left as soon as they meet (a cutoff): the player above it has something
 * better and will not let the game come here. */
#pragma once
#include "search/frame/node.inc.h"

static Score S(alphabeta_at)(POS *p, Score alpha, Score beta, int depth, int ply, SearchWork *w)
{
    bool    is_max = G(side)(p) == w->root_side;
    S(node) node;
    if (S(open)(&node, p, is_max ? alpha : -beta, is_max ? beta : -alpha, depth, ply, w))
        return is_max ? node.best : -node.best;

    while (S(next)(&node, p, w)) {
        Score value = S(alphabeta_at)(p, alpha, beta, depth - 1, ply + 1, w);
        S(back)(&node, p, w);
        S(take)(&node, is_max ? value : -value, w);
        if (is_max && value > alpha)
            alpha = value;
        if (!is_max && value < beta)
            beta = value;
    }
    Score best = S(close)(&node, w);
    return is_max ? best : -best;
}

static Score S(alphabeta)(void *pos, SearchWork *w, int depth)
{
    return S(alphabeta_at)(pos, -SCORE_INF, SCORE_INF, depth, 0, w);
}
