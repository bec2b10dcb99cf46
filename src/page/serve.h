/* page/serve.h -- the server of the page: sockets and hub in one loop, until it is told to end.
 */
#pragma once
#include "base/error.h"

typedef struct {
    int                port;      /* 0: any that is free */
    bool               may_go_on; /* to the next free port */
    bool               is_lan;
    const char        *version;
    const char        *store;     /* of games; NULL: in memory */
    bool               is_tidied; /* old games are removed first … */
    int                tidy_days; /* … that have not changed for so long */
    const char        *folder;    /* of the page's files; NULL: those built in */
    const char *const *arenas;
    int                arena_count;
    int                patience_ms; /* of slow clients; 0: as promised */

    /* Called once, when pages can come: `token` is NULL without a network. */
    void (*ready)(int port, const char *token, void *user);
    void *user;
} ServeSetup;

/* Until SIGINT or SIGTERM comes; true: it ended in good order. */
bool serve_run(const ServeSetup *setup, Error *err);
