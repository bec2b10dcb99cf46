/* protocol/pbrain.h -- the engine's side of the Gomocup protocol, line by line
 * (docs/user/protocols.md).
 *
 * The caller reads lines and hands them over; answers come through `send`, from the caller's thread
 * or from the thread that thinks, never two at once. Nothing here reads or prints. */
#pragma once
#include <stdbool.h>

typedef struct Pbrain Pbrain;

/* A whole line without its end. */
typedef void PbrainSend(const char *line, void *user);

/* NULL when memory is short; the caller deletes it. `version` is borrowed. */
Pbrain *pbrain_new(const char *version, PbrainSend *send, void *user);
void    pbrain_delete(Pbrain *brain); /* ends a search that is under way; NULL is fine */

/* False after END. The clock of a move starts when its line is taken. */
bool pbrain_take(Pbrain *brain, const char *line);

/* Waits for the search under way to say its move. For the end of the input. */
void pbrain_finish(Pbrain *brain);
