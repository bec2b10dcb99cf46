#include "net/lobby.h"

#include "base/clock.h"
#include "base/errors.h"
#include "net/socket.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int     fd; /* the link's; to be looked at */
    Link   *link;
    int64_t since_us;
} Guest;

struct Lobby {
    int                listener, port;
    int64_t            patience_us;
    const atomic_bool *stop;
    Guest              guests[LOBBY_ROOM]; /* in the order they came */
    int                count;
};

Lobby *lobby_open(int port, bool is_lan, const atomic_bool *stop, Error *err)
{
    Lobby *lobby = calloc(1, sizeof *lobby);
    if (lobby == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    lobby->stop = stop;
    lobby->patience_us = LOBBY_US;
    lobby->listener = socket_listen(port, is_lan, &lobby->port, err);
    if (lobby->listener >= 0)
        return lobby;
    free(lobby);
    return NULL;
}

/* Takes the guest out of the list; his link is the caller's. */
static Link *take_out(Lobby *lobby, int at)
{
    assert(at >= 0 && at < lobby->count);
    Link *link = lobby->guests[at].link;
    lobby->count--;
    memmove(&lobby->guests[at], &lobby->guests[at + 1],
            (size_t)(lobby->count - at) * sizeof lobby->guests[0]);
    return link;
}

void lobby_close(Lobby *lobby)
{
    if (lobby == NULL)
        return;
    while (lobby->count > 0)
        link_delete(take_out(lobby, lobby->count - 1));
    close(lobby->listener);
    free(lobby);
}

int  lobby_port(const Lobby *lobby) { return lobby->port; }
void lobby_set_patience(Lobby *lobby, int64_t us) { lobby->patience_us = us; }

/* False: nobody stands outside. */
static bool let_in(Lobby *lobby)
{
    assert(lobby->count <= LOBBY_ROOM);
    int fd = socket_accept(lobby->listener);
    if (fd < 0)
        return false;
    if (lobby->count == LOBBY_ROOM)
        link_delete(take_out(lobby, 0));
    Link *link = link_new(fd, fd, -1, -1, lobby->stop);
    if (link == NULL)
        close(fd);
    else
        lobby->guests[lobby->count++] = (Guest){fd, link, clock_now_us()};
    return true;
}

/* A few at a time, so that a crowd outside does not wait for long; those inside want to be heard
 * in between. */
static void let_some_in(Lobby *lobby)
{
    enum { AT_A_TIME = LOBBY_ROOM / 4 };
    for (int i = 0; i < AT_A_TIME && let_in(lobby); i++)
        ;
}

/* True: this guest has spoken and is *out now. Others stay, or are shown the door. */
static bool hear(Lobby *lobby, int at, Visitor *out)
{
    assert(at >= 0 && at < lobby->count);
    const Guest *guest = &lobby->guests[at];
    const char  *line;
    LinkEvent    event = link_read(guest->link, 0, &line);
    if (event == LINK_LINE && strlen(line) < sizeof out->line) {
        memcpy(out->line, line, strlen(line) + 1);
        out->link = take_out(lobby, at);
        return true;
    }
    if (event != LINK_LATE || clock_now_us() >= guest->since_us + lobby->patience_us)
        link_delete(take_out(lobby, at));
    return false;
}

/* Waits until somebody connects or speaks, but no longer than a moment. */
static void wait_for_anything(const Lobby *lobby, int64_t deadline_us)
{
    assert(deadline_us >= 0);
    enum { MAX_MS = 20 };
    struct pollfd fds[LOBBY_ROOM + 1] = {{.fd = lobby->listener, .events = POLLIN}};
    int64_t       left_ms = (deadline_us - clock_now_us() + 999) / 1000;
    for (int i = 0; i < lobby->count; i++)
        fds[i + 1] = (struct pollfd){.fd = lobby->guests[i].fd, .events = POLLIN};
    poll(fds, (nfds_t)lobby->count + 1, left_ms < MAX_MS ? (int)left_ms : MAX_MS);
}

bool lobby_next(Lobby *lobby, int64_t deadline_us, Visitor *out)
{
    for (;;) {
        if (lobby->stop != NULL && atomic_load(lobby->stop))
            return false;
        let_some_in(lobby);
        for (int i = 0, before; i < lobby->count; i += lobby->count == before) {
            before = lobby->count;
            if (hear(lobby, i, out))
                return true;
        }
        if (clock_now_us() >= deadline_us)
            return false;
        wait_for_anything(lobby, deadline_us);
    }
}
