#include "search/search.h"

#include "base/clock.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name;
    Text        text;
} searchers[SEARCHER_COUNT] = {
#define SEARCHER(id, english, french) {#id, TEXT(english, french)},
#include "search/searchers.def"
#undef SEARCHER
};

const char *searcher_name(SearcherId id) { return searchers[id].name; }

const char *searcher_text(SearcherId id, Lang lang) { return text_in(&searchers[id].text, lang); }

bool searcher_find(const char *name, SearcherId *out)
{
    for (int i = 0; i < SEARCHER_COUNT; i++)
        if (strcmp(searchers[i].name, name) == 0) {
            *out = (SearcherId)i;
            return true;
        }
    return false;
}

bool search_check_clock(const SearchContext *context)
{
    if (context->stop != NULL && atomic_load_explicit(context->stop, memory_order_relaxed))
        return true;
    return context->deadline_us != 0 && clock_now_us() >= context->deadline_us;
}

void search_run(const Game *game, void *pos, SearcherId id, SearchContext *context)
{
    assert(game->play(pos) == PLAY_ON);
    const Limits *limits = &context->limits;
    context->best = MOVE_NONE;
    context->score = 0;
    context->depth = 0;
    context->nodes = 0;
    context->is_stopped = false;
    if (context->limits.depth > MAX_SEARCH_PLIES - 1)
        context->limits.depth = MAX_SEARCH_PLIES - 1; /* the room that `keys` has */
    context->deadline_us = limits->time_us != 0 ? clock_now_us() + limits->time_us : 0;
    game->searchers[id](pos, context);
    assert(context->best != MOVE_NONE);
}
