#include "server/message.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool wrong(const Message *message, const char *key, const char *english, const char *french,
                  Error *err)
{
    return message->lang == LANG_FR ? error_set(err, "« %.40s » doit être %s", key, french)
                                    : error_set(err, "'%.40s' must be %s", key, english);
}

bool message_parse(const char *text, size_t size, Lang lang, Message *out, Error *err)
{
    json_error_t why;
    json_t      *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &why);
    *out = (Message){.json = json, .lang = lang};
    if (json == NULL)
        return error_set(err, lang == LANG_FR ? "pas du JSON : %s" : "not JSON: %s", why.text);
    if (json_is_object(json))
        return true;
    message_free(out);
    return error_set(err, lang == LANG_FR ? "un message est un objet" : "a message is an object");
}

void message_free(Message *message)
{
    json_decref((json_t *)message->json);
    message->json = NULL;
}

static json_t *field(const Message *message, const char *key)
{
    json_t *value = json_object_get(message->json, key);
    return json_is_null(value) ? NULL : value;
}

bool message_has(const Message *message, const char *key) { return field(message, key) != NULL; }

static bool as_text(const Message *message, const char *key, json_t *value, size_t limit,
                    const char **out, Error *err)
{
    const char *text = json_string_value(value);
    size_t      size = json_string_length(value);
    if (text == NULL || strlen(text) != size)
        return wrong(message, key, "a text", "un texte", err);
    if (size >= limit)
        return wrong(message, key, "shorter", "plus court", err);
    *out = text;
    return true;
}

bool message_text(const Message *message, const char *key, size_t limit, const char **out,
                  Error *err)
{
    return as_text(message, key, field(message, key), limit, out, err);
}

bool message_int(const Message *message, const char *key, int64_t min, int64_t max, int64_t *out,
                 Error *err)
{
    json_t *value = field(message, key);
    int64_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < min || number > max) {
        char range[64];
        snprintf(range, sizeof range, "%lld..%lld", (long long)min, (long long)max);
        return wrong(message, key, range, range, err);
    }
    *out = number;
    return true;
}

bool message_bool(const Message *message, const char *key, bool *out, Error *err)
{
    json_t *value = field(message, key);
    if (!json_is_boolean(value))
        return wrong(message, key, "true or false", "vrai ou faux", err);
    *out = json_is_true(value);
    return true;
}

bool message_may_text(const Message *message, const char *key, size_t limit, const char **out,
                      Error *err)
{
    return !message_has(message, key) || message_text(message, key, limit, out, err);
}

bool message_may_int(const Message *message, const char *key, int64_t min, int64_t max,
                     int64_t *out, Error *err)
{
    return !message_has(message, key) || message_int(message, key, min, max, out, err);
}

bool message_may_bool(const Message *message, const char *key, bool *out, Error *err)
{
    return !message_has(message, key) || message_bool(message, key, out, err);
}

bool message_object(const Message *message, const char *key, bool is_needed, Message *out,
                    Error *err)
{
    json_t *value = field(message, key);
    *out = (Message){.json = value, .lang = message->lang};
    if ((value == NULL && !is_needed) || json_is_object(value))
        return true;
    return wrong(message, key, "an object", "un objet", err);
}

bool message_each_pair(const Message *object, PairVisitor *visit, void *user, Error *err)
{
    const char *name;
    json_t     *value;
    json_object_foreach((json_t *)object->json, name, value)
    {
        char        number[32];
        const char *text = number;
        if (json_is_integer(value))
            snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        else if (json_is_boolean(value))
            text = json_is_true(value) ? "on" : "off";
        else if (!as_text(object, name, value, 256, &text, err))
            return false;
        if (!visit(name, text, user, err))
            return false;
    }
    return true;
}

bool message_list(const Message *message, const char *key, int most, Message *out, int *count,
                  Error *err)
{
    json_t *value = field(message, key);
    *out = (Message){.json = value, .lang = message->lang};
    if (!json_is_array(value) || json_array_size(value) > (size_t)most)
        return wrong(message, key, "a list, and not too long", "une liste, pas trop longue", err);
    *count = (int)json_array_size(value);
    return true;
}

bool message_item_object(const Message *list, int index, Message *out, Error *err)
{
    json_t *value = json_array_get(list->json, (size_t)index);
    *out = (Message){.json = value, .lang = list->lang};
    return json_is_object(value) ? true : wrong(list, "[]", "an object", "un objet", err);
}

bool message_item_text(const Message *list, int index, size_t limit, const char **out, Error *err)
{
    return as_text(list, "[]", json_array_get(list->json, (size_t)index), limit, out, err);
}
