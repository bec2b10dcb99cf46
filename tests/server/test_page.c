/* The game inside the page: what is asked of it and answered, as the WebAssembly module does it. */
#include "base/json_tree.h"
#include "hub_client.h"
#include "page/wasm/page.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Asks; the answer, parsed, is the caller's. */
static JsonTree *ask_page(LocalGame *page, const char *format, ...)
{
    char    text[4096];
    Str     answer = {0};
    Error   err;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    page_ask(page, text, strlen(text), &answer);
    JsonTree *tree = json_tree_read(str_get(&answer), answer.size, &err);
    assert_non_null(tree);
    str_free(&answer);
    return tree;
}

static JsonTree *must_show(JsonTree *answer)
{
    if (json_tree_get(answer, "error") != NULL)
        fail_msg("%s", text_at(answer, "error"));
    return answer;
}

static JsonTree *open_game(LocalGame *page, const char *game, const char *moves, const char *second)
{
    return must_show(
        ask_page(page,
                 "{\"do\":\"open\",\"game\":\"%s\",\"start\":\"startpos\",\"moves\":\"%s\","
                 "\"ply\":%d,\"seats\":[\"person Ann\",\"%s\"]}",
                 game, moves, moves[0] != '\0', second));
}

static void test_a_move_leads_where_the_server_says(void **state)
{
    (void)state;
    static const struct {
        const char *game, *move;
    } games[] = {{"fousfous", "B7-A6"},
                 {"hasami", "a1a5"},
                 {"connect4", "4"},
                 {"gomoku", "h8"},
                 {"tictactoe", "b2"}};
    Client client;
    greet(&client);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        LocalGame page = {0};
        int64_t   id = begin(&client, "\"game\":\"%s\"," TWO_PEOPLE, games[i].game);
        json_tree_delete(open_game(&page, games[i].game, "", "person "));
        JsonTree *here =
            must_show(ask_page(&page, "{\"do\":\"play\",\"move\":\"%s\"}", games[i].move));
        must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"%s\"", (long long)id, games[i].move));
        JsonTree                *there = last_state(&client, id);
        static const char *const fields[] = {"game",    "rows",      "columns", "cells", "turn",
                                             "ply",     "plies",     "moves",   "legal", "last",
                                             "line",    "forbidden", "result",  "seats", "thinking",
                                             "options", "position",  "start",   "strict"};
        for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
            assert_true(is_same(json_tree_get(here, fields[k]), json_tree_get(there, fields[k])));
        json_tree_delete(there);
        json_tree_delete(here);
        page_close(&page);
    }
    leave(&client);
}

static void test_a_level_replies_and_a_searcher_that_is_not_here_does_not(void **state)
{
    (void)state;
    LocalGame page = {0};
    json_tree_delete(open_game(&page, "connect4", "", "player level3"));
    JsonTree *after = must_show(ask_page(&page, "{\"do\":\"play\",\"move\":\"4\"}"));
    assert_true(is_true(json_tree_get(after, "thinking")));
    assert_true(is_true(json_tree_get(after, "can_reply")));
    json_tree_delete(after);
    JsonTree *reply = must_show(ask_page(&page, "{\"do\":\"reply\",\"seed\":7}"));
    assert_int_equal(number_of(reply, "ply"), 2);
    assert_false(is_true(json_tree_get(reply, "thinking")));
    json_tree_delete(reply);
    must_refuse(ask_page(&page, "{\"do\":\"reply\"}"), "no machine");
    page_close(&page);
}

static void test_equal_seeds_reply_equally(void **state)
{
    (void)state;
    JsonTree *replies[2];
    for (int i = 0; i < 2; i++) {
        LocalGame page = {0};
        json_tree_delete(open_game(&page, "gomoku", "h8", "player level4"));
        replies[i] = must_show(ask_page(&page, "{\"do\":\"reply\",\"seed\":5}"));
        page_close(&page);
    }
    assert_string_equal(text_at(replies[0], "position"), text_at(replies[1], "position"));
    json_tree_delete(replies[0]);
    json_tree_delete(replies[1]);
}

static void test_it_goes_back_and_forth(void **state)
{
    (void)state;
    LocalGame page = {0};
    json_tree_delete(open_game(&page, "tictactoe", "b2", "person "));
    /* As a page that has lost the server asks: with the cells that the server gets. */
    json_tree_delete(
        must_show(ask_page(&page, "{\"do\":\"play\",\"move\":\"a1\",\"from\":-1,\"to\":6}")));
    must_refuse(ask_page(&page, "{\"do\":\"jump\",\"ply\":0,\"n\":1,\"id\":1}"),
                "unknown field 'id'");
    JsonTree *back = must_show(ask_page(&page, "{\"do\":\"jump\",\"ply\":0}"));
    assert_int_equal(number_of(back, "ply"), 0);
    assert_int_equal(number_of(back, "plies"), 2);
    json_tree_delete(back);
    JsonTree *forth = must_show(ask_page(&page, "{\"do\":\"jump\",\"ply\":2}"));
    assert_string_equal(text_at(forth, "position"), "3/1x1/o2 x");
    json_tree_delete(forth);
    must_refuse(ask_page(&page, "{\"do\":\"jump\",\"ply\":3}"), "ply");
    page_close(&page);
}

static void test_nonsense_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    LocalGame page = {0};
    must_refuse(ask_page(&page, "{\"do\":\"play\",\"move\":\"4\"}"), "no game");
    must_refuse(ask_page(&page, "x"), "JSON");
    must_refuse(ask_page(&page, "{}"), "do");
    must_refuse(ask_page(&page, "{\"do\":\"hint\"}"), "hint");
    json_tree_delete(open_game(&page, "tictactoe", "b2", "person "));
    must_refuse(ask_page(&page, "{\"do\":\"play\",\"move\":\"b2\"}"), "legal");
    must_refuse(ask_page(&page, "{\"do\":\"open\",\"game\":\"chess\",\"start\":\"startpos\","
                                "\"moves\":\"\",\"ply\":0,\"seats\":[\"person \",\"person \"]}"),
                "chess");
    must_refuse(ask_page(&page, "{\"do\":\"open\",\"game\":\"tictactoe\",\"start\":\"startpos\","
                                "\"moves\":\"b2 b2\",\"ply\":0,\"seats\":[\"person \",\"\"]}"),
                "seat");
    JsonTree *still = must_show(ask_page(&page, "{\"do\":\"play\",\"move\":\"a1\"}"));
    assert_int_equal(number_of(still, "ply"), 2);
    json_tree_delete(still);
    page_close(&page);
}

static void test_results_are_told_in_french(void **state)
{
    (void)state;
    LocalGame page = {0};
    JsonTree *over = must_show(ask_page(
        &page, "{\"do\":\"open\",\"lang\":\"fr\",\"game\":\"tictactoe\",\"start\":\"startpos\","
               "\"moves\":\"a1 a2 b1 b2 c1\",\"ply\":5,\"seats\":[\"person \",\"person \"]}"));
    assert_non_null(strstr(text_at(json_tree_get(over, "result"), "text"), "gagne"));
    assert_int_equal(count_of(over, "line"), 3);
    json_tree_delete(over);
    page_close(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HUB_TEST(test_a_move_leads_where_the_server_says),
        cmocka_unit_test(test_a_level_replies_and_a_searcher_that_is_not_here_does_not),
        cmocka_unit_test(test_equal_seeds_reply_equally),
        cmocka_unit_test(test_it_goes_back_and_forth),
        cmocka_unit_test(test_nonsense_is_refused_and_changes_nothing),
        cmocka_unit_test(test_results_are_told_in_french),
    };
    return cmocka_run_group_tests_name("page", tests, NULL, NULL);
}
