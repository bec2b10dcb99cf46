#include "match/balanced.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/rng.h"
#include "core/position.h"
#include "core/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { IN_VAIN = 1000 }; /* lines in a row that were of no use, before it gives up */

typedef struct {
    const Balanced *search;
    Session        *session;
    void           *turned; /* a position */
    uint64_t       *seen;   /* owned: sums of positions, 0: an empty place */
    size_t          count, capacity;
} Finder;

/* The smallest sum of the position's text however it is turned. */
static uint64_t sum_of_position(Finder *finder)
{
    const Game *game = finder->search->game;
    const void *pos = session_position(finder->session);
    uint64_t    smallest = UINT64_MAX;
    Board       board;
    Str         text = {0};
    game->to_board(pos, &board);
    unsigned symmetries = game->symmetries(&board) | 1u;
    for (int t = 0; t < SYMMETRY_COUNT; t++) {
        if ((symmetries >> t & 1) == 0 || !position_transform(game, pos, t, false, finder->turned))
            continue;
        str_clear(&text);
        position_format(game, finder->turned, &text);
        uint64_t sum = checksum_bytes(str_get(&text), text.size);
        smallest = sum < smallest ? sum : smallest;
    }
    str_free(&text);
    return smallest;
}

/* ---- positions that were looked at -------------------------------------------------------------
 */

/* A set of sums, at most half full. */
static bool insert(uint64_t *seen, size_t capacity, uint64_t sum)
{
    assert(capacity > 0 && (capacity & (capacity - 1)) == 0 && sum != 0);
    size_t at = sum & (capacity - 1);
    while (seen[at] != 0 && seen[at] != sum)
        at = (at + 1) & (capacity - 1);
    bool is_new = seen[at] == 0;
    seen[at] = sum;
    return is_new;
}

static bool make_room(Finder *finder, Error *err)
{
    assert(finder->count <= finder->capacity);
    if (2 * (finder->count + 1) <= finder->capacity)
        return true;
    size_t    capacity = finder->capacity > 0 ? 2 * finder->capacity : 1024;
    uint64_t *seen = calloc(capacity, sizeof seen[0]);
    if (seen == NULL)
        return error_set(err, ERROR_MEMORY);
    for (size_t i = 0; i < finder->capacity; i++)
        if (finder->seen[i] != 0)
            insert(seen, capacity, finder->seen[i]);
    free(finder->seen);
    finder->seen = seen;
    finder->capacity = capacity;
    return true;
}

static bool add_position(Finder *finder, bool *is_new, Error *err)
{
    if (!make_room(finder, err))
        return false;
    *is_new = insert(finder->seen, finder->capacity, sum_of_position(finder) | 1);
    finder->count += *is_new;
    return true;
}

/* ---- lines -------------------------------------------------------------------------------------
 */

static bool is_stopped(const Balanced *search)
{
    return search->stop != NULL && atomic_load(search->stop);
}

static bool is_balanced(Finder *finder, uint64_t number, bool *out, Error *err)
{
    const Balanced *search = finder->search;
    SearchContext   context;
    session_forget(finder->session, 0);
    session_forget(finder->session, 1);
    if (!player_choose(finder->session, search->judge, rng_mix(search->seed ^ number), search->stop,
                       &context, err))
        return false;
    if (is_stopped(search))
        return error_set(err, ERROR_STOPPED);
    double chance = player_chance(search->game, search->judge, context.score);
    double favoured = chance > 0.5 ? chance : 1 - chance;
    *out = 100 * favoured <= search->percent;
    return true;
}

static bool keep(const Finder *finder, Error *err)
{
    const Balanced *search = finder->search;
    Str             line = {0};
    session_format_moves(finder->session, session_ply(finder->session), &line);
    bool goes_on = line.failed ? error_set(err, ERROR_MEMORY)
                               : search->keep(str_get(&line), search->user, err);
    str_free(&line);
    return goes_on;
}

/* One line: draws it, and keeps it if it is good. */
static bool try_line(Finder *finder, int64_t number, bool *is_kept, Error *err)
{
    const Balanced *search = finder->search;
    Openings        openings = {.random_plies = search->random_plies + (int)(number & 1),
                                .is_sensible = true,
                                .seed = search->seed};
    bool            is_new, is_fair = false;
    *is_kept = false;
    if (!session_set_position(finder->session, search->start, err) ||
        !openings_play(&openings, (uint64_t)number, finder->session, err))
        return false;
    if (session_result(finder->session).is_over)
        return true;
    if (!add_position(finder, &is_new, err) ||
        (is_new && !is_balanced(finder, (uint64_t)number, &is_fair, err)))
        return false;
    *is_kept = is_fair;
    return true;
}

static bool find_all(Finder *finder, BalancedCount *count, Error *err)
{
    const Balanced *search = finder->search;
    int             in_vain = 0;
    while (count->kept < search->count && in_vain < IN_VAIN) {
        bool is_kept;
        if (!try_line(finder, count->drawn, &is_kept, err))
            return false;
        count->drawn++;
        count->kept += is_kept;
        in_vain = is_kept ? 0 : in_vain + 1;
        if (is_kept && !keep(finder, err))
            return false;
    }
    return true;
}

bool balanced_find(const Balanced *search, BalancedCount *count, Error *err)
{
    Finder finder = {.search = search,
                     .session = session_new(search->game),
                     .turned = calloc(1, search->game->pos_size)};
    *count = (BalancedCount){0};
    bool ok = finder.session != NULL && finder.turned != NULL ? true : error_set(err, ERROR_MEMORY);
    ok = ok && find_all(&finder, count, err);
    free(finder.seen);
    free(finder.turned);
    session_delete(finder.session);
    return ok;
}
