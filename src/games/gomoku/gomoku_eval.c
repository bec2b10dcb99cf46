/* Gomoku: a first evaluation, windows of five, and a rough order of moves. */
#include "games/gomoku/gomoku.h"

/* Worth of a window of five by the stones of one colour in it, the other colour having none. */
static const Score worth[6] = {0, 1, 8, 40, 150, 0};

static Score score_line(uint32_t own, uint32_t other, int first, int last)
{
    Score score = 0;
    if (((own | other) >> first) == 0)
        return 0;
    for (int i = first; i + 4 <= last; i++) {
        unsigned mine = own >> i & 31, theirs = other >> i & 31;
        if (theirs == 0)
            score += worth[bits_count(mine)];
        else if (mine == 0)
            score -= worth[bits_count(theirs)];
    }
    return score;
}

Score gomoku_eval(const gomoku_pos *p)
{
    int             size = p->size, top = size - 1;
    const uint32_t *own = p->line[p->turn], *other = p->line[1 - p->turn];
    Score           score = 0;
    if (p->phase != PHASE_PLAY)
        return 0; /* an opening is meant to be even */
    for (int i = 0; i < size; i++) {
        score += score_line(own[i], other[i], 0, top);
        score += score_line(own[20 + i], other[20 + i], 0, top);
    }
    for (int i = 0; i < 2 * size - 1; i++) {
        int first = i < size ? 0 : i - top, last = i < size ? i : top;
        /* "\" line i holds row - col = i - top: columns count from the other end. */
        score += score_line(own[40 + i], other[40 + i], top - last, top - first);
        score += score_line(own[79 + i], other[79 + i], first, last);
    }
    return score + 10; /* the move itself */
}

int gomoku_order(const gomoku_pos *p, Move move)
{
    if (move >= MOVE_SPECIAL)
        return 0;
    int row = move >> 5, col = move & 31, rank = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        int line = gomoku_line_of(p, d, row, col), at = gomoku_bit_of(d, row, col);
        for (int colour = 0; colour < 2; colour++) {
            uint64_t near = (uint64_t)p->line[colour][line] << 4 >> at & 0x1ff;
            int      run = gomoku_run(p->line[colour][line] | 1u << at, at);
            rank += run * run * run * (colour == p->turn ? 5 : 4) + bits_count(near);
        }
    }
    return rank;
}
