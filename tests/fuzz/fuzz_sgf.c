/* Fuzz target: SGF, as many games as the text holds. */
#include "core/formats/sgf.h"
#include "fuzz/laws.h"

#include <stdlib.h>
#include <string.h>

static void check_round_trip(const Record *record)
{
    Str    text = {0}, again_text = {0};
    Record again;
    CHECK(sgf_format(record, &text, NULL));
    const char *at = str_get(&text);
    CHECK(sgf_parse(&at, &again, NULL));
    CHECK(*at == '\0');
    CHECK(sgf_format(&again, &again_text, NULL));
    CHECK(strcmp(str_get(&text), str_get(&again_text)) == 0);
    record_free(&again);
    str_free(&again_text);
    str_free(&text);
}

FUZZ_TARGET(sgf)
{
    Cursor      in = cursor_over(bytes, size);
    char       *text = cursor_rest(&in);
    const char *at = text;
    Record      record;
    Error       err = {0};
    while (sgf_parse(&at, &record, &err)) {
        check_round_trip(&record);
        law_record(&record);
        record_free(&record);
    }
    fuzz_check_error(&err);
    CHECK(at <= text + strlen(text));
    free(text);
    return 0;
}
