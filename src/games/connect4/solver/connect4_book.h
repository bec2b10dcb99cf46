/* Connect Four: a file of scores for every position after so many stones.
 *
 * Behind the head (connect4_file.h): entries; then one word for each position in ascending order,
 * key << 8 | score + 128. The key is mine + all, the smaller of the position and its mirror image.
 * Positions that are over, won with the next stone or lost with the one after are left out: they
 * need no book. */
#pragma once
#include "base/error.h"
#include "base/str.h"
#include "core/solver.h"
#include "games/connect4/solver/connect4_keys.h"

#include <stddef.h>

typedef struct {
    const unsigned char *entries; /* borrowed: the program's own, or of `file` */
    size_t               count;
    int                  plies;      /* 0: no book */
    int                  rows, cols; /* of its boards; 0 and 0: the usual ones */
    Str                  file;
} Connect4Book;

/* The book of `folder`, or when it is NULL the one inside the program, if any. False and *err when
 * it is damaged or cannot be read. */
bool connect4_book_open(Connect4Book *book, const char *folder, Error *err);
void connect4_book_close(Connect4Book *book);

/* The score of a position after book->plies stones. */
bool connect4_book_probe(const Connect4Book *book, uint64_t key, int *score);

/* Reads a book; `bytes` must last as long as it does. */
bool connect4_book_read(Connect4Book *book, const unsigned char *bytes, size_t size, Error *err);

/* Appends the file's bytes for `count` words as above, in ascending order; plies, rows and cols are
 * the book's. */
void connect4_book_format(const Connect4Book *book, const uint64_t words[], size_t count, Str *out);

/* Solver.build_book, of the scores and (connect4_outcomes.h) of the outcomes. */
bool connect4_build_book(const Game *game, const BookOrder *order, Error *err);
