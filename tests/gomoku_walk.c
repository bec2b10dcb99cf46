#include "gomoku_walk.h"

#include "base/rng.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

const char *const gomoku_rule_names[] = {"freestyle", "standard", "renju", "caro"};

void gomoku_begin(int rule, int size, gomoku_pos *p)
{
    char  text[64];
    Bytes bytes;
    snprintf(text, sizeof text, "startpos rule=%s size=%d", gomoku_rule_names[rule], size);
    must_parse(must_find_game("gomoku"), text, &bytes);
    memcpy(p, &bytes, sizeof *p);
}

Move gomoku_draw_point(const GomokuThreats *t, uint64_t *rng)
{
    GomokuPoints near;
    Move         list[gomoku_max_moves];
    int          count = 0;
    gomoku_near_stones(t, &near);
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = near.row[row]; left != 0;) {
            int col = bits_pop(&left);
            if (!gomoku_has_forbidden(&t->pos) || !gomoku_is_forbidden(&t->pos, row, col))
                list[count++] = (Move)(32 * row + col);
        }
    return count > 0 ? list[rng_below(rng, (uint32_t)count)] : MOVE_NONE;
}
