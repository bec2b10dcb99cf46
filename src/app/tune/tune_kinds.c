/* The kinds of plateau tune. */
#include "app/tune/tune.h"
#include "base/errors.h"
#include "base/file.h"
#include "lab/plot.h"
#include "learn/logistic.h"
#include "learn/own_weights.h"
#include "learn/spsa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All that decides the games, in one line. */
static void write_settings(const Tune *tune, Str *out)
{
    str_printf(out, "%s, %s, start %s, player %s, seed %" PRIu64 ", %d random plies, %d plies",
               tune->game->info->id, tune->params.name, str_get(&tune->start), tune->player,
               tune->seed, tune->random_plies, tune->most_plies);
}

/* What goes on is told on standard error where the answer is for a machine. */
static FILE *talk(const Tune *tune) { return tune->is_json ? stderr : stdout; }

static void tell_values(const Tune *tune, const double values[])
{
    Str text = {0};
    for (int i = 0; i < tune->params.count; i++) {
        str_printf(&text, " %s ", tune->params.names[i]);
        params_format_one(&tune->params, values[i], &text);
    }
    fprintf(talk(tune), "%s\n", str_get(&text));
    fflush(talk(tune));
    str_free(&text);
}

/* ---- genetic -----------------------------------------------------------------------------------
 */

typedef struct {
    Tune        *tune;
    Rivals       rivals;
    GeneticSetup setup;
} GeneticTune;

static bool measure(int generation, const Individual individuals[], int count, double fitness[],
                    void *user, Error *err)
{
    return rivals_measure(&((GeneticTune *)user)->rivals, generation, individuals, count, fitness,
                          err);
}

/* Fitness above, weights of the fittest, as shares of the largest, below one another on one scale:
 * both lie between -100 and 100 per cent. */
static bool write_chart(const Tune *tune, const Genetic *genetic, Error *err)
{
    static const Text title = TEXT("Genetic tuning", "Réglage génétique"),
                      x = TEXT("generation", "génération"),
                      y = TEXT("points won; weights as a share of the largest",
                               "points gagnés ; poids relatifs au plus grand"),
                      best = TEXT("best", "meilleur"), mean = TEXT("mean", "moyenne");
    enum { MOST = 2 + MAX_PARAMS };
    int        count = 2 + tune->params.count, length = genetic->generation;
    PlotPoint *points = calloc((size_t)(MOST * length), sizeof points[0]);
    PlotSeries series[MOST];
    Lang       lang = tune->call->lang;
    Str        out = {0};
    if (points == NULL)
        return error_set(err, ERROR_MEMORY);
    for (int i = 0; i < length; i++) {
        const Generation *now = &genetic->history[i];
        double            largest = 1e-9;
        for (int k = 0; k < tune->params.count; k++)
            largest = fmax(largest, fabs(now->fittest.genes[k]));
        points[i] = (PlotPoint){i + 1, 100 * now->best};
        points[length + i] = (PlotPoint){i + 1, 100 * now->mean};
        for (int k = 0; k < tune->params.count; k++)
            points[(2 + k) * length + i] =
                (PlotPoint){i + 1, 100 * now->fittest.genes[k] / largest};
    }
    for (int k = 0; k < count; k++)
        series[k] = (PlotSeries){.name = k == 0   ? text_in(&best, lang)
                                         : k == 1 ? text_in(&mean, lang)
                                                  : tune->params.names[k - 2],
                                 .points = points + k * length,
                                 .count = length};
    Plot plot = {.title = text_in(&title, lang),
                 .subtitle = text_in(&tune->game->info->name, lang),
                 .x_label = text_in(&x, lang),
                 .y_label = text_in(&y, lang),
                 .is_x_whole = true,
                 .is_y_percent = true,
                 .series = series,
                 .count = count};
    plot_svg(&plot, &out);
    bool ok = file_write(tune->chart, str_get(&out), out.size, err);
    str_free(&out);
    free(points);
    return ok;
}

static void tell_generation(const Genetic *genetic, void *user)
{
    static const Text line = TEXT("generation %d: best %.1f %%, mean %.1f %%, leader %" PRIu64
                                  " of %" PRIu64 " and %" PRIu64 ":",
                                  "génération %d : meilleur %.1f %%, moyenne %.1f %%, tête %" PRIu64
                                  " de %" PRIu64 " et %" PRIu64 " :");
    const Tune       *tune = ((GeneticTune *)user)->tune;
    const Generation *now = &genetic->history[genetic->generation - 1];
    Error             err;
    fprintf(talk(tune), text_in(&line, tune->call->lang), genetic->generation, 100 * now->best,
            100 * now->mean, now->fittest.id, now->fittest.parents[0], now->fittest.parents[1]);
    tell_values(tune, now->fittest.genes);
    if (tune->chart != NULL && !write_chart(tune, genetic, &err))
        fail(EXIT_FAILED, &err); /* the tuning goes on without its picture */
}

static bool read_genetic(GeneticTune *run, Str *settings, Error *err)
{
    Tune            *tune = run->tune;
    const TuneFlags *given = tune->given;
    GeneticSetup    *setup = &run->setup;
    Rivals          *rivals = &run->rivals;
    *setup = (GeneticSetup){.genes = tune->params.count,
                            .population = given->population,
                            .generations = given->generations,
                            .seed = tune->seed,
                            .state = tune->state,
                            .stop = command_interrupt(),
                            .measure = measure,
                            .report = tell_generation,
                            .user = run};
    rivals->reference_count = given->references;
    rivals->pairs = given->pairs != 0 ? given->pairs : 1;
    setup->elite = given->elite >= 0        ? given->elite
                   : setup->population < 20 ? 1
                                            : setup->population / 10;
    if (setup->elite >= setup->population)
        return error_set(err, ERROR_TUNE_ELITE, setup->population, setup->elite);
    if (!genetic_fits(setup->population, setup->elite, setup->generations))
        return error_set(err, ERROR_GENETIC_BIRTHS, GENETIC_MAX_BIRTHS);
    for (int i = 0; i < setup->genes; i++) {
        setup->low[i] = -PARAM_BOUND;
        setup->high[i] = PARAM_BOUND;
    }
    write_settings(tune, settings);
    str_printf(settings, ", population %d, elite %d, %d references, %d pairs", setup->population,
               setup->elite, rivals->reference_count, rivals->pairs);
    setup->settings = str_get(settings);
    for (int i = 0; i < rivals->reference_count; i++) {
        Individual reference;
        genetic_draw(setup, ~tune->seed ^ (uint64_t)i << 32, &reference);
        memcpy(rivals->references[i], reference.genes, sizeof reference.genes);
    }
    return true;
}

static void tell_lineage(const Tune *tune, const Genetic *genetic)
{
    enum { GENERATIONS = 3 };
    static const Text line = TEXT("winner %" PRIu64 ", fitness %.1f %% in %d measures: %s\n",
                                  "gagnant %" PRIu64 ", %.1f %% en %d mesures : %s\n"),
                      at_random = TEXT("drawn at random", "tiré au sort");
    const Individual *winner = genetic_winner(genetic);
    Str               lineage = {0};
    genetic_lineage(genetic, winner->id, GENERATIONS, &lineage);
    fprintf(talk(tune), text_in(&line, tune->call->lang), winner->id,
            100 * individual_fitness(winner), winner->measures,
            lineage.size > 0 ? str_get(&lineage) : text_in(&at_random, tune->call->lang));
    fflush(talk(tune));
    str_free(&lineage);
}

int tune_genetic(Tune *tune)
{
    GeneticTune *run = calloc(1, sizeof *run);
    Genetic     *genetic = calloc(1, sizeof *genetic);
    Str          settings = {0};
    Error        err;
    int          code = EXIT_FAILED;
    if (run == NULL || genetic == NULL)
        error_set(&err, ERROR_MEMORY);
    else {
        run->tune = tune;
        tune_rivals(tune, &run->rivals);
        if (!read_genetic(run, &settings, &err))
            code = EXIT_BAD_INPUT;
        else if (genetic_run(&run->setup, genetic, &err))
            code = EXIT_OK;
    }
    if (code == EXIT_OK)
        tell_lineage(tune, genetic);
    code = code == EXIT_OK ? tune_finish(tune, genetic_winner(genetic)->genes) : fail(code, &err);
    str_free(&settings);
    free(genetic);
    free(run);
    return code;
}

/* ---- SPSA --------------------------------------------------------------------------------------
 */

typedef struct {
    Tune     *tune;
    Rivals    rivals;
    SpsaSetup setup;
} SpsaTune;

enum { USUAL_REACH = 20 };

static bool compare(int step, const double up[], const double down[], double *out, void *user,
                    Error *err)
{
    return rivals_compare(&((SpsaTune *)user)->rivals, step, up, down, out, err);
}

static void tell_step(const Spsa *spsa, void *user)
{
    static const Text line = TEXT("step %d:", "pas %d :");
    const Tune       *tune = ((SpsaTune *)user)->tune;
    fprintf(talk(tune), text_in(&line, tune->call->lang), spsa->step);
    tell_values(tune, spsa->values);
}

/* A share of a weight; of a constant its own step, at the usual reach. */
static double first_move(const Params *params, int i, int reach)
{
    return params->constants != NULL
               ? (double)params->constants->constants[i].step * reach / USUAL_REACH
               : fmax(fabs(params->values[i]) * reach / 100, 0.02);
}

static void read_spsa(SpsaTune *run, Str *settings)
{
    Tune            *tune = run->tune;
    SpsaSetup       *setup = &run->setup;
    const TuneFlags *given = tune->given;
    *setup = (SpsaSetup){.count = tune->params.count,
                         .steps = given->steps,
                         .rate = 0.5,
                         .seed = tune->seed,
                         .state = tune->state,
                         .stop = command_interrupt(),
                         .compare = compare,
                         .report = tell_step,
                         .user = run};
    run->rivals.pairs = given->pairs != 0 ? given->pairs : 4;
    setup->save_every = setup->steps < 20 ? 1 : setup->steps / 20;
    for (int i = 0; i < setup->count; i++) {
        setup->start[i] = tune->params.values[i];
        setup->reach[i] = first_move(&tune->params, i, given->reach);
        setup->low[i] = tune->params.low[i];
        setup->high[i] = tune->params.high[i];
    }
    write_settings(tune, settings);
    str_printf(settings, ", %d steps, %d pairs, reach %d", setup->steps, run->rivals.pairs,
               given->reach);
    setup->settings = str_get(settings);
}

int tune_spsa(Tune *tune)
{
    SpsaTune run = {.tune = tune};
    Spsa     spsa;
    Str      settings = {0};
    Error    err;
    int      code = EXIT_OK;
    tune_rivals(tune, &run.rivals);
    read_spsa(&run, &settings);
    if (!spsa_run(&run.setup, &spsa, &err))
        code = fail(EXIT_FAILED, &err);
    else
        code = tune_finish(tune, spsa.values);
    str_free(&settings);
    return code;
}

/* ---- logistic ----------------------------------------------------------------------------------
 */

int tune_logistic(Tune *tune)
{
    static const Text line =
        TEXT("%zu positions, %zu of them held out; their error %.5f before, %.5f after\n",
             "%zu positions, dont %zu réservées ; leur erreur %.5f avant, %.5f après\n");
    LogisticSetup setup = logistic_usual();
    LogisticFit   fit;
    Error         err;
    setup.seed = tune->seed;
    setup.epochs = tune->given->epochs;
    setup.score_share = tune->given->score_share;
    if (!logistic_tune(&setup, &tune->params, tune->call->args->positionals[2], &fit, &err))
        return fail(EXIT_FAILED, &err);
    fprintf(talk(tune), text_in(&line, tune->call->lang), fit.positions, fit.held_out, fit.before,
            fit.after);
    fflush(talk(tune));
    return tune_finish(tune, fit.values);
}

/* ---- champion ----------------------------------------------------------------------------------
 */

static void tell_line(void *user, const char *line)
{
    fprintf(stderr, "%s\n", line);
    (void)user;
}

/* Source text, for a build with it to be tested in a match: no weights of this kind can be set by
 * a player's text. */
int tune_champion(Tune *tune)
{
    enum { HELD_OUT_PERCENT = 10 };
    OwnWeights told;
    Str        weights = {0};
    Error      err;
    bool       ok = own_weights_fit(tune->game, tune->call->args->positionals[2], HELD_OUT_PERCENT,
                                    tell_line, NULL, &told, &weights, &err);
    if (ok && tune->output != NULL)
        ok = file_write(tune->output, str_get(&weights), weights.size, &err);
    int code = ok ? EXIT_OK : fail(EXIT_FAILED, &err);
    if (ok && tune->output == NULL)
        code = command_print(&weights);
    str_free(&weights);
    return code;
}
