/* Positions and games as texts: looked at, written, read. */
#include "base/clock.h"
#include "base/errors.h"
#include "core/formats/formats.h"
#include "core/position.h"
#include "page/hub_state.h"

#include <string.h>

Session *request_session(Request *request, int64_t id, const char *name, const char *position,
                         Error *err)
{
    if (id > 0) {
        OpenGame *opened = request_game(request, id, err);
        return opened != NULL ? session_copy(opened->game->session, false, err) : NULL;
    }
    if (name == NULL) {
        message_refuse_missing("game", err);
        return NULL;
    }
    const Game *game = game_named(name, err);
    Session    *session = game != NULL ? session_new(game) : NULL;
    if (session == NULL && game != NULL)
        error_set(err, ERROR_MEMORY);
    if (session != NULL && position != NULL && !session_set_position(session, position, err)) {
        session_delete(session);
        session = NULL;
    }
    return session;
}

/* A position that is no saved game, or some moves on from one that is: its board and its
 * legal moves. */
typedef struct {
    int64_t     id;              /* 0: none, but a game and perhaps its position */
    const char *game, *position; /* NULL: none */
    const char *moves;
} LookFields;

static const Field look_fields[] = {
    MAY_INT(LookFields, id, 1, INT64_MAX, 0),
    MAY_TEXT(LookFields, game, GAME_NAME_LIMIT),
    MAY_TEXT(LookFields, position, POSITION_LIMIT),
    MAY_TEXT(LookFields, moves, POSITION_LIMIT),
};

static bool run_look(Request *request, const void *fields, Error *err)
{
    const LookFields *look = fields;
    const char       *moves = look->moves != NULL ? look->moves : "";
    Session          *session = request_session(request, look->id, look->game, look->position, err);
    if (session == NULL)
        return false;
    PageGame *page_game = NULL;
    if (session_play_moves(session, moves, err)) {
        page_game = page_game_new(session_game(session));
        if (page_game == NULL)
            error_set(err, ERROR_MEMORY);
    }
    if (page_game == NULL) {
        session_delete(session);
        return false;
    }
    session_delete(page_game->session);
    page_game->session = session;
    page_game_write_state(page_game, false, clock_now_us(), request->page->lang, &request->answer);
    page_game_delete(page_game);
    return true;
}

REQUEST_ROW(look, LookFields, STATE_FIELDS);

/* ---- texts -------------------------------------------------------------------------------------
 */

static bool write_record(const PageGame *page_game, Format format, Str *out, Error *err)
{
    Record record;
    if (!session_to_record(page_game->session, &record, err))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < 2; i++)
        ok = page_game->seats[i].text[0] == '\0' ||
             record_set_text(&record.players[i], page_game->seats[i].text);
    record.time = page_game->clock.control;
    ok = ok ? format_write(format, &record, out, err) : error_set(err, ERROR_MEMORY);
    record_free(&record);
    return ok;
}

enum { AS_RECORD, AS_SGF, AS_POSITION, AS_MOVES };
static const char *const export_words[] = {"record", "sgf", "position", "moves", NULL};

typedef struct {
    int64_t id;
    int     as;
} ExportFields;

static const Field export_fields[] = {
    GAME_ID(ExportFields),
    MUST_WORD(ExportFields, as, export_words),
};

static bool run_export(Request *request, const void *fields, Error *err)
{
    const ExportFields *export = fields;
    const OpenGame *opened = request_game(request, export->id, err);
    Str             text = {0};
    bool            ok = true;
    if (opened == NULL)
        return false;
    const Session *session = opened->game->session;
    if (export->as == AS_RECORD || export->as == AS_SGF)
        ok = write_record(opened->game, export->as == AS_SGF ? FORMAT_SGF : FORMAT_RECORD, &text,
                          err);
    else if (export->as == AS_POSITION)
        position_format(session_game(session), session_position(session), &text);
    else
        session_format_moves(session, session_ply(session), &text);
    if (ok && text.failed)
        ok = error_set(err, ERROR_MEMORY);
    if (ok)
        json_string(&request->answer, "text", str_get(&text));
    str_free(&text);
    return ok;
}

REQUEST_ROW(export, ExportFields, "text");

/* A record or SGF; NULL and *err otherwise. */
static PageGame *read_record(const char *text, const char *game_name, Error *err)
{
    const Game *hint = game_name != NULL ? game_find(game_name) : NULL;
    FormatHints hints = {.game = hint};
    Record      record;
    int         line = 1;
    Format      format = text[strspn(text, " \t\r\n")] == '(' ? FORMAT_SGF : FORMAT_RECORD;
    if (!format_read(format, &hints, &text, &line, &record, err))
        return NULL;
    PageGame *page_game = record.move_count <= MAX_PLIES_KEPT ? page_game_new(record.game) : NULL;
    if (page_game == NULL) {
        error_set(err, ERROR_PAGE_GAME_LONG);
    } else if (!session_from_record(page_game->session, &record, err)) {
        page_game_delete(page_game);
        page_game = NULL;
    }
    for (int i = 0; page_game != NULL && i < 2; i++)
        seat_set_person(&page_game->seats[i], record.players[i] != NULL ? record.players[i] : "");
    record_free(&record);
    return page_game;
}

/* A position, or moves from the start, of a game that is named. */
static PageGame *read_position(const char *text, const Game *game, Error *err)
{
    PageGame *page_game = page_game_new(game);
    Error     ignored;
    if (page_game == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    if (!session_play_moves(page_game->session, text, &ignored) &&
        !session_set_position(page_game->session, text, err)) {
        page_game_delete(page_game);
        return NULL;
    }
    return page_game;
}

typedef struct {
    const char *text, *game; /* a record names its game itself: NULL will do */
} ImportFields;

static const Field import_fields[] = {
    MUST_TEXT(ImportFields, text, 60000),
    MAY_TEXT(ImportFields, game, GAME_NAME_LIMIT),
};

static bool run_import(Request *request, const void *fields, Error *err)
{
    const ImportFields *import = fields;
    const char         *text = import->text, *name = import->game;
    bool        is_record = strchr("[(", text[strspn(text, " \t\r\n")]) != NULL && text[0] != '\0';
    const Game *game = is_record || name == NULL ? NULL : game_named(name, err);
    if (!is_record && game == NULL)
        return name != NULL ? false : message_refuse_missing("game", err);
    PageGame *page_game = is_record ? read_record(text, name, err) : read_position(text, game, err);
    return page_game != NULL && request_begin_game(request, page_game, err);
}

REQUEST_ROW(import, ImportFields, "id");
