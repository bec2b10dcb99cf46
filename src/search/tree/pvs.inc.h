/* Principal variation search: the first move is searched with the whole window, the others are only
 * asked whether they are better (Pearl's Scout 1980, Reinefeld's NegaScout 1983); those that are
 * get searched again. With several threads a move that another thread is busy with is put off
 * (search/frame/abdada.h). */
#pragma once
#include "search/frame/node.inc.h"

#include <assert.h>

/* ABDADA: puts the present move off to the end of the list, once for each: true when it was. */
static bool S(defer_move)(S(node) *node, POS *p, int *put_off, SearchWork *w)
{
    assert(node->index > 0 && *put_off >= 0);
    int waiting = node->count - *put_off; /* moves that were not put off yet */
    if (node->index > waiting || node->index < 2 || !abdada_is_busy(w->busy, G(key)(p)))
        return false;
    Move move = node->moves[node->index - 1];
    S(back)(node, p, w);
    w->counts.nodes--;
    memmove(&node->moves[node->index - 1], &node->moves[node->index],
            (size_t)(node->count - node->index) * sizeof node->moves[0]);
    node->moves[node->count - 1] = move;
    node->index--;
    ++*put_off;
    return true;
}

static Score S(pvs_at)(POS *p, Score alpha, Score beta, int depth, int ply, SearchWork *w);

static Score S(pvs_child)(POS *p, Score alpha, Score beta, const S(node) *node, SearchWork *w)
{
    if (S(keeps_turn_after)(p, node->side))
        return S(pvs_at)(p, alpha, beta, node->depth - 1, node->ply + 1, w);
    return -S(pvs_at)(p, -beta, -alpha, node->depth - 1, node->ply + 1, w);
}

static Score S(pvs_at)(POS *p, Score alpha, Score beta, int depth, int ply, SearchWork *w)
{
    S(node) node;
    int     delayed = 0;
    bool    shares = w->busy != NULL && depth >= 3;
    if (S(open)(&node, p, alpha, beta, depth, ply, w))
        return node.best;

    while (S(next)(&node, p, w)) {
        if (shares && S(defer_move)(&node, p, &delayed, w))
            continue;
        uint64_t key = shares ? G(key)(p) : 0;
        Score    floor = S(floor)(&node), score;
        if (shares)
            abdada_enter(w->busy, key);
        if (node.index == 1 || floor + 1 >= beta) {
            score = S(pvs_child)(p, floor, beta, &node, w);
        } else {
            score = S(pvs_child)(p, floor, floor + 1, &node, w);
            if (score > floor && score < beta && !w->is_stopped) {
                w->counts.researches++;
                score = S(pvs_child)(p, score - 1, beta, &node, w);
            }
        }
        if (shares)
            abdada_leave(w->busy, key);
        S(back)(&node, p, w);
        S(take)(&node, score, w);
    }
    return S(close)(&node, w);
}

static Score S(pvs)(void *pos, SearchWork *w, int depth)
{
    return S(pvs_at)(pos, -SCORE_INF, SCORE_INF, depth, 0, w);
}
