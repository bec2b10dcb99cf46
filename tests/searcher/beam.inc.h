/* Beam search: alpha-beta over the best few moves of each node. The tests' example of a new
 * searcher. */
#pragma once
#include "search/frame/node.inc.h"

static Score S(beam_at)(POS *p, Score alpha, Score beta, int depth, int ply, SearchWork *w)
{
    enum { WIDTH = 4 };
    S(node) node;
    if (S(open)(&node, p, alpha, beta, depth, ply, w))
        return node.best;
    if (node.count > WIDTH)
        node.count = WIDTH;
    while (S(next)(&node, p, w)) {
        Score floor = S(floor)(&node), score;
        if (S(keeps_turn_after)(p, node.side))
            score = S(beam_at)(p, floor, beta, depth - 1, ply + 1, w);
        else
            score = -S(beam_at)(p, -beta, -floor, depth - 1, ply + 1, w);
        S(back)(&node, p, w);
        S(take)(&node, score, w);
    }
    return S(close)(&node, w);
}

static Score S(beam)(void *pos, SearchWork *w, int depth)
{
    return S(beam_at)(pos, -SCORE_INF, SCORE_INF, depth, 0, w);
}
