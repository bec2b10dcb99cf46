#include "fuzz/fuzz.h"

#include "core/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_check(bool holds, const char *claim, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, claim);
    abort();
}

void fuzz_check_error(const Error *err)
{
    char words[ERROR_TEXT_SIZE];
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        error_text(err, (Lang)lang, words);
        CHECK(words[0] != '\0' && strlen(words) < sizeof words);
        for (const char *c = words; *c != '\0'; c++)
            CHECK((unsigned char)*c >= ' ' && *c != 0x7f);
    }
}

void *fuzz_alloc(size_t size)
{
    void *memory = calloc(1, size);
    CHECK(memory != NULL);
    return memory;
}

Cursor cursor_over(const uint8_t *bytes, size_t size)
{
    return (Cursor){.at = bytes, .end = bytes + size};
}

bool cursor_has_more(const Cursor *in) { return in->at < in->end; }

int cursor_byte(Cursor *in) { return cursor_has_more(in) ? *in->at++ : 0; }

int cursor_choice(Cursor *in, int count) { return (uint8_t)(cursor_byte(in) - '0') % count; }

static char *copy_text(const uint8_t *bytes, size_t size)
{
    char *text = fuzz_alloc(size + 1);
    if (size > 0)
        memcpy(text, bytes, size);
    /* No room behind the text proper: whoever reads on is caught. */
    char *exact = realloc(text, strlen(text) + 1);
    CHECK(exact != NULL);
    return exact;
}

char *cursor_line(Cursor *in)
{
    const uint8_t *start = in->at;
    while (cursor_has_more(in) && *in->at != '\n')
        in->at++;
    char *line = copy_text(start, (size_t)(in->at - start));
    in->at += cursor_has_more(in);
    return line;
}

char *cursor_rest(Cursor *in)
{
    const uint8_t *start = in->at;
    in->at = in->end;
    return copy_text(start, (size_t)(in->end - start));
}

const Game *cursor_game(Cursor *in)
{
    return game_at((size_t)cursor_choice(in, (int)game_count()));
}

void cursor_options(Cursor *in, const Game *game, int16_t options[MAX_OPTIONS])
{
    const OptionTable *table = &game->info->options;
    char              *words = cursor_line(in);
    void              *pos = fuzz_alloc(game->pos_size);
    options_reset(table, options);
    options_set_words(table, options, words, NULL);
    if (!position_start(game, options, pos, NULL))
        options_reset(table, options);
    free(pos);
    free(words);
}

Move cursor_move(Cursor *in, const Game *game, const void *pos)
{
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves);
    CHECK(count > 0 && count <= MAX_MOVES);
    int choice = count > 256 ? 256 * cursor_byte(in) : 0;
    return moves[(choice + cursor_choice(in, 256)) % count];
}
