/* Hasami Shogi: what is found for a whole side at once is what the moves do, one by one. */
#include "core/symmetry.h"
#include "games/hasami/hasami_tactics.h"
#include "walk.h"

enum { GAMES = 2, PLIES = 400 };

static const Game *hasami(void) { return must_find_game("hasami"); }

/* The pieces that the moves of a side take, move by move: right under every option. */
static int threats_move_by_move(const hasami_pos *p, int colour)
{
    Move       moves[MAX_MOVES];
    bool       is_taken[HASAMI_CELLS] = {false};
    hasami_pos mover = *p;
    int        taken = 0;
    mover.side = (uint8_t)colour;
    int count = hasami_gen(&mover, moves);
    for (int i = 0; i < count; i++) {
        hasami_pos  after = mover;
        hasami_undo undo;
        hasami_make(&after, moves[i], &undo);
        for (int k = 0; k < undo.prey_count; k++) {
            taken += !is_taken[undo.prey[k]];
            is_taken[undo.prey[k]] = true;
        }
    }
    return taken;
}

static void visit_threats(Walk *walk, void *user)
{
    int *seen = user;
    for (int colour = 0; colour < 2; colour++) {
        const hasami_pos *p = (const hasami_pos *)&walk->pos;
        int               threats = hasami_threats(p, colour);
        LAW(walk, threats == threats_move_by_move(p, colour));
        *seen += threats;
    }
}

static void test_threats_are_what_the_moves_of_a_side_take(void **state)
{
    (void)state;
    int seen = 0;
    walk_all_rules(hasami(), GAMES, PLIES, visit_threats, &seen);
    assert_true(seen > 1000);
}

static void visit_captures(Walk *walk, void *user)
{
    const hasami_pos *p = (const hasami_pos *)&walk->pos;
    Move              noisy[MAX_MOVES];
    int               takes = 0, *seen = user;
    if (walk->count == 0)
        return;
    int count = hasami_gen_noisy(p, noisy);
    for (int i = 0; i < walk->count; i++) {
        Move move = walk->moves[i];
        int  times = 0, taken = hasami_order_slow(p, move);
        for (int k = 0; k < count; k++)
            times += noisy[k] == move;
        LAW(walk, hasami_order(p, move) == taken);
        LAW(walk, times == (taken > 0));
        takes += taken > 0;
    }
    LAW(walk, takes == count);
    *seen += takes;
}

static void test_captures_are_the_moves_that_take_something(void **state)
{
    (void)state;
    int seen = 0;
    walk_all_rules(hasami(), GAMES, PLIES, visit_captures, &seen);
    assert_true(seen > 1000);
}

/* A corner is taken from either side, but not by a piece that would have to be in two places. */
static void test_threats_in_corners(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int         threats;
    } cases[] = {
        {"w1b6/9/9/9/9/9/9/b7b/9 b", 0},
        {"wb7/2b6/9/9/9/9/9/9/8b b", 1},
        {"wb7/1b7/9/9/9/9/9/9/8b b", 1},
        {"wb7/w8/9/9/9/9/9/b8/8b b", 0},
        {"wb7/2b6/9/9/9/9/9/9/8b b corner=none", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Bytes pos;
        must_parse(hasami(), cases[i].position, &pos);
        assert_int_equal(hasami_threats((const hasami_pos *)&pos, 0), cases[i].threats);
    }
}

static Score champion_value(const void *pos)
{
    EvalSetup setup;
    assert_true(eval_parse(hasami()->info->evals, "champion", &setup, NULL));
    return hasami()->evaluate(pos, &setup);
}

static void visit_mirrors(Walk *walk, void *user)
{
    (void)user;
    Board board;
    Bytes image;
    if (walk->ply % 10 != 9 || walk->result.is_over)
        return;
    hasami()->to_board(&walk->pos, &board);
    unsigned kept = hasami()->symmetries(&board);
    Score    value = champion_value(&walk->pos);
    for (int t = 0; t < SYMMETRY_COUNT; t++)
        if ((kept >> t & 1) != 0) {
            LAW(walk, position_transform(hasami(), &walk->pos, t, false, &image));
            LAW(walk, champion_value(&image) == value);
        }
    LAW(walk,
        position_transform(hasami(), &walk->pos, hasami()->colour_swap(&board), true, &image));
    LAW(walk, champion_value(&image) == value);
}

static void test_the_champions_evaluation_is_the_same_in_every_mirror(void **state)
{
    (void)state;
    walk_all_rules(hasami(), GAMES, PLIES, visit_mirrors, NULL);
}

/* The corner fortress: nothing in it can be taken; a single piece in a corner can. */
static void test_safe_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int         safe;
    } cases[] = {
        {"9/9/9/4w4/9/9/9/b8/bbb6 b", 4},   {"9/9/9/4w4/9/9/9/bb7/bb7 b", 4},
        {"b8/9/9/4w4/9/9/9/9/8b b", 0},     {"b8/9/9/4w4/9/9/9/9/8b b corner=none", 2},
        {"9/9/9/4w4/4bb3/4bb3/9/9/9 b", 0}, {"9/9/9/b3w4/b8/9/9/9/4b4 b", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Bytes pos;
        must_parse(hasami(), cases[i].position, &pos);
        assert_int_equal(hasami_safe_pieces((const hasami_pos *)&pos, 0), cases[i].safe);
    }
}

/* Windows of five that are still open count the squares of their pieces, from three on. */
static void test_how_near_a_five_is(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int         fives;
    } cases[] = {
        {"9/9/9/9/bbb6/9/9/9/w7w b goal=five", 9},
        {"9/9/9/9/bbbb5/9/9/9/w7w b goal=five", 16 + 9},
        {"9/9/9/9/bbbbw4/9/9/9/w7w b goal=five", 0},
        {"9/9/9/9/bbbb5/9/9/9/w7w b goal=five five_lines=no-ranks", 0},
        {"9/9/9/9/9/9/9/9/bbbb4w b goal=five", 0},
        {"b8/1b7/2b6/9/9/9/9/9/7ww b goal=five", 9},
        {"b8/1b7/2b6/9/9/9/9/9/7ww b goal=five five_lines=orthogonal", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Bytes pos;
        must_parse(hasami(), cases[i].position, &pos);
        assert_int_equal(hasami_fives((const hasami_pos *)&pos, 0), cases[i].fives);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threats_are_what_the_moves_of_a_side_take),
        cmocka_unit_test(test_captures_are_the_moves_that_take_something),
        cmocka_unit_test(test_threats_in_corners),
        cmocka_unit_test(test_the_champions_evaluation_is_the_same_in_every_mirror),
        cmocka_unit_test(test_safe_pieces),
        cmocka_unit_test(test_how_near_a_five_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
