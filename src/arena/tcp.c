/* Contestants "tcp:HOST:PORT": a program that waits for us at a socket, in UGI. */
#include "arena/ugi_seat.h"
#include "base/clock.h"
#include "base/parse.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT_SIZE = 8 };

typedef struct {
    char host[CONTESTANT_SPEC_SIZE], port[PORT_SIZE];
} Address;

/* "example.org:1234", "[::1]:1234" */
static bool read_address(const char *text, Address *out, Error *err)
{
    const char *colon = strrchr(text, ':');
    int64_t     port;
    if (colon == NULL || colon == text || strlen(text) >= sizeof out->host)
        return error_set(err, "tcp: needs HOST:PORT, got '%.100s'", text);
    if (!parse_int("port", colon + 1, 1, 65535, &port, err))
        return false;
    bool is_bracketed = text[0] == '[' && colon[-1] == ']';
    snprintf(out->host, sizeof out->host, "%.*s", (int)(colon - text) - 2 * is_bracketed,
             text + is_bracketed);
    snprintf(out->port, sizeof out->port, "%d", (int)port);
    return true;
}

/* A connection or -1 and errno, not later than the deadline. */
static int connect_to(const struct addrinfo *where, int64_t deadline_us)
{
    const int on = 1;
    int       number = 0;
    socklen_t size = sizeof number;
    int       fd = socket(where->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    if (connect(fd, where->ai_addr, where->ai_addrlen) != 0 && errno != EINPROGRESS) {
        number = errno;
    } else {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        int64_t       left_ms = (deadline_us - clock_now_us()) / 1000;
        if (poll(&wait, 1, left_ms > 0 ? (int)left_ms : 0) <= 0)
            number = ETIMEDOUT;
        else
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &number, &size);
    }
    if (number == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        return fd;
    }
    close(fd);
    errno = number;
    return -1;
}

static bool connect_socket(Remote *remote, Error *err)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    Address         address;
    int             fd = -1;
    if (!read_address(remote->address, &address, err))
        return false;
    int failure = getaddrinfo(address.host, address.port, &hints, &found);
    if (failure != 0)
        return error_set(err, "%.200s: %s", address.host, gai_strerror(failure));
    for (const struct addrinfo *at = found; fd < 0 && at != NULL; at = at->ai_next)
        fd = connect_to(at, remote->due_us);
    freeaddrinfo(found);
    if (fd < 0)
        return error_set(err, "no connection to %.200s: %s", remote->address, strerror(errno));
    remote->link = link_new(fd, fd, -1, -1, remote->setup.stop);
    if (remote->link == NULL) {
        close(fd);
        return error_set(err, "out of memory");
    }
    return true;
}

static Contestant *open_tcp(const ContestantKind *kind, const Game *game, const char *text,
                            const ContestantSetup *setup, Error *err)
{
    Address address;
    if (!read_address(text, &address, err))
        return NULL;
    return ugi_seat_open(kind, game, text, setup, connect_socket, err);
}

const ContestantKind contestant_tcp = {.prefix = "tcp:", .open = open_tcp};
