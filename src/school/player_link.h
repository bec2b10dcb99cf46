/* school/player_link.h -- the connection of a player who may go and come back.
 *
 * Two threads meet here: the door brings links, a game takes the newest one and gives it back. A
 * player who connects a second time has lost his first connection, whether we have noticed or not:
 * the newer link counts. */
#pragma once
#include "net/link.h"

typedef struct PlayerLink PlayerLink;

PlayerLink *player_link_new(void);                       /* NULL when memory is short */
void        player_link_delete(PlayerLink *player_link); /* NULL is fine */

/* ---- for the door ---- */

void player_link_renew(PlayerLink *player_link, Link *link); /* becomes the player_link's own */
void player_link_drop(PlayerLink *player_link);              /* whatever connection he has */
bool player_link_is_open(PlayerLink *player_link);           /* and not at a game */
void player_link_interrupt(PlayerLink *player_link);         /* for good: nobody waits any more */

/* ---- for a game ---- */

/* The player's link, for the caller alone until he gives it back; NULL when there is none by the
 * deadline. Waits on it end, as LINK_STOPPED, as soon as a newer one is there. */
Link *player_link_take(PlayerLink *player_link, int64_t deadline_us);
void  player_link_give_back(PlayerLink *player_link, Link *link); /* NULL is fine */
