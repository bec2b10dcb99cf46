#include "core/formats/formats.h"

#include "base/errors.h"
#include "core/formats/boardfile.h"
#include "core/formats/sgf.h"

#include <string.h>

static const struct {
    const char *name, *ending;
} formats[FORMAT_COUNT] = {
    [FORMAT_RECORD] = {"record", ".pgr"},
    [FORMAT_SGF] = {"sgf", ".sgf"},
    [FORMAT_JSON] = {"json", ".json"},
    [FORMAT_BOARD] = {"board", ".txt"},
};

const char *format_name(Format format) { return formats[format].name; }

bool format_find(const char *name, Format *out)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(formats[i].name, name) == 0) {
            *out = (Format)i;
            return true;
        }
    return false;
}

bool format_of_path(const char *path, Format *out)
{
    const char *ending = strrchr(path, '.');
    for (int i = 0; ending != NULL && i < FORMAT_COUNT; i++)
        if (strcmp(formats[i].ending, ending) == 0) {
            *out = (Format)i;
            return true;
        }
    return false;
}

bool format_read(Format format, const FormatHints *hints, const char **text, int *line, Record *out,
                 Error *err)
{
    /* Board files come from the course, and do not name their game. */
    const Game *game = hints->game != NULL ? hints->game : game_of_protocol("course");
    switch (format) {
    case FORMAT_RECORD:
        return record_parse(text, line, out, err);
    case FORMAT_SGF:
        return sgf_parse(text, out, err);
    case FORMAT_BOARD:
        if (game == NULL || !boardfile_parse(*text, game, hints->turn, out, err))
            return game != NULL ? false : error_set(err, ERROR_BOARD_FILE_NO_GAME);
        *text += strlen(*text);
        return true;
    default:
        return error_set(err, ERROR_FORMAT_NOT_READ, format_name(format));
    }
}

bool format_write(Format format, const Record *record, Str *out, Error *err)
{
    switch (format) {
    case FORMAT_RECORD:
        if (out->size > 0)
            str_char(out, '\n'); /* a blank line between games */
        record_format(record, out);
        return true;
    case FORMAT_SGF:
        return sgf_format(record, out, err);
    case FORMAT_BOARD:
        return boardfile_format(record, out, err);
    default:
        record_format_json(record, out);
        return true;
    }
}
