/* core/tablefile.h -- the file of an endgame table: a header that says what it is and how it must
 * sum, then the table's bytes, whose order is the game's own. */
#pragma once
#include "base/str.h"
#include "core/solver.h"

enum { TABLEFILE_HEADER = 128, TABLEFILE_NAME = 16 };

/* The header is checked, and the sum of all bytes. `name` says game and rules in less than
 * TABLEFILE_NAME characters. */
bool tablefile_check(const uint8_t *bytes, size_t size, const char *name, int pieces,
                     TableLayer *out, Error *err);

/* The same for the bytes of a file. The sum of a large file takes a second, so a note beside it
 * ("FILE.sum") has the state of the file, by size and time of writing, that was found whole; the
 * sum is worked out again as soon as the file was written to. What changes a file without its time
 * (a failing disk) is found by tablefile_check alone. */
bool tablefile_check_once(const char *path, const uint8_t *bytes, size_t size, const char *name,
                          int pieces, TableLayer *out, Error *err);

/* Writes the header in front of the table that begins at bytes + TABLEFILE_HEADER. */
void tablefile_seal(uint8_t *bytes, const char *name, TableLayer *layer);

/* The path of the table of a game and a number of pieces; with 0 pieces the folder. */
bool tablefile_path(const char *folder, const char *game, int pieces, Str *out, Error *err);
