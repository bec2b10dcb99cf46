/* base/errors.h -- the catalogue of errors, and how one is made of it. */
#pragma once
#include "base/error.h"

#include <inttypes.h>
#include <stddef.h>

/* In base/texts/errors.def and in games' own files: ERROR(id, "English", "French"). The English is
 * a format of printf; in the French, %1 is the first argument, written as the English says. */
typedef enum {
    ERROR_NONE,
#define ERROR(id, english, french) ERROR_##id,
#include "base/texts/errors.def"
#undef ERROR
    ERROR_COUNT
} ErrorCode;

#define ERROR(id, english, french) static const char format_of_ERROR_##id[] = english;
#include "base/texts/errors.def"
#undef ERROR

/* In a place of "%s": a system's number (errno), and a text that does not end in a zero. */
typedef struct {
    int number;
} SystemError;

typedef struct {
    const char *text;
    size_t      size;
} TextSpan;

typedef enum {
    ARGUMENT_WHOLE,
    ARGUMENT_COUNT, /* not negative, up to 2^64 - 1 */
    ARGUMENT_REAL,
    ARGUMENT_TEXT, /* copied, control characters shown as '?' */
    ARGUMENT_WORDS,
    ARGUMENT_ERROR,
    ARGUMENT_SYSTEM
} ArgumentKind;

typedef struct {
    ArgumentKind kind;
    union {
        int64_t      whole;
        uint64_t     count;
        double       real;
        TextSpan     text;
        const Text  *words; /* of a table; in the language of the whole */
        const Error *error; /* copied */
    };
} ErrorArgument;

/* error_set(err, ERROR_ID, arguments…) keeps the code and copies of the arguments; it returns
 * false, so that a parser can write `return error_set(…)`. `err` may be NULL, and an argument may
 * be the error that `err` was before. The compiler holds the arguments against the English format;
 * where that says %s, also a const Text *, a const Error *, a SystemError or a TextSpan may stand.
 */
#ifdef ERRORS_UNCHECKED /* for tools that cannot read _Generic */
bool error_set(Error *err, ErrorCode code, ...);
#else
#define error_set(...)                                                                             \
    ERROR_WITH(__VA_ARGS__, ERROR_WITH_5, ERROR_WITH_4, ERROR_WITH_3, ERROR_WITH_2, ERROR_WITH_1,  \
               ERROR_WITH_0, )                                                                     \
    (__VA_ARGS__)
#endif

#define ERROR_WITH(err, code, a, b, c, d, e, macro, ...) macro
#define ERROR_WITH_0(err, code) (ERROR_CHECK(format_of_##code), error_keep((err), (code), 0, NULL))
#define ERROR_WITH_1(err, code, a)                                                                 \
    (ERROR_CHECK(format_of_##code, ERROR_PLAIN(a)),                                                \
     error_keep((err), (code), 1, (const ErrorArgument[]){ERROR_ARGUMENT(a)}))
#define ERROR_WITH_2(err, code, a, b)                                                              \
    (ERROR_CHECK(format_of_##code, ERROR_PLAIN(a), ERROR_PLAIN(b)),                                \
     error_keep((err), (code), 2, (const ErrorArgument[]){ERROR_ARGUMENT(a), ERROR_ARGUMENT(b)}))
#define ERROR_WITH_3(err, code, a, b, c)                                                           \
    (ERROR_CHECK(format_of_##code, ERROR_PLAIN(a), ERROR_PLAIN(b), ERROR_PLAIN(c)),                \
     error_keep((err), (code), 3,                                                                  \
                (const ErrorArgument[]){ERROR_ARGUMENT(a), ERROR_ARGUMENT(b), ERROR_ARGUMENT(c)}))
#define ERROR_WITH_4(err, code, a, b, c, d)                                                        \
    (ERROR_CHECK(format_of_##code, ERROR_PLAIN(a), ERROR_PLAIN(b), ERROR_PLAIN(c),                 \
                 ERROR_PLAIN(d)),                                                                  \
     error_keep((err), (code), 4,                                                                  \
                (const ErrorArgument[]){ERROR_ARGUMENT(a), ERROR_ARGUMENT(b), ERROR_ARGUMENT(c),   \
                                        ERROR_ARGUMENT(d)}))
#define ERROR_WITH_5(err, code, a, b, c, d, e)                                                     \
    (ERROR_CHECK(format_of_##code, ERROR_PLAIN(a), ERROR_PLAIN(b), ERROR_PLAIN(c), ERROR_PLAIN(d), \
                 ERROR_PLAIN(e)),                                                                  \
     error_keep((err), (code), 5,                                                                  \
                (const ErrorArgument[]){ERROR_ARGUMENT(a), ERROR_ARGUMENT(b), ERROR_ARGUMENT(c),   \
                                        ERROR_ARGUMENT(d), ERROR_ARGUMENT(e)}))

/* Never runs: it is there for the compiler's own check of formats. */
#define ERROR_CHECK(...) (void)(0 ? error_check_format(__VA_ARGS__) : 0)
/* As printf would take it. */
#define ERROR_PLAIN(x)                                                                             \
    _Generic((x), const Text *                                                                     \
             : "", const Error *                                                                   \
             : "", Error *                                                                         \
             : "", SystemError                                                                     \
             : "", TextSpan                                                                        \
             : "", default                                                                         \
             : (x))
#define ERROR_ARGUMENT(x)                                                                          \
    _Generic((x), const char *                                                                     \
             : argument_text, char *                                                               \
             : argument_text, const Text *                                                         \
             : argument_words, const Error *                                                       \
             : argument_error, Error *                                                             \
             : argument_error, SystemError                                                         \
             : argument_system, TextSpan                                                           \
             : argument_span, float                                                                \
             : argument_real, double                                                               \
             : argument_real, unsigned                                                             \
             : argument_count, unsigned long                                                       \
             : argument_count, unsigned long long                                                  \
             : argument_count, default                                                             \
             : argument_whole)(x)

static inline ErrorArgument argument_whole(int64_t whole)
{
    return (ErrorArgument){.kind = ARGUMENT_WHOLE, .whole = whole};
}
static inline ErrorArgument argument_count(uint64_t count)
{
    return (ErrorArgument){.kind = ARGUMENT_COUNT, .count = count};
}
static inline ErrorArgument argument_real(double real)
{
    return (ErrorArgument){.kind = ARGUMENT_REAL, .real = real};
}
static inline ErrorArgument argument_span(TextSpan text)
{
    return (ErrorArgument){.kind = ARGUMENT_TEXT, .text = text};
}
ErrorArgument               argument_text(const char *text);
static inline ErrorArgument argument_words(const Text *words)
{
    return (ErrorArgument){.kind = ARGUMENT_WORDS, .words = words};
}
static inline ErrorArgument argument_error(const Error *error)
{
    return (ErrorArgument){.kind = ARGUMENT_ERROR, .error = error};
}
static inline ErrorArgument argument_system(SystemError error)
{
    return (ErrorArgument){.kind = ARGUMENT_SYSTEM, .whole = error.number};
}

static inline TextSpan text_span(const char *text, size_t size) { return (TextSpan){text, size}; }
static inline SystemError system_error(int number) { return (SystemError){number}; }

bool error_keep(Error *err, ErrorCode code, int count, const ErrorArgument arguments[]);

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int error_check_format(const char *format, ...);

/* The two texts of a code, as the catalogue has them. */
const Text *error_catalogue(ErrorCode code);
