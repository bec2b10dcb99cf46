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

enum { MAX_LAB_US = 10000000, MARGIN_US = 5000000, MAX_STEPS = 64 };

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

/* Players on one position, and what the last of them found. */
typedef struct {
    Limits limits; /* 0: as the players have them */
    struct {
        Player player;
        char   text[SEAT_TEXT_SIZE];
    } rivals[MAX_PLAYERS_COMPARED];
    int           rival_count;
    SearchContext found;
} LabJob;

static void write_row(Json *json, const Task *task, int rival, const Course *course)
{
    const Session       *session = task->session;
    const Game          *game = session_game(session);
    const LabJob        *job = task->job;
    const SearchContext *found = &job->found;
    const SearchLine    *line = &found->found[0];
    char                 move[MOVE_TEXT_SIZE];
    json_string(json, "name", job->rivals[rival].text);
    json_string(json, "move", notation_format(game, session_position(session), found->best, move));
    write_score(json, session, &job->rivals[rival].player, found->score, task->lang);
    json_int(json, "depth", found->depth);
    json_int(json, "nodes", (int64_t)found->nodes);
    json_double(json, "ms", (double)found->time_us / 1000, 1);
    write_line(json, "pv", session, line->moves, found->line_count > 0 ? line->length : 0);
    /* Depths are compared; MCTS has none. */
    if (searcher_has_depths(job->rivals[rival].player.searcher))
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
    if (player->limits.time_us == 0 || player->limits.time_us > MAX_LAB_US)
        player->limits.time_us = MAX_LAB_US;
}

/* One of them thinks, with nothing left of what others found. */
static bool run_rival(Task *task, int rival, Course *course)
{
    Session       *session = task->session;
    LabJob        *job = task->job;
    SearchContext *context = &job->found;
    MctsSettings   mcts;
    Player         player = job->rivals[rival].player;
    limit_player(&player, &job->limits);
    session_forget(session, 0);
    session_forget(session, 1);
    if (!player_prepare(session, &player, session_side(session), &mcts, context, &task->err))
        return false;
    context->stop = &task->pooled.stop;
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
    job_tell(&task->pooled, &event);
}

static void compare(Task *task)
{
    const LabJob *job = task->job;
    Json          json = task_fields(task);
    json_array(&json, "rows");
    for (int i = 0; i < job->rival_count; i++) {
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

typedef struct {
    bool    is_given;
    int64_t depth, nodes, time_ms; /* 0: as the player has it */
} LimitFields;

static const Field limit_fields[] = {
    MAY_INT(LimitFields, depth, 1, 60, 0),
    MAY_INT(LimitFields, nodes, 1, 100000000, 0),
    MAY_INT(LimitFields, time_ms, 1, MAX_LAB_US / 1000, 0),
};

typedef struct {
    int64_t     id;              /* 0: none, but a game and perhaps its position */
    const char *game, *position; /* NULL: none */
    TextList    players;
    LimitFields limit;
} LabFields;

static const Field lab_fields[] = {
    MAY_INT(LabFields, id, 1, INT64_MAX, 0),
    MAY_TEXT(LabFields, game, GAME_NAME_LIMIT),
    MAY_TEXT(LabFields, position, POSITION_LIMIT),
    MUST_TEXTS(LabFields, players, 0, MAX_PLAYERS_COMPARED, SEAT_TEXT_SIZE),
    MAY_OBJECT(LabFields, limit, limit_fields),
};

static bool read_rivals(const TextList *texts, const Game *game, LabJob *job, Error *err)
{
    job->rival_count = texts->count;
    for (int i = 0; i < texts->count; i++) {
        Seat seat;
        if (!seat_set_player(&seat, game, texts->texts[i], err))
            return false;
        job->rivals[i].player = seat.player;
        memcpy(job->rivals[i].text, seat.text, sizeof seat.text);
    }
    return true;
}

/* A task on a position that is not over. */
static Task *position_task(Request *request, const TaskKind *kind, Session *session, Error *err)
{
    if (session == NULL)
        return NULL;
    if (session_result(session).is_over) {
        session_delete(session);
        error_set(err, ERROR_GAME_OVER);
        return NULL;
    }
    return request_session_task(request, kind, session, err);
}

static bool run_lab(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {.size = sizeof(LabJob),
                                  .work = compare,
                                  .budget_us =
                                      MAX_PLAYERS_COMPARED * (int64_t)MAX_LAB_US + MARGIN_US,
                                  .is_long = true};
    const LabFields      *lab = fields;
    const LimitFields    *limit = &lab->limit;
    Session *session = request_session(request, lab->id, lab->game, lab->position, err);
    Task    *task = position_task(request, &kind, session, err);
    if (task == NULL)
        return false;
    LabJob *job = task->job;
    job->limits = (Limits){.depth = (int)limit->depth,
                           .nodes = (uint64_t)limit->nodes,
                           .time_us = limit->time_ms * 1000};
    if (!read_rivals(&lab->players, session_game(session), job, err)) {
        task_free(task);
        return false;
    }
    return request_begin(request, task, err);
}

REQUEST_ROW(lab, LabFields, "rows");

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

/* A search whose tree is written down. */
typedef struct {
    Player        player;
    int           depth, most_nodes;
    SearchContext found;
} TreeJob;

static void write_tree(Task *task, const TreeLog *log)
{
    const TreeJob *job = task->job;
    PositionCopy   copy;
    bool           ok = position_copy_init(&copy, session_game(task->session), NULL, NULL);
    Json           json = task_fields(task);
    json_array(&json, "nodes");
    for (int i = 0; ok && i < log->count; i++)
        write_node(&json, task, log, i, &copy);
    json_end_array(&json);
    json_bool(&json, "is_sampled", job->player.searcher == SEARCHER_mcts);
    write_line(&json, "best", task->session, job->found.found[0].moves,
               job->found.line_count > 0 ? job->found.found[0].length : 0);
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
        ok = mcts_log_tree(((const TreeJob *)task->job)->found.mcts_tree, copy.game, copy.pos, log);
    }
    position_copy_free(&copy);
    return ok;
}

static void grow_tree(Task *task)
{
    TreeJob       *job = task->job;
    SearcherId     searcher = job->player.searcher;
    bool           is_mcts = searcher == SEARCHER_mcts;
    MctsSettings   mcts;
    SearchContext *context = &job->found;
    TreeLog        log = {.nodes = calloc((size_t)job->most_nodes, sizeof log.nodes[0]),
                          .capacity = job->most_nodes};
    bool           ok = log.nodes != NULL &&
              player_prepare(task->session, &job->player, session_side(task->session), &mcts,
                             context, &task->err);
    if (ok) {
        context->limits.depth = job->depth;
        context->switches = (SearchSwitches){.order = ORDER_STATIC, .is_fixed_depth = true};
        context->table = NULL;
        context->tree = &log;
        context->stop = &task->pooled.stop;
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

typedef struct {
    int64_t     id;              /* 0: none, but a game and perhaps its position */
    const char *game, *position; /* NULL: none */
    const char *player;          /* NULL: alphabeta */
    int64_t     depth, most;
} TreeFields;

static const Field tree_fields[] = {
    MAY_INT(TreeFields, id, 1, INT64_MAX, 0),       MAY_TEXT(TreeFields, game, GAME_NAME_LIMIT),
    MAY_TEXT(TreeFields, position, POSITION_LIMIT), MAY_TEXT(TreeFields, player, SEAT_TEXT_SIZE),
    MAY_INT(TreeFields, depth, 1, 12, 3),           MAY_INT(TreeFields, most, 1, 5000, 1000),
};

static bool run_tree(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {.size = sizeof(TreeJob),
                                  .work = grow_tree,
                                  .budget_us = MAX_LAB_US + MARGIN_US,
                                  .is_long = true};
    const TreeFields     *tree = fields;
    Session *session = request_session(request, tree->id, tree->game, tree->position, err);
    Task    *task = position_task(request, &kind, session, err);
    Seat     seat;
    if (task == NULL)
        return false;
    if (!seat_set_player(&seat, session_game(session),
                         tree->player != NULL ? tree->player : "alphabeta", err)) {
        task_free(task);
        return false;
    }
    TreeJob *job = task->job;
    job->player = seat.player;
    limit_player(&job->player, &(Limits){0});
    job->depth = (int)tree->depth;
    job->most_nodes = (int)tree->most;
    return request_begin(request, task, err);
}

REQUEST_ROW(tree, TreeFields, "nodes is_sampled best left_out");
