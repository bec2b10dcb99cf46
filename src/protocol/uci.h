/* protocol/uci.h -- how chess tools write the games they know: variants by their names, stones as
 * drops ("P@d4", the square where it lands), positions with pieces P and p and white beginning. */
#pragma once
#include "core/game.h"

enum { UCI_MOVE_SIZE = 8 };

/* The game and the rules behind a variant's name; false when it is unknown. */
bool uci_find_variant(const char *name, const Game **game, const char **settings);

/* " var NAME" for every variant; the one of a game with its default rules, NULL: it has none. */
void        uci_list_variants(Str *out);
const char *uci_variant_of(const Game *game);

/* "-" for a move that is no drop; returns `text`. */
char *uci_format_move(const Game *game, const void *pos, Move move, char text[UCI_MOVE_SIZE]);
void  uci_format_line(const Game *game, const void *pos, const Move moves[], int count, Str *out);

/* The legal move; MOVE_NONE and *err when it is none. */
Move uci_parse_move(const Game *game, const void *pos, const char *text, Error *err);

/* A position as chess tools write it, "7/7/7/7/7/3P3[PP…pp…] b - - 0 1", as we read it. */
void uci_read_position(const Game *game, const char *fen, Str *out);
