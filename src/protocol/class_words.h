/* protocol/class_words.h -- what a student says to the server of a class competition before UGI
 * begins: who he is, and what he hands in (docs/user/protocols.md). */
#pragma once
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CLASS_NAME_SIZE = 41,
    CLASS_TOKEN_SIZE = 64, /* room for more than ours, so that a wrong one is seen as wrong */
    CLASS_FILE_SIZE = 65,
    CLASS_UPLOAD_BYTES = 4 << 20
};

typedef struct {
    char name[CLASS_NAME_SIZE], token[CLASS_TOKEN_SIZE];
    bool hands_in; /* this connection is for a program, not for playing */
} ClassLogin;

/* "login NAME TOKEN" or "login NAME TOKEN upload"; false when it is anything else. */
bool class_read_login(const char *line, ClassLogin *out);

typedef struct {
    char    file[CLASS_FILE_SIZE]; /* a plain name: no folder, nothing that begins with a dot */
    int64_t size;                  /* 1..CLASS_UPLOAD_BYTES */
} ClassUpload;

/* "upload FILE SIZE". */
bool class_read_upload(const char *line, ClassUpload *out, Error *err);

/* May a file that is handed in be called so? Letters, digits, "_", "-" and ".", and a letter, digit
 * or "_" first: such a name is the same in any folder and on any command line. */
bool class_check_file(const char *file, Error *err);
