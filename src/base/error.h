/* base/error.h -- what went wrong, in one line for a person. */
#pragma once
#include <stdbool.h>

typedef struct {
    char text[400];
} Error;

/* Always returns false, so that a parser can write `return error_set(err, ...)`.
 * `err` may be NULL; control characters of quoted input are shown as '?'. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool error_set(Error *err, const char *format, ...);

/* Puts "where: " in front of what `err` says; returns false. */
bool error_prefix(Error *err, const char *where);
