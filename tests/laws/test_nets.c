/* Laws of eval/net.h, for every game that has nets: the tree's arithmetic, in either instance and
 * however it came to a position, is that of the yardstick; damaged files are refused. */
#include "base/rng.h"
#include "eval/net.h"
#include "search/frame/search.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

/* Any net: weights of all sizes that fit. */
static Net *any_net(const Rules *rules, int hidden, uint64_t seed)
{
    NetData  data;
    Error    err = {0};
    uint64_t rng = seed;
    assert_true(net_data_init(&data, rules->game, rules->options, hidden, &err));
    int most = 30000 / (data.cells + 4) < 500 ? 30000 / (data.cells + 4) : 500;
    for (int i = 0; i < 2 * data.cells * hidden; i++)
        data.pieces[i] = (int16_t)((int)rng_below(&rng, (uint32_t)(2 * most + 1)) - most);
    for (int i = 0; i < hidden; i++)
        data.bias[i] = (int16_t)((int)rng_below(&rng, 801) - 400);
    for (int i = 0; i < 2 * hidden; i++)
        data.output[i] = (int16_t)((int)rng_below(&rng, 255) - 127);
    data.output_bias = (int32_t)rng_below(&rng, 20001) - 10000;
    data.scale = 350;
    Net *net = net_new(rules->game, &data, &err);
    assert_non_null(net);
    net_data_free(&data);
    return net;
}

static const Game *plain_record(const Game *game)
{
    setenv("PLATEAU_PLAIN", "1", 1);
    const Game *plain = game_find(game->info->id);
    unsetenv("PLATEAU_PLAIN");
    return plain;
}

/* Those of eval/net.h: for nets of a kind of its own a game has tests of its own. */
static bool has_nets(const Game *game) { return game->info->net_bit != NULL; }

/* ---- arithmetic --------------------------------------------------------------------------------
 */

typedef struct {
    const Net  *net;
    const Game *plain;
} Both;

static void visit_score(Walk *walk, void *user)
{
    const Both *both = user;
    EvalSetup   setup;
    eval_setup(walk->game->info->evals, 0, &setup);
    setup.net = both->net;
    int32_t score = net_evaluate_slow(both->net, walk->game, &walk->pos);
    LAW(walk, walk->game->evaluate(&walk->pos, &setup) == score);
    LAW(walk, both->plain->evaluate(&walk->pos, &setup) == score);
}

static void test_both_instances_are_the_yardstick(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    if (!has_nets(game))
        skip();
    int count = rules_list(game, list);
    for (int i = 0; i < count; i++)
        for (int hidden = NET_LANES; hidden <= NET_MAX_HIDDEN; hidden *= 2) {
            Net *net = any_net(&list[i], hidden, (uint64_t)i);
            Both both = {net, plain_record(game)};
            walk_game(&list[i], (uint64_t)(hidden + i), 60, visit_score, &both);
            net_delete(net);
        }
}

/* The sums after any sequence of positions, near and far, are those of the position alone. */
static void test_following_is_counting_anew(void **state)
{
    const Game *game = *state;
    Rules       rules[MAX_RULES];
    NetState    state_kept = {0};
    uint64_t    rng = 5;
    if (!has_nets(game))
        skip();
    rules_list(game, rules);
    Net *net = any_net(&rules[0], 48, 3);
    for (int i = 0; i < 3000; i++) {
        NetState fresh = {0};
        uint64_t sets[2][NET_WORDS];
        for (int player = 0; player < 2; player++)
            for (int word = 0; word < NET_WORDS; word++) {
                uint64_t old = state_kept.sets[player][word];
                uint64_t lot = rng_next(&rng) & rng_next(&rng) & rng_next(&rng);
                sets[player][word] = rng_below(&rng, 3) == 0 ? lot : old ^ (lot & rng_next(&rng));
            }
        net_follow(&state_kept, net, sets, NET_WORDS);
        net_follow(&fresh, net, sets, NET_WORDS);
        assert_memory_equal(state_kept.sets, sets, sizeof sets);
        for (int view = 0; view < 2; view++)
            assert_memory_equal(state_kept.sums[view], fresh.sums[view], 48 * sizeof(int16_t));
        assert_int_equal(net_score(net, &state_kept, i & 1), net_score(net, &fresh, i & 1));
    }
    net_delete(net);
}

/* In the tree, where it goes from leaf to leaf, the net says what it says of a leaf alone: minimax
 * with it is the best of what it says one move away. */
static void test_a_search_uses_what_the_net_says(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    if (!has_nets(game))
        skip();
    rules_list(game, list);
    Net *net = any_net(&list[0], 32, 9);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        SearchContext context = {.limits = {.depth = 1}, .rng = 1};
        Bytes         pos, undo;
        Move          moves[MAX_MOVES];
        Score         best = -SCORE_INF;
        walk_to(&list[0], seed, (int)seed, &pos);
        eval_setup(game->info->evals, 0, &context.eval);
        context.eval.net = net;
        int count = game->gen(&pos, moves);
        for (int i = 0; i < count; i++) {
            game->make(&pos, moves[i], &undo);
            Play  play = game->play(&pos);
            Score score = play == PLAY_LOST    ? SCORE_MATE - 1
                          : play == PLAY_WON   ? 1 - SCORE_MATE
                          : play == PLAY_DRAWN ? 0
                                               : -net_evaluate_slow(net, game, &pos);
            best = score > best ? score : best;
            game->unmake(&pos, moves[i], &undo);
        }
        search_run(game, &pos, SEARCHER_minimax, &context);
        assert_int_equal(context.score, best);
    }
    net_delete(net);
}

static void test_every_searcher_plays_with_a_net(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    if (!has_nets(game))
        skip();
    rules_list(game, list);
    Net *net = any_net(&list[0], 16, 4);
    for (int id = 0; id < SEARCHER_COUNT; id++) {
        SearchContext context = {.limits = {.nodes = 500, .iterations = 20}, .rng = 5};
        Bytes         pos;
        walk_to(&list[0], 3, 4, &pos);
        eval_setup(game->info->evals, 0, &context.eval);
        context.eval.net = net;
        search_run(game, &pos, (SearcherId)id, &context);
        assert_true(position_is_legal(game, &pos, context.best));
    }
    net_delete(net);
}

/* The net that is part of the program can be opened, is for the usual rules, and says something. */
static void test_a_built_in_net_is_whole(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    Error       err = {0};
    Bytes       pos;
    rules_list(game, list);
    Net *net = net_open(game, list[0].options, "", &err);
    assert_int_equal(net != NULL, game->info->net != NULL || game->info->net_kind != NULL);
    if (net == NULL)
        skip();
    assert_true(net_suits(net, game, list[0].options));
    int32_t scores[2];
    for (int i = 0; i < 2; i++) {
        walk_to(&list[0], 1, 10 + i, &pos);
        scores[i] = net_evaluate_slow(net, game, &pos);
    }
    assert_int_not_equal(scores[0], scores[1]);
    net_delete(net);
}

/* ---- files -------------------------------------------------------------------------------------
 */

static void test_a_net_comes_back_as_written(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    Error       err = {0};
    if (!has_nets(game))
        skip();
    int count = rules_list(game, list);
    for (int i = 0; i < count; i++) {
        NetData back;
        Str     bytes = {0}, again = {0};
        Net    *net = any_net(&list[i], 32, (uint64_t)i);
        net_write(&net->data, &bytes);
        assert_true(net_read((const uint8_t *)bytes.text, bytes.size, &back, &err));
        net_write(&back, &again);
        assert_int_equal(bytes.size, again.size);
        assert_memory_equal(bytes.text, again.text, again.size);
        for (int j = 0; j < count; j++)
            assert_int_equal(net_suits(net, game, list[j].options),
                             memcmp(list[i].options, list[j].options,
                                    (size_t)game->info->options.count * sizeof(int16_t)) == 0);
        net_data_free(&back);
        net_delete(net);
        str_free(&bytes);
        str_free(&again);
    }
}

static void test_every_damaged_byte_is_refused(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    if (!has_nets(game))
        skip();
    rules_list(game, list);
    Net *net = any_net(&list[0], 16, 1);
    Str  bytes = {0};
    net_write(&net->data, &bytes);
    for (size_t i = 0; i < bytes.size; i++) {
        NetData back;
        Error   err = {0};
        bytes.text[i] ^= 1;
        assert_false(net_read((const uint8_t *)bytes.text, bytes.size, &back, &err));
        assert_true(err.code != 0);
        net_data_free(&back);
        assert_false(net_read((const uint8_t *)bytes.text, i, &back, &err));
        net_data_free(&back);
        bytes.text[i] ^= 1;
    }
    str_free(&bytes);
    net_delete(net);
}

static void test_a_net_of_another_game_is_refused(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    if (!has_nets(game))
        skip();
    rules_list(game, list);
    for (size_t i = 0; i < game_count(); i++) {
        Net    *net = any_net(&list[0], 16, 1);
        NetData data = net->data;
        Error   err = {0};
        Net    *taken = game_at(i) != game ? net_new(game_at(i), &data, &err) : NULL;
        assert_null(taken);
        assert_true(game_at(i) == game || err.code != 0);
        net_delete(net);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_instances_are_the_yardstick),
        cmocka_unit_test(test_following_is_counting_anew),
        cmocka_unit_test(test_a_search_uses_what_the_net_says),
        cmocka_unit_test(test_every_searcher_plays_with_a_net),
        cmocka_unit_test(test_a_built_in_net_is_whole),
        cmocka_unit_test(test_a_net_comes_back_as_written),
        cmocka_unit_test(test_every_damaged_byte_is_refused),
        cmocka_unit_test(test_a_net_of_another_game_is_refused),
    };
    return run_for_every_game("nets", tests, sizeof tests / sizeof tests[0]);
}
