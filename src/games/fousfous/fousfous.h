/* Fous-Fous (Mad Bishops). A move is from * 64 + to.
 *
 * Turned by 45 degrees the bishops become rooks: with row r from the top and column c, both from
 * 0, a playable square (r + c odd) is bit 8 * u + v, where u = (c - r + 7) / 2 names its "\"
 * diagonal and v = (r + c - 1) / 2 its "/" diagonal. v is at most 6, so bit 7 of each byte is
 * never a square and a step by 1 cannot wrap; a step by 8 falls off the word's ends. Smaller
 * boards are the same squares with fewer of them in `cells`. */
#pragma once
#include "base/bits.h"
#include "base/rng.h"
#include "core/game.h"
#include "core/solver.h"
#include "core/zobrist.h"
#include "eval/criteria.h"
#include "eval/net.h"

#include <assert.h>

#define fousfous_can_repeat 0
#define fousfous_keeps_turn 0
#define fousfous_has_count 1
#define fousfous_has_order 0
#define fousfous_has_noisy 0 /* captures are the rule here: there is no quiet to wait for */
#define fousfous_has_random_move 1
#define fousfous_has_playout 0
#define fousfous_has_playouts 0
#define fousfous_has_winning_move 0
#define fousfous_has_policy 0
#define fousfous_has_flagship 1
#define fousfous_has_solver 1
#define fousfous_has_net 1
#define fousfous_has_champion 0
#define fousfous_has_winning_cells 0
#define fousfous_has_forbidden_cells 0

/* 16 pieces; one that captures has 4 moves at most, one that does not has fewer than 14. */
enum { fousfous_max_moves = 256 };

typedef struct {
    uint64_t mine, theirs; /* pieces of the player to move, and of the other */
    uint64_t cells;        /* the squares of the board */
    uint64_t key;
    uint8_t  side, rows, cols;
} fousfous_pos;

typedef struct {
    uint64_t mine, theirs, key;
} fousfous_undo;

DECLARE_COLD_HOOKS(fousfous)
uint64_t fousfous_key_slow(const fousfous_pos *p);

/* Each instance of the game has the solver compiled like itself. */
#ifdef INSTANCE_WIDE
#define fousfous_solver fousfous_solver_wide
#endif
extern const Solver fousfous_solver;

static inline int fousfous_side(const fousfous_pos *p) { return p->side; }

static inline uint64_t fousfous_key(const fousfous_pos *p) { return p->key; }

/* The four directions: steps of +1 and -1 in v, of +8 and -8 in u. */
enum { FOUSFOUS_UP_V, FOUSFOUS_DOWN_V, FOUSFOUS_UP_U, FOUSFOUS_DOWN_U, FOUSFOUS_DIRECTIONS };

/* `set` and every empty square it reaches by sliding (parallel prefix: 1, 2, 4 steps). */
static inline uint64_t fousfous_slide_up(uint64_t set, uint64_t empty, int step)
{
    set |= empty & set << step;
    empty &= empty << step;
    set |= empty & set << 2 * step;
    empty &= empty << 2 * step;
    return set | (empty & set << 4 * step);
}

static inline uint64_t fousfous_slide_down(uint64_t set, uint64_t empty, int step)
{
    set |= empty & set >> step;
    empty &= empty >> step;
    set |= empty & set >> 2 * step;
    empty &= empty >> 2 * step;
    return set | (empty & set >> 4 * step);
}

/* All legal moves, as sets: captor[d] holds the pieces that an enemy sees when it looks in
 * direction d, each of which can capture it; quiet[d] holds the targets of the moves that travel
 * in direction d. */
typedef struct {
    uint64_t captor[FOUSFOUS_DIRECTIONS], quiet[FOUSFOUS_DIRECTIONS];
} fousfous_moves;

static inline void fousfous_find(const fousfous_pos *p, fousfous_moves *out)
{
    assert((p->mine & p->theirs) == 0);
    uint64_t mine = p->mine, empty = p->cells & ~(mine | p->theirs);
    uint64_t up_v = fousfous_slide_up(p->theirs, empty, 1);
    uint64_t down_v = fousfous_slide_down(p->theirs, empty, 1);
    uint64_t up_u = fousfous_slide_up(p->theirs, empty, 8);
    uint64_t down_u = fousfous_slide_down(p->theirs, empty, 8);
    out->captor[FOUSFOUS_UP_V] = up_v << 1 & mine;
    out->captor[FOUSFOUS_DOWN_V] = down_v >> 1 & mine;
    out->captor[FOUSFOUS_UP_U] = up_u << 8 & mine;
    out->captor[FOUSFOUS_DOWN_U] = down_u >> 8 & mine;

    /* A piece that sees no enemy cannot come to see one along the line it moves on: only the
     * other line of its new square counts. */
    uint64_t engaged = out->captor[FOUSFOUS_UP_V] | out->captor[FOUSFOUS_DOWN_V] |
                       out->captor[FOUSFOUS_UP_U] | out->captor[FOUSFOUS_DOWN_U];
    uint64_t free = mine & ~engaged, on_v = (up_v | down_v) & empty, on_u = (up_u | down_u) & empty;
    out->quiet[FOUSFOUS_UP_V] = fousfous_slide_up(free, empty, 1) & on_u;
    out->quiet[FOUSFOUS_DOWN_V] = fousfous_slide_down(free, empty, 1) & on_u;
    out->quiet[FOUSFOUS_UP_U] = fousfous_slide_up(free, empty, 8) & on_v;
    out->quiet[FOUSFOUS_DOWN_U] = fousfous_slide_down(free, empty, 8) & on_v;
}

static inline int fousfous_count(const fousfous_pos *p)
{
    fousfous_moves moves;
    int            count = 0;
    fousfous_find(p, &moves);
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        count += bits_count(moves.captor[d]) + bits_count(moves.quiet[d]);
    return count;
}

/* The nearest piece from `square` in the direction opposite to `direction`; there must be one. */
static inline int fousfous_look_back(uint64_t pieces, int square, int direction)
{
    assert(square >= 0 && square < 64 && direction >= 0 && direction < FOUSFOUS_DIRECTIONS);
    const uint64_t column = UINT64_C(0x0101010101010101);
    uint64_t       bit = UINT64_C(1) << square, line;
    line = direction < FOUSFOUS_UP_U ? UINT64_C(0xff) << (square & ~7) : column << (square & 7);
    if (direction == FOUSFOUS_UP_V || direction == FOUSFOUS_UP_U)
        return 63 - __builtin_clzll(pieces & line & (bit - 1));
    return bits_low(pieces & line & ~(bit | (bit - 1)));
}

static inline Move fousfous_capture(const fousfous_pos *p, int from, int direction)
{
    return (Move)(from * 64 + fousfous_look_back(p->theirs, from, direction));
}

static inline Move fousfous_advance(const fousfous_pos *p, int to, int direction)
{
    return (Move)(fousfous_look_back(p->mine, to, direction) * 64 + to);
}

static inline int fousfous_list_captures(const fousfous_pos *p, fousfous_moves *moves, Move *out)
{
    int n = 0;
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        while (moves->captor[d] != 0)
            out[n++] = fousfous_capture(p, bits_pop(&moves->captor[d]), d);
    return n;
}

static inline int fousfous_gen(const fousfous_pos *p, Move *out)
{
    fousfous_moves moves;
    fousfous_find(p, &moves);
    int n = fousfous_list_captures(p, &moves, out);
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        while (moves.quiet[d] != 0)
            out[n++] = fousfous_advance(p, bits_pop(&moves.quiet[d]), d);
    return n;
}

static inline Move fousfous_random_move(const fousfous_pos *p, uint64_t *rng)
{
    fousfous_moves moves;
    int            count[2 * FOUSFOUS_DIRECTIONS], total = 0;
    fousfous_find(p, &moves);
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++) {
        total += count[d] = bits_count(moves.captor[d]);
        total += count[FOUSFOUS_DIRECTIONS + d] = bits_count(moves.quiet[d]);
    }
    int n = (int)rng_below(rng, (uint32_t)total), set = 0;
    while (n >= count[set])
        n -= count[set++];
    if (set < FOUSFOUS_DIRECTIONS)
        return fousfous_capture(p, bits_select(moves.captor[set], n), set);
    set -= FOUSFOUS_DIRECTIONS;
    return fousfous_advance(p, bits_select(moves.quiet[set], n), set);
}

static inline void fousfous_make(fousfous_pos *p, Move move, fousfous_undo *undo)
{
    assert((p->mine >> (move >> 6) & 1) != 0 && (p->cells >> (move & 63) & 1) != 0);
    int      from = move >> 6, to = move & 63;
    uint64_t target = UINT64_C(1) << to, moved = p->mine ^ (UINT64_C(1) << from) ^ target;
    *undo = (fousfous_undo){.mine = p->mine, .theirs = p->theirs, .key = p->key};
    p->key ^= zobrist_cell[p->side][from] ^ zobrist_cell[p->side][to] ^ ZOBRIST_TURN;
    p->side ^= 1;
    if ((p->theirs & target) != 0)
        p->key ^= zobrist_cell[p->side][to];
    p->mine = p->theirs & ~target;
    p->theirs = moved;
}

static inline void fousfous_unmake(fousfous_pos *p, Move move, const fousfous_undo *undo)
{
    assert((p->mine & p->theirs) == 0);
    (void)move;
    p->mine = undo->mine;
    p->theirs = undo->theirs;
    p->key = undo->key;
    p->side ^= 1;
}

/* On square boards there is always a move; only rectangles need the count. */
static inline Play fousfous_play(const fousfous_pos *p)
{
    if (p->mine == 0)
        return PLAY_LOST;
    if (p->theirs == 0)
        return PLAY_WON;
    if (p->rows != p->cols && fousfous_count(p) == 0)
        return PLAY_LOST;
    return PLAY_ON;
}

/* ---- the flagship ---- */

enum { fousfous_flagship_piece = 100 };

static inline uint64_t fousfous_flagship_key(const fousfous_pos *p) { return p->key; }

static inline Score fousfous_flagship_score(const fousfous_pos *p, Score score, Score contempt)
{
    (void)p;
    (void)contempt;
    return score;
}

/* Passing is not allowed, and being to move is worth half a piece. */
static inline Move fousfous_flagship_null(const fousfous_pos *p)
{
    (void)p;
    return MOVE_NONE;
}

enum { fousfous_net_words = 1 };

static inline void fousfous_net_sets(const fousfous_pos *p, uint64_t sets[2][NET_WORDS])
{
    sets[p->side][0] = p->mine;
    sets[1 - p->side][0] = p->theirs;
}

/* The order of the criteria in fousfous.c. */
enum {
    FOUSFOUS_PIECES,
    FOUSFOUS_ENEMIES,
    FOUSFOUS_MOBILITY,
    FOUSFOUS_TEMPO,
    FOUSFOUS_PAIRS,
    FOUSFOUS_FREE,
    fousfous_criteria_count
};

static inline uint64_t fousfous_engaged(const fousfous_moves *moves)
{
    return moves->captor[0] | moves->captor[1] | moves->captor[2] | moves->captor[3];
}

/* Sight is mutual, so that both sides have the same captures: a difference of moves is one of quiet
 * moves. The player to move, with no fewer pieces, is ahead as long as captures last; pairs of
 * enemies that see each other are good for that player and bad for the other. */
static inline void fousfous_criteria_of_moves(const fousfous_pos *p, int out[])
{
    fousfous_pos   turned = *p;
    fousfous_moves mine, theirs;
    int            pairs = 0, quiet = 0;
    turned.mine = p->theirs;
    turned.theirs = p->mine;
    fousfous_find(p, &mine);
    fousfous_find(&turned, &theirs);
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++) {
        pairs += bits_count(mine.captor[d]);
        quiet += bits_count(mine.quiet[d]) - bits_count(theirs.quiet[d]);
    }
    out[FOUSFOUS_MOBILITY] = quiet;
    out[FOUSFOUS_PAIRS] = out[FOUSFOUS_PIECES] >= 0 ? pairs : -pairs;
    out[FOUSFOUS_FREE] = bits_count(p->mine & ~fousfous_engaged(&mine)) -
                         bits_count(p->theirs & ~fousfous_engaged(&theirs));
}

static inline void fousfous_criteria(const fousfous_pos *p, const EvalSetup *setup, int out[])
{
    int mine = bits_count(p->mine), theirs = bits_count(p->theirs);
    out[FOUSFOUS_PIECES] = mine - theirs;
    out[FOUSFOUS_ENEMIES] = -theirs;
    out[FOUSFOUS_TEMPO] = 1;
    if (eval_uses(setup, FOUSFOUS_MOBILITY) || eval_uses(setup, FOUSFOUS_PAIRS) ||
        eval_uses(setup, FOUSFOUS_FREE))
        fousfous_criteria_of_moves(p, out);
}
