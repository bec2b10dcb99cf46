#include "page/french.h"

#include "base/str.h"

#include <stdio.h>
#include <string.h>

enum { MAX_PARTS = 4, MAX_NESTED = 4 };

static const struct {
    const char *english, *french;
} errors[] = {
#define ERROR(english, french) {english, french},
#include "page/errors_fr.def"
#undef ERROR
};

/* A stretch of the English text that stood in place of a conversion. */
typedef struct {
    const char *text;
    size_t      size;
} Part;

/* Behind the conversion at `format`, which begins with '%'. */
static const char *skip_conversion(const char *format)
{
    format++;
    format += strspn(format, "0123456789.*");
    format += strspn(format, "lz");
    return *format != '\0' ? format + 1 : format;
}

static bool is_conversion(const char *format) { return format[0] == '%' && format[1] != '%'; }

/* Is `text` what the format prints? A conversion takes as little as it can. */
static bool match(const char *format, const char *text, Part parts[MAX_PARTS], int count)
{
    while (*format != '\0' && !is_conversion(format)) {
        format += format[0] == '%'; /* "%%" prints one */
        if (*format++ != *text++)
            return false;
    }
    if (*format == '\0')
        return *text == '\0';
    if (count == MAX_PARTS)
        return false;
    const char *rest = skip_conversion(format);
    for (size_t size = 0;; size++) {
        parts[count] = (Part){text, size};
        if (match(rest, text + size, parts, count + 1))
            return true;
        if (text[size] == '\0')
            return false;
    }
}

static void translate(const char *text, size_t size, int nested, Str *out);

/* %1 is the first part, itself perhaps an error. */
static void fill(const char *french, const Part parts[MAX_PARTS], int nested, Str *out)
{
    for (; *french != '\0'; french++) {
        if (french[0] == '%' && french[1] >= '1' && french[1] <= '0' + MAX_PARTS) {
            const Part *part = &parts[french[1] - '1'];
            translate(part->text, part->size, nested + 1, out);
            french++;
        } else {
            str_char(out, *french);
        }
    }
}

static void translate(const char *text, size_t size, int nested, Str *out)
{
    char copy[sizeof((Error *)NULL)->text];
    Part parts[MAX_PARTS] = {{"", 0}};
    snprintf(copy, sizeof copy, "%.*s", (int)size, text);
    for (size_t i = 0; nested < MAX_NESTED && i < sizeof errors / sizeof errors[0]; i++)
        if (match(errors[i].english, copy, parts, 0)) {
            fill(errors[i].french, parts, nested, out);
            return;
        }
    const char *colon = strstr(copy, ": ");
    if (nested >= MAX_NESTED || colon == NULL) {
        str_text(out, copy);
        return;
    }
    str_bytes(out, copy, (size_t)(colon + 2 - copy));
    translate(colon + 2, strlen(colon + 2), nested + 1, out);
}

void french_error(Error *err)
{
    Str out = {0};
    translate(err->text, strlen(err->text), 0, &out);
    if (!out.failed)
        error_set(err, "%s", str_get(&out));
    str_free(&out);
}
