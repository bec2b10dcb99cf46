/* Contestants "tcp:HOST:PORT": a program that waits for us at a socket, in UGI. */
#include "base/errors.h"
#include "base/parse.h"
#include "net/socket.h"
#include "opponent/ugi_contestant.h"

#include <stdio.h>
#include <string.h>
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
        return error_set(err, ERROR_TCP_ADDRESS, text);
    if (!parse_int("port", colon + 1, 1, 65535, &port, err))
        return false;
    bool is_bracketed = text[0] == '[' && colon[-1] == ']';
    snprintf(out->host, sizeof out->host, "%.*s", (int)(colon - text) - 2 * is_bracketed,
             text + is_bracketed);
    snprintf(out->port, sizeof out->port, "%d", (int)port);
    return true;
}

static bool connect_socket(Remote *remote, Error *err)
{
    Address address;
    if (!read_address(remote->address, &address, err))
        return false;
    int fd = socket_connect(address.host, address.port, remote->due_us, err);
    if (fd < 0)
        return false;
    remote->link = link_new(fd, fd, -1, -1, remote->setup.stop);
    if (remote->link == NULL) {
        close(fd);
        return error_set(err, ERROR_MEMORY);
    }
    return true;
}

static Contestant *open_tcp(const ContestantKind *kind, const Game *game, const char *text,
                            const ContestantSetup *setup, Error *err)
{
    Address address;
    if (!read_address(text, &address, err))
        return NULL;
    return ugi_contestant_open(kind, game, text, setup, connect_socket, err);
}

const ContestantKind contestant_tcp = {.prefix = "tcp:", .open = open_tcp};
