/* Many games and many pages at once (R5): how soon a page sees a move, and how little pages cost.
 *
 *     GAMES=64 VIEWERS=200 IDLE=500 LOAD_MS=60000 SLACK=1 build/tests/test_load     the full proof
 */
#include "base/clock.h"
#include "page_server.h"
#include "store_dump.h"
#include "support.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MAX_LINKS = 900,
    MAX_TIMES = 400000,
    SLEEP_US = 500000,   /* of an engine, before each move */
    LAST_PLY = 60,       /* then it begins anew */
    HANG_US = 240000000, /* nothing of this takes so long on a machine that lets us run at all */
};

/* A page that follows one game; the first of each game is the engine that plays it. */
typedef struct {
    int fd, game;
    Str in; /* a frame that is not whole yet */
} Link;

typedef struct {
    int64_t id, next_us; /* when its engine wakes */
    int64_t sent_us;     /* when the last move was sent */
    int     ply;         /* that every page shall see */
    int     pages, seen; /* that follow it; of these, who has seen the last move */
    int     left;        /* moves still to be made */
} Match;

typedef struct {
    Link     links[MAX_LINKS];
    Match    matches[MAX_LINKS];
    int      link_count, match_count, number;
    int64_t *times;
    int      time_count;
} Load;

/* ---- frames ------------------------------------------------------------------------------------
 */

/* Bytes of the whole frame at the front, 0: there is none yet; its text is at *text. */
static size_t whole_frame(const Str *in, const char **text)
{
    const unsigned char *bytes = (const unsigned char *)str_get(in);
    size_t               head = 2, size = in->size >= 2 ? bytes[1] : 0;
    if (in->size < 2)
        return 0;
    if (size >= 126) {
        size_t wide = size == 126 ? 2 : 8;
        head += wide;
        if (in->size < head)
            return 0;
        size = 0;
        for (size_t i = 0; i < wide; i++)
            size = size << 8 | bytes[2 + i];
    }
    *text = str_get(in) + head;
    return in->size >= head + size ? head + size : 0;
}

/* The first number behind `"key":`; the engine's own words come first in a state. */
static int64_t number_behind(const char *text, size_t size, const char *key)
{
    const char *at = memmem(text, size, key, strlen(key));
    return at != NULL ? strtoll(at + strlen(key), NULL, 10) : -1;
}

static void take_frame(Load *load, const Link *link, const char *text, size_t size)
{
    Match *match = &load->matches[link->game];
    if (memmem(text, size, "\"event\":\"state\"", 15) == NULL ||
        number_behind(text, size, "\"ply\":") != match->ply)
        return;
    assert_int_equal(number_behind(text, size, "\"id\":"), match->id);
    assert_true(load->time_count < MAX_TIMES);
    load->times[load->time_count++] = clock_now_us() - match->sent_us;
    match->seen++;
}

static void read_link(Load *load, Link *link)
{
    char        bytes[16384];
    const char *text;
    ssize_t     size = recv(link->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (size < 0 && errno == EAGAIN)
        return;
    assert_true(size > 0);
    str_bytes(&link->in, bytes, (size_t)size);
    for (size_t whole; (whole = whole_frame(&link->in, &text)) > 0;) {
        size_t head = (size_t)(text - str_get(&link->in));
        take_frame(load, link, text, whole - head);
        memmove(link->in.text, link->in.text + whole, link->in.size - whole);
        link->in.size -= whole;
        link->in.text[link->in.size] = '\0';
    }
}

/* ---- the crowd ---------------------------------------------------------------------------------
 */

static Link *add_link(Load *load, const PageServer *server, int game)
{
    assert_true(load->link_count < MAX_LINKS);
    Link *link = &load->links[load->link_count++];
    *link = (Link){.fd = page_open(server), .game = game};
    json_tree_delete(page_say(link->fd, 1, "hello", ""));
    return link;
}

static void add_match(Load *load, const PageServer *server, int64_t wakes_us)
{
    Link     *link = add_link(load, server, load->match_count);
    JsonTree *made = page_say(link->fd, 2, "new", "\"game\":\"gomoku\",\"preset\":\"gomocup\"");
    load->matches[load->match_count++] =
        (Match){.id = json_tree_get(made, "id")->whole, .next_us = wakes_us, .pages = 1, .seen = 1};
    json_tree_delete(made);
}

static void add_viewer(Load *load, const PageServer *server, int game)
{
    char  fields[64];
    Link *link = add_link(load, server, game);
    snprintf(fields, sizeof fields, "\"id\":%lld", (long long)load->matches[game].id);
    json_tree_delete(page_say(link->fd, 2, "open", fields));
    load->matches[game].pages++;
    load->matches[game].seen++;
}

static void remove_all(Load *load)
{
    for (int i = 0; i < load->link_count; i++) {
        close(load->links[i].fd);
        str_free(&load->links[i].in);
    }
    free(load->times);
    free(load);
}

static Load *new_load(void)
{
    Load *load = calloc(1, sizeof *load);
    assert_non_null(load);
    load->times = calloc(MAX_TIMES, sizeof load->times[0]);
    assert_non_null(load->times);
    return load;
}

/* The engine has slept enough: its move, three points from the one before, so that nobody wins. */
static void wake_engine(Load *load, int game)
{
    char   text[200];
    Match *match = &load->matches[game];
    int    size;
    if (match->ply == LAST_PLY) {
        match->ply = 0;
        size = snprintf(text, sizeof text, "{\"do\":\"jump\",\"n\":%d,\"id\":%lld,\"ply\":0}",
                        ++load->number, (long long)match->id);
    } else {
        size = snprintf(text, sizeof text, "{\"do\":\"play\",\"n\":%d,\"id\":%lld,\"to\":%d}",
                        ++load->number, (long long)match->id, 3 * match->ply);
        match->ply++;
    }
    match->left--;
    match->seen = 0;
    match->sent_us = clock_now_us();
    match->next_us = match->sent_us + SLEEP_US;
    page_send_frame(load->links[game].fd, 0x81, text, (size_t)size);
}

/* Every game makes its moves, each once all its pages have seen the one before; on a busy machine
 * that takes longer, and proves the same. */
static void play_on(Load *load, int moves)
{
    static struct pollfd polled[MAX_LINKS];
    int64_t              hangs_us = clock_now_us() + HANG_US * (1 + moves / 100);
    for (int i = 0; i < load->match_count; i++)
        load->matches[i].left = moves;
    for (;;) {
        int64_t now = clock_now_us(), due = now + SLEEP_US;
        bool    is_over = true;
        for (int i = 0; i < load->match_count; i++) {
            Match *match = &load->matches[i];
            if (match->left > 0 && match->seen == match->pages && match->next_us <= now)
                wake_engine(load, i);
            is_over = is_over && match->left == 0 && match->seen == match->pages;
            if (match->left > 0 && match->seen == match->pages && match->next_us < due)
                due = match->next_us;
        }
        if (is_over)
            return;
        assert_true(now < hangs_us);
        for (int i = 0; i < load->link_count; i++)
            polled[i] = (struct pollfd){.fd = load->links[i].fd, .events = POLLIN};
        int64_t wait_us = due - clock_now_us();
        poll(polled, (nfds_t)load->link_count, wait_us > 0 ? (int)(wait_us / 1000) + 1 : 0);
        for (int i = 0; i < load->link_count; i++)
            if (polled[i].revents != 0)
                read_link(load, &load->links[i]);
    }
}

/* ---- tests -------------------------------------------------------------------------------------
 */

static void test_every_page_sees_a_move_at_once(void **state)
{
    const PageServer *server = *state;
    int               games = (int)number_from_environment("GAMES", 8);
    int               viewers = (int)number_from_environment("VIEWERS", 24);
    int               moves = (int)(1000 * number_from_environment("LOAD_MS", 2500) / SLEEP_US);
    int               threads = page_server_threads(server->pid);
    Load             *load = new_load();
    for (int i = 0; i < games; i++)
        add_match(load, server, 0);
    for (int i = 0; i < viewers; i++)
        add_viewer(load, server, i % games);
    int64_t begin = clock_now_us();
    for (int i = 0; i < games; i++)
        load->matches[i].next_us = begin + SLEEP_US * i / games;
    int64_t cpu_us = page_server_cpu_us(server->pid);
    play_on(load, moves);
    cpu_us = page_server_cpu_us(server->pid) - cpu_us;
    assert_int_equal(load->time_count, moves * load->link_count); /* all saw every move */
    int64_t p99 = percentile_99(load->times, load->time_count);
    printf("%d games, %d more pages, %d moves: %d updates, p99 %.1f ms, worst %.1f ms, "
           "%.0f us of CPU an update, %ld kB\n",
           games, viewers, moves, load->time_count, (double)p99 / 1000,
           (double)load->times[load->time_count - 1] / 1000, (double)cpu_us / load->time_count,
           page_server_kilobytes(server->pid));
    /* What an update costs says the same on a busy machine; how soon it comes is for a quiet one.
     */
#ifndef UNDER_SANITIZER
    assert_true(cpu_us < 1000 * (int64_t)load->time_count);
#endif
    if (getenv("SLACK") != NULL)
        assert_true(p99 < 250000 * number_from_environment("SLACK", 1));
    assert_int_equal(page_server_threads(server->pid), threads);
    remove_all(load);
}

static void test_pages_that_only_look_cost_little(void **state)
{
    const PageServer *server = *state;
    int               idle = (int)number_from_environment("IDLE", 100);
    int               threads = page_server_threads(server->pid);
    Load             *load = new_load();
    add_match(load, server, INT64_MAX / 2); /* one move, at our word */
    for (int i = 0; i < idle; i++)
        add_viewer(load, server, 0);
    load->matches[0].next_us = 0;
    play_on(load, 1);
    assert_int_equal(load->time_count, load->link_count); /* all of them are alive */
    long size = page_server_kilobytes(server->pid);
    printf("%d idle pages: %ld kB, %d threads\n", idle, size, threads);
    assert_int_equal(page_server_threads(server->pid), threads);
#ifndef UNDER_SANITIZER
    assert_true(size < 32 * 1024);
#endif
    remove_all(load);
}

#define LOAD_TEST(name)                                                                            \
    cmocka_unit_test_setup_teardown(name, page_server_set_up, page_server_tear_down)

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {
        LOAD_TEST(test_every_page_sees_a_move_at_once),
        LOAD_TEST(test_pages_that_only_look_cost_little),
    };
    page_server_find(argv[0]);
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
