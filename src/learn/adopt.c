#include "learn/adopt.h"

#include "base/errors.h"
#include "match/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool set_number(MatchSetup *setup, const char *name, int64_t number, Error *err)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, number);
    return setup_set(setup, name, text, err);
}

static bool write_setup(const Adoption *adoption, MatchSetup *setup, Error *err)
{
    char plies[32];
    snprintf(plies, sizeof plies, "plies=%d", adoption->most_plies);
    return setup_set(setup, "game", adoption->game->info->id, err) &&
           setup_set(setup, "start", adoption->start, err) &&
           setup_set(setup, "player", adoption->specs[0], err) &&
           setup_set(setup, "player", adoption->specs[1], err) &&
           set_number(setup, "games", adoption->games, err) &&
           set_number(setup, "seed", (int64_t)adoption->seed, err) &&
           set_number(setup, "random-plies", adoption->random_plies, err) &&
           setup_set(setup, "adjudicate", plies, err) &&
           setup_set(setup, "sprt", adoption->sprt, err) && setup_finish(setup, err) &&
           setup_check_players(setup, err);
}

/* Is the match in the store this very test? */
static bool is_same_test(const MatchSetup *stored, const Adoption *adoption, Error *err)
{
    MatchSetup wanted;
    setup_init(&wanted);
    bool ok = write_setup(adoption, &wanted, err);
    bool is_same = ok && stored->given_count == wanted.given_count;
    for (int i = 0; is_same && i < wanted.given_count; i++)
        is_same = strcmp(stored->given[i].name, wanted.given[i].name) == 0 &&
                  strcmp(stored->given[i].value, wanted.given[i].value) == 0;
    setup_free(&wanted);
    if (ok && !is_same)
        error_set(err, ERROR_ADOPT_OTHER_MATCH, adoption->store);
    return is_same;
}

static Store *open_store(const Adoption *adoption, MatchSetup *setup, Error *err)
{
    bool   is_there = adoption->store != NULL && access(adoption->store, F_OK) == 0;
    Store *store = store_open(adoption->store, is_there ? STORE_RESUME : STORE_NEW, err);
    if (store == NULL && is_there) { /* killed before the match was in it: a file that is empty */
        Error ignored;
        store = store_open(adoption->store, STORE_NEW, &ignored);
        is_there = false;
    }
    if (store == NULL)
        return NULL;
    if (is_there ? match_load(store, setup, err) && is_same_test(setup, adoption, err)
                 : write_setup(adoption, setup, err) && match_create(setup, store, err))
        return store;
    store_close(store);
    return NULL;
}

bool adopt_test(const Adoption *adoption, AdoptionResult *out, Error *err)
{
    MatchSetup setup;
    MatchState state;
    setup_init(&setup);
    Store   *store = open_store(adoption, &setup, err);
    MatchRun run = {.setup = &setup,
                    .store = store,
                    .concurrency = adoption->concurrency,
                    .stop = adoption->stop};
    bool     ok = store != NULL && match_run(&run, &state, err);
    if (ok && state.status == MATCH_STOPPED)
        ok = error_set(err, ERROR_ADOPT_STOPPED, state.finished);
    if (ok) {
        const Standing *rows = state.standings.rows;
        const Standing *first = rows[0].player == 0 ? &rows[0] : &rows[1]; /* the best is above */
        *out = (AdoptionResult){.wins = (int64_t)first->wins,
                                .draws = (int64_t)first->draws,
                                .losses = (int64_t)first->losses,
                                .sprt = state.sprt,
                                .is_adopted = state.sprt.verdict == SPRT_ACCEPTS_1};
    }
    store_close(store);
    setup_free(&setup);
    return ok;
}
