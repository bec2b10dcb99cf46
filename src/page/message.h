/* page/message.h -- what a page asks for, as JSON. A table of fields says what a message may hold;
 * it is read into a struct in one call, and what the table does not allow is refused. All that
 * knows the JSON library is behind this. */
#pragma once
#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An object, or one inside it; borrowed from the message that message_parse made. */
typedef struct {
    const struct JsonTree *tree; /* NULL: a field that was not there */
} Message;

/* ---- fields ---- */
/* Each kind with the member of the struct that it is read into. */
typedef enum {
    FIELD_INT,    /* int64_t, least..most */
    FIELD_BOOL,   /* bool */
    FIELD_TEXT,   /* const char *, shorter than `most` bytes, no NUL inside; the message's own */
    FIELD_WORD,   /* int: the index of one of `words` */
    FIELD_PAIRS,  /* Message: an object for message_each_pair */
    FIELD_OBJECT, /* a struct with the fields `inside`, whose first member is `bool is_given` */
    FIELD_TEXTS,  /* TextList: least..most texts, each shorter than `size` bytes */
    FIELD_LIST,   /* struct {int count; Item items[most];}, least..most objects with the fields
                     `inside`, read into items of `size` bytes that begin at `items` */
} FieldKind;

typedef struct Field {
    const char         *name;
    FieldKind           kind;
    bool                is_optional; /* null counts as missing */
    int64_t             least, most;
    int64_t             usual; /* of a missing number, truth value or word; texts are NULL then */
    const char *const  *words; /* NULL-terminated */
    const struct Field *inside;
    int                 inside_count;
    size_t              offset; /* of the member in the struct */
    size_t              size, items;
} Field;

enum { MAX_TEXTS = 8 };

typedef struct {
    int         count;
    const char *texts[MAX_TEXTS];
} TextList;

/* Rows of a table, whose struct member has the field's name. A member of another type is an error
 * of the compiler. */
#define FIELD_MEMBER(type, member, of) _Generic(((type *)0)->member, of : offsetof(type, member))
#define MUST_INT(type, field, low, high)                                                           \
    {                                                                                              \
        .name = #field, .kind = FIELD_INT, .least = (low), .most = (high),                         \
        .offset = FIELD_MEMBER(type, field, int64_t)                                               \
    }
#define MAY_INT(type, field, low, high, missing)                                                   \
    {                                                                                              \
        .name = #field, .kind = FIELD_INT, .is_optional = true, .least = (low), .most = (high),    \
        .usual = (missing), .offset = FIELD_MEMBER(type, field, int64_t)                           \
    }
#define MAY_BOOL(type, field, missing)                                                             \
    {                                                                                              \
        .name = #field, .kind = FIELD_BOOL, .is_optional = true, .usual = (missing),               \
        .offset = FIELD_MEMBER(type, field, bool)                                                  \
    }
#define MUST_TEXT(type, field, limit)                                                              \
    {                                                                                              \
        .name = #field, .kind = FIELD_TEXT, .most = (limit),                                       \
        .offset = FIELD_MEMBER(type, field, const char *)                                          \
    }
#define MAY_TEXT(type, field, limit)                                                               \
    {                                                                                              \
        .name = #field, .kind = FIELD_TEXT, .is_optional = true, .most = (limit),                  \
        .offset = FIELD_MEMBER(type, field, const char *)                                          \
    }
#define MUST_WORD(type, field, list)                                                               \
    {                                                                                              \
        .name = #field, .kind = FIELD_WORD, .words = (list),                                       \
        .offset = FIELD_MEMBER(type, field, int)                                                   \
    }
#define MAY_WORD(type, field, list, missing)                                                       \
    {                                                                                              \
        .name = #field, .kind = FIELD_WORD, .is_optional = true, .words = (list),                  \
        .usual = (missing), .offset = FIELD_MEMBER(type, field, int)                               \
    }
#define MAY_PAIRS(type, field)                                                                     \
    {                                                                                              \
        .name = #field, .kind = FIELD_PAIRS, .is_optional = true,                                  \
        .offset = FIELD_MEMBER(type, field, Message)                                               \
    }
#define MAY_OBJECT(type, field, rows)                                                              \
    {                                                                                              \
        .name = #field, .kind = FIELD_OBJECT, .is_optional = true, .inside = (rows),               \
        .inside_count = FIELD_COUNT(rows), .offset = offsetof(type, field)                         \
    }
#define MUST_TEXTS(type, field, low, high, limit)                                                  \
    {                                                                                              \
        .name = #field, .kind = FIELD_TEXTS, .least = (low), .most = (high), .size = (limit),      \
        .offset = FIELD_MEMBER(type, field, TextList)                                              \
    }
#define LIST_ROW(type, field, low, high, rows)                                                     \
    .name = #field, .kind = FIELD_LIST, .least = (low), .most = (high), .inside = (rows),          \
    .inside_count = FIELD_COUNT(rows), .offset = offsetof(type, field),                            \
    .size = sizeof((type *)0)->field.items[0],                                                     \
    .items = offsetof(type, field.items) - offsetof(type, field)
#define MUST_LIST(type, field, low, high, rows)                                                    \
    {                                                                                              \
        LIST_ROW(type, field, low, high, rows)                                                     \
    }
#define MAY_LIST(type, field, low, high, rows)                                                     \
    {                                                                                              \
        LIST_ROW(type, field, low, high, rows), .is_optional = true                                \
    }
#define FIELD_COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

/* How documentation writes the row: "`ply` 0..2000", "`as` record/sgf/position/moves". */
void field_describe(const Field *field, Str *out);

/* ---- messages ---- */
/* One object and nothing else. The caller frees it. */
bool message_parse(const char *text, size_t size, Message *out, Error *err);
void message_free(Message *message);

/* Fills the struct: each field of the table, or what a missing one means. False and *err where one
 * is missing that must be there, is of another kind or out of range, or is not in the table: only
 * "do" and "n" may stand beside it. */
bool message_read(const Message *message, const Field fields[], int count, void *out, Error *err);

/* The two fields of every request. */
bool message_number(const Message *message, int64_t *out, Error *err);   /* n */
bool message_what(const Message *message, const char **out, Error *err); /* do */

/* "'ply' must be 0..7", for what no table can know. They return false. */
bool message_refuse_range(const char *key, int64_t least, int64_t most, Error *err);
bool message_refuse_missing(const char *key, Error *err);

/* Each pair of an object, whose values are texts, numbers or booleans, as text. The visitor's false
 * ends it. */
typedef bool PairVisitor(const char *name, const char *value, void *user, Error *err);
bool         message_each_pair(const Message *object, PairVisitor *visit, void *user, Error *err);
