/* core/formats/boardfile.h -- a bare board as numbered rows, the file of the Fous-Fous course:
 *     % ABCDEFGH
 *     1 -b-b-b-b 1
 *     …
 *     % ABCDEFGH
 * Lines with '%' are comments. Blanks and row numbers may be missing when read. The side to move is
 * not stored. */
#pragma once
#include "core/formats/record.h"

/* A record without moves; `turn` (0 or 1) is to move. */
bool boardfile_parse(const char *text, const Game *game, int turn, Record *out, Error *err);

/* The position after all moves of the record. */
bool boardfile_format(const Record *record, Str *out, Error *err);
