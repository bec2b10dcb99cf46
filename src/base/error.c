#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

bool error_set(Error *err, const char *format, ...)
{
    if (err == NULL)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    make_printable(err->text);
    return false;
}

bool error_prefix(Error *err, const char *where)
{
    if (err == NULL)
        return false;
    Error before = *err;
    return error_set(err, "%s: %s", where, before.text);
}
