/* core/position_copy.h -- a position of one's own to make moves on, and the undo record of the last
 * of them. */
#pragma once
#include "core/game.h"

#include <string.h>

typedef struct {
    const Game *game;
    void       *pos, *undo;
} PositionCopy;

/* A copy of `from`; all zero bytes, to be filled, when that is NULL. False and *err when memory is
 * short. The caller frees it in either case. */
bool position_copy_init(PositionCopy *copy, const Game *game, const void *from, Error *err);
void position_copy_free(PositionCopy *copy); /* one that is all zero is fine */

static inline void position_copy_set(PositionCopy *copy, const void *from)
{
    memcpy(copy->pos, from, copy->game->pos_size);
}

static inline void position_copy_make(PositionCopy *copy, Move move)
{
    copy->game->make(copy->pos, move, copy->undo);
}

/* `move` is the one that was made last. */
static inline void position_copy_unmake(PositionCopy *copy, Move move)
{
    copy->game->unmake(copy->pos, move, copy->undo);
}
