/* Matches and tournaments of the stores that the server was given: how they stand, their games. */
#include "arena/match.h"
#include "server/hub_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUDGET_US = 20000000, GAMES_LISTED = 100 };

/* A store that is looked at. */
typedef struct {
    Store     *store;
    MatchSetup setup;
    MatchState state;
} Look;

static bool look_open(Look *look, const char *path, Error *err)
{
    memset(look, 0, sizeof *look);
    setup_init(&look->setup);
    look->store = store_open(path, STORE_READ, err);
    MatchRun run = {.setup = &look->setup, .store = look->store};
    return look->store != NULL && match_load(look->store, &look->setup, err) &&
           match_run(&run, &look->state, err);
}

static void look_close(Look *look)
{
    setup_free(&look->setup);
    store_close(look->store);
}

/* A page knows a store by its number and the last part of its name. */
static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void write_players(Json *json, const MatchSetup *setup)
{
    json_array(json, "players");
    for (int i = 0; i < setup->schedule.players; i++)
        json_string(json, NULL, setup->names[i]);
    json_end_array(json);
}

static void write_match(Json *json, const Look *look)
{
    json_string(json, "game", look->setup.game->info->id);
    json_string(json, "format", match_format_name(look->setup.schedule.format));
    json_int(json, "finished", look->state.finished);
    json_int(json, "known", look->state.known);
    write_players(json, &look->setup);
}

/* ---- the list ----------------------------------------------------------------------------------
 */

static void list_stores(Task *task)
{
    const HubSetup *setup = &task->hub->setup;
    Json            json = task_fields(task);
    json_array(&json, "tournaments");
    for (int i = 0; i < setup->arena_count && !atomic_load(&task->job.stop); i++) {
        Look  look;
        Error err;
        json_object(&json, NULL);
        json_int(&json, "store", i);
        json_string(&json, "name", short_name(setup->arenas[i]));
        if (look_open(&look, setup->arenas[i], &err))
            write_match(&json, &look);
        else
            json_string(&json, "error", short_name(err.text));
        look_close(&look);
        json_end_object(&json);
    }
    json_end_array(&json);
}

static bool begin_look(Ask *ask, bool needs_store, void (*work)(Task *task), Error *err)
{
    static const Text none = TEXT("there is no such store; give it with --arena FILE",
                                  "pas de tel match ; donnez-le par --arena FICHIER");
    int64_t           store = 0, number = 0;
    if (!message_may_int(&ask->message, "store", 0, 1000, &store, err) ||
        !message_may_int(&ask->message, "number", 1, INT64_MAX, &number, err))
        return false;
    if (needs_store && store >= ask->hub->setup.arena_count)
        return refuse_in(ask->page->lang, err, &none);
    Task *task = task_new(ask->hub, ask->page, ask->number, NULL, BUDGET_US, err);
    if (task == NULL)
        return false;
    task->most = (int)store;
    task->which = number;
    task->work = work;
    task->job.is_long = true;
    return ask_begin(ask, task, err);
}

bool do_tournaments(Ask *ask, Error *err) { return begin_look(ask, false, list_stores, err); }

/* ---- standings ---------------------------------------------------------------------------------
 */

static void write_elo(Json *json, const char *key, double elo)
{
    if (isfinite(elo))
        json_double(json, key, elo, 1);
    else
        json_null(json, key);
}

static void write_standing(Json *json, const Look *look, const Standing *row)
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
        int             one = log->fixture.players[i], other = log->fixture.players[1 - i];
        struct Meeting *meeting = &cross->meetings[one * cross->players + other];
        meeting->games++;
        meeting->half_points += log->result.winner == i ? 2 : log->result.winner == PLAYER_NONE;
    }
    return true;
}

/* Rows and columns in the order of the standings; null where two have not met. */
static void write_cross(Json *json, const Cross *cross, const Standings *standings)
{
    json_array(json, "cross");
    for (int i = 0; i < standings->count; i++) {
        json_array(json, NULL);
        for (int k = 0; k < standings->count; k++) {
            const struct Meeting *meeting =
                &cross->meetings[standings->rows[i].player * cross->players +
                                 standings->rows[k].player];
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

static bool write_standings(Task *task, const Look *look)
{
    const Standings *standings = &look->state.standings;
    Cross            cross = {.players = look->setup.schedule.players};
    Json             json = task_fields(task);
    cross.meetings =
        calloc((size_t)cross.players * (size_t)cross.players + 1, sizeof cross.meetings[0]);
    if (cross.meetings == NULL)
        return error_set(&task->err, "out of memory");
    bool ok = store_each_game(look->store, count_meeting, &cross, &task->err);
    write_match(&json, look);
    json_array(&json, "rows");
    for (int i = 0; i < standings->count; i++)
        write_standing(&json, look, &standings->rows[i]);
    json_end_array(&json);
    write_cross(&json, &cross, standings);
    free(cross.meetings);
    return ok;
}

static void show_standings(Task *task)
{
    Look look;
    task->has_failed = !look_open(&look, task->hub->setup.arenas[task->most], &task->err) ||
                       !write_standings(task, &look);
    look_close(&look);
}

bool do_standings(Ask *ask, Error *err) { return begin_look(ask, true, show_standings, err); }

/* ---- games -------------------------------------------------------------------------------------
 */

typedef struct {
    const Look *look;
    Task       *task;
    Json       *json;
} Watch;

static void write_game(Json *json, const Look *look, const GameLog *log, Lang lang)
{
    json_int(json, "number", log->number + 1);
    json_int(json, "round", log->fixture.round);
    json_array(json, "players");
    for (int i = 0; i < 2; i++)
        json_string(json, NULL, look->setup.names[log->fixture.players[i]]);
    json_end_array(json);
    write_result(json, "result", &log->result, lang);
}

static bool watch_game(const GameLog *log, void *user, Error *err)
{
    Watch *watch = user;
    Task  *task = watch->task;
    (void)err;
    if (task->which == 0) {
        if (log->number + GAMES_LISTED < watch->look->state.finished)
            return true;
        json_object(watch->json, NULL);
        write_game(watch->json, watch->look, log, task->lang);
        json_end_object(watch->json);
    } else if (log->number + 1 == task->which) {
        write_game(watch->json, watch->look, log, task->lang);
        json_string(watch->json, "start", str_get(&log->start));
        json_string(watch->json, "moves", str_get(&log->moves));
        json_string(watch->json, "evals", str_get(&log->evals));
        json_string(watch->json, "clocks", str_get(&log->clocks));
        task->which = -1;
    }
    return true;
}

static void show_games(Task *task)
{
    static const Text none = TEXT("this game is not played yet", "cette partie n'est pas jouée");
    Look              look;
    Json              json = task_fields(task);
    Watch             watch = {.look = &look, .task = task, .json = &json};
    bool              is_list = task->which == 0;
    task->has_failed = !look_open(&look, task->hub->setup.arenas[task->most], &task->err);
    if (!task->has_failed) {
        json_string(&json, "game", look.setup.game->info->id);
        if (is_list)
            json_array(&json, "games");
        task->has_failed = !store_each_game(look.store, watch_game, &watch, &task->err);
        if (is_list)
            json_end_array(&json);
        else if (!task->has_failed && task->which != -1)
            task->has_failed = !refuse_in(task->lang, &task->err, &none);
    }
    look_close(&look);
}

bool do_watch(Ask *ask, Error *err) { return begin_look(ask, true, show_games, err); }
