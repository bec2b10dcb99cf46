#include "base/parse.h"

#include "base/errors.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool parse_int(const char *what, const char *text, int64_t min, int64_t max, int64_t *out,
               Error *err)
{
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    bool      starts_well = is_digit(text[0]) || text[0] == '-';
    if (errno != 0 || !starts_well || end == text || *end != '\0' || n < min || n > max)
        return error_set(err, ERROR_WHOLE_NUMBER, what, (long long)min, (long long)max, text);
    *out = n;
    return true;
}

bool parse_next_int(const char **text, int64_t min, int64_t max, int64_t *out)
{
    char *end;
    errno = 0;
    long long number = strtoll(*text, &end, 10);
    if (errno != 0 || end == *text || number < min || number > max)
        return false;
    *text = end;
    *out = number;
    return true;
}

/* By hand, since strtod also reads "0x10", "1e3" and "nan", and its point depends on the locale. Up
 * to 15 digits and a power of ten are both exact, so that the quotient is the nearest number. */
bool parse_decimal(const char *text, double *out)
{
    enum { MAX_DIGITS = 15 };
    bool    is_negative = *text == '-', has_point = false;
    int64_t digits = 0, scale = 1;
    int     count = 0;
    for (text += is_negative; is_digit(*text) || (*text == '.' && !has_point); text++) {
        has_point |= *text == '.';
        if (*text == '.')
            continue;
        if (++count > MAX_DIGITS)
            return false;
        digits = 10 * digits + (*text - '0');
        scale *= has_point ? 10 : 1;
    }
    if (count == 0 || *text != '\0')
        return false;
    *out = (is_negative ? -(double)digits : (double)digits) / (double)scale;
    return true;
}

/* Digits, then perhaps a point and more of them; what is finer than a microsecond is dropped. */
static bool read_microseconds(const char *p, int64_t *out)
{
    const int64_t second = 1000000, most = INT64_MAX / 20;
    int64_t       total = 0, place = second;
    bool          has_digit = false;
    for (; is_digit(*p) && total < most; p++, has_digit = true)
        total = 10 * total + second * (*p - '0');
    if (*p == '.')
        for (p++; is_digit(*p); p++, has_digit = true)
            total += (place /= 10) * (*p - '0');
    *out = total;
    return has_digit && *p == '\0';
}

bool parse_seconds(const char *what, const char *text, double min, double max, int64_t *out_us,
                   Error *err)
{
    int64_t us;
    if (!read_microseconds(text, &us) || (double)us < min * 1e6 || (double)us > max * 1e6)
        return error_set(err, ERROR_SECONDS, what, min, max, text);
    *out_us = us;
    return true;
}

bool parse_duration(const char *what, const char *text, double min, double max, int64_t *out_us,
                    Error *err)
{
    static const struct {
        const char *name;
        int         times, parts;
    } units[] = {{"", 1, 1}, {"s", 1, 1}, {"ms", 1, 1000}, {"min", 60, 1}};
    char    number[32];
    size_t  length = strspn(text, "0123456789.");
    int64_t us;
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), text);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(text + length, units[i].name) != 0 || !read_microseconds(number, &us))
            continue;
        double scaled = (double)us * units[i].times / units[i].parts;
        if (scaled < min * 1e6 || scaled > max * 1e6)
            continue;
        *out_us = us * units[i].times / units[i].parts;
        return true;
    }
    return error_set(err, ERROR_DURATION, what, min, max, text);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool parse_word(const char **text, char *word, size_t capacity)
{
    const char *p = *text;
    while (is_blank(*p))
        p++;
    size_t size = 0;
    for (; p[size] != '\0' && !is_blank(p[size]);)
        size++;
    *text = p + size;
    /* "…" is three bytes; no strict reader takes it for something else. */
    if (size < capacity)
        snprintf(word, capacity, "%.*s", (int)size, p);
    else
        snprintf(word, capacity, "%.*s…", (int)capacity - 4, p);
    return size > 0;
}
