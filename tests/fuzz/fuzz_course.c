/* Fuzz target: what servers and clients of the course's protocol may say. Every line has a meaning;
 * seats are seats, texts are short, of one line and of whole characters; what we write ourselves is
 * read as what it is. */
#include "core/position.h"
#include "fuzz/fuzz.h"
#include "protocol/course.h"

#include <stdlib.h>
#include <string.h>

static void check_word(const char *line)
{
    char text[COURSE_TEXT_SIZE], again[COURSE_TEXT_SIZE];
    course_read_word(line, text);
    CHECK(strnlen(text, sizeof text) < sizeof text);
    for (const char *c = text; *c != '\0'; c++)
        CHECK((unsigned char)*c >= ' ' && *c != 0x7f);
    course_read_word(text, again);
    CHECK(strcmp(text, again) == 0 || strlen(text) == sizeof text - 1);
}

static void check_written(const Game *game, int seat)
{
    CourseLine   read;
    Str          line = {0};
    const Result result = {.is_over = true, .winner = seat};
    course_write_turn(game, seat, &line);
    course_read(game, str_get(&line), &read);
    CHECK(read.kind == COURSE_TURN && read.seat == seat);
    str_clear(&line);
    course_write_end(game, &result, &line);
    course_read(game, str_get(&line), &read);
    CHECK(read.kind == COURSE_END && read.seat == seat);
    str_free(&line);
}

FUZZ_TARGET(course)
{
    Cursor      in = cursor_over(bytes, size);
    const Game *game = cursor_game(&in);
    check_written(game, cursor_choice(&in, 2));
    while (cursor_has_more(&in)) {
        char      *line = cursor_line(&in);
        CourseLine said;
        course_read(game, line, &said);
        CHECK(said.seat >= PLAYER_NONE && said.seat <= 1);
        CHECK((said.kind != COURSE_COLOUR && said.kind != COURSE_TURN) || said.seat >= 0);
        CHECK(said.kind == COURSE_MOVE || said.text[0] == '\0');
        CHECK(strnlen(said.text, sizeof said.text) < sizeof said.text);
        check_word(line);
        free(line);
    }
    return 0;
}
