/* base/str.h -- a growing string. Out of memory marks it failed; it never crashes the caller. */
#pragma once
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char  *text; /* always NUL-terminated once something was added; NULL before */
    size_t size, capacity;
    bool   failed; /* memory ran short: the text is incomplete */
} Str;

void str_free(Str *str);
void str_clear(Str *str);
void str_char(Str *str, char c);
void str_bytes(Str *str, const char *bytes, size_t size);
void str_text(Str *str, const char *text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void str_printf(Str *str, const char *format, ...);

/* The text, then blanks up to this number of columns; a UTF-8 character is one column. */
void str_padded(Str *str, const char *text, int columns);
void str_right(Str *str, const char *text, int columns); /* the blanks before the text */

/* Seconds as parse_seconds reads them, to the microsecond: "12.5"; not negative. */
void str_seconds(Str *str, int64_t us);

/* The text so far, "" when nothing was added. Owned by `str`. */
const char *str_get(const Str *str);

/* Bytes of the UTF-8 character that the text begins with; 0 when it begins with none. */
size_t str_character(const char *text);
