#include "page/message.h"

#include "base/errors.h"
#include "base/json_tree.h"

#include <stdio.h>
#include <string.h>

static const Text a_text = TEXT("a text", "un texte"), shorter = TEXT("shorter", "plus court"),
                  a_bool = TEXT("true or false", "vrai ou faux"),
                  an_object = TEXT("an object", "un objet"),
                  a_list = TEXT("a list, and not too long", "une liste, pas trop longue");

static bool wrong(const char *key, const Text *what, Error *err)
{
    return error_set(err, ERROR_MESSAGE_FIELD, key, what);
}

bool message_parse(const char *text, size_t size, Lang lang, Message *out, Error *err)
{
    Error     why;
    JsonTree *tree = json_tree_read(text, size, &why);
    *out = (Message){.tree = tree, .lang = lang};
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
        return wrong(key, &a_text, err);
    if (value->size >= limit)
        return wrong(key, &shorter, err);
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
        return wrong(key, &a_bool, err);
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
    *out = (Message){.tree = value, .lang = message->lang};
    if ((value == NULL && !is_needed) || json_tree_is(value, TREE_OBJECT))
        return true;
    return wrong(key, &an_object, err);
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
    *out = (Message){.tree = value, .lang = message->lang};
    if (!json_tree_is(value, TREE_LIST) || value->count > most)
        return wrong(key, &a_list, err);
    *count = value->count;
    return true;
}

bool message_item_object(const Message *list, int index, Message *out, Error *err)
{
    const JsonTree *value = json_tree_at(list->tree, index);
    *out = (Message){.tree = value, .lang = list->lang};
    return json_tree_is(value, TREE_OBJECT) ? true : wrong("[]", &an_object, err);
}

bool message_item_text(const Message *list, int index, size_t limit, const char **out, Error *err)
{
    return as_text("[]", json_tree_at(list->tree, index), limit, out, err);
}
