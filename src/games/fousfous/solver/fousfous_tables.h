/* Fous-Fous endgame tables: one bit a position, won or lost for the player to move. On the 8x8
 * board those of up to six pieces are part of the program; larger ones are files. On other boards
 * they are made in memory where a search needs them (fousfous_build.inc.h). */
#pragma once
#include "core/tablefile.h"
#include "games/fousfous/solver/fousfous_index.h"

enum { FOUSFOUS_BUILT_IN = 6 };

#define FOUSFOUS_TABLE_NAME "fousfous 8x8"

typedef struct {
    FousfousIndex *index;
    int            largest;                      /* tables exist up to this number of pieces */
    const uint8_t *bits[FOUSFOUS_MAX_TABLE + 1]; /* block b of k pieces begins at bit b << k */
    const void    *mapped[FOUSFOUS_MAX_TABLE + 1];
    size_t         mapped_size[FOUSFOUS_MAX_TABLE + 1];
    /* Other boards: no index, blocks of whole words by these sets. */
    uint64_t        cells;
    FousfousHalves *low, *high;
    FousfousSets    sets[FOUSFOUS_MAX_TABLE + 1];
    void           *made[FOUSFOUS_MAX_TABLE + 1];
} FousfousTables;

/* The built-in tables, then the files of the folder (NULL: the usual one) as far as they go, up to
 * `largest` pieces. False when a file is damaged or memory is short; close it in any case. */
bool fousfous_tables_open(FousfousTables *tables, const char *folder, int largest, Error *err);
void fousfous_tables_close(FousfousTables *tables);

size_t fousfous_table_bytes(const FousfousIndex *index, int pieces); /* without the header */

/* The built-in table of this number of pieces, with its header; `size` is all that is left from
 * there on. */
const uint8_t *fousfous_table_built_in(const FousfousIndex *index, int pieces, size_t *size);

/* Where the value of a position of `pieces` pieces, 1..largest, is: byte and bit. */
static inline const uint8_t *fousfous_tables_find(const FousfousTables *tables, int pieces,
                                                  uint64_t mine, uint64_t theirs, unsigned *bit)
{
    uint64_t at;
    if (tables->index != NULL) {
        uint32_t colours;
        uint64_t block = fousfous_locate(tables->index, pieces, mine, theirs, &colours);
        at = (block << pieces) + colours;
    } else {
        uint64_t block = fousfous_sets_find(&tables->sets[pieces], mine | theirs);
        at = (block << (pieces < 6 ? 6 : pieces)) + fousfous_gather(mine, mine | theirs);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        at ^= 56; /* these are words */
#endif
    }
    *bit = at & 7;
    return tables->bits[pieces] + (at >> 3);
}

/* Is it won for the player to move? */
static inline bool fousfous_tables_won(const FousfousTables *tables, int pieces, uint64_t mine,
                                       uint64_t theirs)
{
    unsigned       bit;
    const uint8_t *byte = fousfous_tables_find(tables, pieces, mine, theirs, &bit);
    return *byte >> bit & 1;
}
