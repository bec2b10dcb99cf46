/* Fuzz target: commands without a shell. Words that were split, quoted again, are the same words.
 */
#include "base/str.h"
#include "fuzz/fuzz.h"
#include "opponent/command_line.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TARGET(commandline)
{
    Cursor      in = cursor_over(bytes, size);
    char       *text = cursor_rest(&in);
    CommandLine line, again;
    Error       err;
    Str         quoted = {0};
    if (command_line_split(text, &line, &err)) {
        CHECK(line.count >= 1 && line.count <= COMMAND_WORDS);
        CHECK(line.words[line.count] == NULL);
        for (int i = 0; i < line.count; i++) {
            str_char(&quoted, ' ');
            command_line_add_word(line.words[i], &quoted);
        }
        CHECK(command_line_split(str_get(&quoted), &again, &err));
        CHECK(again.count == line.count);
        for (int i = 0; i < line.count; i++)
            CHECK(strcmp(again.words[i], line.words[i]) == 0);
        command_line_free(&again);
        command_line_free(&line);
    } else {
        fuzz_check_error(&err);
    }
    str_free(&quoted);
    free(text);
    return 0;
}
