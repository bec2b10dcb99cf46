/* Minimax on copies: each child is a new board, and nothing is taken back. */
#pragma once
#include "search/frame/node.inc.h"

static Score S(minimax_copy_at)(POS *p, int depth, int ply, SearchWork *w)
{
    S(node) node;
    if (S(open)(&node, p, -SCORE_INF, SCORE_INF, depth, ply, w))
        return node.side == w->root_side ? node.best : -node.best;

    bool is_max = node.side == w->root_side;
    for (POS child = *p; S(next)(&node, &child, w); child = *p) {
        Score value = S(minimax_copy_at)(&child, depth - 1, ply + 1, w);
        S(forget)(w); /* the copy is thrown away; only the line of keys goes back */
        S(take)(&node, is_max ? value : -value, w);
    }
    Score best = S(close)(&node, w);
    return is_max ? best : -best;
}

static Score S(minimax_copy)(void *pos, SearchWork *w, int depth)
{
    return S(minimax_copy_at)(pos, depth, 0, w);
}
