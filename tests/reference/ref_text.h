/* ref_text.h -- positions of the reference games, read from their text. */
#pragma once

#include "reference.h"

/* Fills *out from "RANKS SIDE name=value ..."; options not named have their default values.
 * NULL, "" or "start" in place of the ranks means the start position (options may follow "start").
 * Returns false, with a message on stderr, when the text is not a position of that game. */
bool ref_read_position(const char *game, const char *text, RefPos *out);

/* The game of that name, or NULL. */
const RefGame *ref_find_game(const char *id);
