/* Hexapawn, 3x3: pawns step forward or capture diagonally; reach the far row, or leave the other
 * player without a move. A move is 9 * from + to. The tests' example of a sixth game. */
#pragma once
#include "base/rng.h"
#include "core/game.h"
#include "eval/criteria.h"

#define hexapawn_can_repeat 0
#define hexapawn_keeps_turn 0
#define hexapawn_has_count 0
#define hexapawn_has_order 0
#define hexapawn_has_noisy 0
#define hexapawn_has_random_move 0
#define hexapawn_has_playout 0
#define hexapawn_has_playouts 0
#define hexapawn_has_winning_move 0
#define hexapawn_has_policy 0
#define hexapawn_has_flagship 0
#define hexapawn_has_solver 0
#define hexapawn_has_net 0
#define hexapawn_has_champion 0
#define hexapawn_has_winning_cells 0
#define hexapawn_has_forbidden_cells 0

enum { hexapawn_max_moves = 9 };

typedef struct {
    uint8_t cell[9]; /* as on a Board */
    uint8_t side;
} hexapawn_pos;

typedef struct {
    uint8_t taken;
} hexapawn_undo;

DECLARE_COLD_HOOKS(hexapawn)

static inline int hexapawn_side(const hexapawn_pos *p) { return p->side; }

static inline uint64_t hexapawn_key_slow(const hexapawn_pos *p)
{
    uint64_t code = p->side;
    for (int i = 0; i < 9; i++)
        code = code * 3 + p->cell[i];
    return rng_mix(code + 1);
}

static inline uint64_t hexapawn_key(const hexapawn_pos *p) { return hexapawn_key_slow(p); }

static inline int hexapawn_gen(const hexapawn_pos *p, Move *out)
{
    int n = 0, step = p->side == 0 ? -1 : 1;
    for (int from = 0; from < 9; from++) {
        int row = from / 3 + step;
        if (p->cell[from] != CELL_FIRST + p->side || row < 0 || row > 2)
            continue;
        for (int col = from % 3 - 1; col <= from % 3 + 1; col++) {
            int wanted = col == from % 3 ? CELL_EMPTY : CELL_SECOND - p->side;
            if (col >= 0 && col <= 2 && p->cell[3 * row + col] == wanted)
                out[n++] = (Move)(9 * from + 3 * row + col);
        }
    }
    return n;
}

static inline void hexapawn_make(hexapawn_pos *p, Move move, hexapawn_undo *undo)
{
    undo->taken = p->cell[move % 9];
    p->cell[move % 9] = p->cell[move / 9];
    p->cell[move / 9] = CELL_EMPTY;
    p->side ^= 1;
}

static inline void hexapawn_unmake(hexapawn_pos *p, Move move, const hexapawn_undo *undo)
{
    p->side ^= 1;
    p->cell[move / 9] = p->cell[move % 9];
    p->cell[move % 9] = undo->taken;
}

static inline bool hexapawn_has_arrived(const hexapawn_pos *p, int side)
{
    const uint8_t *row = p->cell + (side == 0 ? 0 : 6);
    return row[0] == CELL_FIRST + side || row[1] == CELL_FIRST + side ||
           row[2] == CELL_FIRST + side;
}

static inline Play hexapawn_play(const hexapawn_pos *p)
{
    Move moves[hexapawn_max_moves];
    if (hexapawn_has_arrived(p, 1 - p->side) || hexapawn_gen(p, moves) == 0)
        return PLAY_LOST;
    return PLAY_ON;
}

enum { HEXAPAWN_PAWNS, hexapawn_criteria_count };

static inline void hexapawn_criteria(const hexapawn_pos *p, const EvalSetup *setup, int out[])
{
    (void)setup;
    out[HEXAPAWN_PAWNS] = 0;
    for (int i = 0; i < 9; i++)
        if (p->cell[i] != CELL_EMPTY)
            out[HEXAPAWN_PAWNS] += p->cell[i] == CELL_FIRST + p->side ? 1 : -1;
}
