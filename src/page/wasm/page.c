#include "page/wasm/page.h"

#include "base/errors.h"
#include "core/position.h"
#include "page/message.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 65536 };

void page_close(LocalGame *page)
{
    page_game_delete(page->page_game);
    page->page_game = NULL;
}

/* ---- requests ----------------------------------------------------------------------------------
 */

static const char *const languages[] = {"en", "fr", NULL};

typedef struct {
    int         lang;
    const char *game, *start, *moves;
    int64_t     ply;
    TextList    seats;
    bool        strict;
} OpenFields;

static const Field open_fields[] = {
    MAY_WORD(OpenFields, lang, languages, LANG_EN),
    MUST_TEXT(OpenFields, game, 40),
    MUST_TEXT(OpenFields, start, TEXT_LIMIT),
    MUST_TEXT(OpenFields, moves, TEXT_LIMIT),
    MUST_INT(OpenFields, ply, 0, MAX_PLIES_KEPT),
    MUST_TEXTS(OpenFields, seats, 2, 2, SEAT_TEXT_SIZE + 8),
    MAY_BOOL(OpenFields, strict, false),
};

static void fill_row(const OpenFields *open, SavedGame *row)
{
    row->ply = (int)open->ply;
    row->is_strict = open->strict;
    str_text(&row->game, open->game);
    str_text(&row->start, open->start);
    str_text(&row->moves, open->moves);
    for (int i = 0; i < open->seats.count; i++)
        str_text(&row->seats[i], open->seats.texts[i]);
    str_text(&row->result, "*");
    str_text(&row->reason, reason_word(REASON_NONE));
}

static void free_row(SavedGame *row)
{
    Str *texts[] = {&row->game,  &row->seats[0], &row->seats[1], &row->start,
                    &row->moves, &row->result,   &row->reason};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        str_free(texts[i]);
}

static bool run_open(LocalGame *page, const void *fields, Error *err)
{
    const OpenFields *open = fields;
    SavedGame         row = {0};
    fill_row(open, &row);
    PageGame *page_game = page_game_from_saved(&row, err);
    free_row(&row);
    if (page_game == NULL)
        return false;
    page_close(page);
    page->page_game = page_game;
    page->lang = (Lang)open->lang;
    return true;
}

/* As the server gets it: the cells beside the text say nothing new. */
typedef struct {
    const char *move;
    int64_t     from, to;
} LocalPlayFields;

static const Field play_fields[] = {
    MUST_TEXT(LocalPlayFields, move, 64),
    MAY_INT(LocalPlayFields, from, -1, BOARD_CELLS - 1, -1),
    MAY_INT(LocalPlayFields, to, 0, BOARD_CELLS - 1, -1),
};

static bool run_play(LocalGame *page, const void *fields, Error *err)
{
    return session_play_text(page->page_game->session, ((const LocalPlayFields *)fields)->move,
                             err);
}

typedef struct {
    int64_t ply;
} LocalJumpFields;

static const Field jump_fields[] = {MUST_INT(LocalJumpFields, ply, 0, MAX_PLIES_KEPT)};

static bool run_jump(LocalGame *page, const void *fields, Error *err)
{
    const LocalJumpFields *jump = fields;
    Session               *session = page->page_game->session;
    if (jump->ply > session_length(session))
        return message_refuse_range("ply", 0, session_length(session), err);
    session_go_to(session, (int)jump->ply);
    return true;
}

/* Whoever is to move, where it is a machine that this build has; NULL otherwise. */
static const Player *find_machine(const PageGame *page_game)
{
    const Session *session = page_game->session;
    const Player  *player = &page_game->seats[session_side(session)].player;
    bool is_here = !player->is_human && session_game(session)->searchers[player->searcher] != NULL;
    return is_here && !session_result(session).is_over ? player : NULL;
}

typedef struct {
    int64_t seed;
} ReplyFields;

static const Field reply_fields[] = {MAY_INT(ReplyFields, seed, 0, INT64_MAX, 0)};

static bool run_reply(LocalGame *page, const void *fields, Error *err)
{
    uint64_t       seed = (uint64_t)((const ReplyFields *)fields)->seed;
    const Player  *player = find_machine(page->page_game);
    SearchContext *found = malloc(sizeof *found);
    bool           ok = (player != NULL && found != NULL) || error_set(err, ERROR_PAGE_NO_MACHINE);
    ok = ok && player_choose(page->page_game->session, player, seed, NULL, found, err) &&
         session_play(page->page_game->session, found->best, err);
    free(found);
    return ok;
}

typedef union {
    OpenFields      open;
    LocalPlayFields play;
    LocalJumpFields jump;
    ReplyFields     reply;
} AnyFields;

static const struct {
    const char  *name;
    const Field *fields;
    int          field_count;
    bool         needs_game;
    bool (*run)(LocalGame *page, const void *fields, Error *err);
} requests[] = {
    {"open", open_fields, FIELD_COUNT(open_fields), false, run_open},
    {"play", play_fields, FIELD_COUNT(play_fields), true, run_play},
    {"jump", jump_fields, FIELD_COUNT(jump_fields), true, run_jump},
    {"reply", reply_fields, FIELD_COUNT(reply_fields), true, run_reply},
};

static bool run_request(LocalGame *page, const Message *message, Error *err)
{
    const char *name;
    AnyFields   fields = {.open = {0}};
    if (!message_what(message, &name, err))
        return false;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(requests[i].name, name) != 0)
            continue;
        if (requests[i].needs_game && page->page_game == NULL)
            return error_set(err, ERROR_PAGE_NO_GAME);
        return message_read(message, requests[i].fields, requests[i].field_count, &fields, err) &&
               requests[i].run(page, &fields, err);
    }
    return error_set(err, ERROR_PAGE_REQUEST, name);
}

/* ---- answers -----------------------------------------------------------------------------------
 */

void page_ask(LocalGame *page, const char *request, size_t size, Str *answer)
{
    Message message = {0};
    Error   err = {0};
    Json    json = json_to(answer);
    bool    ok = message_parse(request, size, &message, &err) && run_request(page, &message, &err);
    message_free(&message);
    json_object(&json, NULL);
    if (ok) {
        const Session *session = page->page_game->session;
        bool           is_person = page->page_game->seats[session_side(session)].player.is_human;
        page_game_write_state(page->page_game, !is_person && !session_result(session).is_over, 0,
                              page->lang, &json);
        json_bool(&json, "can_reply", find_machine(page->page_game) != NULL);
    } else {
        json_string(&json, "error", error_words(&err, page->lang));
    }
    json_end_object(&json);
}
