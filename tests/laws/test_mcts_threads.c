/* Several threads grow one Monte Carlo tree: nothing is lost, and every answer is legal. */
#include "core/position.h"
#include "search/mcts/mcts.h"
#include "walk.h"

static void search_together(const Game *game, Bytes *pos, const char *text, int threads,
                            uint64_t iterations, MctsTree *tree)
{
    MctsSettings settings;
    MctsChild    children[MAX_MOVES];
    uint64_t     visits = 0;
    assert_true(mcts_parse(NULL, text, &settings, NULL));
    SearchContext context = {.limits = {.iterations = iterations},
                             .threads = threads,
                             .rng = 5,
                             .mcts = &settings,
                             .mcts_tree = tree};
    search_run(game, pos, SEARCHER_mcts, &context);
    int count = mcts_children(tree, children);
    for (int i = 0; i < count; i++)
        visits += children[i].visits;
    assert_true(position_is_legal(game, pos, context.best));
    assert_int_equal(visits, context.counts.leaves);
    assert_true(context.counts.memory <= 1 << 20);
    if (!settings.has_solver)
        assert_int_equal(visits, iterations);
    else
        assert_true(visits <= iterations); /* fewer when the root is proven */
}

static void test_threads_share_one_tree_and_lose_nothing(void **state)
{
    static const char *const texts[] = {"seed2,plies=20", "seed4,plies=20",
                                        "strong,plies=20,reuse=off",
                                        "seed4,implicit=0.3,bias=1,plies=4"};
    const Game              *game = *state;
    Rules                    list[MAX_RULES];
    MctsTree                *tree = mcts_tree_new(1);
    assert_non_null(tree);
    rules_list(game, list);
    for (int i = 0; i < 4; i++)
        for (int threads = 2; threads <= 4; threads += 2) {
            Bytes pos;
            walk_to(&list[0], (uint64_t)i, 4 * i, &pos);
            search_together(game, &pos, texts[i], threads, 1000, tree);
        }
    mcts_tree_delete(tree);
}

static void test_threads_stay_within_a_full_pool(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    Bytes       pos;
    MctsTree   *tree = mcts_tree_new(1);
    assert_non_null(tree);
    rules_list(game, list);
    rules_start(&list[0], &pos);
    search_together(game, &pos, "seed2,exploration=0.2,plies=1", 2, 20000, tree);
    mcts_tree_delete(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_share_one_tree_and_lose_nothing),
        cmocka_unit_test(test_threads_stay_within_a_full_pool),
    };
    return run_for_every_game("mcts threads", tests, sizeof tests / sizeof tests[0]);
}
