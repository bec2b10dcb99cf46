/* One honest page among thirty that ask for everything (R15): its machine moves within two seconds,
 * and a plain file is given within a tenth of one.
 *
 *     FAIR_MS=600000 SLACK=1 build/tests/test_fairness     the full proof, ten minutes
 *
 * The crowd is a process of its own. Each of its pages asks for laboratories, trees, reviews,
 * analyses, bursts of new games, games of slow machines, and sends objects of 7,000 names; now and
 * then one leaves in the midst of it and another comes. */
#include "base/clock.h"
#include "base/rng.h"
#include "dial.h"
#include "page_server.h"
#include "store_dump.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CROWD = 30,
    BURST = 50,           /* new games at once */
    NAMES = 7000,         /* of the large object */
    OUT_MOST = 256 << 10, /* of a page of the crowd that is not taken yet */
    MOVE_US = 2000000,    /* promised */
    FILE_US = 100000,     /* promised */
    BETWEEN_US = 100000,  /* of two files that are asked for */
    MAX_TIMES = 100000,
};

/* ---- the crowd ---------------------------------------------------------------------------------
 */

typedef struct {
    int fd, number;
    Str out;
} Pest;

static void add_frame(Pest *pest, const char *text, size_t size)
{
    str_char(&pest->out, (char)0x81);
    str_char(&pest->out, (char)(0x80 | (size < 126 ? size : size < 65536 ? 126 : 127)));
    if (size >= 65536)
        str_bytes(&pest->out, "\0\0\0\0\0\1", 6);
    if (size >= 126) {
        str_char(&pest->out, (char)(size >> 8));
        str_char(&pest->out, (char)size);
    }
    str_bytes(&pest->out, "\0\0\0\0", 4);
    str_bytes(&pest->out, text, size);
}

static void pest_asks(Pest *pest, const char *what, const char *fields)
{
    Str text = {0};
    str_printf(&text, "{\"do\":\"%s\",\"n\":%d%s%s}", what, ++pest->number,
               fields[0] != '\0' ? "," : "", fields);
    add_frame(pest, str_get(&text), text.size);
    str_free(&text);
}

/* 64 kB, as many names as fit. */
static void pest_sends_names(Pest *pest)
{
    Str text = {0};
    str_printf(&text, "{\"do\":\"new\",\"n\":%d", ++pest->number);
    for (int i = 0; i < NAMES; i++)
        str_printf(&text, ",\"%d\":0", i);
    str_char(&text, '}');
    assert_true(text.size < 65536);
    add_frame(pest, str_get(&text), text.size);
    str_free(&text);
}

#define EIGHT(player)                                                                              \
    "\"" player "\",\"" player "\",\"" player "\",\"" player "\",\"" player "\",\"" player         \
    "\",\"" player "\",\"" player "\""

/* One of the things that cost. Games have small numbers: those of the crowd come first. */
static void pest_wants_something(Pest *pest, uint64_t *rng)
{
    char game[64];
    snprintf(game, sizeof game, "\"id\":%u", 1 + rng_below(rng, 400));
    switch (rng_below(rng, 9)) {
    case 0:
        pest_asks(
            pest, "lab",
            "\"game\":\"gomoku\",\"limit\":{\"time_ms\":10000},\"players\":[" EIGHT("pvs") "]");
        break;
    case 1:
        pest_asks(pest, "tree",
                  "\"game\":\"hasami\",\"depth\":12,\"most\":5000,\"player\":\"mcts\"");
        break;
    case 2:
        pest_asks(pest, "open", game);
        pest_asks(pest, "review", game);
        break;
    case 3:
        pest_asks(pest, "analyse", game);
        break;
    case 4:
        for (int i = 0; i < BURST; i++)
            pest_asks(pest, "new", "\"game\":\"gomoku\"");
        break;
    case 5:
        pest_asks(pest, "new",
                  "\"game\":\"gomoku\",\"seats\":[{\"kind\":\"player\",\"player\":\"pvs,time=30\"},"
                  "{\"kind\":\"player\",\"player\":\"mcts,time=30\"}]");
        break;
    case 6:
        pest_asks(pest, "scores", game);
        pest_asks(pest, "hint", game);
        break;
    case 7:
        pest_asks(pest, "close", game);
        pest_asks(pest, "games", "");
        break;
    default:
        pest_sends_names(pest);
    }
}

static void pest_comes(Pest *pest, const PageServer *server)
{
    str_clear(&pest->out);
    pest->fd = page_open(server);
    pest_asks(pest, "hello", "");
}

/* A page may follow few games: it closes each that it has made, so that it can make the next. */
static void pest_closes_new(Pest *pest, const char *bytes, size_t size)
{
    static const char made[] = "\"ok\":true,\"id\":";
    for (const char *at = bytes, *end = bytes + size;
         (at = memmem(at, (size_t)(end - at), made, sizeof made - 1)) != NULL;) {
        char fields[64];
        at += sizeof made - 1;
        snprintf(fields, sizeof fields, "\"id\":%lld", strtoll(at, NULL, 10));
        pest_asks(pest, "close", fields);
    }
}

/* Sends what it can, and takes what comes. False: the server has cut it. */
static bool pest_turn(Pest *pest)
{
    static char bytes[65536 + 1];
    ssize_t     size;
    while ((size = recv(pest->fd, bytes, sizeof bytes - 1, MSG_DONTWAIT)) > 0) {
        bytes[size] = '\0';
        if (pest->out.size < OUT_MOST)
            pest_closes_new(pest, bytes, (size_t)size);
    }
    if (size == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
        return false;
    size = send(pest->fd, str_get(&pest->out), pest->out.size, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size > 0) {
        memmove(pest->out.text, pest->out.text + size, pest->out.size - (size_t)size);
        pest->out.size -= (size_t)size;
        pest->out.text[pest->out.size] = '\0';
    }
    return size >= 0 || errno == EAGAIN || errno == EWOULDBLOCK;
}

static _Noreturn void be_a_crowd(const PageServer *server)
{
    static Pest pests[CROWD];
    uint64_t    rng = 7;
    for (int i = 0; i < CROWD; i++)
        pest_comes(&pests[i], server);
    for (;;) {
        for (int i = 0; i < CROWD; i++) {
            if (pests[i].out.size < OUT_MOST)
                pest_wants_something(&pests[i], &rng);
            if (pest_turn(&pests[i]) && rng_below(&rng, 4000) != 0)
                continue;
            close(pests[i].fd);
            pest_comes(&pests[i], server);
        }
        usleep(20000); /* it shall not be the crowd that takes the processor */
    }
}

/* ---- the honest page ---------------------------------------------------------------------------
 */

typedef struct {
    int64_t moves[MAX_TIMES], files[MAX_TIMES];
    int     move_count, file_count;
} Times;

static int64_t ask_file(const PageServer *server)
{
    char    text[200];
    Str     answer = {0};
    int64_t begin = clock_now_us();
    int     fd = dial(server->port);
    int     size = snprintf(text, sizeof text,
                            "GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
                            server->port);
    dial_send(fd, text, (size_t)size);
    page_read_answer(fd, NULL, &answer);
    assert_int_equal(page_status_of(&answer), 200);
    close(fd);
    str_free(&answer);
    return clock_now_us() - begin;
}

/* Until the state comes in which that many plies are played, or the game is over. */
static bool wait_for_plies(int fd, int64_t id, int plies)
{
    for (bool is_over = false;;) {
        JsonTree *shown = page_read_message(fd, "event", "state", 0);
        bool      is_ours = json_tree_get(shown, "id")->whole == id;
        int       ply = (int)json_tree_get(shown, "ply")->whole;
        is_over = is_ours && json_tree_is(json_tree_get(shown, "result"), TREE_OBJECT);
        json_tree_delete(shown);
        if (is_over || (is_ours && ply >= plies))
            return !is_over;
    }
}

/* A game of Connect Four against level 5; each answer is timed. */
static void play_game(int fd, int *number, Times *times, int64_t until_us)
{
    enum { COLUMNS = 7 };
    char      fields[200];
    JsonTree *made = page_say(fd, ++*number, "new",
                              "\"game\":\"connect4\",\"seats\":[{\"kind\":\"person\"},{\"kind\":"
                              "\"player\",\"player\":\"level5\"}]");
    int64_t   id = json_tree_get(made, "id")->whole;
    bool      goes_on = true;
    json_tree_delete(made);
    for (int plies = 2; goes_on && plies <= 12 && clock_now_us() < until_us; plies += 2) {
        int64_t begin = clock_now_us();
        int     size = snprintf(fields, sizeof fields,
                                "{\"do\":\"play\",\"n\":%d,\"id\":%lld,\"move\":\"%d\"}", ++*number,
                                (long long)id, 1 + plies / 2 % COLUMNS);
        page_send_frame(fd, 0x81, fields, (size_t)size);
        goes_on = wait_for_plies(fd, id, plies);
        assert_true(times->move_count < MAX_TIMES);
        times->moves[times->move_count++] = clock_now_us() - begin;
        usleep(300000);
    }
    snprintf(fields, sizeof fields, "\"id\":%lld", (long long)id);
    json_tree_delete(page_say(fd, ++*number, "close", fields));
}

/* Files are asked for by a process of its own: they do not wait for the moves. */
static pid_t begin_files(const PageServer *server, int64_t until_us, int pipe_out)
{
    pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (clock_now_us() < until_us) {
        int64_t took = ask_file(server);
        if (write(pipe_out, &took, sizeof took) != sizeof took)
            _exit(1);
        usleep(BETWEEN_US);
    }
    _exit(0);
}

static int64_t longest(const int64_t times[], int count)
{
    int64_t most = 0;
    for (int i = 0; i < count; i++)
        most = times[i] > most ? times[i] : most;
    return most;
}

static void report(const char *what, int64_t times[], int count)
{
    int64_t most = longest(times, count);
    print_message("%s: %d, p99 %.1f ms, longest %.1f ms\n", what, count,
                  (double)percentile_99(times, count) / 1000, (double)most / 1000);
}

static void test_an_honest_page_is_served_among_thirty_others(void **state)
{
    const PageServer *server = *state;
    static Times      times;
    int64_t           lasts_us = 1000 * number_from_environment("FAIR_MS", 10000);
    int64_t           slack = number_from_environment("SLACK", 10);
    int               number = 1, pipes[2], status;
    pid_t             crowd = fork();
    if (crowd == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        be_a_crowd(server);
    }
    usleep(500000);
    int64_t until_us = clock_now_us() + lasts_us;
    assert_int_equal(pipe(pipes), 0);
    pid_t files = begin_files(server, until_us, pipes[1]);
    close(pipes[1]);
    int fd = page_open(server);
    json_tree_delete(page_say(fd, number, "hello", ""));
    while (clock_now_us() < until_us)
        play_game(fd, &number, &times, until_us);
    close(fd);
    for (int64_t took; read(pipes[0], &took, sizeof took) == sizeof took;)
        if (times.file_count < MAX_TIMES)
            times.files[times.file_count++] = took;
    close(pipes[0]);
    assert_int_equal(waitpid(files, &status, 0), files);
    assert_int_equal(status, 0);
    kill(crowd, SIGKILL);
    assert_int_equal(waitpid(crowd, &status, 0), crowd);
    assert_true(times.move_count > 0 && times.file_count > 0);
    report("moves of level 5", times.moves, times.move_count);
    report("files", times.files, times.file_count);
    print_message("server: %ld kB\n", page_server_kilobytes(server->pid));
    assert_true(longest(times.moves, times.move_count) < MOVE_US * slack);
    assert_true(longest(times.files, times.file_count) < FILE_US * slack);
}

/* 2,500 new games in one go from one page: another page hardly notices. */
static void test_a_burst_of_new_games_stops_nobody(void **state)
{
    const PageServer *server = *state;
    enum { GAMES = 2500, LOOKS = 20 };
    Pest    burst = {.number = 0};
    int64_t took[LOOKS];
    int     fd = page_open(server), status;
    json_tree_delete(page_say(fd, 1, "hello", ""));
    burst.fd = page_open(server);
    pest_asks(&burst, "hello", "");
    for (int i = 0; i < GAMES; i++) {
        char fields[32];
        pest_asks(&burst, "new", "\"game\":\"tictactoe\"");
        snprintf(fields, sizeof fields, "\"id\":%d", i + 1); /* the store is new */
        pest_asks(&burst, "close", fields);
    }
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (pest_turn(&burst))
            usleep(1000);
        _exit(0);
    }
    usleep(50000);
    for (int i = 0; i < LOOKS; i++) {
        int64_t begin = clock_now_us();
        json_tree_delete(page_say(fd, 2 + i, "look", "\"game\":\"tictactoe\""));
        took[i] = clock_now_us() - begin;
        usleep(20000);
    }
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    report("looks beside a burst of 2,500 new games", took, LOOKS);
    assert_true(longest(took, LOOKS) < 100000 * number_from_environment("SLACK", 10));
    close(burst.fd);
    close(fd);
    str_free(&burst.out);
}

#define FAIR_TEST(name)                                                                            \
    cmocka_unit_test_setup_teardown(name, page_server_set_up, page_server_tear_down)

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {
        FAIR_TEST(test_an_honest_page_is_served_among_thirty_others),
        FAIR_TEST(test_a_burst_of_new_games_stops_nobody),
    };
    page_server_find(argv[0]);
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("fairness", tests, NULL, NULL);
}
