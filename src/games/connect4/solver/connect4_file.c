#include "games/connect4/solver/connect4_file.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "base/file.h"
#include "games/connect4/solver/connect4_keys.h"

#include <unistd.h>

enum { VERSION = 1, MAX_BYTES = 256 << 20 };

static void write_path(const Connect4FileKind *kind, const char *folder, Str *out)
{
    str_printf(out, "%s/%s", folder, kind->name);
}

bool connect4_file_find(const Connect4FileKind *kind, const char *folder, Str *file,
                        const unsigned char **bytes, size_t *size, Error *err)
{
    *bytes = kind->begin;
    *size = (size_t)(kind->end - kind->begin);
    if (folder == NULL)
        return true;
    Str path = {0};
    write_path(kind, folder, &path);
    bool is_there = !kind->may_be_none || access(str_get(&path), F_OK) == 0;
    bool ok = !is_there || file_read(str_get(&path), MAX_BYTES, file, err);
    *bytes = (const unsigned char *)str_get(file);
    *size = file->size;
    str_free(&path);
    if (ok && is_there && file->size == 0) { /* which would count as none */
        frame_is(&kind->frame, *bytes, 0, err);
        return connect4_file_blame(kind, folder, err);
    }
    return ok;
}

bool connect4_file_blame(const Connect4FileKind *kind, const char *folder, Error *err)
{
    Str path = {0};
    if (folder != NULL) {
        write_path(kind, folder, &path);
        error_prefix(err, str_get(&path));
    }
    str_free(&path);
    return false;
}

bool connect4_file_read_head(const Connect4FileKind *kind, const unsigned char *bytes, size_t size,
                             Connect4FileHead *out, Error *err)
{
    if (!frame_is(&kind->frame, bytes, size, err))
        return false;
    uint64_t word = bytes_get_word(bytes + FRAME_MAGIC);
    *out = (Connect4FileHead){.plies = (int)(word & 0xff),
                              .rows = (int)(word >> 16 & 0xff),
                              .cols = (int)(word >> 8 & 0xff)};
    bool is_board = (out->rows == 0 && out->cols == 0) || (out->rows > 0 && out->cols > 0);
    if (word >> 32 != VERSION || out->plies < 1 || out->plies > CONNECT4_MAX_BOOK_PLIES ||
        !is_board)
        return error_keep(err, kind->other_version, 0, NULL);
    return true;
}

void connect4_file_begin(const Connect4FileKind *kind, const Connect4FileHead *head, Str *out)
{
    frame_begin(&kind->frame, out);
    bytes_put(out,
              (uint64_t)VERSION << 32 | (uint64_t)head->rows << 16 | (uint64_t)head->cols << 8 |
                  (uint64_t)head->plies,
              CONNECT4_WORD);
}
