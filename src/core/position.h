/* core/position.h -- position text of every game:
 *     <grid> <colour to move> [state=value ...] [option=value ...]
 *     startpos [option=value ...]
 *     <moves joined> [option=value ...]           e.g. "4455" in Connect Four
 * State and options are written only where they differ from their defaults. */
#pragma once
#include "core/game.h"

/* The options' start position; false when the game refuses that combination of options. */
bool position_start(const Game *game, const int16_t options[], void *pos, Error *err);

/* `options` are the values for whatever the text does not say; pos is untouched on failure. */
bool position_parse(const Game *game, const int16_t options[], const char *text, void *pos,
                    Error *err);

void position_format(const Game *game, const void *pos, Str *out);

bool position_is_legal(const Game *game, const void *pos, Move move);

/* The result by the position alone, and with repetition: keys[count-1] is the present position. */
Result position_result(const Game *game, const void *pos);
Result position_result_after(const Game *game, const void *pos, const uint64_t keys[],
                             size_t count);

/* How often keys[count-1] stands among the last `reversible` + 1 keys. Sides alternate in games
 * that repeat, so every second key is enough. */
int position_occurrences(const uint64_t keys[], size_t count, int reversible);

/* The position seen through a transform; with swap_colours also with the colours exchanged.
 * False when the game has no such position (the pair of stone counts may be impossible). */
bool position_transform(const Game *game, const void *pos, int transform, bool swap_colours,
                        void *out);

/* The same move in the transformed position; MOVE_NONE when it is not legal there. */
Move position_transform_move(const Game *game, const void *pos, Move move, int transform,
                             const void *transformed);

/* Pieces of both colours on the board. */
int position_pieces(const Game *game, const void *pos);
