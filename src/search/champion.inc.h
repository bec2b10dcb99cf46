/* The strongest player of each game: its own search where it has one, the flagship elsewhere. */
static Score S(champion)(void *pos, SearchWork *w, int depth)
{
#if G(has_champion)
    Score score;
    if (G(champion)(pos, w, depth, &score))
        return score;
#endif
    return S(flagship)(pos, w, depth);
}
