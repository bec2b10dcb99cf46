/* Connect Four: what the files of stored answers share. The book (connect4_book.h) and the outcomes
 * (connect4_outcomes.h) are of every position after a number of stones, on boards of one size.
 *
 * A file is words of eight bytes, low byte first: magic; version, rows, columns (0 and 0 on the
 * usual board) and plies, from the upper half down; what the kind has to say; the checksum of all
 * this. */
#pragma once
#include "base/frame.h"

enum { CONNECT4_WORD = 8, CONNECT4_FILE_HEAD = 2 * CONNECT4_WORD };

typedef struct {
    Frame                frame;
    ErrorCode            other_version; /* what is said of a file of another one */
    const char          *name;          /* of the file in a folder of tables */
    bool                 may_be_none;   /* in such a folder */
    const unsigned char *begin, *end;   /* the one inside the program; begin == end: none */
} Connect4FileKind;

typedef struct {
    int plies;
    int rows, cols; /* 0 and 0: the usual ones */
} Connect4FileHead;

/* The file of `folder`, which `file` then holds, or when that is NULL the one inside the program.
 * *size 0: there is none. */
bool connect4_file_find(const Connect4FileKind *kind, const char *folder, Str *file,
                        const unsigned char **bytes, size_t *size, Error *err);

/* Puts the path of the file in front of what is wrong with it; false. */
bool connect4_file_blame(const Connect4FileKind *kind, const char *folder, Error *err);

bool connect4_file_read_head(const Connect4FileKind *kind, const unsigned char *bytes, size_t size,
                             Connect4FileHead *out, Error *err);
void connect4_file_begin(const Connect4FileKind *kind, const Connect4FileHead *head, Str *out);
