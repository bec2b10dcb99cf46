/* page/wasm/page.h -- a game of the page inside the page: the server's own rules and `state`, there
 * at once, and there while the server is not. Compiled to WebAssembly (docs/dev/architecture.md).
 */
#pragma once
#include "page/page_game.h"

typedef struct {
    PageGame *page_game; /* NULL: no game is open */
    Lang      lang;
} LocalGame;

void page_close(LocalGame *page);

/* Answers a request, one JSON object, by a `state` as the server sends it, and `can_reply`: a
 * machine is to move that plays here too. Or by {"error": "one line"}; then nothing has changed.
 *     {"do": "open", lang, game, start, moves, ply, seats: [two texts], strict}
 *                                  seats are "person NAME" or "player PLAYER"
 *     {"do": "play", move, from, to}   the text is enough
 *     {"do": "jump", ply}          back or forth
 *     {"do": "reply", seed}        the machine's move */
void page_ask(LocalGame *page, const char *request, size_t size, Str *answer);
