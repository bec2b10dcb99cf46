/* Minimax as it is taught (Shannon 1950): max nodes for the player at the root, min nodes for the
 * other. Moves are taken back after each child. Every full-width searcher must give its value: the
 * laws check it. */
#pragma once
#include "search/frame/node.inc.h"

static Score S(minimax_at)(POS *p, int depth, int ply, SearchWork *w)
{
    S(node) node;
    if (S(open)(&node, p, -SCORE_INF, SCORE_INF, depth, ply, w))
        return node.side == w->root_side ? node.best : -node.best;

    bool is_max = node.side == w->root_side;
    while (S(next)(&node, p, w)) {
        Score value = S(minimax_at)(p, depth - 1, ply + 1, w); /* for the root's player */
        S(back)(&node, p, w);
        S(take)(&node, is_max ? value : -value, w);
    }
    Score best = S(close)(&node, w);
    return is_max ? best : -best;
}

static Score S(minimax)(void *pos, SearchWork *w, int depth)
{
    return S(minimax_at)(pos, depth, 0, w);
}
