#include "base/error.h"

#include "base/errors.h"
#include "base/numbers.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ERROR(id, english, french) TEXT(english, french),
static const Text catalogue[ERROR_COUNT] = {
    TEXT("", ""),
#include "base/texts/errors.def"
};
#undef ERROR

const Text *error_catalogue(ErrorCode code) { return &catalogue[code]; }

/* ---- the catalogue's formats -------------------------------------------------------------------
 */

/* A place of a format; "%.40s" has the precision 40 and the letter s. */
typedef struct {
    const char *end;
    int         width, precision; /* -1: none */
    char        letter;
} FormatPlace;

/* The next place from `format` on; false: there is none. "%%" is none. */
static bool next_place(const char *format, FormatPlace *out)
{
    for (; *format != '\0'; format++) {
        if (format[0] != '%')
            continue;
        if (format[1] == '%') {
            format++;
            continue;
        }
        const char *at = format + 1 + strspn(format + 1, "0123456789");
        *out = (FormatPlace){.width = (int)strtol(format + 1, NULL, 10), .precision = -1};
        if (*at == '.') {
            out->precision = (int)strtol(at + 1, NULL, 10);
            at += 1 + strspn(at + 1, "0123456789");
        }
        at += strspn(at, "hlz");
        out->letter = *at;
        out->end = at + 1;
        return true;
    }
    return false;
}

static FormatPlace place_at(const char *format, int index)
{
    FormatPlace place = {.end = format, .precision = -1};
    for (int i = 0; i <= index; i++)
        if (!next_place(place.end, &place))
            return (FormatPlace){.end = format, .precision = -1, .letter = 's'};
    return place;
}

/* ---- making ------------------------------------------------------------------------------------
 */

/* An argument is kept as its kind in one byte, then its value; a text ends in a zero, an error is
 * its code, its size and its arguments. */
enum { ERROR_HEAD = offsetof(Error, arguments) };

ErrorArgument argument_text(const char *text)
{
    return argument_span((TextSpan){text, text != NULL ? strlen(text) : 0});
}

static size_t fixed_size(const ErrorArgument *argument)
{
    switch (argument->kind) {
    case ARGUMENT_TEXT:
        return 2;
    case ARGUMENT_ERROR:
        return 1 + ERROR_HEAD + (size_t)argument->error->size;
    case ARGUMENT_WORDS:
        return 1 + sizeof(const Text *);
    default:
        return 1 + sizeof argument->whole;
    }
}

static void keep_bytes(Error *err, const void *bytes, size_t size)
{
    memcpy(err->arguments + err->size, bytes, size);
    err->size = (uint16_t)(err->size + size);
}

static void keep_text(Error *err, TextSpan text, int precision, size_t *room)
{
    size_t size = strnlen(text.text, text.size < *room ? text.size : *room);
    if (precision >= 0 && size > (size_t)precision)
        size = (size_t)precision;
    for (size_t i = 0; i < size; i++) {
        char c = text.text[i];
        c = (unsigned char)c < ' ' || c == 0x7f ? '?' : c;
        keep_bytes(err, &c, 1);
    }
    keep_bytes(err, "", 1);
    *room -= size;
}

static void keep_argument(Error *err, const ErrorArgument *argument, const FormatPlace *place,
                          size_t *room)
{
    unsigned char kind = (unsigned char)argument->kind;
    keep_bytes(err, &kind, 1);
    switch (argument->kind) {
    case ARGUMENT_TEXT:
        keep_text(err, argument->text, place->precision, room);
        break;
    case ARGUMENT_ERROR:
        keep_bytes(err, argument->error, ERROR_HEAD + (size_t)argument->error->size);
        break;
    case ARGUMENT_WORDS:
        keep_bytes(err, &argument->words, sizeof(const Text *));
        break;
    default:
        keep_bytes(err, &argument->whole, sizeof argument->whole);
        break;
    }
}

bool error_keep(Error *err, ErrorCode code, int count, const ErrorArgument arguments[])
{
    assert(code > ERROR_NONE && code < ERROR_COUNT);
    if (err == NULL)
        return false;
    Error  made = {.code = (uint16_t)code};
    size_t fixed = 0;
    for (int i = 0; i < count; i++)
        fixed += fixed_size(&arguments[i]);
    /* Errors within errors within errors: what does not fit is left out. */
    for (; fixed > sizeof made.arguments; count--)
        fixed -= fixed_size(&arguments[count - 1]);
    size_t room = sizeof made.arguments - fixed;
    for (int i = 0; i < count; i++) {
        FormatPlace place = place_at(catalogue[code].in[LANG_EN], i);
        keep_argument(&made, &arguments[i], &place, &room);
    }
    *err = made;
    return false;
}

bool error_prefix(Error *err, const char *where)
{
    return error_set(err, ERROR_IN, where, (const Error *)err);
}

/* ---- words -------------------------------------------------------------------------------------
 */

typedef struct {
    char *at, *end; /* the end is the place of the zero */
} ErrorLine;

static void write_bytes(ErrorLine *line, const char *text, size_t size)
{
    size_t room = (size_t)(line->end - line->at);
    size = size < room ? size : room;
    memcpy(line->at, text, size);
    line->at += size;
}

static void write_words(ErrorLine *line, const char *text)
{
    write_bytes(line, text, strlen(text));
}

/* What the system calls its error: in English as strerror does, in French where people meet it. */
static const char *system_text(int number, Lang lang)
{
    static const struct {
        int         number;
        const char *french;
    } known[] = {
#define SYSTEM(number, french) {number, french},
#include "base/texts/system_fr.def"
#undef SYSTEM
    };
    for (size_t i = 0; lang == LANG_FR && i < sizeof known / sizeof known[0]; i++)
        if (known[i].number == number)
            return known[i].french;
    return strerror(number);
}

static void write_real(ErrorLine *line, const FormatPlace *place, double value)
{
    char text[64];
    numbers_print(text, sizeof text, "%.*g", place->precision < 0 ? 6 : place->precision, value);
    write_words(line, text);
}

static void write_whole(ErrorLine *line, const FormatPlace *place, int64_t whole, bool is_count)
{
    char text[32], c = (char)whole;
    if (place->letter == 'c')
        snprintf(text, sizeof text, "%c", (unsigned char)c < ' ' || c == 0x7f ? '?' : c);
    else if (place->letter == 'x')
        snprintf(text, sizeof text, "%0*llx", place->width, (unsigned long long)whole);
    else if (is_count)
        snprintf(text, sizeof text, "%llu", (unsigned long long)whole);
    else
        snprintf(text, sizeof text, "%lld", (long long)whole);
    write_words(line, text);
}

/* The arguments of one error, as they lie in its bytes. */
typedef struct {
    const unsigned char *at, *end;
} Kept;

static void write_error(ErrorLine *line, ErrorCode code, Kept kept, Lang lang);

static ArgumentKind next_kind(Kept *kept) { return (ArgumentKind)*kept->at++; }

/* Behind the value at `at`. */
static const unsigned char *skip_value(ArgumentKind kind, const unsigned char *at)
{
    uint16_t size;
    switch (kind) {
    case ARGUMENT_TEXT:
        return at + strlen((const char *)at) + 1;
    case ARGUMENT_ERROR:
        memcpy(&size, at + offsetof(Error, size), sizeof size);
        return at + ERROR_HEAD + size;
    case ARGUMENT_WORDS:
        return at + sizeof(const Text *);
    default:
        return at + sizeof(int64_t);
    }
}

static void write_inner_error(ErrorLine *line, const unsigned char *at, Lang lang)
{
    uint16_t code, size;
    memcpy(&code, at + offsetof(Error, code), sizeof code);
    memcpy(&size, at + offsetof(Error, size), sizeof size);
    at += ERROR_HEAD;
    write_error(line, (ErrorCode)code, (Kept){at, at + size}, lang);
}

static void write_argument(ErrorLine *line, const FormatPlace *place, int index, Kept kept,
                           Lang lang)
{
    for (; index > 0 && kept.at < kept.end; index--) {
        ArgumentKind kind = next_kind(&kept);
        kept.at = skip_value(kind, kept.at);
    }
    if (kept.at >= kept.end)
        return; /* it did not fit */
    ArgumentKind kind = next_kind(&kept);
    int64_t      whole;
    double       real;
    const Text  *words;
    switch (kind) {
    case ARGUMENT_WHOLE:
    case ARGUMENT_COUNT:
        memcpy(&whole, kept.at, sizeof whole);
        write_whole(line, place, whole, kind == ARGUMENT_COUNT);
        break;
    case ARGUMENT_REAL:
        memcpy(&real, kept.at, sizeof real);
        write_real(line, place, real);
        break;
    case ARGUMENT_TEXT:
        write_words(line, (const char *)kept.at);
        break;
    case ARGUMENT_WORDS:
        memcpy(&words, kept.at, sizeof words);
        write_words(line, text_in(words, lang));
        break;
    case ARGUMENT_ERROR:
        write_inner_error(line, kept.at, lang);
        break;
    case ARGUMENT_SYSTEM:
        memcpy(&whole, kept.at, sizeof whole);
        write_words(line, system_text((int)whole, lang));
        break;
    }
}

static void write_english(ErrorLine *line, const char *format, Kept kept)
{
    for (int index = 0; *format != '\0';) {
        FormatPlace place;
        if (format[0] == '%' && format[1] != '%' && next_place(format, &place)) {
            write_argument(line, &place, index++, kept, LANG_EN);
            format = place.end;
            continue;
        }
        write_bytes(line, format, 1);
        format += format[0] == '%' ? 2 : 1;
    }
}

static void write_french(ErrorLine *line, const Text *text, Kept kept)
{
    const char *french = text->in[LANG_FR];
    for (; *french != '\0'; french++) {
        if (french[0] == '%' && french[1] >= '1' && french[1] <= '9') {
            int         index = *++french - '1';
            FormatPlace place = place_at(text->in[LANG_EN], index);
            write_argument(line, &place, index, kept, LANG_FR);
        } else {
            write_bytes(line, french, 1);
        }
    }
}

static void write_error(ErrorLine *line, ErrorCode code, Kept kept, Lang lang)
{
    assert(code < ERROR_COUNT);
    if (lang == LANG_FR)
        write_french(line, &catalogue[code], kept);
    else
        write_english(line, catalogue[code].in[LANG_EN], kept);
}

const char *error_text(const Error *err, Lang lang, char out[ERROR_TEXT_SIZE])
{
    ErrorLine line = {.at = out, .end = out + ERROR_TEXT_SIZE - 1};
    Kept      kept = {err->arguments, err->arguments + err->size};
    write_error(&line, (ErrorCode)err->code, kept, lang);
    *line.at = '\0';
    return out;
}
