#include "app/arguments/search_flags.h"

#include "base/errors.h"
#include "base/parse.h"
#include "engine/player.h"

#include <string.h>

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

static bool read_searcher(const SearchFlags *given, SearcherId *out, Error *err)
{
    const char *name = given->searcher;
    return name == NULL || searcher_find(name, out) ? true : unknown_searcher(name, err);
}

/* A net is the session's. */
static bool read_eval(const SearchFlags *given, Session *session, SearchChoice *choice, Error *err)
{
    const EvalTable *table = session_game(session)->info->evals;
    const char      *text = given->eval, *file;
    choice->eval_name = text != NULL ? text : table->evals[0].name;
    if (!eval_parse(table, choice->eval_name, &choice->eval, err))
        return false;
    if (!eval_names_net(choice->eval_name, &file))
        return true;
    choice->eval.net = session_net(session, 0, file, err);
    return choice->eval.net != NULL || !eval_needs_net(choice->eval_name, &file);
}

static void read_limits(const SearchFlags *given, Limits *limits)
{
    if (given->depth != 0)
        limits->depth = given->depth;
    if (given->nodes != 0)
        limits->nodes = given->nodes;
    if (given->iterations != 0)
        limits->iterations = given->iterations;
    if (given->time != 0)
        limits->time_us = given->time;
}

static bool read_table(const SearchFlags *given, size_t *megabytes, Error *err)
{
    const char *text = given->table;
    int64_t     number = (int64_t)*megabytes;
    bool        is_off = text != NULL && strcmp(text, "off") == 0;
    if (text != NULL && !is_off && !parse_int("--table", text, 1, MAX_SEARCH_TABLE, &number, err))
        return false;
    *megabytes = is_off ? 0 : (size_t)number;
    return true;
}

static bool read_order(const SearchFlags *given, MoveOrder *order, Error *err)
{
    static const char *const names[] = {
        [ORDER_DYNAMIC] = "dynamic", [ORDER_STATIC] = "static", [ORDER_NONE] = "none"};
    const char *text = given->order;
    if (text == NULL)
        return true;
    for (int i = ORDER_DYNAMIC; i <= ORDER_NONE; i++)
        if (strcmp(text, names[i]) == 0) {
            *order = (MoveOrder)i;
            return true;
        }
    return error_set(err, ERROR_ORDER_FLAG, text);
}

bool search_flags_read(const SearchFlags *given, Session *session, SearchChoice *choice, Error *err)
{
    const Game *game = session_game(session);
    const char *constants = given->constants != NULL ? given->constants : "";
    if (!mcts_parse(game, given->mcts != NULL ? given->mcts : "", &choice->mcts, err) ||
        !read_searcher(given, &choice->searcher, err) ||
        !player_constants(game, choice->searcher, constants, &choice->constants, err) ||
        !read_eval(given, session, choice, err) ||
        !read_table(given, &choice->table_megabytes, err) ||
        !read_order(given, &choice->switches.order, err))
        return false;
    read_limits(given, &choice->limits);
    choice->switches.has_quiescence |= given->quiescence;
    choice->threads = given->threads != 0 ? given->threads : choice->threads;
    choice->lines = given->multipv != 0 ? given->multipv : choice->lines;
    return true;
}

void search_flags_limit(const SearchFlags *given, SearchChoice *choice, int64_t time_us)
{
    Limits     *limits = &choice->limits;
    const char *mcts = given->mcts;
    if (limits->depth != 0 || limits->nodes != 0 || limits->iterations != 0 || limits->time_us != 0)
        return;
    if (choice->searcher == SEARCHER_mcts && mcts != NULL)
        *limits = mcts_preset_of(mcts)->limits;
    if (limits->iterations == 0 && limits->time_us == 0)
        limits->time_us = time_us;
}
