/* app/arguments/args.h -- command lines by table: what a command takes, read strictly, where it
 * goes, and the help text. */
#pragma once
#include "base/error.h"
#include "base/lang.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    FLAG_LISTED, /* only in Args: it may be repeated, or several commands share what reads it */
    FLAG_SWITCH, /* bool */
    FLAG_WORDS,  /* const char *; NULL: not given */
    FLAG_INT,    /* int, int64_t, uint64_t or size_t */
    FLAG_TIME,   /* int64_t, microseconds, of "50ms" or "2s" */
    FLAG_SECONDS /* int64_t, microseconds, of seconds without a unit */
} FlagKind;

/* Where a flag's value goes in the struct that its command declares, and which values there are.
 * `usual` stands there when the flag is not given; outside the range it is no default of its own
 * and the help does not show it. */
typedef struct {
    FlagKind kind;
    size_t   at, size;
    int64_t  min, max, usual; /* microseconds, where it is a time */
} FlagTarget;

typedef struct {
    const char *name;  /* "--depth", or "-o" */
    const char *value; /* what follows it, NULL for a switch */
    Text        help;
    FlagTarget  to;
} Flag;

/* The place of a field, which must be of this C type. */
#define FLAG_PLACE(type, field, c_type)                                                            \
    .at = offsetof(type, field) + 0 * sizeof(char[_Generic(((type *)0)->field, c_type : 1, default \
                                                           : -1)]),                                \
    .size = sizeof(((type *)0)->field)

/* The last part of a row: FLAG_TO_INT(SolveFlags, threads, 1, 256, 1). */
#define FLAG_NOT_BOUND                                                                             \
    {                                                                                              \
        .kind = FLAG_LISTED                                                                        \
    }
#define FLAG_TO_SWITCH(type, field)                                                                \
    {                                                                                              \
        .kind = FLAG_SWITCH, FLAG_PLACE(type, field, bool)                                         \
    }
#define FLAG_TO_WORDS(type, field)                                                                 \
    {                                                                                              \
        .kind = FLAG_WORDS, FLAG_PLACE(type, field, const char *)                                  \
    }
#define FLAG_TO_INT(type, field, least, most, default_value)                                       \
    {                                                                                              \
        .kind = FLAG_INT, .at = offsetof(type, field), .size = sizeof(((type *)0)->field),         \
        .min = (least), .max = (most), .usual = (default_value)                                    \
    }
#define FLAG_TO_TIME(type, field, least_us, most_us, default_us)                                   \
    {                                                                                              \
        .kind = FLAG_TIME, FLAG_PLACE(type, field, int64_t), .min = (least_us), .max = (most_us),  \
        .usual = (default_us)                                                                      \
    }
#define FLAG_TO_SECONDS(type, field, least_us, most_us, default_us)                                \
    {                                                                                              \
        .kind = FLAG_SECONDS, FLAG_PLACE(type, field, int64_t), .min = (least_us),                 \
        .max = (most_us), .usual = (default_us)                                                    \
    }

/* The last row. */
#define FLAGS_END                                                                                  \
    {                                                                                              \
        NULL, NULL, {{NULL, NULL}}, FLAG_NOT_BOUND                                                 \
    }

enum { MAX_FLAGS_GIVEN = 64, MAX_POSITIONALS = 80 };

typedef struct {
    struct {
        const char *name, *value;
    } flags[MAX_FLAGS_GIVEN];
    int         flag_count;
    const char *positionals[MAX_POSITIONALS];
    int         positional_count;
} Args;

/* `flags` ends with a NULL name. Accepts "--name value" and "--name=value"; "--" ends the flags. */
bool args_parse(const Flag *flags, int argc, char *const argv[], Args *out, Error *err);

/* Puts the values of all flags where their rows say, in the struct at `given`, which is all zero so
 * far. Of a flag that is given several times the last one counts. */
bool args_bind(const Flag *flags, const Args *args, void *given, Error *err);

bool        args_has(const Args *args, const char *name);
const char *args_value(const Args *args, const char *name); /* the last one given, or NULL */

/* A line for each flag, with its range and default. */
void args_format_help(const Flag *flags, Lang lang, Str *out);
