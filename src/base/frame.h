/* base/frame.h -- what the files of this program have in common: they begin with eight bytes that
 * say what they are, and behind what must not change stands its checksum. Files of text have a
 * first line of their own, and the sum as their last line. */
#pragma once
#include "base/errors.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

enum { FRAME_MAGIC = 8, FRAME_SUM = 8 };

typedef struct {
    const char *magic;            /* FRAME_MAGIC bytes */
    size_t      least;            /* bytes of the smallest such file */
    ErrorCode   not_one, damaged; /* what is said of another file, and of a wrong checksum */
} Frame;

/* The magic; then the caller adds the rest, and the sum of all since `begin`, the size that `out`
 * had before. */
void frame_begin(const Frame *frame, Str *out);
void frame_end(size_t begin, Str *out);

/* Does a file of this kind begin there, and is it long enough? */
bool frame_is(const Frame *frame, const uint8_t *bytes, size_t size, Error *err);

/* Are these bytes as they were written? Their sum stands behind them. */
bool frame_check(const Frame *frame, const uint8_t *bytes, size_t size, Error *err);

/* Are they of this sum, which was written elsewhere? */
bool frame_check_sum(const Frame *frame, const uint8_t *bytes, size_t size, uint64_t sum,
                     Error *err);

/* The last line of a text, "sum 0123456789abcdef", of all since `begin`. */
void frame_end_text(size_t begin, Str *out);

/* Is that the last line of the text? *body is how many bytes stand before it. */
bool frame_check_text(const char *text, size_t size, size_t *body);
