#include "lab/tree_view.h"

#include "base/json.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "core/score.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from the log ------------------------------------------------------------------------------
 */

static void link_items(TreeView *view)
{
    for (int i = 0; i < view->count; i++) {
        TreeItem *item = &view->items[i];
        item->first_child = item->last_child = item->next_brother = -1;
        if (item->parent < 0)
            continue;
        TreeItem *above = &view->items[item->parent];
        if (above->first_child < 0)
            above->first_child = i;
        else
            view->items[above->last_child].next_brother = i;
        above->last_child = i;
    }
}

/* Windows and bounds turn round where the other player is to move. */
static void read_node(TreeItem *item, const TreeNode *node, int root_side)
{
    static const Bound turned[] = {[BOUND_NONE] = BOUND_NONE,
                                   [BOUND_UPPER] = BOUND_LOWER,
                                   [BOUND_LOWER] = BOUND_UPPER,
                                   [BOUND_EXACT] = BOUND_EXACT};
    bool               is_max = node->side == root_side;
    *item = (TreeItem){.parent = node->parent,
                       .ply = node->ply,
                       .look = 1,
                       .skipped = -1,
                       .is_max = is_max,
                       .has_window = node->alpha < node->beta,
                       .end = (TreeEnd)node->end,
                       .bound = is_max ? (Bound)node->bound : turned[node->bound],
                       .alpha = is_max ? node->alpha : -node->beta,
                       .beta = is_max ? node->beta : -node->alpha,
                       .score = is_max ? node->score : -node->score,
                       .visits = node->visits};
}

/* How often the same move was searched below the same parent before; roots count as one family. */
static int looks_before(const TreeLog *log, int index)
{
    assert(index >= 0 && index < log->count);
    const TreeNode *node = &log->nodes[index];
    int             looks = 0;
    for (int i = index - 1; i > node->parent; i--)
        looks += log->nodes[i].parent == node->parent && log->nodes[i].move == node->move;
    return looks;
}

/* From the root of the first search to the node. */
static void go_to(PositionCopy *copy, const void *root, const TreeLog *log, int index)
{
    assert(index >= 0 && index < log->count && log->nodes[index].ply <= MAX_SEARCH_PLIES);
    Move moves[MAX_SEARCH_PLIES];
    int  count = 0;
    for (int i = index; log->nodes[i].parent >= 0; i = log->nodes[i].parent)
        moves[count++] = log->nodes[i].move;
    position_copy_set(copy, root);
    while (count-- > 0)
        position_copy_make(copy, moves[count]);
}

static void read_moves(TreeView *view, const Session *session, const TreeLog *log,
                       PositionCopy *copy)
{
    const Game *game = view->game;
    const void *root = session_position(session);
    for (int i = 0; i < log->count; i++) {
        TreeItem *item = &view->items[i];
        if (item->parent >= 0) {
            go_to(copy, root, log, item->parent);
            notation_format(game, copy->pos, log->nodes[i].move, item->move);
        }
        if (item->end != TREE_CUT || !treelog_is_complete(log, i))
            continue;
        Move moves[MAX_MOVES];
        go_to(copy, root, log, i);
        item->skipped = game->gen(copy->pos, moves);
        for (int child = item->first_child; child >= 0; child = view->items[child].next_brother)
            item->skipped -= view->items[child].look == 1;
    }
}

/* The best line, by the last look at each of its moves. */
static void mark_principal(TreeView *view, const TreeLog *log, const SearchLine *line)
{
    int at = 0;
    for (int i = 0; i < view->count; i++)
        if (view->items[i].parent < 0)
            at = i;
    view->items[at].is_principal = true;
    for (int i = 0; i < line->length; i++) {
        int found = -1;
        for (int child = view->items[at].first_child; child >= 0;
             child = view->items[child].next_brother)
            if (log->nodes[child].move == line->moves[i])
                found = child;
        if (found < 0)
            return;
        view->items[found].is_principal = true;
        at = found;
    }
}

bool tree_view_init(TreeView *view, const Session *session, const TreeLog *log,
                    const SearchLine *line)
{
    const Game  *game = session_game(session);
    PositionCopy copy;
    view->game = game;
    view->count = log->count;
    view->capacity = log->capacity;
    view->left_out = log->left_out;
    view->position = (Str){0};
    view->items = malloc((size_t)log->count * sizeof view->items[0]);
    bool ok = position_copy_init(&copy, game, NULL, NULL) && view->items != NULL && log->count > 0;
    if (ok) {
        position_format(game, session_position(session), &view->position);
        for (int i = 0; i < log->count; i++) {
            read_node(&view->items[i], &log->nodes[i], log->nodes[0].side);
            view->items[i].is_sampled = view->is_sampled;
            view->items[i].look += looks_before(log, i);
        }
        link_items(view);
        read_moves(view, session, log, &copy);
        if (line != NULL)
            mark_principal(view, log, line);
    }
    position_copy_free(&copy);
    return ok;
}

void tree_view_free(TreeView *view)
{
    free(view->items);
    str_free(&view->position);
}

/* ---- text --------------------------------------------------------------------------------------
 */

const char *tree_end_name(TreeEnd end)
{
    assert(end <= TREE_STOPPED);
    static const char *const names[] = {
        [TREE_OPEN] = "open",   [TREE_HORIZON] = "horizon", [TREE_OVER] = "over",
        [TREE_TABLE] = "table", [TREE_CUT] = "cut",         [TREE_STOPPED] = "stopped"};
    return names[end];
}

const char *tree_item_score(const TreeItem *item, char text[SCORE_LABEL_SIZE])
{
    static const char *const signs[] = {
        [BOUND_NONE] = "?", [BOUND_UPPER] = "≤", [BOUND_LOWER] = "≥", [BOUND_EXACT] = "="};
    char score[SCORE_TEXT_SIZE];
    bool is_known = item->bound != BOUND_NONE || item->is_sampled;
    snprintf(text, SCORE_LABEL_SIZE, "%s%s",
             item->is_sampled && item->bound == BOUND_NONE ? "≈" : signs[item->bound],
             is_known ? score_format_short(item->score, score) : "");
    return text;
}

void tree_write_count(const TreeView *view, Str *out)
{
    static const Text all = TEXT("%d nodes, all of them", "%d nœuds, tous"),
                      some = TEXT("%d nodes, %" PRIu64 " more left out (cap %d)",
                                  "%d nœuds, %" PRIu64 " autres omis (limite %d)");
    if (view->left_out == 0)
        str_printf(out, text_in(&all, view->lang), view->count);
    else
        str_printf(out, text_in(&some, view->lang), view->count, view->left_out, view->capacity);
}

static void write_item(Json *json, const TreeItem *item, int id)
{
    static const char *const bounds[] = {[BOUND_NONE] = "none",
                                         [BOUND_UPPER] = "upper",
                                         [BOUND_LOWER] = "lower",
                                         [BOUND_EXACT] = "exact"};
    json_object(json, NULL);
    json_int(json, "id", id);
    json_int(json, "parent", item->parent);
    json_string(json, "move", item->move);
    json_int(json, "ply", item->ply);
    json_string(json, "player", item->is_max ? "max" : "min");
    if (item->bound != BOUND_NONE || item->is_sampled)
        json_double(json, "score", (double)item->score / 100, 2);
    json_string(json, "bound", bounds[item->bound]);
    if (item->has_window) {
        json_double(json, "alpha", (double)item->alpha / 100, 2);
        json_double(json, "beta", (double)item->beta / 100, 2);
    }
    json_string(json, "end", tree_end_name(item->end));
    if (item->skipped >= 0)
        json_int(json, "not_searched", item->skipped);
    json_int(json, "visits", (int64_t)item->visits);
    json_int(json, "look", item->look);
    json_bool(json, "principal", item->is_principal);
    json_end_object(json);
}

void tree_write_json(const TreeView *view, Str *out)
{
    Json json = json_to(out);
    json_object(&json, NULL);
    json_string(&json, "game", view->game->info->id);
    json_string(&json, "position", str_get(&view->position));
    json_string(&json, "searcher", view->searcher);
    json_int(&json, "depth", view->depth);
    json_string(&json, "scores", "points for the player to move at the root, who is max");
    json_int(&json, "cap", view->capacity);
    json_int(&json, "left_out", (int64_t)view->left_out);
    json_array(&json, "nodes");
    for (int i = 0; i < view->count; i++)
        write_item(&json, &view->items[i], i);
    json_end_array(&json);
    json_end_object(&json);
    str_char(out, '\n');
}

static void write_dot_node(const TreeItem *item, int id, Str *out)
{
    char score[SCORE_LABEL_SIZE], alpha[SCORE_TEXT_SIZE], beta[SCORE_TEXT_SIZE];
    str_printf(out, "  n%d [shape=%s, label=\"%s %s", id, item->is_max ? "box" : "ellipse",
               item->parent < 0 ? "·" : item->move, tree_item_score(item, score));
    if (item->has_window)
        str_printf(out, "\\n[%s, %s]", score_format_short(item->alpha, alpha),
                   score_format_short(item->beta, beta));
    if (item->end != TREE_OPEN)
        str_printf(out, "\\n%s", tree_end_name(item->end));
    if (item->visits > 1)
        str_printf(out, " x%" PRIu64, item->visits);
    str_printf(out, "\"%s];\n", item->is_principal ? ", penwidth=2" : "");
    if (item->parent >= 0)
        str_printf(out, "  n%d -> n%d%s;\n", item->parent, id,
                   item->is_principal ? " [penwidth=2]" : "");
    if (item->skipped > 0)
        str_printf(out,
                   "  c%d [shape=plaintext, fontcolor=red, label=\"%d cut\"];\n"
                   "  n%d -> c%d [color=red, style=dashed];\n",
                   id, item->skipped, id, id);
}

void tree_write_dot(const TreeView *view, Str *out)
{
    str_printf(out, "digraph tree {\n  rankdir=LR;\n  node [fontsize=10];\n  label=\"%s, %s: ",
               view->game->info->id, view->searcher);
    tree_write_count(view, out);
    str_text(out, "\";\n");
    for (int i = 0; i < view->count; i++)
        write_dot_node(&view->items[i], i, out);
    str_text(out, "}\n");
}
