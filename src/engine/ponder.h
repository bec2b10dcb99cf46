/* engine/ponder.h -- pondering, a search on the opponent's time: its result stays in the table and
 * the tree of the seat, for the search of the next move. */
#pragma once
#include "engine/player.h"

typedef struct Ponder Ponder;

/* Starts a thread that searches the present position for the player in `seat`. The session must not
 * be used until ponder_end. NULL when there is nothing to search, or no thread. */
Ponder *ponder_begin(Session *session, const Player *player, int seat);
void    ponder_end(Ponder *ponder); /* NULL is fine */
