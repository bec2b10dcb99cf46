/* page/requests.h -- all that a page can ask for: a row a request. docs/dev/page-protocol.md is
 * checked against these rows. */
#pragma once
#include "page/message.h"

struct Request;

/* Each row stands beside its handler and the struct that its fields are read into. */
typedef struct {
    const char  *name; /* "do" */
    const Field *fields;
    int          field_count;
    size_t       size;   /* of the struct, at most MAX_REQUEST */
    const char  *answer; /* names of the answer's fields, '?' behind those that may be missing */
    bool (*run)(struct Request *request, const void *fields, Error *err);
} RequestKind;

enum { MAX_REQUEST = 512, GAME_NAME_LIMIT = 40, POSITION_LIMIT = 4096 };

#define REQUEST_ROW(name_, Fields, answer_)                                                        \
    const RequestKind request_##name_ = {                                                          \
        #name_, name_##_fields, FIELD_COUNT(name_##_fields), sizeof(Fields), answer_, run_##name_, \
    };                                                                                             \
    _Static_assert(sizeof(Fields) <= MAX_REQUEST, "the fields of " #name_)
#define REQUEST_WITHOUT_FIELDS(name_, answer_)                                                     \
    const RequestKind request_##name_ = {#name_, NULL, 0, 0, answer_, run_##name_}

/* In the order of the documentation. */
#define REQUESTS(REQUEST)                                                                          \
    REQUEST(hello)                                                                                 \
    REQUEST(lang)                                                                                  \
    REQUEST(games)                                                                                 \
    REQUEST(new)                                                                                   \
    REQUEST(open)                                                                                  \
    REQUEST(close)                                                                                 \
    REQUEST(delete)                                                                                \
    REQUEST(tidy)                                                                                  \
    REQUEST(play)                                                                                  \
    REQUEST(undo)                                                                                  \
    REQUEST(redo)                                                                                  \
    REQUEST(jump)                                                                                  \
    REQUEST(resume)                                                                                \
    REQUEST(go)                                                                                    \
    REQUEST(resign)                                                                                \
    REQUEST(offer_draw)                                                                            \
    REQUEST(rematch)                                                                               \
    REQUEST(seats)                                                                                 \
    REQUEST(hint)                                                                                  \
    REQUEST(analyse)                                                                               \
    REQUEST(scores)                                                                                \
    REQUEST(playouts)                                                                              \
    REQUEST(explain)                                                                               \
    REQUEST(review)                                                                                \
    REQUEST(look)                                                                                  \
    REQUEST(lab)                                                                                   \
    REQUEST(tree)                                                                                  \
    REQUEST(export)                                                                                \
    REQUEST(import)                                                                                \
    REQUEST(tournaments)                                                                           \
    REQUEST(standings)                                                                             \
    REQUEST(watch)                                                                                 \
    REQUEST(puzzle)                                                                                \
    REQUEST(puzzle_try)

size_t             request_count(void);
const RequestKind *request_at(size_t index);
const RequestKind *request_find(const char *name); /* NULL: there is none */

/* Many requests are about one game and nothing else. */
typedef struct {
    int64_t id;
} GameFields;

#define GAME_ID(type) MUST_INT(type, id, 1, INT64_MAX)
