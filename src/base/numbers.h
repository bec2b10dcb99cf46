/* base/numbers.h -- numbers in texts: with a point, whatever locale the program around us has set.
 * The C library's own functions follow that locale: in a French one they write and read "0,5". */
#pragma once
#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf, snprintf and strtod in the locale "C". */
int numbers_vprint(char *out, size_t size, const char *format, va_list args);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int    numbers_print(char *out, size_t size, const char *format, ...);
double numbers_read(const char *text, char **end);
