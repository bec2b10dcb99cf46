#include "page/serve.h"

#include "base/errors.h"
#include "net/http.h"
#include "net/token.h"
#include "page/asset.h"
#include "page/hub.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct {
    HttpServer *http;
    Hub        *hub;
    const char *folder; /* files of the page while one works on them; NULL: those built in */
} Server;

/* A handler can only tell through globals. */
static atomic_bool           is_ending;
static _Atomic(HttpServer *) signalled;

static void end(int signal_number)
{
    (void)signal_number;
    atomic_store(&is_ending, true);
    HttpServer *http = atomic_load(&signalled);
    if (http != NULL)
        http_wake(http);
}

static void *joined(void *user, HttpClient *client)
{
    Server *server = user;
    return server->hub != NULL ? hub_join(server->hub, client, http_address(client)) : NULL;
}

static void received(void *user, void *page, const char *text, size_t size)
{
    Server *server = user;
    hub_receive(server->hub, page, text, size);
}

static void left(void *user, void *page)
{
    Server *server = user;
    if (server->hub != NULL)
        hub_leave(server->hub, page);
}

static void send_text(void *connection, const char *text, size_t size)
{
    http_send(connection, text, size);
}
static void dismiss(void *connection) { http_dismiss(connection); }

static void wake(void *user)
{
    Server *server = user;
    http_wake(server->http);
}

/* At most as many as there are cores; few, so that memory is bounded on any machine. */
static int count_threads(void)
{
    enum { MOST = 4 };
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MOST ? MOST : (int)cores;
}

/* What a folder does not have is the program's own: the engine, which is built, not written. */
static bool find_file(void *user, const char *path, Str *buffer, HttpFile *out)
{
    const Server *server = user;
    return (server->folder != NULL && asset_read(server->folder, path, buffer, out)) ||
           asset_find(path, out);
}

static bool loop(Server *server, Error *err)
{
    while (!atomic_load(&is_ending)) {
        if (!http_step(server->http, hub_due_us(server->hub), err))
            return false;
        hub_tick(server->hub);
    }
    return true;
}

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
}

bool serve_run(const ServeSetup *setup, Error *err)
{
    Server server = {.folder = setup->folder};
    char   token[TOKEN_SIZE];
    bool   ok = false;
    if (setup->is_lan && !token_make(token))
        return error_set(err, ERROR_TOKEN_RANDOM);
    HttpSetup http = {.is_lan = setup->is_lan,
                      .port = setup->port,
                      .may_go_on = setup->may_go_on,
                      .find_file = find_file,
                      .patience_ms = setup->patience_ms,
                      .joined = joined,
                      .received = received,
                      .left = left,
                      .user = &server};
    server.http = http_open(&http, err);
    if (server.http == NULL)
        return false;
    HubSetup hub = {.version = setup->version,
                    .store = setup->store,
                    .is_tidied = setup->is_tidied,
                    .tidy_days = setup->tidy_days,
                    .arenas = setup->arenas,
                    .arena_count = setup->arena_count,
                    .token = setup->is_lan ? token : NULL,
                    .threads = count_threads(),
                    .send = send_text,
                    .dismiss = dismiss,
                    .wake = wake,
                    .user = &server};
    server.hub = hub_new(&hub, err);
    if (server.hub != NULL) {
        atomic_store(&signalled, server.http);
        watch_signals();
        setup->ready(http_port(server.http), setup->is_lan ? token : NULL, setup->user);
        ok = loop(&server, err);
        atomic_store(&signalled, NULL);
    }
    hub_delete(server.hub); /* its threads wake the sockets' loop until they have ended */
    server.hub = NULL;
    http_close(server.http);
    return ok;
}
