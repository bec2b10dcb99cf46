#include "core/tablefile.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/frame.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Numbers are written with the low byte first. */
enum {
    VERSION = 1,
    AT_VERSION = 8,
    AT_PIECES = 12,
    AT_GAME = 16,
    AT_BYTES = 32,
    AT_CHECKSUM = 40,
    AT_WON = 48,
    AT_LOST = 56,
    AT_DRAWN = 64,
    AT_LONGEST = 72,
    AT_HEADER_CHECKSUM = TABLEFILE_HEADER - FRAME_SUM /* of all bytes before it */
};

static const Frame frame = {.magic = "PLTABLE\n",
                            .least = TABLEFILE_HEADER,
                            .not_one = ERROR_TABLE_NOT_ONE,
                            .damaged = ERROR_TABLE_DAMAGED};

static bool check_header(const uint8_t *bytes, size_t size, const char *name, int pieces,
                         TableLayer *out, Error *err)
{
    if (!frame_is(&frame, bytes, size, err))
        return false;
    if (!frame_check(&frame, bytes, AT_HEADER_CHECKSUM, NULL))
        return error_set(err, ERROR_TABLE_HEADER);
    if (bytes_get(bytes + AT_VERSION, 4) != VERSION ||
        strncmp((const char *)bytes + AT_GAME, name, TABLEFILE_NAME) != 0 ||
        bytes_get(bytes + AT_PIECES, 4) != (uint64_t)pieces)
        return error_set(err, ERROR_TABLE_OTHER);
    *out = (TableLayer){.pieces = pieces,
                        .won = bytes_get(bytes + AT_WON, 8),
                        .lost = bytes_get(bytes + AT_LOST, 8),
                        .drawn = bytes_get(bytes + AT_DRAWN, 8),
                        .longest = (int)bytes_get(bytes + AT_LONGEST, 4),
                        .bytes = bytes_get(bytes + AT_BYTES, 8),
                        .checksum = bytes_get(bytes + AT_CHECKSUM, 8)};
    if (size - TABLEFILE_HEADER < out->bytes)
        return error_set(err, ERROR_TABLE_CUT);
    return true;
}

static bool check_sum(const uint8_t *bytes, const TableLayer *layer, Error *err)
{
    return frame_check_sum(&frame, bytes + TABLEFILE_HEADER, layer->bytes, layer->checksum, err);
}

bool tablefile_check(const uint8_t *bytes, size_t size, const char *name, int pieces,
                     TableLayer *out, Error *err)
{
    return check_header(bytes, size, name, pieces, out, err) && check_sum(bytes, out, err);
}

/* The note about a file as it is now. False when the file is so new that a later write could
 * bear the same time. */
static bool describe(const char *path, const TableLayer *layer, Str *out)
{
    enum { SETTLED_S = 2 };
    struct stat state;
    if (stat(path, &state) != 0)
        return false;
    str_printf(out, "%" PRIx64 " %lld %lld %ld\n", layer->checksum, (long long)state.st_size,
               (long long)state.st_mtim.tv_sec, state.st_mtim.tv_nsec);
    return !out->failed && time(NULL) - state.st_mtim.tv_sec > SETTLED_S;
}

bool tablefile_check_once(const char *path, const uint8_t *bytes, size_t size, const char *name,
                          int pieces, TableLayer *out, Error *err)
{
    enum { MAX_NOTE = 200 };
    Str   note_path = {0}, note = {0}, now = {0};
    Error ignored; /* without a note the sum is worked out, that is all */
    bool  ok = check_header(bytes, size, name, pieces, out, err);
    if (ok) {
        str_printf(&note_path, "%s.sum", path);
        bool is_settled = describe(path, out, &now) && !note_path.failed;
        bool is_noted = is_settled && file_read(str_get(&note_path), MAX_NOTE, &note, &ignored) &&
                        strcmp(str_get(&note), str_get(&now)) == 0;
        ok = is_noted || check_sum(bytes, out, err);
        if (ok && is_settled && !is_noted)
            (void)file_write(str_get(&note_path), str_get(&now), now.size, &ignored);
    }
    str_free(&note_path);
    str_free(&note);
    str_free(&now);
    return ok;
}

void tablefile_seal(uint8_t *bytes, const char *name, TableLayer *layer)
{
    layer->checksum = checksum_bytes(bytes + TABLEFILE_HEADER, layer->bytes);
    memset(bytes, 0, TABLEFILE_HEADER);
    memcpy(bytes, frame.magic, FRAME_MAGIC);
    bytes_set(bytes + AT_VERSION, VERSION, 4);
    bytes_set(bytes + AT_PIECES, (uint64_t)layer->pieces, 4);
    /* Zeros follow: the head was cleared. */
    memcpy(bytes + AT_GAME, name, strlen(name)); // NOLINT(bugprone-not-null-terminated-result)
    bytes_set(bytes + AT_BYTES, layer->bytes, 8);
    bytes_set(bytes + AT_CHECKSUM, layer->checksum, 8);
    bytes_set(bytes + AT_WON, layer->won, 8);
    bytes_set(bytes + AT_LOST, layer->lost, 8);
    bytes_set(bytes + AT_DRAWN, layer->drawn, 8);
    bytes_set(bytes + AT_LONGEST, (uint64_t)layer->longest, 4);
    bytes_set(bytes + AT_HEADER_CHECKSUM, checksum_bytes(bytes, AT_HEADER_CHECKSUM), 8);
}

bool tablefile_path(const char *folder, const char *game, int pieces, Str *out, Error *err)
{
    str_clear(out);
    if (folder != NULL)
        str_text(out, folder);
    else if (!file_cache_folder(out))
        return error_set(err, ERROR_TABLE_FOLDER);
    if (pieces > 0)
        str_printf(out, "/%s-%d.tbl", game, pieces);
    return out->failed ? error_set(err, ERROR_MEMORY) : true;
}
