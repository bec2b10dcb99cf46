#include "games/connect4/solver/connect4_keys.h"

#include "games/connect4/solver/connect4_threats.h"

#include <assert.h>
#include <stdlib.h>

void connect4_from_key(const Connect4Shape *shape, uint64_t key, uint64_t *mine, uint64_t *all)
{
    const uint64_t column = shape->column << 1 | 1;
    *mine = *all = 0;
    for (int shift = 0; shift < shape->bits; shift += shape->step) {
        /* Stones up to a height of h add up to 2^h - 1, and mine among them to as much at most. */
        uint64_t sum = key >> shift & column;
        uint64_t stones = (UINT64_C(1) << (63 - __builtin_clzll(sum + 1))) - 1;
        *all |= stones << shift;
        *mine |= (sum - stones) << shift;
    }
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t sort_unique(uint64_t *keys, size_t count)
{
    size_t kept = 0;
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || keys[kept - 1] != keys[i])
            keys[kept++] = keys[i];
    return kept;
}

uint64_t *connect4_list_keys(const Connect4Shape *shape, int plies, size_t *count)
{
    uint64_t *keys = calloc(1, sizeof *keys);
    *count = 1;
    for (int ply = 0; keys != NULL && ply < plies; ply++) {
        uint64_t *after = malloc((*count * (size_t)shape->cols + 1) * sizeof *after);
        size_t    n = 0;
        for (size_t i = 0; after != NULL && i < *count; i++) {
            uint64_t mine, all;
            connect4_from_key(shape, keys[i], &mine, &all);
            uint64_t theirs = all ^ mine, left = connect4_landing_in(shape, all);
            for (; left != 0 && !connect4_has_four_in(shape, theirs); left &= left - 1)
                after[n++] = connect4_book_key(shape, theirs, all | (left & -left));
        }
        free(keys);
        keys = after;
        *count = keys != NULL ? sort_unique(keys, n) : 0;
    }
    return keys;
}

bool connect4_is_decided(const Connect4Shape *shape, uint64_t mine, uint64_t all)
{
    uint64_t theirs = all ^ mine;
    uint64_t wins = connect4_threats_in(shape, mine, all) & connect4_landing_in(shape, all);
    return wins != 0 || connect4_has_four_in(shape, theirs) ||
           connect4_safe(shape, all, connect4_threats_in(shape, theirs, all)) == 0;
}

/* The stones that lie below so many others are among those that lie below more: a set of columns'
 * heights is a number with a digit for each column, and the sets before it have smaller numbers. */
bool connect4_is_reachable(const Connect4Shape *shape, uint64_t mine, uint64_t all)
{
    enum { MAX_SETS = 2048 }; /* (12 / 9 + 1)^9 < 2060; 12 stones make 1728 at most */
    bool      is_reached[MAX_SETS] = {true};
    int       heights[CONNECT4_MAX_COLS], places[CONNECT4_MAX_COLS], sets = 1;
    const int count = bits_count(all);
    assert(count <= CONNECT4_MAX_BOOK_PLIES);
    for (int col = 0; col < shape->cols; col++) {
        heights[col] = bits_count(all >> shape->step * col & shape->column);
        places[col] = sets;
        sets *= heights[col] + 1;
    }
    assert(sets <= MAX_SETS);
    for (int set = 1; set < sets; set++) {
        int stones = 0, left[CONNECT4_MAX_COLS];
        for (int col = 0; col < shape->cols; col++) {
            left[col] = set / places[col] % (heights[col] + 1);
            stones += left[col];
        }
        /* The player to move after all stones put those at an even distance from the end + 2. */
        bool is_mine = ((count - stones) & 1) != 0;
        for (int col = 0; col < shape->cols && !is_reached[set]; col++) {
            uint64_t top = left[col] > 0 ? UINT64_C(1) << (shape->step * col + left[col] - 1) : 0;
            is_reached[set] =
                top != 0 && ((mine & top) != 0) == is_mine && is_reached[set - places[col]];
        }
    }
    return is_reached[sets - 1];
}
