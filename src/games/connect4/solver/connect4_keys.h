/* Connect Four: positions as keys, mine + all, the smaller of the position and its mirror image.
 * All positions after so many stones; which position a key is; what no game can lead to. */
#pragma once
#include "games/connect4/connect4.h"

#include <stddef.h>

static inline uint64_t connect4_mirrored(uint64_t key)
{
    const uint64_t column = 0x7f;
    return (key & column) << 42 | (key & column << 7) << 28 | (key & column << 14) << 14 |
           (key & column << 21) | (key >> 14 & column << 14) | (key >> 28 & column << 7) |
           (key >> 42 & column);
}

/* The same on any board. */
CONNECT4_ANY uint64_t connect4_mirrored_in(const Connect4Shape *shape, uint64_t key)
{
    const uint64_t column = shape->column << 1 | 1;
    uint64_t       mirrored = 0;
    if (shape == &connect4_usual)
        return connect4_mirrored(key);
    for (int col = 0; col < shape->cols; col++)
        mirrored |= (key >> shape->step * col & column) << shape->step * (shape->cols - 1 - col);
    return mirrored;
}

/* The key of a position in a book. */
CONNECT4_ANY uint64_t connect4_book_key(const Connect4Shape *shape, uint64_t mine, uint64_t all)
{
    uint64_t key = mine + all, other = connect4_mirrored_in(shape, key);
    return other < key ? other : key;
}

/* The position with this key. */
void connect4_from_key(const Connect4Shape *shape, uint64_t key, uint64_t *mine, uint64_t *all);

/* Every position that a game reaches with so many stones, in the order of the keys; those that are
 * over too, which nothing follows. NULL when memory is short; the caller frees it. */
uint64_t *connect4_list_keys(const Connect4Shape *shape, int plies, size_t *count);

/* Over, won with the next stone or lost with the one after: no book needs it. */
bool connect4_is_decided(const Connect4Shape *shape, uint64_t mine, uint64_t all);

enum { CONNECT4_MAX_BOOK_PLIES = 12 };

/* Can the two in turn have put these stones there? Stones that rest on others may still have come
 * in no order. For CONNECT4_MAX_BOOK_PLIES stones at most. */
bool connect4_is_reachable(const Connect4Shape *shape, uint64_t mine, uint64_t all);
