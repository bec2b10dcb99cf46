/* Hasami Shogi: pieces that can be taken next turn. */
#include "games/hasami/hasami.h"

#include <string.h>

typedef struct {
    const hasami_pos *p;
    int               colour;             /* who threatens */
    uint64_t          tried[2], taken[2]; /* cells 0..63 and 64..80 */
} Threats;

static bool add_to(uint64_t set[2], int cell)
{
    uint64_t bit = UINT64_C(1) << (cell & 63);
    bool     is_new = (set[cell >> 6] & bit) == 0;
    set[cell >> 6] |= bit;
    return is_new;
}

/* The nearest piece beyond the empty cell in one sense of a line, when it is an own one: its bit.
 */
static int slider_from(unsigned own, unsigned enemy, int at, bool is_up)
{
    unsigned side = is_up ? ~((2u << at) - 1) : (1u << at) - 1;
    unsigned pieces = (own | enemy) & side;
    if (pieces == 0)
        return -1;
    int nearest = is_up ? __builtin_ctz(pieces) : 31 - __builtin_clz(pieces);
    return (own >> nearest & 1) != 0 ? nearest : -1;
}

/* Every own piece that can slide to the empty cell does, and what it takes is marked. */
static void try_cell(Threats *t, int row, int col)
{
    int to = HASAMI_SIZE * row + col;
    if (!add_to(t->tried, to))
        return;
    for (int family = 0; family < 2; family++) {
        int      line = family ? col : row, at = family ? row : col;
        unsigned own = hasami_line(t->p, t->colour, family, line);
        unsigned enemy = hasami_line(t->p, 1 - t->colour, family, line);
        for (int up = 0; up < 2; up++) {
            int from = slider_from(own, enemy, at, up != 0);
            if (from < 0)
                continue;
            hasami_pos  after = *t->p;
            hasami_undo undo;
            int         from_cell = family ? HASAMI_SIZE * from + col : HASAMI_SIZE * row + from;
            after.side = (uint8_t)t->colour;
            hasami_make(&after, (Move)(HASAMI_CELLS * from_cell + to), &undo);
            for (int i = 0; i < undo.prey_count; i++)
                add_to(t->taken, undo.prey[i]);
        }
    }
}

/* Empty cells beside an enemy along the lines of one family, where a piece would close something
 * in. */
static void try_lines(Threats *t, int family)
{
    for (int line = 0; line < HASAMI_SIZE; line++) {
        unsigned own = hasami_line(t->p, t->colour, family, line);
        unsigned enemy = hasami_line(t->p, 1 - t->colour, family, line);
        unsigned beside = (enemy << 1 | enemy >> 1) & HASAMI_LINE & ~(own | enemy);
        for (; beside != 0; beside &= beside - 1) {
            int at = __builtin_ctz(beside);
            if (hasami_line_prey(own, enemy, at) != 0)
                try_cell(t, family ? at : line, family ? line : at);
        }
    }
}

static void try_corners(Threats *t)
{
    static const uint8_t beside[8][2] = {{0, 1}, {1, 0}, {0, 7}, {1, 8},
                                         {7, 0}, {8, 1}, {7, 8}, {8, 7}};
    for (int i = 0; i < 8; i++) {
        int row = beside[i][0], col = beside[i][1];
        if (!hasami_has(t->p, 0, row, col) && !hasami_has(t->p, 1, row, col) &&
            hasami_has_cell(t->p, 1 - t->colour, hasami_corner_near(row, col)))
            try_cell(t, row, col);
    }
}

int hasami_threats(const hasami_pos *p, int colour)
{
    Threats t = {.p = p, .colour = colour};
    if (p->has_plain_prey) {
        try_lines(&t, 0);
        try_lines(&t, 1);
        try_corners(&t);
    } else {
        for (int cell = 0; cell < HASAMI_CELLS; cell++)
            if (!hasami_has_cell(p, 0, cell) && !hasami_has_cell(p, 1, cell))
                try_cell(&t, cell / HASAMI_SIZE, cell % HASAMI_SIZE);
    }
    return bits_count(t.taken[0]) + bits_count(t.taken[1]);
}
