/* Hasami Shogi's smallest ending: two pieces against two, where the first capture wins
 * (losing_count=1). Every position with its plies to the end. */
#pragma once
#include "core/solver.h"
#include "games/hasami/hasami.h"

enum { HASAMI_PAIRS = 3240, HASAMI_ENDING_PIECES = 4 }; /* 81 * 80 / 2 pairs of cells */

/* Two pieces of the player to move, two of the other; a position is one byte of the table: 0 drawn,
 * odd numbers won in that number of plies, even ones lost. */
typedef struct {
    int mine[2], theirs[2];
} HasamiFour;

enum { HASAMI_DRAWN = 0, HASAMI_NO_POSITION = 255 };

typedef struct HasamiEnding HasamiEnding;

/* The order of the positions, without values: all drawn. NULL when memory is short; the caller
 * frees it with free(). */
HasamiEnding *hasami_ending_new(void);

uint32_t hasami_ending_size(const HasamiEnding *ending);
uint8_t *hasami_ending_values(HasamiEnding *ending);
uint32_t hasami_ending_index(const HasamiEnding *ending, const HasamiFour *four);

/* False for an index that stands for no position, or for one that has another index. */
bool hasami_ending_position(const HasamiEnding *ending, uint32_t index, HasamiFour *out);

/* Finds all values; the longest win and the counts of positions, symmetric ones each. False when
 * stopped or short of memory. */
bool hasami_ending_build(HasamiEnding *ending, const TablesWork *work, TableLayer *out, Error *err);
void hasami_ending_count(const HasamiEnding *ending, TableLayer *out);

/* The first index whose value does not follow from those one move later by the rules of hasami.h;
 * -1 when all do. */
int64_t hasami_ending_verify(HasamiEnding *ending, const TablesWork *work);

/* The position as the game knows it; its rules are the default ones but for losing_count=1. */
void hasami_ending_to_game(const HasamiFour *four, hasami_pos *out);
/* False when it is not two against two under such rules. */
bool hasami_ending_from_game(const hasami_pos *p, HasamiFour *out);
