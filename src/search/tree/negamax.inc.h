/* Alpha-beta in negamax form (Knuth and Moore 1975): scores are for the player to move, every node
 * maximises, and the window of a child is negated and exchanged. */
#pragma once
#include "search/frame/node.inc.h"

static Score S(negamax_at)(POS *p, Score alpha, Score beta, int depth, int ply, SearchWork *w)
{
    S(node) node;
    if (S(open)(&node, p, alpha, beta, depth, ply, w))
        return node.best;

    while (S(next)(&node, p, w)) {
        Score floor = S(floor)(&node), score;
        if (S(keeps_turn_after)(p, node.side))
            score = S(negamax_at)(p, floor, beta, depth - 1, ply + 1, w);
        else
            score = -S(negamax_at)(p, -beta, -floor, depth - 1, ply + 1, w);
        S(back)(&node, p, w);
        S(take)(&node, score, w);
    }
    return S(close)(&node, w);
}

static Score S(negamax)(void *pos, SearchWork *w, int depth)
{
    return S(negamax_at)(pos, -SCORE_INF, SCORE_INF, depth, 0, w);
}
