#include "core/formats/record.h"

#include "base/errors.h"
#include "base/json.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void record_init(Record *record, const Game *game)
{
    *record = (Record){.game = game, .result = {.winner = PLAYER_NONE}};
    if (game != NULL)
        options_reset(&game->info->options, record->options);
}

void record_free(Record *record)
{
    for (int i = 0; i < record->move_count; i++)
        free(record->moves[i].comment);
    for (int i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    free(record->moves);
    free(record->tags);
    free(record->start);
    free(record->players[0]);
    free(record->players[1]);
    *record = (Record){0};
}

bool record_set_text(char **field, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return false;
    free(*field);
    *field = copy;
    return true;
}

bool record_add_tag(Record *record, const char *name, const char *value)
{
    RecordTag *tags = realloc(record->tags, (size_t)(record->tag_count + 1) * sizeof tags[0]);
    if (tags == NULL)
        return false;
    record->tags = tags;
    RecordTag *tag = &tags[record->tag_count];
    *tag = (RecordTag){NULL, NULL};
    if (!record_set_text(&tag->name, name) || !record_set_text(&tag->value, value)) {
        free(tag->name);
        return false;
    }
    record->tag_count++;
    return true;
}

bool record_add_move(Record *record, Move move)
{
    assert(record->move_count <= record->move_capacity);
    if (record->move_count == record->move_capacity) {
        int         capacity = record->move_capacity * 2 + 32;
        RecordMove *moves = realloc(record->moves, (size_t)capacity * sizeof moves[0]);
        if (moves == NULL)
            return false;
        record->moves = moves;
        record->move_capacity = capacity;
    }
    record->moves[record->move_count++] = (RecordMove){.move = move, .clock_us = -1};
    return true;
}

bool record_set_start(Record *record, const void *pos)
{
    const Game  *game = record->game;
    PositionCopy usual;
    Str          text = {0};
    bool         ok = position_copy_init(&usual, game, NULL, NULL);
    free(record->start);
    record->start = NULL;
    bool is_usual = ok && position_start(game, record->options, usual.pos, NULL) &&
                    memcmp(usual.pos, pos, game->pos_size) == 0;
    if (ok && !is_usual) {
        position_format(game, pos, &text);
        ok = record_set_text(&record->start, str_get(&text));
    }
    str_free(&text);
    position_copy_free(&usual);
    return ok;
}

bool record_start_position(const Record *record, void *pos, Error *err)
{
    if (record->start == NULL)
        return position_start(record->game, record->options, pos, err);
    return position_parse(record->game, record->options, record->start, pos, err);
}

bool record_end_board(const Record *record, Board *board, Error *err)
{
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, record->game, NULL, err) &&
              record_start_position(record, copy.pos, err);
    for (int i = 0; ok && i < record->move_count; i++)
        position_copy_make(&copy, record->moves[i].move);
    if (ok)
        record->game->to_board(copy.pos, board);
    position_copy_free(&copy);
    return ok;
}

/* The result that the rules give must not differ from the one that was written. */
static bool take_result(Record *record, const Result *played, Error *err)
{
    Result *written = &record->result;
    if (!written->is_over)
        written->reason = REASON_NONE; /* a reason alone says nothing */
    if (!played->is_over)
        return true;
    bool is_same = written->winner == played->winner;
    if (written->is_over && !is_same)
        return error_set(err, ERROR_RECORD_RESULT_CONTRADICTS, result_text(written),
                         result_text(played), reason_word(played->reason));
    *written = *played;
    return true;
}

bool record_settle(Record *record, Error *err)
{
    const Game  *game = record->game;
    size_t       count = (size_t)record->move_count;
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, game, NULL, err);
    uint64_t    *keys = calloc(count + 1, sizeof keys[0]);
    if (keys == NULL)
        ok = error_set(err, ERROR_MEMORY);
    ok = ok && record_start_position(record, copy.pos, err);
    if (ok)
        keys[0] = game->key(copy.pos);
    for (size_t i = 0; ok && i < count; i++) {
        Move move = record->moves[i].move;
        bool is_over = position_result_after(game, copy.pos, keys, i + 1).is_over;
        ok = !is_over && position_is_legal(game, copy.pos, move);
        if (!ok) {
            if (is_over)
                error_set(err, ERROR_RECORD_PLY_OVER, i + 1);
            else
                error_set(err, ERROR_RECORD_PLY_ILLEGAL, i + 1);
            break;
        }
        position_copy_make(&copy, move);
        keys[i + 1] = game->key(copy.pos);
    }
    if (ok) {
        Result played = position_result_after(game, copy.pos, keys, count + 1);
        ok = take_result(record, &played, err);
    }
    free(keys);
    position_copy_free(&copy);
    return ok;
}

static void add_escaped(Str *out, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\\' || strchr(special, *text) != NULL)
            str_char(out, '\\');
        str_char(out, *text);
    }
}

static void add_tag(Str *out, const char *name, const char *value)
{
    str_printf(out, "[%s \"", name);
    add_escaped(out, value, "\"\n");
    str_text(out, "\"]\n");
}

/* A word of the move list; lines are broken before they get long. */
static void add_word(Str *out, size_t *line_start, const char *word, size_t size)
{
    size_t column = out->size - *line_start;
    if (column > 0 && column + 1 + size > 80) {
        str_char(out, '\n');
        *line_start = out->size;
    } else if (column > 0) {
        str_char(out, ' ');
    }
    str_bytes(out, word, size);
}

static void add_note(const RecordMove *move, Str *word)
{
    bool has_clock = move->clock_us >= 0;
    if (!has_clock && !move->has_eval && move->comment == NULL)
        return;
    str_clear(word);
    str_char(word, '{');
    if (has_clock) {
        str_text(word, "[%clk ");
        str_seconds(word, move->clock_us);
        str_char(word, ']');
    }
    if (move->has_eval)
        str_printf(word, "%s[%%eval %d]", has_clock ? " " : "", (int)move->eval);
    if (move->comment != NULL) {
        str_text(word, has_clock || move->has_eval ? " " : "");
        if (*move->comment != '\0' && strchr(" \t\r\n;", *move->comment) != NULL)
            str_char(word, '\\'); /* the reader skips these before a comment */
        add_escaped(word, move->comment, "}[");
    }
    str_char(word, '}');
}

typedef void MoveVisitor(const Record *record, int ply, const char *text, void *user);

/* Calls `visit` with the text of every move, which depends on the position before it. */
static void visit_moves(const Record *record, MoveVisitor *visit, void *user)
{
    const Game  *game = record->game;
    PositionCopy copy;
    if (position_copy_init(&copy, game, NULL, NULL) &&
        record_start_position(record, copy.pos, NULL))
        for (int i = 0; i < record->move_count; i++) {
            char text[MOVE_TEXT_SIZE];
            visit(record, i, notation_format(game, copy.pos, record->moves[i].move, text), user);
            position_copy_make(&copy, record->moves[i].move);
        }
    position_copy_free(&copy);
}

typedef struct {
    Str   *out;
    size_t line_start;
    Str    word;
} MoveText;

static void write_move(const Record *record, int ply, const char *text, void *user)
{
    MoveText *to = user;
    if (ply % 2 == 0) {
        str_clear(&to->word);
        str_printf(&to->word, "%d.", ply / 2 + 1);
        add_word(to->out, &to->line_start, str_get(&to->word), to->word.size);
    }
    add_word(to->out, &to->line_start, text, strlen(text));
    str_clear(&to->word);
    add_note(&record->moves[ply], &to->word);
    if (to->word.size > 0)
        add_word(to->out, &to->line_start, str_get(&to->word), to->word.size);
}

void record_format(const Record *record, Str *out)
{
    const Game *game = record->game;
    Str         text = {0};
    add_tag(out, "Game", game->info->id);
    options_format(&game->info->options, record->options, &text);
    if (text.size > 0)
        add_tag(out, "Options", str_get(&text) + 1);
    static const char *const seats[2] = {"First", "Second"};
    for (int i = 0; i < 2; i++)
        if (record->players[i] != NULL)
            add_tag(out, seats[i], record->players[i]);
    if (record->time.budget_us != 0) {
        str_clear(&text);
        time_control_format(&record->time, &text);
        add_tag(out, "TimeControl", str_get(&text));
    }
    if (record->start != NULL)
        add_tag(out, "Start", record->start);
    for (int i = 0; i < record->tag_count; i++)
        add_tag(out, record->tags[i].name, record->tags[i].value);
    add_tag(out, "Result", result_text(&record->result));
    if (record->result.is_over && record->result.reason != REASON_NONE)
        add_tag(out, "Reason", reason_word(record->result.reason));
    str_char(out, '\n');

    MoveText    to = {.out = out, .line_start = out->size};
    const char *result = result_text(&record->result);
    visit_moves(record, write_move, &to);
    add_word(out, &to.line_start, result, strlen(result));
    str_text(out, "\n");
    str_free(&to.word);
    str_free(&text);
}

static void write_json_move(const Record *record, int ply, const char *text, void *user)
{
    (void)record;
    (void)ply;
    json_string(user, NULL, text);
}

static void write_json_notes(const Record *record, Json *json)
{
    json_array(json, "notes");
    for (int i = 0; i < record->move_count; i++) {
        const RecordMove *move = &record->moves[i];
        if (move->clock_us < 0 && !move->has_eval && move->comment == NULL)
            continue;
        json_object(json, NULL);
        json_int(json, "ply", i + 1);
        if (move->clock_us >= 0)
            json_double(json, "clock", (double)move->clock_us / 1e6, 3);
        if (move->has_eval)
            json_int(json, "eval", move->eval);
        if (move->comment != NULL)
            json_string(json, "comment", move->comment);
        json_end_object(json);
    }
    json_end_array(json);
}

void record_format_json(const Record *record, Str *out)
{
    const GameInfo *info = record->game->info;
    Json            json = json_to(out);
    Str             text = {0};
    json_object(&json, NULL);
    json_string(&json, "game", info->id);
    json_object(&json, "options");
    for (int i = 0; i < info->options.count; i++) {
        str_clear(&text);
        options_format_value(&info->options.specs[i], record->options[i], &text);
        json_string(&json, info->options.specs[i].name, str_get(&text));
    }
    json_end_object(&json);
    json_string(&json, "first", record->players[0] != NULL ? record->players[0] : "");
    json_string(&json, "second", record->players[1] != NULL ? record->players[1] : "");
    str_clear(&text);
    time_control_format(&record->time, &text);
    json_string(&json, "time_control", str_get(&text));
    json_string(&json, "start", record->start != NULL ? record->start : "startpos");
    json_object(&json, "tags");
    for (int i = 0; i < record->tag_count; i++)
        json_string(&json, record->tags[i].name, record->tags[i].value);
    json_end_object(&json);
    json_array(&json, "moves");
    visit_moves(record, write_json_move, &json);
    json_end_array(&json);
    write_json_notes(record, &json);
    json_string(&json, "result", result_text(&record->result));
    json_string(&json, "reason", reason_word(record->result.reason));
    json_end_object(&json);
    str_char(out, '\n');
    str_free(&text);
}
