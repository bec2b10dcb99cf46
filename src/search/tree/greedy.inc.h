#pragma once
#include "search/frame/node.inc.h"

static Score S(greedy_value)(void *pos, int side, SearchWork *w)
{
    (void)side;
    return S(evaluate)(pos, w);
}

/* The best of the positions one move away. */
static Score S(greedy)(void *pos, SearchWork *w, int depth)
{
    (void)depth;
    return S(random_best)(pos, w, S(greedy_value));
}
