/* games/gomoku/champion/gomoku_candidates.h -- candidate moves: the only answer to a four, the
 * answers to an open three, or else the points near the stones; and their rank for move ordering.
 */
#pragma once
#include "games/gomoku/champion/gomoku_vcf.h"

#include <assert.h>

typedef struct {
    uint32_t row[GOMOKU_ROWS];
} GomokuPoints;

/* Ranks of points that win for `colour` unless something is done now, and the rule allows it. */
static inline int gomoku_open_four_of(const GomokuThreats *t, int colour)
{
    assert(colour == 0 || colour == 1);
    const GomokuSet *set = &t->set[colour][RANK_OPEN_FOUR];
    for (uint64_t rows = set->rows; rows != 0;) {
        int row = bits_pop(&rows);
        for (uint64_t left = set->row[row]; left != 0;) {
            int  col = bits_pop(&left);
            bool is_foul = colour == 0 && t->pos.rule == GOMOKU_RENJU &&
                           gomoku_is_forbidden(&t->pos, row, col);
            if (!is_foul)
                return 32 * row + col;
        }
    }
    return -1;
}

/* Two points in every direction, three along the lines. */
static inline void gomoku_near_stones(const GomokuThreats *t, GomokuPoints *out)
{
    enum { EDGE = 3 };
    uint32_t stones[GOMOKU_ROWS + 2 * EDGE] = {0}, wide[GOMOKU_ROWS + 2 * EDGE] = {0};
    int      size = t->pos.size;
    for (int row = 0; row < size; row++) {
        uint32_t own = t->pos.line[0][row] | t->pos.line[1][row];
        stones[row + EDGE] = own;
        wide[row + EDGE] = own | own << 1 | own >> 1 | own << 2 | own >> 2;
    }
    for (int row = 0; row < size; row++) {
        const uint32_t *s = &stones[row + EDGE], *n = &wide[row + EDGE];
        uint32_t        far = s[-3] | s[3];
        uint32_t        near = n[-2] | n[-1] | n[0] | n[1] | n[2] | s[0] << 3 | s[0] >> 3;
        near |= far | far << 3 | far >> 3;
        out->row[row] = near & gomoku_empty_in_row(&t->pos, row);
    }
    if (t->pos.stones == 0)
        out->row[size / 2] = 1u << (size / 2);
}

static inline void gomoku_add_set(const GomokuSet *set, GomokuPoints *out)
{
    for (uint64_t rows = set->rows; rows != 0;) {
        int row = bits_pop(&rows);
        out->row[row] |= set->row[row];
    }
}

/* All that can stop the open four on `point` before it is made: a stone in one of the lines that
 * make it, or a four of the player to move. */
static inline void gomoku_list_defences(const GomokuThreats *t, int point, GomokuPoints *out)
{
    assert(point >= 0 && (point & 31) < t->pos.size && point >> 5 < t->pos.size);
    int mine = t->pos.turn, theirs = 1 - mine, row = point >> 5, col = point & 31;
    *out = (GomokuPoints){{0}};
    out->row[row] = 1u << col;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        if (gomoku_shape_of(t, theirs, point, d) < SHAPE_FOUR)
            continue;
        GomokuLine line = gomoku_read_line(t, d, row, col);
        int        at = gomoku_bit_of(d, row, col);
        for (uint64_t left = ~(line.black | line.white) >> at & 0x7ff; left != 0;) {
            int near = point + (bits_pop(&left) - GOMOKU_REACH) * gomoku_step(d);
            out->row[near >> 5] |= 1u << (near & 31);
        }
    }
    for (int rank = RANK_FOUR; rank <= RANK_OPEN_FOUR; rank++)
        gomoku_add_set(&t->set[mine][rank], out);
    gomoku_add_set(&t->set[mine][RANK_DOUBTFUL], out);
}

/* The candidates of the player to move. A four of the opponent must have been answered before. */
static inline void gomoku_list_points(const GomokuThreats *t, GomokuPoints *out)
{
    int threat = gomoku_open_four_of(t, 1 - t->pos.turn);
    if (threat >= 0)
        gomoku_list_defences(t, threat, out);
    else
        gomoku_near_stones(t, out);
}

/* The rank of a point in move ordering: the shapes made there and those denied to the opponent. */
static inline int gomoku_promise(const GomokuThreats *t, int point)
{
    int mine = t->pos.turn, theirs = 1 - mine;
    return gomoku_of_kind(t, mine, point)->attack + gomoku_of_kind(t, theirs, point)->defence;
}
