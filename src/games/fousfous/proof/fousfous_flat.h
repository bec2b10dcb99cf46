/* fousfous_flat.h -- a flat certificate: who wins a position, its root, as a sorted list of
 * positions, each of which follows from the others by one move. The root is the start as a rule.
 *
 * A won position has a lost one among those a move later, a lost position has won ones alone. Play
 * cannot return, so if that holds for each record, all of them are true, in whatever order one
 * looks: the checker needs no walk and no memory beyond the list. Positions of `pieces` pieces or
 * fewer are not in it; the checker searches them by itself.
 *
 * The file: 64 bytes of header, then the won positions and then the lost ones, 8 bytes each, low
 * byte first, packed as in fousfous_pack.h (on the 8x8 board the lowest of the reflections), in
 * rising order. The header: "plateau proof 1\n", "fousfous", one byte each for rows, columns,
 * pieces and whether the start is won, four of 0, then 8 bytes each for the number of won
 * positions, of lost ones, 0, and the checksum of all else. */
#pragma once
#include "base/error.h"
#include "base/str.h"
#include "core/solver.h"
#include "games/fousfous/fousfous.h"
#include "games/fousfous/solver/fousfous_pack.h"

#define FLAT_MAGIC "plateau proof 1\n"

enum { FLAT_HEADER = 64, FLAT_RECORD = 8, FLAT_MAX_PIECES = 24 };

typedef struct {
    int            rows, cols, pieces;
    bool           root_is_won;
    uint64_t       won, lost; /* records of each kind */
    uint64_t       sum;
    const uint8_t *records; /* borrowed */
    uint64_t       cells, root;
} Flat;

/* Reads a whole file in memory, which must outlast *out. False and *err: it is none, or damaged, or
 * a record is out of place, or the root is missing. */
bool flat_parse(const uint8_t *bytes, size_t size, Flat *out, Error *err);

/* The positions must be in rising order. */
void flat_format(const Flat *flat, const uint64_t *won, const uint64_t *lost, Str *out);

/* Puts the checksum in its place. */
void flat_seal(uint8_t *bytes, size_t size);

uint64_t flat_record(const Flat *flat, uint64_t index);  /* the won ones first */
int      flat_find(const Flat *flat, uint64_t position); /* 1 won, -1 lost, 0 not there */

/* The start of a board, and the squares of it. */
uint64_t flat_start(int rows, int cols, uint64_t *cells);
bool     flat_is_of_start(const Flat *flat);

/* Rows from the first to the last, Blanc to move, as in a position text. */
void flat_show(const Flat *flat, uint64_t position, Str *out);

/* The position as the game knows it, the mover's pieces those of Blanc. */
void flat_unpack(const Flat *flat, uint64_t position, fousfous_pos *out);

/* The positions one move later, as records would name them. */
typedef struct {
    uint64_t position[fousfous_max_moves];
    int      count;
} FlatChildren;
/* The player to move has no pieces left, and has lost: that is no record. */
static inline bool flat_is_over(uint64_t position) { return position >> 32 == 0; }

void flat_children(const Flat *flat, uint64_t position, FlatChildren *out);

/* The hooks of the Solver. */
bool flat_write(const Solver *solver, const FlatOrder *order, const void *pos, FlatAbout *about,
                Error *err);
bool flat_check(const Solver *solver, const FlatCheck *check, FlatAbout *about, Error *err);
