#include "core/position_copy.h"

#include "base/errors.h"

#include <stddef.h>
#include <stdlib.h>

bool position_copy_init(PositionCopy *copy, const Game *game, const void *from, Error *err)
{
    enum { ALIGN = _Alignof(max_align_t) };
    size_t pos_size = (game->pos_size + ALIGN - 1) / ALIGN * ALIGN;
    char  *memory = calloc(1, pos_size + game->undo_size);
    *copy = (PositionCopy){.game = game, .pos = memory};
    if (memory == NULL)
        return error_set(err, ERROR_MEMORY);
    copy->undo = memory + pos_size;
    if (from != NULL)
        position_copy_set(copy, from);
    return true;
}

void position_copy_free(PositionCopy *copy)
{
    free(copy->pos);
    *copy = (PositionCopy){0};
}
