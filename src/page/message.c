#include "page/message.h"

#include "base/errors.h"
#include "base/json_tree.h"

#include <stdio.h>
#include <string.h>

bool message_parse(const char *text, size_t size, Message *out, Error *err)
{
    Error     why;
    JsonTree *tree = json_tree_read(text, size, &why);
    *out = (Message){.tree = tree};
    if (tree == NULL)
        return error_set(err, ERROR_MESSAGE_JSON, &why);
    if (tree->kind == TREE_OBJECT)
        return true;
    message_free(out);
    return error_set(err, ERROR_MESSAGE_OBJECT);
}

void message_free(Message *message)
{
    json_tree_delete((JsonTree *)message->tree);
    message->tree = NULL;
}

static const JsonTree *field(const Message *message, const char *key)
{
    const JsonTree *value = json_tree_get(message->tree, key);
    return json_tree_is(value, TREE_NULL) ? NULL : value;
}

bool message_has(const Message *message, const char *key) { return field(message, key) != NULL; }

static bool as_text(const char *key, const JsonTree *value, size_t limit, const char **out,
                    Error *err)
{
    if (!json_tree_is(value, TREE_TEXT) || strlen(value->text) != value->size)
        return error_set(err, ERROR_MESSAGE_TEXT, key);
    if (value->size >= limit)
        return error_set(err, ERROR_MESSAGE_SHORTER, key);
    *out = value->text;
    return true;
}

bool message_text(const Message *message, const char *key, size_t limit, const char **out,
                  Error *err)
{
    return as_text(key, field(message, key), limit, out, err);
}

bool message_int(const Message *message, const char *key, int64_t min, int64_t max, int64_t *out,
                 Error *err)
{
    const JsonTree *value = field(message, key);
    if (!json_tree_is(value, TREE_NUMBER) || !value->is_whole || value->whole < min ||
        value->whole > max)
        return error_set(err, ERROR_MESSAGE_RANGE, key, min, max);
    *out = value->whole;
    return true;
}

bool message_bool(const Message *message, const char *key, bool *out, Error *err)
{
    const JsonTree *value = field(message, key);
    if (!json_tree_is(value, TREE_BOOL))
        return error_set(err, ERROR_MESSAGE_BOOL, key);
    *out = value->is_true;
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
    const JsonTree *value = field(message, key);
    *out = (Message){.tree = value};
    if ((value == NULL && !is_needed) || json_tree_is(value, TREE_OBJECT))
        return true;
    return error_set(err, ERROR_MESSAGE_AN_OBJECT, key);
}

bool message_each_pair(const Message *object, PairVisitor *visit, void *user, Error *err)
{
    for (const JsonTree *value = object->tree->first; value != NULL; value = value->next) {
        char        number[32];
        const char *text = number;
        if (value->kind == TREE_NUMBER && value->is_whole)
            snprintf(number, sizeof number, "%lld", (long long)value->whole);
        else if (value->kind == TREE_BOOL)
            text = value->is_true ? "on" : "off";
        else if (!as_text(value->name, value, 256, &text, err))
            return false;
        if (!visit(value->name, text, user, err))
            return false;
    }
    return true;
}

bool message_list(const Message *message, const char *key, int most, Message *out, int *count,
                  Error *err)
{
    const JsonTree *value = field(message, key);
    *out = (Message){.tree = value};
    if (!json_tree_is(value, TREE_LIST) || value->count > most)
        return error_set(err, ERROR_MESSAGE_LIST, key);
    *count = value->count;
    return true;
}

bool message_item_object(const Message *list, int index, Message *out, Error *err)
{
    const JsonTree *value = json_tree_at(list->tree, index);
    *out = (Message){.tree = value};
    return json_tree_is(value, TREE_OBJECT) ? true : error_set(err, ERROR_MESSAGE_AN_OBJECT, "[]");
}

bool message_item_text(const Message *list, int index, size_t limit, const char **out, Error *err)
{
    return as_text("[]", json_tree_at(list->tree, index), limit, out, err);
}
