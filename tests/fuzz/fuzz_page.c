/* Fuzz target: what a page says. Each line is a message to the hub, after a hello; every message
 * has one answer at most, and every answer is JSON on one line. What would be thought about waits
 * for ever. */
#include "base/json_tree.h"
#include "fuzz/fuzz.h"
#include "fuzz/json_check.h"
#include "page/hub.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int answers;
} Heard;

static void hear(void *sink, const char *text, size_t size)
{
    Heard    *heard = sink;
    Error     err;
    JsonTree *tree = json_tree_read(text, size, &err);
    CHECK(tree != NULL && strlen(text) == size);
    CHECK(json_is_valid(text) && strchr(text, '\n') == NULL);
    if (json_tree_get(tree, "re") != NULL) {
        const JsonTree *error = json_tree_get(tree, "error");
        heard->answers++;
        CHECK((error != NULL) != (json_tree_get(tree, "ok") != NULL));
        CHECK(error == NULL || (json_tree_is(error, TREE_TEXT) && error->size > 0));
    }
    json_tree_delete(tree);
}

static void nothing(void *unused) { (void)unused; }

FUZZ_TARGET(page)
{
    enum { MAX_FUZZED_LINES = 30 };
    Cursor   in = cursor_over(bytes, size);
    Heard    heard = {0};
    Error    err;
    HubSetup setup = {
        .version = "fuzz", .threads = 0, .send = hear, .dismiss = nothing, .wake = nothing};
    Hub *hub = hub_new(&setup, &err);
    CHECK(hub != NULL);
    Page *page = hub_join(hub, &heard, "127.0.0.1");
    CHECK(page != NULL);
    static const char hello[] = "{\"do\":\"hello\",\"n\":0}";
    hub_receive(hub, page, hello, strlen(hello));
    CHECK(heard.answers == 1);
    for (int i = 1; i <= MAX_FUZZED_LINES && cursor_has_more(&in); i++) {
        char *line = cursor_line(&in);
        hub_receive(hub, page, line, strlen(line));
        hub_tick(hub);
        CHECK(heard.answers <= i + 1);
        free(line);
    }
    hub_leave(hub, page);
    hub_delete(hub);
    return 0;
}
