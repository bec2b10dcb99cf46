/* base/error.h -- what went wrong: a code of the catalogue (base/texts/errors.def) and its
 * arguments. They become words of a language where a person reads them; base/errors.h says how one
 * is made. */
#pragma once
#include "base/lang.h"

#include <stdbool.h>
#include <stdint.h>

enum { ERROR_ROOM = 396, ERROR_TEXT_SIZE = 640 };

typedef struct {
    uint16_t      code; /* of errors.h; 0: nothing went wrong */
    uint16_t      size; /* bytes of arguments */
    unsigned char arguments[ERROR_ROOM];
} Error;

/* Puts "where: " in front of what `err` says; returns false. */
bool error_prefix(Error *err, const char *where);

/* The words, in one line, cut where they are too long; returns `out`. */
const char *error_text(const Error *err, Lang lang, char out[ERROR_TEXT_SIZE]);

/* The same into memory of the block it stands in. */
#define error_words(err, lang) error_text((err), (lang), (char[ERROR_TEXT_SIZE]){0})
