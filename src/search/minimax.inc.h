/* Plain minimax in negamax form: the yardstick every other searcher must agree with. */
static Score S(minimax_at)(POS *p, int depth, int ply, SearchContext *context)
{
    Play play = S(play_at)(p, context);
    if (play != PLAY_ON)
        return S(final_score)(play, ply);
    if (depth == 0)
        return G(eval)(p);

    int   side = G(side)(p);
    Move  moves[G(max_moves)];
    int   count = G(gen)(p, moves);
    Score best = -SCORE_INF;
    for (int i = 0; i < count; i++) {
        UNDO undo;
        S(step)(p, moves[i], &undo, context);
        bool  again = S(keeps_turn_after)(p, side);
        Score score = S(minimax_at)(p, depth - 1, ply + 1, context);
        score = again ? score : -score;
        S(step_back)(p, moves[i], &undo, context);
        if (score > best) {
            best = score;
            if (ply == 0)
                context->best = moves[i];
        }
        if (search_must_stop(context))
            break;
    }
    return best;
}

static void S(minimax)(void *pos, SearchContext *context)
{
    int depth = context->limits.depth > 0 ? context->limits.depth : 3;
    context->score = S(minimax_at)(pos, depth, 0, context);
    context->depth = depth;
}
