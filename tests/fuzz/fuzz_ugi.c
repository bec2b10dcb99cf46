/* Fuzz target: a session of the engine protocol. Searches are made short; every line that is sent
 * is one line, and every search ends with one move. */
#include "fuzz/fuzz.h"
#include "protocol/ugi.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int moves;
} Heard;

static void hear(const char *line, void *user)
{
    Heard *heard = user;
    CHECK(strchr(line, '\n') == NULL);
    heard->moves += strncmp(line, "bestmove ", 9) == 0;
}

FUZZ_TARGET(ugi)
{
    Cursor in = cursor_over(bytes, size);
    char  *text = cursor_rest(&in);
    Heard  heard = {0};
    Ugi   *ugi = ugi_new(game_find("tictactoe"), hear, &heard);
    int    lines = 0;
    CHECK(ugi != NULL);
    bool goes_on = true;
    for (char *line = text; goes_on && line != NULL && lines < 40; lines++) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        /* Large tables and many threads are the user's own wish, and slow. */
        bool is_slow = strstr(line, "ash") != NULL || strstr(line, "hreads") != NULL ||
                       strstr(line, "layer") != NULL || strstr(line, "earcher") != NULL;
        if (strstr(line, "go") != NULL) {
            int before = heard.moves;
            ugi_take(ugi, strstr(line, "inf") != NULL ? "go infinite" : "go nodes 20");
            ugi_finish(ugi);
            CHECK(heard.moves <= before + 1);
        } else if (!is_slow) {
            goes_on = ugi_take(ugi, line);
        }
        line = end != NULL ? end + 1 : NULL;
    }
    ugi_delete(ugi);
    free(text);
    return 0;
}
