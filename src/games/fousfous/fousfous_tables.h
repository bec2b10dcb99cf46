/* Fous-Fous endgame tables: one bit a position, won or lost for the player to move, on the 8x8
 * board. Those of up to six pieces are part of the program; larger ones are files. */
#pragma once
#include "base/str.h"
#include "core/solver.h"
#include "games/fousfous/fousfous_index.h"

enum { FOUSFOUS_BUILT_IN = 6, FOUSFOUS_TABLE_HEADER = 128 };

typedef struct {
    FousfousIndex *index;
    int            largest;                      /* tables exist up to so many pieces */
    const uint8_t *bits[FOUSFOUS_MAX_TABLE + 1]; /* block b of k pieces begins at bit b << k */
    const void    *mapped[FOUSFOUS_MAX_TABLE + 1];
    size_t         mapped_size[FOUSFOUS_MAX_TABLE + 1];
} FousfousTables;

/* The built-in tables, then the files of the folder (NULL: the usual one) as far as they go, up to
 * `largest` pieces. False when a file is damaged or memory is short; close it in any case. */
bool fousfous_tables_open(FousfousTables *tables, const char *folder, int largest, Error *err);
void fousfous_tables_close(FousfousTables *tables);

/* A table as it stands in a file: the header is checked, and the sum of all its bytes. */
bool fousfous_table_check(const uint8_t *bytes, size_t size, int pieces, TableLayer *out,
                          Error *err);
/* Writes the header in front of the table that begins at bytes + FOUSFOUS_TABLE_HEADER. */
void fousfous_table_seal(uint8_t *bytes, TableLayer *layer);

size_t fousfous_table_bytes(const FousfousIndex *index, int pieces); /* without the header */
bool   fousfous_table_path(const char *folder, int pieces, Str *out, Error *err);

/* The built-in table of so many pieces, header and all; `size` is what is left from there on. */
const uint8_t *fousfous_table_built_in(const FousfousIndex *index, int pieces, size_t *size);

/* Is it won for the player to move? `pieces` is their number, 1..largest. */
static inline bool fousfous_tables_won(const FousfousTables *tables, int pieces, uint64_t mine,
                                       uint64_t theirs)
{
    uint32_t bit;
    uint64_t block = fousfous_locate(tables->index, pieces, mine, theirs, &bit);
    uint64_t at = (block << pieces) + bit;
    return tables->bits[pieces][at >> 3] >> (at & 7) & 1;
}
