/* Hasami Shogi: pieces that can be taken next turn. */
#include "games/hasami/hasami.h"

#include <string.h>

/* The nearest piece of `colour` that can slide to the empty cell, in one direction; -1: none. */
static int slider_to(const hasami_pos *p, int colour, int row, int col, int row_step, int col_step)
{
    for (;;) {
        row += row_step;
        col += col_step;
        if (row < 0 || row >= HASAMI_SIZE || col < 0 || col >= HASAMI_SIZE)
            return -1;
        if (hasami_has(p, colour, row, col))
            return HASAMI_SIZE * row + col;
        if (hasami_has(p, 1 - colour, row, col))
            return -1;
    }
}

/* Could an own piece on the cell close anything in, wherever it came from? */
static bool is_promising(const hasami_pos *p, int colour, int row, int col)
{
    unsigned row_prey = hasami_line_prey(hasami_line(p, colour, 0, row) & ~(1u << col),
                                         hasami_line(p, 1 - colour, 0, row), col);
    unsigned col_prey = hasami_line_prey(hasami_line(p, colour, 1, col) & ~(1u << row),
                                         hasami_line(p, 1 - colour, 1, col), row);
    int      corner = hasami_corner_near(row, col);
    return (row_prey | col_prey) != 0 || !p->has_plain_prey ||
           (corner >= 0 && hasami_has_cell(p, 1 - colour, corner));
}

int hasami_threats(const hasami_pos *p, int colour)
{
    static const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    uint8_t          is_taken[HASAMI_CELLS] = {0};
    int              count = 0;
    for (int to = 0; to < HASAMI_CELLS; to++) {
        int row = to / HASAMI_SIZE, col = to % HASAMI_SIZE;
        if (hasami_has(p, 0, row, col) || hasami_has(p, 1, row, col) ||
            !is_promising(p, colour, row, col))
            continue;
        for (int s = 0; s < 4; s++) {
            int from = slider_to(p, colour, row, col, steps[s][0], steps[s][1]);
            if (from < 0)
                continue;
            hasami_pos  after = *p;
            hasami_undo undo;
            after.side = (uint8_t)colour;
            hasami_make(&after, (Move)(HASAMI_CELLS * from + to), &undo);
            for (int i = 0; i < undo.prey_count; i++) {
                count += !is_taken[undo.prey[i]];
                is_taken[undo.prey[i]] = 1;
            }
        }
    }
    return count;
}
