/* The page's requests for advice, laboratory, puzzles and tournaments, without sockets. */
#include "base/clock.h"
#include "hub_client.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- advice ------------------------------------------------------------------------------------
 */

static int64_t import(Client *client, const char *game, const char *text)
{
    JsonTree *answer = must(ask(client, "import", "\"game\":\"%s\",\"text\":\"%s\"", game, text));
    int64_t   id = number_of(answer, "id");
    json_tree_delete(answer);
    empty(client);
    return id;
}

static void test_a_hint_finds_the_win(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t   id = import(&client, "connect4", "112233");
    JsonTree *hint = must(ask(&client, "hint", "\"id\":%lld", (long long)id));
    assert_string_equal(text_at(hint, "move"), "4");
    assert_true(number_in(json_tree_get(hint, "win")) > 0.99);
    assert_non_null(strstr(text_at(hint, "why"), "wins by force"));
    json_tree_delete(hint);
    leave(&client);
}

/* Lost beyond every search's horizon: the move that holds out longest, and no other. */
static void test_a_hint_in_a_lost_position_holds_out_longest(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t         id = import(&client, "connect4", "4444436");
    JsonTree       *scores = must(ask(&client, "scores", "\"id\":%lld", (long long)id));
    JsonTree       *hint = must(ask(&client, "hint", "\"id\":%lld", (long long)id));
    const JsonTree *moves = json_tree_get(scores, "moves");
    double          most = -1e9, least = 1e9, hinted = 0;
    for (int i = 0; i < moves->count; i++) {
        const JsonTree *move = json_tree_at(moves, i);
        double          score = number_in(json_tree_get(move, "score"));
        assert_true(is_true(json_tree_get(move, "is_exact")) && score < 0);
        most = score > most ? score : most;
        least = score < least ? score : least;
        if (strcmp(text_at(move, "move"), text_at(hint, "move")) == 0)
            hinted = score;
    }
    assert_true(least < most);
    assert_true(hinted >= most);
    assert_non_null(strstr(text_at(hint, "why"), "holds out longest"));
    json_tree_delete(hint);
    json_tree_delete(scores);
    leave(&client);
}

static void test_scores_of_all_moves_are_exact_where_they_can_be(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t   id = import(&client, "connect4", "112233");
    JsonTree *scores = must(ask(&client, "scores", "\"id\":%lld", (long long)id));
    assert_int_equal(count_of(scores, "moves"), 7);
    for (int i = 0; i < 7; i++) {
        const JsonTree *move = json_tree_at(json_tree_get(scores, "moves"), i);
        assert_true(is_true(json_tree_get(move, "is_exact")));
        if (strcmp(text_at(move, "move"), "4") == 0)
            assert_string_equal(text_at(move, "text"), "win in 1");
    }
    json_tree_delete(scores);
    id = import(&client, "gomoku", "h8 i9");
    scores = must(ask(&client, "scores", "\"id\":%lld", (long long)id));
    assert_int_equal(count_of(scores, "moves"), 15 * 15 - 2);
    json_tree_delete(scores);
    leave(&client);
}

static void test_random_games_and_reasons(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t   id = import(&client, "tictactoe", "b2");
    JsonTree *games = must(ask(&client, "playouts", "\"id\":%lld", (long long)id));
    assert_true(number_of(games, "games") > 1000);
    double win = number_in(json_tree_get(games, "win"));
    assert_true(win > 0.2 && win < 0.45); /* the one to move faces a stone in the middle */
    json_tree_delete(games);
    JsonTree *why = must(ask(&client, "explain", "\"id\":%lld", (long long)id));
    assert_true(count_of(why, "terms") > 0);
    double sum = 0;
    for (int i = 0; i < count_of(why, "terms"); i++)
        sum += number_in(json_tree_get(json_tree_at(json_tree_get(why, "terms"), i), "points"));
    assert_true(sum - strtod(text_at(why, "score"), NULL) < 0.011);
    json_tree_delete(why);
    leave(&client);
}

static bool is_analysis_at(const JsonTree *message, const void *what)
{
    return is_event(message, "analysis") && number_of(message, "ply") == *(const int *)what;
}

static void test_analysis_follows_the_position(void **state)
{
    (void)state;
    Client client;
    int    ply = 6;
    greet(&client);
    int64_t id = import(&client, "connect4", "112234");
    must_do(ask(&client, "analyse", "\"id\":%lld,\"on\":true,\"lines\":3", (long long)id));
    JsonTree *analysis = wait_for(&client, is_analysis_at, &ply);
    assert_int_equal(count_of(analysis, "lines"), 3);
    json_tree_delete(analysis);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    ply = 7;
    json_tree_delete(wait_for(&client, is_analysis_at, &ply));
    must_do(ask(&client, "analyse", "\"id\":%lld,\"on\":false", (long long)id));
    int64_t until = clock_now_us() + 400000;
    while (clock_now_us() < until) {
        hub_tick(hub);
        usleep(1000);
    }
    empty(&client);
    until = clock_now_us() + 400000;
    while (clock_now_us() < until) {
        hub_tick(hub);
        usleep(1000);
    }
    assert_int_equal(client.count, 0);
    leave(&client);
}

static bool is_whole_review(const JsonTree *message, const void *what)
{
    (void)what;
    return is_event(message, "review") && json_tree_get(message, "plies") != NULL;
}

static void test_a_review_marks_the_blunder(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    /* The second player leaves three in a row alone: ply 5 is the blunder. */
    int64_t id = import(&client, "connect4", "4 4 3 3 5 1 2");
    must_do(ask(&client, "review", "\"id\":%lld", (long long)id));
    JsonTree *review = wait_for(&client, is_whole_review, NULL);
    assert_int_equal(count_of(review, "plies"), 7);
    const JsonTree *last = json_tree_at(json_tree_get(review, "plies"), 6);
    assert_string_equal(text_at(last, "mark"), "");
    assert_string_equal(text_at(last, "move"), "2");
    const JsonTree *summary = json_tree_get(review, "summary");
    assert_int_equal(summary->count, 2);
    double first = number_in(json_tree_get(json_tree_at(summary, 0), "accuracy"));
    double second = number_in(json_tree_get(json_tree_at(summary, 1), "accuracy"));
    assert_true(first > second);
    json_tree_delete(review);
    leave(&client);
}

/* The centre is the only first move that wins Connect Four; the answer beside it loses nothing. */
static void test_a_review_knows_the_truth_where_it_is_known(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t id = import(&client, "connect4", "4415");
    must_do(ask(&client, "review", "\"id\":%lld", (long long)id));
    JsonTree       *review = wait_for(&client, is_whole_review, NULL);
    const JsonTree *plies = json_tree_get(review, "plies");
    static const struct {
        const char *mark;
        double      before;
    } wanted[] = {{"", 1}, {"", 1}, {"??", 1}, {"??", 0}};
    for (int i = 0; i < 4; i++) {
        const JsonTree *ply = json_tree_at(plies, i);
        assert_string_equal(text_at(ply, "mark"), wanted[i].mark);
        assert_float_equal(number_in(json_tree_get(ply, "before")), wanted[i].before, 0.001);
    }
    json_tree_delete(review);
    leave(&client);
}

/* ---- laboratory, puzzles, arena ----------------------------------------------------------------
 */

static void test_the_lab_compares_players(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    JsonTree       *lab = must(ask(&client, "lab",
                                   "\"game\":\"tictactoe\",\"players\":[\"minimax\",\"alphabeta\"],"
                                         "\"limit\":{\"depth\":4}"));
    const JsonTree *rows = json_tree_get(lab, "rows");
    assert_int_equal(rows->count, 2);
    const JsonTree *minimax = json_tree_at(rows, 0), *alphabeta = json_tree_at(rows, 1);
    assert_string_equal(text_at(minimax, "score"), text_at(alphabeta, "score"));
    assert_true(number_of(minimax, "nodes") > number_of(alphabeta, "nodes"));
    const JsonTree *steps = json_tree_get(alphabeta, "steps");
    assert_int_equal(steps->count, 4);
    for (int i = 0; i < steps->count; i++) {
        const JsonTree *step = json_tree_at(steps, i);
        assert_int_equal(number_of(step, "depth"), i + 1);
        if (i > 0)
            assert_true(number_of(step, "nodes") > number_of(json_tree_at(steps, i - 1), "nodes"));
    }
    assert_int_equal(number_of(json_tree_at(steps, 3), "nodes"), number_of(alphabeta, "nodes"));
    json_tree_delete(next_event(&client, "lab"));
    json_tree_delete(next_event(&client, "lab"));
    json_tree_delete(lab);
    must_refuse(ask(&client, "lab", "\"game\":\"tictactoe\",\"players\":\"minimax\""), "players");
    leave(&client);
}

static void test_the_tree_is_a_tree(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    JsonTree       *tree = must(ask(
              &client, "tree", "\"game\":\"connect4\",\"player\":\"minimax\",\"depth\":2,\"most\":60"));
    const JsonTree *nodes = json_tree_get(tree, "nodes");
    assert_int_equal(nodes->count, 1 + 7 + 49);
    assert_int_equal(number_of(tree, "left_out"), 0);
    for (int i = 0; i < nodes->count; i++) {
        const JsonTree *node = json_tree_at(nodes, i);
        int64_t         parent = number_of(node, "parent");
        assert_true(parent < i && (parent >= 0) == (i > 0));
        assert_true((text_at(node, "move")[0] != '\0') == (i > 0));
    }
    json_tree_delete(tree);
    leave(&client);
}

/* Alpha-beta: every node searched move by move is worth what its children make of it, whoever is to
 * move, and every cut spared moves. */
static void test_the_tree_tells_windows_and_cuts(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    JsonTree       *tree = must(ask(&client, "tree",
                                    "\"game\":\"tictactoe\",\"position\":\"xo1/1x1/2o x\","
                                          "\"player\":\"alphabeta\",\"depth\":5,\"most\":5000"));
    const JsonTree *nodes = json_tree_get(tree, "nodes"), *best = json_tree_get(tree, "best");
    int             cuts = 0, ends = 0;
    assert_true(is_false(json_tree_get(tree, "is_sampled")));
    assert_int_equal(number_of(tree, "left_out"), 0);
    assert_true(best->count > 0);
    for (int i = 0; i < nodes->count; i++) {
        const JsonTree *node = json_tree_at(nodes, i);
        const char     *kind = text_at(node, "kind");
        ends += strcmp(kind, "over") == 0;
        if (strcmp(kind, "cut") != 0)
            continue;
        cuts++;
        assert_true(number_of(node, "spared") >= 0);
        assert_string_equal(text_at(node, "bound"), number_of(node, "side") == 0 ? "≥" : "≤");
        assert_non_null(text_at(node, "alpha"));
    }
    assert_true(cuts > 0 && ends > 0);
    assert_string_equal(text_at(json_tree_at(nodes, 0), "alpha"), "-∞");
    json_tree_delete(tree);
    tree = must(ask(&client, "tree",
                    "\"game\":\"tictactoe\",\"player\":\"mcts,iterations=500\",\"most\":100"));
    nodes = json_tree_get(tree, "nodes");
    assert_true(is_true(json_tree_get(tree, "is_sampled")));
    assert_true(number_of(json_tree_at(nodes, 0), "visits") >= 400);
    assert_null(json_tree_get(json_tree_at(nodes, 0), "alpha"));
    json_tree_delete(tree);
    leave(&client);
}

static void test_every_game_has_puzzles(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "connect4", "gomoku", "hasami", "fousfous"};
    Client                   client;
    greet(&client);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        int64_t   begin_us = clock_now_us();
        JsonTree *puzzle = must(ask(&client, "puzzle", "\"game\":\"%s\",\"number\":7", games[i]));
        printf("puzzle 7 of %s: %.2f s\n", games[i], (double)(clock_now_us() - begin_us) / 1e6);
        assert_in_range(number_of(puzzle, "plies"), 3, 6);
        json_tree_delete(puzzle);
    }
    leave(&client);
}

static void test_a_puzzle_knows_its_solution(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    JsonTree *puzzle = must(ask(&client, "puzzle", "\"game\":\"connect4\",\"number\":3"));
    JsonTree *again = must(ask(&client, "puzzle", "\"game\":\"connect4\",\"number\":3"));
    assert_string_equal(text_at(puzzle, "position"), text_at(again, "position"));
    const char *position = text_at(puzzle, "position");
    int         right = 0, legal = 0;
    for (int column = 1; column <= 7; column++) {
        JsonTree *tried =
            ask(&client, "puzzle_try", "\"game\":\"connect4\",\"position\":\"%s\",\"move\":\"%d\"",
                position, column);
        legal += json_tree_get(tried, "ok") != NULL;
        right += is_true(json_tree_get(tried, "right"));
        json_tree_delete(tried);
    }
    assert_int_equal(right, 1);
    assert_true(legal > 1);
    json_tree_delete(again);
    json_tree_delete(puzzle);
    leave(&client);
}

static void test_stores_that_are_not_there_are_told(void **state)
{
    (void)state;
    static const char *const arenas[] = {"/nonexistent/one.db"};
    Client                   client;
    open_hub(NULL, NULL, arenas, 1);
    greet(&client);
    JsonTree       *list = must(ask(&client, "tournaments", ""));
    const JsonTree *first = json_tree_at(json_tree_get(list, "tournaments"), 0);
    assert_string_equal(text_at(first, "name"), "one.db");
    assert_null(strstr(text_at(first, "error"), "/nonexistent"));
    json_tree_delete(list);
    must_refuse(ask(&client, "standings", "\"store\":0"), "one.db");
    must_refuse(ask(&client, "standings", "\"store\":1"), "no such store");
    must_refuse(ask(&client, "watch", "\"store\":-1"), "store");
    leave(&client);
    close_hub(NULL);
}

static void test_leaving_in_the_midst_of_everything(void **state)
{
    (void)state;
    Client client;
    for (int i = 0; i < 5; i++) {
        greet(&client);
        int64_t id =
            begin(&client, "\"game\":\"gomoku\",\"seats\":[{\"kind\":\"player\",\"player\":"
                           "\"pvs,time=20\"},{\"kind\":\"person\"}]");
        char text[200];
        for (int k = 0; k < 12; k++) {
            int size = snprintf(text, sizeof text, "{\"do\":\"%s\",\"n\":%d,\"id\":%lld}",
                                k % 3 == 0   ? "hint"
                                : k % 3 == 1 ? "analyse"
                                             : "scores",
                                1000 + k, (long long)id);
            hub_receive(hub, client.page, text, (size_t)size);
        }
        leave(&client);
        hub_tick(hub);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HUB_TEST(test_a_hint_finds_the_win),
        HUB_TEST(test_a_hint_in_a_lost_position_holds_out_longest),
        HUB_TEST(test_scores_of_all_moves_are_exact_where_they_can_be),
        HUB_TEST(test_random_games_and_reasons),
        HUB_TEST(test_analysis_follows_the_position),
        HUB_TEST(test_a_review_marks_the_blunder),
        HUB_TEST(test_a_review_knows_the_truth_where_it_is_known),
        HUB_TEST(test_the_lab_compares_players),
        HUB_TEST(test_the_tree_is_a_tree),
        HUB_TEST(test_the_tree_tells_windows_and_cuts),
        HUB_TEST(test_every_game_has_puzzles),
        HUB_TEST(test_a_puzzle_knows_its_solution),
        cmocka_unit_test(test_stores_that_are_not_there_are_told),
        HUB_TEST(test_leaving_in_the_midst_of_everything),
    };
    return cmocka_run_group_tests_name("hub_advice", tests, NULL, NULL);
}
