/* Fuzz target: the game inside the page. Each line is a request; every answer is JSON on one line,
 * a state or an error. */
#include "base/json_tree.h"
#include "fuzz/fuzz.h"
#include "fuzz/json_check.h"
#include "page/wasm/page.h"

#include <stdlib.h>
#include <string.h>

static void check_answer(const Str *answer)
{
    Error     err;
    JsonTree *tree = json_tree_read(str_get(answer), answer->size, &err);
    CHECK(tree != NULL && json_is_valid(str_get(answer)) && strchr(str_get(answer), '\n') == NULL);
    CHECK((json_tree_get(tree, "error") != NULL) != (json_tree_get(tree, "cells") != NULL));
    json_tree_delete(tree);
}

FUZZ_TARGET(pagegame)
{
    enum { MAX_FUZZED_LINES = 30 };
    Cursor    in = cursor_over(bytes, size);
    LocalGame page = {0};
    for (int i = 0; i < MAX_FUZZED_LINES && cursor_has_more(&in); i++) {
        char *line = cursor_line(&in);
        Str   answer = {0};
        /* A machine may be told to think for half a minute: that is the searchers' own target. */
        if (strstr(line, "reply") == NULL || strstr(line, "level") != NULL)
            page_ask(&page, line, strlen(line), &answer);
        else
            str_text(&answer, "{\"error\":\"\"}");
        check_answer(&answer);
        str_free(&answer);
        free(line);
    }
    page_close(&page);
    return 0;
}
