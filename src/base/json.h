/* base/json.h -- writes JSON on one line; commas and escapes are its business. */
#pragma once
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    Str *out;
    bool needs_comma;
} Json;

static inline Json json_to(Str *out) { return (Json){.out = out, .needs_comma = false}; }

/* `key` is NULL inside an array and at the top. */
void json_object(Json *json, const char *key);
void json_end_object(Json *json);
void json_array(Json *json, const char *key);
void json_end_array(Json *json);
void json_string(Json *json, const char *key, const char *value); /* invalid UTF-8 becomes U+FFFD */
void json_int(Json *json, const char *key, int64_t value);
void json_double(Json *json, const char *key, double value, int decimals);
void json_bool(Json *json, const char *key, bool value);
void json_null(Json *json, const char *key);
