/* core/zobrist.h -- random numbers for incremental keys, the same on every machine. */
#pragma once
#include "core/board.h"

extern const uint64_t zobrist_cell[2][BOARD_CELLS]; /* by colour and cell */

/* One number for the rest of a position: a game xors in what it needs. */
uint64_t zobrist_extra(int index);

/* Positions under different rules must not share keys; 0 for the default rules. */
uint64_t zobrist_options(const OptionTable *table, const int16_t values[]);

/* In place of the turn: xored in when the second colour is to move. */
#define ZOBRIST_TURN UINT64_C(0x6a09e667f3bcc908)
