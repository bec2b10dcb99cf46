#include "net/socket.h"

#include "base/clock.h"
#include "base/errors.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Lines are short and waited for. */
static void send_at_once(int fd)
{
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/* A connection or -1 and errno. */
static int connect_to(const struct addrinfo *where, int64_t deadline_us)
{
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
        send_at_once(fd);
        return fd;
    }
    close(fd);
    errno = number;
    return -1;
}

int socket_connect(const char *host, const char *port, int64_t deadline_us, Error *err)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int             fd = -1, failure = getaddrinfo(host, port, &hints, &found);
    if (failure != 0) {
        error_set(err, ERROR_HOST, host, gai_strerror(failure));
        return -1;
    }
    for (const struct addrinfo *at = found; fd < 0 && at != NULL; at = at->ai_next)
        fd = connect_to(at, deadline_us);
    freeaddrinfo(found);
    if (fd < 0)
        error_set(err, ERROR_CONNECT, host, port, system_error(errno));
    return fd;
}

int socket_listen(int port, bool is_lan, int *bound, Error *err)
{
    enum { WAITING = 64 };
    const int          on = 1;
    struct sockaddr_in where = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(is_lan ? INADDR_ANY : INADDR_LOOPBACK)};
    socklen_t          size = sizeof where;
    int                fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&where, sizeof where) != 0 ||
        listen(fd, WAITING) != 0 || getsockname(fd, (struct sockaddr *)&where, &size) != 0) {
        error_set(err, ERROR_PORT, port, system_error(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    *bound = ntohs(where.sin_port);
    return fd;
}

int socket_accept(int listener)
{
    assert(listener >= 0);
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0)
        send_at_once(fd);
    return fd;
}
