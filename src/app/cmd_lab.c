/* plateau lab: every full-width searcher at the same task, side by side. */
#include "app/arguments/search_flags.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/score.h"
#include "lab/lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What was given. */
typedef struct {
    const char *searchers;
    bool        skip_slow;
    bool        json;
    bool        csv;
    const char *svg;
    const char *mcts_curve;
    const char *eval_curve;
    SearchFlags search;
} LabFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--depth", "N", TEXT("so many plies deep (needed)", "profondeur en demi-coups (requise)"),
     FLAG_TO_INT(LabFlags, search.depth, 1, MAX_SEARCH_PLIES - 1, 0)},
    {"--searchers", "A,B,C",
     TEXT("only these (default all of full width)", "ceux-là seulement (tous par défaut)"),
     FLAG_TO_WORDS(LabFlags, searchers)},
    SETTING_FLAGS(LabFlags),
    {"--skip-slow", NULL,
     TEXT("leave out minimax where it is hopeless", "laisser minimax quand c'est sans espoir"),
     FLAG_TO_SWITCH(LabFlags, skip_slow)},
    {"--json", NULL, TEXT("one object a line", "un objet par ligne"),
     FLAG_TO_SWITCH(LabFlags, json)},
    {"--csv", NULL, TEXT("comma-separated values", "valeurs séparées par des virgules"),
     FLAG_TO_SWITCH(LabFlags, csv)},
    {"--svg", "FILE",
     TEXT("chart of nodes by depth, 1 to N", "courbe des nœuds selon la profondeur, 1 à N"),
     FLAG_TO_WORDS(LabFlags, svg)},
    {"--mcts-curve", "FILE",
     TEXT("instead: errors of MCTS by simulations", "à la place : erreurs de MCTS"),
     FLAG_TO_WORDS(LabFlags, mcts_curve)},
    {"--eval-curve", "FILE",
     TEXT("instead: errors of evaluations against the exact solver, by depth",
          "à la place : erreurs des évaluations face au solveur, par profondeur"),
     FLAG_TO_WORDS(LabFlags, eval_curve)},
    {"--iterations", "N",
     TEXT("simulations to go up to (default 5000)", "jusqu'à tant de simulations (5000)"),
     FLAG_TO_INT(LabFlags, search.iterations, 1, INT64_MAX, 0)},
    {"--mcts", "SETTINGS",
     TEXT("only these (default: every preset)", "ceux-là seulement (sinon chaque réglage)"),
     FLAG_TO_WORDS(LabFlags, search.mcts)},
    FLAGS_END,
};

static const LabFlags *given(const Call *call) { return call->given; }

/* ---- trials ------------------------------------------------------------------------------------
 */

static bool run_trial(Lab *lab, SearcherId searcher, int depth, Trial *out, Error *err)
{
    SearchContext context = search_choice_context(&lab->choice);
    size_t        megabytes = lab->choice.table_megabytes;
    context.limits.depth = depth;
    context.table = megabytes > 0 ? tt_new(megabytes) : NULL;
    if (megabytes > 0 && context.table == NULL)
        return error_set(err, ERROR_MEMORY);
    int64_t begin = clock_thread_cpu_us();
    bool    ok = session_search(lab->session, searcher, &context, err);
    *out = (Trial){.searcher = searcher,
                   .is_finished = context.depth == depth,
                   .score = context.score,
                   .best = context.best,
                   .counts = context.counts,
                   .table_bytes = context.table != NULL ? context.table->bytes : 0,
                   .cpu_us = clock_thread_cpu_us() - begin};
    tt_delete(context.table);
    return ok;
}

/* All the leaves of minimax, guessed from the first plies. */
static double guess_leaves(const Lab *lab)
{
    enum { MOST = 3 };
    const Game *game = session_game(lab->session);
    const void *pos = session_position(lab->session);
    int         depth = lab->choice.limits.depth, near = depth < MOST ? depth : MOST;
    uint64_t    leaves = 0, before = 1;
    if (!search_perft(game, pos, near, 1, NULL, NULL, &leaves) ||
        (near > 1 && !search_perft(game, pos, near - 1, 1, NULL, NULL, &before)) || before == 0)
        return 0;
    return (double)leaves * pow((double)leaves / (double)before, depth - near);
}

static bool is_minimax(SearcherId id)
{
    return id == SEARCHER_minimax || id == SEARCHER_minimax_copy;
}

/* ---- the command -------------------------------------------------------------------------------
 */

/* Rows appear as they are ready; false when they cannot be written. */
static bool print_now(Str *out)
{
    bool ok = command_print(out) == EXIT_OK;
    str_clear(out);
    return ok;
}

static bool save(const char *path, const Str *text, Error *err)
{
    return text->failed ? error_set(err, ERROR_MEMORY)
                        : file_write(path, str_get(text), text->size, err);
}

static bool save_chart(const Lab *lab, Error *err)
{
    Str out = {0};
    lab_write_chart(lab, &out);
    bool ok = save(lab->chart, &out, err);
    str_free(&out);
    return ok;
}

/* The searcher at the full depth; for the chart at all the smaller ones before. */
static bool try_searcher(Lab *lab, SearcherId id, Error *err)
{
    int depth = lab->choice.limits.depth, first = lab->chart != NULL ? 1 : depth;
    for (int d = first; d <= depth; d++) {
        Trial *trial = &lab->trials[lab->trial_count];
        if (!run_trial(lab, id, d, trial, err))
            return false;
        if (trial->is_finished)
            lab->curves[id][lab->curve_length[id]++] = (PlotPoint){d, (double)trial->counts.nodes};
    }
    lab->trial_count++;
    return true;
}

static bool try_all(Lab *lab, bool skips_slow, Str *notes, Error *err)
{
    static const Text slow = TEXT("%s left out: about %.2g leaves.\n",
                                  "%s laissé de côté : environ %.2g feuilles.\n"),
                      short_of = TEXT("%s gave up: out of memory, or deeper than it can go.\n",
                                      "%s a renoncé : mémoire ou profondeur insuffisante.\n");
    static const double hopeless = 2e8;
    double              leaves = skips_slow ? guess_leaves(lab) : 0;
    Lang                lang = lab->lang;
    Str                 out = {0};
    lab_write_head(lab, &out);
    bool ok = print_now(&out);
    for (int i = 0; ok && i < SEARCHER_COUNT; i++) {
        if (!lab->is_chosen[i])
            continue;
        const char *name = searcher_name((SearcherId)i);
        if (leaves > hopeless && is_minimax((SearcherId)i)) {
            str_printf(notes, text_in(&slow, lang), name, leaves);
            continue;
        }
        if (!try_searcher(lab, (SearcherId)i, err)) {
            str_free(&out);
            return false;
        }
        const Trial *trial = &lab->trials[lab->trial_count - 1];
        if (!trial->is_finished)
            str_printf(notes, text_in(&short_of, lang), name);
        lab_write_trial(lab, trial, &out);
        ok = print_now(&out);
    }
    str_free(&out);
    return ok ? true : error_set(err, ERROR_STANDARD_OUTPUT);
}

/* All that finished must have found the same value. */
static bool check_agreement(const Lab *lab, Error *err)
{
    const Trial *first = NULL;
    char         value[SCORE_TEXT_SIZE], other[SCORE_TEXT_SIZE];
    for (int i = 0; i < lab->trial_count; i++) {
        const Trial *trial = &lab->trials[i];
        if (first == NULL && trial->is_finished)
            first = trial;
        if (trial->is_finished && trial->score != first->score)
            return error_set(err, ERROR_LAB_DISAGREE, searcher_name(first->searcher),
                             score_format(first->score, LANG_EN, value),
                             searcher_name(trial->searcher),
                             score_format(trial->score, LANG_EN, other));
    }
    return true;
}

static bool read_lab(const Call *call, Lab *lab, Error *err)
{
    const char *list = given(call)->searchers;
    lab->choice = (SearchChoice){
        .switches = {.order = ORDER_STATIC, .is_fixed_depth = true, .has_exact_table = true},
        .threads = 1,
        .lines = 1};
    lab->chart = given(call)->svg;
    lab->output = given(call)->json ? OUTPUT_JSON : given(call)->csv ? OUTPUT_CSV : OUTPUT_TABLE;
    if (!search_flags_read(&given(call)->search, lab->session, &lab->choice, err) ||
        (list != NULL && !search_flags_list(list, lab->is_chosen, err)))
        return false;
    if (given(call)->mcts_curve || given(call)->eval_curve)
        return true;
    if (lab->choice.limits.depth < 1 || lab->choice.limits.depth > MAX_LAB_DEPTH)
        return error_set(err, ERROR_LAB_DEPTH, MAX_LAB_DEPTH);
    for (int i = 0; i < SEARCHER_COUNT; i++) {
        SearcherKind kind = searcher_kind((SearcherId)i);
        bool         is_full_width = kind == SEARCHER_TREE || kind == SEARCHER_ROUGH;
        if (list == NULL)
            lab->is_chosen[i] = is_full_width;
        else if (lab->is_chosen[i] && !is_full_width)
            return error_set(err, ERROR_LAB_SEARCHER, searcher_name((SearcherId)i));
    }
    return true;
}

static int run_curve(const Call *call, const Lab *lab)
{
    Str         table = {0}, chart = {0};
    Error       err;
    int         code = EXIT_FAILED;
    const char *evals = given(call)->eval_curve;
    const char *path = evals != NULL ? evals : given(call)->mcts_curve;
    if (session_result(lab->session).is_over)
        error_set(&err, ERROR_GAME_OVER);
    else if ((evals != NULL
                  ? lab_evals(lab, &table, &chart, &err)
                  : lab_curve(lab, args_value(call->args, "--mcts"), &table, &chart, &err)) &&
             save(path, &chart, &err))
        code = EXIT_OK;
    code = code == EXIT_OK ? command_print(&table) : fail(code, &err);
    str_free(&chart);
    str_free(&table);
    return code;
}

static int run_lab(const Call *call, Lab *lab)
{
    Error err;
    Str   notes = {0};
    if (!read_lab(call, lab, &err))
        return fail(EXIT_BAD_INPUT, &err);
    if (given(call)->mcts_curve || given(call)->eval_curve)
        return run_curve(call, lab);
    bool ok = try_all(lab, given(call)->skip_slow, &notes, &err);
    fputs(str_get(&notes), stderr);
    str_free(&notes);
    if (!ok)
        return fail(EXIT_BAD_INPUT, &err);
    if ((lab->chart != NULL && !save_chart(lab, &err)) || !check_agreement(lab, &err))
        return fail(EXIT_FAILED, &err);
    return EXIT_OK;
}

static int run(const Call *call)
{
    Error err;
    Lab  *lab = calloc(1, sizeof *lab);
    if (lab == NULL)
        error_set(&err, ERROR_MEMORY);
    else
        lab->session = command_session(call, &err);
    int code = EXIT_BAD_INPUT;
    if (lab == NULL || lab->session == NULL) {
        fail(code, &err);
    } else {
        lab->lang = call->lang;
        code = run_lab(call, lab);
        session_delete(lab->session);
    }
    free(lab);
    return code;
}

const Command command_lab = {
    .name = "lab",
    .usage = "GAME --depth N",
    .summary = TEXT("all searchers side by side, with their counts",
                    "toutes les recherches côte à côte, chiffrées"),
    .flags = flags,
    .given_size = sizeof(LabFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
