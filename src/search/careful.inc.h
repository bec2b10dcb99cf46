/* Any legal move, except that a win in one is taken and a loss in one is stopped where it can be.
 */

/* Can the player to move here, who is not `side`, end the game with a win at once? */
static bool S(can_win_at_once)(POS *p, int side, SearchWork *w)
{
    Move moves[G(max_moves)];
    int  count = S(keeps_turn_after)(p, side) ? 0 : G(gen)(p, moves);
    bool can_win = false;
    for (int i = 0; i < count && !can_win && !search_must_stop(w); i++) {
        UNDO undo;
        S(step)(p, moves[i], &undo, w);
        Play play = S(play_at)(p, w);
        can_win = play == (S(keeps_turn_after)(p, 1 - side) ? PLAY_WON : PLAY_LOST);
        S(step_back)(p, moves[i], &undo, w);
    }
    return can_win;
}

static Score S(careful)(void *pos, SearchWork *w, int depth)
{
    S(node)  node;
    uint64_t rng = w->context->rng;
    Score    best = -SCORE_INF;
    int      equals = 0;
    (void)depth;
    S(open)(&node, pos, -SCORE_INF, SCORE_INF, 1, 0, w);
    while (S(next)(&node, pos, w)) {
        Play  play = S(play_at)(pos, w);
        Score score = play != PLAY_ON                         ? S(final_score)(play, 1)
                      : S(can_win_at_once)(pos, node.side, w) ? SCORE_MATE - 2
                                                              : 0;
        if (!S(keeps_turn_after)(pos, node.side))
            score = -score;
        S(back)(&node, pos, w);
        equals = score > best ? 0 : equals;
        if (score >= best && rng_below(&rng, (uint32_t)++equals) == 0) {
            best = score;
            w->root_best = node.moves[node.index - 1];
        }
    }
    w->root_score = best;
    return best;
}
