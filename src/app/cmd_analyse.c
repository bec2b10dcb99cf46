/* plateau analyse: thinks about a position, reports as it goes, and names the best move. */
#include "app/arguments/search_flags.h"
#include "base/json.h"
#include "core/notation.h"
#include "core/score.h"

#include <inttypes.h>
#include <stdio.h>

/* What was given. */
typedef struct {
    bool        json;
    SearchFlags search;
} AnalyseFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--searcher", "NAME", TEXT("who searches (default pvs)", "qui cherche (pvs par défaut)"),
     FLAG_TO_WORDS(AnalyseFlags, search.searcher)},
    {"--depth", "N", TEXT("so many plies deep", "profondeur en demi-coups"),
     FLAG_TO_INT(AnalyseFlags, search.depth, 1, MAX_SEARCH_PLIES - 1, 0)},
    {"--nodes", "N", TEXT("so many positions", "nombre de positions"),
     FLAG_TO_INT(AnalyseFlags, search.nodes, 1, INT64_MAX, 0)},
    {"--time", "T",
     TEXT("50ms, 2s … (default 1s without another limit)",
          "50ms, 2s … (1s par défaut sans autre limite)"),
     FLAG_TO_TIME(AnalyseFlags, search.time, 1000, INT64_C(86400000000), 0)},
    {"--iterations", "N", TEXT("so many simulations", "nombre de simulations"),
     FLAG_TO_INT(AnalyseFlags, search.iterations, 1, INT64_MAX, 0)},
    {"--mcts", "SETTINGS",
     TEXT("of MCTS: seed2,choice=max,playout=win …", "de MCTS : seed2,choice=max,playout=win …"),
     FLAG_TO_WORDS(AnalyseFlags, search.mcts)},
    {"--multipv", "N", TEXT("the N best moves", "les N meilleurs coups"),
     FLAG_TO_INT(AnalyseFlags, search.multipv, 1, MAX_LINES, 1)},
    {"--threads", "N", TEXT("share the table", "partagent la table"),
     FLAG_TO_INT(AnalyseFlags, search.threads, 1, MAX_SEARCH_THREADS, 1)},
    CONSTANTS_FLAG(AnalyseFlags),
    SETTING_FLAGS(AnalyseFlags),
    {"--json", NULL, TEXT("one object a line", "un objet par ligne"),
     FLAG_TO_SWITCH(AnalyseFlags, json)},
    FLAGS_END,
};

static const AnalyseFlags *given(const Call *call) { return call->given; }

typedef struct {
    const Game *game;
    const void *pos;
    Lang        lang;
    bool        is_json, has_lines;
    MctsTree   *tree; /* NULL for other searchers */
} Analysis;

static uint64_t per_second(uint64_t nodes, int64_t time_us)
{
    return time_us > 0 ? (uint64_t)((double)nodes * 1e6 / (double)time_us) : 0;
}

static void json_score(Json *json, Score score)
{
    int plies, forced = score_forced(score, &plies);
    if (forced == 0)
        json_double(json, "score", (double)score / 100, 2);
    else
        json_int(json, forced > 0 ? "win_in" : "loss_in", plies);
}

static void json_line(const Analysis *analysis, Json *json, const SearchLine *line)
{
    Str pv = {0};
    notation_format_line(analysis->game, analysis->pos, line->moves, line->length, &pv);
    json_string(json, "pv", str_get(&pv));
    str_free(&pv);
}

/* What MCTS knows of a root move. */
static bool find_child(const Analysis *analysis, Move move, MctsChild *out, uint64_t *simulations)
{
    MctsChild children[MAX_MOVES];
    int       count = analysis->tree != NULL ? mcts_children(analysis->tree, children) : 0;
    bool      is_found = false;
    *simulations = 0;
    for (int i = 0; i < count; i++) {
        *simulations += children[i].visits;
        if (children[i].move == move) {
            *out = children[i];
            is_found = true;
        }
    }
    return is_found;
}

static void report_json(const Analysis *analysis, const SearchReport *report, Str *out)
{
    const SearchCounts *counts = report->counts;
    Json                json = json_to(out);
    json_object(&json, NULL);
    json_int(&json, "depth", report->depth);
    json_int(&json, "seldepth", counts->selective_depth);
    json_int(&json, "line", report->line);
    json_score(&json, report->best->score);
    json_int(&json, "nodes", (int64_t)counts->nodes);
    json_int(&json, "nodes_per_second", (int64_t)per_second(counts->nodes, report->time_us));
    json_double(&json, "seconds", (double)report->time_us / 1e6, 6);
    json_int(&json, "table_permille", report->table_permille);
    MctsChild child;
    uint64_t  simulations;
    if (find_child(analysis, report->best->moves[0], &child, &simulations)) {
        json_int(&json, "simulations", (int64_t)simulations);
        json_int(&json, "visits", (int64_t)child.visits);
        json_double(&json, "win_probability", child.mean, 4);
    }
    json_line(analysis, &json, report->best);
    json_end_object(&json);
}

static void report_text(const Analysis *analysis, const SearchReport *report, Str *out)
{
    const SearchCounts *counts = report->counts;
    char                score[SCORE_TEXT_SIZE];
    str_printf(out, "depth %2d/%-2d  ", report->depth, counts->selective_depth);
    if (analysis->has_lines)
        str_printf(out, "line %-2d  ", report->line);
    str_printf(out, "score %-10s  nodes %10" PRIu64 "  nodes/s %9" PRIu64 "  time %8.3f s  ",
               score_format(report->best->score, analysis->lang, score), counts->nodes,
               per_second(counts->nodes, report->time_us), (double)report->time_us / 1e6);
    MctsChild child;
    uint64_t  simulations;
    if (find_child(analysis, report->best->moves[0], &child, &simulations))
        str_printf(out, "simulations %" PRIu64 "  win %.1f %%  pv ", simulations, 100 * child.mean);
    else
        str_printf(out, "table %3d‰  pv ", report->table_permille);
    notation_format_line(analysis->game, analysis->pos, report->best->moves, report->best->length,
                         out);
}

static void print_report(const SearchReport *report, void *user)
{
    const Analysis *analysis = user;
    Str             out = {0};
    if (analysis->is_json)
        report_json(analysis, report, &out);
    else
        report_text(analysis, report, &out);
    puts(str_get(&out));
    fflush(stdout);
    str_free(&out);
}

static void write_result(const Analysis *analysis, const SearchContext *context, Str *out)
{
    char score[SCORE_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    notation_format(analysis->game, analysis->pos, context->best, move);
    if (!analysis->is_json) {
        str_printf(out, "score %s\nbestmove %s\n",
                   score_format(context->score, analysis->lang, score), move);
        return;
    }
    Json json = json_to(out);
    json_object(&json, NULL);
    json_string(&json, "bestmove", move);
    json_score(&json, context->score);
    json_int(&json, "depth", context->depth);
    json_int(&json, "nodes", (int64_t)context->nodes);
    json_int(&json, "leaves", (int64_t)context->counts.leaves);
    json_int(&json, "cutoffs", (int64_t)context->counts.cutoffs);
    json_int(&json, "table_hits", (int64_t)context->counts.table_hits);
    json_double(&json, "seconds", (double)context->time_us / 1e6, 6);
    if (context->line_count > 0)
        json_line(analysis, &json, &context->found[0]);
    json_end_object(&json);
    str_char(out, '\n');
}

static int analyse(const Call *call, Session *session, const SearchChoice *choice)
{
    Analysis      analysis = {.game = session_game(session),
                              .pos = session_position(session),
                              .lang = call->lang,
                              .is_json = given(call)->json,
                              .has_lines = choice->lines > 1};
    SearchContext context = search_choice_context(choice);
    bool          uses_table = choice->table_megabytes > 0 && searcher_uses_table(choice->searcher);
    Error         err;
    Str           out = {0};
    context.stop = command_interrupt();
    context.report = print_report;
    context.user = &analysis;
    context.table = uses_table ? tt_new(choice->table_megabytes) : NULL;
    if (choice->searcher == SEARCHER_mcts)
        context.mcts_tree = analysis.tree = mcts_tree_new(choice->mcts.memory_megabytes);
    bool ok = session_search(session, choice->searcher, &context, &err);
    mcts_tree_delete(context.mcts_tree);
    tt_delete(context.table);
    if (!ok)
        return fail(EXIT_BAD_INPUT, &err);
    write_result(&analysis, &context, &out);
    int code = command_print(&out);
    str_free(&out);
    return code;
}

/* Fresh memory costs time: a short search gets a small table. */
static size_t table_for(const Limits *limits)
{
    int64_t megabytes = limits->time_us * 64 / 1000000;
    return limits->time_us == 0 || megabytes > 64 ? 64 : megabytes < 4 ? 4 : (size_t)megabytes;
}

static int run(const Call *call)
{
    SearchChoice choice = {
        .searcher = SEARCHER_pvs, .table_megabytes = 64, .threads = 1, .lines = 1};
    Error    err;
    Session *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    int code;
    if (search_flags_read(&given(call)->search, session, &choice, &err)) {
        search_flags_limit(&given(call)->search, &choice, 1000000);
        if (!args_has(call->args, "--table"))
            choice.table_megabytes = table_for(&choice.limits);
        code = analyse(call, session, &choice);
    } else {
        code = fail(EXIT_BAD_INPUT, &err);
    }
    session_delete(session);
    return code;
}

const Command command_analyse = {
    .name = "analyse",
    .usage = "GAME",
    .summary =
        TEXT("search a position for its best move", "cherche le meilleur coup d'une position"),
    .flags = flags,
    .given_size = sizeof(AnalyseFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
