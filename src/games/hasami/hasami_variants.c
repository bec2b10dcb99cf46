/* Hasami Shogi: what the options add to the default rules. Plain loops over cells; none of this
 * runs under the default rules. */
#include "games/hasami/hasami.h"

#include <string.h>

static const int steps[8][2] = {{0, 1}, {1, 0},  {0, -1},  {-1, 0},
                                {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
enum { ORTHOGONAL = 4, ALL_STEPS = 8 };

static bool is_inside(int row, int col)
{
    return row >= 0 && row < HASAMI_SIZE && col >= 0 && col < HASAMI_SIZE;
}

static bool is_own(const hasami_pos *p, int colour, int row, int col)
{
    return is_inside(row, col) && hasami_has(p, colour, row, col);
}

static bool is_empty(const hasami_pos *p, int row, int col)
{
    return is_inside(row, col) && !hasami_has(p, 0, row, col) && !hasami_has(p, 1, row, col);
}

static void add_once(hasami_undo *undo, int cell)
{
    if (memchr(undo->prey, cell, undo->prey_count) == NULL)
        undo->prey[undo->prey_count++] = (uint8_t)cell;
}

static void add_diagonal_run(const hasami_pos *p, int to, const int step[2], hasami_undo *undo)
{
    int enemy = 1 - p->side, row = to / HASAMI_SIZE + step[0], col = to % HASAMI_SIZE + step[1];
    int length = 0;
    for (; is_own(p, enemy, row, col); length++) {
        row += step[0];
        col += step[1];
    }
    if (!is_own(p, p->side, row, col))
        return;
    while (length-- > 0) {
        row -= step[0];
        col -= step[1];
        add_once(undo, HASAMI_SIZE * row + col);
    }
}

/* The group of the enemy on `start`. It is taken when it touches the edge (or a corner, where only
 * those count) and has no empty neighbour. */
static void add_group(const hasami_pos *p, int start, bool needs_corner, hasami_undo *undo)
{
    uint8_t group[HASAMI_MAX_PIECES];
    int     size = 0, enemy = 1 - p->side;
    bool    has_place = false;
    group[size++] = (uint8_t)start;
    for (int i = 0; i < size; i++) {
        int  row = group[i] / HASAMI_SIZE, col = group[i] % HASAMI_SIZE;
        bool on_edge_row = row == 0 || row == 8, on_edge_col = col == 0 || col == 8;
        has_place |= needs_corner ? on_edge_row && on_edge_col : on_edge_row || on_edge_col;
        for (int s = 0; s < ORTHOGONAL; s++) {
            int next_row = row + steps[s][0], next_col = col + steps[s][1];
            int next = HASAMI_SIZE * next_row + next_col;
            if (is_empty(p, next_row, next_col))
                return;
            if (is_own(p, enemy, next_row, next_col) && memchr(group, next, (size_t)size) == NULL)
                group[size++] = (uint8_t)next;
        }
    }
    for (int i = 0; has_place && i < size; i++)
        add_once(undo, group[i]);
}

void hasami_add_prey(const hasami_pos *p, int to, hasami_undo *undo)
{
    int row = to / HASAMI_SIZE, col = to % HASAMI_SIZE;
    if (p->option[HASAMI_DIAGONAL])
        for (int s = ORTHOGONAL; s < ALL_STEPS; s++)
            add_diagonal_run(p, to, steps[s], undo);
    if (p->option[HASAMI_CORNER] == CORNER_SINGLE)
        hasami_take_corner(p, row, col, undo);
    bool takes_groups = p->option[HASAMI_CORNER] == CORNER_GROUP || p->option[HASAMI_EDGE];
    for (int s = 0; takes_groups && s < ORTHOGONAL; s++) {
        int next_row = row + steps[s][0], next_col = col + steps[s][1];
        if (is_own(p, 1 - p->side, next_row, next_col))
            add_group(p, HASAMI_SIZE * next_row + next_col, !p->option[HASAMI_EDGE], undo);
    }
}

static bool is_flanked(const hasami_pos *p, int colour, int cell, const int step[2])
{
    for (int sign = -1; sign <= 1; sign += 2) {
        int row = cell / HASAMI_SIZE, col = cell % HASAMI_SIZE;
        while (is_own(p, colour, row, col)) {
            row += sign * step[0];
            col += sign * step[1];
        }
        if (!is_own(p, 1 - colour, row, col))
            return false;
    }
    return true;
}

/* Would the piece of `colour` on `cell` stand where an enemy who closed in would have taken it? */
static bool is_trapped(const hasami_pos *p, int colour, int cell)
{
    static const int lines[4] = {0, 1, 4, 5};
    int              line_count = p->option[HASAMI_DIAGONAL] ? 4 : 2;
    for (int i = 0; i < line_count; i++)
        if (is_flanked(p, colour, cell, steps[lines[i]]))
            return true;
    int  row = cell / HASAMI_SIZE, col = cell % HASAMI_SIZE;
    bool is_corner = (row == 0 || row == 8) && (col == 0 || col == 8);
    return is_corner && p->option[HASAMI_CORNER] != CORNER_NONE &&
           is_own(p, 1 - colour, row == 0 ? 1 : 7, col) &&
           is_own(p, 1 - colour, row, col == 0 ? 1 : 7);
}

static bool is_allowed(const hasami_pos *p, Move move)
{
    if (p->option[HASAMI_SUICIDE])
        return true;
    hasami_pos  after = *p;
    hasami_undo undo;
    hasami_make(&after, move, &undo);
    return !is_trapped(&after, p->side, move % HASAMI_CELLS);
}

static int add_moves_of(const hasami_pos *p, int from, Move *out)
{
    int n = 0;
    for (int s = 0; s < ORTHOGONAL; s++) {
        int row = from / HASAMI_SIZE + steps[s][0], col = from % HASAMI_SIZE + steps[s][1];
        int jump_row = row + steps[s][0], jump_col = col + steps[s][1];
        if (p->option[HASAMI_JUMPS] && is_inside(row, col) && !is_empty(p, row, col) &&
            is_empty(p, jump_row, jump_col)) {
            Move move = (Move)(HASAMI_CELLS * from + HASAMI_SIZE * jump_row + jump_col);
            if (is_allowed(p, move))
                out[n++] = move;
        }
        for (; is_empty(p, row, col); row += steps[s][0], col += steps[s][1]) {
            Move move = (Move)(HASAMI_CELLS * from + HASAMI_SIZE * row + col);
            if (is_allowed(p, move))
                out[n++] = move;
        }
    }
    return n;
}

int hasami_gen_variant(const hasami_pos *p, Move *out)
{
    int n = 0;
    for (int from = 0; from < HASAMI_CELLS; from++)
        if (hasami_has_cell(p, p->side, from))
            n += add_moves_of(p, from, out + n);
    if (n == 0)
        out[n++] = HASAMI_PASS;
    return n;
}

bool hasami_has_move(const hasami_pos *p)
{
    if (p->has_plain_moves)
        return hasami_mobility(p, p->side) > 0;
    Move moves[hasami_max_moves];
    hasami_gen_variant(p, moves);
    return moves[0] != HASAMI_PASS;
}

/* Nine bits of each row, without the home rows of the colour. */
static void rows_outside_home(const hasami_pos *p, int colour, unsigned rows[HASAMI_SIZE])
{
    int home = p->option[HASAMI_SETUP] + 1;
    for (int row = 0; row < HASAMI_SIZE; row++) {
        bool is_home = colour == 0 ? row >= HASAMI_SIZE - home : row < home;
        rows[row] = is_home ? 0 : hasami_line(p, colour, 0, row);
    }
}

/* Fives that can still be made: their pieces so far, squared, added up over all windows of five in
 * one direction without an enemy; `slope` 0 is a file. */
static int score_windows(const unsigned own[5], const unsigned open[5], int slope)
{
    int sum = 0;
    for (int first = slope < 0 ? 4 : 0; first < (slope > 0 ? 5 : HASAMI_SIZE); first++) {
        int count = 0;
        for (int i = 0; i < 5; i++) {
            int at = first + slope * i;
            count += (own[i] >> at & 1) != 0 ? 1 : (open[i] >> at & 1) != 0 ? 0 : -5;
        }
        sum += count > 2 ? count * count : 0;
    }
    return sum;
}

int hasami_fives(const hasami_pos *p, int colour)
{
    unsigned own[HASAMI_SIZE], open[HASAMI_SIZE];
    int      kind = p->option[HASAMI_FIVE_LINES], home = p->option[HASAMI_SETUP] + 1, sum = 0;
    rows_outside_home(p, colour, own);
    for (int row = 0; row < HASAMI_SIZE; row++) {
        bool is_home = colour == 0 ? row >= HASAMI_SIZE - home : row < home;
        open[row] = is_home ? 0 : HASAMI_LINE & ~hasami_line(p, 1 - colour, 0, row);
    }
    for (int row = 0; row + 5 <= HASAMI_SIZE; row++)
        for (int slope = -1; slope <= 1; slope++)
            if (slope == 0 || kind != FIVE_ORTHOGONAL)
                sum += score_windows(own + row, open + row, slope);
    for (int row = 0; row < HASAMI_SIZE && kind != FIVE_NO_RANKS; row++)
        for (int col = 0; col + 5 <= HASAMI_SIZE; col++) {
            unsigned window = 31u << col;
            int      count = bits_count(own[row] & window);
            if ((open[row] & window) == window && count > 2)
                sum += count * count;
        }
    return sum;
}

/* Five lines of bits, each moved by the slope against the one before, have a bit in common. */
bool hasami_has_five(const hasami_pos *p, int colour)
{
    unsigned rows[HASAMI_SIZE];
    int      kind = p->option[HASAMI_FIVE_LINES];
    rows_outside_home(p, colour, rows);
    for (int row = 0; row < HASAMI_SIZE; row++) {
        unsigned in_row = rows[row], pairs = in_row & in_row >> 1;
        if (kind != FIVE_NO_RANKS && (pairs & pairs >> 2 & in_row >> 4) != 0)
            return true;
        if (row + 5 > HASAMI_SIZE)
            continue;
        unsigned file = in_row, left = in_row, right = in_row;
        for (int i = 1; i < 5; i++) {
            file &= rows[row + i];
            left &= rows[row + i] << i;
            right &= rows[row + i] >> i;
        }
        if (file != 0 || (kind != FIVE_ORTHOGONAL && (left | right) != 0))
            return true;
    }
    return false;
}
