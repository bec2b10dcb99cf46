#include "games/gomoku/champion/gomoku_shapes.h"

#include "games/gomoku/champion/gomoku_weights.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

/* How one colour sees a line: cells 0 .. 2 * REACH, its own new stone in the middle. */
enum { SEEN_EMPTY, SEEN_OWN, SEEN_ENEMY, SEEN_OUTSIDE };
enum { SEEN_CELLS = 2 * GOMOKU_REACH + 1, MIDDLE = GOMOKU_REACH, UNKNOWN = 255 };

typedef struct {
    const GomokuShapes *shapes;
    int                 rule, colour;
    uint8_t             known[GOMOKU_SIDES * GOMOKU_SIDES];
} Builder;

/* ---- strings of cells ---- */

/* The number of the cells next to the point, nearest first, up to the edge: shorter strings come
 * first, so that each has one number. */
static int number_of(const uint8_t cells[], int reach)
{
    int number = 0, first = 0, power = 1;
    for (int i = 0; i < reach && cells[i] != SEEN_OUTSIDE; i++) {
        number += power * cells[i];
        first += power;
        power *= 3;
    }
    return first + number;
}

static void cells_of(int number, int reach, uint8_t cells[])
{
    int length = 0, power = 1;
    for (; number >= power && length < reach; length++) {
        number -= power;
        power *= 3;
    }
    for (int i = 0; i < reach; i++) {
        cells[i] = (uint8_t)(i < length ? number % 3 : SEEN_OUTSIDE);
        number /= 3;
    }
}

/* A line from its two strings, and back. */
static void unfold(int low, int high, int reach, uint8_t line[SEEN_CELLS])
{
    uint8_t before[GOMOKU_REACH], behind[GOMOKU_REACH];
    cells_of(low, reach, before);
    cells_of(high, reach, behind);
    memset(line, SEEN_OUTSIDE, SEEN_CELLS);
    line[MIDDLE] = SEEN_OWN;
    for (int i = 0; i < reach; i++) {
        line[MIDDLE - 1 - i] = before[i];
        line[MIDDLE + 1 + i] = behind[i];
    }
}

static int fold(const uint8_t line[SEEN_CELLS], const GomokuShapes *shapes)
{
    uint8_t before[GOMOKU_REACH];
    for (int i = 0; i < GOMOKU_REACH; i++)
        before[i] = line[MIDDLE - 1 - i];
    return number_of(before, shapes->reach) * shapes->sides +
           number_of(&line[MIDDLE + 1], shapes->reach);
}

/* ---- shapes ---- */

/* The run of own stones through the middle, as first and last cell. */
static int run_of(const uint8_t line[SEEN_CELLS], int *first, int *last)
{
    *first = *last = MIDDLE;
    while (*first > 0 && line[*first - 1] == SEEN_OWN)
        --*first;
    while (*last < SEEN_CELLS - 1 && line[*last + 1] == SEEN_OWN)
        ++*last;
    return *last - *first + 1;
}

static bool needs_exactly_five(const Builder *builder)
{
    return builder->rule == GOMOKU_STANDARD ||
           (builder->rule == GOMOKU_RENJU && builder->colour == 0);
}

/* SHAPE_FIVE, SHAPE_OVERLINE, or SHAPE_DEAD when the run itself is nothing yet. */
static int shape_of_run(const Builder *builder, const uint8_t line[SEEN_CELLS])
{
    int first, last, run = run_of(line, &first, &last);
    if (run < 5)
        return SHAPE_DEAD;
    if (run == 5 && builder->rule == GOMOKU_CARO)
        return line[first - 1] == SEEN_ENEMY && line[last + 1] == SEEN_ENEMY ? SHAPE_DEAD
                                                                             : SHAPE_FIVE;
    if (run > 5 && needs_exactly_five(builder))
        return builder->rule == GOMOKU_RENJU ? SHAPE_OVERLINE : SHAPE_DEAD;
    return SHAPE_FIVE;
}

static int shape_of(Builder *builder, int index);

/* How many empty cells give each shape when a second stone is put there. */
static void try_cells(Builder *builder, uint8_t line[SEEN_CELLS], int count[SHAPE_COUNT])
{
    memset(count, 0, SHAPE_COUNT * sizeof count[0]);
    for (int i = MIDDLE - builder->shapes->reach; i <= MIDDLE + builder->shapes->reach; i++)
        if (line[i] == SEEN_EMPTY) {
            line[i] = SEEN_OWN;
            count[shape_of(builder, fold(line, builder->shapes))]++;
            line[i] = SEEN_EMPTY;
        }
}

/* Two points that make it five: one set of four stones side by side, or two different sets. */
static int shape_of_two_fives(const Builder *builder, const uint8_t line[SEEN_CELLS])
{
    int  first, last;
    bool is_straight = run_of(line, &first, &last) == 4;
    bool is_black_renju = builder->rule == GOMOKU_RENJU && builder->colour == 0;
    return is_straight || !is_black_renju ? SHAPE_OPEN_FOUR : SHAPE_TWO_FOURS;
}

static int shape_by_trying(Builder *builder, uint8_t line[SEEN_CELLS])
{
    int count[SHAPE_COUNT];
    try_cells(builder, line, count);
    if (count[SHAPE_FIVE] >= 2)
        return shape_of_two_fives(builder, line);
    if (count[SHAPE_FIVE] == 1)
        return SHAPE_FOUR;
    if (count[SHAPE_OPEN_FOUR] > 0)
        return count[SHAPE_OPEN_FOUR] >= 2 ? SHAPE_WIDE_THREE : SHAPE_THREE;
    if (count[SHAPE_FOUR] + count[SHAPE_TWO_FOURS] > 0)
        return SHAPE_CLOSED_THREE;
    int threes = count[SHAPE_THREE] + count[SHAPE_WIDE_THREE];
    if (threes > 0)
        return threes >= 3 ? SHAPE_WIDE_TWO : SHAPE_TWO;
    if (count[SHAPE_CLOSED_THREE] > 0)
        return SHAPE_CLOSED_TWO;
    if (count[SHAPE_TWO] + count[SHAPE_WIDE_TWO] > 0)
        return SHAPE_ONE;
    return count[SHAPE_CLOSED_TWO] > 0 ? SHAPE_CLOSED_ONE : SHAPE_DEAD;
}

static int shape_of(Builder *builder, int index)
{
    uint8_t line[SEEN_CELLS];
    int     sides = builder->shapes->sides;
    if (builder->known[index] != UNKNOWN)
        return builder->known[index];
    unfold(index / sides, index % sides, builder->shapes->reach, line);
    int shape = shape_of_run(builder, line), first, last;
    if (shape == SHAPE_DEAD && run_of(line, &first, &last) < 5)
        shape = shape_by_trying(builder, line);
    builder->known[index] = (uint8_t)shape;
    return shape;
}

/* ---- tables ---- */

/* The number of a string with the colours exchanged. */
static int exchanged(int number, int reach)
{
    static const uint8_t other[] = {SEEN_EMPTY, SEEN_ENEMY, SEEN_OWN, SEEN_OUTSIDE};
    uint8_t              cells[GOMOKU_REACH];
    cells_of(number, reach, cells);
    for (int i = 0; i < reach; i++)
        cells[i] = other[cells[i]];
    return number_of(cells, reach);
}

static void fill_shapes(GomokuShapes *shapes, int rule)
{
    static const int shift[2] = {0, 4};
    int              sides = shapes->sides, other[GOMOKU_SIDES];
    for (int i = 0; i < sides; i++)
        other[i] = exchanged(i, shapes->reach);
    memset(shapes->shape, 0, sizeof shapes->shape);
    for (int colour = 0; colour < 2; colour++) {
        Builder builder = {.shapes = shapes, .rule = rule, .colour = colour};
        memset(builder.known, UNKNOWN, sizeof builder.known);
        for (int i = 0; i < sides * sides; i++) {
            int seen = colour == 0 ? i : other[i / sides] * sides + other[i % sides];
            shapes->shape[i] |= (uint8_t)(shape_of(&builder, seen) << shift[colour]);
        }
    }
}

/* 5 bits of black, 5 bits of white, both set outside; the lowest bit is the nearest cell. */
static int number_of_key(int key, int reach)
{
    uint8_t cells[GOMOKU_REACH];
    for (int i = 0; i < GOMOKU_REACH; i++)
        cells[i] = (uint8_t)((key >> i & 1) + 2 * (key >> (GOMOKU_REACH + i) & 1));
    return number_of(cells, reach);
}

static int reversed_key(int key)
{
    int reversed = 0;
    for (int i = 0; i < GOMOKU_REACH; i++)
        reversed |= (key >> i & 1) << (GOMOKU_REACH - 1 - i) | (key >> (GOMOKU_REACH + i) & 1)
                                                                   << (2 * GOMOKU_REACH - 1 - i);
    return reversed;
}

static int rank_of(int best, int second)
{
    bool has_more = second >= SHAPE_TWO;
    switch (best) {
    case SHAPE_FIVE:
        return RANK_FIVE;
    case SHAPE_OPEN_FOUR:
        return RANK_OPEN_FOUR;
    case SHAPE_FOUR:
        return second == SHAPE_FOUR    ? RANK_OPEN_FOUR
               : second >= SHAPE_THREE ? RANK_FOUR_THREE
               : has_more              ? RANK_FOUR_MORE
                                       : RANK_FOUR;
    case SHAPE_WIDE_THREE:
    case SHAPE_THREE:
        return second >= SHAPE_THREE ? RANK_TWO_THREES : has_more ? RANK_THREE_MORE : RANK_THREE;
    case SHAPE_CLOSED_THREE:
        return has_more ? RANK_CLOSED_THREE_MORE : RANK_CLOSED_THREE;
    case SHAPE_WIDE_TWO:
    case SHAPE_TWO:
        return has_more ? RANK_TWO_TWOS : RANK_TWO;
    default:
        return RANK_NOTHING;
    }
}

/* Two fours, two threes or an overline: the rule will have to be asked. */
static bool is_doubtful(int best, int second)
{
    return best != SHAPE_FIVE &&
           (best == SHAPE_OVERLINE || best == SHAPE_TWO_FOURS || second >= SHAPE_FOUR ||
            ((best == SHAPE_THREE || best == SHAPE_WIDE_THREE) && second >= SHAPE_THREE));
}

/* ---- kinds ---- */

/* Four shapes, the strongest first. */
typedef struct {
    uint8_t shape[4];
} Four;

static Four four_of(unsigned code)
{
    Four four;
    for (int i = 0; i < 4; i++) {
        uint8_t shape = (uint8_t)(code >> 4 * i & 15);
        int     at = i;
        for (; at > 0 && four.shape[at - 1] < shape; at--)
            four.shape[at] = four.shape[at - 1];
        four.shape[at] = shape;
    }
    return four;
}

/* How many strings of `length` shapes below `shape` there are, order aside: where those that begin
 * with it are numbered from. */
static int below(int shape, int length)
{
    int number = 1;
    for (int i = 0; i < length; i++)
        number = number * (shape + i) / (i + 1);
    return number;
}

static int kind_of(Four four)
{
    int kind = 0;
    for (int i = 0; i < 4; i++)
        kind += below(four.shape[i], 4 - i);
    return kind;
}

static void fill_kind(GomokuShapes *shapes, int rule, int colour, Four four)
{
    const GomokuWeights *weights = gomoku_weights_of(rule, colour);
    int                  kind = kind_of(four), best = four.shape[0], second = four.shape[1];
    bool                 asks = rule == GOMOKU_RENJU && colour == 0 && is_doubtful(best, second);
    shapes->kinds[colour][kind] =
        (GomokuKind){.worth = gomoku_worth_of(weights, four.shape),
                     .attack = (int16_t)gomoku_order_of(weights, 0, four.shape),
                     .defence = (int16_t)gomoku_order_of(weights, 1, four.shape),
                     .rank = (uint8_t)(asks ? RANK_DOUBTFUL : rank_of(best, second))};
}

static void fill_kinds(GomokuShapes *shapes, int rule)
{
    for (unsigned code = 0; code < 1 << 16; code++) {
        Four four = four_of(code);
        if (four.shape[0] >= SHAPE_COUNT)
            continue;
        shapes->kind[code] = (uint16_t)kind_of(four);
        for (int colour = 0; colour < 2; colour++)
            fill_kind(shapes, rule, colour, four);
    }
    for (int colour = 0; colour < 2; colour++)
        shapes->of_kind[colour] = shapes->kinds[rule == GOMOKU_RENJU ? colour : 0];
    for (int colour = 0; colour < 2; colour++)
        for (unsigned mask = 0; mask < GOMOKU_THREATS; mask++)
            shapes->threat[colour][mask] =
                (int16_t)gomoku_threat_worth(gomoku_weights_of(rule, colour), mask);
}

static void build(GomokuShapes *shapes, int rule)
{
    shapes->reach = rule == GOMOKU_FREESTYLE ? 4 : GOMOKU_REACH;
    shapes->sides = rule == GOMOKU_FREESTYLE ? 121 : GOMOKU_SIDES;
    for (int key = 0; key < GOMOKU_SIDE_KEYS; key++) {
        shapes->high[key] = (uint32_t)number_of_key(key, shapes->reach);
        shapes->low[key] =
            (uint32_t)(number_of_key(reversed_key(key), shapes->reach) * shapes->sides);
    }
    fill_shapes(shapes, rule);
    fill_kinds(shapes, rule);
}

/* Too large to be written out and the same for every search: made once for each rule, behind
 * pthread_once, and never changed again. */
static GomokuShapes made[4];

static void build_freestyle(void) { build(&made[GOMOKU_FREESTYLE], GOMOKU_FREESTYLE); }
static void build_standard(void) { build(&made[GOMOKU_STANDARD], GOMOKU_STANDARD); }
static void build_renju(void) { build(&made[GOMOKU_RENJU], GOMOKU_RENJU); }
static void build_caro(void) { build(&made[GOMOKU_CARO], GOMOKU_CARO); }

const GomokuShapes *gomoku_shapes(int rule)
{
    assert(rule >= GOMOKU_FREESTYLE && rule <= GOMOKU_CARO);
    static pthread_once_t is_made[4] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                        PTHREAD_ONCE_INIT};
    static void (*const builders[4])(void) = {build_freestyle, build_standard, build_renju,
                                              build_caro};
    pthread_once(&is_made[rule], builders[rule]);
    return &made[rule];
}
