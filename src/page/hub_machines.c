/* The machines' turns: begun at the end of each turn of the loop, so that one that could not begin
 * is tried again in the next. */
#include "base/clock.h"
#include "base/prose.h"
#include "page/hub_state.h"

#include <stdlib.h>

enum { REST_US = 1000000 }; /* until one that could not begin is tried again */

/* A machine's turn. */
typedef struct {
    Player        player;
    SearchContext found;
} MoveJob;

static void choose_move(Task *task)
{
    MoveJob *job = task->job;
    task_choose(task, &job->player, &job->found);
}

static void tell_failure(Hub *hub, int64_t id, const Error *err)
{
    for (Page *page = hub->pages; page != NULL; page = page->next) {
        if (!page_follows(page, id))
            continue;
        Str  out = {0};
        Json json = json_to(&out);
        json_object(&json, NULL);
        json_string(&json, "event", "failure");
        json_int(&json, "id", id);
        json_prose(&json, "error", error_words(err, page->lang), page->lang);
        json_end_object(&json);
        page_send(page, &out);
        str_free(&out);
    }
}

void place_tell_failure(Hub *hub, Place *place, const Error *err)
{
    place->has_failed = true;
    tell_failure(hub, place->table->id, err);
    place_show(hub, place, NULL);
}

/* The page for whose game it thought has had that much more than was thought. */
static void charge(Hub *hub, const Place *place, const Job *job)
{
    Page *page = hub_find_page(hub, place->page);
    if (page != NULL && job->was_run)
        page->move_turn += (uint64_t)(job->ended_us - job->begun_us) / 1000;
}

static void play_choice(Task *task)
{
    const MoveJob *job = task->job;
    Place         *place = hub_find_place(task->hub, task->id);
    if (place == NULL || place->thinking != task)
        return; /* the game has gone on without it */
    charge(task->hub, place, &task->pooled);
    place->thinking = NULL;
    bool   has_score = !task->has_failed && searcher_kind(job->player.searcher) != SEARCHER_MOVE;
    double share = has_score ? share_of(task->session, &job->player, job->found.score) : -1;
    if (task->has_failed || !place_play(task->hub, place, job->found.best, share, &task->err)) {
        place->wants_go = false;
        place_tell_failure(task->hub, place, &task->err);
    } else {
        place->is_machines_move = true;
    }
}

/* No more than the clock allows. */
static void mind_clock(const Table *table, Player *player)
{
    const GameClock *clock = &table->clock;
    if (clock->control.budget_us == 0)
        return;
    int64_t left = gameclock_left(clock, session_side(table->session), clock_now_us());
    int64_t share = limits_share_of_clock(left, clock->control.increment_us);
    if (player->limits.time_us == 0 || player->limits.time_us > share)
        player->limits.time_us = share;
}

static const TaskKind move_task = {.size = sizeof(MoveJob),
                                   .work = choose_move,
                                   .done = play_choice,
                                   .is_event = true,
                                   .is_move = true};

static Task *new_move_task(Hub *hub, const Place *place, Error *err)
{
    enum { MARGIN_US = 5000000 };
    const Table  *table = place->table;
    const Player *player = &table->seats[session_side(table->session)].player;
    Task         *task = task_new(hub, NULL, 0, &move_task, err);
    if (task == NULL || !task_copy_game(task, place, false, err)) {
        if (task != NULL)
            task_free(task);
        return NULL;
    }
    MoveJob *job = task->job;
    job->player = *player;
    mind_clock(table, &job->player);
    task->pooled.budget_us = player->limits.time_us + MARGIN_US;
    return task;
}

bool place_awaits_machine(const Place *place)
{
    const Session *session = place->table->session;
    bool           is_at_end = session_ply(session) == session_length(session);
    return !place->table->seats[session_side(session)].player.is_human &&
           !session_result(session).is_over && (is_at_end || place->wants_go) &&
           place->followers > 0 && !place->has_failed;
}

void machines_begin(Hub *hub)
{
    for (Place *place = hub->places; place != NULL; place = place->next) {
        Error ignored;
        if (place->thinking != NULL || !place_awaits_machine(place) ||
            place->rests_until_us > clock_now_us())
            continue;
        Page *page = hub_find_page(hub, place->page);
        Task *task = new_move_task(hub, place, &ignored);
        if (task != NULL &&
            task_begin(task, page != NULL ? &page->move_turn : &place->turn, &ignored))
            place->thinking = task;
        else
            place->rests_until_us = clock_now_us() + REST_US;
    }
}

int64_t machines_due_us(const Hub *hub)
{
    int64_t due = INT64_MAX;
    for (const Place *place = hub->places; place != NULL; place = place->next)
        if (place->thinking == NULL && place_awaits_machine(place) && place->rests_until_us < due)
            due = place->rests_until_us;
    return due;
}

void place_stop(Hub *hub, Place *place)
{
    Task *task = place->thinking;
    place->thinking = NULL;
    if (task != NULL)
        pool_stop(hub->pool, &task->pooled);
}
