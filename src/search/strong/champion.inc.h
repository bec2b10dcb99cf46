/* The strongest player of each game: its own search where it has one, the flagship elsewhere. */
#pragma once
#include "search/strong/flagship.inc.h"

static Score S(champion)(void *pos, SearchWork *w, int depth)
{
#if G(has_champion)
    Score score;
    if (G(champion)(pos, w, depth, &score))
        return score;
    const int32_t *own = w->constants;
    w->constants = flagship_usual;
    score = S(flagship)(pos, w, depth);
    w->constants = own;
    return score;
#else
    return S(flagship)(pos, w, depth);
#endif
}
