#include "match/rating_output.h"

#include "base/errors.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- from stores -------------------------------------------------------------------------------
 */

void rated_pool_free(RatedPool *pool)
{
    for (int i = 0; pool->names != NULL && i < pool->pool.players; i++)
        free(pool->names[i]);
    free(pool->names);
    game_pool_free(&pool->pool);
    *pool = (RatedPool){0};
}

/* The number of a name; one more than those known when it is new. */
static int find_name(char *const names[], int known, const char *name)
{
    int i = 0;
    while (i < known && strcmp(names[i], name) != 0)
        i++;
    return i;
}

/* False when memory is short; what was taken is in `out`. */
static bool collect_names(const MatchSetup setups[], int count, RatedPool *out, int *players)
{
    size_t most = (size_t)count * MAX_ENTRANTS;
    *players = 0;
    out->names = calloc(most, sizeof *out->names);
    for (int i = 0; out->names != NULL && i < count; i++)
        for (int j = 0; j < setups[i].schedule.players; j++) {
            int number = find_name(out->names, *players, setups[i].names[j]);
            if (number < *players)
                continue;
            out->names[number] = strdup(setups[i].names[j]);
            *players += out->names[number] != NULL;
            if (out->names[number] == NULL)
                return false;
        }
    return out->names != NULL;
}

typedef struct {
    RatedPool        *pool;
    const MatchSetup *setup;
} PoolReader;

static bool add_game(const GameLog *log, void *user, Error *err)
{
    PoolReader *reader = user;
    int         numbers[2];
    if (!setup_check_seats(reader->setup, log->fixture.players, log->number, err))
        return false;
    for (int i = 0; i < 2; i++)
        numbers[i] = find_name(reader->pool->names, reader->pool->pool.players,
                               reader->setup->names[log->fixture.players[i]]);
    game_pool_add(&reader->pool->pool, numbers[0], numbers[1], gamelog_points(&log->result), 1);
    return true;
}

bool rated_pool_read(Store *const stores[], const MatchSetup setups[], int count, RatedPool *out,
                     Error *err)
{
    int players;
    *out = (RatedPool){0};
    bool ok = collect_names(setups, count, out, &players) || error_set(err, ERROR_MEMORY);
    ok = ok && game_pool_init(&out->pool, players, err);
    if (!ok)
        out->pool.players = players; /* of the names that are to be freed */
    for (int i = 0; ok && i < count; i++) {
        PoolReader reader = {.pool = out, .setup = &setups[i]};
        ok = store_each_game(stores[i], add_game, &reader, err);
    }
    if (!ok)
        rated_pool_free(out);
    return ok;
}

/* ---- table -------------------------------------------------------------------------------------
 */

static uint64_t games_of(const HeadToHead *between)
{
    return between->wins + between->draws + between->losses;
}

static double points_of(const HeadToHead *between)
{
    return (double)between->wins + (double)between->draws / 2;
}

static double score_of(const HeadToHead *between)
{
    uint64_t games = games_of(between);
    return games > 0 ? points_of(between) / (double)games : 0;
}

/* That he is stronger than the next in the order; the last one has nobody. */
static double superiority_at(const Ratings *ratings, int rank)
{
    assert(rank >= 0 && rank + 1 < ratings->players);
    return ratings_superiority(ratings, ratings->order[rank], ratings->order[rank + 1]);
}

static int name_width(const RatedPool *pool)
{
    size_t width = 8;
    for (int i = 0; i < pool->pool.players; i++)
        width = strlen(pool->names[i]) > width ? strlen(pool->names[i]) : width;
    return (int)width + 2;
}

static void write_row(const RatedPool *pool, const Ratings *ratings, int rank, int width, Str *out)
{
    int           player = ratings->order[rank];
    const Rating *row = &ratings->rows[player];
    str_printf(out, "%3d ", rank + 1);
    str_padded(out, pool->names[player], width);
    str_printf(out, "%+8.1f%8.1f%8" PRIu64 "%7.1f %%", row->elo, row->error, games_of(&row->total),
               100 * score_of(&row->total));
    if (rank + 1 < ratings->players)
        str_printf(out, "%7.1f %%", 100 * superiority_at(ratings, rank));
    str_char(out, '\n');
}

void ratings_write_table(const RatedPool *pool, const Ratings *ratings, Lang lang, Str *out)
{
    static const Text player = TEXT("player", "joueur"), games = TEXT("games", "parties");
    static const Text rating = TEXT("rating", "cote"), next = TEXT("> next", "> suiv.");
    static const Text advantage = TEXT("who begins:", "qui commence :");
    static const Text draws = TEXT("draws between equals:", "nulles entre égaux :");
    int               width = name_width(pool);
    str_text(out, "    ");
    str_padded(out, text_in(&player, lang), width);
    str_right(out, text_in(&rating, lang), 8);
    str_right(out, "±", 8);
    str_right(out, text_in(&games, lang), 8);
    str_right(out, "score", 9);
    str_right(out, text_in(&next, lang), 9);
    str_char(out, '\n');
    for (int rank = 0; rank < ratings->players; rank++)
        write_row(pool, ratings, rank, width, out);
    str_printf(out, "%s %+.1f ± %.1f Elo, %s %.0f %%\n", text_in(&advantage, lang),
               ratings->advantage, ratings->advantage_error, text_in(&draws, lang),
               100 * ratings->draw_share);
}

/* "1.5/2", or "-" when they have not met. */
static void add_cell(const GamePool *pool, int player, int opponent, int columns, Str *out)
{
    HeadToHead between = game_pool_between(pool, player, opponent);
    Str        cell = {0};
    if (player == opponent || games_of(&between) == 0)
        str_text(&cell, player == opponent ? "" : "-");
    else
        str_printf(&cell, "%g/%" PRIu64, points_of(&between), games_of(&between));
    str_right(out, str_get(&cell), columns);
    str_free(&cell);
}

void ratings_write_cross_table(const RatedPool *pool, const Ratings *ratings, Str *out)
{
    enum { CELL_COLUMNS = 10 };
    int width = name_width(pool);
    str_padded(out, "", 4 + width);
    for (int i = 0; i < ratings->players; i++)
        str_printf(out, "%*d", CELL_COLUMNS, i + 1);
    str_char(out, '\n');
    for (int i = 0; i < ratings->players; i++) {
        str_printf(out, "%3d ", i + 1);
        str_padded(out, pool->names[ratings->order[i]], width);
        for (int j = 0; j < ratings->players; j++)
            add_cell(&pool->pool, ratings->order[i], ratings->order[j], CELL_COLUMNS, out);
        str_char(out, '\n');
    }
}

/* ---- JSON and CSV ------------------------------------------------------------------------------
 */

static void write_json_row(const RatedPool *pool, const Ratings *ratings, int rank, Json *json)
{
    int           player = ratings->order[rank];
    const Rating *row = &ratings->rows[player];
    json_object(json, NULL);
    json_string(json, "name", pool->names[player]);
    json_double(json, "rating", row->elo, 2);
    json_double(json, "error", row->error, 2);
    json_int(json, "games", (int64_t)games_of(&row->total));
    json_double(json, "points", points_of(&row->total), 1);
    if (rank + 1 < ratings->players)
        json_double(json, "superiority", superiority_at(ratings, rank), 6);
    json_array(json, "against"); /* in this order: won, drawn, lost */
    for (int i = 0; i < ratings->players; i++) {
        HeadToHead between = game_pool_between(&pool->pool, player, ratings->order[i]);
        json_array(json, NULL);
        json_int(json, NULL, (int64_t)between.wins);
        json_int(json, NULL, (int64_t)between.draws);
        json_int(json, NULL, (int64_t)between.losses);
        json_end_array(json);
    }
    json_end_array(json);
    json_end_object(json);
}

void ratings_write_json(const RatedPool *pool, const Ratings *ratings, Str *out)
{
    Json json = json_to(out);
    json_object(&json, NULL);
    json_array(&json, "ratings");
    for (int rank = 0; rank < ratings->players; rank++)
        write_json_row(pool, ratings, rank, &json);
    json_end_array(&json);
    json_double(&json, "advantage", ratings->advantage, 2);
    json_double(&json, "advantage_error", ratings->advantage_error, 2);
    json_double(&json, "draw_share", ratings->draw_share, 4);
    json_end_object(&json);
    str_char(out, '\n');
}

void csv_quote(const char *text, Str *out)
{
    str_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            str_char(out, '"');
        str_char(out, *text);
    }
    str_char(out, '"');
}

void ratings_write_csv(const RatedPool *pool, const Ratings *ratings, Str *out)
{
    str_text(out, "rank,player,rating,error,games,wins,draws,losses,points,score");
    for (int i = 0; i < ratings->players; i++)
        str_printf(out, ",against_%d", i + 1);
    str_char(out, '\n');
    for (int rank = 0; rank < ratings->players; rank++) {
        int               player = ratings->order[rank];
        const Rating     *row = &ratings->rows[player];
        const HeadToHead *total = &row->total;
        str_printf(out, "%d,", rank + 1);
        csv_quote(pool->names[player], out);
        str_printf(out, ",%.2f,%.2f,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.1f,%.4f",
                   row->elo, row->error, games_of(total), total->wins, total->draws, total->losses,
                   points_of(total), score_of(total));
        for (int i = 0; i < ratings->players; i++) {
            str_char(out, ',');
            add_cell(&pool->pool, player, ratings->order[i], 0, out);
        }
        str_char(out, '\n');
    }
}
