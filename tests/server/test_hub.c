/* The page's requests, one by one, without sockets: what is answered, what events come, what stays
 * saved. */
#include "base/clock.h"
#include "base/json.h"
#include "base/json_tree.h"
#include "core/notation.h"
#include "hub_client.h"
#include "store_dump.h"
#include "support.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 300 };

/* ---- manners -----------------------------------------------------------------------------------
 */

static void test_nothing_is_answered_before_hello(void **state)
{
    (void)state;
    Client client;
    join(&client);
    must_refuse(ask(&client, "games", ""), "hello");
    must_do(ask(&client, "hello", ""));
    must_do(ask(&client, "games", ""));
    leave(&client);
}

static void test_a_network_asks_for_the_token(void **state)
{
    (void)state;
    Client client;
    open_hub(NULL, "secretword", NULL, 0);
    join(&client);
    for (int i = 0; i < 4; i++)
        must_refuse(ask(&client, "hello", "\"token\":\"secretworx\""), "address");
    must_refuse(ask(&client, "games", ""), "hello");
    must_do(ask(&client, "hello", "\"token\":\"secretword\""));
    must_do(ask(&client, "games", ""));
    assert_false(client.is_dismissed);
    leave(&client);
    join(&client);
    for (int i = 0; i < 5; i++)
        must_refuse(ask(&client, "hello", ""), "address");
    assert_true(client.is_dismissed);
    leave(&client);
    close_hub(NULL);
}

static void send_raw(Client *client, const char *text)
{
    hub_receive(hub, client->page, text, strlen(text));
}

static bool is_refusal(const JsonTree *message, const void *what)
{
    (void)what;
    return json_tree_get(message, "error") != NULL;
}

static void test_nonsense_is_refused_and_the_page_stays(void **state)
{
    (void)state;
    static const char *const nonsense[] = {
        "",
        "x",
        "[]",
        "null",
        "{}",
        "{\"do\":\"games\"}",
        "{\"do\":\"games\",\"n\":\"1\"}",
        "{\"do\":\"games\",\"n\":1.5}",
        "{\"do\":7,\"n\":1}",
        "{\"do\":\"fly\",\"n\":1}",
        "{\"do\":\"new\",\"n\":1}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"chess\"}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"connect4\",\"options\":{\"rows\":99}}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"connect4\",\"options\":{\"rows\":[]}}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"connect4\",\"preset\":\"none\"}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"connect4\",\"seats\":[]}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"connect4\",\"seats\":[1,2]}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"connect4\",\"clock\":{\"base_ms\":-5}}",
        "{\"do\":\"new\",\"n\":1,\"game\":\"connect4\",\"position\":\"7/7 q\"}",
        "{\"do\":\"open\",\"n\":1,\"id\":0}",
        "{\"do\":\"open\",\"n\":1,\"id\":12345}",
        "{\"do\":\"open\",\"n\":1,\"id\":\"1\"}",
        "{\"do\":\"lang\",\"n\":1,\"lang\":\"de\"}",
        "{\"do\":\"games\",\"n\":1,\"n\":2}",
        "{\"do\":\"import\",\"n\":1,\"text\":\"[Game \\\"hasami\\\"] 1. zz\"}",
        "{\"do\":\"import\",\"n\":1,\"text\":\"a\\u0000b\",\"game\":\"hasami\"}",
    };
    Client client;
    greet(&client);
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        send_raw(&client, nonsense[i]);
        if (client.count != 1)
            fail_msg("'%s' has %d answers", nonsense[i], client.count);
        json_tree_delete(wait_for(&client, is_refusal, NULL));
    }
    must_do(ask(&client, "games", ""));
    leave(&client);
}

/* S3: what a page calls a player never becomes a program, a file or a connection. */
static void test_a_page_names_no_program(void **state)
{
    (void)state;
    static const char *const players[] = {"cmd:/bin/true", "ugi:/bin/true",      "./engine",
                                          "/bin/true",     "tcp:localhost:1234", "human",
                                          "pbrain:x"};
    Client                   client;
    greet(&client);
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        must_refuse(ask(&client, "new",
                        "\"game\":\"connect4\",\"seats\":[{\"kind\":\"person\"},{\"kind\":"
                        "\"player\",\"player\":\"%s\"}]",
                        players[i]),
                    "p");
        must_refuse(ask(&client, "lab", "\"game\":\"connect4\",\"players\":[\"%s\"]", players[i]),
                    "p");
    }
    leave(&client);
}

static void test_a_page_gets_no_more_than_is_granted(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    /* A table of 64 GB and 64 threads are cut down, not refused: the text stays as it was. */
    int64_t id =
        begin(&client, "\"game\":\"connect4\"," AGAINST("pvs,table=65536,threads=64,depth=2"));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    int plies = 2;
    json_tree_delete(wait_for(&client, is_settled, &plies));
    id = begin(&client, "\"game\":\"connect4\"," AGAINST("mcts,iterations=50,mcts=memory=4096"));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    json_tree_delete(wait_for(&client, is_settled, &plies));
    leave(&client);
}

/* ---- games -------------------------------------------------------------------------------------
 */

static void test_a_new_game_shows_the_board(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    for (size_t i = 0; i < game_count(); i++) {
        const Game *game = game_at(i);
        Bytes       pos;
        int16_t     options[MAX_OPTIONS];
        Board       board;
        Move        moves[MAX_MOVES];
        options_reset(&game->info->options, options);
        assert_true(position_start(game, options, &pos, NULL));
        game->to_board(&pos, &board);
        begin(&client, "\"game\":\"%s\"," TWO_PEOPLE, game->info->id);
        JsonTree *shown = state_of(&client);
        assert_int_equal(number_of(shown, "rows"), board.rows);
        assert_int_equal(number_of(shown, "columns"), board.cols);
        assert_int_equal(strlen(text_at(shown, "cells")), board.rows * board.cols);
        assert_int_equal(count_of(shown, "legal"), game->gen(&pos, moves));
        assert_int_equal(number_of(shown, "ply"), 0);
        assert_true(is_null(json_tree_get(shown, "result")));
        json_tree_delete(shown);
    }
    leave(&client);
}

static void test_a_position_is_looked_at_without_a_game(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    JsonTree *seen = must(ask(&client, "look", "\"game\":\"connect4\",\"moves\":\"4 4\""));
    assert_int_equal(number_of(seen, "ply"), 2);
    assert_int_equal(count_of(seen, "legal"), 7);
    assert_string_equal(text_at(seen, "position"), "7/7/7/7/3o3/3x3 x");
    json_tree_delete(seen);
    int64_t id = begin(&client, "\"game\":\"tictactoe\"");
    seen = must(ask(&client, "look", "\"id\":%lld,\"moves\":\"a3 b3 a2 b2 a1\"", (long long)id));
    assert_true(is_object(json_tree_get(seen, "result")));
    json_tree_delete(seen);
    seen = last_state(&client, id);
    assert_int_equal(number_of(seen, "ply"), 0);
    json_tree_delete(seen);
    JsonTree *games = must(ask(&client, "games", ""));
    assert_int_equal(count_of(games, "games"), 1);
    json_tree_delete(games);
    must_refuse(ask(&client, "look", "\"game\":\"tictactoe\",\"position\":\"nonsense\""),
                "nonsense");
    leave(&client);
}

static void test_a_machine_answers_a_move_in_every_game(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    for (size_t i = 0; i < game_count(); i++) {
        int64_t id =
            begin(&client, "\"game\":\"%s\"," AGAINST("alphabeta,depth=2"), game_at(i)->info->id);
        JsonTree       *shown = state_of(&client);
        const JsonTree *first = json_tree_at(json_tree_get(shown, "legal"), 0);
        int             plies = 2;
        must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"%s\"", (long long)id,
                    text_at(first, "move")));
        JsonTree *answered = wait_for(&client, is_settled, &plies);
        assert_int_equal(count_of(answered, "moves"), 2);
        assert_int_equal(number_of(answered, "turn"), 0);
        assert_true(is_number(json_tree_at(json_tree_get(answered, "graph"), 1)));
        json_tree_delete(answered);
        json_tree_delete(shown);
        empty(&client);
    }
    leave(&client);
}

static void test_moves_are_cells_too(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    must_do(ask(&client, "play", "\"id\":%lld,\"to\":4", (long long)id));
    must_refuse(ask(&client, "play", "\"id\":%lld,\"to\":4", (long long)id), "legal");
    must_refuse(ask(&client, "play", "\"id\":%lld,\"to\":-4", (long long)id), "to");
    must_refuse(ask(&client, "play", "\"id\":%lld,\"from\":0,\"to\":1", (long long)id), "legal");
    must_refuse(ask(&client, "play", "\"id\":%lld,\"move\":\"z9\"", (long long)id), "legal");
    JsonTree *shown = last_state(&client, id);
    assert_string_equal(text_at(shown, "cells"), "....x....");
    assert_int_equal(number_of(json_tree_get(shown, "last"), "to"), 4);
    json_tree_delete(shown);
    leave(&client);
}

static void test_the_winning_line_and_captures_are_shown(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    JsonTree *answer = must(ask(&client, "import", "\"game\":\"connect4\",\"text\":\"1122334\""));
    JsonTree *shown = state_of(&client);
    static const int line[] = {35, 36, 37, 38};
    assert_int_equal(count_of(shown, "line"), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(whole_in(json_tree_at(json_tree_get(shown, "line"), i)), line[i]);
    assert_int_equal(number_of(json_tree_get(shown, "result"), "winner"), 0);
    assert_string_equal(text_at(json_tree_get(shown, "result"), "reason"), "four");
    must_refuse(
        ask(&client, "play", "\"id\":%lld,\"move\":\"5\"", (long long)number_of(answer, "id")),
        "over");
    json_tree_delete(shown);
    json_tree_delete(answer);
    int64_t id = begin(&client, "\"game\":\"fousfous\"," TWO_PEOPLE);
    json_tree_delete(state_of(&client));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"B7-A6\"", (long long)id));
    json_tree_delete(state_of(&client));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"C8-A6\"", (long long)id));
    shown = state_of(&client);
    const JsonTree *last = json_tree_get(shown, "last");
    assert_int_equal(count_of(last, "taken"), 1);
    assert_int_equal(whole_in(json_tree_at(json_tree_get(last, "taken"), 0)),
                     number_of(last, "to"));
    json_tree_delete(shown);
    leave(&client);
}

static void test_forbidden_points_of_renju_are_shown(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    /* Two open threes cross at h8: a double three, which black may not make. */
    begin(&client, "\"game\":\"gomoku\",\"preset\":\"renju\",\"position\":\"15/15/15/15/15/7b7/"
                   "7b7/5bb8/15/15/15/15/15/15/wwww11 b\"," TWO_PEOPLE);
    JsonTree       *shown = state_of(&client);
    const JsonTree *forbidden = json_tree_get(shown, "forbidden");
    assert_int_equal(forbidden->count, 1);
    assert_int_equal(whole_in(json_tree_at(forbidden, 0)), 7 * 15 + 7);
    json_tree_delete(shown);
    leave(&client);
}

static void test_undo_redo_and_jump(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    JsonTree *answer = must(ask(&client, "import", "\"game\":\"connect4\",\"text\":\"4455\""));
    int64_t   id = number_of(answer, "id");
    json_tree_delete(answer);
    must_do(ask(&client, "undo", "\"id\":%lld,\"plies\":3", (long long)id));
    JsonTree *shown = last_state(&client, id);
    assert_int_equal(number_of(shown, "ply"), 1);
    assert_int_equal(number_of(shown, "plies"), 4);
    json_tree_delete(shown);
    must_do(ask(&client, "redo", "\"id\":%lld", (long long)id));
    must_do(ask(&client, "jump", "\"id\":%lld,\"ply\":4", (long long)id));
    must_refuse(ask(&client, "redo", "\"id\":%lld", (long long)id), "nothing");
    must_refuse(ask(&client, "jump", "\"id\":%lld,\"ply\":5", (long long)id), "ply");
    must_do(ask(&client, "jump", "\"id\":%lld,\"ply\":0", (long long)id));
    must_refuse(ask(&client, "undo", "\"id\":%lld", (long long)id), "nothing");
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"1\"", (long long)id));
    shown = last_state(&client, id);
    assert_int_equal(number_of(shown, "plies"), 1);
    json_tree_delete(shown);
    leave(&client);
}

static void test_undo_goes_back_to_the_persons_turn(void **state)
{
    (void)state;
    Client client;
    int    plies = 2;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"connect4\"," AGAINST("alphabeta,depth=2"));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    json_tree_delete(wait_for(&client, is_settled, &plies));
    must_refuse(ask(&client, "resign", "\"id\":77"), "no such game");
    must_do(ask(&client, "undo", "\"id\":%lld", (long long)id));
    JsonTree *shown = last_state(&client, id);
    assert_int_equal(number_of(shown, "ply"), 0);
    assert_int_equal(number_of(shown, "plies"), 2);
    json_tree_delete(shown);
    /* Looking at the machine's turn does not make it move; `go` does. */
    must_do(ask(&client, "jump", "\"id\":%lld,\"ply\":1", (long long)id));
    shown = last_state(&client, id);
    assert_false(is_true(json_tree_get(shown, "thinking")));
    json_tree_delete(shown);
    must_refuse(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id), "machine");
    empty(&client);
    must_do(ask(&client, "go", "\"id\":%lld", (long long)id));
    json_tree_delete(wait_for(&client, is_settled, &plies));
    leave(&client);
}

static void test_a_strict_game_takes_nothing_back(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"tictactoe\",\"strict\":true," TWO_PEOPLE);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"b2\"", (long long)id));
    must_refuse(ask(&client, "undo", "\"id\":%lld", (long long)id), "strict");
    must_refuse(ask(&client, "jump", "\"id\":%lld,\"ply\":0", (long long)id), "strict");
    leave(&client);
}

/* What a page played on while the server was away. */
static JsonTree *resume(Client *client, int64_t id, const char *had, const char *moves)
{
    return ask(client, "resume", "\"id\":%lld,\"had\":\"%s\",\"moves\":\"%s\"", (long long)id, had,
               moves);
}

static void must_stand(Client *client, int64_t id, const char *moves)
{
    JsonTree *text = must(ask(client, "export", "\"id\":%lld,\"as\":\"moves\"", (long long)id));
    assert_string_equal(text_at(text, "text"), moves);
    json_tree_delete(text);
}

static void test_what_was_played_elsewhere_is_taken_over(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"connect4\"," TWO_PEOPLE);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    must_do(resume(&client, id, "4", "4 4 3"));
    must_stand(&client, id, "4 4 3");
    must_do(resume(&client, id, "4", "4 4 3")); /* said twice: the answer was lost, say */
    must_stand(&client, id, "4 4 3");
    must_do(resume(&client, id, "4 4 3", "4 5")); /* taken back there, and played otherwise */
    must_stand(&client, id, "4 5");
    must_do(resume(&client, id, "4 5", "4")); /* taken back alone */
    must_stand(&client, id, "4");
    leave(&client);
}

static void test_what_people_played_here_is_never_lost(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"connect4\"," TWO_PEOPLE);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"1\"", (long long)id));
    must_refuse(resume(&client, id, "4", "4 2 3"), "meanwhile");
    must_refuse(resume(&client, id, "7", "7 2"), "meanwhile");
    must_refuse(resume(&client, id, "4 1", "4 1 8"), "legal");
    must_stand(&client, id, "4 1");
    must_do(ask(&client, "resign", "\"id\":%lld", (long long)id));
    must_refuse(resume(&client, id, "4 1", "4 1 2"), "meanwhile");
    id = begin(&client, "\"game\":\"connect4\",\"strict\":true," TWO_PEOPLE);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    must_refuse(resume(&client, id, "4", "5"), "meanwhile");
    must_do(resume(&client, id, "4", "4 5"));
    id = begin(&client, "\"game\":\"connect4\",\"clock\":{\"base_ms\":60000}," TWO_PEOPLE);
    must_refuse(resume(&client, id, "", "4"), "meanwhile");
    leave(&client);
}

static void test_a_machines_moves_here_give_way(void **state)
{
    (void)state;
    Client client;
    int    plies = 2;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"connect4\"," AGAINST("alphabeta,depth=2"));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    JsonTree *settled = wait_for(&client, is_settled, &plies);
    char      reply[8];
    snprintf(reply, sizeof reply, "%s",
             strcmp(text_at(json_tree_get(settled, "last"), "move"), "1") == 0 ? "2" : "1");
    json_tree_delete(settled);
    char moves[32];
    snprintf(moves, sizeof moves, "4 %s", reply);
    must_do(resume(&client, id, "4", moves)); /* the page never saw the machine's move */
    must_stand(&client, id, moves);
    must_do(resume(&client, id, "", "4")); /* nor its own move's answer: the game here is further */
    must_stand(&client, id, moves);
    leave(&client);
}

static void test_all_followers_see_a_change_and_nobody_else(void **state)
{
    (void)state;
    Client a, b, c;
    greet(&a);
    greet(&b);
    greet(&c);
    must_do(ask(&b, "lang", "\"lang\":\"fr\""));
    int64_t id = begin(&a, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    json_tree_delete(state_of(&a));
    must_do(ask(&b, "open", "\"id\":%lld", (long long)id));
    json_tree_delete(state_of(&b));
    must_do(ask(&c, "play", "\"id\":%lld,\"move\":\"b2\"", (long long)id));
    json_tree_delete(state_of(&a));
    json_tree_delete(state_of(&b));
    assert_int_equal(c.count, 0);
    must_do(ask(&b, "close", "\"id\":%lld", (long long)id));
    must_do(ask(&a, "resign", "\"id\":%lld", (long long)id));
    JsonTree *shown = state_of(&a);
    assert_int_equal(number_of(json_tree_get(shown, "result"), "winner"), 0);
    json_tree_delete(shown);
    assert_int_equal(b.count, 0);
    must_do(ask(&c, "delete", "\"id\":%lld", (long long)id));
    json_tree_delete(next_event(&a, "deleted"));
    must_refuse(ask(&a, "open", "\"id\":%lld", (long long)id), "no such game");
    leave(&a);
    leave(&b);
    leave(&c);
}

static void test_seats_change_in_mid_game(void **state)
{
    (void)state;
    Client client;
    int    plies = 1;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    must_do(ask(&client, "seats",
                "\"id\":%lld,\"seats\":[{\"kind\":\"player\",\"player\":"
                "\"random\"},{\"kind\":\"person\",\"name\":\"Zoé\"}]",
                (long long)id));
    JsonTree *shown = wait_for(&client, is_settled, &plies);
    assert_string_equal(text_at(shown, "title"), "random – Zoé");
    json_tree_delete(shown);
    JsonTree *answer = must(ask(&client, "rematch", "\"id\":%lld", (long long)id));
    shown = last_state(&client, number_of(answer, "id"));
    assert_string_equal(text_at(shown, "title"), "Zoé – random");
    json_tree_delete(shown);
    json_tree_delete(answer);
    leave(&client);
}

static void test_draws_are_agreed(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t   id = begin(&client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    JsonTree *answer = must(ask(&client, "offer_draw", "\"id\":%lld", (long long)id));
    assert_true(is_false(json_tree_get(answer, "accepted")));
    json_tree_delete(answer);
    answer = must(ask(&client, "offer_draw", "\"id\":%lld", (long long)id));
    assert_true(is_true(json_tree_get(answer, "accepted")));
    json_tree_delete(answer);
    must_refuse(ask(&client, "offer_draw", "\"id\":%lld", (long long)id), "over");
    /* The machine has three in a row to come and thinks itself ahead. */
    id = begin(&client,
               "\"game\":\"connect4\",\"position\":\"7/7/7/1o5/1o4x/1o2x1x x\","
               "\"seats\":[{\"kind\":\"player\",\"player\":\"pvs\"},{\"kind\":\"person\"}]");
    must_do(ask(&client, "seats", "\"id\":%lld," AGAINST("pvs,depth=3"), (long long)id));
    answer = must(ask(&client, "offer_draw", "\"id\":%lld", (long long)id));
    json_tree_delete(answer);
    leave(&client);
}

static bool is_over_by_time(const JsonTree *message, const void *what)
{
    const JsonTree *result = json_tree_get(message, "result");
    return is_event(message, "state") && is_object(result) &&
           strcmp(text_at(result, "reason"), what) == 0;
}

static void test_who_oversteps_his_time_has_lost(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    begin(&client, "\"game\":\"tictactoe\",\"clock\":{\"base_ms\":1000}," TWO_PEOPLE);
    int64_t   before = clock_now_us();
    JsonTree *shown = wait_for(&client, is_over_by_time, "time");
    int64_t   took = clock_now_us() - before;
    assert_true(took > 900000 && took < 5000000);
    assert_int_equal(number_of(json_tree_get(shown, "result"), "winner"), 1);
    json_tree_delete(shown);
    leave(&client);
}

/* ---- saved games -------------------------------------------------------------------------------
 */

static void test_games_outlive_the_server(void **state)
{
    (void)state;
    char   path[PATH_SIZE];
    Client client;
    store_path(path, sizeof path);
    open_hub(path, NULL, NULL, 0);
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"hasami\",\"options\":{\"diagonal\":true},\"clock\":"
                                "{\"base_ms\":60000,\"inc_ms\":500}," TWO_PEOPLE);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"a1a5\"", (long long)id));
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"a9a6\"", (long long)id));
    must_do(ask(&client, "undo", "\"id\":%lld", (long long)id));
    JsonTree *before = last_state(&client, id);
    int64_t   other = begin(&client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    must_do(ask(&client, "resign", "\"id\":%lld", (long long)other));
    leave(&client);
    close_hub(NULL);

    open_hub(path, NULL, NULL, 0);
    greet(&client);
    JsonTree *list = must(ask(&client, "games", ""));
    assert_int_equal(count_of(list, "games"), 2);
    json_tree_delete(list);
    JsonTree                *after = last_state(&client, id);
    static const char *const kept[] = {"game", "cells", "ply",     "plies",    "moves", "legal",
                                       "last", "seats", "options", "position", "title", "graph"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (!is_same(json_tree_get(before, kept[i]), json_tree_get(after, kept[i])))
            fail_msg("%s is not what it was", kept[i]);
    assert_true(is_object(json_tree_get(after, "clock")));
    json_tree_delete(before);
    json_tree_delete(after);
    after = last_state(&client, other);
    assert_string_equal(text_at(json_tree_get(after, "result"), "reason"), "resignation");
    json_tree_delete(after);
    leave(&client);
    close_hub(NULL);
    store_remove(path);
}

static void test_a_move_that_cannot_be_saved_is_not_made(void **state)
{
    (void)state;
    char     path[PATH_SIZE];
    Client   client;
    sqlite3 *db;
    store_path(path, sizeof path);
    open_hub(path, NULL, NULL, 0);
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    must_refuse(ask(&client, "play", "\"id\":%lld,\"move\":\"b2\"", (long long)id), "locked");
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    JsonTree *shown = last_state(&client, id);
    assert_int_equal(number_of(shown, "ply"), 0);
    json_tree_delete(shown);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"b2\"", (long long)id));
    leave(&client);
    close_hub(NULL);
    store_remove(path);
}

static void refuse_store(const char *path, const char *words)
{
    Error    err = {0};
    HubSetup setup = setup_for(path);
    Hub     *made = hub_new(&setup, &err);
    assert_null(made);
    if (strstr(error_words(&err, LANG_EN), words) == NULL)
        fail_msg("expected '%s', got '%s'", words, error_words(&err, LANG_EN));
}

static void test_a_bad_store_is_refused(void **state)
{
    (void)state;
    char  path[PATH_SIZE];
    FILE *file;
    store_path(path, sizeof path);
    file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++)
        fputs("this is no database\n", file);
    fclose(file);
    refuse_store(path, "not a file of games");
    store_remove(path);
    store_path(path, sizeof path);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE other(x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    refuse_store(path, "something else");
    store_remove(path);
    store_path(path, sizeof path);
    refuse_store("/nonexistent/folder/games.db", "No such file");
    open_hub(path, NULL, NULL, 0);
    refuse_store(path, "another server");
    close_hub(NULL);
    store_remove(path);
}

static void test_export_and_import_go_round(void **state)
{
    (void)state;
    static const char *const moves[][2] = {{"fousfous", "B7-A6 C8-A6"},
                                           {"hasami", "a1a5 a9a6"},
                                           {"connect4", "4 4 3"},
                                           {"gomoku", "h8 i9 h9"},
                                           {"tictactoe", "b2 a1"}};
    Client                   client;
    greet(&client);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        JsonTree *first = must(
            ask(&client, "import", "\"game\":\"%s\",\"text\":\"%s\"", moves[i][0], moves[i][1]));
        JsonTree *text = must(ask(&client, "export", "\"id\":%lld,\"as\":\"record\"",
                                  (long long)number_of(first, "id")));
        Str       message = {0};
        Json      json = json_to(&message);
        json_object(&json, NULL);
        json_string(&json, "do", "import");
        json_int(&json, "n", ++client.number);
        json_string(&json, "text", text_at(text, "text"));
        json_end_object(&json);
        hub_receive(hub, client.page, str_get(&message), message.size);
        JsonTree *second = must(wait_for(&client, answers, &client.number));
        JsonTree *again = must(ask(&client, "export", "\"id\":%lld,\"as\":\"moves\"",
                                   (long long)number_of(second, "id")));
        assert_string_equal(text_at(again, "text"), moves[i][1]);
        str_free(&message);
        json_tree_delete(again);
        json_tree_delete(second);
        json_tree_delete(text);
        json_tree_delete(first);
    }
    leave(&client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HUB_TEST(test_nothing_is_answered_before_hello),
        cmocka_unit_test(test_a_network_asks_for_the_token),
        HUB_TEST(test_nonsense_is_refused_and_the_page_stays),
        HUB_TEST(test_a_page_names_no_program),
        HUB_TEST(test_a_page_gets_no_more_than_is_granted),
        HUB_TEST(test_a_position_is_looked_at_without_a_game),
        HUB_TEST(test_a_new_game_shows_the_board),
        HUB_TEST(test_a_machine_answers_a_move_in_every_game),
        HUB_TEST(test_moves_are_cells_too),
        HUB_TEST(test_the_winning_line_and_captures_are_shown),
        HUB_TEST(test_forbidden_points_of_renju_are_shown),
        HUB_TEST(test_undo_redo_and_jump),
        HUB_TEST(test_undo_goes_back_to_the_persons_turn),
        HUB_TEST(test_a_strict_game_takes_nothing_back),
        HUB_TEST(test_what_was_played_elsewhere_is_taken_over),
        HUB_TEST(test_what_people_played_here_is_never_lost),
        HUB_TEST(test_a_machines_moves_here_give_way),
        HUB_TEST(test_all_followers_see_a_change_and_nobody_else),
        HUB_TEST(test_seats_change_in_mid_game),
        HUB_TEST(test_draws_are_agreed),
        HUB_TEST(test_who_oversteps_his_time_has_lost),
        cmocka_unit_test(test_games_outlive_the_server),
        cmocka_unit_test(test_a_move_that_cannot_be_saved_is_not_made),
        cmocka_unit_test(test_a_bad_store_is_refused),
        HUB_TEST(test_export_and_import_go_round),
    };
    return cmocka_run_group_tests_name("hub", tests, NULL, NULL);
}
