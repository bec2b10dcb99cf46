/* Any legal move. */
#pragma once
#include "search/frame/template.h"

static Score S(random)(void *pos, SearchWork *w, int depth)
{
    (void)pos;
    (void)depth;
    uint64_t rng = w->context->rng;
    w->root_best = w->root[rng_below(&rng, (uint32_t)w->root_count)];
    return 0;
}
