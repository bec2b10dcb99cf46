/* core/formats/sgf.h -- the Smart Game Format, for games that have a number there (Gomoku: GM[4]).
 *
 * Rules travel in RU as words ("renju", or name=value). What SGF does not know goes into private
 * properties: XM is a move without a square, XS the state of a set-up position, as its words
 * ("phase=choose"). Only the main line is read. */
#pragma once
#include "core/formats/record.h"

/* Reads one game from *text, which is moved behind it. */
bool sgf_parse(const char **text, Record *out, Error *err);

/* False when the game has no SGF. */
bool sgf_format(const Record *record, Str *out, Error *err);
