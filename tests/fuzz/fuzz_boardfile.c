/* Fuzz target: board files. A digit for the game, one for the side to move, then the file. */
#include "core/formats/boardfile.h"
#include "fuzz/laws.h"

#include <stdlib.h>
#include <string.h>

static void check_round_trip(const Record *record, int turn)
{
    Str    text = {0}, again_text = {0};
    Record again;
    CHECK(boardfile_format(record, &text, NULL));
    CHECK(boardfile_parse(str_get(&text), record->game, turn, &again, NULL));
    CHECK(boardfile_format(&again, &again_text, NULL));
    CHECK(strcmp(str_get(&text), str_get(&again_text)) == 0);
    record_free(&again);
    str_free(&again_text);
    str_free(&text);
}

FUZZ_TARGET(boardfile)
{
    Cursor      in = cursor_over(bytes, size);
    const Game *game = cursor_game(&in);
    int         turn = cursor_choice(&in, 2);
    char       *text = cursor_rest(&in);
    Record      record;
    Error       err = {0};
    if (boardfile_parse(text, game, turn, &record, &err)) {
        check_round_trip(&record, turn);
        law_record(&record);
        record_free(&record);
    } else {
        fuzz_check_error(&err);
    }
    free(text);
    return 0;
}
