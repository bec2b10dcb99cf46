#include "engine/savefile.h"

#include "base/errors.h"
#include "base/file.h"

#include <string.h>

enum { MAX_FILE = 64 * 1024 * 1024 };

bool savefile_write(const Session *session, const char *path, const char *first, const char *second,
                    Error *err)
{
    Record record;
    Str    text = {0};
    if (!session_to_record(session, &record, err))
        return false;
    bool ok = (first == NULL || record_set_text(&record.players[0], first)) &&
              (second == NULL || record_set_text(&record.players[1], second));
    record_format(&record, &text);
    ok = ok && !text.failed ? file_write(path, str_get(&text), text.size, err)
                            : error_set(err, ERROR_MEMORY);
    str_free(&text);
    record_free(&record);
    return ok;
}

/* The first record of a file. On success the caller frees it. */
static bool read_record(const char *path, Record *out, Error *err)
{
    Str  bytes = {0};
    int  line = 1;
    bool ok = file_read(path, MAX_FILE, &bytes, err);
    if (ok) {
        const char *text = str_get(&bytes);
        ok = strlen(text) == bytes.size ? record_parse(&text, &line, out, err)
                                        : error_set(err, ERROR_NOT_TEXT);
        if (!ok)
            error_prefix(err, path);
    }
    str_free(&bytes);
    return ok;
}

bool savefile_read(Session *session, const char *path, Error *err)
{
    Record record;
    if (!read_record(path, &record, err))
        return false;
    bool ok = session_from_record(session, &record, err) ? true : error_prefix(err, path);
    record_free(&record);
    return ok;
}

Session *savefile_open(const char *path, Error *err)
{
    Record record;
    if (!read_record(path, &record, err))
        return NULL;
    Session *session = session_new(record.game);
    if (session == NULL)
        error_set(err, ERROR_MEMORY);
    if (session != NULL && !session_from_record(session, &record, err)) {
        session_delete(session);
        session = NULL;
    }
    record_free(&record);
    return session;
}
