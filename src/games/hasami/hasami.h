/* Hasami Shogi, 9x9. Cell 9 * row + column, row 0 at the top; a move is 81 * from + to.
 *
 * Each colour is kept twice, row by row and column by column, nine bits a line and one spare bit
 * between lines so that a slide never leaves its line:
 *    word 0: rows 0..5     word 1: rows 6..8     word 2: columns 0..5     word 3: columns 6..8
 * Slides and captures along a column are then the same bit tricks as along a row, and four words
 * are one vector. Rules beyond the default ones live in hasami_variants.c, out of the hot path. */
#pragma once
#include "base/bits.h"
#include "base/rng.h"
#include "core/game.h"
#include "core/solver.h"
#include "core/zobrist.h"
#include "eval/criteria.h"
#include "eval/net.h"

#include <assert.h>

#define hasami_can_repeat 1
#define hasami_keeps_turn 0
#define hasami_has_count 1
#define hasami_has_order 1
#define hasami_has_noisy 1
#define hasami_has_random_move 1
#define hasami_has_playout 0
#define hasami_has_playouts 0
#define hasami_has_winning_move 0
#define hasami_has_policy 1
#define hasami_has_flagship 1
#define hasami_has_solver 1
#define hasami_has_net 1
#define hasami_has_champion 0
#define hasami_has_winning_cells 0
#define hasami_has_forbidden_cells 0

enum { HASAMI_SIZE = 9, HASAMI_CELLS = 81, HASAMI_WORDS = 4, HASAMI_LINE_STEP = 10 };
enum { HASAMI_LINE = 0x1ff, HASAMI_MAX_PIECES = 18, HASAMI_MAX_QUIET = 10000 };
enum { hasami_max_moves = 18 * 16 + 1 };
enum { HASAMI_PASS = MOVE_SPECIAL };

/* The order of the option table in hasami.c. */
enum {
    HASAMI_CORNER,
    HASAMI_DIAGONAL,
    HASAMI_EDGE,
    HASAMI_LOSING_COUNT,
    HASAMI_DIFFERENCE,
    HASAMI_REPETITION,
    HASAMI_NO_CAPTURE,
    HASAMI_NO_CAPTURE_RESULT,
    HASAMI_GOAL,
    HASAMI_FIVE_LINES,
    HASAMI_SETUP,
    HASAMI_JUMPS,
    HASAMI_SUICIDE,
    HASAMI_BLOCKED,
    HASAMI_OPTIONS
};
enum { CORNER_NONE, CORNER_SINGLE, CORNER_GROUP };
enum { FIVE_ALL, FIVE_NO_RANKS, FIVE_ORTHOGONAL };

typedef struct {
    uint64_t word[2][HASAMI_WORDS]; /* by colour */
    uint64_t key;
    int16_t  option[HASAMI_OPTIONS];
    uint16_t quiet; /* plies since the last capture */
    uint8_t  count[2];
    uint8_t  side;
    bool     has_plain_moves; /* no jumps, suicide allowed: slides are all there is */
    bool     has_plain_prey;  /* captures in lines and of single corner pieces only */
    bool     has_plain_end;   /* decided by counting */
} hasami_pos;

typedef struct {
    uint64_t key;
    uint16_t quiet;
    uint8_t  prey_count;
    uint8_t  prey[HASAMI_MAX_PIECES];
} hasami_undo;

DECLARE_COLD_HOOKS(hasami)
extern const Solver hasami_solver;
uint64_t            hasami_key_slow(const hasami_pos *p);

/* hasami_variants.c: what the options add. */
void hasami_add_prey(const hasami_pos *p, int to, hasami_undo *undo);
int  hasami_gen_variant(const hasami_pos *p, Move *out);
int  hasami_gen_captures(const hasami_pos *p, Move *out);
int  hasami_threats_variant(const hasami_pos *p, int colour);
bool hasami_has_five(const hasami_pos *p, int colour);
bool hasami_has_move(const hasami_pos *p);
int  hasami_fives(const hasami_pos *p, int colour); /* how near a line of five is */

static inline int      hasami_side(const hasami_pos *p) { return p->side; }
static inline uint64_t hasami_key(const hasami_pos *p) { return p->key; }
static inline int hasami_repeat_limit(const hasami_pos *p) { return p->option[HASAMI_REPETITION]; }
static inline int hasami_reversible(const hasami_pos *p) { return p->quiet; }

/* Which word holds line 0..8 of a family, beyond the family's first, and where. */
static inline int hasami_line_word(int line) { return line >= 6; }
static inline int hasami_line_shift(int line)
{
    return HASAMI_LINE_STEP * (line >= 6 ? line - 6 : line);
}

/* Nine bits of a row (family 0) or a column (family 1). */
static inline unsigned hasami_line(const hasami_pos *p, int colour, int family, int line)
{
    assert((colour == 0 || colour == 1) && (family == 0 || family == 1));
    assert(line >= 0 && line < HASAMI_SIZE);
    uint64_t word = p->word[colour][2 * family + hasami_line_word(line)];
    return (unsigned)(word >> hasami_line_shift(line)) & HASAMI_LINE;
}

static inline void hasami_toggle(hasami_pos *p, int colour, int row, int col)
{
    assert(row >= 0 && row < HASAMI_SIZE && col >= 0 && col < HASAMI_SIZE);
    p->word[colour][hasami_line_word(row)] ^= UINT64_C(1) << (hasami_line_shift(row) + col);
    p->word[colour][2 + hasami_line_word(col)] ^= UINT64_C(1) << (hasami_line_shift(col) + row);
    p->key ^= zobrist_cell[colour][HASAMI_SIZE * row + col];
}

/* The enemies between bit `at` and the nearest own piece on either side, no gap between. Adding
 * one at the run's foot carries through it to the first cell behind. */
static inline unsigned hasami_line_prey(unsigned own, unsigned enemy, int at)
{
    assert((own & enemy) == 0 && at >= 0 && at < HASAMI_SIZE);
    unsigned above = enemy + (2u << at);
    unsigned prey = (above & ~enemy & own & ~((2u << at) - 1)) != 0 ? enemy & ~above : 0;
    unsigned below = enemy & ((1u << at) - 1);
    unsigned gaps = ~below & ((1u << at) - 1);
    if (gaps != 0) {
        unsigned stop = 1u << (31 - __builtin_clz(gaps));
        if ((own & stop) != 0)
            prey |= below & ~(2 * stop - 1);
    }
    return prey;
}

static inline void hasami_take_line(unsigned prey, int first, int step, hasami_undo *undo)
{
    for (; prey != 0; prey &= prey - 1)
        undo->prey[undo->prey_count++] = (uint8_t)(first + step * __builtin_ctz(prey));
}

/* The corner next to a cell, or -1. */
static inline int hasami_corner_near(int row, int col)
{
    assert(row >= 0 && row < HASAMI_SIZE && col >= 0 && col < HASAMI_SIZE);
    bool on_edge_row = row == 0 || row == 8, on_edge_col = col == 0 || col == 8;
    if (on_edge_row && (col == 1 || col == 7))
        return HASAMI_SIZE * row + (col == 1 ? 0 : 8);
    if (on_edge_col && (row == 1 || row == 7))
        return HASAMI_SIZE * (row == 1 ? 0 : 8) + col;
    return -1;
}

static inline bool hasami_has(const hasami_pos *p, int colour, int row, int col)
{
    return (hasami_line(p, colour, 0, row) >> col & 1) != 0;
}

static inline bool hasami_has_cell(const hasami_pos *p, int colour, int cell)
{
    assert(cell >= 0 && cell < HASAMI_CELLS);
    return hasami_has(p, colour, cell / HASAMI_SIZE, cell % HASAMI_SIZE);
}

/* A single enemy in the corner beside the moved piece, its other neighbour taken too. */
static inline void hasami_take_corner(const hasami_pos *p, int row, int col, hasami_undo *undo)
{
    int corner = hasami_corner_near(row, col);
    if (corner < 0 || !hasami_has_cell(p, 1 - p->side, corner))
        return;
    int corner_row = corner / HASAMI_SIZE, corner_col = corner % HASAMI_SIZE;
    int inner_row = corner_row == 0 ? 1 : 7, inner_col = corner_col == 0 ? 1 : 7;
    if (hasami_has(p, p->side, corner_row, inner_col) &&
        hasami_has(p, p->side, inner_row, corner_col))
        undo->prey[undo->prey_count++] = (uint8_t)corner;
}

/* All that the piece now on `to` captures, into undo->prey. */
static inline void hasami_find_prey(const hasami_pos *p, int to, hasami_undo *undo)
{
    assert(to >= 0 && to < HASAMI_CELLS);
    int      row = to / HASAMI_SIZE, col = to % HASAMI_SIZE, enemy = 1 - p->side;
    unsigned in_row = hasami_line(p, enemy, 0, row), in_col = hasami_line(p, enemy, 1, col);
    undo->prey_count = 0;
    if ((in_row & (5u << col >> 1)) != 0) {
        unsigned prey = hasami_line_prey(hasami_line(p, p->side, 0, row), in_row, col);
        hasami_take_line(prey, HASAMI_SIZE * row, 1, undo);
    }
    if ((in_col & (5u << row >> 1)) != 0) {
        unsigned prey = hasami_line_prey(hasami_line(p, p->side, 1, col), in_col, row);
        hasami_take_line(prey, col, HASAMI_SIZE, undo);
    }
    if (p->has_plain_prey)
        hasami_take_corner(p, row, col, undo);
    else
        hasami_add_prey(p, to, undo);
}

static inline void hasami_make(hasami_pos *p, Move move, hasami_undo *undo)
{
    int enemy = 1 - p->side;
    undo->key = p->key;
    undo->quiet = p->quiet;
    undo->prey_count = 0;
    p->quiet = (uint16_t)(p->quiet + (p->quiet < HASAMI_MAX_QUIET));
    if (move != HASAMI_PASS) {
        int from = move / HASAMI_CELLS, to = move % HASAMI_CELLS;
        hasami_toggle(p, p->side, from / HASAMI_SIZE, from % HASAMI_SIZE);
        hasami_toggle(p, p->side, to / HASAMI_SIZE, to % HASAMI_SIZE);
        hasami_find_prey(p, to, undo);
        assert(undo->prey_count <= p->count[enemy]);
        for (int i = 0; i < undo->prey_count; i++)
            hasami_toggle(p, enemy, undo->prey[i] / HASAMI_SIZE, undo->prey[i] % HASAMI_SIZE);
        if (undo->prey_count > 0) {
            p->count[enemy] = (uint8_t)(p->count[enemy] - undo->prey_count);
            p->quiet = 0;
        }
    }
    p->key ^= ZOBRIST_TURN;
    p->side = (uint8_t)enemy;
}

static inline void hasami_unmake(hasami_pos *p, Move move, const hasami_undo *undo)
{
    assert(undo->prey_count + p->count[p->side] <= HASAMI_MAX_PIECES);
    int enemy = p->side;
    p->side = (uint8_t)(1 - enemy);
    if (move != HASAMI_PASS) {
        int from = move / HASAMI_CELLS, to = move % HASAMI_CELLS;
        for (int i = 0; i < undo->prey_count; i++)
            hasami_toggle(p, enemy, undo->prey[i] / HASAMI_SIZE, undo->prey[i] % HASAMI_SIZE);
        p->count[enemy] = (uint8_t)(p->count[enemy] + undo->prey_count);
        hasami_toggle(p, p->side, to / HASAMI_SIZE, to % HASAMI_SIZE);
        hasami_toggle(p, p->side, from / HASAMI_SIZE, from % HASAMI_SIZE);
    }
    p->key = undo->key;
    p->quiet = undo->quiet;
}

/* All words of a colour at once. */
typedef uint64_t HasamiWords __attribute__((vector_size(8 * HASAMI_WORDS)));

static inline HasamiWords hasami_words(const hasami_pos *p, int colour)
{
    assert(colour == 0 || colour == 1);
    HasamiWords words;
    __builtin_memcpy(&words, p->word[colour], sizeof words);
    return words;
}

static inline HasamiWords hasami_empty(const hasami_pos *p)
{
    const uint64_t    six = UINT64_C(0x07fdff7fdff7fdff), three = UINT64_C(0x1ff7fdff);
    const HasamiWords cells = {six, three, six, three};
    return cells & ~(hasami_words(p, 0) | hasami_words(p, 1));
}

/* `set`, a part of `way`, and all that it reaches on the way, up or down every line at once. */
static inline HasamiWords hasami_fill_up(HasamiWords set, HasamiWords way)
{
    set |= way & set << 1;
    way &= way << 1;
    set |= way & set << 2;
    way &= way << 2;
    return set | (way & set << 4);
}

static inline HasamiWords hasami_fill_down(HasamiWords set, HasamiWords way)
{
    set |= way & set >> 1;
    way &= way >> 1;
    set |= way & set >> 2;
    way &= way >> 2;
    return set | (way & set >> 4);
}

static inline int hasami_words_count(HasamiWords words)
{
    return bits_count(words[0]) + bits_count(words[1]) + bits_count(words[2]) +
           bits_count(words[3]);
}

/* Slides of one colour. */
static inline int hasami_mobility(const hasami_pos *p, int colour)
{
    HasamiWords own = hasami_words(p, colour), empty = hasami_empty(p);
    return hasami_words_count(hasami_fill_up(own << 1 & empty, empty)) +
           hasami_words_count(hasami_fill_down(own >> 1 & empty, empty));
}

static inline int hasami_count(const hasami_pos *p)
{
    if (!p->has_plain_moves) {
        Move moves[hasami_max_moves];
        return hasami_gen_variant(p, moves);
    }
    int count = hasami_mobility(p, p->side);
    return count > 0 ? count : 1; /* the pass */
}

/* The slides of the piece at bit `at` of a line, as targets. */
static inline unsigned hasami_slides(unsigned occupied, int at)
{
    assert(at >= 0 && at < HASAMI_SIZE && (occupied >> at & 1) != 0);
    unsigned above = occupied >> (at + 1) | 1u << (HASAMI_SIZE - 1 - at);
    unsigned below = (occupied & ((1u << at) - 1)) << 1 | 1; /* bit 0: the wall */
    unsigned up = (1u << __builtin_ctz(above)) - 1;
    int      nearest = 31 - __builtin_clz(below); /* cells from `nearest` on are free */
    return up << (at + 1) | (((1u << at) - 1) & ~((1u << nearest) - 1));
}

static inline int hasami_gen(const hasami_pos *p, Move *out)
{
    if (!p->has_plain_moves)
        return hasami_gen_variant(p, out);
    int n = 0;
    for (int row = 0; row < HASAMI_SIZE; row++) {
        unsigned own = hasami_line(p, p->side, 0, row);
        unsigned in_row = own | hasami_line(p, 1 - p->side, 0, row);
        for (; own != 0; own &= own - 1) {
            int      col = __builtin_ctz(own), from = HASAMI_SIZE * row + col;
            unsigned in_col = hasami_line(p, 0, 1, col) | hasami_line(p, 1, 1, col);
            unsigned to_col = hasami_slides(in_row, col), to_row = hasami_slides(in_col, row);
            for (; to_col != 0; to_col &= to_col - 1)
                out[n++] = (Move)(HASAMI_CELLS * from + HASAMI_SIZE * row + __builtin_ctz(to_col));
            for (; to_row != 0; to_row &= to_row - 1)
                out[n++] = (Move)(HASAMI_CELLS * from + HASAMI_SIZE * __builtin_ctz(to_row) + col);
        }
    }
    if (n == 0)
        out[n++] = HASAMI_PASS;
    return n;
}

/* A piece and one of the sixteen other cells of its lines, until the way between is free: every
 * legal move is equally likely, and most tries succeed. */
static inline Move hasami_random_move(const hasami_pos *p, uint64_t *rng)
{
    assert(p->count[p->side] > 0);
    enum { TRIES = 64 };
    const uint64_t *own = p->word[p->side], *other = p->word[1 - p->side];
    int             in_first = bits_count(own[0]);
    for (int i = 0; p->has_plain_moves && i < TRIES; i++) {
        uint64_t bits = rng_next(rng);
        int      piece = (int)rng_scale((uint32_t)(bits >> 32), p->count[p->side]);
        bool     is_low = piece < in_first;
        int      bit = bits_select(own[is_low ? 0 : 1], is_low ? piece : piece - in_first);
        int      row = bit / HASAMI_LINE_STEP, col = bit - HASAMI_LINE_STEP * row;
        row += is_low ? 0 : 6;

        int      family = (int)(bits >> 3 & 1), choice = (int)(bits & 7);
        int      line = family ? col : row, at = family ? row : col;
        int      target = choice + (choice >= at), word = 2 * family + hasami_line_word(line);
        unsigned occupied = (unsigned)((own[word] | other[word]) >> hasami_line_shift(line));
        int      low = target < at ? target : at + 1, high = target < at ? at : target + 1;
        unsigned way = (1u << high) - (1u << low);
        if ((occupied & way) == 0) {
            int to = family ? HASAMI_SIZE * target + col : HASAMI_SIZE * row + target;
            return (Move)(HASAMI_CELLS * (HASAMI_SIZE * row + col) + to);
        }
    }
    Move moves[hasami_max_moves];
    int  count = hasami_gen(p, moves);
    return moves[rng_below(rng, (uint32_t)count)];
}

/* The clock of moves without capture, from the player to move. */
static inline Play hasami_quiet_end(const hasami_pos *p)
{
    int mine = p->count[p->side], theirs = p->count[1 - p->side];
    if (p->option[HASAMI_NO_CAPTURE] == 0 || p->quiet < p->option[HASAMI_NO_CAPTURE])
        return PLAY_ON;
    if (!p->option[HASAMI_NO_CAPTURE_RESULT] || mine == theirs)
        return PLAY_DRAWN;
    return mine > theirs ? PLAY_WON : PLAY_LOST;
}

static inline Play hasami_play(const hasami_pos *p)
{
    int mine = p->count[p->side], theirs = p->count[1 - p->side];
    int losing = p->option[HASAMI_LOSING_COUNT], difference = p->option[HASAMI_DIFFERENCE];
    if (mine <= losing)
        return PLAY_LOST;
    if (theirs <= losing)
        return PLAY_WON;
    if (difference != 0 && theirs - mine > difference)
        return PLAY_LOST;
    if (difference != 0 && mine - theirs > difference)
        return PLAY_WON;
    if (!p->has_plain_end) {
        if (p->option[HASAMI_GOAL] && hasami_has_five(p, 1 - p->side))
            return PLAY_LOST;
        if (p->option[HASAMI_GOAL] && hasami_has_five(p, p->side))
            return PLAY_WON;
        if (p->option[HASAMI_BLOCKED] && !hasami_has_move(p))
            return PLAY_LOST;
    }
    return hasami_quiet_end(p);
}

enum { hasami_net_words = 2 };

/* The pieces row by row. */
static inline void hasami_net_sets(const hasami_pos *p, uint64_t sets[2][NET_WORDS])
{
    for (int colour = 0; colour < 2; colour++)
        for (int word = 0; word < hasami_net_words; word++)
            sets[colour][word] = p->word[colour][word];
}
