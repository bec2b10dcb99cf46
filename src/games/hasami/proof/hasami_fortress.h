/* Hasami Shogi: fortresses, positions that a side holds for ever without thinking. Its core is
 * never taken, and one piece of it always has a move that changes nothing. The proof that the test
 * is right is in docs/dev/hasami-proof.md. */
#pragma once
#include "games/hasami/hasami_cells.h"

/* What the test must know of the rules. */
typedef struct {
    HasamiCells board, corners;           /* smaller boards are for tests */
    int         losing_count, difference; /* difference 0: off */
    bool        takes_corners;            /* single pieces in corners */
    bool        takes_diagonals;
    bool        takes_groups;    /* groups without an empty neighbour, in a corner or at the edge */
    bool        counts_at_clock; /* more pieces win when nothing is taken for long */
} HasamiFortressRules;

/* False, and *err names the option, where the rules know moves or wins that the test does not. */
bool hasami_fortress_rules(const int16_t options[HASAMI_OPTIONS], HasamiFortressRules *out,
                           Error *err);

typedef struct {
    HasamiCells core;     /* own pieces that are never taken */
    HasamiCells reach;    /* every cell that an enemy can ever stand on, and perhaps others */
    int         from, to; /* bits: the move to and fro that can be played for ever */
} HasamiFortress;

/* Has the side of `own` a fortress, whoever is to move? The game is not over. */
bool hasami_fortress_find(const HasamiFortressRules *rules, HasamiCells own, HasamiCells enemy,
                          HasamiFortress *out);
