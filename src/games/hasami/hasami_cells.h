/* Hasami Shogi: sets of cells. The whole board in one word, ten bits a row as in the position's
 * first two words: a step is a shift, and the spare tenth bit keeps it from wrapping. */
#pragma once
#include "games/hasami/hasami.h"

#include <assert.h>

typedef unsigned __int128 HasamiCells;

enum { HASAMI_WORD_BITS = 60, HASAMI_STEP_ROW = HASAMI_LINE_STEP };

/* Steps along a row, a column and the two diagonals; the other way is a shift down. */
static const int hasami_line_steps[] = {1, HASAMI_STEP_ROW, HASAMI_STEP_ROW + 1,
                                        HASAMI_STEP_ROW - 1};

static inline HasamiCells hasami_cells_join(uint64_t low, uint64_t high)
{
    return low | (HasamiCells)high << HASAMI_WORD_BITS;
}

static inline HasamiCells hasami_cells_of(const hasami_pos *p, int colour)
{
    assert(colour == 0 || colour == 1);
    return hasami_cells_join(p->word[colour][0], p->word[colour][1]);
}

static inline HasamiCells hasami_cells_all(void)
{
    return hasami_cells_join(UINT64_C(0x07fdff7fdff7fdff), UINT64_C(0x1ff7fdff));
}

static inline HasamiCells hasami_cells_corners(void)
{
    const uint64_t corners = 0x101;
    return corners | (HasamiCells)corners << 8 * HASAMI_STEP_ROW;
}

static inline int hasami_cell_to_bit(int cell)
{
    assert(cell >= 0 && cell < HASAMI_CELLS);
    return HASAMI_STEP_ROW * (cell / HASAMI_SIZE) + cell % HASAMI_SIZE;
}

static inline int hasami_bit_to_cell(int bit)
{
    return bit / HASAMI_STEP_ROW * HASAMI_SIZE + bit % HASAMI_STEP_ROW;
}

static inline int hasami_cells_low(HasamiCells set)
{
    assert(set != 0);
    uint64_t low = (uint64_t)set;
    return low != 0 ? bits_low(low) : 64 + bits_low((uint64_t)(set >> 64));
}

static inline int hasami_cells_size(HasamiCells set)
{
    return bits_count((uint64_t)set) + bits_count((uint64_t)(set >> 64));
}

/* `set`, a part of `way`, and all that it reaches on the way by steps of that size. */
static inline HasamiCells hasami_cells_up(HasamiCells set, HasamiCells way, int step)
{
    set |= way & set << step;
    way &= way << step;
    set |= way & set << 2 * step;
    way &= way << 2 * step;
    return set | (way & set << 4 * step);
}

static inline HasamiCells hasami_cells_down(HasamiCells set, HasamiCells way, int step)
{
    set |= way & set >> step;
    way &= way >> step;
    set |= way & set >> 2 * step;
    way &= way >> 2 * step;
    return set | (way & set >> 4 * step);
}

static inline HasamiCells hasami_cells_around(HasamiCells set)
{
    return (set << 1 | set >> 1 | set << HASAMI_STEP_ROW | set >> HASAMI_STEP_ROW) &
           hasami_cells_all();
}

/* `seed` and the cells of `set` that hang together with it. */
static inline HasamiCells hasami_cells_group(HasamiCells seed, HasamiCells set)
{
    for (;;) {
        HasamiCells grown = seed | (hasami_cells_around(seed) & set);
        if (grown == seed)
            return seed;
        seed = grown;
    }
}
