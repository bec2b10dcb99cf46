#include "games/gomoku/gomoku_patterns.h"

#include <assert.h>

enum { ANY = -1 };

/* At least `least` directions with this number of stones, blocks and gaps; two such conditions make
 * a pattern. */
typedef struct {
    int least, stones, blocks, gaps;
} Demand;

static const struct {
    Demand first, second;
    int    worth;
} patterns[] = {
    {{1, 5, 0, 0}, {0, 0, 0, 0}, 10000},   {{1, 4, 0, 0}, {0, 0, 0, 0}, 700},
    {{2, 4, 1, 0}, {0, 0, 0, 0}, 700},     {{2, 4, ANY, 1}, {0, 0, 0, 0}, 700},
    {{1, 4, 1, 0}, {1, 4, ANY, 1}, 700},   {{1, 4, 1, 0}, {1, 3, 0, ANY}, 500},
    {{1, 4, ANY, 1}, {1, 3, 0, ANY}, 500}, {{2, 3, 0, ANY}, {0, 0, 0, 0}, 300},
    {{3, 2, 0, ANY}, {0, 0, 0, 0}, 50},    {{1, 3, 0, ANY}, {0, 0, 0, 0}, 20},
    {{1, 2, 0, ANY}, {0, 0, 0, 0}, 9},
};

static bool is_on_board(const gomoku_pos *p, int row, int col)
{
    return row >= 0 && row < p->size && col >= 0 && col < p->size;
}

static bool has_stone(const gomoku_pos *p, int colour, int row, int col)
{
    return is_on_board(p, row, col) && (p->line[colour][row] >> col & 1) != 0;
}

/* From the point outwards in one sense. */
static void walk(const gomoku_pos *p, int colour, int row, int col, const int step[2],
                 bool *may_skip, GomokuMeasure *measure)
{
    for (;;) {
        row += step[0];
        col += step[1];
        if (has_stone(p, colour, row, col)) {
            measure->stones++;
            continue;
        }
        if (!is_on_board(p, row, col) || has_stone(p, 1 - colour, row, col)) {
            measure->blocks++;
            return;
        }
        if (!*may_skip || !has_stone(p, colour, row + step[0], col + step[1]))
            return;
        *may_skip = false;
        measure->gaps++;
    }
}

void gomoku_measure(const gomoku_pos *p, int colour, int row, int col, bool allows_gap,
                    GomokuMeasure out[GOMOKU_DIRECTIONS])
{
    assert(colour == 0 || colour == 1);
    static const int steps[GOMOKU_DIRECTIONS][2] = {{0, 1}, {1, 0}, {-1, 1}, {1, 1}};
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        bool may_skip = allows_gap;
        int  back[2] = {-steps[d][0], -steps[d][1]};
        out[d] = (GomokuMeasure){.stones = 1};
        walk(p, colour, row, col, steps[d], &may_skip, &out[d]);
        walk(p, colour, row, col, back, &may_skip, &out[d]);
        /* Five or more in a row are five, closed or not. */
        if (out[d].stones >= 5 && out[d].gaps == 0)
            out[d] = (GomokuMeasure){.stones = 5};
    }
}

static bool is_met(const Demand *demand, const GomokuMeasure measures[GOMOKU_DIRECTIONS])
{
    int found = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
        found += measures[d].stones == demand->stones &&
                 (demand->blocks == ANY || measures[d].blocks == demand->blocks) &&
                 (demand->gaps == ANY || measures[d].gaps == demand->gaps);
    return found >= demand->least;
}

int gomoku_match(const GomokuMeasure measures[GOMOKU_DIRECTIONS])
{
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (is_met(&patterns[i].first, measures) && is_met(&patterns[i].second, measures))
            return patterns[i].worth;
    return 0;
}

int gomoku_pattern_worth(const gomoku_pos *p, int colour, int row, int col)
{
    assert(colour == 0 || colour == 1);
    GomokuMeasure measures[GOMOKU_DIRECTIONS];
    gomoku_measure(p, colour, row, col, false, measures);
    int plain = gomoku_match(measures);
    gomoku_measure(p, colour, row, col, true, measures);
    int gapped = gomoku_match(measures);
    return plain > gapped ? plain : gapped;
}

int gomoku_pattern_sum(const gomoku_pos *p, int colour)
{
    assert(colour == 0 || colour == 1);
    int sum = 0;
    for (int row = 0; row < p->size; row++)
        for (uint64_t left = p->line[colour][row]; left != 0;)
            sum += gomoku_pattern_worth(p, colour, row, bits_pop(&left));
    return sum;
}
