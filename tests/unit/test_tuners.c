/* learn/genetic, learn/spsa, learn/logistic: known optima are found, also under noise, and a run
 * that was interrupted ends as if it had not been. */
#include "base/errors.h"
#include "base/file.h"
#include "base/rng.h"
#include "learn/genetic.h"
#include "learn/logistic.h"
#include "learn/spsa.h"
#include "place.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- functions with a known optimum ------------------------------------------------------------
 */

typedef struct {
    double (*value)(const double at[]); /* 0 at the optimum, below elsewhere */
    double noise;
    int    fails_at; /* in this generation or step the measuring fails; -1: never */
} Landscape;

static double sphere(const double at[])
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum -= (at[i] - i) * (at[i] - i);
    return sum;
}

static double rosenbrock(const double at[])
{
    double valley = at[1] - at[0] * at[0], slope = 1 - at[0];
    return -(100 * valley * valley + slope * slope);
}

static double noisy(const Landscape *land, const double at[], uint64_t seed)
{
    double random = (double)(rng_mix(seed) >> 11) / 9007199254740992.0;
    return land->value(at) + land->noise * (2 * random - 1);
}

/* ---- genetic -----------------------------------------------------------------------------------
 */

static bool measure(int generation, const Individual individuals[], int count, double fitness[],
                    void *user, Error *err)
{
    const Landscape *land = user;
    if (generation == land->fails_at)
        return error_set(err, ERROR_QUOTED, "somebody pulled the plug");
    for (int i = 0; i < count; i++)
        fitness[i] =
            noisy(land, individuals[i].genes, individuals[i].id * 1000 + (uint64_t)generation);
    return true;
}

static GeneticSetup genetic_on(Landscape *land, int genes)
{
    GeneticSetup setup = {.genes = genes,
                          .population = 60,
                          .generations = 60,
                          .elite = 5,
                          .seed = 3,
                          .settings = "a test",
                          .measure = measure,
                          .user = land};
    for (int i = 0; i < genes; i++) {
        setup.low[i] = -10;
        setup.high[i] = 10;
    }
    return setup;
}

static Genetic *must_run(const GeneticSetup *setup)
{
    Genetic *genetic = calloc(1, sizeof *genetic);
    Error    err = {0};
    assert_non_null(genetic);
    if (!genetic_run(setup, genetic, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return genetic;
}

static void test_a_population_finds_the_optimum(void **state)
{
    (void)state;
    Landscape    lands[] = {{sphere, 0, -1}, {rosenbrock, 0, -1}, {sphere, 0.5, -1}};
    const double bounds[] = {0.01, 0.1, 0.5};
    for (int i = 0; i < 3; i++) {
        GeneticSetup setup = genetic_on(&lands[i], lands[i].value == sphere ? 3 : 2);
        Genetic     *genetic = must_run(&setup);
        double       found = -lands[i].value(genetic_winner(genetic)->genes);
        double       first = -lands[i].value(genetic->history[0].fittest.genes);
        print_message("landscape %d: %.5f below the optimum after 60 generations, %.3f after one\n",
                      i, found, first);
        assert_true(found < bounds[i] && found <= first);
        free(genetic);
    }
}

/* Parents live before their children, and the lineage goes back to those drawn at random. */
static void test_the_lineage_is_kept(void **state)
{
    (void)state;
    Landscape    land = {sphere, 0, -1};
    GeneticSetup setup = genetic_on(&land, 3);
    Genetic     *genetic = must_run(&setup);
    for (int i = 0; i < genetic->population; i++) {
        const Individual *individual = &genetic->individuals[i];
        assert_true(individual->id < genetic->next_id && individual->born < setup.generations);
        assert_true(individual->measures >= 1);
        for (int k = 0; k < 2; k++)
            assert_true(individual->born == 0 ? individual->parents[k] == 0
                                              : individual->parents[k] > 0 &&
                                                    individual->parents[k] < individual->id);
        for (int k = i + 1; k < genetic->population; k++)
            assert_true(individual->id != genetic->individuals[k].id);
        assert_int_equal(genetic->births[individual->id][0], individual->parents[0]);
        assert_int_equal(genetic->births[individual->id][1], individual->parents[1]);
    }
    for (uint64_t id = 1; id < genetic->next_id; id++)
        for (int k = 0; k < 2; k++) {
            uint32_t parent = genetic->births[id][k];
            assert_true(id <= 60 ? parent == 0 : parent > 0 && parent < id);
        }
    genetic->births[5][0] = 3;
    genetic->births[5][1] = 4;
    genetic->births[4][0] = 3;
    genetic->births[4][1] = 1;
    Str lineage = {0};
    genetic_lineage(genetic, 5, 2, &lineage);
    assert_string_equal(str_get(&lineage), "5 of 3 and 4, 4 of 3 and 1");
    str_free(&lineage);
    free(genetic);
}

static void test_an_interrupted_population_ends_alike(void **state)
{
    Place       *place = *state;
    Landscape    land = {sphere, 0.3, -1};
    GeneticSetup setup = genetic_on(&land, 3);
    Genetic     *torn = calloc(1, sizeof *torn);
    Error        err = {0};
    setup.generations = 12;
    Genetic *whole = must_run(&setup);
    setup.state = place->path;
    for (int i = 0; i < 12; i += 3) {
        land.fails_at = i;
        assert_false(genetic_run(&setup, torn, &err));
        assert_string_equal(error_words(&err, LANG_EN), "somebody pulled the plug");
    }
    land.fails_at = -1;
    memset(torn, 0, sizeof *torn);
    assert_true(genetic_run(&setup, torn, &err));
    Str texts[2] = {{0}, {0}};
    genetic_format(whole, "", &texts[0]);
    genetic_format(torn, "", &texts[1]);
    assert_string_equal(str_get(&texts[0]), str_get(&texts[1]));
    /* A finished run is only told again; other settings are not mixed in. */
    land.fails_at = 11;
    assert_true(genetic_run(&setup, torn, &err));
    setup.settings = "another test";
    assert_false(genetic_run(&setup, torn, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "other settings"));
    str_free(&texts[0]);
    str_free(&texts[1]);
    free(whole);
    free(torn);
}

static void test_every_damaged_state_is_refused(void **state)
{
    (void)state;
    Landscape    land = {sphere, 0, -1};
    GeneticSetup setup = genetic_on(&land, 3);
    setup.population = 6;
    setup.generations = 3;
    Genetic *genetic = must_run(&setup), *back = calloc(1, sizeof *back);
    Str      text = {0};
    Error    err;
    genetic_format(genetic, "x", &text);
    assert_true(genetic_parse(str_get(&text), "x", back, &err));
    for (size_t i = 0; i < text.size; i++) {
        char kept = text.text[i];
        text.text[i] ^= 1;
        assert_false(genetic_parse(str_get(&text), "x", back, &err));
        text.text[i] = '\0';
        assert_false(genetic_parse(str_get(&text), "x", back, &err));
        text.text[i] = kept;
    }
    str_free(&text);
    free(genetic);
    free(back);
}

/* ---- SPSA --------------------------------------------------------------------------------------
 */

static bool compare(int step, const double up[], const double down[], double *out, void *user,
                    Error *err)
{
    const Landscape *land = user;
    if (step == land->fails_at)
        return error_set(err, ERROR_QUOTED, "somebody pulled the plug");
    *out = noisy(land, up, 2 * (uint64_t)step) - noisy(land, down, 2 * (uint64_t)step + 1);
    return true;
}

static SpsaSetup spsa_on(Landscape *land, int count)
{
    SpsaSetup setup = {.count = count,
                       .steps = 5000,
                       .rate = 1,
                       .seed = 5,
                       .settings = "a test",
                       .save_every = 10,
                       .compare = compare,
                       .user = land};
    for (int i = 0; i < count; i++) {
        setup.low[i] = -10;
        setup.high[i] = 10;
        setup.reach[i] = 0.2;
        setup.start[i] = 5;
    }
    return setup;
}

static void test_spsa_finds_the_optimum(void **state)
{
    (void)state;
    Landscape    lands[] = {{sphere, 0, -1}, {rosenbrock, 0, -1}, {sphere, 0.5, -1}};
    const double bounds[] = {0.01, 0.5, 0.2};
    for (int i = 0; i < 3; i++) {
        SpsaSetup setup = spsa_on(&lands[i], lands[i].value == sphere ? 3 : 2);
        Spsa      found;
        Error     err;
        if (lands[i].value == rosenbrock)
            for (int k = 0; k < 2; k++) {
                setup.start[k] = -1;
                setup.reach[k] = 0.02;
            }
        assert_true(spsa_run(&setup, &found, &err));
        print_message("landscape %d: %.5f below the optimum\n", i, -lands[i].value(found.values));
        assert_true(-lands[i].value(found.values) < bounds[i]);
        assert_true(lands[i].value(found.values) > lands[i].value(setup.start));
    }
}

static void test_an_interrupted_spsa_ends_alike(void **state)
{
    Place    *place = *state;
    Landscape land = {sphere, 0.5, -1};
    SpsaSetup setup = spsa_on(&land, 3);
    Spsa      whole, torn;
    Error     err;
    setup.steps = 200;
    assert_true(spsa_run(&setup, &whole, &err));
    setup.state = place->path;
    for (int i = 5; i < 200; i += 37) {
        land.fails_at = i;
        assert_false(spsa_run(&setup, &torn, &err));
    }
    land.fails_at = -1;
    assert_true(spsa_run(&setup, &torn, &err));
    assert_memory_equal(whole.values, torn.values, 3 * sizeof(double));
    setup.settings = "another test";
    assert_false(spsa_run(&setup, &torn, &err));
    Str text = {0};
    spsa_format(&whole, "x", &text);
    for (size_t i = 0; i < text.size; i++) {
        text.text[i] ^= 1;
        assert_false(spsa_parse(str_get(&text), "x", &torn, &err));
        text.text[i] ^= 1;
    }
    str_free(&text);
}

/* ---- logistic ----------------------------------------------------------------------------------
 */

/* Criteria of very different sizes, and results drawn by known weights. */
static void test_the_weights_behind_the_results_are_found(void **state)
{
    (void)state;
    const double  truth[3] = {0.8, -0.05, 0};
    double        found[3] = {0.1, 0.1, 0.1};
    LogisticData  data = {.count = 3};
    LogisticSetup setup = logistic_usual();
    uint64_t      rng = 4;
    Error         err;
    for (int i = 0; i < 40000; i++) {
        float  values[3];
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            values[k] = (float)((int)rng_below(&rng, k == 1 ? 81 : 7) - (k == 1 ? 40 : 3));
            sum += truth[k] * (double)values[k];
        }
        bool is_won = rng_below(&rng, 65535) < 65535 / (1 + exp(-sum));
        assert_true(logistic_add(&data, values, is_won ? 1 : 0, i % 10 == 0, &err));
    }
    double before = logistic_error(&data, found, true);
    logistic_fit(&setup, &data, found);
    double after = logistic_error(&data, found, true), best = logistic_error(&data, truth, true);
    print_message("found %.3f %.4f %.3f; error %.4f before, %.4f after, %.4f by the truth\n",
                  found[0], found[1], found[2], before, after, best);
    assert_true(fabs(found[0] - 0.8) < 0.05 && fabs(found[1] + 0.05) < 0.005 &&
                fabs(found[2]) < 0.05);
    assert_true(after < before && after < best + 0.001);
    logistic_free(&data);
}

/* ---- parameters --------------------------------------------------------------------------------
 */

static void test_parameters_are_what_an_evaluation_reads(void **state)
{
    (void)state;
    for (size_t g = 0; g < game_count(); g++) {
        const EvalTable *table = game_at(g)->info->evals;
        for (int i = 0; i < table->eval_count; i++) {
            Params    params;
            Error     err = {0};
            EvalSetup setup, usual;
            Str       text = {0};
            assert_true(params_of_eval(game_at(g), table->evals[i].name, &params, &err));
            params_format(&params, params.values, ',', &text);
            assert_true(eval_parse(table, str_get(&text), &setup, &err));
            eval_setup(table, i, &usual);
            assert_memory_equal(setup.weights, usual.weights, sizeof setup.weights);
            str_free(&text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_population_finds_the_optimum),
        cmocka_unit_test(test_the_lineage_is_kept),
        cmocka_unit_test_setup_teardown(test_an_interrupted_population_ends_alike, make_place,
                                        remove_place),
        cmocka_unit_test(test_every_damaged_state_is_refused),
        cmocka_unit_test(test_spsa_finds_the_optimum),
        cmocka_unit_test_setup_teardown(test_an_interrupted_spsa_ends_alike, make_place,
                                        remove_place),
        cmocka_unit_test(test_the_weights_behind_the_results_are_found),
        cmocka_unit_test(test_parameters_are_what_an_evaluation_reads),
    };
    return cmocka_run_group_tests_name("tuners", tests, NULL, NULL);
}
