#include "app/arguments/search_flags.h"

#include "base/errors.h"
#include "base/parse.h"
#include "engine/player.h"

#include <string.h>

enum { MAX_TABLE = 65536, MAX_THREADS = 64 };

static bool unknown_searcher(const char *name, Error *err)
{
    Str known = {0};
    for (int i = 0; i < SEARCHER_COUNT; i++)
        str_printf(&known, "%s%s", i > 0 ? ", " : "", searcher_name((SearcherId)i));
    error_set(err, ERROR_SEARCHER_UNKNOWN, name, str_get(&known));
    str_free(&known);
    return false;
}

bool search_flags_list(const char *text, bool is_chosen[SEARCHER_COUNT], Error *err)
{
    memset(is_chosen, 0, SEARCHER_COUNT * sizeof is_chosen[0]);
    while (*text != '\0') {
        char       name[32];
        SearcherId id;
        size_t     length = strcspn(text, ",");
        size_t     kept = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, text, kept);
        name[kept] = '\0';
        if (!searcher_find(name, &id))
            return unknown_searcher(name, err);
        is_chosen[id] = true;
        text += length + (text[length] == ',');
    }
    return true;
}

static bool read_searcher(const Call *call, SearcherId *out, Error *err)
{
    const char *name = args_value(call->args, "--searcher");
    return name == NULL || searcher_find(name, out) ? true : unknown_searcher(name, err);
}

/* A net is the session's. */
static bool read_eval(const Call *call, Session *session, SearchChoice *choice, Error *err)
{
    const EvalTable *table = session_game(session)->info->evals;
    const char      *text = args_value(call->args, "--eval"), *file;
    choice->eval_name = text != NULL ? text : table->evals[0].name;
    if (!eval_parse(table, choice->eval_name, &choice->eval, err))
        return false;
    if (!eval_names_net(choice->eval_name, &file))
        return true;
    choice->eval.net = session_net(session, 0, file, err);
    return choice->eval.net != NULL || !eval_needs_net(choice->eval_name, &file);
}

static bool read_limits(const Call *call, Limits *limits, Error *err)
{
    int64_t     depth, nodes, iterations;
    const char *time = args_value(call->args, "--time");
    if (!command_int(call, "--depth", 1, MAX_SEARCH_PLIES - 1, limits->depth, &depth, err) ||
        !command_int(call, "--nodes", 1, INT64_MAX, (int64_t)limits->nodes, &nodes, err) ||
        !command_int(call, "--iterations", 1, INT64_MAX, (int64_t)limits->iterations, &iterations,
                     err) ||
        (time != NULL && !parse_duration("--time", time, 0.001, 86400, &limits->time_us, err)))
        return false;
    limits->depth = (int)depth;
    limits->nodes = (uint64_t)nodes;
    limits->iterations = (uint64_t)iterations;
    return true;
}

static bool read_table(const Call *call, size_t *megabytes, Error *err)
{
    const char *text = args_value(call->args, "--table");
    int64_t     number = (int64_t)*megabytes;
    bool        is_off = text != NULL && strcmp(text, "off") == 0;
    if (text != NULL && !is_off && !parse_int("--table", text, 1, MAX_TABLE, &number, err))
        return false;
    *megabytes = is_off ? 0 : (size_t)number;
    return true;
}

static bool read_order(const Call *call, MoveOrder *order, Error *err)
{
    static const char *const names[] = {
        [ORDER_DYNAMIC] = "dynamic", [ORDER_STATIC] = "static", [ORDER_NONE] = "none"};
    const char *text = args_value(call->args, "--order");
    if (text == NULL)
        return true;
    for (int i = ORDER_DYNAMIC; i <= ORDER_NONE; i++)
        if (strcmp(text, names[i]) == 0) {
            *order = (MoveOrder)i;
            return true;
        }
    return error_set(err, ERROR_ORDER_FLAG, text);
}

bool search_flags_read(const Call *call, Session *session, SearchChoice *choice, Error *err)
{
    const Game *game = session_game(session);
    int64_t     threads, lines;
    const char *mcts = args_value(call->args, "--mcts");
    const char *search = args_value(call->args, "--search");
    if (!mcts_parse(game, mcts != NULL ? mcts : "", &choice->mcts, err) ||
        !read_searcher(call, &choice->searcher, err) ||
        !player_constants(game, choice->searcher, search != NULL ? search : "", &choice->constants,
                          err) ||
        !read_eval(call, session, choice, err) || !read_limits(call, &choice->limits, err) ||
        !read_table(call, &choice->table_megabytes, err) ||
        !read_order(call, &choice->switches.order, err) ||
        !command_int(call, "--threads", 1, MAX_THREADS, choice->threads, &threads, err) ||
        !command_int(call, "--multipv", 1, MAX_LINES, choice->lines, &lines, err))
        return false;
    choice->switches.has_quiescence |= args_has(call->args, "--quiescence");
    choice->threads = (int)threads;
    choice->lines = (int)lines;
    return true;
}

void search_flags_limit(const Call *call, SearchChoice *choice, int64_t time_us)
{
    Limits     *limits = &choice->limits;
    const char *mcts = args_value(call->args, "--mcts");
    if (limits->depth != 0 || limits->nodes != 0 || limits->iterations != 0 || limits->time_us != 0)
        return;
    if (choice->searcher == SEARCHER_mcts && mcts != NULL)
        *limits = mcts_preset_of(mcts)->limits;
    if (limits->iterations == 0 && limits->time_us == 0)
        limits->time_us = time_us;
}
