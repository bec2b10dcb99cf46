/* Fuzz target: the JSON writer. Each line of the input is written as a key, a value and an element
 * of a list; what comes out must be valid JSON and valid UTF-8, on one line. */
#include "base/json.h"
#include "fuzz/fuzz.h"
#include "fuzz/json_check.h"

#include <stdlib.h>
#include <string.h>

static void add_line(Json *json, const char *line)
{
    double  number = 0;
    int64_t whole = 0;
    size_t  size = strlen(line);
    memcpy(&number, line, size < sizeof number ? size : sizeof number);
    memcpy(&whole, line, size < sizeof whole ? size : sizeof whole);
    json_object(json, NULL);
    json_string(json, line, line);
    json_double(json, "double", number, (int)(size % 4));
    json_int(json, "int", whole);
    json_bool(json, "empty", size == 0);
    json_end_object(json);
    json_string(json, NULL, line);
}

FUZZ_TARGET(json)
{
    Cursor in = cursor_over(bytes, size);
    Str    out = {0};
    Json   json = json_to(&out);
    json_array(&json, NULL);
    while (cursor_has_more(&in)) {
        char *line = cursor_line(&in);
        add_line(&json, line);
        free(line);
    }
    json_end_array(&json);
    CHECK(json_is_valid(str_get(&out)));
    CHECK(strchr(str_get(&out), '\n') == NULL);
    str_free(&out);
    return 0;
}
