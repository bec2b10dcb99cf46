/* Fuzz target: game records, as many as the text holds. */
#include "core/formats/sgf.h"
#include "fuzz/laws.h"

#include <stdlib.h>
#include <string.h>

static int count_lines(const char *from, const char *to)
{
    int count = 0;
    for (; from < to; from++)
        count += *from == '\n';
    return count;
}

static void check_same_start(const Record *a, const Record *b)
{
    size_t size = a->game->pos_size;
    void  *pos_a = fuzz_alloc(size), *pos_b = fuzz_alloc(size);
    CHECK(a->game == b->game);
    CHECK(record_start_position(a, pos_a, NULL) && record_start_position(b, pos_b, NULL));
    CHECK(memcmp(pos_a, pos_b, size) == 0);
    free(pos_b);
    free(pos_a);
}

/* Through SGF, where the game has it, start, moves and result come back. */
static void check_sgf(const Record *record)
{
    Str    text = {0};
    Record again;
    if (sgf_format(record, &text, NULL)) {
        const char *at = str_get(&text);
        CHECK(sgf_parse(&at, &again, NULL));
        check_same_start(record, &again);
        CHECK(again.move_count == record->move_count);
        for (int i = 0; i < again.move_count; i++)
            CHECK(again.moves[i].move == record->moves[i].move);
        CHECK(again.result.is_over == record->result.is_over);
        CHECK(again.result.winner == record->result.winner);
        record_free(&again);
    }
    str_free(&text);
}

FUZZ_TARGET(record)
{
    Cursor      in = cursor_over(bytes, size);
    char       *text = cursor_rest(&in);
    const char *at = text;
    int         line = 1;
    while (record_skip_blank(&at, &line)) {
        Record      record;
        Error       err = {0};
        const char *before = at;
        bool        ok = record_parse(&at, &line, &record, &err);
        CHECK(at >= before + ok && line == 1 + count_lines(text, at));
        if (!ok) {
            fuzz_check_error(&err);
            CHECK(strncmp(error_words(&err, LANG_EN), "line ", 5) == 0);
            break;
        }
        law_record(&record);
        check_sgf(&record);
        record_free(&record);
    }
    free(text);
    return 0;
}
