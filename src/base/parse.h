/* base/parse.h -- strict reading of small things people type. */
#pragma once
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whole text, decimal, within min..max; otherwise false and `what must be MIN..MAX, got '…'`. */
bool parse_int(const char *what, const char *text, int64_t min, int64_t max, int64_t *out,
               Error *err);

/* The whole number that *text begins with, perhaps behind blanks, within min..max; *text is moved
 * behind it. False leaves both as they were. */
bool parse_next_int(const char **text, int64_t min, int64_t max, int64_t *out);

/* Whole text, a decimal number as people write it ("4", "-0.25", ".5"): no exponents, no words, at
 * most 15 digits. Says nothing about ranges. */
bool parse_decimal(const char *text, double *out);

/* Seconds with an optional fraction ("2", "0.25"), min..max; the result is in microseconds. */
bool parse_seconds(const char *what, const char *text, double min, double max, int64_t *out_us,
                   Error *err);

/* A length of time, "50ms", "2s", "1.5min", or bare seconds, min..max seconds. */
bool parse_duration(const char *what, const char *text, double min, double max, int64_t *out_us,
                    Error *err);

/* Copies the next blank-separated word of *text into `word` and moves *text behind it. False at
 * the end of the text; a word that does not fit is cut and ends with "…", so that it is wrong for
 * any strict reader. */
bool parse_word(const char **text, char *word, size_t capacity);
