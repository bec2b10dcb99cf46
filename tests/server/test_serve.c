/* `plateau serve` itself, from outside: who is let in (S1, R10), who is cut (R9), what outlives it
 * (R11).
 *
 *     HTTP_REQUESTS=100000 LORIS=200 LORIS_MS=60000 build/tests/test_serve       the full proof */
#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "dial.h"
#include "page_server.h"
#include "net/websocket.h"
#include "store_dump.h"
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- HTTP --------------------------------------------------------------------------------------
 */

/* A request with these lines between its first and its end; the connection is closed behind it. */
static int request(const PageServer *server, const char *first, const char *lines, Str *answer)
{
    Str text = {0};
    int fd = dial(server->port);
    str_printf(&text, "%s\r\n%sConnection: close\r\n\r\n", first, lines);
    str_clear(answer);
    dial_send(fd, str_get(&text), text.size);
    page_read_answer(fd, NULL, answer);
    close(fd);
    str_free(&text);
    return page_status_of(answer);
}

static const char *host_line(const PageServer *server)
{
    static char line[64];
    snprintf(line, sizeof line, "Host: 127.0.0.1:%d\r\n", server->port);
    return line;
}

static void test_the_page_comes_with_its_headers(void **state)
{
    const PageServer *server = *state;
    Str               answer = {0};
    char              lines[300], etag[64];
    assert_int_equal(request(server, "GET / HTTP/1.1", host_line(server), &answer), 200);
    static const char *const wanted[] = {
        "Content-Security-Policy: default-src 'self'; script-src 'self'",
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Content-Type: text/html; charset=utf-8",
        "<!doctype html>"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (strcasestr(str_get(&answer), wanted[i]) == NULL)
            fail_msg("%s is missing", wanted[i]);
    assert_null(strstr(str_get(&answer), "unsafe-inline"));
    const char *tag = strstr(str_get(&answer), "ETag: ") + 6;
    snprintf(etag, sizeof etag, "%.*s", (int)strcspn(tag, "\r"), tag);
    snprintf(lines, sizeof lines, "%sIf-None-Match: %s\r\n", host_line(server), etag);
    assert_int_equal(request(server, "GET / HTTP/1.1", lines, &answer), 304);
    assert_int_equal(request(server, "HEAD / HTTP/1.1", host_line(server), &answer), 200);
    assert_null(strstr(str_get(&answer), "<!doctype"));
    str_free(&answer);
}

static void test_strangers_and_abuse_are_refused(void **state)
{
    const PageServer *server = *state;
    Str               answer = {0}, lines = {0};
    const char       *host = host_line(server);
    assert_int_equal(request(server, "GET / HTTP/1.1", "", &answer), 400);
    assert_int_equal(request(server, "GET / HTTP/1.1", "Host: evil.example\r\n", &answer), 421);
    assert_int_equal(request(server, "GET / HTTP/1.1", "Host: 127.0.0.1:1\r\n", &answer), 421);
    str_printf(&lines, "Host: 192.168.0.1:%d\r\n", server->port);
    assert_int_equal(request(server, "GET / HTTP/1.1", str_get(&lines), &answer), 421);
    str_clear(&lines);
    str_printf(&lines, "%sOrigin: http://evil.example\r\n", host);
    assert_int_equal(request(server, "GET / HTTP/1.1", str_get(&lines), &answer), 403);
    assert_int_equal(request(server, "GET /ws HTTP/1.1", str_get(&lines), &answer), 403);
    str_text(&lines, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    assert_int_equal(request(server, "GET /ws HTTP/1.1", str_get(&lines), &answer), 403);
    str_clear(&lines);
    str_printf(&lines,
               "%sUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
               host);
    assert_int_equal(request(server, "GET /ws HTTP/1.1", str_get(&lines), &answer), 403);
    assert_int_equal(request(server, "GET /ws HTTP/1.1", host, &answer), 426);
    static const char *const paths[] = {"/../etc/passwd", "/..%2f..%2fetc/passwd", "/none",
                                        "/index.html/..", "//etc/passwd"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char first[100];
        snprintf(first, sizeof first, "GET %s HTTP/1.1", paths[i]);
        assert_int_equal(request(server, first, host, &answer), 404);
    }
    str_clear(&lines);
    str_printf(&lines, "%sContent-Length: 100000000\r\n", host);
    assert_int_equal(request(server, "POST / HTTP/1.1", str_get(&lines), &answer), 413);
    str_clear(&lines);
    str_printf(&lines, "%sTransfer-Encoding: chunked\r\n", host);
    assert_int_equal(request(server, "POST / HTTP/1.1", str_get(&lines), &answer), 413);
    assert_int_equal(request(server, "POST / HTTP/1.1", host, &answer), 405);
    assert_int_equal(request(server, "DELETE / HTTP/1.1", host, &answer), 405);
    str_clear(&lines);
    str_printf(&lines, "%sX: ", host);
    for (int i = 0; i < 10000; i++)
        str_char(&lines, 'x');
    str_text(&lines, "\r\n");
    assert_int_equal(request(server, "GET / HTTP/1.1", str_get(&lines), &answer), 431);
    str_free(&lines);
    str_free(&answer);
}

/* ---- WebSocket ---------------------------------------------------------------------------------
 */

/* The server says why and closes. */
static void must_be_closed(int fd, int status)
{
    Str bytes = {0};
    while (page_read_frame(fd, &bytes) != OPCODE_CLOSE)
        continue;
    assert_int_equal(bytes.size, 2);
    assert_int_equal((unsigned char)bytes.text[0] << 8 | (unsigned char)bytes.text[1], status);
    dial_expect_end(fd);
    close(fd);
    str_free(&bytes);
}

static void test_bad_frames_are_closed(void **state)
{
    const PageServer *server = *state;
    int               fd = page_open(server);
    page_send_frame(fd, 0x81, "\"\xff\xfe\"", 4);
    must_be_closed(fd, 1007);
    fd = page_open(server);
    dial_send(fd, "\x81\x02{}", 4); /* not masked */
    must_be_closed(fd, 1002);
    fd = page_open(server);
    dial_send(fd, "\x81\xff\0\0\0\0\0\x10\0\0....", 14); /* a megabyte is announced */
    must_be_closed(fd, 1009);
    fd = page_open(server);
    page_send_frame(fd, 0x82, "x", 1);
    must_be_closed(fd, 1003);
    fd = page_open(server);
    page_send_frame(fd, 0x88, "", 0);
    must_be_closed(fd, 1000);
}

/* ---- R9 ----------------------------------------------------------------------------------------
 */

/* True when the other side has closed it. */
static bool is_closed(int fd)
{
    char    byte;
    ssize_t size = recv(fd, &byte, 1, MSG_DONTWAIT);
    return size == 0 || (size < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

static void test_slow_ones_are_cut_and_others_served(void **state)
{
    const PageServer *server = *state;
    enum { MOST = 400, MAX_TIMES = 4096 };
    int            count = (int)number_from_environment("LORIS", 40);
    int64_t        lasts_ms = number_from_environment("LORIS_MS", 3000);
    int            fds[MOST], times = 0;
    int64_t        born[MOST], longest = 0;
    static int64_t took[MAX_TIMES];
    Str            answer = {0};
    assert_true(count <= MOST);
    for (int i = 0; i < count; i++) {
        fds[i] = i % 4 == 3 ? page_open(server) : dial(server->port);
        born[i] = clock_now_us();
    }
    int64_t until = clock_now_us() + lasts_ms * 1000;
    for (int round = 0; clock_now_us() < until; round++) {
        for (int i = 0; i < count; i++) {
            if (is_closed(fds[i])) {
                int64_t lived = clock_now_us() - born[i];
                longest = lived > longest ? lived : longest;
                close(fds[i]);
                fds[i] = i % 4 == 3 ? page_open(server) : dial(server->port);
                born[i] = clock_now_us();
            }
            /* A byte now and then: of a head, or of a message that never ends. */
            ssize_t ignored =
                send(fds[i], i % 4 == 3 ? "\x01" : "G", round % 20 == 0, MSG_NOSIGNAL);
            (void)ignored;
        }
        int64_t begin = clock_now_us();
        assert_int_equal(request(server, "GET / HTTP/1.1", host_line(server), &answer), 200);
        if (times < MAX_TIMES)
            took[times++] = clock_now_us() - begin;
        usleep(20000);
    }
    for (int i = 0; i < count; i++)
        close(fds[i]);
    str_free(&answer);
    int64_t p99 = percentile_99(took, times);
    printf("%d slow connections for %lld ms: %d requests, p99 %.1f ms, slow ones lived %.1f s at "
           "most (patience %.1f s)\n",
           count, (long long)lasts_ms, times, (double)p99 / 1000, (double)longest / 1e6,
           SERVER_PATIENCE_MS / 1000.0);
    assert_true(longest > 0 && longest < (SERVER_PATIENCE_MS + 5000) * 1000LL);
    assert_true(p99 < 50000 * number_from_environment("SLACK", 10));
}

/* ---- R10 ---------------------------------------------------------------------------------------
 */

static int count_descriptors(pid_t pid)
{
    char path[64];
    int  count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return -1;
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static size_t mutate(char *text, size_t size, size_t capacity, uint64_t *rng)
{
    for (uint32_t n = 1 + rng_below(rng, 4); n > 0 && size > 1; n--) {
        size_t at = rng_below(rng, (uint32_t)size);
        switch (rng_below(rng, 4)) {
        case 0:
            text[at] = (char)rng_below(rng, 256);
            break;
        case 1:
            memmove(text + at, text + at + 1, size - at - 1);
            size--;
            break;
        case 2:
            if (size + 1 < capacity) {
                memmove(text + at + 1, text + at, size - at);
                size++;
            }
            break;
        default:
            size = at + 1;
        }
    }
    return size;
}

/* Whatever is said, and wherever it is cut: the server lives, and lets go of the connection. */
static void test_mutated_requests_do_no_harm(void **state)
{
    const PageServer *server = *state;
    long              count = number_from_environment("HTTP_REQUESTS", 1000);
    uint64_t          rng = 1;
    int               before = count_descriptors(server->pid);
    Str               answer = {0};
    for (long i = 0; i < count; i++) {
        char    text[1024];
        int     fd = i % 4 == 0 ? page_open(server) : dial(server->port);
        int     size = i % 4 == 0
                           ? snprintf(text, sizeof text,
                                      "\x81\x9a%c%c%c%c{\"do\":\"hello\",\"n\":1,\"a\":1}", 0, 0, 0, 0)
                           : snprintf(text, sizeof text,
                                      "GET / HTTP/1.1\r\n%sUpgrade: websocket\r\n"
                                          "Sec-WebSocket-Version: 13\r\nContent-Length: 0\r\n\r\n",
                                      host_line(server));
        size_t  length = mutate(text, (size_t)size, sizeof text, &rng);
        ssize_t ignored = send(fd, text, length, MSG_NOSIGNAL);
        (void)ignored;
        if (i % 8 == 0) {
            char bytes[4096];
            usleep(200);
            ignored = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
        }
        close(fd);
    }
    assert_int_equal(request(server, "GET / HTTP/1.1", host_line(server), &answer), 200);
    str_free(&answer);
    int after = before + 1;
    for (int i = 0; i < 100 && after > before; i++) {
        usleep(100000);
        after = count_descriptors(server->pid);
    }
    printf("%ld mutated requests: %d descriptors before, %d after\n", count, before, after);
    if (before >= 0)
        assert_true(after <= before);
}

/* ---- S1, R11 -----------------------------------------------------------------------------------
 */

static bool listens_on_loopback_alone(int port)
{
    char  line[300], wanted[32];
    bool  is_found = false, is_alone = true;
    FILE *file = fopen("/proc/net/tcp", "r");
    if (file == NULL)
        return true;
    snprintf(wanted, sizeof wanted, ":%04X", (unsigned)port);
    while (fgets(line, sizeof line, file) != NULL) {
        const char *local = strchr(line, ':');
        if (local == NULL || strlen(local) < 20 || strncmp(local + 10, wanted, 5) != 0 ||
            strstr(line, " 0A ") == NULL)
            continue;
        is_found = true;
        is_alone &= strncmp(local + 2, "0100007F", 8) == 0;
    }
    fclose(file);
    return is_found && is_alone;
}

static void test_only_this_machine_is_listened_to(void **state)
{
    const PageServer *server = *state;
    assert_non_null(strstr(server->address, "http://127.0.0.1:"));
    assert_null(strchr(server->address, '#'));
    assert_true(listens_on_loopback_alone(server->port));
}

static void test_a_network_needs_the_printed_token(void **state)
{
    (void)state;
    PageServer  server = {0};
    const char *more[] = {"--lan", NULL};
    char        fields[128];
    store_path(server.store, sizeof server.store);
    page_server_start(&server, more, 0);
    const char *token = strchr(server.address, '#');
    assert_non_null(token);
    assert_int_equal(strlen(token + 1), 26);
    int fd = page_open(&server);
    page_send_frame(fd, 0x81, "{\"do\":\"hello\",\"n\":1}", 20);
    JsonTree *answer = page_read_message(fd, "re", NULL, 1);
    assert_non_null(json_tree_get(answer, "error"));
    json_tree_delete(answer);
    snprintf(fields, sizeof fields, "\"token\":\"%s\"", token + 1);
    json_tree_delete(page_say(fd, 2, "hello", fields));
    close(fd);
    assert_false(listens_on_loopback_alone(server.port));
    assert_true(WIFEXITED(page_server_end(&server, SIGINT)));
    store_remove(server.store);
}

/* A browser of the test's own: it notes what it was started with. */
static void write_browser(const char *folder)
{
    char path[SERVER_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/xdg-open", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "#!/bin/sh\n"
            "stat -c %%a \"$1\" >%s/mode\n"
            "cat \"$1\" >%s/page\n"
            "printf '%%s\\n' \"$@\" >%s/noted\n"
            "mv %s/noted %s/arguments\n",
            folder, folder, folder, folder, folder);
    fclose(file);
    assert_int_equal(chmod(path, 0700), 0);
}

/* What the file has once it is there. */
static void read_noted(const char *folder, const char *name, Str *out)
{
    char  path[SERVER_PATH_SIZE + 16];
    Error err;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (int i = 0; i < 100 && access(path, R_OK) != 0; i++)
        usleep(100000);
    str_clear(out);
    if (!file_read(path, 10000, out, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

/* What `ps` shows, every user of the machine reads. */
static void test_the_secret_is_in_no_command_line(void **state)
{
    (void)state;
    PageServer  server = {0};
    const char *more[] = {"--lan", "--open", NULL};
    char        folder[SERVER_PATH_SIZE], path[2 * SERVER_PATH_SIZE], before[4096];
    Str         noted = {0}, page = {0};
    store_path(folder, sizeof folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    write_browser(folder);
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", folder);
    setenv("PATH", path, 1);
    setenv("DISPLAY", ":0", 1);
    setenv("XDG_RUNTIME_DIR", folder, 1);
    store_path(server.store, sizeof server.store);
    page_server_start(&server, more, 0);
    setenv("PATH", before, 1);
    unsetenv("XDG_RUNTIME_DIR");
    const char *token = strchr(server.address, '#');
    assert_non_null(token);
    read_noted(folder, "arguments", &noted);
    assert_null(strstr(str_get(&noted), token + 1));
    read_noted(folder, "mode", &page);
    assert_string_equal(str_get(&page), "600\n");
    read_noted(folder, "page", &page);
    assert_non_null(strstr(str_get(&page), server.address)); /* it leads there all the same */
    assert_true(WIFEXITED(page_server_end(&server, SIGTERM)));
    noted.text[strcspn(noted.text, "\n")] = '\0';
    assert_int_equal(access(noted.text, F_OK), -1); /* and is gone when the server is */
    store_remove(server.store);
    store_remove(folder);
    str_free(&page);
    str_free(&noted);
}

/* Killed in the midst of a game: the same position is there again, within three seconds. */
static void test_a_killed_server_forgets_no_move(void **state)
{
    (void)state;
    PageServer server = {0};
    int        kills = (int)number_from_environment("KILLS", 5);
    char       fields[200], moves[1000] = "";
    store_path(server.store, sizeof server.store);
    page_server_start(&server, NULL, 0);
    int       port = server.port, fd = page_open(&server);
    JsonTree *answer = page_say(fd, 1, "hello", "");
    json_tree_delete(answer);
    answer = page_say(fd, 2, "new", "\"game\":\"gomoku\",\"preset\":\"gomocup\"");
    int64_t id = json_tree_get(answer, "id")->whole;
    json_tree_delete(answer);
    for (int i = 0; i < kills; i++) {
        snprintf(fields, sizeof fields, "\"id\":%lld,\"to\":%d", (long long)id, 3 * i);
        json_tree_delete(page_say(fd, 3, "play", fields));
        close(fd);
        assert_true(WIFSIGNALED(page_server_end(&server, SIGKILL)));
        int64_t begin = clock_now_us();
        page_server_start(&server, NULL, port);
        fd = page_open(&server);
        json_tree_delete(page_say(fd, 1, "hello", ""));
        snprintf(fields, sizeof fields, "\"id\":%lld", (long long)id);
        page_send_frame(fd, 0x81, "{\"do\":\"games\",\"n\":4}", 20);
        json_tree_delete(page_read_message(fd, "re", NULL, 4));
        snprintf(moves, sizeof moves, "{\"do\":\"open\",\"n\":5,%s}", fields);
        page_send_frame(fd, 0x81, moves, strlen(moves));
        JsonTree *shown = page_read_message(fd, "event", "state", 0);
        assert_true(clock_now_us() - begin < 3000000);
        assert_int_equal(json_tree_get(shown, "ply")->whole, i + 1);
        assert_int_equal(json_tree_get(json_tree_get(shown, "last"), "to")->whole, 3 * i);
        json_tree_delete(shown);
        json_tree_delete(page_read_message(fd, "re", NULL, 5));
    }
    close(fd);
    page_server_end(&server, SIGTERM);
    store_remove(server.store);
}

static void test_a_taken_port_is_told(void **state)
{
    const PageServer *server = *state;
    char              port[16], line[400], store[SERVER_PATH_SIZE];
    int               pipes[2], status = 0;
    snprintf(port, sizeof port, "%d", server->port);
    store_path(store, sizeof store);
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(pipes[1], STDERR_FILENO);
        execl(page_server_binary(), page_server_binary(), "serve", "--port", port, "--store", store,
              (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    page_server_first_line(pipes[0], line, sizeof line);
    close(pipes[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_non_null(strstr(line, "in use"));
    store_remove(store);
}

/* ---- size --------------------------------------------------------------------------------------
 */

/* Twenty pages, each with a game against a machine and its analysis on. */
static void test_twenty_pages_stay_small(void **state)
{
    const PageServer *server = *state;
    enum { PAGES = 20 };
    static const char *const games[] = {"fousfous", "hasami", "connect4", "gomoku", "tictactoe"};
    int                      fds[PAGES];
    char                     fields[300];
    int                      threads = page_server_threads(server->pid);
    for (int i = 0; i < PAGES; i++) {
        fds[i] = page_open(server);
        json_tree_delete(page_say(fds[i], 1, "hello", ""));
        snprintf(fields, sizeof fields,
                 "\"game\":\"%s\",\"seats\":[{\"kind\":\"player\",\"player\":\"pvs,time=0.1\"},"
                 "{\"kind\":\"person\"}]",
                 games[i % 5]);
        JsonTree *answer = page_say(fds[i], 2, "new", fields);
        snprintf(fields, sizeof fields, "\"id\":%lld,\"lines\":3",
                 (long long)json_tree_get(answer, "id")->whole);
        json_tree_delete(answer);
        json_tree_delete(page_say(fds[i], 3, "analyse", fields));
    }
    usleep(3000000);
    assert_int_equal(page_server_threads(server->pid), threads); /* one serves all sockets */
    long size = page_server_kilobytes(server->pid);
    for (int i = 0; i < PAGES; i++)
        close(fds[i]);
    printf("%d pages: %ld kB\n", PAGES, size);
#ifndef UNDER_SANITIZER
    assert_true(size < 64 * 1024);
#endif
}

#define SERVER_TEST(name)                                                                          \
    cmocka_unit_test_setup_teardown(name, page_server_set_up, page_server_tear_down)

int main(int argc, char *argv[])
{
    const struct CMUnitTest tests[] = {
        SERVER_TEST(test_the_page_comes_with_its_headers),
        SERVER_TEST(test_strangers_and_abuse_are_refused),
        SERVER_TEST(test_bad_frames_are_closed),
        SERVER_TEST(test_slow_ones_are_cut_and_others_served),
        SERVER_TEST(test_mutated_requests_do_no_harm),
        SERVER_TEST(test_only_this_machine_is_listened_to),
        cmocka_unit_test(test_a_network_needs_the_printed_token),
        cmocka_unit_test(test_the_secret_is_in_no_command_line),
        cmocka_unit_test(test_a_killed_server_forgets_no_move),
        SERVER_TEST(test_a_taken_port_is_told),
        SERVER_TEST(test_twenty_pages_stay_small),
    };
    page_server_find(argv[0]);
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("serve", tests, NULL, NULL);
}
