/* school/presence.h -- the connection of a player who may go and come back.
 *
 * Two threads meet here: the door brings links, a game takes the newest one and gives it back. A
 * player who connects a second time has lost his first connection, whether we have noticed or not:
 * the newer link counts. */
#pragma once
#include "net/link.h"

typedef struct Presence Presence;

Presence *presence_new(void);                  /* NULL when memory is short */
void      presence_delete(Presence *presence); /* NULL is fine */

/* ---- for the door ---- */

void presence_bring(Presence *presence, Link *link); /* becomes the presence's own */
void presence_drop(Presence *presence);              /* whatever connection he has */
bool presence_is_there(Presence *presence);          /* and not at a game */
void presence_interrupt(Presence *presence);         /* for good: nobody waits any more */

/* ---- for a game ---- */

/* The player's link, for the caller alone until he gives it back; NULL when there is none by the
 * deadline. Waits on it end, as LINK_STOPPED, as soon as a newer one is there. */
Link *presence_take(Presence *presence, int64_t deadline_us);
void  presence_give_back(Presence *presence, Link *link); /* NULL is fine */
