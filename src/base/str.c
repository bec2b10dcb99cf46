#include "base/str.h"

#include "base/numbers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(Str *str, size_t extra)
{
    assert(str->size < str->capacity || str->capacity == 0);
    assert(str->text == NULL || str->text[str->size] == '\0');
    if (str->failed)
        return false;
    size_t needed = str->size + extra + 1;
    if (needed <= str->capacity)
        return true;
    size_t capacity = str->capacity < 64 ? 64 : str->capacity;
    while (capacity < needed)
        capacity *= 2;
    char *text = realloc(str->text, capacity);
    if (text == NULL) {
        str->failed = true;
        return false;
    }
    str->text = text;
    str->capacity = capacity;
    return true;
}

void str_free(Str *str)
{
    free(str->text);
    *str = (Str){0};
}

void str_clear(Str *str)
{
    str->size = 0;
    str->failed = false;
    if (str->text != NULL)
        str->text[0] = '\0';
}

void str_bytes(Str *str, const char *bytes, size_t size)
{
    assert(bytes != NULL || size == 0);
    if (size == 0 || !reserve(str, size))
        return;
    memcpy(str->text + str->size, bytes, size);
    str->size += size;
    str->text[str->size] = '\0';
}

void str_char(Str *str, char c) { str_bytes(str, &c, 1); }

void str_text(Str *str, const char *text)
{
    assert(text != NULL);
    str_bytes(str, text, strlen(text));
}

void str_printf(Str *str, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = numbers_vprint(NULL, 0, format, args);
    va_end(args);
    if (size > 0 && reserve(str, (size_t)size)) {
        numbers_vprint(str->text + str->size, (size_t)size + 1, format, again);
        str->size += (size_t)size;
    }
    va_end(again);
}

static void add_blanks(Str *str, const char *text, int columns)
{
    for (; *text != '\0'; text++)
        columns -= ((unsigned char)*text & 0xc0) != 0x80;
    for (; columns > 0; columns--)
        str_char(str, ' ');
}

void str_padded(Str *str, const char *text, int columns)
{
    str_text(str, text);
    add_blanks(str, text, columns);
}

void str_right(Str *str, const char *text, int columns)
{
    add_blanks(str, text, columns);
    str_text(str, text);
}

void str_seconds(Str *str, int64_t us)
{
    assert(us >= 0);
    int fraction = (int)(us % 1000000), places = 6;
    str_printf(str, "%lld", (long long)(us / 1000000));
    if (fraction == 0)
        return;
    for (; fraction % 10 == 0; fraction /= 10)
        places--;
    str_printf(str, ".%0*d", places, fraction);
}

const char *str_get(const Str *str) { return str->text != NULL ? str->text : ""; }

size_t str_character(const char *text)
{
    assert(text != NULL);
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80)
        return 1;
    size_t   length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    unsigned code = p[0] & (0xffu >> (length + 1));
    if (p[0] < 0xc2 || p[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
    bool                  is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[length] || code > 0x10ffff || is_surrogate ? 0 : length;
}
