/* The laboratory: several players on one position, and the tree a search really walked. */
#include "base/errors.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "core/score.h"
#include "page/hub_state.h"
#include "search/mcts/mcts_log.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LAB_US = 10000000, MARGIN_US = 5000000, MAX_STEPS = 64 };

/* ---- side by side ------------------------------------------------------------------------------
 */

/* How far one of them had come, and what it had cost. */
typedef struct {
    int      depth;
    uint64_t nodes;
    int64_t  time_us;
} Step;

typedef struct {
    Step steps[MAX_STEPS];
    int  count;
} Course;

/* After each depth; the search's own thread calls this. */
static void note_step(const SearchReport *report, void *user)
{
    Course *course = user;
    if (report->line > 1 || course->count == MAX_STEPS)
        return;
    course->steps[course->count++] = (Step){report->depth, report->counts->nodes, report->time_us};
}

static void write_steps(Json *json, const Course *course)
{
    json_array(json, "steps");
    for (int i = 0; i < course->count; i++) {
        json_object(json, NULL);
        json_int(json, "depth", course->steps[i].depth);
        json_int(json, "nodes", (int64_t)course->steps[i].nodes);
        json_double(json, "ms", (double)course->steps[i].time_us / 1000, 1);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_row(Json *json, const Task *task, int rival, const Course *course)
{
    const Session       *session = task->session;
    const Game          *game = session_game(session);
    const SearchContext *found = &task->found;
    const SearchLine    *line = &found->found[0];
    char                 move[MOVE_TEXT_SIZE];
    json_string(json, "name", task->rivals[rival].text);
    json_string(json, "move", notation_format(game, session_position(session), found->best, move));
    write_score(json, session, &task->rivals[rival].player, found->score, task->lang);
    json_int(json, "depth", found->depth);
    json_int(json, "nodes", (int64_t)found->nodes);
    json_double(json, "ms", (double)found->time_us / 1000, 1);
    write_line(json, "pv", session, line->moves, found->line_count > 0 ? line->length : 0);
    /* Depths are compared; MCTS has none. */
    if (searcher_has_depths(task->rivals[rival].player.searcher))
        write_steps(json, course);
}

static void limit_player(Player *player, const Limits *limits)
{
    if (limits->depth > 0) {
        player->limits.depth = limits->depth;
        player->step_count = 0;
    }
    if (limits->nodes > 0)
        player->limits.nodes = limits->nodes;
    if (limits->time_us > 0)
        player->limits.time_us = limits->time_us;
    if (player->limits.time_us == 0 || player->limits.time_us > MOST_LAB_US)
        player->limits.time_us = MOST_LAB_US;
}

/* One of them thinks, with nothing left of what others found. */
static bool run_rival(Task *task, int rival, Course *course)
{
    Session       *session = task->session;
    SearchContext *context = &task->found;
    MctsSettings   mcts;
    Player         player = task->rivals[rival].player;
    limit_player(&player, &task->limits);
    session_forget(session, 0);
    session_forget(session, 1);
    if (!player_prepare(session, &player, session_side(session), &mcts, context, &task->err))
        return false;
    context->stop = &task->job.stop;
    context->rng = context->eval.seed = 1;
    context->report = note_step;
    context->user = course;
    return session_search(session, player.searcher, context, &task->err);
}

static void tell_row(Task *task, int rival, const Course *course)
{
    Str  event = {0};
    Json news = json_to(&event);
    json_object(&news, NULL);
    json_string(&news, "event", "lab");
    json_int(&news, "n", task->number);
    json_int(&news, "row", rival);
    write_row(&news, task, rival, course);
    json_end_object(&news);
    job_tell(&task->job, &event);
}

static void compare(Task *task)
{
    Json json = task_fields(task);
    json_array(&json, "rows");
    for (int i = 0; i < task->rival_count; i++) {
        Course course = {.count = 0};
        if (!run_rival(task, i, &course)) {
            task->has_failed = true;
            break;
        }
        json_object(&json, NULL);
        write_row(&json, task, i, &course);
        json_end_object(&json);
        tell_row(task, i, &course);
    }
    json_end_array(&json);
}

static bool read_limits(Ask *ask, Limits *out, Error *err)
{
    Message limit;
    int64_t depth = 0, nodes = 0, time_ms = 0;
    if (!message_object(&ask->message, "limit", false, &limit, err))
        return false;
    if (limit.tree != NULL && (!message_may_int(&limit, "depth", 1, 60, &depth, err) ||
                               !message_may_int(&limit, "nodes", 1, 100000000, &nodes, err) ||
                               !message_may_int(&limit, "time_ms", 1, 10000, &time_ms, err)))
        return false;
    *out = (Limits){.depth = (int)depth, .nodes = (uint64_t)nodes, .time_us = time_ms * 1000};
    return true;
}

static bool read_rivals(Ask *ask, Task *task, Error *err)
{
    Message list;
    if (!message_list(&ask->message, "players", MAX_PLAYERS_COMPARED, &list, &task->rival_count,
                      err))
        return false;
    for (int i = 0; i < task->rival_count; i++) {
        const char *text;
        Seat        seat;
        if (!message_item_text(&list, i, SEAT_TEXT_SIZE, &text, err) ||
            !seat_set_player(&seat, session_game(task->session), text, err))
            return false;
        task->rivals[i].player = seat.player;
        memcpy(task->rivals[i].text, seat.text, sizeof seat.text);
    }
    return true;
}

/* A task on a position that is not over. */
static Task *session_task(Ask *ask, int64_t budget_us, Error *err)
{
    Session *session = ask_session(ask, err);
    if (session == NULL)
        return NULL;
    if (session_result(session).is_over) {
        session_delete(session);
        error_set(err, ERROR_GAME_OVER);
        return NULL;
    }
    Task *task = task_new(ask->hub, ask->page, ask->number, NULL, budget_us, err);
    if (task == NULL)
        session_delete(session);
    else
        task->session = session;
    return task;
}

bool do_lab(Ask *ask, Error *err)
{
    Task *task = session_task(ask, MAX_PLAYERS_COMPARED * (int64_t)MOST_LAB_US + MARGIN_US, err);
    if (task == NULL)
        return false;
    if (!read_rivals(ask, task, err) || !read_limits(ask, &task->limits, err)) {
        task_free(task);
        return false;
    }
    task->work = compare;
    task->job.is_long = true;
    return ask_begin(ask, task, err);
}

/* ---- the tree ----------------------------------------------------------------------------------
 */

/* The position in which the node's move was played. */
static void go_to_parent(PositionCopy *copy, const void *root, const TreeLog *log, int node)
{
    Move path[MAX_SEARCH_PLIES * 4];
    int  length = 0;
    position_copy_set(copy, root);
    for (int at = log->nodes[node].parent; at > 0 && length < MAX_SEARCH_PLIES * 4;
         at = log->nodes[at].parent)
        if (log->nodes[at].move != MOVE_NONE)
            path[length++] = log->nodes[at].move;
    while (length > 0)
        position_copy_make(copy, path[--length]);
}

/* Legal moves that a cut spared, where all children are there to be counted. */
static int count_spared(const Game *game, const TreeLog *log, int index, void *pos)
{
    Move moves[MAX_MOVES];
    int  spared = game->gen(pos, moves);
    for (int i = index + 1; i < log->count; i++)
        if (log->nodes[i].parent == index) {
            bool is_again = false; /* a second look at the same move */
            for (int k = i - 1; k > index && !is_again; k--)
                is_again =
                    log->nodes[k].parent == index && log->nodes[k].move == log->nodes[i].move;
            spared -= !is_again;
        }
    return spared;
}

/* Scores and windows are those of the player to move at the root, or they would turn round from ply
 * to ply. */
static void write_scores(Json *json, const TreeNode *node, bool is_max, Lang lang)
{
    static const char *const bounds[] = {
        [BOUND_NONE] = "", [BOUND_UPPER] = "≤", [BOUND_LOWER] = "≥", [BOUND_EXACT] = "="};
    static const Bound turned[] = {[BOUND_NONE] = BOUND_NONE,
                                   [BOUND_UPPER] = BOUND_LOWER,
                                   [BOUND_LOWER] = BOUND_UPPER,
                                   [BOUND_EXACT] = BOUND_EXACT};
    char               text[SCORE_TEXT_SIZE];
    json_string(json, "score",
                set_decimals(score_format_short(is_max ? node->score : -node->score, text), lang));
    json_string(json, "bound", bounds[is_max ? node->bound : turned[node->bound]]);
    if (node->alpha >= node->beta)
        return; /* no window: MCTS, minimax */
    json_string(json, "alpha",
                set_decimals(score_format_short(is_max ? node->alpha : -node->beta, text), lang));
    json_string(json, "beta",
                set_decimals(score_format_short(is_max ? node->beta : -node->alpha, text), lang));
}

static void write_node(Json *json, const Task *task, const TreeLog *log, int index,
                       PositionCopy *copy)
{
    static const char *const kinds[] = {
        [TREE_OPEN] = "open",   [TREE_HORIZON] = "horizon", [TREE_OVER] = "over",
        [TREE_TABLE] = "table", [TREE_CUT] = "cut",         [TREE_STOPPED] = "stopped"};
    const Game     *game = session_game(task->session);
    const TreeNode *node = &log->nodes[index];
    char            move[MOVE_TEXT_SIZE] = "";
    bool            is_known = true;
    go_to_parent(copy, session_position(task->session), log, index);
    if (node->parent >= 0) {
        is_known = position_is_legal(game, copy->pos, node->move);
        if (is_known) {
            notation_format(game, copy->pos, node->move, move);
            position_copy_make(copy, node->move);
        }
    }
    json_object(json, NULL);
    json_int(json, "id", index);
    json_int(json, "parent", node->parent);
    json_string(json, "move", move);
    json_int(json, "side", node->side);
    write_scores(json, node, node->side == log->nodes[0].side, task->lang);
    json_string(json, "kind", kinds[node->end]);
    if (node->end == TREE_CUT && is_known && treelog_is_complete(log, index))
        json_int(json, "spared", count_spared(game, log, index, copy->pos));
    json_int(json, "visits", (int64_t)node->visits);
    json_end_object(json);
}

static void write_tree(Task *task, const TreeLog *log)
{
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, session_game(task->session), NULL, NULL);
    Json         json = task_fields(task);
    json_array(&json, "nodes");
    for (int i = 0; ok && i < log->count; i++)
        write_node(&json, task, log, i, &copy);
    json_end_array(&json);
    json_bool(&json, "is_sampled", task->player.searcher == SEARCHER_mcts);
    write_line(&json, "best", task->session, task->found.found[0].moves,
               task->found.line_count > 0 ? task->found.found[0].length : 0);
    json_int(&json, "left_out", (int64_t)log->left_out);
    position_copy_free(&copy);
}

/* MCTS keeps its tree itself. */
static bool log_mcts(Task *task, TreeLog *log)
{
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, session_game(task->session),
                                         session_position(task->session), NULL);
    if (ok) {
        ok = mcts_log_tree(task->found.mcts_tree, copy.game, copy.pos, log);
    }
    position_copy_free(&copy);
    return ok;
}

static void grow_tree(Task *task)
{
    SearcherId     searcher = task->player.searcher;
    bool           is_mcts = searcher == SEARCHER_mcts;
    MctsSettings   mcts;
    SearchContext *context = &task->found;
    TreeLog        log = {.nodes = calloc((size_t)task->most, sizeof log.nodes[0]),
                          .capacity = task->most};
    bool           ok = log.nodes != NULL &&
              player_prepare(task->session, &task->player, session_side(task->session), &mcts,
                             context, &task->err);
    if (ok) {
        context->limits.depth = task->depth;
        context->switches = (SearchSwitches){.order = ORDER_STATIC, .is_fixed_depth = true};
        context->table = NULL;
        context->tree = &log;
        context->stop = &task->job.stop;
        if (is_mcts)
            context->mcts_tree = session_tree(task->session, 0, mcts.memory_megabytes);
        ok = session_search(task->session, searcher, context, &task->err) &&
             (!is_mcts || (context->mcts_tree != NULL && log_mcts(task, &log)));
    }
    if (ok && log.count == 0)
        ok = error_set(&task->err, ERROR_NO_TREE, searcher_name(searcher));
    task->has_failed = !ok;
    if (ok)
        write_tree(task, &log);
    free(log.nodes);
}

static bool read_tree(Ask *ask, Task *task, Error *err)
{
    const char *player = "alphabeta";
    int64_t     depth = 3, most = 1000;
    Seat        seat;
    if (!message_may_text(&ask->message, "player", SEAT_TEXT_SIZE, &player, err) ||
        !message_may_int(&ask->message, "depth", 1, 12, &depth, err) ||
        !message_may_int(&ask->message, "most", 1, 5000, &most, err) ||
        !seat_set_player(&seat, session_game(task->session), player, err))
        return false;
    task->player = seat.player;
    limit_player(&task->player, &(Limits){0});
    task->depth = (int)depth;
    task->most = (int)most;
    return true;
}

bool do_tree(Ask *ask, Error *err)
{
    Task *task = session_task(ask, MOST_LAB_US + MARGIN_US, err);
    if (task == NULL)
        return false;
    if (!read_tree(ask, task, err)) {
        task_free(task);
        return false;
    }
    task->work = grow_tree;
    task->job.is_long = true;
    return ask_begin(ask, task, err);
}
