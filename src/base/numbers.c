#include "base/numbers.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* The locale of this thread alone. That of "C" exists already in every C library: nothing is made,
 * and nothing can fail. */
static locale_t enter(locale_t *before)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    *before = plain != (locale_t)0 ? uselocale(plain) : (locale_t)0;
    return plain;
}

static void leave(locale_t plain, locale_t before)
{
    if (plain == (locale_t)0)
        return;
    uselocale(before);
    freelocale(plain);
}

int numbers_vprint(char *out, size_t size, const char *format, va_list args)
{
    locale_t before, plain = enter(&before);
    int      length = vsnprintf(out, size, format, args);
    leave(plain, before);
    return length;
}

int numbers_print(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = numbers_vprint(out, size, format, args);
    va_end(args);
    return length;
}

double numbers_read(const char *text, char **end)
{
    locale_t before, plain = enter(&before);
    double   value = strtod(text, end);
    leave(plain, before);
    return value;
}
