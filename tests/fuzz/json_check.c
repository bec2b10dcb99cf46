#include "fuzz/json_check.h"

#include <string.h>

enum { DEEPEST = 16 };

static const char *skip_space(const char *p) { return p + strspn(p, " \t\r\n"); }

/* Behind the character at `p`, which is no ASCII; NULL when it is not UTF-8. */
static const char *skip_wide_character(const char *p)
{
    /* First bytes, and the range of the byte that follows each (RFC 3629, section 4). */
    static const struct {
        unsigned char first, last, second_first, second_last;
        int           length;
    } forms[] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *bytes = (const unsigned char *)p;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (bytes[0] < forms[i].first || bytes[0] > forms[i].last)
            continue;
        if (bytes[1] < forms[i].second_first || bytes[1] > forms[i].second_last)
            return NULL;
        for (int k = 2; k < forms[i].length; k++)
            if ((bytes[k] & 0xc0) != 0x80)
                return NULL;
        return p + forms[i].length;
    }
    return NULL;
}

static const char *skip_escape(const char *p)
{
    if (*p != 'u')
        return *p != '\0' && strchr("\"\\/bfnrt", *p) != NULL ? p + 1 : NULL;
    return strspn(p + 1, "0123456789abcdefABCDEF") >= 4 ? p + 5 : NULL;
}

static const char *skip_string(const char *p)
{
    if (*p++ != '"')
        return NULL;
    while (p != NULL && *p != '"') {
        if ((unsigned char)*p < ' ')
            return NULL;
        if (*p == '\\')
            p = skip_escape(p + 1);
        else
            p = (unsigned char)*p < 0x80 ? p + 1 : skip_wide_character(p);
    }
    return p != NULL ? p + 1 : NULL;
}

static const char *skip_digits(const char *p)
{
    size_t count = strspn(p, "0123456789");
    return count > 0 ? p + count : NULL;
}

static const char *skip_number(const char *p)
{
    p += *p == '-';
    if (*p == '0' && p[1] >= '0' && p[1] <= '9')
        return NULL;
    p = skip_digits(p);
    if (p != NULL && *p == '.')
        p = skip_digits(p + 1);
    if (p != NULL && (*p == 'e' || *p == 'E'))
        p = skip_digits(p + 1 + (p[1] == '+' || p[1] == '-'));
    return p;
}

static const char *skip_value(const char *p, int depth);

/* The members of an object (with keys) or an array, up to `closing`. */
static const char *skip_members(const char *p, char closing, int depth)
{
    p = skip_space(p);
    if (*p == closing)
        return p + 1;
    for (;; p++) {
        if (closing == '}') {
            p = skip_string(skip_space(p));
            p = p != NULL ? skip_space(p) : NULL;
            if (p == NULL || *p++ != ':')
                return NULL;
        }
        p = skip_value(p, depth);
        if (p == NULL || *p == closing)
            return p != NULL ? p + 1 : NULL;
        if (*p != ',')
            return NULL;
    }
}

/* A value with the blanks around it; NULL when there is none. */
static const char *skip_value(const char *p, int depth)
{
    static const char *const words[] = {"true", "false", "null"};
    p = skip_space(p);
    if (depth == DEEPEST)
        return NULL;
    if (*p == '{' || *p == '[') {
        p = skip_members(p + 1, *p == '{' ? '}' : ']', depth + 1);
    } else if (*p == '"') {
        p = skip_string(p);
    } else if (*p == '-' || (*p >= '0' && *p <= '9')) {
        p = skip_number(p);
    } else {
        const char *end = NULL;
        for (int i = 0; i < 3; i++)
            if (strncmp(p, words[i], strlen(words[i])) == 0)
                end = p + strlen(words[i]);
        p = end;
    }
    return p != NULL ? skip_space(p) : NULL;
}

bool json_is_valid(const char *text)
{
    const char *end = skip_value(text, 0);
    return end != NULL && *end == '\0';
}
