/* The open games: from the saved ones and back, who follows them, what they are told. */
#include "base/clock.h"
#include "base/errors.h"
#include "page/hub_state.h"

#include <stdlib.h>
#include <string.h>

OpenGame *hub_find_game(Hub *hub, int64_t id)
{
    OpenGame *opened = hub->open_games;
    while (opened != NULL && opened->game->id != id)
        opened = opened->next;
    return opened;
}

OpenGame *hub_add_game(Hub *hub, PageGame *page_game, Error *err)
{
    int count = 0;
    for (OpenGame *at = hub->open_games; at != NULL; at = at->next)
        count++;
    OpenGame *opened = count < MAX_OPEN_GAMES ? calloc(1, sizeof *opened) : NULL;
    if (opened == NULL) {
        error_set(err, ERROR_PAGE_GAMES_OPEN);
        page_game_delete(page_game);
        return NULL;
    }
    opened->game = page_game;
    opened->next = hub->open_games;
    hub->open_games = opened;
    return opened;
}

/* False without an error text: there is no such game. */
static PageGame *load(Hub *hub, int64_t id, Error *err)
{
    SavedGame row = {0};
    PageGame *page_game =
        saved_games_get(hub->saved, id, &row, err) ? page_game_from_saved(&row, err) : NULL;
    saved_game_free(&row);
    return page_game;
}

OpenGame *request_game(Request *request, int64_t id, Error *err)
{
    OpenGame *opened = hub_find_game(request->hub, id);
    if (opened != NULL)
        return opened;
    PageGame *page_game = load(request->hub, id, err);
    if (page_game == NULL) {
        if (err->code == ERROR_NONE)
            error_set(err, ERROR_PAGE_GAME_ABSENT);
        return NULL;
    }
    return hub_add_game(request->hub, page_game, err);
}

OpenGame *request_running_game(Request *request, int64_t id, Error *err)
{
    OpenGame *opened = request_game(request, id, err);
    if (opened == NULL || !session_result(opened->game->session).is_over)
        return opened;
    error_set(err, ERROR_GAME_OVER);
    return NULL;
}

bool hub_may_follow(const Page *page, Error *err)
{
    return page->follow_count < MAX_FOLLOWED || error_set(err, ERROR_PAGE_FOLLOWS);
}

bool hub_follow(Page *page, OpenGame *opened, Error *err)
{
    if (page_follows(page, opened->game->id))
        return true;
    if (!hub_may_follow(page, err))
        return false;
    page->follows[page->follow_count++] = opened->game->id;
    opened->followers++;
    return true;
}

void hub_unfollow(Page *page, int64_t id)
{
    OpenGame *opened = hub_find_game(page->hub, id);
    if (page->analysed == id)
        analysis_end(page);
    for (int i = 0; i < page->follow_count; i++)
        if (page->follows[i] == id) {
            page->follows[i--] = page->follows[--page->follow_count];
            if (opened != NULL)
                opened->followers--;
        }
}

void hub_close_unused(Hub *hub)
{
    Error ignored;
    for (OpenGame **at = &hub->open_games; *at != NULL;) {
        OpenGame *opened = *at;
        /* What is not on the disk yet may have to be undone. */
        if (opened->followers > 0 || opened->is_unsaved) {
            at = &opened->next;
            continue;
        }
        if (opened->game->clock.started_us != 0) {
            open_game_save(hub, opened, &ignored);
            opened->game->clock.started_us = 0; /* the clocks stand still from now on */
            continue;
        }
        open_game_stop(hub, opened);
        *at = opened->next;
        page_game_delete(opened->game);
        free(opened);
    }
}

/* As it is saved; false: it is not. */
static bool reload(Hub *hub, OpenGame *opened)
{
    Error     ignored;
    PageGame *before = opened->game->id > 0 ? load(hub, opened->game->id, &ignored) : NULL;
    if (before == NULL)
        return false;
    page_game_delete(opened->game);
    opened->game = before;
    opened->change++;
    open_game_stop(hub, opened);
    return true;
}

bool open_game_save(Hub *hub, OpenGame *opened, Error *err)
{
    SavedGame row = {0};
    page_game_to_saved(opened->game, clock_now_us(), &row);
    bool ok = saved_games_put(hub->saved, &row, err);
    if (ok) {
        opened->game->id = row.id;
        opened->is_unsaved = true;
        hub->save_count++;
    } else {
        reload(hub, opened);
    }
    saved_game_free(&row);
    return ok;
}

void open_games_saved(Hub *hub)
{
    for (OpenGame *opened = hub->open_games; opened != NULL; opened = opened->next)
        opened->is_unsaved = opened->is_machines_move = false;
}

void open_games_undo(Hub *hub, const Error *err)
{
    for (OpenGame *opened = hub->open_games; opened != NULL; opened = opened->next) {
        bool was_machine = opened->is_machines_move;
        if (!opened->is_unsaved)
            continue;
        opened->is_unsaved = opened->is_machines_move = false;
        opened->has_failed = true;
        if (!reload(hub, opened)) { /* a new one that there is not */
            for (Page *page = hub->pages; page != NULL; page = page->next)
                hub_unfollow(page, opened->game->id);
            opened->game->clock.started_us = 0;
        } else if (was_machine) {
            open_game_tell_failure(hub, opened, err);
        } else {
            open_game_show(hub, opened, NULL);
        }
    }
}

static void write_state(const OpenGame *opened, Lang lang, Str *out)
{
    Json json = json_to(out);
    json_object(&json, NULL);
    json_string(&json, "event", "state");
    page_game_write_state(opened->game, open_game_awaits_machine(opened), clock_now_us(), lang,
                          &json);
    json_end_object(&json);
}

void open_game_show(Hub *hub, OpenGame *opened, const Page *only)
{
    Str texts[LANG_COUNT] = {{0}};
    for (Page *page = hub->pages; page != NULL; page = page->next) {
        if (!page_follows(page, opened->game->id) || (only != NULL && page != only))
            continue;
        Str *text = &texts[page->lang];
        if (text->size == 0)
            write_state(opened, page->lang, text);
        page_send_change(page, text);
    }
    for (int i = 0; i < LANG_COUNT; i++)
        str_free(&texts[i]);
}

void open_game_changed(Hub *hub, OpenGame *opened)
{
    opened->change++;
    opened->wants_go = opened->has_failed = false;
    open_game_stop(hub, opened);
    open_game_show(hub, opened, NULL);
    analysis_refresh(hub, opened);
}

bool open_game_play(Hub *hub, OpenGame *opened, Move move, double share, Error *err)
{
    PageGame *page_game = opened->game;
    int       mover = session_side(page_game->session);
    int64_t   now = clock_now_us();
    if (session_length(page_game->session) >= MAX_PLIES_KEPT &&
        session_ply(page_game->session) == session_length(page_game->session))
        return error_set(err, ERROR_PAGE_GAME_MOVES, MAX_PLIES_KEPT);
    if (!session_play(page_game->session, move, err))
        return false;
    if (share >= 0)
        page_game_note_share(page_game, session_ply(page_game->session) - 1, share);
    page_game_note_share(page_game, session_ply(page_game->session), -1);
    if (!gameclock_end(&page_game->clock, now))
        session_end(page_game->session, 1 - mover, REASON_TIME);
    page_game_turn(page_game, now);
    if (!open_game_save(hub, opened, err))
        return false;
    open_game_changed(hub, opened);
    return true;
}
