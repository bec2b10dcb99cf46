/* The solving service: the same answers in the same order, by one thread or by several. */
#include "base/rng.h"
#include "core/open_solver.h"
#include "engine/solving.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { JOBS = 40, WITHOUT = 17 }; /* WITHOUT: the job that asks nothing */

typedef struct {
    const Game *game;
    Bytes       positions[JOBS];
    SolveJob    jobs[JOBS];
    int         told, stop_at; /* stop_at: the number of answers after which it ends; -1: none */
} Round;

static const Game *connect4(void) { return must_find_game("connect4"); }

/* Connect Four after 12 to 31 random stones, from easy to some milliseconds. */
static void make_round(Round *round, uint64_t seed)
{
    int16_t options[MAX_OPTIONS];
    *round = (Round){.game = connect4(), .stop_at = -1};
    options_reset(&round->game->info->options, options);
    for (int i = 0; i < JOBS; i++) {
        Bytes *pos = &round->positions[i], undo;
        do {
            assert_true(position_start(round->game, options, pos, NULL));
            for (int ply = 0; ply < 31 - i / 2 && round->game->play(pos) == PLAY_ON; ply++) {
                Move moves[MAX_MOVES];
                int  count = round->game->gen(pos, moves);
                round->game->make(pos, moves[rng_below(&seed, (uint32_t)count)], &undo);
            }
        } while (round->game->play(pos) != PLAY_ON);
        round->jobs[i].pos = i == WITHOUT ? NULL : pos;
    }
}

static bool take_answer(int index, void *user)
{
    Round *round = user;
    assert_int_equal(index, round->told);
    return round->told++ != round->stop_at;
}

static bool answer(Round *round, const SolverSetup *setup, Error *err)
{
    Solving *solving = solving_new(round->game, setup, false, err);
    assert_non_null(solving);
    bool ok = solving_run(solving, round->jobs, JOBS, take_answer, round, err);
    solving_delete(solving);
    return ok;
}

static void test_several_threads_answer_as_one_does(void **state)
{
    static Round one, several;
    Error        err;
    (void)state;
    for (int threads = 2; threads <= 5; threads++) {
        make_round(&one, (uint64_t)threads);
        make_round(&several, (uint64_t)threads);
        assert_true(answer(&one, &(SolverSetup){.no_book = true}, &err));
        assert_true(answer(&several, &(SolverSetup){.no_book = true, .threads = threads}, &err));
        assert_int_equal(several.told, JOBS);
        for (int i = 0; i < JOBS; i++) {
            assert_int_equal(several.jobs[i].truth.score, one.jobs[i].truth.score);
            assert_int_equal(several.jobs[i].time_ns > 0, i != WITHOUT);
        }
    }
}

/* Positions that one thread leaves go to all together: here each, by its few nodes. */
static void test_hard_positions_are_searched_together(void **state)
{
    static Round one, several;
    Solver       impatient = *connect4()->solver;
    Game         game = *connect4();
    Error        err;
    (void)state;
    impatient.alone_nodes = 10;
    game.solver = &impatient;
    make_round(&one, 9);
    make_round(&several, 9);
    several.game = &game;
    assert_true(answer(&one, &(SolverSetup){.no_book = true}, &err));
    assert_true(answer(&several, &(SolverSetup){.no_book = true, .threads = 3}, &err));
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(several.jobs[i].truth.score, one.jobs[i].truth.score);
}

static void test_moves_and_line_go_with_the_value(void **state)
{
    static Round     round;
    static MoveTruth moves[JOBS][MAX_MOVES];
    static Move      lines[JOBS][MAX_SEARCH_PLIES];
    Error            err;
    (void)state;
    make_round(&round, 3);
    for (int i = 0; i < JOBS; i++) {
        round.jobs[i].moves = moves[i];
        round.jobs[i].line = lines[i];
    }
    assert_true(answer(&round, &(SolverSetup){.threads = 2}, &err));
    for (int i = 0; i < JOBS; i++) {
        const SolveJob *job = &round.jobs[i];
        if (job->pos == NULL)
            continue;
        int best = moves[i][0].score;
        for (int k = 1; k < job->move_count; k++)
            best = moves[i][k].score > best ? moves[i][k].score : best;
        assert_int_equal(best, job->truth.score);
        assert_true(job->line_length > 0);
    }
}

static void test_the_caller_ends_it(void **state)
{
    static Round      round;
    const atomic_bool stop = true;
    Error             err;
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        make_round(&round, 4);
        round.stop_at = 5;
        assert_false(answer(&round, &(SolverSetup){.threads = threads}, &err));
        assert_int_equal(round.told, 6);
        assert_string_equal(error_words(&err, LANG_EN), "");
        make_round(&round, 4);
        assert_false(answer(
            &round, &(SolverSetup){.threads = threads, .no_book = true, .stop = &stop}, &err));
        assert_string_equal(error_words(&err, LANG_EN), "stopped");
        assert_true(round.told < JOBS);
    }
}

static void test_a_game_without_a_solver_is_refused(void **state)
{
    OpenSolver solver;
    Error      err;
    (void)state;
    assert_null(solving_new(must_find_game("gomoku"), &(SolverSetup){0}, false, &err));
    assert_string_equal(error_words(&err, LANG_EN), "gomoku has no exact solver");
    assert_false(solver_open(&solver, must_find_game("gomoku"), &(SolverSetup){0}, &err));
    solver_close(&solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_threads_answer_as_one_does),
        cmocka_unit_test(test_hard_positions_are_searched_together),
        cmocka_unit_test(test_moves_and_line_go_with_the_value),
        cmocka_unit_test(test_the_caller_ends_it),
        cmocka_unit_test(test_a_game_without_a_solver_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
