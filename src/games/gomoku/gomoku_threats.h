/* games/gomoku/gomoku_threats.h -- a position with the shapes and ranks of all its empty points,
 * kept up to date move by move: who can make five, an open four, a four is known at once, and so
 * is the evaluation. For ordinary play; the stones of a swap2 opening must be placed. */
#pragma once
#include "games/gomoku/gomoku_weights.h"

#include <string.h>

enum { GOMOKU_ROWS = 20, GOMOKU_POINTS = 32 * GOMOKU_ROWS };

/* Points as rows of bits; bit r of `rows` is set when row r is not empty. */
typedef struct {
    uint32_t row[GOMOKU_ROWS];
    uint32_t rows;
} GomokuSet;

typedef struct {
    gomoku_pos          pos;
    const GomokuShapes *shapes;
    uint32_t            wall[GOMOKU_LINES];      /* the outside of each line, 5 bits further */
    uint8_t             shape[GOMOKU_POINTS][4]; /* by direction; black's in the low half byte */
    uint16_t            kind[2][GOMOKU_POINTS];  /* of empty points, and their rank */
    uint8_t             rank[2][GOMOKU_POINTS];
    GomokuSet           set[2][RANK_COUNT]; /* empty points by rank, RANK_THREE and above */
    uint16_t            count[2][RANK_COUNT];
    int64_t             worth[2]; /* of both colours' points: see gomoku_weights.h */
} GomokuThreats;

/* What a move changed. */
typedef struct {
    int64_t worth[2];
    int     count;
    struct {
        uint16_t point, kind[2];
        uint8_t  direction, shape;
    } change[4 * 2 * GOMOKU_REACH];
} GomokuChanges;

static inline int gomoku_step(int direction)
{
    static const int step[GOMOKU_DIRECTIONS] = {1, 32, 33, -31};
    return step[direction];
}

static inline void gomoku_set_flip(GomokuSet *set, int point)
{
    int row = point >> 5;
    set->row[row] ^= 1u << (point & 31);
    set->rows = (set->rows & ~(1u << row)) | (uint32_t)(set->row[row] != 0) << row;
}

/* The first point of a set that is not empty. */
static inline int gomoku_set_first(const GomokuSet *set)
{
    int row = bits_low(set->rows);
    return 32 * row + bits_low(set->row[row]);
}

/* What is below threatens nothing: nobody asks for those points. */
static inline void gomoku_enlist(GomokuThreats *t, int colour, int rank, int point, int by)
{
    if (rank < RANK_THREE)
        return;
    t->count[colour][rank] = (uint16_t)(t->count[colour][rank] + by);
    gomoku_set_flip(&t->set[colour][rank], point);
}

/* Low ranks come and go at every move: that they need no list is asked first, and seldom wrong. */
static inline void gomoku_set_kind(GomokuThreats *t, int colour, int point, int kind)
{
    int before = t->rank[colour][point], rank = t->shapes->rank[colour][kind];
    t->kind[colour][point] = (uint16_t)kind;
    t->rank[colour][point] = (uint8_t)rank;
    if ((before > rank ? before : rank) < RANK_THREE || before == rank)
        return;
    gomoku_enlist(t, colour, before, point, -1);
    gomoku_enlist(t, colour, rank, point, 1);
}

/* Every second half byte of the four shapes, side by side. */
static inline int gomoku_kind_of(const GomokuThreats *t, int colour, int point)
{
    uint32_t code;
    memcpy(&code, t->shape[point], sizeof code);
    code = code >> 4 * colour & 0x0f0f0f0f;
    code = (code | code >> 4) & 0x00ff00ff;
    return t->shapes->kind[(code | code >> 8) & 0xffff];
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
    return shapes->shape[shapes->low[low] + shapes->high[high]];
}

/* Looks at the empty points along one line again. */
static inline void gomoku_update_line(GomokuThreats *t, int direction, int row, int col,
                                      GomokuChanges *changes)
{
    const GomokuShapes *shapes = t->shapes;
    GomokuLine          line = gomoku_read_line(t, direction, row, col);
    int                 at = gomoku_bit_of(direction, row, col), step = gomoku_step(direction);
    int                 middle = 32 * row + col, reach = shapes->reach;
    uint32_t around = (~(line.black | line.white) >> at & 0x7ff) >> (GOMOKU_REACH - reach);
    for (uint64_t left = around & ((2u << (2 * reach)) - 1); left != 0;) {
        int     offset = bits_pop(&left) - reach, point = middle + offset * step;
        uint8_t shape = gomoku_shape_at(shapes, line, at + offset);
        uint8_t before = t->shape[point][direction];
        if (shape == before)
            continue;
        changes->change[changes->count].point = (uint16_t)point;
        changes->change[changes->count].direction = (uint8_t)direction;
        changes->change[changes->count].shape = before;
        changes->change[changes->count].kind[0] = t->kind[0][point];
        changes->change[changes->count].kind[1] = t->kind[1][point];
        changes->count++;
        t->shape[point][direction] = shape;
        for (int colour = 0; colour < 2; colour++) { /* one of them may be as before */
            int kind = gomoku_kind_of(t, colour, point);
            t->worth[colour] +=
                shapes->worth[colour][kind] - shapes->worth[colour][t->kind[colour][point]];
            gomoku_set_kind(t, colour, point, kind);
        }
    }
}

/* What an empty point counts for, `by` times. */
static inline void gomoku_count_point(GomokuThreats *t, int point, int by)
{
    for (int colour = 0; colour < 2; colour++) {
        t->worth[colour] += by * t->shapes->worth[colour][t->kind[colour][point]];
        gomoku_enlist(t, colour, t->rank[colour][point], point, by);
    }
}

static inline void gomoku_place(GomokuThreats *t, int row, int col)
{
    gomoku_toggle(&t->pos, t->pos.turn, row, col);
    t->pos.key ^= zobrist_cell[t->pos.turn][gomoku_zobrist_index(row, col)] ^ ZOBRIST_TURN;
}

/* The point must be empty and allowed; the game must go on. Whether it made five is not noted:
 * RANK_FIVE told before. */
static inline void gomoku_threats_make(GomokuThreats *t, Move move, GomokuChanges *changes)
{
    int row = move >> 5, col = move & 31;
    changes->count = 0;
    changes->worth[0] = t->worth[0];
    changes->worth[1] = t->worth[1];
    gomoku_count_point(t, move, -1);
    gomoku_place(t, row, col);
    t->pos.turn ^= 1;
    t->pos.stones++;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
        gomoku_update_line(t, d, row, col, changes);
}

static inline void gomoku_threats_unmake(GomokuThreats *t, Move move, const GomokuChanges *changes)
{
    t->pos.turn ^= 1;
    t->pos.stones--;
    gomoku_place(t, move >> 5, move & 31);
    for (int i = 0; i < changes->count; i++) {
        int point = changes->change[i].point;
        t->shape[point][changes->change[i].direction] = changes->change[i].shape;
        gomoku_set_kind(t, 0, point, changes->change[i].kind[0]);
        gomoku_set_kind(t, 1, point, changes->change[i].kind[1]);
    }
    gomoku_count_point(t, move, 1);
    t->worth[0] = changes->worth[0];
    t->worth[1] = changes->worth[1];
}

/* gomoku_threats.c: from scratch. */
void gomoku_threats_init(GomokuThreats *t, const gomoku_pos *p);

/* Under renju some points are not black's; elsewhere every empty point is allowed. */
static inline bool gomoku_may_play(const GomokuThreats *t, int point)
{
    int colour = t->pos.turn, rank = t->rank[colour][point];
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
    int mine = t->pos.turn;
    return gomoku_worth_to_mover(t->worth[mine]) - gomoku_worth_to_other(t->worth[1 - mine]) +
           t->shapes->threat[mine][threats];
}
