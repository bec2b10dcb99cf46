/* The page's requests, one by one, without sockets: what is answered, what events come, what stays
 * on the shelf. */
#include "base/clock.h"
#include "base/json.h"
#include "base/json_tree.h"
#include "core/notation.h"
#include "server/hub.h"
#include "store_dump.h"
#include "support.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAIT_US = 60000000, PATH_SIZE = 300, INBOX = 4096 };

/* One page: all that it was sent and has not been looked at. */
typedef struct {
    Page     *page;
    JsonTree *inbox[INBOX];
    int       count, number;
    bool      is_dismissed;
} Client;

static Hub *hub;

/* ---- talking -----------------------------------------------------------------------------------
 */

static bool is_true(const JsonTree *tree) { return json_tree_is(tree, TREE_BOOL) && tree->is_true; }
static bool is_false(const JsonTree *tree)
{
    return json_tree_is(tree, TREE_BOOL) && !tree->is_true;
}
static bool        is_null(const JsonTree *tree) { return json_tree_is(tree, TREE_NULL); }
static bool        is_number(const JsonTree *tree) { return json_tree_is(tree, TREE_NUMBER); }
static bool        is_object(const JsonTree *tree) { return json_tree_is(tree, TREE_OBJECT); }
static double      number_in(const JsonTree *tree) { return is_number(tree) ? tree->number : -1e9; }
static int64_t     whole_in(const JsonTree *tree) { return is_number(tree) ? tree->whole : -1; }
static const char *text_in_tree(const JsonTree *tree)
{
    return json_tree_is(tree, TREE_TEXT) ? tree->text : NULL;
}

static bool is_same(const JsonTree *a, const JsonTree *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->kind != b->kind || a->is_true != b->is_true || a->count != b->count ||
        a->number < b->number || a->number > b->number ||
        (a->text != NULL && strcmp(a->text, b->text) != 0) ||
        (a->name != NULL && strcmp(a->name, b->name) != 0))
        return false;
    for (a = a->first, b = b->first; a != NULL; a = a->next, b = b->next)
        if (!is_same(a, b))
            return false;
    return true;
}

static void take(void *sink, const char *text, size_t size)
{
    Error     why;
    Client   *client = sink;
    JsonTree *message = json_tree_read(text, size, &why);
    if (message == NULL)
        fail_msg("the hub sent '%.200s': %s", text, why.text);
    assert_true(client->count < INBOX);
    client->inbox[client->count++] = message;
}

static void empty(Client *client)
{
    while (client->count > 0)
        json_tree_delete(client->inbox[--client->count]);
}

static void dismiss(void *sink) { ((Client *)sink)->is_dismissed = true; }
static void wake(void *user) { (void)user; }

static void open_hub(const char *store, const char *token, const char *const arenas[], int count)
{
    Error    err;
    HubSetup setup = {.version = "test",
                      .store = store,
                      .arenas = arenas,
                      .arena_count = count,
                      .token = token,
                      .threads = 2,
                      .send = take,
                      .dismiss = dismiss,
                      .wake = wake};
    hub = hub_new(&setup, &err);
    if (hub == NULL)
        fail_msg("%s", err.text);
}

static int open_memory(void **state)
{
    (void)state;
    open_hub(NULL, NULL, NULL, 0);
    return 0;
}

static int close_hub(void **state)
{
    (void)state;
    hub_delete(hub);
    hub = NULL;
    return 0;
}

static void join(Client *client)
{
    memset(client, 0, sizeof *client);
    client->page = hub_join(hub, client);
    assert_non_null(client->page);
}

static void leave(Client *client)
{
    hub_leave(hub, client->page);
    empty(client);
}

/* Waits for the message that fits; it is the caller's. */
typedef bool Fits(const JsonTree *message, const void *what);

static JsonTree *wait_for(Client *client, Fits *fits, const void *what)
{
    int64_t due = clock_now_us() + WAIT_US;
    while (clock_now_us() < due) {
        for (int i = 0; i < client->count; i++) {
            JsonTree *message = client->inbox[i];
            if (!fits(message, what))
                continue;
            client->count--;
            memmove(client->inbox + i, client->inbox + i + 1,
                    (size_t)(client->count - i) * sizeof message);
            return message;
        }
        hub_tick(hub);
        usleep(500);
    }
    fail_msg("nothing came in %d s", WAIT_US / 1000000);
    return NULL;
}

static bool answers(const JsonTree *message, const void *what)
{
    return whole_in(json_tree_get(message, "re")) == *(const int *)what;
}

static bool is_event(const JsonTree *message, const void *what)
{
    const char *event = text_in_tree(json_tree_get(message, "event"));
    return event != NULL && strcmp(event, what) == 0;
}

static JsonTree *next_event(Client *client, const char *event)
{
    return wait_for(client, is_event, event);
}

/* Asks `{"do": …, "n": …` with the rest of the object given; the answer is the caller's. */
static JsonTree *ask(Client *client, const char *what, const char *format, ...)
{
    char    fields[4000], text[4100];
    va_list list;
    va_start(list, format);
    vsnprintf(fields, sizeof fields, format, list);
    va_end(list);
    client->number++;
    int size = snprintf(text, sizeof text, "{\"do\":\"%s\",\"n\":%d%s%s}", what, client->number,
                        fields[0] != '\0' ? "," : "", fields);
    hub_receive(hub, client->page, text, (size_t)size);
    return wait_for(client, answers, &client->number);
}

static JsonTree *must(JsonTree *answer)
{
    const char *error = text_in_tree(json_tree_get(answer, "error"));
    if (error != NULL)
        fail_msg("refused: %s", error);
    assert_true(is_true(json_tree_get(answer, "ok")));
    return answer;
}

static void must_refuse(JsonTree *answer, const char *words)
{
    const char *error = text_in_tree(json_tree_get(answer, "error"));
    if (error == NULL || strstr(error, words) == NULL)
        fail_msg("expected '%s', got '%s'", words, error != NULL ? error : "an answer");
    assert_null(strchr(error, '\n'));
    json_tree_delete(answer);
}

static void must_do(JsonTree *answer) { json_tree_delete(must(answer)); }

static void greet(Client *client)
{
    join(client);
    must_do(ask(client, "hello", "\"lang\":\"en\""));
}

static int64_t number_of(const JsonTree *message, const char *key)
{
    const JsonTree *value = json_tree_get(message, key);
    assert_true(is_number(value) && value->is_whole);
    return whole_in(value);
}

static const char *text_at(const JsonTree *message, const char *key)
{
    const char *text = text_in_tree(json_tree_get(message, key));
    assert_non_null(text);
    return text;
}

static int count_of(const JsonTree *message, const char *key)
{
    assert_true(json_tree_is(json_tree_get(message, key), TREE_LIST));
    return json_tree_get(message, key)->count;
}

static int64_t begin(Client *client, const char *format, ...)
{
    char    fields[2000];
    va_list list;
    va_start(list, format);
    vsnprintf(fields, sizeof fields, format, list);
    va_end(list);
    JsonTree *answer = must(ask(client, "new", "%s", fields));
    int64_t   id = number_of(answer, "id");
    json_tree_delete(answer);
    return id;
}

/* The state after the next change, or the last one that has come. */
static JsonTree *state_of(Client *client) { return next_event(client, "state"); }

static JsonTree *last_state(Client *client, int64_t id)
{
    empty(client);
    must_do(ask(client, "open", "\"id\":%lld", (long long)id));
    return state_of(client);
}

static bool is_settled(const JsonTree *message, const void *what)
{
    return is_event(message, "state") && !is_true(json_tree_get(message, "thinking")) &&
           whole_in(json_tree_get(message, "ply")) >= *(const int *)what;
}

#define TWO_PEOPLE "\"seats\":[{\"kind\":\"person\",\"name\":\"Ann\"},{\"kind\":\"person\"}]"
#define AGAINST(player)                                                                            \
    "\"seats\":[{\"kind\":\"person\",\"name\":\"Ann\"},{\"kind\":\"player\",\"player\":\"" player  \
    "\"}]"

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

static void test_the_catalogue_is_the_engines(void **state)
{
    (void)state;
    Client client;
    join(&client);
    JsonTree       *english = must(ask(&client, "hello", "\"lang\":\"en\""));
    JsonTree       *french = must(ask(&client, "hello", "\"lang\":\"fr\""));
    const JsonTree *games = json_tree_get(json_tree_get(english, "catalogue"), "games");
    const JsonTree *jeux = json_tree_get(json_tree_get(french, "catalogue"), "games");
    assert_int_equal(games->count, game_count());
    for (size_t i = 0; i < game_count(); i++) {
        const JsonTree *game = json_tree_at(games, (int)i);
        const GameInfo *info = game_at(i)->info;
        assert_string_equal(text_at(game, "id"), info->id);
        assert_int_equal(count_of(game, "options"), info->options.count);
        assert_int_equal(count_of(game, "presets"), info->preset_count);
        assert_int_equal(count_of(game, "players"), info->player_count);
        assert_string_equal(text_at(json_tree_at(jeux, (int)i), "about"),
                            text_in(&info->about, LANG_FR));
    }
    json_tree_delete(english);
    json_tree_delete(french);
    leave(&client);
}

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

/* ---- the shelf ---------------------------------------------------------------------------------
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
    Error    err = {""};
    HubSetup setup = {.store = path, .threads = 1, .send = take, .dismiss = dismiss, .wake = wake};
    Hub     *made = hub_new(&setup, &err);
    assert_null(made);
    if (strstr(err.text, words) == NULL)
        fail_msg("expected '%s', got '%s'", words, err.text);
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

#define HUB_TEST(name) cmocka_unit_test_setup_teardown(name, open_memory, close_hub)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HUB_TEST(test_nothing_is_answered_before_hello),
        cmocka_unit_test(test_a_network_asks_for_the_token),
        HUB_TEST(test_nonsense_is_refused_and_the_page_stays),
        HUB_TEST(test_a_page_names_no_program),
        HUB_TEST(test_a_page_gets_no_more_than_is_granted),
        HUB_TEST(test_the_catalogue_is_the_engines),
        HUB_TEST(test_a_new_game_shows_the_board),
        HUB_TEST(test_a_machine_answers_a_move_in_every_game),
        HUB_TEST(test_moves_are_cells_too),
        HUB_TEST(test_the_winning_line_and_captures_are_shown),
        HUB_TEST(test_forbidden_points_of_renju_are_shown),
        HUB_TEST(test_undo_redo_and_jump),
        HUB_TEST(test_undo_goes_back_to_the_persons_turn),
        HUB_TEST(test_a_strict_game_takes_nothing_back),
        HUB_TEST(test_all_followers_see_a_change_and_nobody_else),
        HUB_TEST(test_seats_change_in_mid_game),
        HUB_TEST(test_draws_are_agreed),
        HUB_TEST(test_who_oversteps_his_time_has_lost),
        cmocka_unit_test(test_games_outlive_the_server),
        cmocka_unit_test(test_a_move_that_cannot_be_saved_is_not_made),
        cmocka_unit_test(test_a_bad_store_is_refused),
        HUB_TEST(test_export_and_import_go_round),
        HUB_TEST(test_a_hint_finds_the_win),
        HUB_TEST(test_scores_of_all_moves_are_exact_where_they_can_be),
        HUB_TEST(test_random_games_and_reasons),
        HUB_TEST(test_analysis_follows_the_position),
        HUB_TEST(test_a_review_marks_the_blunder),
        HUB_TEST(test_the_lab_compares_players),
        HUB_TEST(test_the_tree_is_a_tree),
        HUB_TEST(test_a_puzzle_knows_its_solution),
        cmocka_unit_test(test_stores_that_are_not_there_are_told),
        HUB_TEST(test_leaving_in_the_midst_of_everything),
    };
    return cmocka_run_group_tests_name("hub", tests, NULL, NULL);
}
