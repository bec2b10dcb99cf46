#include "net/http.h"

#include "base/clock.h"
#include "base/errors.h"
#include "net/http_head.h"
#include "net/websocket.h"

#include <assert.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MAX_CLIENTS = 1024,
    BODY_LIMIT = 64 << 10,
    OUT_LIMIT = 8 << 20, /* waiting for one who does not read */
    PATIENCE_MS = 10000, /* for a whole head, message, or the taking of an answer */
    QUIET_MS = 30000,    /* then a WebSocket is asked whether it is still there … */
    SILENCE_MS = 75000,  /* … and cut */
    DRAIN_MS = 2000,     /* an answer must reach one who is still sending */
    PORTS_TRIED = 50,
    BACKLOG = 128,
    MESSAGES_A_TURN = 8, /* of one page; then the others have theirs */
    TURN_US = 6000,      /* for the messages of all pages; files are given first */
};

typedef enum {
    CLIENT_HTTP,
    CLIENT_WEBSOCKET,
    CLIENT_FLUSH, /* what waits is sent, then the connection ends */
    CLIENT_DRAIN  /* our side is closed; what still comes is thrown away */
} ClientState;

struct HttpClient {
    HttpServer *server;
    int         socket;
    char        address[INET_ADDRSTRLEN];
    ClientState state;
    Str         in, out;
    size_t      sent;      /* of out */
    int64_t     due_us;    /* then it is cut; 0: never */
    int64_t     heard_us;  /* of a WebSocket: when it last said something */
    bool        was_asked; /* since then */
    FrameReader frames;
    void       *page;        /* of a WebSocket */
    int         taken;       /* messages in this turn */
    bool        has_backlog; /* more have come than were taken */
};

struct HttpServer {
    HttpSetup   setup;
    int         listener, wake, port;
    int64_t     patience_us;
    int         count;
    HttpClient *clients[MAX_CLIENTS];
    int         first;    /* of the pages in this turn: where the last one ran out of time */
    int64_t     stops_us; /* no more messages are taken in this turn */
    Str         buffer;   /* of a file that is sent */
};

/* ---- opening -----------------------------------------------------------------------------------
 */

static int try_port(const HttpSetup *setup, int port)
{
    assert(port >= 0 && port < 65536);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(setup->is_lan ? INADDR_ANY : INADDR_LOOPBACK);
    int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0)
        return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(listener, BACKLOG) == 0)
        return listener;
    int why = errno;
    close(listener);
    errno = why;
    return -1;
}

static bool open_listener(HttpServer *server, Error *err)
{
    const HttpSetup   *setup = &server->setup;
    struct sockaddr_in address;
    socklen_t          size = sizeof address;
    int                tries = setup->may_go_on && setup->port > 0 ? PORTS_TRIED : 1;
    for (int i = 0; i < tries && server->listener < 0 && setup->port + i < 65536; i++) {
        server->listener = try_port(setup, setup->port + i);
        if (server->listener < 0 && errno != EADDRINUSE && errno != EACCES)
            break;
    }
    if (server->listener < 0)
        return error_set(err, ERROR_PORT, setup->port, system_error(errno));
    if (getsockname(server->listener, (struct sockaddr *)&address, &size) != 0)
        return error_set(err, ERROR_PORT, setup->port, system_error(errno));
    server->port = ntohs(address.sin_port);
    return true;
}

HttpServer *http_open(const HttpSetup *setup, Error *err)
{
    HttpServer *server = calloc(1, sizeof *server);
    if (server == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    server->setup = *setup;
    server->listener = server->wake = -1;
    server->patience_us = (setup->patience_ms > 0 ? setup->patience_ms : PATIENCE_MS) * 1000LL;
    if (!open_listener(server, err)) {
        http_close(server);
        return NULL;
    }
    server->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (server->wake < 0) {
        error_set(err, ERROR_EVENT, system_error(errno));
        http_close(server);
        return NULL;
    }
    return server;
}

static void drop_client(HttpClient *client)
{
    assert(client->socket >= 0 && client->sent <= client->out.size);
    HttpServer *server = client->server;
    if (client->page != NULL)
        server->setup.left(server->setup.user, client->page);
    close(client->socket);
    frame_reader_free(&client->frames);
    str_free(&client->in);
    str_free(&client->out);
    free(client);
}

void http_close(HttpServer *server)
{
    if (server == NULL)
        return;
    for (int i = 0; i < server->count; i++)
        drop_client(server->clients[i]);
    if (server->listener >= 0)
        close(server->listener);
    if (server->wake >= 0)
        close(server->wake);
    str_free(&server->buffer);
    free(server);
}

int http_port(const HttpServer *server) { return server->port; }

void http_wake(HttpServer *server)
{
    assert(server->wake >= 0);
    uint64_t one = 1;
    ssize_t  ignored = write(server->wake, &one, sizeof one);
    (void)ignored;
}

/* ---- answers -----------------------------------------------------------------------------------
 */

static void begin_flush(HttpClient *client)
{
    client->state = CLIENT_FLUSH;
    client->due_us = clock_now_us() + client->server->patience_us;
}

static const char *status_text(int status)
{
    switch (status) {
    case 101:
        return "Switching Protocols";
    case 200:
        return "OK";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 413:
        return "Content Too Large";
    case 421:
        return "Misdirected Request";
    case 426:
        return "Upgrade Required";
    case 431:
        return "Request Header Fields Too Large";
    default:
        return "Service Unavailable";
    }
}

/* Everything but the status and what describes the content. */
static void write_head(Str *out, int status, bool is_last)
{
    assert(status >= 100 && status < 600);
    str_printf(out, "HTTP/1.1 %d %s\r\n", status, status_text(status));
    str_text(out, "Content-Security-Policy: default-src 'self'; script-src 'self' "
                  "'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
                  "form-action 'none'; frame-ancestors 'none'\r\n"
                  "X-Content-Type-Options: nosniff\r\n"
                  "X-Frame-Options: DENY\r\n"
                  "Referrer-Policy: no-referrer\r\n"
                  "Cross-Origin-Opener-Policy: same-origin\r\n"
                  "Cross-Origin-Resource-Policy: same-origin\r\n"
                  "Cache-Control: no-cache\r\n");
    if (is_last)
        str_text(out, "Connection: close\r\n");
}

/* An answer without a page, behind which the connection ends. */
static void refuse(HttpClient *client, int status)
{
    write_head(&client->out, status, true);
    if (status == 405)
        str_text(&client->out, "Allow: GET, HEAD\r\n");
    if (status == 426)
        str_text(&client->out, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    str_printf(&client->out,
               "Content-Type: text/plain; charset=utf-8\r\nContent-Length: %zu\r\n\r\n%d %s\n",
               strlen(status_text(status)) + 5, status, status_text(status));
    begin_flush(client);
}

static void give_file(HttpClient *client, const HttpHead *head)
{
    HttpServer *server = client->server;
    HttpFile    file;
    if (!server->setup.find_file(server->setup.user, head->path, &server->buffer, &file)) {
        refuse(client, 404);
        return;
    }
    bool is_last = head->wants_close || head->minor_version == 0;
    bool is_known = strstr(head->etag, file.etag) != NULL;
    bool is_gzip = file.gzip != NULL && head->takes_gzip;
    Str *out = &client->out;
    write_head(out, is_known ? 304 : 200, is_last);
    str_printf(out, "ETag: %s\r\nVary: Accept-Encoding\r\n", file.etag);
    if (!is_known) {
        str_printf(out, "Content-Type: %s\r\nContent-Length: %zu\r\n", file.type,
                   is_gzip ? file.gzip_size : file.size);
        if (is_gzip)
            str_text(out, "Content-Encoding: gzip\r\n");
    }
    str_text(out, "\r\n");
    if (!is_known && strcmp(head->method, "GET") == 0)
        str_bytes(out, is_gzip ? file.gzip : file.bytes, is_gzip ? file.gzip_size : file.size);
    if (is_last || out->failed)
        begin_flush(client);
}

static void open_websocket(HttpClient *client, const HttpHead *head)
{
    assert(client->state == CLIENT_HTTP && client->page == NULL);
    char accept[29];
    if (!head->wants_websocket || head->websocket_version != 13 ||
        strcmp(head->method, "GET") != 0) {
        refuse(client, 426);
        return;
    }
    if (!frame_accept_key(head->websocket_key, accept)) {
        refuse(client, 400);
        return;
    }
    client->page = client->server->setup.joined(client->server->setup.user, client);
    if (client->page == NULL) {
        refuse(client, 503);
        return;
    }
    write_head(&client->out, 101, false);
    str_printf(&client->out,
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
               accept);
    client->state = CLIENT_WEBSOCKET;
    client->heard_us = clock_now_us();
    client->due_us = 0;
}

/* "localhost:8080", "127.0.0.1:8080"; in a network also the machine's addresses and name. Names
 * that somebody else can make point here are none of them (DNS rebinding). */
static bool is_our_host(const HttpServer *server, const char *host)
{
    char        name[256], own[256] = "";
    const char *colon = strrchr(host, ':');
    int         port = colon != NULL ? (int)strtol(colon + 1, NULL, 10) : 80;
    size_t      length = colon != NULL ? (size_t)(colon - host) : strlen(host);
    if (port != server->port || length >= sizeof name)
        return false;
    memcpy(name, host, length);
    name[length] = '\0';
    if (strcmp(name, "localhost") == 0 || strcmp(name, "127.0.0.1") == 0)
        return true;
    struct in_addr address;
    if (!server->setup.is_lan)
        return false;
    return inet_pton(AF_INET, name, &address) == 1 ||
           (gethostname(own, sizeof own - 1) == 0 && strcasecmp(name, own) == 0);
}

static bool is_our_origin(const HttpHead *head)
{
    return !head->has_origin ||
           (strncmp(head->origin, "http://", 7) == 0 && strcmp(head->origin + 7, head->host) == 0);
}

static void answer(HttpClient *client, const HttpHead *head)
{
    bool is_websocket = strcmp(head->path, "/ws") == 0;
    /* In the order in which they matter; one status may stand twice.
     * NOLINTBEGIN(bugprone-branch-clone) */
    if (head->host[0] == '\0')
        refuse(client, 400);
    else if (!is_our_host(client->server, head->host))
        refuse(client, 421);
    else if (!is_our_origin(head) || (is_websocket && head->wants_websocket && !head->has_origin))
        refuse(client, 403);
    else if (head->has_body && (head->body_size > BODY_LIMIT || head->body_size < 0))
        refuse(client, 413);
    else if (strcmp(head->method, "GET") != 0 && strcmp(head->method, "HEAD") != 0)
        refuse(client, 405);
    else if (head->has_body && head->body_size > 0)
        refuse(client, 400);
    else if (is_websocket)
        open_websocket(client, head);
    else
        give_file(client, head);
    /* NOLINTEND(bugprone-branch-clone) */
}

/* ---- what comes in -----------------------------------------------------------------------------
 */

static void forget_front(Str *in, size_t used)
{
    assert(used <= in->size);
    memmove(in->text, in->text + used, in->size - used);
    in->size -= used;
    in->text[in->size] = '\0';
}

static void read_requests(HttpClient *client)
{
    while (client->state == CLIENT_HTTP && client->in.size > 0 &&
           client->out.size - client->sent < OUT_LIMIT) {
        HttpHead  head;
        size_t    used;
        HeadState state = http_head_parse(str_get(&client->in), client->in.size, &head, &used);
        if (state == HEAD_MORE)
            return;
        if (state != HEAD_DONE) {
            refuse(client, state == HEAD_TOO_LARGE ? 431 : 400);
            return;
        }
        forget_front(&client->in, used);
        client->due_us = clock_now_us() + client->server->patience_us;
        answer(client, &head);
    }
}

static void close_websocket(HttpClient *client, int status)
{
    assert(client->state == CLIENT_WEBSOCKET);
    frame_write_close(&client->out, status);
    begin_flush(client);
}

static void take_frame(HttpClient *client, FrameEvent event)
{
    assert(client->state == CLIENT_WEBSOCKET && client->page != NULL);
    HttpServer *server = client->server;
    enum { STATUS_NORMAL = 1000 };
    switch (event) {
    case FRAME_TEXT:
        client->taken++;
        server->setup.received(server->setup.user, client->page, str_get(&client->frames.message),
                               client->frames.message.size);
        break;
    case FRAME_PING:
        frame_write(&client->out, OPCODE_PONG, str_get(&client->frames.control),
                    client->frames.control.size);
        break;
    case FRAME_CLOSE:
        close_websocket(client, STATUS_NORMAL);
        break;
    case FRAME_BAD:
        close_websocket(client, client->frames.status);
        break;
    case FRAME_MORE:
    case FRAME_PART:
        break;
    }
}

static bool may_take_more(const HttpClient *client)
{
    return client->taken < MESSAGES_A_TURN && clock_now_us() < client->server->stops_us;
}

static void read_frames(HttpClient *client)
{
    client->has_backlog = false;
    while (client->state == CLIENT_WEBSOCKET && client->in.size > 0) {
        if (!may_take_more(client)) {
            client->has_backlog = true;
            client->due_us = 0; /* it waits for us */
            return;
        }
        size_t     used;
        FrameEvent event = frame_read(&client->frames, client->in.text, client->in.size, &used);
        if (event == FRAME_MORE)
            break;
        forget_front(&client->in, event == FRAME_BAD ? client->in.size : used);
        take_frame(client, event);
    }
    /* A message that has begun must end in time, one that has not may wait for ever. */
    bool is_between = client->in.size == 0 && !client->frames.is_inside;
    if (client->state == CLIENT_WEBSOCKET && is_between)
        client->due_us = 0;
    else if (client->state == CLIENT_WEBSOCKET && client->due_us == 0)
        client->due_us = clock_now_us() + client->server->patience_us;
}

static void digest(HttpClient *client)
{
    if (client->state == CLIENT_HTTP)
        read_requests(client);
    if (client->state == CLIENT_WEBSOCKET)
        read_frames(client);
    if (client->state == CLIENT_FLUSH || client->state == CLIENT_DRAIN)
        str_clear(&client->in);
    if (client->in.size == 0 && client->in.capacity > HTTP_HEAD_LIMIT)
        str_free(&client->in);
}

/* False: the connection is over. */
static bool receive(HttpClient *client)
{
    char bytes[16384];
    for (int i = 0; i < 8 && !client->has_backlog; i++) { /* then others have their turn */
        ssize_t size = recv(client->socket, bytes, sizeof bytes, 0);
        if (size < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        if (size == 0)
            return client->state == CLIENT_FLUSH && client->out.size > client->sent;
        client->heard_us = clock_now_us();
        client->was_asked = false;
        str_bytes(&client->in, bytes, (size_t)size);
        if (client->in.failed)
            return false;
        digest(client);
        if ((size_t)size < sizeof bytes)
            break;
    }
    return true;
}

/* ---- what goes out -----------------------------------------------------------------------------
 */

static bool transmit(HttpClient *client)
{
    assert(client->sent <= client->out.size);
    Str *out = &client->out;
    if (out->failed)
        return false;
    while (client->sent < out->size) {
        ssize_t size =
            send(client->socket, out->text + client->sent, out->size - client->sent, MSG_NOSIGNAL);
        if (size < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        client->sent += (size_t)size;
    }
    client->sent = 0;
    if (out->capacity > 65536)
        str_free(out);
    else
        str_clear(out);
    if (client->state == CLIENT_FLUSH) {
        shutdown(client->socket, SHUT_WR);
        client->state = CLIENT_DRAIN;
        client->due_us = clock_now_us() + DRAIN_MS * 1000LL;
    }
    return true;
}

void http_send(HttpClient *client, const char *text, size_t size)
{
    assert(client->sent <= client->out.size);
    if (client->state != CLIENT_WEBSOCKET)
        return;
    frame_write(&client->out, OPCODE_TEXT, text, size);
    if (client->out.size - client->sent > OUT_LIMIT || client->out.failed) {
        client->state = CLIENT_DRAIN;
        client->due_us = 1;
    }
}

const char *http_address(const HttpClient *client) { return client->address; }

void http_dismiss(HttpClient *client)
{
    enum { STATUS_POLICY = 1008 };
    if (client->state == CLIENT_WEBSOCKET)
        close_websocket(client, STATUS_POLICY);
}

/* ---- the loop ----------------------------------------------------------------------------------
 */

static void welcome(HttpServer *server)
{
    assert(server->count >= 0 && server->count <= MAX_CLIENTS);
    for (int i = 0; i < BACKLOG; i++) {
        struct sockaddr_in from = {0};
        socklen_t          size = sizeof from;
        int                socket = accept4(server->listener, (struct sockaddr *)&from, &size,
                                            SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0)
            return;
        HttpClient *client = server->count < MAX_CLIENTS ? calloc(1, sizeof *client) : NULL;
        if (client == NULL) {
            close(socket);
            continue;
        }
        int one = 1;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        client->server = server;
        client->socket = socket;
        inet_ntop(AF_INET, &from.sin_addr, client->address, sizeof client->address);
        client->due_us = clock_now_us() + server->patience_us;
        server->clients[server->count++] = client;
    }
}

/* Asks a quiet WebSocket whether it is still there. False: it is to be cut. */
static bool keep_time(HttpClient *client, int64_t now)
{
    if (client->state == CLIENT_WEBSOCKET) {
        int64_t quiet = now - client->heard_us;
        if (quiet > SILENCE_MS * 1000LL)
            return false;
        if (quiet > QUIET_MS * 1000LL && !client->was_asked) {
            client->was_asked = true;
            frame_write(&client->out, OPCODE_PING, "", 0);
        }
    }
    return client->due_us == 0 || now < client->due_us;
}

static bool serve_client(HttpClient *client, short events, int64_t now)
{
    client->taken = 0;
    if (client->has_backlog)
        digest(client);
    if ((events & (POLLIN | POLLHUP | POLLERR)) != 0 && !receive(client))
        return false;
    return keep_time(client, now) && transmit(client);
}

static int64_t next_due(const HttpServer *server, int64_t due_us)
{
    for (int i = 0; i < server->count; i++) {
        const HttpClient *client = server->clients[i];
        int64_t           due = client->due_us;
        if (client->has_backlog)
            return 0;
        if (client->state == CLIENT_WEBSOCKET) {
            int64_t limit_ms = client->was_asked ? SILENCE_MS : QUIET_MS;
            int64_t quiet = client->heard_us + limit_ms * 1000 + 1000;
            due = due == 0 || quiet < due ? quiet : due;
        }
        if (due != 0 && due < due_us)
            due_us = due;
    }
    return due_us;
}

static int wait_ms(int64_t due_us)
{
    enum { LONGEST = 60000 };
    int64_t left = (due_us - clock_now_us() + 999) / 1000;
    return left < 0 ? 0 : left > LONGEST ? LONGEST : (int)left;
}

/* In the order of `clients`, which only grows meanwhile. */
/* Who has come in this turn was not waited for: what he says is there already, often. */
static short events_of(const struct pollfd *polled, int count, int i)
{
    return i < count ? polled[i].revents : POLLIN;
}

static void serve_clients(HttpServer *server, const struct pollfd *polled, int count)
{
    assert(count <= server->count && server->count <= MAX_CLIENTS);
    int64_t now = clock_now_us();
    int     kept = 0, all = server->count;
    bool    is_over[MAX_CLIENTS], was_page[MAX_CLIENTS];
    for (int i = 0; i < all; i++) {
        was_page[i] = server->clients[i]->state == CLIENT_WEBSOCKET;
        if (!was_page[i])
            is_over[i] = !serve_client(server->clients[i], events_of(polled, count, i), now);
    }
    server->stops_us = clock_now_us() + TURN_US;
    int first = all > 0 ? server->first % all : 0;
    server->first = first + 1;
    for (int k = 0; k < all; k++) {
        int i = (first + k) % all;
        if (was_page[i] && server->first == first + 1 && clock_now_us() >= server->stops_us)
            server->first = i;
        if (was_page[i])
            is_over[i] = !serve_client(server->clients[i], events_of(polled, count, i), now);
    }
    for (int i = 0; i < all; i++) {
        if (is_over[i])
            drop_client(server->clients[i]);
        else
            server->clients[kept++] = server->clients[i];
    }
    server->count = kept;
}

bool http_step(HttpServer *server, int64_t due_us, Error *err)
{
    struct pollfd polled[MAX_CLIENTS + 2];
    int           count = server->count;
    for (int i = 0; i < count; i++) {
        const HttpClient *client = server->clients[i];
        bool              has_more = client->sent < client->out.size;
        bool              is_full = client->out.size - client->sent > OUT_LIMIT / 2;
        polled[i] = (struct pollfd){.fd = client->socket};
        bool takes = !is_full && !client->has_backlog;
        polled[i].events = (short)((takes ? POLLIN : 0) | (has_more ? POLLOUT : 0));
    }
    polled[count] = (struct pollfd){.fd = server->wake, .events = POLLIN};
    polled[count + 1] = (struct pollfd){.fd = server->count < MAX_CLIENTS ? server->listener : -1,
                                        .events = POLLIN};
    if (poll(polled, (nfds_t)count + 2, wait_ms(next_due(server, due_us))) < 0 && errno != EINTR)
        return error_set(err, ERROR_WAIT, system_error(errno));
    uint64_t ignored;
    while (read(server->wake, &ignored, sizeof ignored) > 0)
        continue;
    welcome(server);
    serve_clients(server, polled, count);
    return true;
}
