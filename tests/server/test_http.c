/* The bytes of HTTP, WebSocket and JSON, and who is served next: the parts of the server that need
 * no server. */
#include "base/clock.h"
#include "base/json_tree.h"
#include "net/http_head.h"
#include "net/sha1.h"
#include "net/websocket.h"
#include "page/asset.h"
#include "page/pool.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- heads -------------------------------------------------------------------------------------
 */

static HeadState parse(const char *text, HttpHead *head)
{
    size_t used = 0;
    return http_head_parse(text, strlen(text), head, &used);
}

static void test_a_head_is_read(void **state)
{
    (void)state;
    HttpHead    head;
    const char *text =
        "GET /a/b.js?x=1 HTTP/1.1\r\nhost: LocalHost:80\r\nOrigin:http://localhost:80\r\n"
        "Upgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nAccept-Encoding: br, gzip;q=1\r\n"
        "If-None-Match: \"abc\"\r\n\r\nrest";
    size_t used = 0;
    assert_int_equal(http_head_parse(text, strlen(text), &head, &used), HEAD_DONE);
    assert_string_equal(text + used, "rest");
    assert_string_equal(head.path, "/a/b.js");
    assert_string_equal(head.host, "localhost:80");
    assert_string_equal(head.origin, "http://localhost:80");
    assert_true(head.wants_websocket && head.takes_gzip && !head.wants_close && !head.has_body);
    assert_int_equal(head.websocket_version, 13);
    assert_string_equal(head.etag, "\"abc\"");
}

static void test_half_a_head_waits_and_a_wrong_one_is_bad(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/2\r\n\r\n",
        "GET x HTTP/1.1\r\n\r\n",
        "G@T / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\n: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\n folded: x\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nA: \x01\r\n\r\n",
    };
    HttpHead head;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (parse(bad[i], &head) != HEAD_BAD)
            fail_msg("taken: %s", bad[i]);
    assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\r\n", &head), HEAD_MORE);
    char long_head[HTTP_HEAD_LIMIT + 100];
    memset(long_head, 'a', sizeof long_head);
    size_t used;
    assert_int_equal(http_head_parse(long_head, sizeof long_head, &head, &used), HEAD_TOO_LARGE);
    assert_int_equal(http_head_parse(long_head, 100, &head, &used), HEAD_MORE);
}

/* ---- frames ------------------------------------------------------------------------------------
 */

/* A frame of a client, masked with `mask`. */
static void write_masked(Str *out, int first_byte, const char *text, size_t size)
{
    static const char mask[4] = {1, 2, 3, 4};
    str_char(out, (char)first_byte);
    if (size < 126) {
        str_char(out, (char)(0x80 | size));
    } else {
        str_char(out, (char)(0x80 | 126));
        str_char(out, (char)(size >> 8));
        str_char(out, (char)size);
    }
    str_bytes(out, mask, 4);
    for (size_t i = 0; i < size; i++)
        str_char(out, (char)(text[i] ^ mask[i % 4]));
}

static FrameEvent read_frames(FrameReader *reader, const Str *bytes)
{
    FrameEvent event = FRAME_MORE;
    for (size_t at = 0, used; at < bytes->size; at += used) {
        event = frame_read(reader, bytes->text + at, bytes->size - at, &used);
        if (event == FRAME_BAD || event == FRAME_MORE)
            break;
    }
    return event;
}

static void test_the_handshake_of_the_standard(void **state)
{
    (void)state;
    char accept[29];
    assert_true(frame_accept_key("dGhlIHNhbXBsZSBub25jZQ==", accept));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(frame_accept_key("dGhlIHNhbXBsZSBub25jZQ", accept));
    assert_false(frame_accept_key("", accept));
    char million[SHA1_BASE64_SIZE], *as = malloc(1000000);
    assert_non_null(as);
    memset(as, 'a', 1000000);
    assert_string_equal(sha1_base64(as, 1000000, million), "NKqXPNTE2qT2Husr260nMWU0AW8=");
    free(as);
}

static void test_messages_come_in_frames(void **state)
{
    (void)state;
    FrameReader reader = {0};
    Str         bytes = {0};
    write_masked(&bytes, 0x01, "Zo\xc3", 3); /* cut in the middle of a character */
    write_masked(&bytes, 0x89, "ping", 4);
    write_masked(&bytes, 0x80, "\xa9!", 2);
    assert_int_equal(read_frames(&reader, &bytes), FRAME_TEXT);
    assert_string_equal(str_get(&reader.message), "Zoé!");
    assert_string_equal(str_get(&reader.control), "ping");
    str_clear(&bytes);
    write_masked(&bytes, 0x81, "next", 4);
    assert_int_equal(read_frames(&reader, &bytes), FRAME_TEXT);
    assert_string_equal(str_get(&reader.message), "next");
    bytes.size--;
    assert_int_equal(read_frames(&reader, &bytes), FRAME_MORE);
    str_free(&bytes);
    frame_reader_free(&reader);
}

static void must_be_bad(int first_byte, const char *text, size_t size, int status)
{
    FrameReader reader = {0};
    Str         bytes = {0};
    write_masked(&bytes, first_byte, text, size);
    if (read_frames(&reader, &bytes) != FRAME_BAD || reader.status != status)
        fail_msg("frame %02x: status %d, not %d", (unsigned)first_byte, reader.status, status);
    str_free(&bytes);
    frame_reader_free(&reader);
}

static void test_wrong_frames_end_it(void **state)
{
    (void)state;
    char large[200];
    memset(large, 'x', sizeof large);
    must_be_bad(0x81, "\xff", 1, 1007);
    must_be_bad(0x82, "x", 1, 1003);
    must_be_bad(0xc1, "x", 1, 1002);
    must_be_bad(0x80, "x", 1, 1002);
    must_be_bad(0x83, "x", 1, 1002);
    must_be_bad(0x8b, "x", 1, 1002);
    must_be_bad(0x09, "x", 1, 1002);
    must_be_bad(0x89, large, 126, 1002);
    FrameReader reader = {0};
    size_t      used;
    assert_int_equal(frame_read(&reader, "\x81\x01x", 3, &used), FRAME_BAD); /* not masked */
    assert_int_equal(frame_read(&reader, "\x81\xff\0\0\0\0\0\1\0\1....", 14, &used), FRAME_BAD);
    assert_int_equal(reader.status, 1009);
    frame_reader_free(&reader);
}

/* ---- files -------------------------------------------------------------------------------------
 */

static void test_built_in_files_are_found(void **state)
{
    (void)state;
    HttpFile root, index, none;
    assert_true(asset_count() > 0);
    assert_true(asset_find("/", &root) && asset_find("/index.html", &index));
    assert_string_equal(root.etag, index.etag);
    assert_string_equal(root.type, "text/html; charset=utf-8");
    for (int i = 0; i < asset_count(); i++) {
        HttpFile asset;
        assert_true(asset_find(asset_path(i), &asset));
        assert_true(asset.gzip == NULL || asset.gzip_size < asset.size);
    }
    assert_false(asset_find("/../Makefile", &none) || asset_find("", &none));
}

static void test_no_path_leads_out_of_the_folder(void **state)
{
    (void)state;
    static const char *const outside[] = {
        "/../secret", "/a/../../secret", "/.hidden", "//secret",  "/link", "/a/",
        "/a",         "/%2e%2e/secret",  "secret",   "/linked/x", "/a\\b", "/none"};
    char     folder[] = "/tmp/plateau-web-XXXXXX", path[100];
    Str      buffer = {0};
    HttpFile asset;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.js", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("let x;", file);
    fclose(file);
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    snprintf(path, sizeof path, "%s/linked", folder);
    assert_int_equal(symlink(folder, path), 0);
    snprintf(path, sizeof path, "%s/a", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_true(asset_read(folder, "/x.js", &buffer, &asset));
    assert_int_equal(asset.size, 6);
    assert_string_equal(asset.type, "text/javascript; charset=utf-8");
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        if (asset_read(folder, outside[i], &buffer, &asset))
            fail_msg("%s was read", outside[i]);
    str_free(&buffer);
    static const char *const made[] = {"x.js", "link", "linked"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, made[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/a", folder);
    rmdir(path);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void test_json_is_read_strictly(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "{",
                                        "[1,]",
                                        "{\"a\":1,}",
                                        "{a:1}",
                                        "01",
                                        "1.",
                                        "+1",
                                        "nul",
                                        "\"\\x\"",
                                        "\"\n\"",
                                        "\"\\ud800\"",
                                        "\"\xff\"",
                                        "[1] []",
                                        "\"a",
                                        "{\"a\":1,\"a\":2}",
                                        "{\"a\\u0000\":1}",
                                        "-",
                                        "1e",
                                        "[",
                                        "\"\\u12\"",
                                        "\"\\udc00\""};
    Error                    err;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (json_tree_read(wrong[i], strlen(wrong[i]), &err) != NULL)
            fail_msg("taken: %s", wrong[i]);
    const char *text =
        " {\"a\" : [1, -2.5e1, true, null, \"\\u00e9\\ud83d\\ude00\\n\"], \"\": {}} ";
    JsonTree *tree = json_tree_read(text, strlen(text), &err);
    assert_non_null(tree);
    const JsonTree *list = json_tree_get(tree, "a");
    assert_int_equal(list->count, 5);
    assert_true(json_tree_at(list, 0)->is_whole && json_tree_at(list, 0)->whole == 1);
    assert_true(!json_tree_at(list, 1)->is_whole && json_tree_at(list, 1)->number < -24.9);
    assert_string_equal(json_tree_at(list, 4)->text, "é😀\n");
    assert_null(json_tree_at(list, 5));
    assert_non_null(json_tree_get(tree, ""));
    assert_null(json_tree_get(list, "a"));
    json_tree_delete(tree);
    char deep[200];
    memset(deep, '[', sizeof deep);
    assert_null(json_tree_read(deep, sizeof deep, &err));
}

/* ---- turns -------------------------------------------------------------------------------------
 */

typedef struct {
    Job  job;
    char name;
} Named;

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static char            order[64];
static atomic_int      ran, finished;

static atomic_int entered; /* jobs that have begun */

static void wait_at_gate(Job *job)
{
    atomic_fetch_add(&entered, 1);
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    order[atomic_fetch_add(&ran, 1)] = ((Named *)job)->name;
}

static void work_until_stopped(Job *job)
{
    while (!atomic_load(&job->stop))
        usleep(1000);
    atomic_fetch_add(&ran, 1);
}

static void finish(Job *job)
{
    atomic_fetch_add(&finished, 1);
    free(job);
}

static void wake(void *user) { (void)user; }

static void add(Pool *pool, char name, uint64_t *turn)
{
    Named *named = calloc(1, sizeof *named);
    assert_non_null(named);
    named->name = name;
    named->job = (Job){.run = wait_at_gate, .finish = finish, .budget_us = 60000000};
    assert_true(pool_add(pool, &named->job, turn));
}

static void wait_finished(Pool *pool, int count)
{
    int64_t due = clock_now_us() + 20000000;
    while (atomic_load(&finished) < count && clock_now_us() < due) {
        pool_collect(pool);
        usleep(500);
    }
    assert_int_equal(atomic_load(&finished), count);
}

static void test_who_asks_for_little_does_not_wait_behind_who_asks_for_much(void **state)
{
    (void)state;
    Pool    *pool = pool_new(1, wake, NULL);
    uint64_t turns[4] = {0};
    assert_non_null(pool);
    atomic_store(&ran, 0);
    atomic_store(&finished, 0);
    memset(order, 0, sizeof order);
    pthread_mutex_lock(&gate);
    /* The one thread is at the gate before the others are there to choose from. */
    atomic_store(&entered, 0);
    add(pool, 'x', &turns[3]);
    while (atomic_load(&entered) == 0)
        usleep(500);
    for (int i = 0; i < 5; i++)
        add(pool, 'a', &turns[0]);
    add(pool, 'b', &turns[1]);
    add(pool, 'b', &turns[1]);
    add(pool, 'c', &turns[2]);
    pthread_mutex_unlock(&gate);
    wait_finished(pool, 9);
    assert_string_equal(order, "xabcabaaa");
    pool_delete(pool);
}

static void test_a_job_ends_with_its_budget_and_with_the_pool(void **state)
{
    (void)state;
    Pool    *pool = pool_new(2, wake, NULL);
    uint64_t turn = 0;
    assert_non_null(pool);
    atomic_store(&ran, 0);
    atomic_store(&finished, 0);
    for (int i = 0; i < 4; i++) {
        Job *job = calloc(1, sizeof *job);
        assert_non_null(job);
        *job = (Job){.run = work_until_stopped,
                     .finish = finish,
                     .budget_us = i == 0 ? 50000 : INT64_C(60000000)};
        assert_true(pool_add(pool, job, &turn));
    }
    wait_finished(pool, 1);
    pool_delete(pool);
    assert_int_equal(atomic_load(&finished), 4);
}

static Job *new_endless(bool is_patient, bool is_long)
{
    Job *job = calloc(1, sizeof *job);
    assert_non_null(job);
    *job = (Job){.run = work_until_stopped,
                 .finish = finish,
                 .budget_us = 60000000,
                 .is_patient = is_patient,
                 .is_long = is_long};
    return job;
}

/* An endless analysis, or reviews without end, do not keep a move waiting. */
static void test_those_with_time_make_room(void **state)
{
    (void)state;
    for (int is_long = 0; is_long < 2; is_long++) {
        Pool    *pool = pool_new(1 + is_long, wake, NULL);
        uint64_t turns[2] = {0};
        assert_non_null(pool);
        atomic_store(&ran, 0);
        atomic_store(&finished, 0);
        memset(order, 0, sizeof order);
        for (int i = 0; i < 3; i++)
            assert_true(pool_add(pool, new_endless(!is_long, is_long), &turns[0]));
        usleep(50000);
        add(pool, 'm', &turns[1]);
        wait_finished(pool, is_long ? 1 : 2);
        assert_int_equal(order[is_long ? 0 : 1], 'm');
        pool_delete(pool);
        assert_int_equal(atomic_load(&finished), 4);
    }
}

static void test_too_many_jobs_are_refused(void **state)
{
    (void)state;
    enum { MOST = 300 };
    Pool    *pool = pool_new(1, wake, NULL);
    uint64_t turn = 0;
    int      taken = 0;
    assert_non_null(pool);
    atomic_store(&ran, 0);
    atomic_store(&finished, 0);
    for (int i = 0; i < MOST; i++) {
        Job *job = calloc(1, sizeof *job);
        assert_non_null(job);
        *job = (Job){.run = work_until_stopped, .finish = finish, .budget_us = 60000000};
        if (pool_add(pool, job, &turn))
            taken++;
        else
            free(job);
    }
    assert_true(taken >= 256 && taken < MOST);
    pool_delete(pool);
    assert_int_equal(atomic_load(&finished), taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_head_is_read),
        cmocka_unit_test(test_half_a_head_waits_and_a_wrong_one_is_bad),
        cmocka_unit_test(test_the_handshake_of_the_standard),
        cmocka_unit_test(test_messages_come_in_frames),
        cmocka_unit_test(test_wrong_frames_end_it),
        cmocka_unit_test(test_built_in_files_are_found),
        cmocka_unit_test(test_no_path_leads_out_of_the_folder),
        cmocka_unit_test(test_json_is_read_strictly),
        cmocka_unit_test(test_who_asks_for_little_does_not_wait_behind_who_asks_for_much),
        cmocka_unit_test(test_a_job_ends_with_its_budget_and_with_the_pool),
        cmocka_unit_test(test_those_with_time_make_room),
        cmocka_unit_test(test_too_many_jobs_are_refused),
    };
    return cmocka_run_group_tests_name("http", tests, NULL, NULL);
}
