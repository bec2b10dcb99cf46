/* The public interface over engine/: handles and texts in place of structures (include/plateau.h).
 */
#include "plateau.h"

#include "base/errors.h"
#include "core/draw.h"
#include "core/formats/record.h"
#include "core/notation.h"
#include "core/position.h"
#include "engine/player.h"
#include "engine/session.h"

#include <stdio.h>
#include <stdlib.h>

/* Texts that a session has returned, each by a function of its own. */
enum { TEXT_MOVES, TEXT_POSITION, TEXT_DRAWING, TEXT_RECORD, TEXT_COUNT };

struct PlateauSession {
    Session      *session;
    SearchContext context; /* too large for other programs' stacks */
    atomic_bool   stop;
    Str           texts[TEXT_COUNT];
    char          choice[MOVE_TEXT_SIZE];
};

/* A PlateauGame is a Game under another name. */
static const Game *game_of(const PlateauGame *game) { return (const Game *)game; }

/* For whoever called; returns false. */
static bool give_error(PlateauError *error, const Error *err)
{
    char words[ERROR_TEXT_SIZE];
    if (error != NULL)
        snprintf(error->text, sizeof error->text, "%s", error_text(err, LANG_EN, words));
    return false;
}

/* Nothing went wrong; returns true. */
static bool give_success(PlateauError *error)
{
    if (error != NULL)
        error->text[0] = '\0';
    return true;
}

const char *plateau_version(void) { return PLATEAU_VERSION; }

/* ---- games ---- */

size_t plateau_game_count(void) { return game_count(); }

const PlateauGame *plateau_game_at(size_t index)
{
    return index < game_count() ? (const PlateauGame *)game_at(index) : NULL;
}

const PlateauGame *plateau_game_find(const char *id) { return (const PlateauGame *)game_find(id); }

const char *plateau_game_id(const PlateauGame *game) { return game_of(game)->info->id; }

const char *plateau_game_name(const PlateauGame *game)
{
    return text_in(&game_of(game)->info->name, LANG_EN);
}

/* ---- a session's life ---- */

PlateauSession *plateau_session_new(const PlateauGame *game)
{
    PlateauSession *handle = game != NULL ? calloc(1, sizeof *handle) : NULL;
    if (handle == NULL)
        return NULL;
    handle->session = session_new(game_of(game));
    if (handle->session != NULL)
        return handle;
    free(handle);
    return NULL;
}

void plateau_session_delete(PlateauSession *session)
{
    if (session == NULL)
        return;
    for (int i = 0; i < TEXT_COUNT; i++)
        str_free(&session->texts[i]);
    session_delete(session->session);
    free(session);
}

bool plateau_session_start(PlateauSession *session, const char *options, PlateauError *error)
{
    const OptionTable *table = &session_game(session->session)->info->options;
    int16_t            values[MAX_OPTIONS];
    Error              err;
    options_reset(table, values);
    bool ok = (options == NULL || options_set_words(table, values, options, &err)) &&
              session_start(session->session, values, &err);
    return ok ? give_success(error) : give_error(error, &err);
}

bool plateau_session_set_position(PlateauSession *session, const char *text, PlateauError *error)
{
    Error err;
    return session_set_position(session->session, text, &err) ? give_success(error)
                                                              : give_error(error, &err);
}

bool plateau_session_set_record(PlateauSession *session, const char *text, PlateauError *error)
{
    Record record;
    Error  err;
    int    line = 1;
    if (!record_parse(&text, &line, &record, &err))
        return give_error(error, &err);
    bool ok = session_from_record(session->session, &record, &err);
    record_free(&record);
    return ok ? give_success(error) : give_error(error, &err);
}

/* ---- playing ---- */

bool plateau_session_play(PlateauSession *session, const char *move, PlateauError *error)
{
    Error err;
    return session_play_text(session->session, move, &err) ? give_success(error)
                                                           : give_error(error, &err);
}

bool plateau_session_undo(PlateauSession *session) { return session_undo(session->session); }

bool plateau_session_redo(PlateauSession *session) { return session_redo(session->session); }

int plateau_session_ply(const PlateauSession *session) { return session_ply(session->session); }

int plateau_session_side(const PlateauSession *session) { return session_side(session->session); }

bool plateau_session_is_over(const PlateauSession *session)
{
    return session_result(session->session).is_over;
}

int plateau_session_winner(const PlateauSession *session)
{
    return session_result(session->session).winner;
}

const char *plateau_session_result(const PlateauSession *session)
{
    Result result = session_result(session->session);
    return result_text(&result);
}

const char *plateau_session_reason(const PlateauSession *session)
{
    Result result = session_result(session->session);
    return result.is_over ? reason_word(result.reason) : "";
}

/* ---- texts ---- */

/* The session's text of this kind, emptied. */
static Str *begin_text(PlateauSession *session, int kind)
{
    str_clear(&session->texts[kind]);
    return &session->texts[kind];
}

static const char *end_text(const Str *text) { return text->failed ? NULL : str_get(text); }

const char *plateau_session_moves(PlateauSession *session)
{
    const Game *game = session_game(session->session);
    const void *pos = session_position(session->session);
    Str        *out = begin_text(session, TEXT_MOVES);
    Move        moves[MAX_MOVES];
    char        text[MOVE_TEXT_SIZE];
    int         count = plateau_session_is_over(session) ? 0 : game->gen(pos, moves);
    for (int i = 0; i < count; i++)
        str_printf(out, "%s%s", i > 0 ? " " : "", notation_format(game, pos, moves[i], text));
    return end_text(out);
}

const char *plateau_session_position(PlateauSession *session)
{
    Str *out = begin_text(session, TEXT_POSITION);
    position_format(session_game(session->session), session_position(session->session), out);
    return end_text(out);
}

const char *plateau_session_drawing(PlateauSession *session)
{
    Str      *out = begin_text(session, TEXT_DRAWING);
    DrawStyle style = {0};
    session_last_squares(session->session, &style.marks[0], &style.marks[1]);
    draw_board(session_game(session->session), session_position(session->session), &style, out);
    return end_text(out);
}

const char *plateau_session_record(PlateauSession *session)
{
    Str   *out = begin_text(session, TEXT_RECORD);
    Record record;
    if (!session_to_record(session->session, &record, NULL))
        return NULL;
    record_format(&record, out);
    record_free(&record);
    return end_text(out);
}

/* ---- searching ---- */

const char *plateau_session_choose(PlateauSession *session, const char *player, uint64_t seed,
                                   PlateauError *error)
{
    const Game *game = session_game(session->session);
    Player      chosen;
    Error       err;
    atomic_store(&session->stop, false);
    bool ok = player_parse(game, player, &chosen, &err);
    if (ok && chosen.is_human)
        ok = error_set(&err, ERROR_SEAT_PERSON);
    if (!ok ||
        !player_choose(session->session, &chosen, seed, &session->stop, &session->context, &err)) {
        give_error(error, &err);
        return NULL;
    }
    give_success(error);
    return notation_format(game, session_position(session->session), session->context.best,
                           session->choice);
}

void plateau_session_stop(PlateauSession *session) { atomic_store(&session->stop, true); }
