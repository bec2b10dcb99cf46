/* Laws of exact solvers, for every game that has one. */
#include "base/rng.h"
#include "core/open_solver.h"
#include "support.h"

#include <string.h>

enum { GAMES = 25, LAST_PLIES = 10, MAX_PLIES = 400, MAX_NODES = 5000 };

/* Calls `check` for the last positions of random games, the finished ones first. */
typedef void Check(const Game *game, void *solver, void *weak, const void *pos, int plies_left);

static int play_random_game(const Game *game, uint64_t *rng, Bytes positions[MAX_PLIES])
{
    Error   err;
    int16_t options[MAX_OPTIONS];
    int     count = 0;
    options_reset(&game->info->options, options);
    assert_true(position_start(game, options, &positions[0], &err));
    for (; count + 1 < MAX_PLIES; count++) {
        Move  moves[MAX_MOVES];
        Bytes undo;
        int   n = game->gen(&positions[count], moves);
        if (n == 0)
            break;
        positions[count + 1] = positions[count];
        game->make(&positions[count + 1], moves[rng_below(rng, (uint32_t)n)], &undo);
    }
    return count;
}

static void check_late_positions(const Game *game, Check *check)
{
    static Bytes positions[MAX_PLIES];
    Error        err;
    uint64_t     rng = 11;
    if (game->solver == NULL)
        skip();
    /* Without a book: what follows a position that is only looked up may take long. */
    SolverSetup quick_setup = {.nodes = MAX_NODES, .no_book = true};
    SolverSetup setup = {0}, weak_setup = {.is_weak = true};
    void       *quick = game->solver->open(&quick_setup, &err);
    void       *solver = game->solver->open(&setup, &err);
    void       *weak = game->solver->open(&weak_setup, &err);
    assert_non_null(quick);
    assert_non_null(solver);
    assert_non_null(weak);
    for (int i = 0; i < GAMES; i++) {
        int last = play_random_game(game, &rng, positions);
        for (int left = 0; left <= LAST_PLIES && left <= last; left++) {
            Truth truth; /* a solver may know a part of the game only, or not in short time */
            if (game->solver->solve(quick, &positions[last - left], &truth, &err))
                check(game, solver, weak, &positions[last - left], left);
            else
                assert_true(err.code != 0);
        }
    }
    game->solver->close(quick);
    game->solver->close(solver);
    game->solver->close(weak);
}

static int sign(int value) { return (value > 0) - (value < 0); }

static int must_solve(const Game *game, void *solver, const void *pos, Truth *truth)
{
    Error err;
    if (!game->solver->solve(solver, pos, truth, &err))
        fail_msg("%s: %s", game->info->id, error_words(&err, LANG_EN));
    return truth->score;
}

static void check_ends(const Game *game, void *solver, void *weak, const void *pos, int plies_left)
{
    static const int outcome[] = {[PLAY_LOST] = -1, [PLAY_DRAWN] = 0, [PLAY_WON] = 1};
    Truth            truth;
    Play             play = game->play(pos);
    if (plies_left > 0)
        return;
    assert_int_not_equal(play, PLAY_ON);
    assert_int_equal(sign(must_solve(game, solver, pos, &truth)), outcome[play]);
    assert_true(truth.plies == 0 || truth.plies == -1);
    assert_int_equal(must_solve(game, weak, pos, &truth), outcome[play]);
}

static void test_the_end_is_worth_its_result(void **state)
{
    check_late_positions(*state, check_ends);
}

static void check_moves(const Game *game, void *solver, void *weak, const void *pos, int plies_left)
{
    static MoveTruth moves[MAX_MOVES];
    Error            err;
    Truth            truth;
    uint64_t         nodes = 0;
    (void)weak;
    if (plies_left == 0)
        return;
    int score = must_solve(game, solver, pos, &truth);
    int count =
        solver_moves(&(OpenSolver){.game = game, .state = solver}, pos, moves, &nodes, &err);
    assert_true(count > 0);
    int best = moves[0].score;
    for (int i = 1; i < count; i++)
        best = moves[i].score > best ? moves[i].score : best;
    assert_int_equal(score, best);
}

static void test_a_position_is_worth_its_best_move(void **state)
{
    check_late_positions(*state, check_moves);
}

/* Plain minimax to the end of the game, without any of the solver's wisdom. *left counts down the
 * positions it may still look at; below 0 it has given up. */
static int minimax(const Game *game, Bytes *pos, int *left)
{
    static const int outcome[] = {[PLAY_LOST] = -1, [PLAY_DRAWN] = 0, [PLAY_WON] = 1};
    Play             play = game->play(pos);
    if (play != PLAY_ON)
        return outcome[play];
    Move moves[MAX_MOVES];
    int  best = -1, count = game->gen(pos, moves);
    for (int i = 0; i < count && best < 1 && --*left >= 0; i++) {
        Bytes child = *pos, undo;
        game->make(&child, moves[i], &undo);
        int value = -minimax(game, &child, left);
        best = value > best ? value : best;
    }
    return best;
}

static void check_outcome(const Game *game, void *solver, void *weak, const void *pos,
                          int plies_left)
{
    Truth truth;
    Bytes copy;
    int   left = MAX_NODES;
    (void)plies_left;
    memcpy(&copy, pos, game->pos_size);
    int value = minimax(game, &copy, &left);
    if (left < 0)
        return;
    assert_int_equal(sign(must_solve(game, solver, pos, &truth)), value);
    assert_int_equal(must_solve(game, weak, pos, &truth), value);
}

static void test_outcomes_are_those_of_minimax(void **state)
{
    check_late_positions(*state, check_outcome);
}

static void check_line(const Game *game, void *solver, void *weak, const void *pos, int plies_left)
{
    Error    err;
    Truth    truth, end;
    Move     line[MAX_SEARCH_PLIES];
    Bytes    at, undo;
    uint64_t nodes = 0;
    (void)weak;
    (void)plies_left;
    int score = must_solve(game, solver, pos, &truth);
    int length = solver_line(&(OpenSolver){.game = game, .state = solver}, pos, &truth, line,
                             MAX_SEARCH_PLIES, &nodes, &err);
    assert_true(length >= 0);
    if (truth.plies >= 0)
        assert_int_equal(length, truth.plies);
    memcpy(&at, pos, game->pos_size);
    for (int i = 0; i < length; i++)
        game->make(&at, line[i], &undo);
    must_solve(game, solver, &at, &end);
    assert_int_equal(end.score, length % 2 == 0 ? score : -score);
    assert_int_not_equal(game->play(&at), PLAY_ON);
}

static void test_the_best_line_leads_to_the_promised_end(void **state)
{
    check_late_positions(*state, check_line);
}

static void check_fresh(const Game *game, void *solver, void *weak, const void *pos, int plies_left)
{
    Truth before, after;
    (void)weak;
    (void)plies_left;
    must_solve(game, solver, pos, &before);
    game->solver->forget(solver);
    must_solve(game, solver, pos, &after);
    assert_int_equal(before.score, after.score);
    game->solver->forget(solver);
    must_solve(game, solver, pos, &before);
    assert_int_equal(before.nodes, after.nodes);
}

static void test_forgetting_changes_no_value_and_repeats_the_work(void **state)
{
    check_late_positions(*state, check_fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_end_is_worth_its_result),
        cmocka_unit_test(test_a_position_is_worth_its_best_move),
        cmocka_unit_test(test_outcomes_are_those_of_minimax),
        cmocka_unit_test(test_the_best_line_leads_to_the_promised_end),
        cmocka_unit_test(test_forgetting_changes_no_value_and_repeats_the_work),
    };
    return run_for_every_game("solvers", tests, sizeof tests / sizeof tests[0]);
}
