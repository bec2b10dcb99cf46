/* page/hub.h -- where pages, games and thinking threads meet: requests in, answers and events
 * out, as docs/dev/page-protocol.md tells. It knows no socket. All calls come from one thread, the
 * loop's. */
#pragma once
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Hub  Hub;
typedef struct Page Page; /* one connection of a page */

typedef struct {
    const char        *version;
    const char        *store;  /* file of the games; NULL: in memory alone */
    const char *const *arenas; /* stores of matches, to be looked at */
    int                arena_count;
    const char        *token;      /* that a page must know; NULL: none */
    bool               is_tidied;  /* games are removed first … */
    int                tidy_days;  /* … that have not changed for so long */
    int64_t            most_games; /* that may be saved; 0: the usual number */
    int                threads;    /* 0: what takes time is never begun, for tests of messages */

    void (*send)(void *connection, const char *text, size_t size);
    void (*dismiss)(void *connection); /* ends the connection */
    void (*wake)(void *user);          /* from any thread: hub_tick has something to do */
    void *user;
} HubSetup;

/* NULL and *err: the games cannot be opened, or memory is short. The setup's texts are borrowed. */
Hub *hub_new(const HubSetup *setup, Error *err);
void hub_delete(Hub *hub); /* NULL is fine; pages that are still there are forgotten */

/* NULL when memory is short. `connection` is what `send` gets; `address` is where the page comes
 * from. */
Page *hub_join(Hub *hub, void *connection, const char *address);
void  hub_leave(Hub *hub, Page *page);

/* One message of a page. */
void hub_receive(Hub *hub, Page *page, const char *text, size_t size);

/* The end of a turn of the loop: delivers what threads have found, looks at clocks, writes what has
 * changed to the disk, and only then says so; begins machines' moves. */
void    hub_tick(Hub *hub);
int64_t hub_due_us(Hub *hub); /* when hub_tick must be called at the latest */
