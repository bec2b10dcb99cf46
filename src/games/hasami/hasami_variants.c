/* Hasami Shogi: what the options add to the default rules. None of this runs under those. Moves
 * that could matter are found as sets of cells, then looked at one by one. */
#include "games/hasami/hasami_cells.h"

#include <assert.h>
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

/* ---- sets of cells -----------------------------------------------------------------------------
 */

enum { STEP_ROW = HASAMI_STEP_ROW };

static HasamiCells empty_cells(const hasami_pos *p)
{
    return hasami_cells_all() & ~(hasami_cells_of(p, 0) | hasami_cells_of(p, 1));
}

static HasamiCells cell_bit(int cell) { return (HasamiCells)1 << hasami_cell_to_bit(cell); }

/* Takes the lowest cell out of the set. */
static int pop_cell(HasamiCells *set)
{
    int cell = hasami_bit_to_cell(hasami_cells_low(*set));
    *set &= *set - 1;
    return cell;
}

/* How many of hasami_line_steps matter to captures in lines. */
static int line_count(const hasami_pos *p) { return p->option[HASAMI_DIAGONAL] ? 4 : 2; }

static bool takes_groups(const hasami_pos *p)
{
    return p->option[HASAMI_CORNER] == CORNER_GROUP || p->option[HASAMI_EDGE];
}

/* Where a group must touch to be taken whole. */
static HasamiCells group_places(const hasami_pos *p)
{
    const uint64_t corners = 0x101, row = 0x1ff, sides = UINT64_C(0x101) << STEP_ROW;
    if (!p->option[HASAMI_EDGE])
        return corners | (HasamiCells)corners << 8 * STEP_ROW;
    HasamiCells edge = row | (HasamiCells)row << 8 * STEP_ROW;
    for (int i = 0; i < HASAMI_SIZE - 2; i++)
        edge |= (HasamiCells)sides << i * STEP_ROW;
    return edge;
}

/* ---- captures ----------------------------------------------------------------------------------
 */

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

/* The enemy groups beside the cell, where they touch what they must and have no empty neighbour. */
static void add_groups(const hasami_pos *p, int to, hasami_undo *undo)
{
    HasamiCells enemy = hasami_cells_of(p, 1 - p->side), empty = empty_cells(p),
                places = group_places(p);
    for (HasamiCells seeds = hasami_cells_around(cell_bit(to)) & enemy; seeds != 0;) {
        HasamiCells group = hasami_cells_group(seeds & -seeds, enemy);
        seeds &= ~group;
        if ((group & places) == 0 || (hasami_cells_around(group) & empty) != 0)
            continue;
        while (group != 0)
            add_once(undo, pop_cell(&group));
    }
}

void hasami_add_prey(const hasami_pos *p, int to, hasami_undo *undo)
{
    if (p->option[HASAMI_DIAGONAL])
        for (int s = ORTHOGONAL; s < ALL_STEPS; s++)
            add_diagonal_run(p, to, steps[s], undo);
    if (p->option[HASAMI_CORNER] == CORNER_SINGLE)
        hasami_take_corner(p, to / HASAMI_SIZE, to % HASAMI_SIZE, undo);
    if (takes_groups(p))
        add_groups(p, to, undo);
}

/* ---- moves -------------------------------------------------------------------------------------
 */

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
    for (int i = 0; i < line_count(p); i++)
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
    hasami_pos  after = *p;
    hasami_undo undo;
    hasami_make(&after, move, &undo);
    return !is_trapped(&after, p->side, move % HASAMI_CELLS);
}

/* Empty cells where a piece might stand trapped: enemies at both ends of its run. Captures and the
 * place that it leaves can only save it, so that all others are free. */
static HasamiCells traps(const hasami_pos *p)
{
    HasamiCells own = hasami_cells_of(p, p->side), enemy = hasami_cells_of(p, 1 - p->side),
                found = 0;
    if (p->option[HASAMI_SUICIDE])
        return 0;
    for (int i = 0; i < line_count(p); i++) {
        int         s = hasami_line_steps[i];
        HasamiCells held_above = enemy >> s | hasami_cells_down(enemy >> s & own, own, s) >> s;
        HasamiCells held_below = enemy << s | hasami_cells_up(enemy << s & own, own, s) << s;
        found |= held_above & held_below;
    }
    HasamiCells    sides = (enemy << 1 | enemy >> 1) & (enemy << STEP_ROW | enemy >> STEP_ROW);
    const uint64_t corners = 0x101;
    if (p->option[HASAMI_CORNER] != CORNER_NONE)
        found |= sides & (corners | (HasamiCells)corners << 8 * STEP_ROW);
    return found & empty_cells(p);
}

typedef struct {
    const hasami_pos *pos;
    HasamiCells       empty, traps;
    Move             *out;
    int               count;
} MoveList;

static bool has_bit(HasamiCells set, int bit) { return (set >> bit & 1) != 0; }

static void add_move(MoveList *list, int from, int to_bit)
{
    int  to = to_bit / STEP_ROW * HASAMI_SIZE + to_bit % STEP_ROW;
    Move move = (Move)(HASAMI_CELLS * from + to);
    if (!has_bit(list->traps, to_bit) || is_allowed(list->pos, move))
        list->out[list->count++] = move;
}

static void add_moves_of(MoveList *list, int from)
{
    const hasami_pos *p = list->pos;
    for (int s = 0; s < ORTHOGONAL; s++) {
        int step = STEP_ROW * steps[s][0] + steps[s][1], bit = hasami_cell_to_bit(from) + step;
        int row = from / HASAMI_SIZE + steps[s][0], col = from % HASAMI_SIZE + steps[s][1];
        if (!is_inside(row, col))
            continue;
        if (p->option[HASAMI_JUMPS] && !has_bit(list->empty, bit) &&
            is_inside(row + steps[s][0], col + steps[s][1]) && has_bit(list->empty, bit + step))
            add_move(list, from, bit + step);
        for (; is_inside(row, col) && has_bit(list->empty, bit); bit += step) {
            add_move(list, from, bit);
            row += steps[s][0];
            col += steps[s][1];
        }
    }
}

int hasami_gen_variant(const hasami_pos *p, Move *out)
{
    MoveList list = {.pos = p, .empty = empty_cells(p), .traps = traps(p), .out = out};
    for (HasamiCells left = hasami_cells_of(p, p->side); left != 0;)
        add_moves_of(&list, pop_cell(&left));
    if (list.count == 0)
        out[list.count++] = HASAMI_PASS;
    return list.count;
}

bool hasami_has_move(const hasami_pos *p)
{
    HasamiCells own = hasami_cells_of(p, p->side), empty = empty_cells(p);
    if (p->has_plain_moves)
        return hasami_mobility(p, p->side) > 0;
    if ((hasami_cells_around(own) & empty & ~traps(p)) != 0)
        return true;
    Move moves[hasami_max_moves];
    hasami_gen_variant(p, moves);
    return moves[0] != HASAMI_PASS;
}

/* ---- moves that take ---------------------------------------------------------------------------
 */

/* The last empty neighbours of the enemy groups that can be taken whole. */
static HasamiCells last_liberties(const hasami_pos *p, HasamiCells enemy, HasamiCells empty)
{
    HasamiCells found = 0;
    for (HasamiCells left = enemy & group_places(p); left != 0;) {
        HasamiCells group = hasami_cells_group(left & -left, enemy),
                    liberties = hasami_cells_around(group) & empty;
        left &= ~group;
        if (liberties != 0 && (liberties & (liberties - 1)) == 0)
            found |= liberties;
    }
    return found;
}

static HasamiCells corner_closers(const hasami_pos *p, HasamiCells own, HasamiCells enemy,
                                  HasamiCells empty)
{
    HasamiCells found = 0;
    for (int row = 0; row <= 8; row += 8)
        for (int col = 0; col <= 8; col += 8) {
            HasamiCells corner = (HasamiCells)1 << (STEP_ROW * row + col),
                        beside = hasami_cells_around(corner);
            if ((corner & enemy) != 0 && (beside & own) != 0)
                found |= beside & empty;
        }
    return p->option[HASAMI_CORNER] == CORNER_SINGLE ? found : 0;
}

/* Empty cells where a piece of the side to move takes something, if it comes from the right place.
 */
static HasamiCells closing_cells(const hasami_pos *p)
{
    HasamiCells own = hasami_cells_of(p, p->side), enemy = hasami_cells_of(p, 1 - p->side),
                empty = empty_cells(p);
    HasamiCells found = corner_closers(p, own, enemy, empty);
    for (int i = 0; i < line_count(p); i++) {
        int s = hasami_line_steps[i];
        found |= hasami_cells_up(own << s & enemy, enemy, s) << s;
        found |= hasami_cells_down(own >> s & enemy, enemy, s) >> s;
    }
    if (takes_groups(p))
        found |= last_liberties(p, enemy, empty);
    return found & empty;
}

/* Does the move take something, and is it allowed? What it takes is in *undo. */
static bool takes(const hasami_pos *p, Move move, hasami_undo *undo)
{
    hasami_pos after = *p;
    hasami_make(&after, move, undo);
    return undo->prey_count > 0 &&
           (p->option[HASAMI_SUICIDE] || !is_trapped(&after, p->side, move % HASAMI_CELLS));
}

/* All moves to an empty cell, allowed or not. */
static int list_moves_to(const hasami_pos *p, int to, Move out[2 * ORTHOGONAL])
{
    int n = 0;
    for (int s = 0; s < ORTHOGONAL; s++) {
        int  row = to / HASAMI_SIZE + steps[s][0], col = to % HASAMI_SIZE + steps[s][1];
        bool is_beside = true, is_jump = false;
        for (; is_inside(row, col); row += steps[s][0], col += steps[s][1]) {
            int cell = HASAMI_SIZE * row + col;
            if (hasami_has(p, p->side, row, col)) {
                out[n++] = (Move)(HASAMI_CELLS * cell + to);
                is_jump = is_beside;
                break;
            }
            if (hasami_has(p, 1 - p->side, row, col)) {
                is_jump = is_beside;
                break;
            }
            is_beside = false;
        }
        row += steps[s][0];
        col += steps[s][1];
        if (is_jump && p->option[HASAMI_JUMPS] && is_own(p, p->side, row, col))
            out[n++] = (Move)(HASAMI_CELLS * (HASAMI_SIZE * row + col) + to);
    }
    return n;
}

int hasami_gen_captures(const hasami_pos *p, Move *out)
{
    int n = 0;
    for (HasamiCells left = closing_cells(p); left != 0;) {
        Move        moves[2 * ORTHOGONAL];
        hasami_undo undo;
        int         count = list_moves_to(p, pop_cell(&left), moves);
        for (int i = 0; i < count; i++)
            if (takes(p, moves[i], &undo))
                out[n++] = moves[i];
    }
    return n;
}

int hasami_threats_variant(const hasami_pos *p, int colour)
{
    assert(colour == 0 || colour == 1);
    hasami_pos mover = *p;
    uint64_t   taken[2] = {0, 0}; /* cells 0..63 and 64..80 */
    mover.side = (uint8_t)colour;
    for (HasamiCells left = closing_cells(&mover); left != 0;) {
        Move        moves[2 * ORTHOGONAL];
        hasami_undo undo;
        int         count = list_moves_to(&mover, pop_cell(&left), moves);
        for (int i = 0; i < count; i++) {
            int prey = takes(&mover, moves[i], &undo) ? undo.prey_count : 0;
            for (int k = 0; k < prey; k++)
                taken[undo.prey[k] >> 6] |= UINT64_C(1) << (undo.prey[k] & 63);
        }
    }
    return bits_count(taken[0]) + bits_count(taken[1]);
}

/* ---- five in a row -----------------------------------------------------------------------------
 */

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
    assert(colour == 0 || colour == 1);
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
    assert(colour == 0 || colour == 1);
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
