/* The best of the positions one move away; equals are drawn by lot. */
static Score S(greedy)(void *pos, SearchWork *w, int depth)
{
    S(node)  node;
    uint64_t rng = w->context->rng;
    Score    best = -SCORE_INF;
    int      equals = 0;
    (void)depth;
    S(open)(&node, pos, -SCORE_INF, SCORE_INF, 1, 0, w);
    while (S(next)(&node, pos, w)) {
        Play  play = S(play_at)(pos, w);
        Score score = play != PLAY_ON ? S(final_score)(play, 1) : S(evaluate)(pos, w->eval);
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
