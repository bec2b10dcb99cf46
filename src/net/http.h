/* net/http.h -- all sockets of the page's server: one thread, one loop, no waiting for anybody.
 *
 * Plain HTTP gives the page's files; /ws becomes a WebSocket. Who is slow, too large, from
 * elsewhere or wrong is refused and cut: see docs/dev/page-protocol.md. The library that others
 * would use here takes unmasked frames and has no answer for a head that is too large, so this is
 * our own. */
#pragma once
#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

typedef struct HttpServer HttpServer;
typedef struct HttpClient HttpClient; /* a WebSocket */

/* A file of the page. */
typedef struct {
    const char *type; /* of the content */
    const char *bytes;
    size_t      size;
    const char *gzip; /* NULL: only plain */
    size_t      gzip_size;
    char        etag[40]; /* with its quotes */
} HttpFile;

typedef struct {
    bool is_lan;      /* all addresses of the machine, not loopback alone */
    int  port;        /* 0: any that is free */
    bool may_go_on;   /* when the port is taken, the next free one */
    int  patience_ms; /* for a whole head or message; 0: as promised */

    /* The file under a path such as "/app.js"; `buffer` may hold its bytes until the next call. */
    bool (*find_file)(void *user, const char *path, Str *buffer, HttpFile *out);

    /* Called by http_step alone. `joined` gives what the others get back as `page`; NULL refuses.
     */
    void *(*joined)(void *user, HttpClient *client);
    void (*received)(void *user, void *page, const char *text, size_t size);
    void (*left)(void *user, void *page);
    void *user;
} HttpSetup;

/* NULL and *err when no port is to be had. The setup is copied. */
HttpServer *http_open(const HttpSetup *setup, Error *err);
void        http_close(HttpServer *server); /* NULL is fine */
int         http_port(const HttpServer *server);

/* Waits for something to happen, at most until `due_us` of base/clock.h, and deals with it. */
bool http_step(HttpServer *server, int64_t due_us, Error *err);

/* From any thread, and from a signal handler: http_step returns soon. */
void http_wake(HttpServer *server);

/* A text message; from the loop's thread. Who does not read what he is sent is cut. */
void http_send(HttpClient *client, const char *text, size_t size);

const char *http_address(const HttpClient *client); /* where it comes from, "192.168.1.7" */

/* Ends the connection, once what was sent is gone. */
void http_dismiss(HttpClient *client);
