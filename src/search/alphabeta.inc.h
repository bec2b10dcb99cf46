/* Fail-soft alpha-beta under iterative deepening: minimax's value, far fewer nodes. */

/* Moves with a higher G(order) first; equals keep the generator's order. */
static void S(sort_moves)(const POS *p, Move *moves, int count)
{
#if G(has_order)
    int rank[G(max_moves)];
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        int  value = G(order)(p, move), at = i;
        for (; at > 0 && rank[at - 1] < value; at--) {
            rank[at] = rank[at - 1];
            moves[at] = moves[at - 1];
        }
        rank[at] = value;
        moves[at] = move;
    }
#else
    (void)p;
    (void)moves;
    (void)count;
#endif
}

static Score S(alphabeta_at)(POS *p, Score alpha, Score beta, int depth, int ply,
                             SearchContext *context)
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
    S(sort_moves)(p, moves, count);
    for (int i = 0; i < count && best < beta && !context->is_stopped; i++) {
        UNDO  undo;
        Score floor = best > alpha ? best : alpha, score;
        S(step)(p, moves[i], &undo, context);
        if (S(keeps_turn_after)(p, side))
            score = S(alphabeta_at)(p, floor, beta, depth - 1, ply + 1, context);
        else
            score = -S(alphabeta_at)(p, -beta, -floor, depth - 1, ply + 1, context);
        S(step_back)(p, moves[i], &undo, context);
        if (search_must_stop(context))
            break; /* the child may be unfinished: its score is not used */
        if (score > best)
            best = score;
    }
    return best;
}

/* One iteration over the root moves, best first from the iteration before. The best of the moves
 * that were finished counts even when the iteration is cut short. */
static void S(alphabeta_root)(POS *p, Move *moves, int count, int depth, SearchContext *context)
{
    int   side = G(side)(p);
    Score best = -SCORE_INF;
    for (int i = 0; i < count; i++) {
        UNDO  undo;
        Score score;
        S(step)(p, moves[i], &undo, context);
        if (S(keeps_turn_after)(p, side))
            score = S(alphabeta_at)(p, best, SCORE_INF, depth - 1, 1, context);
        else
            score = -S(alphabeta_at)(p, -SCORE_INF, -best, depth - 1, 1, context);
        S(step_back)(p, moves[i], &undo, context);
        if (search_must_stop(context))
            return;
        if (score <= best)
            continue;
        best = score;
        context->best = moves[i];
        context->score = score;
        Move first = moves[i];
        memmove(moves + 1, moves, (size_t)i * sizeof moves[0]);
        moves[0] = first;
    }
    context->depth = depth;
}

static void S(alphabeta)(void *pos, SearchContext *context)
{
    Move moves[G(max_moves)];
    int  count = G(gen)(pos, moves);
    int  deepest = context->limits.depth > 0 ? context->limits.depth : MAX_SEARCH_PLIES - 1;
    bool is_bounded = context->limits.depth > 0 || context->limits.nodes > 0 ||
                      context->deadline_us != 0 || context->stop != NULL;
    if (!is_bounded)
        deepest = 4;
    S(sort_moves)(pos, moves, count);
    context->best = moves[0];
    for (int depth = 1; depth <= deepest && !context->is_stopped; depth++) {
        S(alphabeta_root)(pos, moves, count, depth, context);
        bool is_decided = context->score > SCORE_FORCED || context->score < -SCORE_FORCED;
        if (is_decided && context->depth == depth)
            break;
    }
}
