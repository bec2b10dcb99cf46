#include "base/parse.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool parse_int(const char *what, const char *text, int64_t min, int64_t max, int64_t *out,
               Error *err)
{
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    bool      starts_well = (text[0] >= '0' && text[0] <= '9') || text[0] == '-';
    if (errno != 0 || !starts_well || end == text || *end != '\0' || n < min || n > max)
        return error_set(err, "%s must be a whole number %lld..%lld, got '%.40s'", what,
                         (long long)min, (long long)max, text);
    *out = n;
    return true;
}

bool parse_seconds(const char *what, const char *text, double min, double max, int64_t *out_us,
                   Error *err)
{
    char  *end;
    double n = strtod(text, &end);
    bool   starts_well = (text[0] >= '0' && text[0] <= '9') || text[0] == '.';
    if (!starts_well || end == text || *end != '\0' || !isfinite(n) || n < min || n > max)
        return error_set(err, "%s must be seconds from %.7g to %.7g, got '%.40s'", what, min, max,
                         text);
    *out_us = (int64_t)(n * 1e6);
    return true;
}

bool parse_duration(const char *what, const char *text, double min, double max, int64_t *out_us,
                    Error *err)
{
    static const struct {
        const char *name;
        double      seconds;
    } units[] = {{"", 1}, {"s", 1}, {"ms", 0.001}, {"min", 60}};
    char  *end;
    double n = strtod(text, &end);
    bool   starts_well = (text[0] >= '0' && text[0] <= '9') || text[0] == '.';
    for (size_t i = 0; starts_well && i < sizeof units / sizeof units[0]; i++) {
        double seconds = n * units[i].seconds;
        if (strcmp(end, units[i].name) == 0 && seconds >= min && seconds <= max) {
            *out_us = llround(seconds * 1e6);
            return true;
        }
    }
    return error_set(err, "%s must be a time from %.7g to %.7g s, as 50ms or 2s, got '%.40s'", what,
                     min, max, text);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool parse_word(const char **text, char *word, size_t capacity)
{
    const char *p = *text;
    while (is_blank(*p))
        p++;
    size_t size = 0;
    for (; *p != '\0' && !is_blank(*p); p++)
        if (size + 1 < capacity)
            word[size++] = *p;
    word[size] = '\0';
    *text = p;
    return size > 0;
}
