/* app/arguments/args.h -- command lines by table: what a command takes, read strictly, and its help
 * text. */
#pragma once
#include "base/error.h"
#include "base/lang.h"
#include "base/str.h"

#include <stdbool.h>

typedef struct {
    const char *name;  /* "--depth", or "-o" */
    const char *value; /* what follows it, NULL for a switch */
    Text        help;
} Flag;

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

bool        args_has(const Args *args, const char *name);
const char *args_value(const Args *args, const char *name); /* the last one given, or NULL */

void args_format_help(const Flag *flags, Lang lang, Str *out);
