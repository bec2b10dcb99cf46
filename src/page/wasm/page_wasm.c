/* What the page's module lets JavaScript call: memory for the request, and the request. */
#include "page/wasm/page.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static LocalGame page;
static Str       answer;
static char     *request;

/* Memory for a request of so many bytes, in place of the last one's; NULL: there is none. */
EXPORT(page_room) char *page_room(size_t size);
char *page_room(size_t size)
{
    free(request);
    request = malloc(size);
    return request;
}

/* Answers the request; the text stands until the next one. */
EXPORT(page_answer) const char *page_answer(size_t size);
const char *page_answer(size_t size)
{
    str_clear(&answer);
    page_ask(&page, request, size, &answer);
    return str_get(&answer);
}
