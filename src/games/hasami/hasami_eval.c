/* Hasami Shogi: pieces that can be taken next turn, move by move: right under every option. */
#include "games/hasami/hasami.h"

int hasami_threats_slow(const hasami_pos *p, int colour)
{
    Move       moves[hasami_max_moves];
    uint64_t   taken[2] = {0, 0}; /* cells 0..63 and 64..80 */
    hasami_pos mover = *p;
    mover.side = (uint8_t)colour;
    int count = hasami_gen(&mover, moves);
    for (int i = 0; i < count; i++) {
        hasami_pos  after = mover;
        hasami_undo undo;
        hasami_make(&after, moves[i], &undo);
        for (int k = 0; k < undo.prey_count; k++)
            taken[undo.prey[k] >> 6] |= UINT64_C(1) << (undo.prey[k] & 63);
    }
    return bits_count(taken[0]) + bits_count(taken[1]);
}
