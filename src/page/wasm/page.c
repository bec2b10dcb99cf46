#include "page/wasm/page.h"

#include "base/errors.h"
#include "core/position.h"
#include "page/message.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 65536 };

void page_close(PageGame *page)
{
    table_delete(page->table);
    page->table = NULL;
}

/* ---- requests ----------------------------------------------------------------------------------
 */

static bool read_seats(const Message *message, ShelfRow *row, Error *err)
{
    Message     list;
    int         count;
    const char *text;
    if (!message_list(message, "seats", 2, &list, &count, err))
        return false;
    for (int i = 0; i < count; i++) {
        if (!message_item_text(&list, i, SEAT_TEXT_SIZE + 8, &text, err))
            return false;
        str_text(&row->seats[i], text);
    }
    return true;
}

static bool read_row(const Message *message, ShelfRow *row, Error *err)
{
    const char *game, *start, *moves;
    int64_t     ply;
    if (!message_text(message, "game", 40, &game, err) ||
        !message_text(message, "start", TEXT_LIMIT, &start, err) ||
        !message_text(message, "moves", TEXT_LIMIT, &moves, err) ||
        !message_int(message, "ply", 0, MAX_PLIES_KEPT, &ply, err) ||
        !message_may_bool(message, "strict", &row->is_strict, err) ||
        !read_seats(message, row, err))
        return false;
    row->ply = (int)ply;
    str_text(&row->game, game);
    str_text(&row->start, start);
    str_text(&row->moves, moves);
    str_text(&row->result, "*");
    str_text(&row->reason, reason_word(REASON_NONE));
    return true;
}

static void free_row(ShelfRow *row)
{
    Str *texts[] = {&row->game,  &row->seats[0], &row->seats[1], &row->start,
                    &row->moves, &row->result,   &row->reason};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        str_free(texts[i]);
}

static bool do_open(PageGame *page, const Message *message, Error *err)
{
    ShelfRow    row = {0};
    const char *lang = "en";
    Table      *table = NULL;
    if (message_may_text(message, "lang", 8, &lang, err) && read_row(message, &row, err))
        table = table_from_row(&row, err);
    free_row(&row);
    if (table == NULL)
        return false;
    page_close(page);
    page->table = table;
    page->lang = strcmp(lang, "fr") == 0 ? LANG_FR : LANG_EN;
    return true;
}

static bool do_play(PageGame *page, const Message *message, Error *err)
{
    const char *move;
    return message_text(message, "move", 64, &move, err) &&
           session_play_text(page->table->session, move, err);
}

static bool do_jump(PageGame *page, const Message *message, Error *err)
{
    Session *session = page->table->session;
    int64_t  ply;
    if (!message_int(message, "ply", 0, session_length(session), &ply, err))
        return false;
    session_go_to(session, (int)ply);
    return true;
}

/* Whoever is to move, where it is a machine that this build has; NULL otherwise. */
static const Player *find_machine(const Table *table)
{
    const Session *session = table->session;
    const Player  *player = &table->seats[session_side(session)].player;
    bool is_here = !player->is_human && session_game(session)->searchers[player->searcher] != NULL;
    return is_here && !session_result(session).is_over ? player : NULL;
}

static bool do_reply(PageGame *page, const Message *message, Error *err)
{
    int64_t        seed = 0;
    const Player  *player = find_machine(page->table);
    SearchContext *found = malloc(sizeof *found);
    bool           ok = player != NULL && found != NULL
                            ? message_may_int(message, "seed", 0, INT64_MAX, &seed, err)
                            : error_set(err, ERROR_PAGE_NO_MACHINE);
    ok = ok && player_choose(page->table->session, player, (uint64_t)seed, NULL, found, err) &&
         session_play(page->table->session, found->best, err);
    free(found);
    return ok;
}

static const struct {
    const char *name;
    bool        needs_game;
    bool (*run)(PageGame *page, const Message *message, Error *err);
} requests[] = {
    {"open", false, do_open},
    {"play", true, do_play},
    {"jump", true, do_jump},
    {"reply", true, do_reply},
};

static bool run_request(PageGame *page, const Message *message, Error *err)
{
    const char *name;
    if (!message_text(message, "do", 16, &name, err))
        return false;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(requests[i].name, name) != 0)
            continue;
        if (requests[i].needs_game && page->table == NULL)
            return error_set(err, ERROR_PAGE_NO_GAME);
        return requests[i].run(page, message, err);
    }
    return error_set(err, ERROR_PAGE_REQUEST, name);
}

/* ---- answers -----------------------------------------------------------------------------------
 */

void page_ask(PageGame *page, const char *request, size_t size, Str *answer)
{
    Message message = {0};
    Error   err = {0};
    Json    json = json_to(answer);
    bool    ok = message_parse(request, size, &message, &err) && run_request(page, &message, &err);
    message_free(&message);
    json_object(&json, NULL);
    if (ok) {
        const Session *session = page->table->session;
        bool           is_person = page->table->seats[session_side(session)].player.is_human;
        table_write_state(page->table, !is_person && !session_result(session).is_over, 0,
                          page->lang, &json);
        json_bool(&json, "can_reply", find_machine(page->table) != NULL);
    } else {
        json_string(&json, "error", error_words(&err, page->lang));
    }
    json_end_object(&json);
}
