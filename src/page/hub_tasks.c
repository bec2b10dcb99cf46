/* What is thought in threads: tasks in general, and what they share. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/prose.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "core/score.h"
#include "page/hub_state.h"

#include <stdlib.h>
#include <string.h>

double share_of(const Session *session, const Player *player, Score score)
{
    double share = player_chance(session_game(session), player, score);
    return session_side(session) == 0 ? share : 1 - share;
}

char *set_decimals(char *text, Lang lang)
{
    char *point = lang == LANG_FR ? strchr(text, '.') : NULL;
    if (point != NULL)
        *point = ',';
    return text;
}

void write_score(Json *json, const Session *session, const Player *player, Score score, Lang lang)
{
    char text[SCORE_TEXT_SIZE];
    json_string(json, "score", set_decimals(score_format(score, lang, text), lang));
    json_double(json, "win", share_of(session, player, score), 3);
}

void write_line(Json *json, const char *key, const Session *session, const Move moves[], int count)
{
    const Game  *game = session_game(session);
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, game, session_position(session), NULL);
    json_array(json, key);
    for (int i = 0; ok && i < count && position_is_legal(game, copy.pos, moves[i]); i++) {
        char text[MOVE_TEXT_SIZE];
        json_string(json, NULL, notation_format(game, copy.pos, moves[i], text));
        position_copy_make(&copy, moves[i]);
    }
    json_end_array(json);
    position_copy_free(&copy);
}

bool task_search(Task *task, Session *session, const Limits *limits, SearchContext *out)
{
    enum { TABLE = 4 };
    Player player = player_analyst(session_game(session));
    player.limits = *limits;
    player.table_megabytes = TABLE;
    return player_choose(session, &player, task->seed, &task->pooled.stop, out, &task->err);
}

bool task_choose(Task *task, const Player *player, SearchContext *out)
{
    task->has_failed =
        !player_choose(task->session, player, task->seed, &task->pooled.stop, out, &task->err);
    return !task->has_failed;
}

OpenSolver task_open_solver(Task *task)
{
    enum { TABLE = 8, NODES = 400000 }; /* megabytes; of each position, then a search must do */
    OpenSolver  solver;
    Error       ignored;
    SolverSetup setup = {.table_megabytes = TABLE, .nodes = NODES, .stop = &task->pooled.stop};
    solver_open(&solver, session_game(task->session), &setup, &ignored);
    return solver;
}

int task_solve_moves(Task *task, OpenSolver *solver, MoveTruth out[MAX_MOVES])
{
    Error    ignored;
    uint64_t nodes = 0;
    return solver_is_open(solver)
               ? solver_moves(solver, session_position(task->session), out, &nodes, &ignored)
               : -1;
}

/* ---- tasks -------------------------------------------------------------------------------------
 */

static void run_task(Job *pooled)
{
    Task *task = (Task *)pooled;
    task->kind->work(task);
}

static void pass_note(Job *pooled, const Str *text)
{
    Task *task = (Task *)pooled;
    Page *page = hub_find_page(task->hub, task->page);
    if (page != NULL)
        page_send(page, text);
}

static void finish_task(Job *pooled)
{
    Task *task = (Task *)pooled;
    Page *page = task->page > 0 ? hub_find_page(task->hub, task->page) : NULL;
    if (page != NULL)
        page->pending--;
    if (!pooled->was_run)
        task->has_failed = !error_set(&task->err, ERROR_PAGE_STOPPED);
    uint64_t saves = task->hub->save_count;
    if (task->kind->done != NULL)
        task->kind->done(task);
    if (page != NULL && !task->kind->is_event) {
        if (task->has_failed)
            page_refuse(page, task->number, &task->err);
        else
            page_answer(page, task->number, &task->fields, task->hub->save_count != saves);
    }
    task_free(task);
}

Task *task_new(Hub *hub, Page *page, int64_t number, const TaskKind *kind, Error *err)
{
    Task *task = calloc(1, sizeof *task);
    if (task != NULL)
        task->job = calloc(1, kind->size + 1);
    if (task == NULL || task->job == NULL) {
        free(task);
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    task->pooled = (Job){.run = run_task,
                         .note = pass_note,
                         .finish = finish_task,
                         .budget_us = kind->budget_us,
                         .owner = page != NULL ? page->number : 0,
                         .is_move = kind->is_move,
                         .is_long = kind->is_long,
                         .is_patient = kind->is_patient};
    task->kind = kind;
    task->hub = hub;
    task->page = page != NULL ? page->number : 0;
    task->number = number;
    task->lang = page != NULL ? page->lang : LANG_EN;
    task->seed = ++hub->seed;
    return task;
}

bool task_copy_game(Task *task, const OpenGame *opened, bool is_whole, Error *err)
{
    task->id = opened->game->id;
    task->change = opened->change;
    task->session = session_copy(opened->game->session, is_whole, err);
    return task->session != NULL;
}

Task *request_task(Request *request, const TaskKind *kind, const OpenGame *opened, Error *err)
{
    Task *task = task_new(request->hub, request->page, request->number, kind, err);
    if (task != NULL && !task_copy_game(task, opened, false, err)) {
        task_free(task);
        return NULL;
    }
    return task;
}

Task *request_session_task(Request *request, const TaskKind *kind, Session *session, Error *err)
{
    Task *task = task_new(request->hub, request->page, request->number, kind, err);
    if (task == NULL)
        session_delete(session);
    else
        task->session = session;
    return task;
}

void task_free(Task *task)
{
    if (task->kind->free_job != NULL)
        task->kind->free_job(task->job);
    free(task->job);
    session_delete(task->session);
    str_free(&task->fields);
    free(task);
}

bool task_begin(Task *task, uint64_t *turn, Error *err)
{
    if (pool_add(task->hub->pool, &task->pooled, turn))
        return true;
    error_set(err, ERROR_PAGE_BUSY);
    task_free(task);
    return false;
}

/* Of all pages that come from where this one does. */
static int pending_of_address(const Page *page)
{
    int count = 0;
    for (const Page *at = page->hub->pages; at != NULL; at = at->next)
        if (strcmp(at->address, page->address) == 0)
            count += at->pending;
    return count;
}

bool request_begin(Request *request, Task *task, Error *err)
{
    bool is_event = task->kind->is_event;
    if (request->page->pending >= MAX_PENDING ||
        pending_of_address(request->page) >= MAX_PENDING_OF_ADDRESS) {
        task_free(task);
        return error_set(err, ERROR_PAGE_PATIENCE);
    }
    if (!task_begin(task, &request->page->turn, err))
        return false;
    request->page->pending++;
    request->is_deferred = !is_event;
    return true;
}
