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

void open_game_tell_failure(Hub *hub, OpenGame *opened, const Error *err)
{
    opened->has_failed = true;
    tell_failure(hub, opened->game->id, err);
    open_game_show(hub, opened, NULL);
}

/* The page for whose game it thought has had that much more than was thought. */
static void charge(Hub *hub, const OpenGame *opened, const Job *job)
{
    Page *page = hub_find_page(hub, opened->page);
    if (page != NULL && job->was_run)
        page->move_turn += (uint64_t)(job->ended_us - job->begun_us) / 1000;
}

static void play_choice(Task *task)
{
    const MoveJob *job = task->job;
    OpenGame      *opened = hub_find_game(task->hub, task->id);
    if (opened == NULL || opened->thinking != task)
        return; /* the game has gone on without it */
    charge(task->hub, opened, &task->pooled);
    opened->thinking = NULL;
    bool   has_score = !task->has_failed && searcher_kind(job->player.searcher) != SEARCHER_MOVE;
    double share = has_score ? share_of(task->session, &job->player, job->found.score) : -1;
    if (task->has_failed ||
        !open_game_play(task->hub, opened, job->found.best, share, &task->err)) {
        opened->wants_go = false;
        open_game_tell_failure(task->hub, opened, &task->err);
    } else {
        opened->is_machines_move = true;
    }
}

/* No more than the clock allows. */
static void mind_clock(const PageGame *page_game, Player *player)
{
    const GameClock *clock = &page_game->clock;
    if (clock->control.budget_us == 0)
        return;
    int64_t left = gameclock_left(clock, session_side(page_game->session), clock_now_us());
    int64_t share = limits_share_of_clock(left, clock->control.increment_us);
    if (player->limits.time_us == 0 || player->limits.time_us > share)
        player->limits.time_us = share;
}

static const TaskKind move_task = {.size = sizeof(MoveJob),
                                   .work = choose_move,
                                   .done = play_choice,
                                   .is_event = true,
                                   .is_move = true};

static Task *new_move_task(Hub *hub, const OpenGame *opened, Error *err)
{
    enum { MARGIN_US = 5000000 };
    const PageGame *page_game = opened->game;
    const Player   *player = &page_game->seats[session_side(page_game->session)].player;
    Task           *task = task_new(hub, NULL, 0, &move_task, err);
    if (task == NULL || !task_copy_game(task, opened, false, err)) {
        if (task != NULL)
            task_free(task);
        return NULL;
    }
    MoveJob *job = task->job;
    job->player = *player;
    mind_clock(page_game, &job->player);
    task->pooled.budget_us = player->limits.time_us + MARGIN_US;
    return task;
}

bool open_game_awaits_machine(const OpenGame *opened)
{
    const Session *session = opened->game->session;
    bool           is_at_end = session_ply(session) == session_length(session);
    return !opened->game->seats[session_side(session)].player.is_human &&
           !session_result(session).is_over && (is_at_end || opened->wants_go) &&
           opened->followers > 0 && !opened->has_failed;
}

void machines_begin(Hub *hub)
{
    for (OpenGame *opened = hub->open_games; opened != NULL; opened = opened->next) {
        Error ignored;
        if (opened->thinking != NULL || !open_game_awaits_machine(opened) ||
            opened->rests_until_us > clock_now_us())
            continue;
        Page *page = hub_find_page(hub, opened->page);
        Task *task = new_move_task(hub, opened, &ignored);
        if (task != NULL &&
            task_begin(task, page != NULL ? &page->move_turn : &opened->turn, &ignored))
            opened->thinking = task;
        else
            opened->rests_until_us = clock_now_us() + REST_US;
    }
}

int64_t machines_due_us(const Hub *hub)
{
    int64_t due = INT64_MAX;
    for (const OpenGame *opened = hub->open_games; opened != NULL; opened = opened->next)
        if (opened->thinking == NULL && open_game_awaits_machine(opened) &&
            opened->rests_until_us < due)
            due = opened->rests_until_us;
    return due;
}

void open_game_stop(Hub *hub, OpenGame *opened)
{
    Task *task = opened->thinking;
    opened->thinking = NULL;
    if (task != NULL)
        pool_stop(hub->pool, &task->pooled);
}
