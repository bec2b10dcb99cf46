#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void add_quoted(Str *out, const char *text)
{
    assert(text != NULL);
    str_char(out, '"');
    const unsigned char *p = (const unsigned char *)text;
    while (*p != '\0') {
        size_t length = str_character((const char *)p);
        if (length == 0) {
            str_text(out, "\\ufffd");
            p++;
        } else if (*p == '"' || *p == '\\') {
            str_char(out, '\\');
            str_char(out, (char)*p++);
        } else if (*p == '\n') {
            str_text(out, "\\n");
            p++;
        } else if (*p < ' ' || *p == 0x7f) {
            str_printf(out, "\\u%04x", *p++);
        } else {
            str_bytes(out, (const char *)p, length);
            p += length;
        }
    }
    str_char(out, '"');
}

static void begin_value(Json *json, const char *key)
{
    if (json->needs_comma)
        str_char(json->out, ',');
    if (key != NULL) {
        add_quoted(json->out, key);
        str_char(json->out, ':');
    }
    json->needs_comma = true;
}

static void open_group(Json *json, const char *key, char bracket)
{
    begin_value(json, key);
    str_char(json->out, bracket);
    json->needs_comma = false;
}

static void close_group(Json *json, char bracket)
{
    assert(bracket == '}' || bracket == ']');
    str_char(json->out, bracket);
    json->needs_comma = true;
}

void json_object(Json *json, const char *key) { open_group(json, key, '{'); }
void json_end_object(Json *json) { close_group(json, '}'); }
void json_array(Json *json, const char *key) { open_group(json, key, '['); }
void json_end_array(Json *json) { close_group(json, ']'); }

void json_string(Json *json, const char *key, const char *value)
{
    begin_value(json, key);
    add_quoted(json->out, value);
}

void json_int(Json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    str_printf(json->out, "%lld", (long long)value);
}

void json_double(Json *json, const char *key, double value, int decimals)
{
    assert(decimals >= 0 && decimals < 20);
    begin_value(json, key);
    if (isfinite(value))
        str_printf(json->out, "%.*f", decimals, value);
    else
        str_text(json->out, "null");
}

void json_bool(Json *json, const char *key, bool value)
{
    begin_value(json, key);
    str_text(json->out, value ? "true" : "false");
}

void json_null(Json *json, const char *key)
{
    begin_value(json, key);
    str_text(json->out, "null");
}
