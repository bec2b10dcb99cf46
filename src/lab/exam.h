/* lab/exam.h -- positions whose right moves are known, to examine players that may err.
 *
 * Where the game is small, all that can be reached; elsewhere late positions of random games whose
 * moves can all be solved; where that is hopeless, those that the player to move wins by force. */
#pragma once
#include "core/game.h"

typedef enum { MOVE_UNJUDGED, MOVE_RIGHT, MOVE_WRONG } Verdict;

typedef struct {
    const Game *game;
    char       *positions; /* count times game->pos_size bytes */
    uint8_t    *verdicts;  /* count times MAX_MOVES, in the generator's order */
    int         count;
    bool        is_complete; /* every position that can be reached is there */
    bool        is_sure;     /* values are exact; otherwise a move is right when it wins in sight */
} Exam;

/* From `pos`; at most `wanted` positions where they cannot all be had. False when memory is short
 * or none was found. The caller frees it. */
bool exam_init(Exam *exam, const Game *game, const void *pos, int wanted, uint64_t seed);
void exam_free(Exam *exam);

const void *exam_position(const Exam *exam, int index);

/* Does the move keep the value of the position? */
bool exam_is_right(Exam *exam, int index, Move move);
