/* Every full-width searcher gives minimax's value: on hundreds of positions of every game. */
#include "base/rng.h"
#include "core/position.h"
#include "search/frame/search.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* Sanitizers find what every search does; the laws themselves are kept by the plain builds. */
#ifdef UNDER_SANITIZER
enum { POSITIONS = 15 };
#else
enum { POSITIONS = 200 };
#endif
enum { MAX_NODES = 6000, DEEPEST = 6 };

typedef struct {
    const Game *game;
    void       *pos, *undo;
    uint64_t    rng;
} Walk;

static void walk_begin(Walk *walk, const Game *game, uint64_t seed)
{
    *walk = (Walk){.game = game,
                   .pos = calloc(1, game->pos_size),
                   .undo = calloc(1, game->undo_size),
                   .rng = seed};
    assert_non_null(walk->pos);
    assert_non_null(walk->undo);
}

static void walk_end(Walk *walk)
{
    free(walk->undo);
    free(walk->pos);
}

/* A random position that is not over. */
static void walk_anywhere(Walk *walk)
{
    int16_t options[MAX_OPTIONS];
    options_reset(&walk->game->info->options, options);
    do {
        assert_true(position_start(walk->game, options, walk->pos, NULL));
        for (uint32_t left = rng_below(&walk->rng, 40); left > 0; left--) {
            Move moves[MAX_MOVES];
            int  count = walk->game->gen(walk->pos, moves);
            if (count > 0)
                walk->game->make(walk->pos, moves[rng_below(&walk->rng, (uint32_t)count)],
                                 walk->undo);
        }
    } while (walk->game->play(walk->pos) != PLAY_ON);
}

/* The deepest search that minimax finishes within MAX_NODES. */
static int affordable_depth(const Walk *walk)
{
    int depth = 1;
    while (depth < DEEPEST && walk->game->perft(walk->pos, depth + 1) < MAX_NODES)
        depth++;
    return depth;
}

static void run(const Walk *walk, SearcherId id, int depth, Tt *table, bool quiesces,
                SearchContext *out)
{
    *out = (SearchContext){.limits = {.depth = depth},
                           .switches = {.order = ORDER_STATIC,
                                        .is_fixed_depth = true,
                                        .has_exact_table = true,
                                        .has_quiescence = quiesces},
                           .table = table};
    if (table != NULL)
        tt_clear(table);
    search_run(walk->game, walk->pos, id, out);
}

static bool is_full_width(SearcherId id)
{
    return searcher_kind(id) == SEARCHER_TREE || searcher_kind(id) == SEARCHER_ROUGH;
}

static void compare_all(const Walk *walk, int depth, Tt *table, bool quiesces)
{
    static SearchContext plain, found;
    run(walk, SEARCHER_minimax, depth, NULL, quiesces, &plain);
    uint64_t alphabeta_leaves = 0;
    for (int id = 0; id < SEARCHER_COUNT; id++) {
        if (!is_full_width((SearcherId)id))
            continue;
        run(walk, (SearcherId)id, depth, table, quiesces, &found);
        if (found.score != plain.score)
            fail_msg("%s %s depth %d: %d, minimax %d", walk->game->info->id,
                     searcher_name((SearcherId)id), depth, (int)found.score, (int)plain.score);
        assert_true(position_is_legal(walk->game, walk->pos, found.best));
        if (table != NULL)
            continue;
        if (id == SEARCHER_alphabeta) {
            alphabeta_leaves = found.counts.leaves;
            assert_true(found.nodes <= plain.nodes);
        }
        if (id == SEARCHER_sss)
            assert_true(found.counts.leaves <= alphabeta_leaves);
    }
}

static void over_all_games(bool has_table, bool quiesces, int positions)
{
    Tt *table = has_table ? tt_new(4) : NULL;
    assert_true(!has_table || table != NULL);
    for (size_t i = 0; i < game_count(); i++) {
        Walk walk;
        if (has_table && game_at(i)->can_repeat)
            continue; /* values there depend on the way, which a table does not know */
        walk_begin(&walk, game_at(i), 2026);
        for (int n = 0; n < positions; n++) {
            walk_anywhere(&walk);
            compare_all(&walk, affordable_depth(&walk), table, quiesces);
        }
        walk_end(&walk);
    }
    tt_delete(table);
}

static void test_full_width_searchers_agree_without_table(void **state)
{
    (void)state;
    over_all_games(false, false, POSITIONS);
}

static void test_full_width_searchers_agree_with_exact_table(void **state)
{
    (void)state;
    over_all_games(true, false, POSITIONS);
}

static void test_full_width_searchers_agree_with_quiescence(void **state)
{
    (void)state;
    over_all_games(false, true, POSITIONS / 10);
}

static void test_deepening_ends_at_the_same_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < game_count(); i++) {
        Walk walk;
        walk_begin(&walk, game_at(i), 7);
        for (int n = 0; n < 20; n++) {
            static SearchContext fixed, deepened;
            walk_anywhere(&walk);
            int depth = affordable_depth(&walk);
            run(&walk, SEARCHER_negamax, depth, NULL, false, &fixed);
            deepened = (SearchContext){.limits = {.depth = depth}};
            search_run(walk.game, walk.pos, SEARCHER_pvs, &deepened);
            bool is_forced = fixed.score > SCORE_FORCED || fixed.score < -SCORE_FORCED;
            assert_true(is_forced || deepened.score == fixed.score);
        }
        walk_end(&walk);
    }
}

static void check_same_search(const Walk *walk, SearcherId id, Tt *table)
{
    static SearchContext found[2];
    for (int i = 0; i < 2; i++) {
        tt_clear(table);
        found[i] = (SearchContext){.limits = {.nodes = 5000}, .table = table};
        search_run(walk->game, walk->pos, id, &found[i]);
    }
    assert_int_equal(found[0].best, found[1].best);
    assert_int_equal(found[0].score, found[1].score);
    assert_int_equal(found[0].nodes, found[1].nodes);
}

static void test_same_limits_give_same_search(void **state)
{
    (void)state;
    Tt *table = tt_new(1);
    assert_non_null(table);
    for (size_t i = 0; i < game_count(); i++) {
        Walk walk;
        walk_begin(&walk, game_at(i), 11);
        for (int n = 0; n < 10; n++) {
            walk_anywhere(&walk);
            check_same_search(&walk, SEARCHER_pvs, table);
            check_same_search(&walk, SEARCHER_flagship, table);
        }
        walk_end(&walk);
    }
    tt_delete(table);
}

/* Whatever it leaves out, a win or loss it claims within reach of a full search is one; and it
 * finds those that minimax finds two plies less deep. */
static void test_forced_results_of_the_flagship_are_true(void **state)
{
    (void)state;
    int claimed = 0, missed = 0, there = 0;
    Tt *table = tt_new(1);
    assert_non_null(table);
    for (size_t i = 0; i < game_count(); i++) {
        Walk walk;
        walk_begin(&walk, game_at(i), 23);
        for (int n = 0; n < POSITIONS / 4; n++) {
            static SearchContext plain, found;
            walk_anywhere(&walk);
            int depth = affordable_depth(&walk);
            run(&walk, SEARCHER_minimax, depth, NULL, false, &plain);
            tt_clear(table);
            found = (SearchContext){.limits = {.depth = depth + 2}, .table = table};
            search_run(walk.game, walk.pos, SEARCHER_flagship, &found);
            int plies = SCORE_MATE - (found.score > 0 ? found.score : -found.score);
            if (plies <= depth && plies <= SCORE_MATE - SCORE_FORCED) {
                claimed++;
                assert_true(found.score > 0 ? plain.score > SCORE_FORCED
                                            : plain.score < -SCORE_FORCED);
            }
            bool is_won = plain.score > SCORE_FORCED, is_lost = plain.score < -SCORE_FORCED;
            there += is_won || is_lost;
            missed += (is_won && found.score <= SCORE_FORCED) ||
                      (is_lost && found.score >= -SCORE_FORCED);
        }
        walk_end(&walk);
    }
    tt_delete(table);
    assert_true(claimed > POSITIONS / 20);
    assert_true(there > POSITIONS / 20);
    assert_int_equal(missed, 0);
}

static void test_several_lines_are_different_and_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < game_count(); i++) {
        Walk walk;
        Move moves[MAX_MOVES];
        walk_begin(&walk, game_at(i), 13);
        for (int n = 0; n < 10; n++) {
            static SearchContext found;
            walk_anywhere(&walk);
            int legal = walk.game->gen(walk.pos, moves);
            found = (SearchContext){.limits = {.depth = 2}, .lines = 3};
            search_run(walk.game, walk.pos, SEARCHER_negamax, &found);
            assert_int_equal(found.line_count, legal < 3 ? legal : 3);
            for (int k = 1; k < found.line_count; k++) {
                assert_true(found.found[k].score <= found.found[k - 1].score);
                assert_int_not_equal(found.found[k].moves[0], found.found[k - 1].moves[0]);
            }
        }
        walk_end(&walk);
    }
}

static void test_proof_numbers_find_the_value_of_small_endings(void **state)
{
    (void)state;
    int checked = 0;
    for (size_t i = 0; i < game_count(); i++) {
        Walk walk;
        if (game_at(i)->can_repeat)
            continue;
        walk_begin(&walk, game_at(i), 17);
        for (int n = 0; n < 300; n++) {
            static SearchContext exact, proof;
            walk_anywhere(&walk);
            exact = (SearchContext){.limits = {.nodes = 20000, .depth = 40}};
            search_run(walk.game, walk.pos, SEARCHER_pvs, &exact);
            int value = (exact.score > SCORE_FORCED) - (exact.score < -SCORE_FORCED);
            if (value == 0)
                continue;
            proof = (SearchContext){.limits = {.nodes = 200000}};
            search_run(walk.game, walk.pos, SEARCHER_dfpn, &proof);
            if (proof.depth == 0)
                continue; /* not solved within its limit */
            assert_int_equal((proof.score > SCORE_FORCED) - (proof.score < -SCORE_FORCED), value);
            checked++;
        }
        walk_end(&walk);
    }
    assert_true(checked > 100);
}

static void test_two_threads_give_a_legal_move_and_the_same_forced_result(void **state)
{
    (void)state;
    for (size_t i = 0; i < game_count(); i++) {
        Walk walk;
        Tt  *table = tt_new(4);
        walk_begin(&walk, game_at(i), 19);
        for (int n = 0; n < 10; n++) {
            static SearchContext one, two;
            walk_anywhere(&walk);
            int depth = affordable_depth(&walk);
            run(&walk, SEARCHER_negamax, depth, NULL, false, &one);
            tt_clear(table);
            two = (SearchContext){.limits = {.depth = depth}, .table = table, .threads = 2};
            search_run(walk.game, walk.pos, SEARCHER_pvs, &two);
            assert_true(position_is_legal(walk.game, walk.pos, two.best));
            if (one.score > SCORE_FORCED)
                assert_true(two.score > SCORE_FORCED);
            tt_clear(table);
            two = (SearchContext){.limits = {.depth = depth}, .table = table, .threads = 2};
            search_run(walk.game, walk.pos, SEARCHER_flagship, &two);
            assert_true(position_is_legal(walk.game, walk.pos, two.best));
            if (two.score > SCORE_FORCED)
                assert_true(one.score > SCORE_FORCED);
        }
        tt_delete(table);
        walk_end(&walk);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_width_searchers_agree_without_table),
        cmocka_unit_test(test_full_width_searchers_agree_with_exact_table),
        cmocka_unit_test(test_full_width_searchers_agree_with_quiescence),
        cmocka_unit_test(test_deepening_ends_at_the_same_value),
        cmocka_unit_test(test_same_limits_give_same_search),
        cmocka_unit_test(test_forced_results_of_the_flagship_are_true),
        cmocka_unit_test(test_several_lines_are_different_and_in_order),
        cmocka_unit_test(test_proof_numbers_find_the_value_of_small_endings),
        cmocka_unit_test(test_two_threads_give_a_legal_move_and_the_same_forced_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
