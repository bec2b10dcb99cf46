/* page/message.h -- what a page asks for, as JSON: read field by field.
 * All that knows the JSON library is behind this. */
#pragma once
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An object, or one inside it; borrowed from the message that message_parse made. */
typedef struct {
    const struct JsonTree *tree;
} Message;

/* One object and nothing else. The caller frees it. */
bool message_parse(const char *text, size_t size, Message *out, Error *err);
void message_free(Message *message);

bool message_has(const Message *message, const char *key); /* and is not null */

/* Texts have no NUL inside, are shorter than `limit` bytes, and live as long as the message. */
bool message_text(const Message *message, const char *key, size_t limit, const char **out,
                  Error *err);
bool message_int(const Message *message, const char *key, int64_t min, int64_t max, int64_t *out,
                 Error *err);
bool message_bool(const Message *message, const char *key, bool *out, Error *err);

/* The same, but *out stays as it is where the field is missing. */
bool message_may_text(const Message *message, const char *key, size_t limit, const char **out,
                      Error *err);
bool message_may_int(const Message *message, const char *key, int64_t min, int64_t max,
                     int64_t *out, Error *err);
bool message_may_bool(const Message *message, const char *key, bool *out, Error *err);

/* An object in a field; a NULL tree where it is missing and may be. */
bool message_object(const Message *message, const char *key, bool is_needed, Message *out,
                    Error *err);

/* Each pair of an object, whose values are texts, numbers or booleans, as text. The visitor's false
 * ends it. */
typedef bool PairVisitor(const char *name, const char *value, void *user, Error *err);
bool         message_each_pair(const Message *object, PairVisitor *visit, void *user, Error *err);

/* A list: how many it has, and its elements. */
bool message_list(const Message *message, const char *key, int most, Message *out, int *count,
                  Error *err);
bool message_item_object(const Message *list, int index, Message *out, Error *err);
bool message_item_text(const Message *list, int index, size_t limit, const char **out, Error *err);
