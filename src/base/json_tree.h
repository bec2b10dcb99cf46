/* base/json_tree.h -- reads JSON (RFC 8259) strictly into a tree. base/json.h writes it. */
#pragma once
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { TREE_NULL, TREE_BOOL, TREE_NUMBER, TREE_TEXT, TREE_LIST, TREE_OBJECT } TreeKind;

typedef struct JsonTree {
    TreeKind         kind;
    bool             is_true;
    bool             is_whole; /* a number without fraction or exponent that fits `whole` */
    int64_t          whole;
    double           number;
    char            *name; /* of a member of an object; owned */
    char            *text; /* UTF-8, owned; may hold NULs: `size` counts */
    size_t           size;
    int              count;        /* of members or elements */
    struct JsonTree *first, *next; /* child; brother */
} JsonTree;

enum { JSON_DEEPEST = 64 };

/* One value and blanks around it. An object has no name twice. NULL and *err; the caller deletes
 * it.
 */
JsonTree *json_tree_read(const char *text, size_t size, Error *err);
void      json_tree_delete(JsonTree *tree); /* NULL is fine */

/* The member of that name, the element of that number; NULL where there is none, or `tree` is NULL
 * or nothing of that kind. */
const JsonTree *json_tree_get(const JsonTree *tree, const char *name);
const JsonTree *json_tree_at(const JsonTree *tree, int index);

/* NULL is of no kind. */
static inline bool json_tree_is(const JsonTree *tree, TreeKind kind)
{
    return tree != NULL && tree->kind == kind;
}
