/* plateau tree: the tree a searcher really walked, as data or as a picture. */
#include "app/arguments/search_flags.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/position_copy.h"
#include "lab/tree_view.h"
#include "search/mcts/mcts_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was given. */
typedef struct {
    int         nodes;
    const char *output;
    SearchFlags search;
} TreeFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--depth", "N", TEXT("so many plies deep", "profondeur en demi-coups"),
     FLAG_TO_INT(TreeFlags, search.depth, 1, MAX_SEARCH_PLIES - 1, 0)},
    {"--searcher", "NAME",
     TEXT("who searches (default alphabeta)", "qui cherche (alphabeta par défaut)"),
     FLAG_TO_WORDS(TreeFlags, search.searcher)},
    {"--iterations", "N", TEXT("so many simulations", "nombre de simulations"),
     FLAG_TO_INT(TreeFlags, search.iterations, 1, INT64_MAX, 0)},
    {"--mcts", "SETTINGS", TEXT("of MCTS: seed2,choice=max …", "de MCTS : seed2,choice=max …"),
     FLAG_TO_WORDS(TreeFlags, search.mcts)},
    {"--nodes", "CAP", TEXT("keep the first so many nodes", "garder les premiers nœuds"),
     FLAG_TO_INT(TreeFlags, nodes, 1, 1000000, 2000)},
    CONSTANTS_FLAG(TreeFlags),
    SETTING_FLAGS(TreeFlags),
    {"-o", "FILE", TEXT("FILE.json, FILE.dot or FILE.svg", "FICHIER.json, .dot ou .svg"),
     FLAG_TO_WORDS(TreeFlags, output)},
    FLAGS_END,
};

static const TreeFlags *given(const Call *call) { return call->given; }

typedef void WriteTree(const TreeView *view, Str *out);

static const struct {
    const char *ending;
    WriteTree  *write;
} formats[] = {{".json", tree_write_json}, {".dot", tree_write_dot}, {".svg", tree_write_svg}};

static WriteTree *find_format(const char *path, Error *err)
{
    const char *dot = path != NULL ? strrchr(path, '.') : NULL;
    for (size_t i = 0; dot != NULL && i < sizeof formats / sizeof formats[0]; i++)
        if (strcmp(dot, formats[i].ending) == 0)
            return formats[i].write;
    error_set(err, ERROR_TREE_OUT);
    return NULL;
}

static int save(const TreeView *view, WriteTree *write, const char *path)
{
    Str   out = {0}, note = {0};
    Error err;
    write(view, &out);
    bool ok = out.failed ? error_set(&err, ERROR_MEMORY)
                         : file_write(path, str_get(&out), out.size, &err);
    str_printf(&note, "%s: ", path);
    tree_write_count(view, &note);
    str_char(&note, '\n');
    int code = ok ? command_print(&note) : fail(EXIT_FAILED, &err);
    str_free(&note);
    str_free(&out);
    return code;
}

/* MCTS keeps its tree itself; what it found of the root goes with it. */
static bool log_mcts(const Session *session, const SearchContext *context, TreeLog *log)
{
    PositionCopy copy;
    bool ok = position_copy_init(&copy, session_game(session), session_position(session), NULL);
    if (ok) {
        ok = mcts_log_tree(context->mcts_tree, copy.game, copy.pos, log);
        log->nodes[0].score = context->score;
    }
    position_copy_free(&copy);
    return ok;
}

/* Searches and fills the log, whose room the caller gave. */
static bool grow_tree(Session *session, const SearchChoice *choice, SearchContext *context,
                      TreeLog *log, Error *err)
{
    bool is_mcts = choice->searcher == SEARCHER_mcts;
    context->tree = log;
    context->table = choice->table_megabytes > 0 ? tt_new(choice->table_megabytes) : NULL;
    context->mcts_tree = is_mcts ? mcts_tree_new(choice->mcts.memory_megabytes) : NULL;
    bool ok = log->nodes != NULL && (!is_mcts || context->mcts_tree != NULL)
                  ? session_search(session, choice->searcher, context, err)
                  : error_set(err, ERROR_MEMORY);
    if (ok && is_mcts && !log_mcts(session, context, log))
        ok = error_set(err, ERROR_MEMORY);
    mcts_tree_delete(context->mcts_tree);
    tt_delete(context->table);
    return ok;
}

static int write_tree(const Call *call, Session *session, const SearchChoice *choice, int cap)
{
    Error         err;
    const char   *path = given(call)->output;
    WriteTree    *write = find_format(path, &err);
    SearchContext context = search_choice_context(choice);
    if (write == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    TreeLog           log = {.nodes = calloc((size_t)cap, sizeof log.nodes[0]), .capacity = cap};
    TreeView          view = {.searcher = searcher_name(choice->searcher),
                              .is_sampled = choice->searcher == SEARCHER_mcts,
                              .depth = choice->limits.depth,
                              .lang = call->lang};
    const SearchLine *line = &context.found[0];
    bool              ok = grow_tree(session, choice, &context, &log, &err);
    if (ok && !tree_view_init(&view, session, &log, context.line_count > 0 ? line : NULL))
        ok = error_set(&err, ERROR_NO_TREE, view.searcher);
    int code = ok ? save(&view, write, path) : fail(EXIT_BAD_INPUT, &err);
    tree_view_free(&view);
    free(log.nodes);
    return code;
}

static int run(const Call *call)
{
    SearchChoice choice = {.searcher = SEARCHER_alphabeta,
                           .switches = {.order = ORDER_STATIC, .is_fixed_depth = true},
                           .threads = 1,
                           .lines = 1};
    Error        err;
    Session     *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    bool ok = search_flags_read(&given(call)->search, session, &choice, &err);
    if (ok && choice.limits.depth == 0 && choice.limits.iterations == 0)
        ok = error_set(&err, ERROR_TREE_DEPTH);
    int code =
        ok ? write_tree(call, session, &choice, given(call)->nodes) : fail(EXIT_BAD_INPUT, &err);
    session_delete(session);
    return code;
}

const Command command_tree = {
    .name = "tree",
    .usage = "GAME --depth N -o FILE",
    .summary =
        TEXT("draw the tree a searcher walked", "dessine l'arbre parcouru par une recherche"),
    .flags = flags,
    .given_size = sizeof(TreeFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
