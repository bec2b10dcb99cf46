/* Hasami Shogi under all options: moves, captures and threats are those of the plain rules, written
 * here once more on a board of cells. Positions are random and crowded, so that groups are closed
 * in, corners held and pieces trapped. */
#include "base/rng.h"
#include "games/hasami/hasami_tactics.h"
#include "support.h"

#include <string.h>

enum { SIZE = HASAMI_SIZE, POSITIONS = 400 };

static const Game *hasami(void) { return must_find_game("hasami"); }

/* ---- the rules, plainly ---- */

typedef struct {
    uint8_t        cell[SIZE][SIZE]; /* CELL_EMPTY, or CELL_FIRST + colour */
    const int16_t *option;
    int            groups; /* taken by the move that led here */
} Plain;

static const int ways[8][2] = {{0, 1}, {1, 0},  {0, -1},  {-1, 0},
                               {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

static int at(const Plain *b, int row, int col)
{
    return row < 0 || row >= SIZE || col < 0 || col >= SIZE ? CELL_VOID : b->cell[row][col];
}

static bool is_corner(int row, int col)
{
    return (row == 0 || row == SIZE - 1) && (col == 0 || col == SIZE - 1);
}

static bool is_edge(int row, int col)
{
    return row == 0 || row == SIZE - 1 || col == 0 || col == SIZE - 1;
}

typedef bool Marks[SIZE][SIZE];

/* Marks the group; true when no cell beside it is empty. */
static bool mark_group(const Plain *b, int row, int col, Marks group, bool *has_edge,
                       bool *has_corner)
{
    bool is_closed = true;
    group[row][col] = true;
    *has_edge |= is_edge(row, col);
    *has_corner |= is_corner(row, col);
    for (int w = 0; w < 4; w++) {
        int r = row + ways[w][0], c = col + ways[w][1];
        if (at(b, r, c) == CELL_EMPTY)
            is_closed = false;
        if (at(b, r, c) == b->cell[row][col] && !group[r][c])
            is_closed &= mark_group(b, r, c, group, has_edge, has_corner);
    }
    return is_closed;
}

static void add_marks(Marks to, Marks from)
{
    for (int i = 0; i < HASAMI_CELLS; i++)
        to[i / SIZE][i % SIZE] |= from[i / SIZE][i % SIZE];
}

static int mark_groups(const Plain *b, int row, int col, int enemy, Marks taken)
{
    int groups = 0;
    for (int w = 0; w < 4; w++) {
        Marks group = {{false}};
        bool  has_edge = false, has_corner = false;
        int   r = row + ways[w][0], c = col + ways[w][1];
        if (at(b, r, c) != enemy)
            continue;
        bool is_closed = mark_group(b, r, c, group, &has_edge, &has_corner);
        if (is_closed && ((b->option[HASAMI_EDGE] && has_edge) ||
                          (b->option[HASAMI_CORNER] == CORNER_GROUP && has_corner))) {
            add_marks(taken, group);
            groups++;
        }
    }
    return groups;
}

/* What the piece that has just come to this cell takes; returns how many groups are among it. */
static int mark_prey(const Plain *b, int row, int col, Marks taken)
{
    int own = b->cell[row][col], enemy = CELL_FIRST + CELL_SECOND - own;
    for (int w = 0; w < (b->option[HASAMI_DIAGONAL] ? 8 : 4); w++) {
        int n = 1;
        while (at(b, row + n * ways[w][0], col + n * ways[w][1]) == enemy)
            n++;
        if (at(b, row + n * ways[w][0], col + n * ways[w][1]) == own)
            for (int i = 1; i < n; i++)
                taken[row + i * ways[w][0]][col + i * ways[w][1]] = true;
    }
    for (int w = 0; w < 4 && b->option[HASAMI_CORNER] == CORNER_SINGLE; w++) {
        int r = row + ways[w][0], c = col + ways[w][1], held = 0;
        if (at(b, r, c) != enemy || !is_corner(r, c))
            continue;
        for (int v = 0; v < 4; v++)
            held += at(b, r + ways[v][0], c + ways[v][1]) == own;
        taken[r][c] |= held == 2;
    }
    return mark_groups(b, row, col, enemy, taken);
}

static bool is_trapped(const Plain *b, int row, int col)
{
    int own = b->cell[row][col], enemy = CELL_FIRST + CELL_SECOND - own, held = 0;
    for (int w = 0; w < (b->option[HASAMI_DIAGONAL] ? 8 : 4); w += w == 1 ? 3 : 1) {
        int r = row, c = col, sides = 0;
        if (w == 6)
            break; /* the opposite ways were looked at */
        for (; at(b, r, c) == own; r += ways[w][0])
            c += ways[w][1];
        sides += at(b, r, c) == enemy;
        for (r = row, c = col; at(b, r, c) == own; r -= ways[w][0])
            c -= ways[w][1];
        sides += at(b, r, c) == enemy;
        if (sides == 2)
            return true;
    }
    for (int w = 0; w < 4; w++)
        held += at(b, row + ways[w][0], col + ways[w][1]) == enemy;
    return is_corner(row, col) && b->option[HASAMI_CORNER] != CORNER_NONE && held == 2;
}

/* Plays the move; false: it is not allowed. `taken` may hold marks already. */
static bool play_plainly(const Plain *b, int from, int to, Plain *after, Marks taken)
{
    Marks prey = {{false}};
    *after = *b;
    after->cell[to / SIZE][to % SIZE] = b->cell[from / SIZE][from % SIZE];
    after->cell[from / SIZE][from % SIZE] = CELL_EMPTY;
    after->groups = mark_prey(after, to / SIZE, to % SIZE, prey);
    for (int i = 0; i < HASAMI_CELLS; i++)
        if (prey[i / SIZE][i % SIZE])
            after->cell[i / SIZE][i % SIZE] = CELL_EMPTY;
    if (!b->option[HASAMI_SUICIDE] && is_trapped(after, to / SIZE, to % SIZE))
        return false;
    add_marks(taken, prey);
    return true;
}

static bool can_go(const Plain *b, int from, int to)
{
    int row = from / SIZE, col = from % SIZE, down = to / SIZE - row, right = to % SIZE - col;
    int n = down + right < 0 ? -(down + right) : down + right;
    if ((down != 0 && right != 0) || n == 0 || b->cell[to / SIZE][to % SIZE] != CELL_EMPTY)
        return false;
    int step_down = down / n, step_right = right / n;
    if (n == 2 && b->option[HASAMI_JUMPS] &&
        b->cell[row + step_down][col + step_right] != CELL_EMPTY)
        return true;
    for (int i = 1; i < n; i++)
        if (b->cell[row + i * step_down][col + i * step_right] != CELL_EMPTY)
            return false;
    return true;
}

/* ---- the same positions, both ways ---- */

typedef struct {
    int moves, captures, trapped, groups;
} Seen;

static void compare_move(const hasami_pos *p, const Plain *after, Move move, int taken)
{
    hasami_pos  made = *p;
    hasami_undo undo;
    Board       board;
    hasami_make(&made, move, &undo);
    hasami()->to_board(&made, &board);
    assert_memory_equal(board.cell, after->cell, HASAMI_CELLS);
    assert_int_equal(undo.prey_count, taken);
    assert_int_equal(hasami_order(p, move), taken);
}

static int count_marks(Marks marks)
{
    int count = 0;
    for (int i = 0; i < HASAMI_CELLS; i++)
        count += marks[i / SIZE][i % SIZE];
    return count;
}

static int times_in(const Move *moves, int count, Move move)
{
    int times = 0;
    for (int i = 0; i < count; i++)
        times += moves[i] == move;
    return times;
}

/* The moves of the side to move; returns how many enemies they take between them. */
static int compare_moves(const hasami_pos *p, const Plain *b, Seen *seen)
{
    Move  moves[MAX_MOVES], noisy[MAX_MOVES];
    Marks all = {{false}};
    int   count = hasami_gen(p, moves), legal = 0, captures = 0;
    int   noisy_count = hasami_gen_noisy(p, noisy);
    for (int i = 0; i < HASAMI_CELLS * HASAMI_CELLS; i++) {
        int   from = i / HASAMI_CELLS, to = i % HASAMI_CELLS;
        Plain after;
        Marks taken = {{false}};
        if (b->cell[from / SIZE][from % SIZE] != CELL_FIRST + p->side || !can_go(b, from, to))
            continue;
        bool is_legal = play_plainly(b, from, to, &after, taken);
        assert_int_equal(times_in(moves, count, (Move)i), is_legal);
        seen->trapped += !is_legal;
        if (!is_legal)
            continue;
        int prey = count_marks(taken);
        compare_move(p, &after, (Move)i, prey);
        assert_int_equal(times_in(noisy, noisy_count, (Move)i), prey > 0);
        add_marks(all, taken);
        legal++;
        captures += prey > 0;
        seen->groups += after.groups;
    }
    assert_int_equal(count, legal > 0 ? legal : 1);
    assert_int_equal(moves[0] == HASAMI_PASS, legal == 0);
    assert_int_equal(hasami_has_move(p), legal > 0);
    assert_int_equal(noisy_count, captures);
    seen->moves += legal;
    seen->captures += captures;
    return count_marks(all);
}

static void random_board(Board *board, uint64_t *rng)
{
    int window = 3 + (int)rng_below(rng, 7), row = (int)rng_below(rng, (uint32_t)(10 - window));
    int col = (int)rng_below(rng, (uint32_t)(10 - window)), most[2];
    hasami()->start(board);
    memset(board->cell, CELL_EMPTY, HASAMI_CELLS);
    most[0] = 3 + (int)rng_below(rng, 16);
    most[1] = 3 + (int)rng_below(rng, 16);
    for (int i = 0; i < 60; i++) {
        int r = row + (int)rng_below(rng, (uint32_t)window);
        int c = col + (int)rng_below(rng, (uint32_t)window);
        int colour = (int)rng_below(rng, 2);
        if (most[colour] > 0 && board->cell[SIZE * r + c] == CELL_EMPTY) {
            board->cell[SIZE * r + c] = (uint8_t)(CELL_FIRST + colour);
            most[colour]--;
        }
    }
    board->turn = (uint8_t)rng_below(rng, 2);
}

static void compare_positions(const char *rules, uint64_t seed, Seen *seen)
{
    uint64_t rng = seed;
    for (int n = 0; n < POSITIONS; n++) {
        Board      board = {0};
        hasami_pos p;
        Plain      b;
        options_reset(&hasami()->info->options, board.options);
        assert_true(options_set_words(&hasami()->info->options, board.options, rules, NULL));
        random_board(&board, &rng);
        assert_true(hasami()->from_board(&p, &board, NULL));
        memcpy(b.cell, board.cell, HASAMI_CELLS);
        b.option = p.option;
        for (int side = 0; side < 2; side++) {
            int threats = hasami_threats(&p, p.side);
            assert_int_equal(compare_moves(&p, &b, seen), threats);
            p.side ^= 1;
        }
    }
}

static void test_moves_and_captures_are_those_of_the_plain_rules(void **state)
{
    (void)state;
    static const char *const rules[] = {"",
                                        "diagonal=on",
                                        "edge=on",
                                        "corner=group",
                                        "corner=none",
                                        "suicide=off",
                                        "edge=on suicide=off",
                                        "diagonal=on suicide=off corner=group",
                                        "jumps=on",
                                        "jumps=on diagonal=on edge=on corner=group suicide=off",
                                        "edge=on corner=none jumps=on",
                                        "diagonal=on corner=none"};
    Seen                     seen = {0};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        compare_positions(rules[i], i + 1, &seen);
    assert_true(seen.moves > 100000);
    assert_true(seen.captures > 10000);
    assert_true(seen.trapped > 1000);
    assert_true(seen.groups > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_and_captures_are_those_of_the_plain_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
