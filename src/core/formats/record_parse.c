/* Reading of game records: tags first, then moves up to the result. */
#include "base/errors.h"
#include "base/parse.h"
#include "core/formats/record.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 64 };

typedef struct {
    const char  *p;
    int         *line;
    Record      *record;
    PositionCopy copy;
    int          move_room; /* plies after which a record is refused */
    Error       *err;
} RecordReader;

static char take(RecordReader *r)
{
    if (*r->p == '\n')
        (*r->line)++;
    return *r->p++;
}

bool record_skip_blank(const char **text, int *line)
{
    for (; **text == ' ' || **text == '\t' || **text == '\r' || **text == '\n' || **text == ';';
         (*text)++) {
        if (**text == ';')
            *text += strcspn(*text, "\n");
        if (**text == '\n')
            (*line)++;
        if (**text == '\0')
            break;
    }
    return **text != '\0';
}

static bool skip(RecordReader *r) { return record_skip_blank(&r->p, r->line); }

/* Text up to `end`, escapes undone. */
static bool read_until(RecordReader *r, char end, Str *out)
{
    for (;;) {
        char c = *r->p;
        if (c == '\0')
            return error_set(r->err, ERROR_RECORD_MISSING, end);
        take(r);
        if (c == end)
            return true;
        if (c == '\\' && *r->p != '\0')
            c = take(r);
        str_char(out, c);
    }
}

static bool read_word(RecordReader *r, char word[WORD_SIZE])
{
    size_t size = 0;
    while (*r->p != '\0' && strchr(" \t\r\n{}[]();\"", *r->p) == NULL) {
        if (size + 1 < WORD_SIZE)
            word[size++] = *r->p;
        take(r);
    }
    word[size] = '\0';
    return size > 0;
}

static bool set_game(Record *record, const char *id, Error *err)
{
    const Game *game = game_named(id, err);
    if (game == NULL)
        return false;
    record->game = game;
    options_reset(&game->info->options, record->options);
    return true;
}

static bool apply_tag(Record *record, const char *name, const char *value, Error *err)
{
    if (strcmp(name, "Game") == 0)
        return record->game != NULL ? error_set(err, ERROR_RECORD_SECOND_GAME)
                                    : set_game(record, value, err);
    if (record->game == NULL)
        return error_set(err, ERROR_RECORD_FIRST_TAG);
    if (strcmp(name, "Options") == 0)
        return options_set_words(&record->game->info->options, record->options, value, err);
    if (strcmp(name, "TimeControl") == 0)
        return time_control_parse(value, &record->time, err);
    if (strcmp(name, "Result") == 0)
        return result_parse(value, &record->result) ? true
                                                    : error_set(err, ERROR_RECORD_RESULT, value);
    if (strcmp(name, "Reason") == 0)
        return reason_find(value, &record->result.reason)
                   ? true
                   : error_set(err, ERROR_RECORD_REASON, value);
    char **field = strcmp(name, "First") == 0    ? &record->players[0]
                   : strcmp(name, "Second") == 0 ? &record->players[1]
                   : strcmp(name, "Start") == 0  ? &record->start
                                                 : NULL;
    bool   ok = field != NULL ? record_set_text(field, value) : record_add_tag(record, name, value);
    return ok ? true : error_set(err, ERROR_MEMORY);
}

static bool read_tag(RecordReader *r)
{
    char name[WORD_SIZE];
    Str  value = {0};
    take(r); /* [ */
    skip(r);
    bool ok = read_word(r, name) ? true : error_set(r->err, ERROR_RECORD_TAG_NAME);
    skip(r);
    if (ok && *r->p != '"')
        ok = error_set(r->err, ERROR_RECORD_TAG_VALUE, name);
    if (ok) {
        take(r);
        ok = read_until(r, '"', &value);
    }
    if (ok && (!skip(r) || *r->p != ']'))
        ok = error_set(r->err, ERROR_RECORD_TAG_END, name);
    if (ok)
        take(r);
    ok = ok && apply_tag(r->record, name, str_get(&value), r->err);
    str_free(&value);
    return ok;
}

/* "[%clk 12.5]" and "[%eval 35]" at the front of a comment; the rest is the comment. */
static bool read_note(RecordReader *r)
{
    Str text = {0};
    take(r); /* { */
    if (r->record->move_count == 0)
        return error_set(r->err, ERROR_RECORD_EARLY_COMMENT);
    RecordMove *move = &r->record->moves[r->record->move_count - 1];
    bool        ok = true;
    skip(r);
    while (ok && *r->p == '[' && r->p[1] == '%') {
        char    name[WORD_SIZE], value[WORD_SIZE];
        int64_t number = 0;
        take(r);
        ok = read_word(r, name) && skip(r) && read_word(r, value) && *r->p == ']';
        if (ok && strcmp(name, "%clk") == 0) {
            ok = parse_seconds("clock", value, 0, 1e6, &move->clock_us, r->err);
        } else if (ok && strcmp(name, "%eval") == 0) {
            ok = parse_int("eval", value, -SCORE_INF, SCORE_INF, &number, r->err);
            move->has_eval = ok;
            move->eval = (Score)number;
        } else {
            ok = error_set(r->err, ERROR_RECORD_COMMENT);
        }
        if (ok) {
            take(r);
            skip(r);
        }
    }
    ok = ok && read_until(r, '}', &text);
    if (ok && text.size > 0)
        ok = record_set_text(&move->comment, str_get(&text)) ? true
                                                             : error_set(r->err, ERROR_MEMORY);
    str_free(&text);
    return ok;
}

static bool is_move_number(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return digits > 0 && word[digits] == '.' && strspn(word + digits, ".") == strlen(word + digits);
}

static bool read_move(RecordReader *r, const char *word)
{
    Move move;
    if (r->record->move_count >= r->move_room)
        return error_set(r->err, ERROR_RECORD_PLIES, r->move_room);
    if (!notation_parse(r->record->game, r->copy.pos, word, &move, r->err))
        return false;
    if (!record_add_move(r->record, move))
        return error_set(r->err, ERROR_MEMORY);
    position_copy_make(&r->copy, move);
    return true;
}

/* Moves and comments up to the result or the next tag. */
static bool read_moves(RecordReader *r)
{
    while (skip(r) && *r->p != '[') {
        char word[WORD_SIZE];
        if (*r->p == '{') {
            if (!read_note(r))
                return false;
            continue;
        }
        if (*r->p == '(')
            return error_set(r->err, ERROR_RECORD_VARIATION);
        if (!read_word(r, word))
            return error_set(r->err, ERROR_RECORD_UNEXPECTED, *r->p);
        Result result = r->record->result;
        if (result_parse(word, &result)) {
            bool fits = result.is_over == r->record->result.is_over &&
                        result.winner == r->record->result.winner;
            if (!fits && r->record->result.is_over)
                return error_set(r->err, ERROR_RECORD_RESULT_TAG, word,
                                 result_text(&r->record->result));
            r->record->result = result;
            return true;
        }
        if (!is_move_number(word) && !read_move(r, word))
            return false;
    }
    return true;
}

static bool read_game(RecordReader *r)
{
    while (skip(r) && *r->p == '[')
        if (!read_tag(r))
            return false;
    if (r->record->game == NULL)
        return error_set(r->err, ERROR_RECORD_EXPECTED_GAME);
    return position_copy_init(&r->copy, r->record->game, NULL, r->err) &&
           record_start_position(r->record, r->copy.pos, r->err) && read_moves(r) &&
           record_settle(r->record, r->err);
}

bool record_parse(const char **text, int *line, Record *out, Error *err)
{
    enum { MAX_PLIES = 100000 };
    RecordReader r = {.p = *text, .line = line, .record = out, .move_room = MAX_PLIES, .err = err};
    record_init(out, NULL);
    bool ok = read_game(&r);
    position_copy_free(&r.copy);
    *text = r.p;
    if (!ok) {
        record_free(out);
        return error_set(err, ERROR_LINE, (uint64_t)*line, err);
    }
    return true;
}
