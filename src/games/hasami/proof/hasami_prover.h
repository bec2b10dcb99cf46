/* Hasami Shogi: can one side reach a fortress, or win, whatever the other does? A search over the
 * defender's own moves, in numbers; all moves of the attacker, those of the defender that bring a
 * fortress nearer. What it says yes to is checked again when a certificate is written. */
#pragma once
#include "games/hasami/proof/hasami_fortress.h"

#include <stdatomic.h>

enum { HASAMI_DEFENDER, HASAMI_ATTACKER };
enum { HASAMI_MAX_OWN_MOVES = 20 };

/* Seen from the defender: his home row is row 0. */
typedef struct {
    HasamiCells piece[2];
    uint64_t    key, mirror; /* of the position and of its mirror image */
    uint8_t     count[2];
} HasamiSpot;

typedef struct {
    uint8_t from, to; /* bits; equal: no move */
} HasamiStep;

typedef struct HasamiMemo HasamiMemo; /* shared by threads */

/* NULL when memory is short. */
HasamiMemo *hasami_memo_new(size_t megabytes);
void        hasami_memo_delete(HasamiMemo *memo); /* NULL is fine */
void        hasami_memo_clear(HasamiMemo *memo);

/* One for each thread. */
typedef struct {
    HasamiFortressRules rules;
    HasamiMemo         *memo;              /* borrowed */
    const atomic_bool  *stop;              /* borrowed, may be NULL */
    uint64_t            nodes, most_nodes; /* it gives up beyond the most; 0: never */
    uint32_t            refuted[90][90];   /* by the attacker's move, how often it was the answer */
} HasamiProver;

void hasami_spot_set(HasamiSpot *spot, HasamiCells defender, HasamiCells attacker);

/* The position as the colour that defends sees it; and back, for sets and for bits, as cells. */
void        hasami_spot_of(const hasami_pos *p, int side, HasamiSpot *out);
HasamiCells hasami_spot_turn(HasamiCells set, int side);
int         hasami_spot_cell(int bit, int side);

/* False where the rules know moves or captures that the prover does not. */
bool hasami_prover_knows(const hasami_pos *p);

/* Moves a piece of the side; returns what it takes. */
HasamiCells hasami_spot_play(HasamiSpot *spot, const HasamiFortressRules *rules, int side,
                             HasamiStep step);

enum { HASAMI_MAX_STEPS = 18 * 16 };
int hasami_spot_steps(const HasamiSpot *spot, int side, HasamiStep out[HASAMI_MAX_STEPS]);

/* The side has too few pieces, or too many fewer than the other. */
bool hasami_spot_is_lost(const HasamiSpot *spot, const HasamiFortressRules *rules, int side);

/* The defender is to move and reaches a fortress or a win within so many own moves; *out is the
 * first of them. False when it is not found, or stopped. */
bool hasami_prove(HasamiProver *prover, const HasamiSpot *spot, int own_moves, HasamiStep *out);

/* The attacker is to move, and the defender has so many own moves. */
bool hasami_prove_after(HasamiProver *prover, const HasamiSpot *spot, int own_moves);
