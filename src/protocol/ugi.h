/* protocol/ugi.h -- the engine's side of UGI, line by line (docs/user/protocols.md).
 *
 * The caller reads lines and hands them over; answers come through `send`, from the caller's thread
 * or from the thread that thinks, never two at once. Nothing here reads or prints. */
#pragma once
#include "core/game.h"

typedef struct Ugi Ugi;

/* A whole line without its end. */
typedef void UgiSend(const char *line, void *user);

/* NULL when memory is short; the caller deletes it. */
Ugi *ugi_new(const Game *game, UgiSend *send, void *user);
void ugi_delete(Ugi *ugi); /* ends a search that is under way; NULL is fine */

/* False after `quit`. */
bool ugi_take(Ugi *ugi, const char *line);

/* Waits for a search with limits to end and say its move; one without is stopped. For the end of
 * the input. */
void ugi_finish(Ugi *ugi);
