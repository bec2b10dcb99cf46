#include "games/gomoku/champion/gomoku_vct.h"

int gomoku_find_vct(const gomoku_pos *p, uint64_t most_nodes, Tt *table, Move line[VCT_PLIES])
{
    GomokuThreats t;
    GomokuVct     vct = {.t = &t, .table = table, .most_nodes = most_nodes};
    gomoku_threats_init(&t, p);
    return gomoku_vct_wins(&vct) ? gomoku_vct_line(&vct, line, VCT_PLIES) : 0;
}
