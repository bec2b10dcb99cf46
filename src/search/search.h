/* search/search.h -- what a search is given and what it gives back. */
#pragma once
#include "core/game.h"

#include <stdatomic.h>

typedef enum {
#define SEARCHER(id, english, french) SEARCHER_##id,
#include "search/searchers.def"
#undef SEARCHER
    SEARCHER_COUNT
} SearcherId;

/* 0 means no limit. */
typedef struct {
    int      depth;
    uint64_t nodes;
    int64_t  time_us;
} Limits;

typedef struct SearchContext {
    /* Given by the caller. */
    Limits             limits;
    const atomic_bool *stop; /* borrowed, may be NULL; any thread may set it */
    uint64_t           rng;
    uint64_t          *keys;      /* borrowed: earlier positions, the present one last, and room */
    size_t             key_count; /* for MAX_SEARCH_PLIES more; NULL and 0: no history */

    /* Found by the search. `best` is a legal move whenever there is one. */
    Move     best;
    Score    score; /* for the player to move */
    int      depth; /* deepest finished iteration */
    uint64_t nodes;

    /* The search's own. */
    int64_t deadline_us;
    bool    is_stopped;
} SearchContext;

const char *searcher_name(SearcherId id);
const char *searcher_text(SearcherId id, Lang lang);
bool        searcher_find(const char *name, SearcherId *out);

/* Thinks about pos, which is unchanged on return. The position must not be over. */
void search_run(const Game *game, void *pos, SearcherId id, SearchContext *context);

bool search_check_clock(const SearchContext *context);

/* True when the search must end now: a limit was reached or somebody asked. Looks at the clock
 * only every 1024 nodes, never in a search limited by depth or nodes alone. */
static inline bool search_must_stop(SearchContext *context)
{
    if (context->limits.nodes != 0 && context->nodes >= context->limits.nodes)
        context->is_stopped = true;
    if ((context->nodes & 1023) == 0 && search_check_clock(context))
        context->is_stopped = true;
    return context->is_stopped;
}

/* Fully legal counting of the tree, on several threads; returns false when memory is short.
 * `on_progress` may be NULL; it is called from the calling thread only. */
typedef void PerftProgress(int done, int total, void *user);
bool         search_perft(const Game *game, const void *pos, int depth, int threads,
                          PerftProgress *on_progress, void *user, uint64_t *out);
