/* How often MCTS errs as it gets more simulations: a table, and a chart. */
#include "base/errors.h"
#include "core/position_copy.h"
#include "lab/exam.h"
#include "lab/lab.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STEPS = 24, MAX_CURVES = 8, CURVE_MEGABYTES = 64, SOME_POSITIONS = 200 };

typedef struct {
    Exam         exam;
    uint64_t     steps[MAX_STEPS]; /* simulations: 1, 2, 5, 10 … */
    int          step_count;
    MctsSettings settings[MAX_CURVES];
    const char  *names[MAX_CURVES];
    int          curve_count;
    int          errors[MAX_CURVES][MAX_STEPS];
    PlotPoint    points[MAX_CURVES][MAX_STEPS];
} Study;

static int count_errors(Study *study, int curve, uint64_t simulations, MctsTree *tree, void *pos)
{
    Exam *exam = &study->exam;
    int   errors = 0;
    for (int i = 0; i < exam->count; i++) {
        SearchContext context = {.limits = {.iterations = simulations},
                                 .mcts = &study->settings[curve],
                                 .mcts_tree = tree,
                                 .rng = (uint64_t)i + 1};
        mcts_tree_clear(tree);
        memcpy(pos, exam_position(exam, i), exam->game->pos_size);
        search_run(exam->game, pos, SEARCHER_mcts, &context);
        errors += !exam_is_right(exam, i, context.best);
    }
    return errors;
}

static bool run_study(Study *study)
{
    MctsTree    *tree = mcts_tree_new(CURVE_MEGABYTES);
    PositionCopy at;
    bool         ok = position_copy_init(&at, study->exam.game, NULL, NULL) && tree != NULL;
    bool         is_shown = isatty(STDERR_FILENO) != 0;
    for (int curve = 0; ok && curve < study->curve_count; curve++)
        for (int step = 0; step < study->step_count; step++) {
            uint64_t simulations = study->steps[step];
            if (is_shown)
                fprintf(stderr, "\r%s %" PRIu64 "      ", study->names[curve], simulations);
            int errors = count_errors(study, curve, simulations, tree, at.pos);
            study->errors[curve][step] = errors;
            study->points[curve][step] =
                (PlotPoint){(double)simulations, 100.0 * errors / study->exam.count};
        }
    if (is_shown)
        fputs("\r                              \r", stderr);
    position_copy_free(&at);
    mcts_tree_delete(tree);
    return ok;
}

/* ---- output ------------------------------------------------------------------------------------
 */

static void write_about(const Study *study, Lang lang, Str *out)
{
    static const Text all = TEXT("all %d positions with a move to choose",
                                 "les %d positions où il y a un coup à choisir"),
                      solved = TEXT("%d late positions solved to the end",
                                    "%d fins de partie résolues jusqu'au bout"),
                      some = TEXT("%d late positions that the player to move wins by force",
                                  "%d fins de partie que le joueur au trait gagne de force");
    const Text *about = study->exam.is_complete ? &all : study->exam.is_sure ? &solved : &some;
    str_printf(out, text_in(about, lang), study->exam.count);
}

static void write_table(const Study *study, Lang lang, Str *out)
{
    static const Text simulations = TEXT("simulations", "simulations"),
                      about = TEXT("Errors of MCTS:", "Erreurs de MCTS :");
    str_printf(out, "%s ", text_in(&about, lang));
    write_about(study, lang, out);
    str_char(out, '\n');
    str_right(out, text_in(&simulations, lang), 12);
    for (int i = 0; i < study->curve_count; i++)
        str_right(out, study->names[i], 18);
    str_char(out, '\n');
    for (int step = 0; step < study->step_count; step++) {
        str_printf(out, "%12" PRIu64, study->steps[step]);
        for (int i = 0; i < study->curve_count; i++)
            str_printf(out, "%8d %7.2f %%", study->errors[i][step], study->points[i][step].y);
        str_char(out, '\n');
    }
}

static void write_chart(const Study *study, Lang lang, Str *out)
{
    static const Text title = TEXT("%s: errors of MCTS", "%s : erreurs de MCTS"),
                      x = TEXT("simulations per move", "simulations par coup"),
                      y = TEXT("moves that give something away", "coups qui gâchent quelque chose");
    PlotSeries series[MAX_CURVES];
    Str        head = {0}, about = {0};
    for (int i = 0; i < study->curve_count; i++)
        series[i] = (PlotSeries){
            .name = study->names[i], .points = study->points[i], .count = study->step_count};
    str_printf(&head, text_in(&title, lang), text_in(&study->exam.game->info->name, lang));
    write_about(study, lang, &about);
    plot_svg(&(Plot){.title = str_get(&head),
                     .subtitle = str_get(&about),
                     .x_label = text_in(&x, lang),
                     .y_label = text_in(&y, lang),
                     .is_x_log = true,
                     .is_y_percent = true,
                     .series = series,
                     .count = study->curve_count},
             out);
    str_free(&about);
    str_free(&head);
}

/* ---- the study ---------------------------------------------------------------------------------
 */

/* One curve for the settings given, else one for each preset. */
static bool choose_curves(Study *study, const Game *game, const char *settings, Error *err)
{
    if (settings != NULL) {
        study->names[0] = settings;
        study->curve_count = 1;
        return mcts_parse(game, settings, &study->settings[0], err);
    }
    for (int i = 0; i < mcts_preset_count && i < MAX_CURVES; i++) {
        study->names[i] = mcts_presets[i].name;
        if (!mcts_parse(game, study->names[i], &study->settings[i], err))
            return false;
        study->curve_count++;
    }
    return true;
}

static void choose_steps(Study *study, uint64_t most)
{
    static const uint64_t factors[] = {1, 2, 5};
    uint64_t              unit = 1;
    for (int i = 0; i < MAX_STEPS && factors[i % 3] * unit <= most; i++) {
        study->steps[study->step_count++] = factors[i % 3] * unit;
        unit *= i % 3 == 2 ? 10 : 1;
    }
}

bool lab_curve(const Lab *lab, const char *settings, Str *table, Str *chart, Error *err)
{
    enum { USUAL_SIMULATIONS = 5000 };
    uint64_t most = lab->choice.limits.iterations;
    Study   *study = calloc(1, sizeof *study);
    if (study == NULL)
        return error_set(err, ERROR_MEMORY);
    choose_steps(study, most > 0 ? most : USUAL_SIMULATIONS);
    bool ok = choose_curves(study, session_game(lab->session), settings, err);
    if (ok && !exam_init(&study->exam, session_game(lab->session), session_position(lab->session),
                         SOME_POSITIONS, 1))
        ok = error_set(err, ERROR_LAB_NO_KNOWN_POSITION);
    if (ok && !run_study(study))
        ok = error_set(err, ERROR_MEMORY);
    if (ok) {
        write_table(study, lab->lang, table);
        write_chart(study, lab->lang, chart);
    }
    exam_free(&study->exam);
    free(study);
    return ok;
}
