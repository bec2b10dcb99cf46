/* The best of the positions one move away; equals are drawn by lot. */
static void S(greedy)(void *pos, SearchContext *context)
{
    POS  *p = pos;
    int   side = G(side)(p), equals = 0;
    Move  moves[G(max_moves)];
    int   count = G(gen)(p, moves);
    Score best = -SCORE_INF;
    for (int i = 0; i < count; i++) {
        UNDO undo;
        S(step)(p, moves[i], &undo, context);
        Play  play = S(play_at)(p, context);
        Score score = play != PLAY_ON ? S(final_score)(play, 1) : G(eval)(p);
        if (!S(keeps_turn_after)(p, side))
            score = -score;
        S(step_back)(p, moves[i], &undo, context);
        if (score > best)
            equals = 0;
        if (score >= best && rng_below(&context->rng, (uint32_t)++equals) == 0) {
            best = score;
            context->best = moves[i];
        }
    }
    context->score = best;
    context->depth = 1;
}
