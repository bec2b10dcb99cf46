/* What pages do to each other: whose work goes on, who waits, what one turn of the loop writes, and
 * what happens when the disk is full. */
#include "base/clock.h"
#include "hub_client.h"
#include "page/syncer.h"
#include "store_dump.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 300 };

/* Eight players of ten seconds each. */
#define LONG_LAB                                                                                   \
    "\"game\":\"gomoku\",\"limit\":{\"time_ms\":10000},\"players\":[\"pvs\",\"pvs\",\"pvs\","      \
    "\"pvs\",\"pvs\",\"pvs\",\"pvs\",\"pvs\"]"

/* Asks, and does not wait. */
static void send_only(Client *client, const char *what, const char *fields)
{
    char text[1000];
    int  size = snprintf(text, sizeof text, "{\"do\":\"%s\",\"n\":%d%s%s}", what, ++client->number,
                        fields[0] != '\0' ? "," : "", fields);
    hub_receive(hub, client->page, text, (size_t)size);
}

static void greet_from(Client *client, const char *address)
{
    memset(client, 0, sizeof *client);
    client->page = hub_join(hub, client, address);
    assert_non_null(client->page);
    must_do(ask(client, "hello", ""));
}

/* ---- threads -----------------------------------------------------------------------------------
 */

static void test_the_work_of_a_page_that_left_ends(void **state)
{
    (void)state;
    Client gone, stays;
    greet(&gone);
    greet(&stays);
    for (int i = 0; i < 8; i++)
        send_only(&gone, "lab", LONG_LAB);
    leave(&gone);
    int64_t begin = clock_now_us();
    must_do(ask(&stays, "lab",
                "\"game\":\"tictactoe\",\"limit\":{\"depth\":1},\"players\":[\"alphabeta\"]"));
    assert_true(clock_now_us() - begin < 5000000);
    leave(&stays);
}

/* As many as there may be, from many addresses: machines move all the same. */
static void test_machines_move_while_everybody_thinks(void **state)
{
    (void)state;
    enum { PAGES = 40 };
    static Client crowd[PAGES];
    Client        honest;
    int           plies = 2;
    for (int i = 0; i < PAGES; i++) {
        char address[32];
        snprintf(address, sizeof address, "10.0.0.%d", i);
        greet_from(&crowd[i], address);
        for (int k = 0; k < 8; k++)
            send_only(&crowd[i], "lab", LONG_LAB);
    }
    greet(&honest);
    int64_t id = begin(&honest, "\"game\":\"connect4\"," AGAINST("level5"));
    for (int i = 0; i < 3; i++, plies += 2) {
        int64_t before = clock_now_us();
        must_do(ask(&honest, "play", "\"id\":%lld,\"move\":\"%d\"", (long long)id, 4 + i));
        json_tree_delete(wait_for(&honest, is_settled, &plies));
        assert_true(clock_now_us() - before < 5000000);
    }
    leave(&honest);
    for (int i = 0; i < PAGES; i++)
        leave(&crowd[i]);
}

/* Machines that would think for long share the time when many wait. */
static void test_many_machines_share_the_time(void **state)
{
    (void)state;
    enum { GAMES = 12 };
    Client slow, honest;
    int    plies = 2;
    greet(&slow);
    greet(&honest);
    for (int i = 0; i < GAMES; i++)
        begin(&slow,
              "\"game\":\"gomoku\",\"seats\":[{\"kind\":\"player\",\"player\":\"pvs,time=30\"},"
              "{\"kind\":\"player\",\"player\":\"pvs,time=30\"}]");
    int64_t id = begin(&honest, "\"game\":\"connect4\"," AGAINST("level5"));
    int64_t before = clock_now_us();
    must_do(ask(&honest, "play", "\"id\":%lld,\"move\":\"4\"", (long long)id));
    json_tree_delete(wait_for(&honest, is_settled, &plies));
    assert_true(clock_now_us() - before < 5000000);
    leave(&slow);
    leave(&honest);
}

static bool is_refusal(const JsonTree *message, const void *what)
{
    (void)what;
    return json_tree_get(message, "error") != NULL;
}

static void test_an_address_has_its_share_of_the_queue(void **state)
{
    (void)state;
    enum { PAGES = 14, SHARE = 96 };
    static Client crowd[PAGES];
    int           refused = 0;
    for (int i = 0; i < PAGES; i++) {
        greet_from(&crowd[i], "10.0.0.1");
        for (int k = 0; k < 8; k++)
            send_only(&crowd[i], "lab", LONG_LAB);
        for (int k = 0; k < crowd[i].count; k++)
            refused += is_refusal(crowd[i].inbox[k], NULL);
    }
    assert_int_equal(refused, PAGES * 8 - SHARE);
    Client other;
    greet_from(&other, "10.0.0.2");
    must_do(ask(&other, "playouts", "\"id\":%lld",
                (long long)begin(&other, "\"game\":\"tictactoe\"," TWO_PEOPLE)));
    leave(&other);
    for (int i = 0; i < PAGES; i++)
        leave(&crowd[i]);
}

/* A draw that nobody could think about is not taken. */
static void test_a_draw_is_not_taken_unseen(void **state)
{
    (void)state;
    Client offers, sees;
    greet(&offers);
    greet(&sees);
    int64_t id = begin(&offers, "\"game\":\"connect4\"," AGAINST("pvs,depth=3"));
    json_tree_delete(last_state(&sees, id));
    for (int i = 0; i < 7; i++)
        send_only(&offers, "lab", LONG_LAB);
    char fields[32];
    snprintf(fields, sizeof fields, "\"id\":%lld", (long long)id);
    send_only(&offers, "offer_draw", fields);
    leave(&offers);
    for (int i = 0; i < 100; i++) {
        hub_tick(hub);
        usleep(5000);
    }
    JsonTree *shown = last_state(&sees, id);
    assert_true(is_null(json_tree_get(shown, "result")));
    json_tree_delete(shown);
    leave(&sees);
}

/* ---- a turn ------------------------------------------------------------------------------------
 */

/* What a turn changes is said at its end, when it is on the disk. */
static void test_a_turn_is_written_at_once(void **state)
{
    (void)state;
    enum { GAMES = 8 };
    Client client;
    greet(&client);
    empty(&client);
    for (int i = 0; i < GAMES; i++)
        send_only(&client, "new", "\"game\":\"tictactoe\"");
    assert_int_equal(client.count, 0);
    hub_tick(hub);
    assert_int_equal(client.count, 2 * GAMES); /* each has a state and an answer */
    leave(&client);
}

static void no_wake(void *user) { (void)user; }

/* The disk has what was asked for; a file that cannot be synced is told. */
static void test_a_sync_is_waited_for_elsewhere(void **state)
{
    (void)state;
    char path[PATH_SIZE];
    store_path(path, sizeof path);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    const char *const paths[] = {path, "/dev/null"};
    for (int i = 0; i < 2; i++) {
        Syncer  *syncer = syncer_new("/nonexistent/file", paths[i], no_wake, NULL);
        uint64_t ticket = 0;
        assert_non_null(syncer);
        for (int k = 0; k < 10; k++)
            ticket = syncer_ask(syncer);
        assert_int_equal(ticket, 10);
        for (int k = 0; k < 1000 && syncer_done(syncer) < ticket; k++)
            usleep(10000);
        assert_int_equal(syncer_done(syncer), ticket);
        assert_int_equal(syncer_has_failed(syncer, 0), i == 1);
        assert_false(syncer_has_failed(syncer, ticket));
        syncer_ask(syncer);
        syncer_delete(syncer); /* waits for that one */
    }
    close(file);
    assert_null(syncer_new(path, "/nonexistent/file", no_wake, NULL));
    store_remove(path);
}

static struct rlimit usual_limit;

/* Files cannot grow any more: a disk without room, as far as a program can tell. */
static void let_files_grow(bool may)
{
    struct rlimit none = usual_limit;
    none.rlim_cur = may ? usual_limit.rlim_cur : 1;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
}

static void test_what_is_not_written_has_not_happened(void **state)
{
    (void)state;
    char   path[PATH_SIZE];
    Client client;
    store_path(path, sizeof path);
    open_hub(path, NULL, NULL, 0);
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"b2\"", (long long)id));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual_limit), 0);
    signal(SIGXFSZ, SIG_IGN);
    let_files_grow(false);
    must_refuse(ask(&client, "play", "\"id\":%lld,\"move\":\"a1\"", (long long)id), "written");
    must_refuse(ask(&client, "new", "\"game\":\"hasami\"," TWO_PEOPLE), "written");
    let_files_grow(true);
    JsonTree *shown = last_state(&client, id);
    assert_int_equal(number_of(shown, "ply"), 1);
    json_tree_delete(shown);
    JsonTree *list = must(ask(&client, "games", ""));
    assert_int_equal(count_of(list, "games"), 1);
    json_tree_delete(list);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"a1\"", (long long)id));
    leave(&client);
    close_hub(NULL);
    store_remove(path);
}

/* ---- saved games -------------------------------------------------------------------------------
 */

static void test_a_refused_game_is_not_saved(void **state)
{
    (void)state;
    enum { MOST = 16 };
    Client client;
    greet(&client);
    for (int i = 0; i < MOST; i++)
        begin(&client, "\"game\":\"tictactoe\",\"clock\":{\"base_ms\":60000}," TWO_PEOPLE);
    must_refuse(
        ask(&client, "new", "\"game\":\"tictactoe\",\"clock\":{\"base_ms\":60000}," TWO_PEOPLE),
        "too many games");
    must_refuse(ask(&client, "import", "\"game\":\"tictactoe\",\"text\":\"b2\""), "too many games");
    JsonTree *list = must(ask(&client, "games", ""));
    assert_int_equal(count_of(list, "games"), MOST);
    json_tree_delete(list);
    leave(&client);
}

static int count_saved(Client *client)
{
    JsonTree *list = must(ask(client, "games", ""));
    int       count = count_of(list, "games");
    json_tree_delete(list);
    return count;
}

static int64_t begin_and_close(Client *client, bool is_played)
{
    int64_t id = begin(client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    if (is_played)
        must_do(ask(client, "play", "\"id\":%lld,\"move\":\"b2\"", (long long)id));
    must_do(ask(client, "close", "\"id\":%lld", (long long)id));
    return id;
}

static void test_saved_games_have_a_limit(void **state)
{
    (void)state;
    Error    err;
    Client   client;
    HubSetup setup = setup_for(NULL);
    setup.most_games = 5;
    hub = hub_new(&setup, &err);
    assert_non_null(hub);
    greet(&client);
    for (int i = 0; i < 4; i++)
        begin_and_close(&client, true);
    int64_t unplayed = begin_and_close(&client, false);
    /* The oldest that has no move makes room; then there is none any more. */
    begin_and_close(&client, true);
    assert_int_equal(count_saved(&client), 5);
    must_refuse(ask(&client, "open", "\"id\":%lld", (long long)unplayed), "no such game");
    must_refuse(ask(&client, "new", "\"game\":\"tictactoe\""), "--tidy");
    JsonTree *tidied = must(ask(&client, "tidy", "\"days\":1"));
    assert_int_equal(number_of(tidied, "removed"), 0);
    json_tree_delete(tidied);
    tidied = must(ask(&client, "tidy", "\"days\":0"));
    assert_int_equal(number_of(tidied, "removed"), 5);
    assert_int_equal(number_of(tidied, "left"), 0);
    json_tree_delete(tidied);
    begin_and_close(&client, true);
    leave(&client);
    close_hub(NULL);
}

/* What is open is never tidied away. */
static void test_tidying_keeps_what_is_open(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t open = begin(&client, "\"game\":\"tictactoe\"," TWO_PEOPLE);
    begin_and_close(&client, false);
    begin_and_close(&client, true);
    JsonTree *tidied = must(ask(&client, "tidy", "\"days\":0,\"unplayed\":true"));
    assert_int_equal(number_of(tidied, "removed"), 1);
    json_tree_delete(tidied);
    assert_int_equal(count_saved(&client), 2);
    must_do(ask(&client, "play", "\"id\":%lld,\"move\":\"b2\"", (long long)open));
    leave(&client);
}

/* ---- a full disk -------------------------------------------------------------------------------
 */

/* A small file system of this process alone. False: the machine does not let us. */
static bool mount_small(const char *folder)
{
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return false;
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("small", folder, "tmpfs", 0, "size=4m") == 0;
}

static void fill_disk(const char *folder)
{
    static const char junk[4096];
    char              path[PATH_SIZE + 8];
    snprintf(path, sizeof path, "%s/junk", folder);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    for (size_t size = sizeof junk; size > 0; size /= 2)
        while (write(file, junk, size) == (ssize_t)size)
            continue;
    assert_int_equal(errno, ENOSPC);
    close(file);
}

enum { SAVED = 20 };

/* Games are there, the disk is full: they are shown, and deleted one by one. */
static void use_full_disk(const char *path)
{
    Client client;
    open_hub(path, NULL, NULL, 0);
    greet(&client);
    assert_int_equal(count_saved(&client), SAVED);
    json_tree_delete(last_state(&client, 1));
    must_refuse(ask(&client, "import", "\"game\":\"gomoku\",\"text\":\"h8 i9 a1 b2 c3 d4 e5 f6\""),
                "games.db");
    for (int id = 1; id <= 5; id++)
        must_do(ask(&client, "delete", "\"id\":%d", id));
    assert_int_equal(count_saved(&client), SAVED - 5);
    leave(&client);
    close_hub(NULL);
    open_hub(path, NULL, NULL, 0);
    greet(&client);
    assert_int_equal(count_saved(&client), SAVED - 5);
    json_tree_delete(last_state(&client, SAVED));
    leave(&client);
    close_hub(NULL);
}

static void save_games(const char *path)
{
    Client client;
    open_hub(path, NULL, NULL, 0);
    greet(&client);
    for (int i = 0; i < SAVED; i++)
        begin_and_close(&client, true);
    leave(&client);
    close_hub(NULL);
}

/* 77: this machine lets nobody have a file system of his own. */
static int try_full_disk(const char *folder, bool has_spare)
{
    char path[PATH_SIZE], spare[PATH_SIZE + 16];
    if (!mount_small(folder))
        return 77;
    snprintf(path, sizeof path, "%s/games.db", folder);
    snprintf(spare, sizeof spare, "%s-spare", path);
    save_games(path);
    assert_int_equal(access(spare, F_OK), 0);
    if (!has_spare)
        unlink(spare);
    fill_disk(folder);
    use_full_disk(path);
    return 0;
}

static void must_use_full_disk(bool has_spare)
{
    char folder[] = "/tmp/plateau-full-XXXXXX";
    int  status = 0;
    assert_non_null(mkdtemp(folder));
    pid_t child = fork();
    if (child == 0)
        _exit(try_full_disk(folder, has_spare));
    assert_int_equal(waitpid(child, &status, 0), child);
    rmdir(folder);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_a_full_disk_does_not_keep_its_games(void **state)
{
    (void)state;
    must_use_full_disk(true);
}

static void test_a_full_disk_needs_no_spare_file(void **state)
{
    (void)state;
    must_use_full_disk(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HUB_TEST(test_the_work_of_a_page_that_left_ends),
        HUB_TEST(test_machines_move_while_everybody_thinks),
        HUB_TEST(test_many_machines_share_the_time),
        HUB_TEST(test_an_address_has_its_share_of_the_queue),
        HUB_TEST(test_a_draw_is_not_taken_unseen),
        HUB_TEST(test_a_turn_is_written_at_once),
        cmocka_unit_test(test_a_sync_is_waited_for_elsewhere),
        cmocka_unit_test(test_what_is_not_written_has_not_happened),
        HUB_TEST(test_a_refused_game_is_not_saved),
        cmocka_unit_test(test_saved_games_have_a_limit),
        HUB_TEST(test_tidying_keeps_what_is_open),
        cmocka_unit_test(test_a_full_disk_does_not_keep_its_games),
        cmocka_unit_test(test_a_full_disk_needs_no_spare_file),
    };
    return cmocka_run_group_tests_name("hub_turns", tests, NULL, NULL);
}
