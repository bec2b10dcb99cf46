/* Gomoku's nets are taught as all others: what goes back is the slope of what went forward, errors
 * fall, the same settings give the same net however often they were interrupted, and what a net
 * says in whole numbers is what was learnt. */
#include "base/rng.h"
#include "eval/net.h"
#include "games/gomoku/gomoku.h"
#include "learn/selfplay.h"
#include "learn/trainer.h"
#include "place.h"
#include "schooling.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef UNDER_SANITIZER
enum { GAMES = 8, POSITIONS = 2 };
#else
enum { GAMES = 25, POSITIONS = 5 };
#endif

typedef struct {
    Samples samples;
    Place   place;
} School;

static void read_games(const char *start, const char *path, Samples *out)
{
    Selfplay run = {.game = must_find_game("gomoku"),
                    .start = start,
                    .player = "champion,nodes=60,eval=shapes", /* whatever nets there are */
                    .seed = 7,
                    .games = GAMES,
                    .threads = 1,
                    .random_plies = 3,
                    .explore = 50,
                    .most_plies = 60};
    Error    err = {0};
    if (!selfplay_run(&run, path, &err) || !samples_read(out, path, run.game, 10, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static int open_school(void **state)
{
    School *school = calloc(1, sizeof *school);
    if (school == NULL || !place_open(&school->place))
        return -1;
    *state = school;
    read_games("startpos", school->place.path, &school->samples);
    return 0;
}

static int close_school(void **state)
{
    School *school = *state;
    samples_free(&school->samples);
    place_close(&school->place);
    free(school);
    return 0;
}

static TrainSetup quick(void)
{
    TrainSetup setup = train_usual();
    setup.epochs = 4;
    setup.batch = 64;
    return setup;
}

/* ---- slopes ---- */

typedef struct {
    const Learner *learner;
    float         *weights, *gradient;
    void          *work;
    NetInput       input;
} Desk;

static float output_with(const Desk *desk, size_t weight, float by)
{
    const Learner *learner = desk->learner;
    float          kept = desk->weights[weight];
    desk->weights[weight] += by;
    learner->open_batch(learner, desk->weights, desk->work);
    float output = learner->forward(learner, desk->weights, &desk->input, 0, desk->work);
    desk->weights[weight] = kept;
    return output;
}

/* Of those weights that have anything to do with the position, every so many. */
static void check_slopes(const Desk *desk)
{
    const Learner *learner = desk->learner;
    const float    step = 1e-3f;
    int            seen = 0, wrong = 0;
    memset(desk->gradient, 0, learner->weight_count * sizeof(float));
    learner->open_batch(learner, desk->weights, desk->work);
    learner->forward(learner, desk->weights, &desk->input, 0, desk->work);
    learner->backward(learner, desk->weights, &desk->input, 0, 1, desk->work, desk->gradient);
    learner->close_batch(learner, desk->weights, desk->work, desk->gradient);
    for (size_t i = 0; i < learner->weight_count; i++) {
        if (fabsf(desk->gradient[i]) < 0.01f || i % 31 != 0)
            continue;
        float slope = (output_with(desk, i, step) - output_with(desk, i, -step)) / (2 * step);
        seen++;
        wrong += fabsf(slope - desk->gradient[i]) > 0.02f + 0.1f * fabsf(slope);
    }
    assert_true(seen > 5);
    assert_true(wrong <= seen / 20); /* where a number is about to be clipped */
}

static void test_what_goes_back_is_the_slope(void **state)
{
    const School *school = *state;
    Learner      *learner = school->samples.own;
    uint16_t      words[LEARNER_MAX_WORDS];
    Desk          desk = {.learner = learner,
                          .weights = calloc(learner->weight_count, sizeof(float)),
                          .gradient = calloc(learner->weight_count, sizeof(float)),
                          .work = calloc(1, learner->work_size)};
    assert_true(desk.weights != NULL && desk.gradient != NULL && desk.work != NULL);
    learner->begin(learner, 3, desk.weights);
    for (size_t i = 1; i <= POSITIONS; i++) {
        size_t at = school->samples.count * i / (POSITIONS + 1);
        desk.input = samples_input(&school->samples, &school->samples.at[at]);
        memcpy(words, desk.input.words, (size_t)desk.input.count * sizeof words[0]);
        words[1] = words[2] & 0x7fff; /* as if a taken point had been played: the value alone */
        desk.input.words = words;
        check_slopes(&desk);
    }
    free(desk.work);
    free(desk.gradient);
    free(desk.weights);
}

/* ---- training ---- */

static void keep_epoch(const TrainEpoch *epoch, void *user)
{
    ((double *)user)[epoch->epoch - 1] = epoch->training;
}

static void test_errors_fall_and_whole_numbers_keep_what_was_learnt(void **state)
{
    const School *school = *state;
    TrainSetup    setup = quick();
    double        errors[16];
    Error         err = {0};
    setup.epochs = 16;
    setup.report = keep_epoch;
    setup.user = errors;
    Str  bytes = train_bytes(&school->samples, &setup);
    Net *net = net_open_bytes(school->samples.game, (const uint8_t *)bytes.text, bytes.size, &err);
    assert_non_null(net);
    double whole = train_measure(net, &school->samples, false, &setup);
    print_message("error %.4f after one epoch, %.4f after 16, %.4f in whole numbers\n", errors[0],
                  errors[15], whole);
    assert_true(errors[15] < 0.8 * errors[0]);
    assert_true(whole < errors[15] + 0.01);
    net_delete(net);
    str_free(&bytes);
}

static void test_a_seed_and_threads_are_a_net(void **state)
{
    const School *school = *state;
    TrainSetup    setup = quick();
    setup.epochs = 2;
    check_that_a_seed_is_a_net(&school->samples, setup, 2);
}

static void stop_after_one(const TrainEpoch *epoch, void *user)
{
    (void)epoch;
    atomic_store((atomic_bool *)user, true);
}

static void test_an_interrupted_training_gives_the_same_net(void **state)
{
    const School *school = *state;
    TrainSetup    setup = quick(), stopped;
    atomic_bool   stop;
    Str           none = {0};
    Error         err;
    Str           whole = train_bytes(&school->samples, &setup);
    setup.checkpoint = school->place.other;
    stopped = setup;
    stopped.stop = &stop;
    stopped.report = stop_after_one;
    stopped.user = &stop;
    atomic_init(&stop, false);
    assert_false(train_net(&stopped, &school->samples, &none, &err));
    assert_true(is_same_net(whole, train_bytes(&school->samples, &setup)));
    unlink(school->place.other);
}

/* Nothing learnt, what begins with a net ends as it. */
static void test_learning_goes_on_from_a_net(void **state)
{
    const School *school = *state;
    const Game   *game = school->samples.game;
    TrainSetup    setup = quick();
    Error         err = {0};
    Str           again = {0}, bytes = train_bytes(&school->samples, &setup);
    Net          *net = net_open_bytes(game, (const uint8_t *)bytes.text, bytes.size, &err);
    Learner      *learner = school->samples.own;
    float        *weights = calloc(learner->weight_count, sizeof(float));
    assert_true(net != NULL && weights != NULL);
    assert_true(learner->take(learner, net, weights, &err));
    assert_true(learner->write(learner, weights, 0, &again, &err));
    assert_true(is_same_net(bytes, again));
    free(weights);
    net_delete(net);
}

/* Under renju each colour has its own numbers, and begins with those of both. */
static void test_renju_learns_for_each_colour(void **state)
{
    const School *school = *state;
    Samples       samples = {0};
    TrainSetup    setup = quick();
    Error         err = {0};
    Str           first = train_bytes(&school->samples, &setup);
    Net          *start =
        net_open_bytes(school->samples.game, (const uint8_t *)first.text, first.size, &err);
    setup.start = start;
    setup.epochs = 1;
    read_games("startpos rule=renju", school->place.other, &samples);
    Str  bytes = train_bytes(&samples, &setup);
    Net *net = net_open_bytes(samples.game, (const uint8_t *)bytes.text, bytes.size, &err);
    assert_non_null(net);
    assert_true(net_suits(net, samples.game, samples.options));
    assert_false(net_suits(net, samples.game, school->samples.options));
    assert_true(train_measure(net, &samples, false, &setup) < 0.25);
    net_delete(net);
    net_delete(start);
    str_free(&bytes);
    str_free(&first);
    samples_free(&samples);
}

/* ---- lots ---- */

/* There are moves worth drawing while the game goes on, and all of them are legal. */
static void test_sampled_moves_are_sensible(void **state)
{
    const Game *game = must_find_game("gomoku");
    Rules       rules[MAX_RULES];
    int         count = rules_list(game, rules);
    (void)state;
    for (int n = 0; n < count; n++) {
        Bytes    pos, undo;
        uint64_t rng = (uint64_t)n;
        Error    err = {0};
        assert_true(position_start(game, rules[n].options, &pos, &err));
        for (int ply = 0; ply < 40 && game->play(&pos) == PLAY_ON; ply++) {
            static bool is_legal[UINT16_MAX + 1];
            Move        moves[MAX_MOVES];
            memset(is_legal, 0, sizeof is_legal);
            for (int i = game->gen(&pos, moves); i-- > 0;)
                is_legal[moves[i]] = true;
            int found = game->info->sensible(&pos, moves);
            assert_in_range(found, 1, MAX_MOVES);
            for (int i = 0; i < found; i++)
                assert_true(is_legal[moves[i]]);
            game->make(&pos, moves[rng_below(&rng, (uint32_t)found)], &undo);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_goes_back_is_the_slope),
        cmocka_unit_test(test_errors_fall_and_whole_numbers_keep_what_was_learnt),
        cmocka_unit_test(test_a_seed_and_threads_are_a_net),
        cmocka_unit_test(test_an_interrupted_training_gives_the_same_net),
        cmocka_unit_test(test_learning_goes_on_from_a_net),
        cmocka_unit_test(test_renju_learns_for_each_colour),
        cmocka_unit_test(test_sampled_moves_are_sensible),
    };
    return cmocka_run_group_tests_name("gomoku learner", tests, open_school, close_school);
}
