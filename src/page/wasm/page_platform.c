/* What the layers below ask of a machine, where the machine is a page in a browser. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/numbers.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((import_module("page"), import_name("now_ms"))) double page_now_ms(void);

int64_t clock_now_us(void) { return (int64_t)(page_now_ms() * 1000); }

/* A page has no files: whoever plays with one from a file does so on the server. */
bool file_read(const char *path, size_t limit, Str *out, Error *err)
{
    (void)limit;
    (void)out;
    return error_set(err, ERROR_PAGE_NO_FILES, path);
}

/* Errors have codes here and no words: the page shows none of its own engine, and a catalogue of
 * two languages would be sent to everybody. */
bool error_keep(Error *err, ErrorCode code, int count, const ErrorArgument arguments[])
{
    (void)count;
    (void)arguments;
    if (err != NULL)
        *err = (Error){.code = (uint16_t)code};
    return false;
}

bool error_prefix(Error *err, const char *where)
{
    (void)err;
    (void)where;
    return false;
}

ErrorArgument argument_text(const char *text) { return argument_span(text_span(text, 0)); }

const char *error_text(const Error *err, Lang lang, char out[ERROR_TEXT_SIZE])
{
    (void)lang;
    snprintf(out, ERROR_TEXT_SIZE, "error %d", err->code);
    return out;
}

/* There is one locale. */
int numbers_vprint(char *out, size_t size, const char *format, va_list args)
{
    return vsnprintf(out, size, format, args);
}

double numbers_read(const char *text, char **end) { return strtod(text, end); }
