/* eval/netfile.h -- the frame of every net's file, whatever its kind. Numbers are written low byte
 * first:
 *   "PLATNET\n" version:4 kind:4 game:16 rules:104   the data of the kind   checksum:8
 * The checksum is that of all before it. */
#pragma once
#include "core/game.h"

enum { NET_NAME_SIZE = 16, NET_RULES_SIZE = 104, NET_MAX_BYTES = 4 << 20 };

typedef enum {
    NET_OF_CELLS = 1, /* eval/net.h: own and enemy pieces by cell, for either player */
    NET_OF_LINES = 2  /* lines through points: a kind of a game's own (eval/netkind.h) */
} NetFeature;

typedef struct {
    NetFeature feature;
    char       game[NET_NAME_SIZE];
    char       rules[NET_RULES_SIZE]; /* options as options_format writes them */
} NetHead;

/* False when the rules are too long to be written. */
bool netfile_init_head(NetHead *head, NetFeature feature, const GameInfo *info,
                       const int16_t options[], Error *err);

/* The head; then the caller adds the data of the kind, and the end is put behind it. `begin` is
 * the size that `out` had before the head. */
void netfile_begin(const NetHead *head, Str *out);
void netfile_end(size_t begin, Str *out);

/* A whole file of the right checksum: its head, and what stands behind it, which stays the
 * caller's. */
bool netfile_read(const uint8_t *bytes, size_t size, NetHead *head, const uint8_t **body,
                  size_t *body_size, Error *err);
