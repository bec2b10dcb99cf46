/* Fuzz target: a session of the Gomocup protocol. Searches are made short; every line that is sent
 * is one line, and every line that is taken brings one answer at most. */
#include "fuzz/fuzz.h"
#include "protocol/pbrain.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void hear(const char *line, void *user)
{
    int *answers = user;
    CHECK(strchr(line, '\n') == NULL);
    CHECK(line[0] != '\0');
    *answers += strncmp(line, "MESSAGE ", 8) != 0;
}

/* Long searches, large tables and many threads are the user's own wish, and slow. */
static bool is_slow(const char *line)
{
    while (*line == ' ' || *line == '\t')
        line++;
    return strncasecmp(line, "INFO", 4) == 0 && strcasestr(line, "rule") == NULL &&
           strcasestr(line, "left") == NULL && strcasestr(line, "depth") == NULL;
}

FUZZ_TARGET(pbrain)
{
    enum { MAX_FUZZED_LINES = 60 };
    Cursor  in = cursor_over(bytes, size);
    int     answers = 0;
    Pbrain *brain = pbrain_new("0", hear, &answers);
    CHECK(brain != NULL);
    pbrain_take(brain, "INFO timeout_turn 0");
    pbrain_take(brain, "INFO max_node 20");
    pbrain_take(brain, "INFO hash_size 1024");
    bool goes_on = true;
    for (int i = 0; goes_on && i < MAX_FUZZED_LINES && cursor_has_more(&in); i++) {
        char *line = cursor_line(&in);
        int   before = answers;
        goes_on = is_slow(line) || pbrain_take(brain, line);
        pbrain_finish(brain);
        CHECK(answers <= before + 1);
        free(line);
    }
    pbrain_delete(brain);
    return 0;
}
