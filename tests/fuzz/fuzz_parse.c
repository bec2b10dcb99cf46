/* Fuzz target: numbers, seconds and words. The first line is read as each, the rest as words. */
#include "base/parse.h"
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void try_int(const char *text, int64_t min, int64_t max)
{
    enum { UNTOUCHED = 77 };
    int64_t value = UNTOUCHED, again;
    Error   err = {0};
    char    back[32];
    if (!parse_int("number", text, min, max, &value, &err)) {
        CHECK(value == UNTOUCHED);
        fuzz_check_error(&err);
        return;
    }
    CHECK(value >= min && value <= max);
    CHECK(strspn(text, "-0123456789") == strlen(text));
    snprintf(back, sizeof back, "%lld", (long long)value);
    CHECK(parse_int("number", back, min, max, &again, NULL) && again == value);
}

static void try_seconds(const char *text, double min, double max)
{
    int64_t us = -1, again = -1;
    Error   err = {0};
    char    back[32];
    if (!parse_seconds("time", text, min, max, &us, &err)) {
        CHECK(us == -1);
        fuzz_check_error(&err);
        return;
    }
    CHECK((double)us >= min * 1e6 - 1 && (double)us <= max * 1e6);
    CHECK(strspn(text, ".0123456789") == strlen(text) && strpbrk(text, "0123456789") != NULL);
    snprintf(back, sizeof back, "%lld.%06lld", (long long)us / 1000000, (long long)us % 1000000);
    CHECK(parse_seconds("time", back, 0, max, &again, NULL) && again == us);
}

static void try_duration(const char *text, double min, double max)
{
    int64_t us = -1, bare = -1;
    Error   err = {0};
    if (!parse_duration("time", text, min, max, &us, &err)) {
        CHECK(us == -1);
        fuzz_check_error(&err);
        return;
    }
    CHECK((double)us >= min * 1e6 - 1 && (double)us <= max * 1e6);
    if (parse_seconds("time", text, min, max, &bare, NULL))
        CHECK(bare == us);
}

/* A word is all that stands between blanks, or its front and "…" where that is too much. */
static void check_word(const char *word, size_t capacity, const char *from, size_t length)
{
    static const char mark[] = "…";
    size_t            cut = capacity - sizeof mark;
    if (length < capacity)
        CHECK(strlen(word) == length && memcmp(word, from, length) == 0);
    else
        CHECK(memcmp(word, from, cut) == 0 && strcmp(word + cut, mark) == 0);
}

static void split(const char *text, size_t capacity)
{
    const char *const blanks = " \t\r\n", *at = text;
    char             *word = fuzz_alloc(capacity);
    size_t            length;
    do {
        const char *start = at + strspn(at, blanks);
        length = strcspn(start, blanks);
        CHECK(parse_word(&at, word, capacity) == (length > 0));
        CHECK(at == start + length);
        check_word(word, capacity, start, length);
    } while (length > 0);
    free(word);
}

FUZZ_TARGET(parse)
{
    Cursor in = cursor_over(bytes, size);
    char  *line = cursor_line(&in), *rest = cursor_rest(&in);
    try_int(line, INT64_MIN, INT64_MAX);
    try_int(line, 1, 100);
    try_int(line, -32000, 32000);
    try_seconds(line, 0, 1e6);
    try_seconds(line, 0.001, 86400);
    try_duration(line, 0, 1e6);
    try_duration(line, 0.001, 86400);
    split(line, 5);
    split(rest, 8);
    split(rest, 4096);
    free(rest);
    free(line);
    return 0;
}
