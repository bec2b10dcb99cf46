/* Fuzz target: a session under commands. A digit for the game, then one letter a command:
 *     p<byte> plays the move it chooses      t<line>, m<line> play a move, several moves by text
 *     u, r undo, redo                        s<line>, o<line> set a position, start with options
 *     e<winner><reason> ends the game        c takes it through a record into another session */
#include "core/position.h"
#include "engine/session.h"
#include "fuzz/laws.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Game *game;
    Session    *session;
    void       *before;   /* the position before the command */
    bool        is_ended; /* from outside */
    int         copies;   /* commands 'c' so far: they take long */
} Runner;

static bool is_at(const Runner *r, const void *pos)
{
    return memcmp(session_position(r->session), pos, r->game->pos_size) == 0;
}

static void play_chosen(Runner *r, Cursor *in)
{
    if (session_result(r->session).is_over)
        return;
    int  ply = session_ply(r->session);
    Move move = cursor_move(in, r->game, session_position(r->session));
    CHECK(session_play(r->session, move, NULL));
    CHECK(session_ply(r->session) == ply + 1 && session_move(r->session, ply) == move);
    CHECK(!session_redo(r->session));
}

typedef bool TextCommand(Session *session, const char *text, Error *err);

/* A text that is refused leaves the session as it was. */
static bool run_text(Runner *r, Cursor *in, TextCommand *command)
{
    char *text = cursor_line(in);
    Error err = {0};
    int   ply = session_ply(r->session);
    bool  ok = command(r->session, text, &err);
    if (!ok) {
        fuzz_check_error(&err);
        CHECK(session_ply(r->session) == ply && is_at(r, r->before));
    }
    free(text);
    return ok;
}

static void set_position(Runner *r, Cursor *in)
{
    if (run_text(r, in, session_set_position)) {
        CHECK(session_ply(r->session) == 0 && !session_undo(r->session));
        r->is_ended = false;
    }
}

static void start(Runner *r, Cursor *in)
{
    int16_t options[MAX_OPTIONS];
    cursor_options(in, r->game, options);
    CHECK(session_start(r->session, options, NULL));
    CHECK(memcmp(session_options(r->session), options, sizeof options) == 0);
    r->is_ended = false;
}

/* Back, forth and back. */
static void undo(Runner *r)
{
    int ply = session_ply(r->session);
    CHECK(session_undo(r->session) == (ply > 0));
    if (ply == 0)
        return;
    CHECK(session_redo(r->session) && is_at(r, r->before));
    CHECK(session_undo(r->session) && session_ply(r->session) == ply - 1);
    r->is_ended = false;
}

static void end(Runner *r, Cursor *in)
{
    int    winner = cursor_choice(in, 3) - 1;
    Reason reason = (Reason)cursor_choice(in, REASON_COUNT);
    if (session_result(r->session).is_over)
        return;
    session_end(r->session, winner, reason);
    r->is_ended = true;
}

static void copy_through_record(Runner *r)
{
    enum { MAX_COPIES = 2 };
    Record   record;
    Session *other = session_new(r->game);
    CHECK(other != NULL);
    if (r->copies++ < MAX_COPIES) {
        CHECK(session_to_record(r->session, &record, NULL));
        law_record(&record);
        CHECK(session_from_record(other, &record, NULL));
        CHECK(is_at(r, session_position(other)));
        CHECK(session_ply(other) == session_ply(r->session));
        Result here = session_result(r->session), there = session_result(other);
        CHECK(here.is_over == there.is_over && here.winner == there.winner);
        CHECK(here.reason == there.reason);
        CHECK(record_add_move(&record, MOVE_NONE) && !session_from_record(other, &record, NULL));
        CHECK(is_at(r, session_position(other)));
        record_free(&record);
    }
    session_delete(other);
}

static void check_session(const Runner *r)
{
    const void *pos = session_position(r->session);
    Result      result = session_result(r->session), bare = position_result(r->game, pos);
    int         from, to;
    CHECK(r->game->key(pos) == r->game->key_slow(pos));
    CHECK(session_side(r->session) == r->game->side(pos));
    CHECK(options_are_valid(&r->game->info->options, session_options(r->session)));
    session_last_squares(r->session, &from, &to);
    CHECK(session_ply(r->session) > 0 || (from == -1 && to == -1));
    if (r->is_ended) {
        CHECK(result.is_over);
        return;
    }
    CHECK(result.is_over == (result.reason != REASON_NONE));
    CHECK(result.reason == bare.reason || result.reason == REASON_REPETITION);
    CHECK(result.winner == bare.winner);
}

static void run_command(Runner *r, Cursor *in)
{
    memcpy(r->before, session_position(r->session), r->game->pos_size);
    switch (cursor_byte(in)) {
    case 'p':
        play_chosen(r, in);
        break;
    case 't':
        run_text(r, in, session_play_text);
        break;
    case 'm':
        run_text(r, in, session_play_moves);
        break;
    case 's':
        set_position(r, in);
        break;
    case 'o':
        start(r, in);
        break;
    case 'u':
        undo(r);
        break;
    case 'r':
        if (!r->is_ended)
            session_redo(r->session);
        break;
    case 'e':
        end(r, in);
        break;
    case 'c':
        copy_through_record(r);
        break;
    default:
        return;
    }
    check_session(r);
}

/* All the way back to what the session calls its start, byte for byte. */
static void undo_all(const Runner *r)
{
    int16_t plain[MAX_OPTIONS];
    void   *pos = fuzz_alloc(r->game->pos_size);
    options_reset(&r->game->info->options, plain);
    CHECK(position_parse(r->game, plain, session_start_text(r->session), pos, NULL));
    session_position_at(r->session, 0, r->before);
    CHECK(memcmp(r->before, pos, r->game->pos_size) == 0);
    while (session_undo(r->session))
        continue;
    CHECK(session_ply(r->session) == 0 && is_at(r, pos));
    free(pos);
}

FUZZ_TARGET(session)
{
    Cursor in = cursor_over(bytes, size);
    Runner runner = {.game = cursor_game(&in)};
    runner.session = session_new(runner.game);
    runner.before = fuzz_alloc(runner.game->pos_size);
    CHECK(runner.session != NULL);
    while (cursor_has_more(&in))
        run_command(&runner, &in);
    undo_all(&runner);
    free(runner.before);
    session_delete(runner.session);
    return 0;
}
