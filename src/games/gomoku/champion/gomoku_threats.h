/* games/gomoku/champion/gomoku_threats.h -- a position with the shapes and ranks of all its empty
 * points, kept up to date move by move: who can make five, an open four, a four is known at once,
 * and so is the evaluation. For ordinary play; the stones of a swap2 opening must be placed. */
#pragma once
#include "games/gomoku/champion/gomoku_weights.h"

#include <assert.h>

enum { GOMOKU_ROWS = 20, GOMOKU_POINTS = 32 * GOMOKU_ROWS };

/* Points as rows of bits; bit r of `rows` is set when row r is not empty. */
typedef struct {
    uint32_t row[GOMOKU_ROWS];
    uint32_t rows;
} GomokuSet;

typedef struct {
    gomoku_pos          pos;
    const GomokuShapes *shapes;
    uint32_t            wall[GOMOKU_LINES]; /* the outside of each line, 5 bits further */
    /* Of empty points: in the lower half of a word the four shapes, as GomokuShapes.kind wants
     * them, black's below; above them the kinds, 16 bits each; ranks are 8 bits each. */
    uint64_t  point[GOMOKU_POINTS];
    uint16_t  ranks[GOMOKU_POINTS];
    GomokuSet set[2][RANK_COUNT]; /* empty points by rank, RANK_THREE and above */
    uint16_t  count[2][RANK_COUNT];
    int64_t   worth[2]; /* of both colours' points: see gomoku_weights.h */
} GomokuThreats;

/* What a move changed. */
typedef struct {
    int64_t worth[2];
    int     count;
    struct {
        uint64_t point;
        uint16_t ranks, at;
    } change[4 * 2 * GOMOKU_REACH];
} GomokuChanges;

static inline int gomoku_shape_of(const GomokuThreats *t, int colour, int point, int direction)
{
    assert((colour == 0 || colour == 1) && point >= 0 && point < GOMOKU_POINTS);
    assert(direction >= 0 && direction < GOMOKU_DIRECTIONS);
    return (int)(t->point[point] >> (16 * colour + 4 * direction) & 15);
}

static inline uint16_t gomoku_kind(const GomokuThreats *t, int colour, int point)
{
    assert((colour == 0 || colour == 1) && point >= 0 && point < GOMOKU_POINTS);
    return (uint16_t)(t->point[point] >> (32 + 16 * colour));
}

static inline int gomoku_rank(const GomokuThreats *t, int colour, int point)
{
    assert((colour == 0 || colour == 1) && point >= 0 && point < GOMOKU_POINTS);
    return t->ranks[point] >> 8 * colour & 255;
}

static inline int gomoku_step(int direction)
{
    assert(direction >= 0 && direction < GOMOKU_DIRECTIONS);
    static const int step[GOMOKU_DIRECTIONS] = {1, 32, 33, -31};
    return step[direction];
}

static inline void gomoku_set_flip(GomokuSet *set, int point)
{
    assert(point >= 0 && point < GOMOKU_POINTS);
    int row = point >> 5;
    set->row[row] ^= 1u << (point & 31);
    set->rows = (set->rows & ~(1u << row)) | (uint32_t)(set->row[row] != 0) << row;
}

/* The first point of a set that is not empty. */
static inline int gomoku_set_first(const GomokuSet *set)
{
    assert(set->rows != 0);
    int row = bits_low(set->rows);
    return 32 * row + bits_low(set->row[row]);
}

/* Lower ranks threaten nothing, so their points are not listed. */
static inline void gomoku_enlist(GomokuThreats *t, int colour, int rank, int point, int by)
{
    assert(rank >= 0 && rank < RANK_COUNT);
    assert(by == 1 || (by == -1 && (rank < RANK_THREE || t->count[colour][rank] > 0)));
    if (rank < RANK_THREE)
        return;
    t->count[colour][rank] = (uint16_t)(t->count[colour][rank] + by);
    gomoku_set_flip(&t->set[colour][rank], point);
}

static inline const GomokuKind *gomoku_of_kind(const GomokuThreats *t, int colour, int point)
{
    return &t->shapes->of_kind[colour][gomoku_kind(t, colour, point)];
}

/* Low ranks come and go at every move: all four are tested at once for needing no list. */
static inline void gomoku_set_point(GomokuThreats *t, int at, uint64_t point, unsigned ranks)
{
    assert(at >= 0 && at < GOMOKU_POINTS);
    enum { UP_TO_SIGN = (128 - RANK_THREE) * 0x101, SIGNS = 0x8080 };
    unsigned before = t->ranks[at];
    t->point[at] = point;
    t->ranks[at] = (uint16_t)ranks;
    if ((((before + UP_TO_SIGN) | (ranks + UP_TO_SIGN)) & SIGNS) == 0)
        return;
    for (int colour = 0; colour < 2; colour++) {
        int old = before >> 8 * colour & 255, rank = ranks >> 8 * colour & 255;
        if (old == rank)
            continue;
        gomoku_enlist(t, colour, old, at, -1);
        gomoku_enlist(t, colour, rank, at, 1);
    }
}

/* The four shapes of a point with another one in this direction: both colours', as
 * gomoku_shape_at() returns them. */
static inline uint32_t gomoku_with_shape(uint32_t four, int direction, uint8_t shape)
{
    uint32_t both = (shape & 15u) | (uint32_t)(shape >> 4) << 16;
    return (four & ~(UINT32_C(0x000f000f) << 4 * direction)) | both << 4 * direction;
}

/* The word of a point with these shapes, and its ranks. */
static inline uint64_t gomoku_point_with(const GomokuShapes *shapes, uint32_t four, unsigned *ranks)
{
    unsigned black = shapes->kind[four & 0xffff], white = shapes->kind[four >> 16];
    assert(black < GOMOKU_KINDS && white < GOMOKU_KINDS);
    *ranks = shapes->of_kind[0][black].rank | (unsigned)shapes->of_kind[1][white].rank << 8;
    return four | (uint64_t)black << 32 | (uint64_t)white << 48;
}

/* A line as both colours' words with the walls, all 5 bits further: the window of cell i is the
 * eleven bits from i on. */
typedef struct {
    uint32_t black, white;
} GomokuLine;

static inline GomokuLine gomoku_read_line(const GomokuThreats *t, int direction, int row, int col)
{
    int      line = gomoku_line_of(&t->pos, direction, row, col);
    uint32_t wall = t->wall[line];
    return (GomokuLine){.black = t->pos.line[0][line] << GOMOKU_REACH | wall,
                        .white = t->pos.line[1][line] << GOMOKU_REACH | wall};
}

static inline uint8_t gomoku_shape_at(const GomokuShapes *shapes, GomokuLine line, int at)
{
    uint32_t black = line.black >> at, white = line.white >> at;
    uint32_t low = (black & 31) | (white & 31) << 5;
    uint32_t high = (black >> 6 & 31) | (white >> 6 & 31) << 5;
    assert(shapes->low[low] + shapes->high[high] < GOMOKU_SIDES * GOMOKU_SIDES);
    return shapes->shape[shapes->low[low] + shapes->high[high]];
}

/* Looks at the empty points along one line again. */
static inline void gomoku_update_line(GomokuThreats *t, int direction, int row, int col,
                                      GomokuChanges *changes)
{
    const GomokuShapes *shapes = t->shapes;
    GomokuLine          line = gomoku_read_line(t, direction, row, col);
    int                 at = gomoku_bit_of(direction, row, col), step = gomoku_step(direction);
    int                 middle = 32 * row + col, reach = shapes->reach, count = changes->count;
    int64_t             worth[2] = {0};
    uint32_t around = (~(line.black | line.white) >> at & 0x7ff) >> (GOMOKU_REACH - reach);
    for (uint64_t left = around & ((2u << (2 * reach)) - 1); left != 0;) {
        int      offset = bits_pop(&left) - reach, point = middle + offset * step;
        uint64_t before = t->point[point];
        uint32_t four = gomoku_with_shape((uint32_t)before, direction,
                                          gomoku_shape_at(shapes, line, at + offset));
        if (four == (uint32_t)before)
            continue;
        unsigned ranks;
        uint64_t after = gomoku_point_with(shapes, four, &ranks);
        assert(count < (int)(sizeof changes->change / sizeof changes->change[0]));
        changes->change[count].point = before;
        changes->change[count].ranks = t->ranks[point];
        changes->change[count++].at = (uint16_t)point;
        worth[0] += shapes->of_kind[0][after >> 32 & 0xffff].worth -
                    shapes->of_kind[0][before >> 32 & 0xffff].worth;
        worth[1] += shapes->of_kind[1][after >> 48].worth - shapes->of_kind[1][before >> 48].worth;
        gomoku_set_point(t, point, after, ranks);
    }
    changes->count = count;
    t->worth[0] += worth[0];
    t->worth[1] += worth[1];
}

/* What an empty point counts for, `by` times. */
static inline void gomoku_count_point(GomokuThreats *t, int point, int by)
{
    assert(by == 1 || by == -1);
    for (int colour = 0; colour < 2; colour++) {
        t->worth[colour] += by * gomoku_of_kind(t, colour, point)->worth;
        gomoku_enlist(t, colour, gomoku_rank(t, colour, point), point, by);
    }
}

static inline uint64_t gomoku_key_after(const gomoku_pos *p, Move move)
{
    int index = gomoku_zobrist_index(move >> 5, move & 31);
    return p->key ^ zobrist_cell[p->turn][index] ^ ZOBRIST_TURN;
}

static inline void gomoku_place(GomokuThreats *t, Move move)
{
    t->pos.key = gomoku_key_after(&t->pos, move);
    gomoku_toggle(&t->pos, t->pos.turn, move >> 5, move & 31);
}

/* The point must be empty and allowed; the game must go on. Whether it made five is not kept:
 * RANK_FIVE said so before. */
static inline void gomoku_threats_make(GomokuThreats *t, Move move, GomokuChanges *changes)
{
    assert((gomoku_empty_in_row(&t->pos, move >> 5) >> (move & 31) & 1) != 0);
    int row = move >> 5, col = move & 31;
    changes->count = 0;
    changes->worth[0] = t->worth[0];
    changes->worth[1] = t->worth[1];
    gomoku_count_point(t, move, -1);
    gomoku_place(t, move);
    t->pos.turn ^= 1;
    t->pos.stones++;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
        gomoku_update_line(t, d, row, col, changes);
}

static inline void gomoku_threats_unmake(GomokuThreats *t, Move move, const GomokuChanges *changes)
{
    assert(t->pos.stones > 0 && changes->count >= 0);
    t->pos.turn ^= 1;
    t->pos.stones--;
    gomoku_place(t, move);
    for (int i = 0; i < changes->count; i++)
        gomoku_set_point(t, changes->change[i].at, changes->change[i].point,
                         changes->change[i].ranks);
    gomoku_count_point(t, move, 1);
    t->worth[0] = changes->worth[0];
    t->worth[1] = changes->worth[1];
}

/* gomoku_threats.c: from scratch. */
void gomoku_threats_init(GomokuThreats *t, const gomoku_pos *p);

/* Under renju some points are not black's; elsewhere every empty point is allowed. */
static inline bool gomoku_may_play(const GomokuThreats *t, int point)
{
    int colour = t->pos.turn, rank = gomoku_rank(t, colour, point);
    if (t->pos.rule != GOMOKU_RENJU || colour != 0)
        return true;
    bool is_doubtful = rank == RANK_DOUBTFUL || rank == RANK_FOUR_THREE || rank == RANK_OPEN_FOUR;
    return !is_doubtful || !gomoku_is_forbidden(&t->pos, point >> 5, point & 31);
}

/* One bit for each thing a player has: points of a four and a three, of a four, of two threes, of a
 * three; in the lower five bits those of the colour that is not to move, its open fours first. */
static inline unsigned gomoku_threat_mask(const GomokuThreats *t)
{
    const uint16_t *mine = t->count[t->pos.turn], *theirs = t->count[1 - t->pos.turn];
    return (unsigned)(theirs[RANK_OPEN_FOUR] > 0) | (unsigned)(theirs[RANK_FOUR_THREE] > 0) << 1 |
           (unsigned)((theirs[RANK_FOUR] | theirs[RANK_FOUR_MORE]) > 0) << 2 |
           (unsigned)(theirs[RANK_TWO_THREES] > 0) << 3 |
           (unsigned)((theirs[RANK_THREE] | theirs[RANK_THREE_MORE]) > 0) << 4 |
           (unsigned)(mine[RANK_FOUR_THREE] > 0) << 5 |
           (unsigned)((mine[RANK_FOUR] | mine[RANK_FOUR_MORE]) > 0) << 6 |
           (unsigned)(mine[RANK_TWO_THREES] > 0) << 7 |
           (unsigned)((mine[RANK_THREE] | mine[RANK_THREE_MORE]) > 0) << 8;
}

/* Hundredths of a point for the colour to move; `threats` is the mask of now. */
static inline int gomoku_shapes_score(const GomokuThreats *t, unsigned threats)
{
    assert(threats < GOMOKU_THREATS);
    int mine = t->pos.turn;
    return gomoku_worth_to_mover(t->worth[mine]) - gomoku_worth_to_other(t->worth[1 - mine]) +
           t->shapes->threat[mine][threats];
}
