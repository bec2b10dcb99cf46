#include "dial.h"

#include "base/clock.h"
#include "net/socket.h"
#include "support.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int dial(int port)
{
    char  text[8];
    Error err;
    snprintf(text, sizeof text, "%d", port);
    int fd = socket_connect("127.0.0.1", text, clock_now_us() + DIAL_MS * INT64_C(1000), &err);
    if (fd < 0)
        fail_msg("%s", error_words(&err, LANG_EN));
    return fd;
}

static void wait_for(int fd, short events)
{
    struct pollfd wait = {.fd = fd, .events = events};
    if (poll(&wait, 1, DIAL_MS) <= 0)
        fail_msg("nothing happened for %d ms", DIAL_MS);
}

void dial_send(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        wait_for(fd, POLLOUT);
        ssize_t n = send(fd, bytes, size, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN)
            return; /* nobody wants it any more */
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

void dial_say(int fd, const char *line)
{
    dial_send(fd, line, strlen(line));
    dial_send(fd, "\n", 1);
}

/* One byte; false at the end. */
static bool read_byte(int fd, char *out)
{
    ssize_t n;
    do {
        wait_for(fd, POLLIN);
        n = read(fd, out, 1);
    } while (n < 0 && errno == EAGAIN);
    return n == 1;
}

const char *dial_read(int fd)
{
    static _Thread_local char line[1 << 16];
    size_t                    size = 0;
    while (size < sizeof line - 1 && read_byte(fd, &line[size]) && line[size] != '\n')
        size++;
    line[size] = '\0';
    return line;
}

void dial_expect(int fd, const char *line) { assert_string_equal(dial_read(fd), line); }

void dial_expect_end(int fd)
{
    char byte;
    while (read_byte(fd, &byte))
        ;
}
