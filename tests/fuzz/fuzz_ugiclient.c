/* Fuzz target: what a program may say to the match runner in UGI. Every line has a meaning; scores
 * are scores, texts are short and of one line. */
#include "fuzz/fuzz.h"
#include "protocol/ugi_client.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TARGET(ugiclient)
{
    Cursor in = cursor_over(bytes, size);
    while (cursor_has_more(&in)) {
        char     *line = cursor_line(&in);
        UgiAnswer said;
        ugi_client_read(line, &said);
        CHECK(strnlen(said.text, sizeof said.text) < sizeof said.text);
        CHECK(!said.has_score || (said.kind == UGI_INFO && abs(said.score) <= SCORE_MATE));
        CHECK(said.kind != UGI_MOVE || strchr(said.text, ' ') == NULL);
        CHECK(said.kind != UGI_OTHER || said.text[0] == '\0');
        free(line);
    }
    return 0;
}
