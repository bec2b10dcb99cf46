/* digest.h -- a random game as one number: every list of moves, key, result and text in it. The
 * same file is compiled for this machine and for WebAssembly; equal numbers are equal games. */
#pragma once
#include "core/game.h"

/* Looks at a position of the game before `move` is made in it; MOVE_NONE: the last one. */
typedef void DigestVisit(const Game *game, const void *pos, Move move, void *user);

/* The game of that number; its rules are drawn from the number too. `visit` may be NULL. */
uint64_t digest_game(const Game *game, uint32_t number, DigestVisit *visit, void *user);
