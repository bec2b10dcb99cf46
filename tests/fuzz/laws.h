/* laws.h -- what must hold for every position and every game record that a parser let in. */
#pragma once
#include "core/formats/record.h"
#include "fuzz/fuzz.h"

/* Keys, moves and result agree; the text of the position leads back to the same bytes. */
void law_position(const Game *game, const void *pos);

/* Plays moves chosen by the input, at most max_plies, and takes each back once. */
void law_walk(const Game *game, void *pos, Cursor *in, int max_plies);

/* The text of the record is read back to the same text and the same JSON, which is valid. */
void law_record(const Record *record);
