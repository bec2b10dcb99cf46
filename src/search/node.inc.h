/* What every tree searcher needs at a node. */

/* The state of play with repetition. The context's keys end with this position. */
static Play S(play_at)(const POS *p, const SearchContext *context)
{
    Play play = G(play)(p);
#if G(can_repeat)
    if (play == PLAY_ON && context->keys != NULL) {
        int limit = G(repeat_limit)(p);
        if (limit > 0 &&
            position_occurrences(context->keys, context->key_count, G(reversible)(p)) >= limit)
            return PLAY_DRAWN;
    }
#else
    (void)context;
#endif
    return play;
}

static Score S(final_score)(Play play, int ply)
{
    return play == PLAY_DRAWN ? 0 : play == PLAY_WON ? SCORE_MATE - ply : ply - SCORE_MATE;
}

/* make and unmake that also keep the keys of the line. */
static void S(step)(POS *p, Move move, UNDO *undo, SearchContext *context)
{
    G(make)(p, move, undo);
    context->nodes++;
#if G(can_repeat)
    if (context->keys != NULL)
        context->keys[context->key_count++] = G(key)(p);
#endif
}

static void S(step_back)(POS *p, Move move, const UNDO *undo, SearchContext *context)
{
    G(unmake)(p, move, undo);
#if G(can_repeat)
    if (context->keys != NULL)
        context->key_count--;
#else
    (void)context;
#endif
}

/* Does the player who moved have the next move too? */
static bool S(keeps_turn_after)(const POS *p, int side)
{
#if G(keeps_turn)
    return G(side)(p) == side;
#else
    (void)p;
    (void)side;
    return false;
#endif
}
