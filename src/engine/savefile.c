#include "engine/savefile.h"

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
                            : error_set(err, "out of memory");
    str_free(&text);
    record_free(&record);
    return ok;
}

bool savefile_read(Session *session, const char *path, Error *err)
{
    Record      record;
    Str         bytes = {0};
    int         line = 1;
    const char *text;
    bool        ok = file_read(path, MAX_FILE, &bytes, err);
    text = str_get(&bytes);
    if (ok && strlen(text) != bytes.size)
        ok = error_set(err, "%s: not a text file", path);
    if (ok && !record_parse(&text, &line, &record, err))
        ok = error_prefix(err, path);
    str_free(&bytes);
    if (!ok)
        return false;
    ok = session_from_record(session, &record, err) ? true : error_prefix(err, path);
    record_free(&record);
    return ok;
}
