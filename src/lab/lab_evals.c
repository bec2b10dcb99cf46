/* How often each evaluation errs against the exact solver, alone and with a search to a depth: a
 * table, and a chart. */
#include "base/errors.h"
#include "base/rng.h"
#include "core/open_solver.h"
#include "eval/net.h"
#include "lab/lab.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_EVALS = 8, MAX_DEPTH = 10, POSITIONS = 200, TRIES = 20000, MAX_NODES = 100000 };

/* A position of which the truth is known, move by move. */
typedef struct {
    PositionCopy at;
    int          value; /* -1, 0, 1 for the player to move */
    Move         right[MAX_MOVES];
    int          right_count;
} Question;

typedef struct {
    const Game *game;
    OpenSolver  solver;
    Question    questions[POSITIONS];
    int         count;

    EvalSetup   evals[MAX_EVALS];
    const char *names[MAX_EVALS];
    int         eval_count;
    Net        *net; /* the program's own */

    int       depths;
    int       decided, told[MAX_EVALS]; /* positions not drawn; whose winner the evaluation tells */
    int       errors[MAX_EVALS][MAX_DEPTH];
    PlotPoint points[MAX_EVALS][MAX_DEPTH];
} EvalStudy;

/* ---- questions ---------------------------------------------------------------------------------
 */

static int sign(int value) { return (value > 0) - (value < 0); }

static bool ask(EvalStudy *study, const void *pos, int *value)
{
    Truth truth;
    if (!solver_value(&study->solver, pos, &truth, NULL))
        return false;
    *value = sign(truth.score);
    return true;
}

/* Which moves keep the value? False where that is not known, or all of them do. */
static bool judge_moves(EvalStudy *study, Question *question)
{
    PositionCopy *copy = &question->at;
    const Game   *game = study->game;
    Move          moves[MAX_MOVES];
    int           count = game->gen(copy->pos, moves), best = -1, values[MAX_MOVES];
    for (int i = 0; i < count; i++) {
        int side = game->side(copy->pos);
        position_copy_make(copy, moves[i]);
        bool ok = ask(study, copy->pos, &values[i]);
        if (game->side(copy->pos) != side)
            values[i] = -values[i];
        position_copy_unmake(copy, moves[i]);
        if (!ok)
            return false;
        best = values[i] > best ? values[i] : best;
    }
    question->value = best;
    question->right_count = 0;
    for (int i = 0; i < count; i++)
        if (values[i] == best)
            question->right[question->right_count++] = moves[i];
    return question->right_count < count;
}

/* From the start, moves of a shallow search, every third drawn by lot: neither senseless positions
 * nor those of any training. */
static bool wander(PositionCopy *copy, const void *start, uint64_t *rng)
{
    const Game *game = copy->game;
    void       *pos = copy->pos;
    int         plies = 6 + (int)rng_below(rng, 20);
    position_copy_set(copy, start);
    for (int ply = 0; ply < plies; ply++) {
        Move moves[MAX_MOVES];
        int  count = game->play(pos) == PLAY_ON ? game->gen(pos, moves) : 0;
        if (count == 0)
            return false;
        Move move = moves[rng_below(rng, (uint32_t)count)];
        if (rng_below(rng, 3) != 0) {
            SearchContext context = {.limits = {.depth = 2}, .rng = 1};
            search_run(game, pos, SEARCHER_pvs, &context);
            move = context.best;
        }
        position_copy_make(copy, move);
    }
    return game->play(pos) == PLAY_ON;
}

static bool find_questions(EvalStudy *study, const void *start, Error *err)
{
    uint64_t rng = UINT64_C(0x6578616d);
    for (int i = 0; i < TRIES && study->count < POSITIONS; i++) {
        Question *question = &study->questions[study->count];
        if (question->at.pos == NULL && !position_copy_init(&question->at, study->game, NULL, err))
            return false;
        study->count += wander(&question->at, start, &rng) && judge_moves(study, question);
    }
    return study->count > 0 ? true : error_set(err, ERROR_LAB_NO_SOLVED_POSITION);
}

/* ---- answers -----------------------------------------------------------------------------------
 */

static bool is_right(const Question *question, Move move)
{
    for (int i = 0; i < question->right_count; i++)
        if (question->right[i] == move)
            return true;
    return false;
}

static void examine(EvalStudy *study, int eval)
{
    const Game *game = study->game;
    for (int i = 0; i < study->count; i++) {
        Question *question = &study->questions[i];
        Score     score = game->evaluate(question->at.pos, &study->evals[eval]);
        study->told[eval] += question->value != 0 && sign(score) == question->value;
        for (int depth = 1; depth <= study->depths; depth++) {
            SearchContext context = {
                .limits = {.depth = depth}, .eval = study->evals[eval], .rng = (uint64_t)i + 1};
            search_run(game, question->at.pos, SEARCHER_pvs, &context);
            study->errors[eval][depth - 1] += !is_right(question, context.best);
        }
    }
    for (int depth = 1; depth <= study->depths; depth++)
        study->points[eval][depth - 1] =
            (PlotPoint){depth, 100.0 * study->errors[eval][depth - 1] / study->count};
}

/* ---- output ------------------------------------------------------------------------------------
 */

static void write_table(const EvalStudy *study, Lang lang, Str *out)
{
    static const Text head =
                          TEXT("%d solved positions where a move can be wrong, %d of them won "
                               "or lost; wrong moves of pvs by depth\n",
                               "%d positions résolues où un coup peut être faux, dont %d gagnées "
                               "ou perdues ; coups faux de pvs par profondeur\n"),
                      told = TEXT("winner told", "gagnant vu");
    str_printf(out, text_in(&head, lang), study->count, study->decided);
    str_padded(out, "", 16);
    str_right(out, text_in(&told, lang), 14);
    for (int depth = 1; depth <= study->depths; depth++)
        str_printf(out, "%8d", depth);
    str_char(out, '\n');
    for (int i = 0; i < study->eval_count; i++) {
        str_padded(out, study->names[i], 16);
        str_printf(out, "%12.1f %%",
                   study->decided > 0 ? 100.0 * study->told[i] / study->decided : 0.0);
        for (int depth = 1; depth <= study->depths; depth++)
            str_printf(out, "%6.1f %%", study->points[i][depth - 1].y);
        str_char(out, '\n');
    }
}

static void write_chart(const EvalStudy *study, Lang lang, Str *out)
{
    static const Text title = TEXT("%s: evaluations and the truth", "%s : évaluations et vérité"),
                      x = TEXT("depth of the search", "profondeur de la recherche"),
                      y = TEXT("moves that give something away", "coups qui gâchent quelque chose");
    PlotSeries series[MAX_EVALS];
    Str        head = {0};
    for (int i = 0; i < study->eval_count; i++)
        series[i] = (PlotSeries){
            .name = study->names[i], .points = study->points[i], .count = study->depths};
    str_printf(&head, text_in(&title, lang), text_in(&study->game->info->name, lang));
    plot_svg(&(Plot){.title = str_get(&head),
                     .x_label = text_in(&x, lang),
                     .y_label = text_in(&y, lang),
                     .is_x_whole = true,
                     .is_y_percent = true,
                     .series = series,
                     .count = study->eval_count},
             out);
    str_free(&head);
}

/* ---- the study ---------------------------------------------------------------------------------
 */

static void add_eval(EvalStudy *study, const char *name, const EvalSetup *setup)
{
    if (study->eval_count == MAX_EVALS)
        return;
    study->names[study->eval_count] = name;
    study->evals[study->eval_count++] = *setup;
}

/* All of the game's, its net, and the one that was asked for if it is none of them. */
static void choose_evals(EvalStudy *study, const SearchChoice *choice, const int16_t options[])
{
    const EvalTable *table = study->game->info->evals;
    EvalSetup        setup;
    bool             is_named = false;
    for (int i = 0; i < table->eval_count; i++) {
        eval_setup(table, i, &setup);
        add_eval(study, table->evals[i].name, &setup);
        is_named |= strcmp(table->evals[i].name, choice->eval_name) == 0;
    }
    eval_setup(table, 0, &setup);
    study->net = net_open(study->game, options, "", NULL);
    if (study->net != NULL) {
        setup.net = study->net;
        add_eval(study, "net", &setup);
        is_named |= strcmp(choice->eval_name, "net") == 0;
    }
    if (!is_named)
        add_eval(study, choice->eval_name, &choice->eval);
}

static void free_study(EvalStudy *study)
{
    for (int i = 0; i < POSITIONS; i++)
        position_copy_free(&study->questions[i].at);
    solver_close(&study->solver);
    net_delete(study->net);
    free(study);
}

bool lab_evals(const Lab *lab, Str *table, Str *chart, Error *err)
{
    SolverSetup how = {.is_weak = true, .nodes = MAX_NODES};
    const Game *game = session_game(lab->session);
    EvalStudy  *study = calloc(1, sizeof *study);
    int         depth = lab->choice.limits.depth;
    if (study == NULL)
        return error_set(err, ERROR_MEMORY);
    study->game = game;
    study->depths = depth > 0 && depth < MAX_DEPTH ? depth : 5;
    bool ok = solver_open(&study->solver, game, &how, err) &&
              find_questions(study, session_position(lab->session), err);
    if (ok) {
        choose_evals(study, &lab->choice, session_options(lab->session));
        for (int i = 0; i < study->count; i++)
            study->decided += study->questions[i].value != 0;
        for (int i = 0; i < study->eval_count; i++)
            examine(study, i);
        write_table(study, lab->lang, table);
        write_chart(study, lab->lang, chart);
    }
    free_study(study);
    return ok;
}
