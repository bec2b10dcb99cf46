/* learn/samples and learn/trainer: nets learn what they are shown, always the same, and go on after
 * an interruption as if there had been none. */
#include "base/file.h"
#include "base/rng.h"
#include "core/solver.h"
#include "eval/criteria.h"
#include "learn/trainer.h"
#include "schooling.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- exact labels ------------------------------------------------------------------------------
 */

typedef struct {
    const Game *game;
    void       *solver;
    Samples     samples;
    uint64_t    seen[8192]; /* keys of the positions so far; 4520 are not over */
    int         values[8192];
    Bytes       positions[8192];
    int         count;
} Course;

static void add_truth(Course *lesson, const Bytes *pos)
{
    const Game *game = lesson->game;
    Truth       truth;
    Error       err;
    uint64_t    key = game->key(pos);
    if (game->play(pos) != PLAY_ON)
        return;
    for (int i = 0; i < lesson->count; i++)
        if (lesson->seen[i] == key)
            return;
    assert_true(game->solver->solve(lesson->solver, pos, &truth, &err));
    lesson->seen[lesson->count] = key;
    lesson->positions[lesson->count] = *pos;
    lesson->values[lesson->count++] = (truth.score > 0) - (truth.score < 0);
    LearntPosition learnt = {.pos = pos, .points = 1 + lesson->values[lesson->count - 1]};
    assert_true(samples_add(&lesson->samples, &learnt, false, &err));
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves);
    for (int i = 0; i < count; i++) {
        Bytes next = *pos, undo;
        game->make(&next, moves[i], &undo);
        add_truth(lesson, &next);
    }
}

/* All positions of Tic-Tac-Toe that can arise and are not over, with their exact values. */
static int open_lesson(void **state)
{
    Course     *lesson = calloc(1, sizeof *lesson);
    SolverSetup setup = {.is_weak = true};
    Error       err;
    Bytes       start;
    if (lesson == NULL)
        return -1;
    *state = lesson;
    lesson->game = must_find_game("tictactoe");
    lesson->solver = lesson->game->solver->open(&setup, &err);
    int16_t options[MAX_OPTIONS];
    options_reset(&lesson->game->info->options, options);
    assert_true(samples_init(&lesson->samples, lesson->game, options, &err));
    must_parse(lesson->game, "startpos", &start);
    add_truth(lesson, &start);
    assert_int_equal(lesson->count, 4520);
    return 0;
}

static int close_lesson(void **state)
{
    Course *lesson = *state;
    samples_free(&lesson->samples);
    lesson->game->solver->close(lesson->solver);
    free(lesson);
    return 0;
}

static void keep_epoch(const TrainEpoch *epoch, void *user)
{
    double *errors = user;
    errors[epoch->epoch - 1] = epoch->training;
}

static TrainSetup quick(void)
{
    TrainSetup setup = train_usual();
    setup.hidden = 32;
    setup.batch = 64;
    setup.rate = 0.01;
    setup.scale = 100;
    setup.score_share = 0;
    return setup;
}

static void test_a_net_learns_tictactoe(void **state)
{
    Course    *lesson = *state;
    double     errors[60];
    Error      err = {0};
    TrainSetup setup = quick();
    setup.epochs = 60;
    setup.report = keep_epoch;
    setup.user = errors;
    Str  bytes = train_bytes(&lesson->samples, &setup);
    Net *net = net_open_bytes(lesson->game, (const uint8_t *)bytes.text, bytes.size, &err);
    assert_non_null(net);
    double whole = train_measure(net, &lesson->samples, false, &setup);
    int    right = 0;
    for (int i = 0; i < lesson->count; i++) {
        int score = net_evaluate_slow(net, lesson->game, &lesson->positions[i]);
        /* Chances nearer to a win than to a draw, 3 to 1, are taken for one. */
        int said = score > 110 ? 1 : score < -110 ? -1 : 0;
        right += said == lesson->values[i];
    }
    print_message("error %.4f after one epoch, %.4f after 60, %.4f in whole numbers; %d of %d "
                  "positions told right\n",
                  errors[0], errors[59], whole, right, lesson->count);
    assert_true(errors[59] < errors[0] / 4);
    assert_true(whole < 0.02 && fabs(whole - errors[59]) < 0.01);
    assert_true(right > lesson->count * 95 / 100);
    net_delete(net);
    str_free(&bytes);
}

/* What a net says may be in other units than the scores it learnt from: its chances are the same.
 */
static void test_a_unit_changes_scores_and_no_chances(void **state)
{
    Course    *lesson = *state;
    TrainSetup setup = quick();
    setup.epochs = 2;
    Str bytes = train_bytes(&lesson->samples, &setup);
    setup.unit = 1000;
    Str   finer = train_bytes(&lesson->samples, &setup);
    Error err = {0};
    Net  *net = net_open_bytes(lesson->game, (const uint8_t *)bytes.text, bytes.size, &err);
    Net  *fine = net_open_bytes(lesson->game, (const uint8_t *)finer.text, finer.size, &err);
    assert_non_null(net);
    assert_non_null(fine);
    assert_int_equal(net_scale(fine), 1000);
    assert_int_not_equal(net_scale(net), 1000);
    double error = train_measure(net, &lesson->samples, false, &setup);
    double same = train_measure(fine, &lesson->samples, false, &setup);
    assert_true(fabs(error - same) < 0.001);
    net_delete(net);
    net_delete(fine);
    str_free(&bytes);
    str_free(&finer);
}

/* ---- the same again ----------------------------------------------------------------------------
 */

static void test_a_seed_is_a_net(void **state)
{
    Course    *lesson = *state;
    TrainSetup setup = quick();
    setup.epochs = 3;
    check_that_a_seed_is_a_net(&lesson->samples, setup, 3);
}

typedef struct {
    int         left;
    atomic_bool stop;
} Patience;

static void lose_patience(const TrainEpoch *epoch, void *user)
{
    Patience *patience = user;
    (void)epoch;
    if (--patience->left == 0)
        atomic_store(&patience->stop, true);
}

static void test_an_interrupted_training_gives_the_same_net(void **state)
{
    Course    *lesson = *state;
    char       folder[64], path[100];
    TrainSetup setup = quick(), stopped;
    Str        bytes = {0};
    Error      err;
    snprintf(folder, sizeof folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    setup.epochs = 6;
    Str whole = train_bytes(&lesson->samples, &setup);
    for (int i = 1; i <= 4; i++) { /* each time some epochs further */
        Patience patience = {.left = i + 1};
        stopped = setup;
        stopped.checkpoint = path;
        stopped.report = lose_patience;
        stopped.user = &patience;
        stopped.stop = &patience.stop;
        assert_false(train_net(&stopped, &lesson->samples, &bytes, &err));
    }
    setup.checkpoint = path;
    assert_true(is_same_net(whole, train_bytes(&lesson->samples, &setup)));

    /* A checkpoint of other settings, or a damaged one, is not taken. */
    setup.seed = 5;
    assert_false(train_net(&setup, &lesson->samples, &bytes, &err));
    setup.seed = 1;
    assert_true(file_read(path, 1 << 24, &bytes, &err));
    bytes.text[bytes.size / 2] ^= 1;
    assert_true(file_write(path, bytes.text, bytes.size, &err));
    assert_false(train_net(&setup, &lesson->samples, &bytes, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "damaged"));
    str_free(&bytes);
    unlink(path);
    rmdir(folder);
}

/* ---- samples -----------------------------------------------------------------------------------
 */

/* Scores that are twice the log-odds of the results, in units of 300, fit best at a scale of 300.
 */
static void test_the_scale_is_found(void **state)
{
    Course  *lesson = *state;
    Samples  samples;
    Error    err;
    uint64_t rng = 1;
    assert_true(samples_init(&samples, lesson->game, lesson->samples.options, &err));
    for (int i = 0; i < 20000; i++) {
        int            score = (int)rng_below(&rng, 2001) - 1000;
        bool           is_won = rng_below(&rng, 10000) < 10000 / (1 + exp(-score / 300.0));
        LearntPosition learnt = {
            .pos = &lesson->positions[0], .score = score, .points = is_won ? 2 : 0};
        assert_true(samples_add(&samples, &learnt, false, &err));
    }
    assert_in_range(samples_fit_scale(&samples), 280, 320);
    samples_free(&samples);
}

/* A turned position has the features that the turning gives, in both views. */
static void test_symmetries_are_those_of_the_game(void **state)
{
    (void)state;
    for (size_t g = 0; g < game_count(); g++) {
        const Game *game = game_at(g);
        Samples     samples, one;
        Bytes       pos, turned;
        Board       board;
        Error       err = {0};
        int16_t     options[MAX_OPTIONS];
        if (game->info->net_bit == NULL)
            continue; /* what it keeps of a position is its own affair */
        options_reset(&game->info->options, options);
        must_parse(game, "startpos", &pos);
        game->to_board(&pos, &board);
        assert_true(samples_init(&samples, game, options, &err));
        for (uint64_t i = 0, rng = 3; i < 4; i++) {
            Move  moves[MAX_MOVES];
            int   count = game->gen(&pos, moves);
            Bytes undo;
            game->make(&pos, moves[rng_below(&rng, (uint32_t)count)], &undo);
        }
        assert_true(samples_add(&samples, &(LearntPosition){.pos = &pos}, false, &err));
        int number = 0;
        for (int transform = 0; transform < SYMMETRY_COUNT; transform++) {
            if ((game->symmetries(&board) >> transform & 1) == 0)
                continue;
            assert_true(position_transform(game, &pos, transform, false, &turned));
            assert_true(samples_init(&one, game, options, &err));
            assert_true(samples_add(&one, &(LearntPosition){.pos = &turned}, false, &err));
            for (int view = 0; view < 2; view++) {
                int balance[2 * BOARD_CELLS] = {0};
                for (int k = 0; k < samples.at[0].count; k++) {
                    balance[samples.features[view][number][samples.pieces[k]]]++;
                    balance[one.features[view][0][one.pieces[k]]]--;
                }
                bool is_same_board = true;
                for (int k = 0; k < 2 * samples.cells; k++)
                    is_same_board &= balance[k] == 0;
                assert_true(is_same_board);
            }
            samples_free(&one);
            number++;
        }
        samples_free(&samples);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_net_learns_tictactoe),
        cmocka_unit_test(test_a_unit_changes_scores_and_no_chances),
        cmocka_unit_test(test_a_seed_is_a_net),
        cmocka_unit_test(test_an_interrupted_training_gives_the_same_net),
        cmocka_unit_test(test_the_scale_is_found),
        cmocka_unit_test(test_symmetries_are_those_of_the_game),
    };
    return cmocka_run_group_tests_name("trainer", tests, open_lesson, close_lesson);
}
