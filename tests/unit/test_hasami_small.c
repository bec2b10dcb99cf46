/* The test of fortresses against plain search on small boards, with rules written again.
 *
 * Every position of so many defenders and attackers is settled: can the attackers, whatever the
 * defenders do, bring them down to the losing count? Where the test says fortress, they cannot.
 * HASAMI_SMALL=1 tries larger boards and more pieces: a quarter of an hour. */
#include "games/hasami/proof/hasami_fortress.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CELLS = 36, MAX_SMALL_MOVES = 200 };

typedef uint64_t Set; /* cell = size * row + column */

typedef struct {
    int      size, cells, losing;
    bool     has_corners, has_diagonals;
    uint64_t choose[MAX_CELLS + 1][8];
    uint8_t *lost[8][8]; /* by defenders and attackers: bit s, with side s to move */
} Small;

typedef struct {
    Set defenders, attackers;
} Place;

static int count_of(Set set) { return __builtin_popcountll(set); }

static Set bit(int cell) { return (Set)1 << cell; }

/* ---- numbers of positions ---- */

static uint64_t rank_of(const Small *small, Set set)
{
    uint64_t rank = 0;
    for (int i = 1; set != 0; set &= set - 1, i++)
        rank += small->choose[__builtin_ctzll(set)][i];
    return rank;
}

static Set next_set(Set set) /* the next one of as many cells */
{
    Set low = set & -set, ripple = set + low;
    return ripple | (((set ^ ripple) >> 2) / low);
}

static uint8_t *value_of(const Small *small, const Place *place)
{
    int defenders = count_of(place->defenders), attackers = count_of(place->attackers);
    return small->lost[defenders][attackers] +
           rank_of(small, place->defenders) * small->choose[small->cells][attackers] +
           rank_of(small, place->attackers);
}

/* ---- rules ---- */

static bool is_inside(const Small *small, int row, int col)
{
    return row >= 0 && row < small->size && col >= 0 && col < small->size;
}

static Set row_of_prey(const Small *small, Set own, Set other, int cell, int down, int right)
{
    int row = cell / small->size + down, col = cell % small->size + right;
    Set run = 0;
    for (; is_inside(small, row, col); row += down, col += right) {
        Set at = bit(small->size * row + col);
        if ((own & at) != 0)
            return run;
        if ((other & at) == 0)
            return 0;
        run |= at;
    }
    return 0;
}

static Set corner_prey(const Small *small, Set own, Set other, int cell)
{
    Set found = 0;
    int last = small->size - 1;
    for (int i = 0; i < 4; i++) {
        int row = i / 2 * last, col = i % 2 * last;
        Set beside = bit(small->size * row + (col == 0 ? 1 : last - 1)) |
                     bit(small->size * (row == 0 ? 1 : last - 1) + col);
        Set corner = bit(small->size * row + col);
        if ((beside & bit(cell)) != 0 && (own & beside) == beside)
            found |= corner & other;
    }
    return found;
}

/* The board after the side's move; `mine` and `theirs` are the mover's and the other's. */
static void make_move(const Small *small, Set *mine, Set *theirs, int from, int to)
{
    Set prey = 0;
    *mine ^= bit(from) | bit(to);
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if ((down == 0) != (right == 0) || (down != 0 && small->has_diagonals))
                prey |= row_of_prey(small, *mine, *theirs, to, down, right);
    if (small->has_corners)
        prey |= corner_prey(small, *mine, *theirs, to);
    *theirs &= ~prey;
}

static int list_moves(const Small *small, Set mine, Set theirs, uint8_t out[MAX_SMALL_MOVES][2])
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    int              count = 0;
    for (Set left = mine; left != 0; left &= left - 1)
        for (int s = 0; s < 4; s++) {
            int from = __builtin_ctzll(left);
            int row = from / small->size + steps[s][0], col = from % small->size + steps[s][1];
            for (; is_inside(small, row, col); row += steps[s][0], col += steps[s][1]) {
                int to = small->size * row + col;
                if (((mine | theirs) & bit(to)) != 0)
                    break;
                out[count][0] = (uint8_t)from;
                out[count++][1] = (uint8_t)to;
            }
        }
    return count;
}

/* ---- plain search ---- */

enum { DEFENDER, ATTACKER };

/* With that side to move: lost for the defenders, as far as is known of the positions behind it? */
static bool is_lost(const Small *small, const Place *place, int side)
{
    uint8_t moves[MAX_SMALL_MOVES][2];
    Set     mine = side == DEFENDER ? place->defenders : place->attackers;
    Set     theirs = side == DEFENDER ? place->attackers : place->defenders;
    int     count = list_moves(small, mine, theirs, moves);
    int     tries = count > 0 ? count : 1; /* a pass */
    for (int i = 0; i < tries; i++) {
        Set own = mine, other = theirs;
        if (count > 0)
            make_move(small, &own, &other, moves[i][0], moves[i][1]);
        Place after = {side == DEFENDER ? own : other, side == DEFENDER ? other : own};
        bool  lost = count_of(after.defenders) <= small->losing ||
                    (*value_of(small, &after) >> (1 - side) & 1) != 0;
        if (lost != (side == DEFENDER))
            return lost;
    }
    return side == DEFENDER;
}

static uint64_t sweep(const Small *small, int defenders, int attackers)
{
    uint64_t changes = 0;
    Set      end = bit(small->cells);
    for (Set d = bit(defenders) - 1; d < end; d = next_set(d))
        for (Set a = bit(attackers) - 1; a < end; a = next_set(a)) {
            Place place = {d, a};
            if ((d & a) != 0)
                continue;
            uint8_t *value = value_of(small, &place);
            for (int side = 0; side < 2; side++)
                if ((*value >> side & 1) == 0 && is_lost(small, &place, side)) {
                    *value |= (uint8_t)(1 << side);
                    changes++;
                }
        }
    return changes;
}

static void settle(Small *small, int most_defenders, int most_attackers)
{
    for (int d = small->losing + 1; d <= most_defenders; d++)
        for (int a = 0; a <= most_attackers; a++) {
            small->lost[d][a] =
                calloc(small->choose[small->cells][d] * small->choose[small->cells][a], 1);
            assert_non_null(small->lost[d][a]);
            while (a > 1 && sweep(small, d, a) > 0)
                ;
        }
}

/* ---- the comparison ---- */

static HasamiCells spread(const Small *small, Set set)
{
    HasamiCells cells = 0;
    for (; set != 0; set &= set - 1) {
        int cell = __builtin_ctzll(set);
        cells |= (HasamiCells)1 << (HASAMI_STEP_ROW * (cell / small->size) + cell % small->size);
    }
    return cells;
}

static HasamiFortressRules rules_of(const Small *small)
{
    int                 last = small->size - 1;
    HasamiFortressRules rules = {.losing_count = small->losing,
                                 .takes_corners = small->has_corners,
                                 .takes_diagonals = small->has_diagonals};
    rules.board = spread(small, bit(small->cells) - 1);
    rules.corners = spread(small, bit(0) | bit(last) | bit(small->size * last) |
                                      bit(small->size * last + last));
    return rules;
}

/* Every position: how many fortresses there are, and how many more that cannot be lost. */
static void compare(Small *small, int defenders, int attackers)
{
    HasamiFortressRules rules = rules_of(small);
    uint64_t            fortresses = 0, smaller = 0, safe = 0;
    Set                 end = bit(small->cells);
    settle(small, defenders, attackers);
    for (Set d = bit(defenders) - 1; d < end; d = next_set(d))
        for (Set a = bit(attackers) - 1; a < end; a = next_set(a)) {
            HasamiFortress fortress;
            Place          place = {d, a};
            if ((d & a) != 0)
                continue;
            uint8_t lost = *value_of(small, &place);
            safe += lost == 0;
            if (!hasami_fortress_find(&rules, spread(small, d), spread(small, a), &fortress))
                continue;
            fortresses++;
            smaller += hasami_cells_size(fortress.core) < defenders;
            assert_int_equal(lost, 0);
        }
    printf("%dx%d, %d against %d, losing at %d%s%s: %llu fortresses (%llu give up a piece), %llu "
           "positions not lost\n",
           small->size, small->size, defenders, attackers, small->losing,
           small->has_corners ? "" : ", no corners", small->has_diagonals ? ", diagonals" : "",
           (unsigned long long)fortresses, (unsigned long long)smaller, (unsigned long long)safe);
    assert_true(fortresses > 0);
    for (int d = 0; d < 8; d++)
        for (int a = 0; a < 8; a++)
            free(small->lost[d][a]);
}

static Small make_small(int size, int losing)
{
    Small small = {.size = size, .cells = size * size, .losing = losing, .has_corners = true};
    for (int n = 0; n <= small.cells; n++)
        for (int k = 0; k < 8; k++)
            small.choose[n][k] = k == 0   ? 1
                                 : n == 0 ? 0
                                          : small.choose[n - 1][k - 1] + small.choose[n - 1][k];
    return small;
}

static bool is_long(void) { return getenv("HASAMI_SMALL") != NULL; }

static void test_no_fortress_of_4x4_falls(void **state)
{
    (void)state;
    Small plain = make_small(4, 3), without = plain, diagonal = plain, spare = plain;
    without.has_corners = false;
    diagonal.has_diagonals = true;
    compare(&plain, 4, 3);
    if (is_long())
        compare(&without, 4, 3);
    compare(&diagonal, 4, 3);
    compare(&spare, 5, is_long() ? 3 : 2);
}

static void test_no_fortress_of_5x5_falls(void **state)
{
    (void)state;
    Small plain = make_small(5, 3), diagonal = plain;
    diagonal.has_diagonals = true;
    compare(&plain, 4, 3);
    compare(&diagonal, 4, 3);
}

static void test_no_fortress_of_6x6_falls(void **state)
{
    (void)state;
    Small plain = make_small(6, 3);
    compare(&plain, 4, 2);
}

int main(void)
{
    const struct CMUnitTest quick[] = {cmocka_unit_test(test_no_fortress_of_4x4_falls)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_fortress_of_4x4_falls),
        cmocka_unit_test(test_no_fortress_of_5x5_falls),
        cmocka_unit_test(test_no_fortress_of_6x6_falls),
    };
    return is_long() ? cmocka_run_group_tests_name("hasami_small", tests, NULL, NULL)
                     : cmocka_run_group_tests_name("hasami_small", quick, NULL, NULL);
}
