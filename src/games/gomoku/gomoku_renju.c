/* Gomoku: black's forbidden points under renju.
 *
 * A point is judged as if black had just played there:
 *   five   exactly five in some direction: a win, never forbidden;
 *   overline  six or more: forbidden;
 *   four   a set of four stones in one line, with the new one, that one more stone makes exactly
 *          five; two of them (also in one line) are forbidden;
 *   three  can become a straight four (open at both ends to exactly five) by a stone on a point
 *          that is neither forbidden itself nor makes a five; two of them are forbidden. */
#include "games/gomoku/gomoku.h"

#include <assert.h>
#include <string.h>

/* Black's stones change while a point is judged; white's do not. */
typedef struct {
    const gomoku_pos *p;
    uint32_t          black[GOMOKU_LINES];
} RenjuStones;

/* One line through the point in question; bit i + 1 is cell i, so that both walls have a bit. */
typedef struct {
    uint32_t black, empty;
} RenjuLine;

static uint32_t cells_of_line(int size, int direction, int row, int col)
{
    int first = 0, last = size - 1;
    if (direction == 2) {
        first = col > row ? col - row : 0;
        last = size - 1 - (row > col ? row - col : 0);
    } else if (direction == 3) {
        first = row + col >= size ? row + col - (size - 1) : 0;
        last = row + col < size ? row + col : size - 1;
    }
    return (2u << last) - (1u << first);
}

static RenjuLine read_line(const RenjuStones *s, int direction, int row, int col)
{
    int      line = gomoku_line_of(s->p, direction, row, col);
    uint32_t cells = cells_of_line(s->p->size, direction, row, col);
    return (RenjuLine){.black = s->black[line] << 1,
                       .empty = (cells & ~(s->black[line] | s->p->line[1][line])) << 1};
}

static void toggle_black(RenjuStones *s, int row, int col)
{
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
        s->black[gomoku_line_of(s->p, d, row, col)] ^= 1u << gomoku_bit_of(d, row, col);
}

static uint32_t run_mask(uint32_t stones, int at)
{
    int above = __builtin_ctz(~(stones >> at)), below = __builtin_clz(~(stones << (31 - at)));
    return (1u << (at + above)) - (1u << (at - below + 1));
}

/* Sets of four through `at` that one stone makes exactly five. */
static int count_fours(const RenjuLine *line, int at)
{
    uint32_t found[10];
    int      count = 0;
    for (int i = at - 4; i <= at + 4; i++) {
        if (i < 1 || (line->empty >> i & 1) == 0)
            continue;
        uint32_t run = run_mask(line->black | 1u << i, i);
        if ((run >> at & 1) == 0 || bits_count(run) != 5)
            continue;
        uint32_t four = run & ~(1u << i);
        bool     is_new = true;
        for (int j = 0; j < count; j++)
            is_new &= found[j] != four;
        if (is_new)
            found[count++] = four;
    }
    return count;
}

/* Would a stone on `i` make a straight four through `at`? */
static bool makes_straight_four(const RenjuLine *line, int at, int i)
{
    uint32_t run = run_mask(line->black | 1u << i, i);
    if ((run >> at & 1) == 0 || bits_count(run) != 4)
        return false;
    uint32_t low = run & -run, ends = low >> 1 | low << 4, beyond = low >> 2 | low << 5;
    return (line->empty & ends) == ends && (line->black & beyond) == 0;
}

static bool is_point_forbidden(RenjuStones *s, int row, int col);

static bool makes_five(const RenjuStones *s, int row, int col)
{
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        int at = gomoku_bit_of(d, row, col) + 1;
        if (bits_count(run_mask(read_line(s, d, row, col).black | 1u << at, at)) == 5)
            return true;
    }
    return false;
}

/* The stone is on the board. Looks for a straight four that black could really make next. */
static bool is_three(RenjuStones *s, int direction, int row, int col)
{
    static const int step[GOMOKU_DIRECTIONS][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    RenjuLine        line = read_line(s, direction, row, col);
    int              at = gomoku_bit_of(direction, row, col) + 1;
    for (int i = at - 3; i <= at + 3; i++) {
        if (i < 1 || (line.empty >> i & 1) == 0 || !makes_straight_four(&line, at, i))
            continue;
        int next_row = row + (i - at) * step[direction][0];
        int next_col = col + (i - at) * step[direction][1];
        if (!makes_five(s, next_row, next_col) && !is_point_forbidden(s, next_row, next_col))
            return true;
    }
    return false;
}

/* With the stone on the board and no five made. */
static bool is_foul(RenjuStones *s, int row, int col)
{
    int fours = 0, threes = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        RenjuLine line = read_line(s, d, row, col);
        int       at = gomoku_bit_of(d, row, col) + 1;
        if (bits_count(run_mask(line.black, at)) > 5)
            return true;
        fours += count_fours(&line, at);
    }
    if (fours >= 2)
        return true;
    for (int d = 0; d < GOMOKU_DIRECTIONS && threes < 2; d++)
        threes += is_three(s, d, row, col);
    return threes >= 2;
}

static bool is_point_forbidden(RenjuStones *s, int row, int col)
{
    if (makes_five(s, row, col))
        return false;
    toggle_black(s, row, col);
    bool forbidden = is_foul(s, row, col);
    toggle_black(s, row, col);
    return forbidden;
}

/* Two lines with two stones near, or one with four: less cannot be forbidden. */
static bool is_worth_judging(const gomoku_pos *p, int row, int col)
{
    int with_two = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        uint64_t stones = (uint64_t)p->line[0][gomoku_line_of(p, d, row, col)] << 4;
        int      near = bits_count(stones >> gomoku_bit_of(d, row, col) & 0x1ff);
        if (near >= 4)
            return true;
        with_two += near >= 2;
    }
    return with_two >= 2;
}

bool gomoku_is_forbidden(const gomoku_pos *p, int row, int col)
{
    assert(row >= 0 && row < p->size && col >= 0 && col < p->size);
    if (!is_worth_judging(p, row, col))
        return false;
    RenjuStones s = {.p = p};
    memcpy(s.black, p->line[0], sizeof s.black);
    return is_point_forbidden(&s, row, col);
}

/* When every empty point is forbidden black has to play one, and loses. */
int gomoku_gen_renju(const gomoku_pos *p, Move *out)
{
    assert(gomoku_has_forbidden(p));
    Move empty[gomoku_max_moves];
    int  count = gomoku_gen_empty(p, empty), n = 0;
    for (int i = 0; i < count; i++)
        if (!gomoku_is_forbidden(p, empty[i] >> 5, empty[i] & 31))
            out[n++] = empty[i];
    return n > 0 ? n : gomoku_gen_empty(p, out);
}
