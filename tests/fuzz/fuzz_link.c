/* Fuzz target: what a program writes, read as lines. They are what lies between the newlines,
 * whatever the bytes and however they arrive. */
#include "base/clock.h"
#include "fuzz/fuzz.h"
#include "net/link.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The next line as it must be read; NULL when no whole line is left. `bytes` is where the first one
 * begins, before which a byte-order mark may stand. The caller frees the line. */
static char *expected_line(Cursor *in, const uint8_t *bytes)
{
    const uint8_t *start = in->at;
    const uint8_t *end = memchr(start, '\n', (size_t)(in->end - start));
    if (end == NULL)
        return NULL;
    in->at = end + 1;
    if (start == bytes && end - start >= 3 && memcmp(start, "\xef\xbb\xbf", 3) == 0)
        start += 3;
    size_t length = (size_t)(end - start);
    length -= length > 0 && start[length - 1] == '\r';
    char *line = fuzz_alloc(length + 1);
    for (size_t i = 0; i < length; i++)
        line[i] = start[i] == '\0' ? '\1' : (char)start[i];
    return line;
}

static void check_lines(Link *link, Cursor *in, const uint8_t *bytes)
{
    const char *line;
    char       *expected;
    while ((expected = expected_line(in, bytes)) != NULL) {
        CHECK(link_read(link, 0, &line) == LINK_LINE);
        CHECK(strcmp(line, expected) == 0);
        free(expected);
    }
}

FUZZ_TARGET(link)
{
    enum { PIPE_BYTES = 4096 }; /* any pipe holds that */
    int    ends[2];
    size_t half = size / 2;
    Cursor first = cursor_over(bytes, half), whole = cursor_over(bytes, size);
    if (size > PIPE_BYTES || size == 0)
        return 0;
    CHECK(pipe(ends) == 0);
    Link *link = link_new(-1, ends[0], -1, -1, NULL);
    CHECK(link != NULL);
    CHECK(write(ends[1], bytes, half) == (ssize_t)half);
    check_lines(link, &first, bytes);
    whole.at = first.at;
    CHECK(write(ends[1], bytes + half, size - half) == (ssize_t)(size - half));
    check_lines(link, &whole, bytes);
    const char *line;
    CHECK(link_read(link, 0, &line) == LINK_LATE);
    close(ends[1]);
    CHECK(link_read(link, clock_now_us() + 1000000, &line) == LINK_CLOSED);
    link_delete(link);
    return 0;
}
