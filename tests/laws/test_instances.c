/* The plain and the wide instance of each game give the same numbers. */
#include "search/frame/search.h"
#include "walk.h"

#include <stdlib.h>

/* The record that PLATEAU_PLAIN asks for. */
static const Game *plain_record(const Game *game)
{
    setenv("PLATEAU_PLAIN", "1", 1);
    const Game *plain = game_find(game->info->id);
    unsetenv("PLATEAU_PLAIN");
    return plain;
}

/* Both records of a game; the test is skipped where the processor knows only one. */
static void find_both(void **state, const Game *both[2])
{
    both[0] = *state;
    both[1] = plain_record(both[0]);
    if (both[0] == both[1])
        skip();
    assert_int_equal(both[0]->pos_size, both[1]->pos_size);
    assert_int_equal(both[0]->undo_size, both[1]->undo_size);
}

static void test_both_instances_count_the_same_tree(void **state)
{
    const Game *both[2];
    Rules       list[MAX_RULES];
    find_both(state, both);
    int count = rules_list(both[0], list);
    for (int i = 0; i < count; i++)
        for (int plies = 0; plies <= 20; plies += 10) {
            Bytes pos;
            walk_to(&list[i], (uint64_t)i, plies, &pos);
            assert_int_equal(both[0]->perft(&pos, 2), both[1]->perft(&pos, 2));
        }
}

static void test_both_instances_play_the_same_random_games(void **state)
{
    const Game *both[2];
    Rules       list[MAX_RULES];
    find_both(state, both);
    int count = rules_list(both[0], list);
    for (int i = 0; i < count; i++) {
        PlayoutStats stats[2] = {{0}};
        Bytes        pos;
        rules_start(&list[i], &pos);
        for (int k = 0; k < 2; k++) {
            uint64_t rng = (uint64_t)i;
            both[k]->playouts(&pos, 5, &rng, &stats[k]);
        }
        assert_memory_equal(&stats[0], &stats[1], sizeof stats[0]);
    }
}

static void test_both_instances_search_the_same_nodes(void **state)
{
    const Game *both[2];
    Rules       list[MAX_RULES];
    find_both(state, both);
    int count = rules_list(both[0], list);
    for (int i = 0; i < count; i++)
        for (int id = 0; id < SEARCHER_COUNT; id++) {
            SearchContext found[2];
            Bytes         pos;
            walk_to(&list[i], (uint64_t)i, 6, &pos);
            for (int k = 0; k < 2; k++) {
                found[k] = (SearchContext){.limits = {.nodes = 3000, .iterations = 20}, .rng = 5};
                search_run(both[k], &pos, (SearcherId)id, &found[k]);
            }
            assert_int_equal(found[0].nodes, found[1].nodes);
            assert_int_equal(found[0].best, found[1].best);
            assert_int_equal(found[0].score, found[1].score);
            assert_int_equal(found[0].depth, found[1].depth);
        }
}

static void visit_eval(Walk *walk, void *user)
{
    const Game *plain = user;
    Move        moves[MAX_MOVES];
    LAW(walk, plain->eval(&walk->pos) == walk->game->eval(&walk->pos));
    LAW(walk, plain->play(&walk->pos) == walk->game->play(&walk->pos));
    LAW(walk, plain->gen(&walk->pos, moves) == walk->count);
    for (int i = 0; i < walk->count; i++)
        LAW(walk, moves[i] == walk->moves[i]);
}

static void test_both_instances_evaluate_and_list_alike(void **state)
{
    const Game *both[2];
    find_both(state, both);
    walk_all_rules(both[0], 1, 200, visit_eval, (void *)(uintptr_t)both[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_instances_count_the_same_tree),
        cmocka_unit_test(test_both_instances_play_the_same_random_games),
        cmocka_unit_test(test_both_instances_search_the_same_nodes),
        cmocka_unit_test(test_both_instances_evaluate_and_list_alike),
    };
    return run_for_every_game("instances", tests, sizeof tests / sizeof tests[0]);
}
