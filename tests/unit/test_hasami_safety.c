/* Hasami's draws: where each side has a fortress or is close to one the solver says so, and whoever
 * plays the moves that it names stays safe. */
#include "base/errors.h"
#include "base/rng.h"
#include "games/hasami/proof/hasami_safety.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static const char both[] = "1wwwwwww1/ww7/9/9/9/9/9/bb7/1bbbbbbb1 w";
static const char close_to_it[] = "wwwwwwww1/8w/9/9/9/9/9/bb7/1bbbbbbb1 w";
static const char one_side[] = "wwwwwwwww/9/9/9/9/9/9/bb7/1bbbbbbb1 w";

static const Game *hasami(void) { return must_find_game("hasami"); }

static void *must_open(const SolverSetup *setup)
{
    Error err;
    void *solver = hasami()->solver->open(setup, &err);
    if (solver == NULL)
        fail_msg("%s", error_words(&err, LANG_EN));
    return solver;
}

static bool solve(void *solver, const char *text, Truth *out)
{
    Bytes pos;
    Error err;
    must_parse(hasami(), text, &pos);
    return hasami()->solver->solve(solver, &pos, out, &err);
}

static void test_draws_are_seen(void **state)
{
    static const char *const drawn[] = {both, close_to_it};
    SolverSetup              setup = {.threads = 1};
    void                    *solver = must_open(&setup);
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        Bytes pos;
        Truth truth;
        assert_true(solve(solver, drawn[i], &truth));
        assert_int_equal(truth.score, 0);
        assert_int_equal(truth.plies, -1);
        must_parse(hasami(), drawn[i], &pos);
        assert_true(position_is_legal(hasami(), &pos, truth.hint));
    }
    hasami()->solver->close(solver);
}

static void test_what_is_not_seen_is_not_said(void **state)
{
    SolverSetup setup = {.threads = 1};
    void       *solver = must_open(&setup);
    Truth       truth;
    char        text[200];
    (void)state;
    assert_false(solve(solver, one_side, &truth));
    assert_false(solve(solver, "startpos", &truth));
    /* The same solver under other rules. */
    static const char *const rules[] = {"jumps=on", "goal=five", "losing_count=4 edge=on"};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        snprintf(text, sizeof text, "%s %s", close_to_it, rules[i]);
        assert_false(solve(solver, text, &truth));
        assert_true(solve(solver, close_to_it, &truth));
    }
    hasami()->solver->close(solver);
}

/* A limit of nodes, a stop, and what was asked before do not change what is true. */
static void test_limits(void **state)
{
    atomic_bool stop = true;
    SolverSetup few = {.nodes = 100}, stopped = {.stop = &stop}, all = {.threads = 1};
    void       *solver = must_open(&few);
    Truth       truth, again;
    (void)state;
    assert_false(solve(solver, close_to_it, &truth));
    assert_true(solve(solver, both, &truth));
    hasami()->solver->renew(solver, &stopped);
    assert_false(solve(solver, close_to_it, &truth));
    hasami()->solver->renew(solver, &all);
    assert_true(solve(solver, close_to_it, &truth));
    hasami()->solver->forget(solver);
    assert_true(solve(solver, close_to_it, &truth));
    hasami()->solver->forget(solver);
    assert_true(solve(solver, close_to_it, &again));
    assert_int_equal(truth.nodes, again.nodes);
    assert_int_equal(truth.hint, again.hint);
    hasami()->solver->close(solver);
}

/* A reply by lot, one that takes something half the time when there is one. */
static Move draw_reply(const hasami_pos *p, uint64_t *rng)
{
    Move moves[hasami_max_moves], best = MOVE_NONE;
    int  count = hasami_gen(p, moves);
    for (int i = 0; i < count; i++) {
        hasami_pos  after = *p;
        hasami_undo undo;
        hasami_make(&after, moves[i], &undo);
        if (undo.prey_count > 0 && (best == MOVE_NONE || rng_below(rng, 2) == 0))
            best = moves[i];
    }
    return best != MOVE_NONE && rng_below(rng, 2) == 0 ? best
                                                       : moves[rng_below(rng, (uint32_t)count)];
}

/* From positions of random games on: once safe, always safe. Returns whether it was. */
static bool stay_safe(HasamiSafety *safety, hasami_pos *p, int side, uint64_t *rng)
{
    Move     move;
    uint64_t nodes = 0;
    if (!hasami_is_safe(safety, p, side, 0, NULL, &nodes, &move))
        return false;
    for (int ply = 0; ply < 30 && hasami_play(p) == PLAY_ON; ply++) {
        hasami_undo undo;
        assert_true(hasami_is_safe(safety, p, side, 0, NULL, &nodes, &move));
        if (p->side != side)
            move = draw_reply(p, rng);
        assert_true(position_is_legal(hasami(), p, move));
        hasami_make(p, move, &undo);
    }
    Play play = hasami_play(p);
    assert_true(play != (p->side == side ? PLAY_LOST : PLAY_WON));
    return true;
}

static void test_named_moves_keep_a_side_safe(void **state)
{
    uint64_t      rng = 5;
    int           safe = 0;
    HasamiSafety *safety = hasami_safety_new();
    (void)state;
    assert_non_null(safety);
    for (int i = 0; i < 60; i++) {
        Bytes       bytes;
        hasami_pos *p = (hasami_pos *)&bytes;
        must_parse(hasami(), i % 2 == 0 ? "wwwwwwwww/9/9/9/9/9/9/b8/1bbbbbbbb w" : "startpos",
                   &bytes);
        for (int ply = 0; ply < i / 10 && hasami_play(p) == PLAY_ON; ply++) {
            hasami_undo undo;
            hasami_make(p, draw_reply(p, &rng), &undo);
        }
        if (hasami_play(p) == PLAY_ON)
            safe += stay_safe(safety, p, i % 4 / 2, &rng);
    }
    hasami_safety_delete(safety);
    assert_true(safe > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws_are_seen),
        cmocka_unit_test(test_what_is_not_seen_is_not_said),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_named_moves_keep_a_side_safe),
    };
    return cmocka_run_group_tests_name("hasami_safety", tests, NULL, NULL);
}
