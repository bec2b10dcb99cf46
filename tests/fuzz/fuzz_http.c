/* Fuzz target: what a connection may send. The input is a head of HTTP, then frames; all of it is
 * also read byte by byte, which must come to the same. */
#include "fuzz/fuzz.h"
#include "net/http_head.h"
#include "net/websocket.h"

#include <stdlib.h>
#include <string.h>

static void check_head(const HttpHead *head)
{
    CHECK(head->path[0] == '/' && strchr(head->path, '?') == NULL);
    CHECK(strpbrk(head->path, "\r\n") == NULL && strpbrk(head->host, "\r\n") == NULL);
    CHECK(head->has_body || head->body_size == 0);
}

/* Reads frames from the bytes, of which `step` more are there each time; returns what was said. */
static FrameEvent read_all(const char *bytes, size_t size, size_t step, Str *said)
{
    FrameReader reader = {0};
    FrameEvent  event = FRAME_MORE;
    size_t      at = 0;
    for (size_t there = step; event != FRAME_BAD && event != FRAME_CLOSE; there += step) {
        bool is_all = there >= size;
        for (;;) {
            size_t used;
            event = frame_read(&reader, bytes + at, (is_all ? size : there) - at, &used);
            if (event == FRAME_MORE || event == FRAME_BAD || event == FRAME_CLOSE)
                break;
            CHECK(used > 0);
            at += used;
            if (event == FRAME_TEXT) {
                CHECK(reader.message.size <= FRAME_MESSAGE_LIMIT);
                str_bytes(said, str_get(&reader.message), reader.message.size);
            }
        }
        if (is_all)
            break;
    }
    CHECK(event != FRAME_BAD || (reader.status >= 1002 && reader.status <= 1009));
    frame_reader_free(&reader);
    return event;
}

FUZZ_TARGET(http)
{
    HttpHead head, again;
    char    *text = fuzz_alloc(size + 1);
    size_t   used = 0, used_again = 0;
    memcpy(text, bytes, size);
    HeadState state = http_head_parse(text, size, &head, &used);
    if (state == HEAD_DONE) {
        CHECK(used <= size && used >= 4);
        check_head(&head);
        /* What follows a head does not change it. */
        CHECK(http_head_parse(text, used, &again, &used_again) == HEAD_DONE && used == used_again);
        CHECK(memcmp(&head, &again, sizeof head) == 0);
    }
    if (state == HEAD_DONE || size == 0 || text[0] != 'G') {
        Str whole = {0}, pieces = {0};
        if (state != HEAD_DONE)
            used = 0;
        FrameEvent first = read_all(text + used, size - used, size + 1, &whole);
        FrameEvent second = read_all(text + used, size - used, 1, &pieces);
        CHECK(first == second && whole.size == pieces.size);
        str_free(&whole);
        str_free(&pieces);
    }
    free(text);
    return 0;
}
