#include "page/message.h"

#include "base/errors.h"
#include "base/json_tree.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { REQUEST_NAME = 32 };

bool message_refuse_range(const char *key, int64_t least, int64_t most, Error *err)
{
    return error_set(err, ERROR_MESSAGE_RANGE, key, least, most);
}

bool message_refuse_missing(const char *key, Error *err)
{
    return error_set(err, ERROR_MESSAGE_MISSING, key);
}

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

/* ---- one field ---------------------------------------------------------------------------------
 */

static bool read_inside(const JsonTree *object, const Field *field, void *out, Error *err);

static bool read_text(const char *name, const JsonTree *value, int64_t limit, const char **out,
                      Error *err)
{
    if (!json_tree_is(value, TREE_TEXT) || strlen(value->text) != value->size)
        return error_set(err, ERROR_MESSAGE_TEXT, name);
    if ((int64_t)value->size >= limit)
        return error_set(err, ERROR_MESSAGE_SHORTER, name);
    *out = value->text;
    return true;
}

static bool read_int(const char *name, const JsonTree *value, int64_t least, int64_t most,
                     int64_t *out, Error *err)
{
    if (!json_tree_is(value, TREE_NUMBER) || !value->is_whole || value->whole < least ||
        value->whole > most)
        return message_refuse_range(name, least, most, err);
    *out = value->whole;
    return true;
}

static bool read_bool(const char *name, const JsonTree *value, bool *out, Error *err)
{
    if (!json_tree_is(value, TREE_BOOL))
        return error_set(err, ERROR_MESSAGE_BOOL, name);
    *out = value->is_true;
    return true;
}

/* The words as documentation has them: "en/fr". */
static void join_words(const char *const words[], Str *out)
{
    for (int i = 0; words[i] != NULL; i++)
        str_printf(out, "%s%s", i > 0 ? "/" : "", words[i]);
}

static bool read_word(const Field *field, const JsonTree *value, int *out, Error *err)
{
    for (int i = 0; json_tree_is(value, TREE_TEXT) && field->words[i] != NULL; i++)
        if (strcmp(field->words[i], value->text) == 0) {
            *out = i;
            return true;
        }
    Str list = {0};
    join_words(field->words, &list);
    error_set(err, ERROR_MESSAGE_WORD, field->name, str_get(&list));
    str_free(&list);
    return false;
}

static bool read_list(const Field *field, const JsonTree *value, char *out, Error *err)
{
    int *count = (int *)(void *)out;
    if (!json_tree_is(value, TREE_LIST) || value->count < field->least ||
        value->count > field->most)
        return error_set(err, ERROR_MESSAGE_LIST, field->name, field->least, field->most);
    *count = 0;
    for (const JsonTree *item = value->first; item != NULL; item = item->next) {
        if (field->kind == FIELD_TEXTS) {
            TextList *list = (TextList *)(void *)out;
            if (!read_text(field->name, item, (int64_t)field->size, &list->texts[*count], err))
                return false;
        } else if (!json_tree_is(item, TREE_OBJECT)) {
            return error_set(err, ERROR_MESSAGE_AN_OBJECT, field->name);
        } else if (!read_inside(item, field, out + field->items + field->size * (size_t)*count,
                                err)) {
            return false;
        }
        ++*count;
    }
    return true;
}

static bool read_object(const Field *field, const JsonTree *value, char *out, Error *err)
{
    if (!json_tree_is(value, TREE_OBJECT))
        return error_set(err, ERROR_MESSAGE_AN_OBJECT, field->name);
    if (field->kind == FIELD_PAIRS) {
        *(Message *)(void *)out = (Message){.tree = value};
        return true;
    }
    *(bool *)out = true; /* is_given */
    return read_inside(value, field, out, err);
}

static bool read_value(const Field *field, const JsonTree *value, char *out, Error *err)
{
    switch (field->kind) {
    case FIELD_INT:
        return read_int(field->name, value, field->least, field->most, (int64_t *)(void *)out, err);
    case FIELD_BOOL:
        return read_bool(field->name, value, (bool *)out, err);
    case FIELD_TEXT:
        return read_text(field->name, value, field->most, (const char **)(void *)out, err);
    case FIELD_WORD:
        return read_word(field, value, (int *)(void *)out, err);
    case FIELD_PAIRS:
    case FIELD_OBJECT:
        return read_object(field, value, out, err);
    case FIELD_TEXTS:
    case FIELD_LIST:
        break;
    }
    return read_list(field, value, out, err);
}

/* The struct was zeroed: what is no number stays so. */
static void leave_usual(const Field *field, char *out)
{
    if (field->kind == FIELD_INT)
        *(int64_t *)(void *)out = field->usual;
    else if (field->kind == FIELD_BOOL)
        *(bool *)out = field->usual != 0;
    else if (field->kind == FIELD_WORD)
        *(int *)(void *)out = (int)field->usual;
}

/* ---- all fields --------------------------------------------------------------------------------
 */

static bool is_known(const Field fields[], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return true;
    return false;
}

static bool refuse_unknown(const JsonTree *object, const Field fields[], int count,
                           bool is_whole_message, Error *err)
{
    for (const JsonTree *member = object->first; member != NULL; member = member->next) {
        bool is_envelope = strcmp(member->name, "do") == 0 || strcmp(member->name, "n") == 0;
        if (!(is_whole_message && is_envelope) && !is_known(fields, count, member->name))
            return error_set(err, ERROR_MESSAGE_UNKNOWN, member->name);
    }
    return true;
}

static bool read_all(const JsonTree *object, const Field fields[], int count, void *out, Error *err)
{
    for (int i = 0; i < count; i++) {
        const Field    *field = &fields[i];
        const JsonTree *value = json_tree_get(object, field->name);
        char           *member = (char *)out + field->offset;
        if (field->is_optional && (value == NULL || value->kind == TREE_NULL))
            leave_usual(field, member);
        else if (!read_value(field, value, member, err))
            return false;
    }
    return true;
}

static bool read_inside(const JsonTree *object, const Field *field, void *out, Error *err)
{
    return refuse_unknown(object, field->inside, field->inside_count, false, err) &&
           read_all(object, field->inside, field->inside_count, out, err);
}

bool message_read(const Message *message, const Field fields[], int count, void *out, Error *err)
{
    return refuse_unknown(message->tree, fields, count, true, err) &&
           read_all(message->tree, fields, count, out, err);
}

bool message_number(const Message *message, int64_t *out, Error *err)
{
    const int64_t most = INT64_C(1) << 53; /* what JavaScript counts exactly */
    return read_int("n", json_tree_get(message->tree, "n"), -most, most, out, err);
}

bool message_what(const Message *message, const char **out, Error *err)
{
    return read_text("do", json_tree_get(message->tree, "do"), REQUEST_NAME, out, err);
}

bool message_each_pair(const Message *object, PairVisitor *visit, void *user, Error *err)
{
    assert(object->tree != NULL);
    for (const JsonTree *value = object->tree->first; value != NULL; value = value->next) {
        char        number[32];
        const char *text = number;
        if (value->kind == TREE_NUMBER && value->is_whole)
            snprintf(number, sizeof number, "%lld", (long long)value->whole);
        else if (value->kind == TREE_BOOL)
            text = value->is_true ? "on" : "off";
        else if (!read_text(value->name, value, 256, &text, err))
            return false;
        if (!visit(value->name, text, user, err))
            return false;
    }
    return true;
}

/* ---- for readers -------------------------------------------------------------------------------
 */

static void describe_range(int64_t least, int64_t most, Str *out)
{
    str_printf(out, " %lld..", (long long)least);
    if (most != INT64_MAX)
        str_printf(out, "%lld", (long long)most);
}

static void describe_inside(const Field *field, Str *out)
{
    str_text(out, " {");
    for (int i = 0; i < field->inside_count; i++) {
        str_text(out, i > 0 ? ", " : "");
        field_describe(&field->inside[i], out);
    }
    str_text(out, "}");
}

void field_describe(const Field *field, Str *out)
{
    str_printf(out, "`%s`%s", field->name, field->is_optional ? "?" : "");
    switch (field->kind) {
    case FIELD_INT:
        describe_range(field->least, field->most, out);
        if (field->is_optional && field->usual >= field->least)
            str_printf(out, " (%lld)", (long long)field->usual);
        break;
    case FIELD_BOOL:
        str_printf(out, " true/false (%s)", field->usual != 0 ? "true" : "false");
        break;
    case FIELD_TEXT:
        str_printf(out, " text < %lld", (long long)field->most);
        break;
    case FIELD_WORD:
        str_char(out, ' ');
        join_words(field->words, out);
        break;
    case FIELD_PAIRS:
        str_text(out, " {name: value}");
        break;
    case FIELD_OBJECT:
        describe_inside(field, out);
        break;
    case FIELD_TEXTS:
    case FIELD_LIST:
        describe_range(field->least, field->most, out);
        str_text(out, " of");
        if (field->kind == FIELD_TEXTS)
            str_printf(out, " text < %zu", field->size);
        else
            describe_inside(field, out);
        break;
    }
}
