/* engine/ponder.h -- thinking on the other side's time: what is found stays in the seat's table and
 * tree, and serves when the seat has to move. */
#pragma once
#include "engine/player.h"

typedef struct Ponder Ponder;

/* Starts a thread that thinks about the present position for the player in `seat`. Until ponder_end
 * the session must not be touched. NULL when there is nothing to think about or no thread to be
 * had. */
Ponder *ponder_begin(Session *session, const Player *player, int seat);
void    ponder_end(Ponder *ponder); /* NULL is fine */
