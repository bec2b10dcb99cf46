/* Gomoku, any size from 5 to 20. A move is 32 * row + column, row 0 at the top.
 *
 * Each colour is kept as lines of bits in four directions; bit i of a line is column i (of a
 * column line: row i), so that neighbours on the board are neighbours in the word:
 *    rows 0..19 | columns 20..39 | "\" diagonals 40..78 | "/" diagonals 79..117 */
#pragma once
#include "base/bits.h"
#include "base/rng.h"
#include "core/game.h"
#include "core/zobrist.h"
#include "eval/criteria.h"

#include <assert.h>

#define gomoku_can_repeat 0
#define gomoku_keeps_turn 1 /* the swap2 opening */
#define gomoku_has_count 0
#define gomoku_has_order 1
#define gomoku_has_noisy 0
#define gomoku_has_random_move 0
#define gomoku_has_playout 1
#define gomoku_has_playouts 0
#define gomoku_has_winning_move 0
#define gomoku_has_policy 0
#define gomoku_has_flagship 0
#define gomoku_has_solver 0
#define gomoku_has_net 0
#define gomoku_has_champion 1
#define gomoku_has_winning_cells 1
#define gomoku_has_forbidden_cells 1

enum { gomoku_max_moves = 400, GOMOKU_LINES = 118, GOMOKU_DIRECTIONS = 4 };

enum { GOMOKU_SIZE, GOMOKU_RULE, GOMOKU_OPENING }; /* options */
enum { GOMOKU_FREESTYLE, GOMOKU_STANDARD, GOMOKU_RENJU, GOMOKU_CARO };
enum { GOMOKU_PHASE, GOMOKU_SWAPPED }; /* state */
enum { PHASE_PLAY, PHASE_OPEN, PHASE_CHOOSE, PHASE_EXTEND, PHASE_PICK, PHASE_FORBIDDEN };
enum { GOMOKU_TAKE_BLACK = MOVE_SPECIAL, GOMOKU_TAKE_WHITE, GOMOKU_PLACE_MORE };

typedef struct {
    uint32_t line[2][GOMOKU_LINES]; /* by colour; black is 0 */
    uint64_t key;
    uint16_t stones;
    uint8_t  turn;   /* colour of the next stone */
    uint8_t  winner; /* 0 none, 1 black, 2 white: five in a row */
    uint8_t  size, rule, opening, phase, swapped;
} gomoku_pos;

typedef struct {
    uint64_t key;
    uint8_t  phase, swapped;
} gomoku_undo;

DECLARE_COLD_HOOKS(gomoku)
int      gomoku_winning_cells(const gomoku_pos *p, int out[BOARD_CELLS]);
int      gomoku_forbidden_cells(const gomoku_pos *p, int out[BOARD_CELLS]);
uint64_t gomoku_key_slow(const gomoku_pos *p);

/* gomoku_renju.c. True when black may not play there; the point must be empty. */
bool gomoku_is_forbidden(const gomoku_pos *p, int row, int col);
int  gomoku_gen_renju(const gomoku_pos *p, Move *out);
/* gomoku_opening.c: the swap2 opening. */
int  gomoku_gen_choices(const gomoku_pos *p, Move *out);
void gomoku_advance_phase(gomoku_pos *p, Move move);
/* gomoku_sampling.c: GameInfo.sensible. */
int gomoku_sensible(const void *pos, Move out[]);
/* gomoku_eval.c */
enum {
    GOMOKU_WINDOWS,
    GOMOKU_TEMPO,
    GOMOKU_PATTERNS,
    GOMOKU_MOTIFS,
    GOMOKU_ADJACENT,
    GOMOKU_BY_SHAPES, /* as the champion sees them: gomoku_threats.h */
    gomoku_criteria_count
};
void gomoku_criteria(const gomoku_pos *p, const EvalSetup *setup, int out[]);
int  gomoku_order(const gomoku_pos *p, Move move);

static inline uint64_t gomoku_key(const gomoku_pos *p) { return p->key; }

/* The player to move: seats and colours part ways in the swap2 opening. */
static inline int gomoku_side(const gomoku_pos *p)
{
    assert(p->turn <= 1 && p->swapped <= 1);
    if (p->phase == PHASE_PLAY || p->phase == PHASE_FORBIDDEN)
        return p->turn ^ p->swapped;
    return p->phase == PHASE_CHOOSE || p->phase == PHASE_EXTEND;
}

static inline int gomoku_line_of(const gomoku_pos *p, int direction, int row, int col)
{
    assert(direction >= 0 && direction < GOMOKU_DIRECTIONS);
    assert(row >= 0 && row < p->size && col >= 0 && col < p->size);
    switch (direction) {
    case 0:
        return row;
    case 1:
        return 20 + col;
    case 2:
        return 40 + row - col + p->size - 1;
    default:
        return 79 + row + col;
    }
}

static inline int gomoku_bit_of(int direction, int row, int col)
{
    assert(direction >= 0 && direction < GOMOKU_DIRECTIONS);
    return direction == 1 ? row : col;
}

/* Written out: the four directions are the hottest lines of a random game. */
static inline void gomoku_toggle(gomoku_pos *p, int colour, int row, int col)
{
    assert(colour == 0 || colour == 1);
    uint32_t *line = p->line[colour], bit = 1u << col;
    line[gomoku_line_of(p, 0, row, col)] ^= bit;
    line[gomoku_line_of(p, 1, row, col)] ^= 1u << row;
    line[gomoku_line_of(p, 2, row, col)] ^= bit;
    line[gomoku_line_of(p, 3, row, col)] ^= bit;
}

/* Stones in a row around bit `at`, which is set. Bits above 20 are never set. */
static inline int gomoku_run(uint32_t line, int at)
{
    assert(at >= 0 && at < BOARD_SIDE);
    int above = __builtin_ctz(~(line >> at)), below = __builtin_clz(~(line << (31 - at)));
    return above + below - 1;
}

/* Does the run through `at` win in this line? `own` has bit `at` set. */
static inline bool gomoku_line_wins(const gomoku_pos *p, int colour, uint32_t own, uint32_t enemy,
                                    int at)
{
    int run = gomoku_run(own, at);
    if (run < 5)
        return false;
    if (run == 5 && p->rule == GOMOKU_CARO) {
        int      last = at + __builtin_ctz(~(own >> at)) - 1;
        uint64_t ends =
            (UINT64_C(1) << (last + 2)) | (UINT64_C(1) << (last - 4)); /* bit 0: outside */
        return (((uint64_t)enemy << 1) & ends) != ends;
    }
    bool needs_exactly = p->rule == GOMOKU_STANDARD || (p->rule == GOMOKU_RENJU && colour == 0);
    return run == 5 || !needs_exactly;
}

/* Does the stone on this point make five or more in any direction? */
static inline bool gomoku_has_run(const gomoku_pos *p, int colour, int row, int col)
{
    const uint32_t *line = p->line[colour];
    bool            in_row = gomoku_run(line[gomoku_line_of(p, 0, row, col)], col) >= 5;
    bool            in_column = gomoku_run(line[gomoku_line_of(p, 1, row, col)], row) >= 5;
    bool            falling = gomoku_run(line[gomoku_line_of(p, 2, row, col)], col) >= 5;
    bool            rising = gomoku_run(line[gomoku_line_of(p, 3, row, col)], col) >= 5;
    return in_row | in_column | falling | rising;
}

static inline bool gomoku_wins_at(const gomoku_pos *p, int colour, int row, int col)
{
    assert(colour == 0 || colour == 1);
    bool wins = false;
    if (!gomoku_has_run(p, colour, row, col))
        return false;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        int line = gomoku_line_of(p, d, row, col);
        wins |= gomoku_line_wins(p, colour, p->line[colour][line], p->line[1 - colour][line],
                                 gomoku_bit_of(d, row, col));
    }
    return wins;
}

static inline uint32_t gomoku_empty_in_row(const gomoku_pos *p, int row)
{
    assert(row >= 0 && row < p->size);
    assert((p->line[0][row] & p->line[1][row]) == 0);
    return ((1u << p->size) - 1) & ~(p->line[0][row] | p->line[1][row]);
}

static inline int gomoku_gen_empty(const gomoku_pos *p, Move *out)
{
    int n = 0;
    for (int row = 0; row < p->size; row++)
        for (uint64_t empty = gomoku_empty_in_row(p, row); empty != 0;)
            out[n++] = (Move)(32 * row + bits_pop(&empty));
    return n;
}

static inline bool gomoku_has_forbidden(const gomoku_pos *p)
{
    return p->rule == GOMOKU_RENJU && p->turn == 0 && p->phase == PHASE_PLAY;
}

static inline int gomoku_gen(const gomoku_pos *p, Move *out)
{
    assert(p->winner == 0 && p->phase != PHASE_FORBIDDEN);
    if (p->phase == PHASE_CHOOSE || p->phase == PHASE_PICK)
        return gomoku_gen_choices(p, out);
    return gomoku_has_forbidden(p) ? gomoku_gen_renju(p, out) : gomoku_gen_empty(p, out);
}

static inline int gomoku_zobrist_index(int row, int col)
{
    assert(row >= 0 && row < BOARD_SIDE && col >= 0 && col < BOARD_SIDE);
    return BOARD_SIDE * row + col;
}

static inline void gomoku_make(gomoku_pos *p, Move move, gomoku_undo *undo)
{
    assert(p->winner == 0 && p->phase != PHASE_FORBIDDEN);
    assert(move >= MOVE_SPECIAL || (gomoku_empty_in_row(p, move >> 5) >> (move & 31) & 1) != 0);
    *undo = (gomoku_undo){.key = p->key, .phase = p->phase, .swapped = p->swapped};
    if (move < MOVE_SPECIAL) {
        int  row = move >> 5, col = move & 31;
        bool is_foul = gomoku_has_forbidden(p) && gomoku_is_forbidden(p, row, col);
        gomoku_toggle(p, p->turn, row, col);
        p->key ^= zobrist_cell[p->turn][gomoku_zobrist_index(row, col)] ^ ZOBRIST_TURN;
        p->winner = gomoku_wins_at(p, p->turn, row, col) ? (uint8_t)(p->turn + 1) : 0;
        p->stones++;
        p->turn ^= 1;
        if (is_foul)
            p->phase = PHASE_FORBIDDEN;
    }
    if (p->phase != PHASE_PLAY)
        gomoku_advance_phase(p, move);
}

static inline void gomoku_unmake(gomoku_pos *p, Move move, const gomoku_undo *undo)
{
    assert(move >= MOVE_SPECIAL || p->stones > 0);
    p->key = undo->key;
    p->phase = undo->phase;
    p->swapped = undo->swapped;
    if (move < MOVE_SPECIAL) {
        p->turn ^= 1;
        p->stones--;
        p->winner = 0;
        gomoku_toggle(p, p->turn, move >> 5, move & 31);
    }
}

static inline Play gomoku_play(const gomoku_pos *p)
{
    if (p->winner != 0)
        return ((p->winner - 1) ^ p->swapped) == gomoku_side(p) ? PLAY_WON : PLAY_LOST;
    if (p->phase == PHASE_FORBIDDEN)
        return PLAY_WON; /* black lost by it, and white is to move */
    return p->stones == p->size * p->size ? PLAY_DRAWN : PLAY_ON;
}

/* Black's random move under renju: draws among the empty points until one is allowed. When none is,
 * any will do, and it is a foul. */
static inline int gomoku_draw_allowed(const gomoku_pos *p, Move *empty, int count, uint64_t *rng,
                                      bool *is_foul)
{
    assert(gomoku_has_forbidden(p) && count > 0);
    for (int left = count; left > 0; left--) {
        int  n = (int)rng_below(rng, (uint32_t)left);
        Move point = empty[n];
        if (!gomoku_is_forbidden(p, point >> 5, point & 31))
            return n;
        empty[n] = empty[left - 1];
        empty[left - 1] = point;
    }
    *is_foul = true;
    return (int)rng_below(rng, (uint32_t)count);
}

/* A random game drawing from a shrinking list of empty points. The key is not kept: only play()
 * and side() may be asked afterwards. */
static inline int gomoku_playout(gomoku_pos *p, uint64_t *rng)
{
    Move empty[gomoku_max_moves];
    int  plies = 0;
    for (; p->phase != PHASE_PLAY && gomoku_play(p) == PLAY_ON; plies++) {
        gomoku_undo undo;
        int         choices = gomoku_gen(p, empty);
        gomoku_make(p, empty[rng_below(rng, (uint32_t)choices)], &undo);
    }
    int count = gomoku_gen_empty(p, empty);
    while (gomoku_play(p) == PLAY_ON) {
        bool is_foul = false;
        int  n = gomoku_has_forbidden(p) ? gomoku_draw_allowed(p, empty, count, rng, &is_foul)
                                         : (int)rng_below(rng, (uint32_t)count);
        Move move = empty[n];
        int  row = move >> 5, col = move & 31;
        empty[n] = empty[--count];
        gomoku_toggle(p, p->turn, row, col);
        if (gomoku_wins_at(p, p->turn, row, col))
            p->winner = (uint8_t)(p->turn + 1);
        if (is_foul)
            p->phase = PHASE_FORBIDDEN;
        p->stones++;
        p->turn ^= 1;
        plies++;
    }
    return plies;
}
