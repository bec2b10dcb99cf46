#include "games/gomoku/champion/gomoku_vcf.h"

#include <assert.h>
#include <string.h>

int gomoku_find_vcf(const gomoku_pos *p, uint64_t most_nodes, int most_fours, Move line[VCF_LINE],
                    int *length)
{
    assert(most_fours >= 0 && most_fours <= VCF_MAX_FOURS);
    GomokuThreats t;
    GomokuVcf     vcf = {.t = &t, .most_nodes = most_nodes};
    gomoku_threats_init(&t, p);
    int plies = gomoku_vcf_at(&vcf, most_fours, 0);
    *length = plies > 0 ? vcf.length : 0;
    memcpy(line, vcf.line, (size_t)*length * sizeof line[0]);
    return plies;
}

bool gomoku_is_quiet(const GomokuThreats *t)
{
    enum { NODES = 200, FOURS = 8 };
    Move line[VCF_LINE];
    int  length, mine = t->pos.turn;
    return t->count[0][RANK_FIVE] + t->count[1][RANK_FIVE] + t->count[mine][RANK_OPEN_FOUR] == 0 &&
           gomoku_find_vcf(&t->pos, NODES, FOURS, line, &length) == 0;
}
