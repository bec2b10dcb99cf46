/* Matches and tournaments of the stores that the server was given: how they stand, their games. */
#include "base/errors.h"
#include "base/prose.h"
#include "match/live.h"
#include "match/match.h"
#include "page/hub_state.h"
#include "school/competition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUDGET_US = 20000000, GAMES_LISTED = 100 };

/* A store that is looked at: a match, or a class competition. */
typedef struct {
    const char *path;
    Store      *store;
    MatchSetup  setup;
    MatchState  state;
    Competition *class; /* NULL: a match */
} StoreView;

static bool open_match(StoreView *look, Error *err)
{
    MatchRun run = {.setup = &look->setup, .store = look->store};
    return match_load(look->store, &look->setup, err) && match_run(&run, &look->state, err);
}

static bool store_view_open(StoreView *look, const char *path, Error *err)
{
    Error ignored;
    memset(look, 0, sizeof *look);
    setup_init(&look->setup);
    look->path = path;
    look->store = store_open(path, STORE_READ, err);
    if (look->store == NULL)
        return false;
    if (open_match(look, err))
        return true;
    look->class = competition_open_to_read(path, &ignored);
    return look->class != NULL;
}

static void store_view_close(StoreView *look)
{
    setup_free(&look->setup);
    competition_close(look->class);
    store_close(look->store);
}

static const Game *store_view_game(const StoreView *look)
{
    return look->class != NULL ? competition_game(look->class) : look->setup.game;
}

static int store_view_players(const StoreView *look)
{
    return look->class != NULL ? competition_players(look->class) : look->setup.schedule.players;
}

static const char *store_view_name(const StoreView *look, int player)
{
    return look->class != NULL ? competition_player(look->class, player)->name
                               : look->setup.names[player];
}

static int64_t store_view_finished(const StoreView *look)
{
    return look->class != NULL ? competition_finished(look->class) : look->state.finished;
}

/* A page knows a store by its number and the last part of its name. */
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void write_players(Json *json, const StoreView *look)
{
    json_array(json, "players");
    for (int i = 0; i < store_view_players(look); i++)
        json_string(json, NULL, store_view_name(look, i));
    json_end_array(json);
}

static void write_match(Json *json, const StoreView *look)
{
    bool is_class = look->class != NULL;
    json_string(json, "game", store_view_game(look)->info->id);
    json_string(json, "format",
                is_class ? "class" : match_format_name(look->setup.schedule.format));
    json_int(json, "finished", store_view_finished(look));
    json_int(json, "known", is_class ? store_view_finished(look) : look->state.known);
    write_players(json, look);
}

/* ---- the list ----------------------------------------------------------------------------------
 */

static void list_stores(Task *task)
{
    const HubSetup *setup = &task->hub->setup;
    Json            json = task_fields(task);
    json_array(&json, "tournaments");
    for (int i = 0; i < setup->arena_count && !task_is_stopped(task); i++) {
        StoreView look;
        Error     err;
        json_object(&json, NULL);
        json_int(&json, "store", i);
        json_string(&json, "name", short_name(setup->arenas[i]));
        if (store_view_open(&look, setup->arenas[i], &err))
            write_match(&json, &look);
        else
            json_prose(&json, "error", short_name(error_words(&err, task->lang)), task->lang);
        store_view_close(&look);
        json_end_object(&json);
    }
    json_end_array(&json);
}

static bool run_tournaments(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {.work = list_stores, .budget_us = BUDGET_US, .is_long = true};
    (void)fields;
    Task *task = task_new(request->hub, request->page, request->number, &kind, err);
    return task != NULL && request_begin(request, task, err);
}

REQUEST_WITHOUT_FIELDS(tournaments, "tournaments");

/* What is looked for in a store; the page's numbers of it. */
typedef struct {
    int64_t store, number, live; /* number and live are 0 where the page did not say them */
} StoreFields;

typedef struct {
    StoreFields wanted;
    bool        is_found; /* the game that is wanted */
} StoreJob;

static bool begin_look(Request *request, const StoreFields *wanted, const TaskKind *kind,
                       Error *err)
{
    if (wanted->store >= request->hub->setup.arena_count)
        return error_set(err, ERROR_PAGE_STORE);
    Task *task = task_new(request->hub, request->page, request->number, kind, err);
    if (task == NULL)
        return false;
    ((StoreJob *)task->job)->wanted = *wanted;
    return request_begin(request, task, err);
}

static const char *store_path_of(const Task *task)
{
    return task->hub->setup.arenas[((const StoreJob *)task->job)->wanted.store];
}

/* ---- standings ---------------------------------------------------------------------------------
 */

static void write_elo(Json *json, const char *key, double elo)
{
    if (isfinite(elo))
        json_double(json, key, elo, 1);
    else
        json_null(json, key);
}

static void write_standing(Json *json, const StoreView *look, const Standing *row)
{
    json_object(json, NULL);
    json_string(json, "name", look->setup.names[row->player]);
    json_int(json, "games", (int64_t)standing_games(row));
    json_double(json, "points", standing_points(row), 1);
    json_int(json, "wins", (int64_t)row->wins);
    json_int(json, "draws", (int64_t)row->draws);
    json_int(json, "losses", (int64_t)row->losses);
    write_elo(json, "elo", row->elo.elo);
    write_elo(json, "low", row->elo.low);
    write_elo(json, "high", row->elo.high);
    json_end_object(json);
}

/* A student's or sparring partner's: by the ratings of the whole pool. */
static void write_class_row(Json *json, const StoreView *look, int player, const Rating *rating)
{
    const ClassPlayer *shown = competition_player(look->class, player);
    const HeadToHead  *total = &rating->total;
    uint64_t           games = total->wins + total->draws + total->losses;
    json_object(json, NULL);
    json_string(json, "name", shown->name);
    json_bool(json, "is_student", shown->is_student);
    json_int(json, "games", (int64_t)games);
    json_double(json, "points", (double)total->wins + (double)total->draws / 2, 1);
    json_int(json, "wins", (int64_t)total->wins);
    json_int(json, "draws", (int64_t)total->draws);
    json_int(json, "losses", (int64_t)total->losses);
    write_elo(json, "elo", games > 0 ? rating->elo : INFINITY);
    write_elo(json, "low", games > 0 ? rating->elo - rating->error : INFINITY);
    write_elo(json, "high", games > 0 ? rating->elo + rating->error : INFINITY);
    json_end_object(json);
}

/* Who took how many points from whom; [one * players + other]. */
typedef struct {
    int players;
    struct Meeting {
        int games, half_points;
    } * meetings;
} Cross;

static bool count_meeting(const GameLog *log, void *user, Error *err)
{
    Cross *cross = user;
    (void)err;
    for (int i = 0; log->result.is_over && i < 2; i++) {
        int one = log->fixture.players[i], other = log->fixture.players[1 - i];
        if (one >= cross->players || other >= cross->players) /* who came a moment ago */
            break;
        struct Meeting *meeting = &cross->meetings[one * cross->players + other];
        meeting->games++;
        meeting->half_points += log->result.winner == i ? 2 : log->result.winner == PLAYER_NONE;
    }
    return true;
}

/* Rows and columns in the order of the standings; null where two have not met. */
static void write_cross(Json *json, const Cross *cross, const int order[], int count)
{
    json_array(json, "cross");
    for (int i = 0; i < count; i++) {
        json_array(json, NULL);
        for (int k = 0; k < count; k++) {
            const struct Meeting *meeting = &cross->meetings[order[i] * cross->players + order[k]];
            if (meeting->games == 0) {
                json_null(json, NULL);
                continue;
            }
            json_object(json, NULL);
            json_double(json, "points", meeting->half_points / 2.0, 1);
            json_int(json, "games", meeting->games);
            json_end_object(json);
        }
        json_end_array(json);
    }
    json_end_array(json);
}

/* Rows, best first; *count of them, whose players are `order`. */
static bool write_class_rows(Json *json, const StoreView *look, int order[], int *count, Error *err)
{
    GamePool    pool;
    Ratings     ratings;
    RatingSetup usual = rating_usual();
    *count = 0;
    if (store_view_players(look) == 0)
        return true;
    if (!competition_pool(look->class, &pool, err))
        return false;
    bool ok = ratings_estimate(&pool, &usual, &ratings, err);
    game_pool_free(&pool);
    for (int i = 0; ok && i < ratings.players; i++) {
        order[(*count)++] = ratings.order[i];
        write_class_row(json, look, ratings.order[i], &ratings.rows[ratings.order[i]]);
    }
    if (ok)
        ratings_free(&ratings);
    return ok;
}

static void write_match_rows(Json *json, const StoreView *look, int order[], int *count)
{
    const Standings *standings = &look->state.standings;
    for (*count = 0; *count < standings->count; ++*count) {
        order[*count] = standings->rows[*count].player;
        write_standing(json, look, &standings->rows[*count]);
    }
}

static bool write_standings(Task *task, const StoreView *look)
{
    int   order[MAX_ENTRANTS], count;
    Cross cross = {.players = store_view_players(look)};
    Json  json = task_fields(task);
    bool  ok = true;
    cross.meetings =
        calloc((size_t)cross.players * (size_t)cross.players + 1, sizeof cross.meetings[0]);
    if (cross.meetings == NULL)
        return error_set(&task->err, ERROR_MEMORY);
    write_match(&json, look);
    json_array(&json, "rows");
    if (look->class != NULL)
        ok = write_class_rows(&json, look, order, &count, &task->err);
    else
        write_match_rows(&json, look, order, &count);
    json_end_array(&json);
    ok = ok && store_each_game(look->store, count_meeting, &cross, &task->err);
    if (ok)
        write_cross(&json, &cross, order, count);
    free(cross.meetings);
    return ok;
}

static void show_standings(Task *task)
{
    StoreView look;
    task->has_failed =
        !store_view_open(&look, store_path_of(task), &task->err) || !write_standings(task, &look);
    store_view_close(&look);
}

static const Field standings_fields[] = {MAY_INT(StoreFields, store, 0, 1000, 0)};

static bool run_standings(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {
        .size = sizeof(StoreJob), .work = show_standings, .budget_us = BUDGET_US, .is_long = true};
    return begin_look(request, fields, &kind, err);
}

REQUEST_ROW(standings, StoreFields, "game format finished known players rows cross");

/* ---- games -------------------------------------------------------------------------------------
 */

typedef struct {
    const StoreView *look;
    Task            *task;
    Json            *json;
} Watch;

static void write_names(Json *json, const StoreView *look, const int players[2])
{
    json_array(json, "players");
    for (int i = 0; i < 2; i++)
        json_string(json, NULL, store_view_name(look, players[i]));
    json_end_array(json);
}

static void write_game(Json *json, const StoreView *look, const GameLog *log, Lang lang)
{
    json_int(json, "number", log->number + 1);
    json_int(json, "round", log->fixture.round);
    write_names(json, look, log->fixture.players);
    write_result(json, "result", &log->result, lang);
}

static bool watch_game(const GameLog *log, void *user, Error *err)
{
    Watch    *watch = user;
    Task     *task = watch->task;
    StoreJob *job = task->job;
    int       players = store_view_players(watch->look);
    (void)err;
    if (log->fixture.players[0] >= players || log->fixture.players[1] >= players)
        return true;
    if (job->wanted.number == 0) {
        if (log->number + GAMES_LISTED < store_view_finished(watch->look))
            return true;
        json_object(watch->json, NULL);
        write_game(watch->json, watch->look, log, task->lang);
        json_end_object(watch->json);
    } else if (log->number + 1 == job->wanted.number) {
        write_game(watch->json, watch->look, log, task->lang);
        json_string(watch->json, "start", str_get(&log->start));
        json_string(watch->json, "moves", str_get(&log->moves));
        json_string(watch->json, "evals", str_get(&log->evals));
        json_string(watch->json, "clocks", str_get(&log->clocks));
        job->is_found = true;
    }
    return true;
}

/* A game under way: in a list how far it is, alone all its moves. */
static bool watch_live(const LiveGame *game, void *user)
{
    Watch    *watch = user;
    StoreJob *job = watch->task->job;
    Json     *json = watch->json;
    bool      is_list = job->wanted.live == 0;
    bool      is_wanted = is_list || game->key == job->wanted.live;
    int       players = store_view_players(watch->look);
    if (!is_wanted || game->players[0] >= players || game->players[1] >= players)
        return true;
    if (is_list)
        json_object(json, NULL);
    json_int(json, "live", game->key);
    json_int(json, "number", game->number);
    json_int(json, "round", game->round);
    write_names(json, watch->look, game->players);
    json_int(json, "plies", game->plies);
    if (is_list) {
        json_end_object(json);
        return true;
    }
    json_string(json, "start", game->start);
    json_string(json, "moves", game->moves);
    job->is_found = true;
    return false;
}

static bool list_games(Task *task, Watch *watch, Json *json)
{
    json_array(json, "live");
    live_each(watch->look->path, watch_live, watch);
    json_end_array(json);
    json_array(json, "games");
    bool ok = store_each_game(watch->look->store, watch_game, watch, &task->err);
    json_end_array(json);
    return ok;
}

static bool show_one(Task *task, Watch *watch)
{
    const StoreJob *job = task->job;
    bool            is_live = job->wanted.live > 0;
    if (is_live)
        live_each(watch->look->path, watch_live, watch);
    else if (!store_each_game(watch->look->store, watch_game, watch, &task->err))
        return false;
    return job->is_found || (is_live ? error_set(&task->err, ERROR_PAGE_LIVE_OVER)
                                     : error_set(&task->err, ERROR_PAGE_GAME_NOT_PLAYED));
}

static void show_games(Task *task)
{
    const StoreFields *wanted = &((const StoreJob *)task->job)->wanted;
    StoreView          look;
    Json               json = task_fields(task);
    Watch              watch = {.look = &look, .task = task, .json = &json};
    bool               ok = store_view_open(&look, store_path_of(task), &task->err);
    if (ok) {
        json_string(&json, "game", store_view_game(&look)->info->id);
        ok = wanted->number == 0 && wanted->live == 0 ? list_games(task, &watch, &json)
                                                      : show_one(task, &watch);
    }
    task->has_failed = !ok;
    store_view_close(&look);
}

static const Field watch_fields[] = {
    MAY_INT(StoreFields, store, 0, 1000, 0),
    MAY_INT(StoreFields, number, 1, INT64_MAX, 0),
    MAY_INT(StoreFields, live, 1, INT32_MAX, 0),
};

static bool run_watch(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {
        .size = sizeof(StoreJob), .work = show_games, .budget_us = BUDGET_US, .is_long = true};
    return begin_look(request, fields, &kind, err);
}

REQUEST_ROW(watch, StoreFields,
            "game games? live? number? round? players? result? start? moves? evals? clocks? "
            "plies?");
