/* engine/certificate.h -- a proof of who wins a position, that anyone can check by the rules alone.
 *
 * It holds the winner's move for every position of the proof, in the order in which a walk from the
 * root meets them: all moves of the loser, the given move of the winner, no position twice. Below
 * a stated number of pieces it holds nothing: there the checker searches by itself, as long as that
 * is in proportion to the certificate's size. For games without draws whose positions cannot come
 * back. */
#pragma once
#include "base/str.h"
#include "core/open_solver.h"

enum { CERTIFICATE_MAX_PIECES = 12 }; /* that can be left to the checker */

typedef struct {
    int      score;     /* of the player to move at the root: 1 or -1 */
    int      pieces;    /* positions with this number of pieces or fewer are left to the checker */
    uint64_t positions; /* of the proof */
    uint64_t moves;     /* of the winner, that the certificate holds */
    uint64_t leaves;    /* left to the checker */
} Certificate;

/* False: the solver was stopped, memory is short, the root has so few pieces that nothing would be
 * written, or the game is not of that kind. */
bool certificate_write(OpenSolver *solver, const void *pos, int pieces, Str *out,
                       Certificate *about, Error *err);

/* Uses the rules alone, not the solver. False: it proves nothing, and *err says why. */
bool certificate_check(const Game *game, const char *text, size_t size, const atomic_bool *stop,
                       Certificate *about, Error *err);
