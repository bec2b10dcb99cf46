#include "base/frame.h"

#include "base/bytes.h"
#include "base/checksum.h"

#include <inttypes.h>
#include <stdio.h>

enum { SUM_LINE = 21 };

void frame_begin(const Frame *frame, Str *out) { str_bytes(out, frame->magic, FRAME_MAGIC); }

void frame_end(size_t begin, Str *out)
{
    if (!out->failed)
        bytes_put(out, checksum_bytes(out->text + begin, out->size - begin), FRAME_SUM);
}

bool frame_is(const Frame *frame, const uint8_t *bytes, size_t size, Error *err)
{
    return (size >= frame->least && size >= FRAME_MAGIC &&
            memcmp(bytes, frame->magic, FRAME_MAGIC) == 0) ||
           error_keep(err, frame->not_one, 0, NULL);
}

bool frame_check(const Frame *frame, const uint8_t *bytes, size_t size, Error *err)
{
    return frame_check_sum(frame, bytes, size, bytes_get_word(bytes + size), err);
}

bool frame_check_sum(const Frame *frame, const uint8_t *bytes, size_t size, uint64_t sum,
                     Error *err)
{
    return checksum_bytes(bytes, size) == sum || error_keep(err, frame->damaged, 0, NULL);
}

static void format_sum(const char *text, size_t size, char line[SUM_LINE + 1])
{
    snprintf(line, SUM_LINE + 1, "sum %016" PRIx64 "\n", checksum_bytes(text, size));
}

void frame_end_text(size_t begin, Str *out)
{
    char line[SUM_LINE + 1];
    if (out->failed)
        return;
    format_sum(out->text + begin, out->size - begin, line);
    str_text(out, line);
}

bool frame_check_text(const char *text, size_t size, size_t *body)
{
    char line[SUM_LINE + 1];
    if (size < SUM_LINE)
        return false;
    *body = size - SUM_LINE;
    format_sum(text, *body, line);
    return memcmp(text + *body, line, SUM_LINE) == 0;
}
