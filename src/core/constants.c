#include "core/constants.h"

#include "base/errors.h"
#include "base/parse.h"
#include "base/str.h"

#include <stdio.h>
#include <string.h>

void constants_reset(const ConstantTable *table, Constants *out)
{
    out->count = table->count;
    for (int i = 0; i < table->count; i++)
        out->values[i] = table->constants[i].usual;
}

static bool set_one(const ConstantTable *table, const char *name, const char *value, Constants *out,
                    Error *err)
{
    Str known = {0};
    for (int i = 0; i < table->count; i++) {
        const Constant *constant = &table->constants[i];
        if (strcmp(constant->name, name) == 0) {
            int64_t number = 0;
            bool    ok = parse_int(name, value, constant->min, constant->max, &number, err);
            out->values[i] = (int32_t)number;
            str_free(&known);
            return ok;
        }
        str_printf(&known, "%s%s", i > 0 ? ", " : "", constant->name);
    }
    error_set(err, ERROR_CONSTANT_UNKNOWN, name, str_get(&known));
    str_free(&known);
    return false;
}

bool constants_parse(const ConstantTable *table, const char *text, Constants *out, Error *err)
{
    char      part[64];
    Constants read;
    constants_reset(table, &read);
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        if (length >= sizeof part)
            return error_set(err, ERROR_CONSTANTS_LONG, text);
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        text += length + (text[length] == ',');
        char *equals = strchr(part, '=');
        if (equals == NULL || (*text == '\0' && text[-1] == ','))
            return error_set(err, ERROR_CONSTANTS_PAIR, part);
        *equals = '\0';
        if (!set_one(table, part, equals + 1, &read, err))
            return false;
    }
    *out = read;
    return true;
}
