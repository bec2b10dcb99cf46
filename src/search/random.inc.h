/* Any legal move. */
static void S(random)(void *pos, SearchContext *context)
{
    Move moves[G(max_moves)];
    int  count = G(gen)(pos, moves);
    context->best = moves[rng_below(&context->rng, (uint32_t)count)];
}
