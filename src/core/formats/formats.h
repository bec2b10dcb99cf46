/* core/formats/formats.h -- the file formats of games, by name and by file ending. */
#pragma once
#include "core/formats/record.h"

typedef enum { FORMAT_RECORD, FORMAT_SGF, FORMAT_JSON, FORMAT_BOARD, FORMAT_COUNT } Format;

const char *format_name(Format format);
bool        format_find(const char *name, Format *out);    /* "record", "sgf", "json", "board" */
bool        format_of_path(const char *path, Format *out); /* by ending; false when unknown */

/* What a bare board file does not say. */
typedef struct {
    const Game *game; /* NULL: the first game that has board files */
    int         turn;
} FormatHints;

/* Reads the next game from *text and moves *text behind it; `line` counts for errors. */
bool format_read(Format format, const FormatHints *hints, const char **text, int *line, Record *out,
                 Error *err);
bool format_write(Format format, const Record *record, Str *out, Error *err);
