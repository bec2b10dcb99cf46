/* plateau ratings: how strong are all who played in these matches? */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/parse.h"
#include "match/rating_output.h"

#include <stdlib.h>
#include <string.h>

/* What was given. */
typedef struct {
    const char *store;
    const char *anchor;
    bool        json;
    bool        csv;
} RatingsFlags;

static const Flag flags[] = {
    {"--store", "FILE",
     TEXT("a match's store (may be repeated: one pool)",
          "où un match est gardé (peut être répété : un seul ensemble)"),
     FLAG_TO_WORDS(RatingsFlags, store)},
    {"--anchor", "NAME=ELO",
     TEXT("this player has that rating (else the mean is 0)",
          "ce joueur a cette cote (sinon la moyenne est 0)"),
     FLAG_TO_WORDS(RatingsFlags, anchor)},
    {"--json", NULL, TEXT("ratings and results on one line", "cotes et résultats sur une ligne"),
     FLAG_TO_SWITCH(RatingsFlags, json)},
    {"--csv", NULL, TEXT("comma-separated values", "valeurs séparées par des virgules"),
     FLAG_TO_SWITCH(RatingsFlags, csv)},
    FLAGS_END,
};

static const RatingsFlags *given(const Call *call) { return call->given; }

typedef struct {
    Store     *stores[MAX_FLAGS_GIVEN];
    MatchSetup setups[MAX_FLAGS_GIVEN];
    int        count;
    RatedPool  pool;
    Ratings    ratings;
} Work;

static bool read_stores(const Args *args, Work *work, Error *err)
{
    for (int i = 0; i < args->flag_count; i++) {
        if (strcmp(args->flags[i].name, "--store") != 0)
            continue;
        int number = work->count++;
        setup_init(&work->setups[number]);
        work->stores[number] = store_open(args->flags[i].value, STORE_READ, err);
        if (work->stores[number] == NULL ||
            !match_load(work->stores[number], &work->setups[number], err))
            return false;
    }
    for (int i = 1; i < work->count; i++)
        if (work->setups[i].game != work->setups[0].game)
            return error_set(err, ERROR_RATINGS_GAMES, work->setups[0].game->info->id,
                             work->setups[i].game->info->id);
    return rated_pool_read(work->stores, work->setups, work->count, &work->pool, err);
}

/* Names may hold '=' themselves: the last one counts. */
static bool read_anchor(const char *text, const RatedPool *pool, RatingSetup *setup, Error *err)
{
    const char *equals = strrchr(text, '=');
    int64_t     elo;
    if (equals == NULL)
        return error_set(err, ERROR_ANCHOR_PAIR, text);
    if (!parse_int("--anchor", equals + 1, -10000, 10000, &elo, err))
        return false;
    for (int i = 0; i < pool->pool.players; i++)
        if (strlen(pool->names[i]) == (size_t)(equals - text) &&
            strncmp(pool->names[i], text, (size_t)(equals - text)) == 0) {
            setup->anchor = i;
            setup->anchor_elo = (double)elo;
            return true;
        }
    return error_set(err, ERROR_ANCHOR_UNKNOWN, text_span(text, (size_t)(equals - text)));
}

static int print(const Call *call, const Work *work)
{
    Str out = {0};
    if (given(call)->json)
        ratings_write_json(&work->pool, &work->ratings, &out);
    else if (given(call)->csv)
        ratings_write_csv(&work->pool, &work->ratings, &out);
    else {
        ratings_write_table(&work->pool, &work->ratings, call->lang, &out);
        str_char(&out, '\n');
        ratings_write_cross_table(&work->pool, &work->ratings, &out);
    }
    int code = command_print(&out);
    str_free(&out);
    return code;
}

static int rate(const Call *call, Work *work)
{
    const char *anchor = given(call)->anchor;
    RatingSetup setup = rating_usual();
    Error       err;
    if (!read_stores(call->args, work, &err))
        return fail(EXIT_FAILED, &err);
    if (anchor != NULL && !read_anchor(anchor, &work->pool, &setup, &err))
        return fail(EXIT_BAD_INPUT, &err);
    if (!ratings_estimate(&work->pool.pool, &setup, &work->ratings, &err))
        return fail(EXIT_FAILED, &err);
    return print(call, work);
}

static int run(const Call *call)
{
    Error err;
    Work *work = calloc(1, sizeof *work);
    if (given(call)->store == NULL || work == NULL) {
        if (work == NULL)
            error_set(&err, ERROR_MEMORY);
        else
            error_set(&err, ERROR_WHICH_MATCH);
        free(work);
        return fail(EXIT_BAD_INPUT, &err);
    }
    int code = rate(call, work);
    ratings_free(&work->ratings);
    rated_pool_free(&work->pool);
    for (int i = 0; i < work->count; i++) {
        store_close(work->stores[i]);
        setup_free(&work->setups[i]);
    }
    free(work);
    return code;
}

const Command command_ratings = {
    .name = "ratings",
    .usage = "--store FILE",
    .summary = TEXT("how strong all players of matches are, and who beat whom",
                    "la force de tous les joueurs de matchs, et qui a battu qui"),
    .flags = flags,
    .given_size = sizeof(RatingsFlags),
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
