/* The open games: from the shelf and back, who follows them, what they are told. */
#include "base/errors.h"
#include "base/clock.h"
#include "page/hub_state.h"

#include <stdlib.h>
#include <string.h>

Place *hub_find_place(Hub *hub, int64_t id)
{
    Place *place = hub->places;
    while (place != NULL && place->table->id != id)
        place = place->next;
    return place;
}

Place *hub_add_place(Hub *hub, Table *table, Error *err)
{
    int count = 0;
    for (Place *at = hub->places; at != NULL; at = at->next)
        count++;
    Place *place = count < MAX_PLACES ? calloc(1, sizeof *place) : NULL;
    if (place == NULL) {
        error_set(err, ERROR_PAGE_GAMES_OPEN);
        table_delete(table);
        return NULL;
    }
    place->table = table;
    place->next = hub->places;
    hub->places = place;
    return place;
}

/* False without an error text: there is no such game. */
static Table *load(Hub *hub, int64_t id, Error *err)
{
    ShelfRow row = {0};
    Table   *table = shelf_get(hub->shelf, id, &row, err) ? table_from_row(&row, err) : NULL;
    shelf_row_free(&row);
    return table;
}

Place *ask_place(Ask *ask, int64_t id, Error *err)
{
    Place *place = hub_find_place(ask->hub, id);
    if (place != NULL)
        return place;
    Table *table = load(ask->hub, id, err);
    if (table == NULL) {
        if (err->code == ERROR_NONE)
            error_set(err, ERROR_PAGE_GAME_ABSENT);
        return NULL;
    }
    return hub_add_place(ask->hub, table, err);
}

Place *ask_running(Ask *ask, int64_t id, Error *err)
{
    Place *place = ask_place(ask, id, err);
    if (place == NULL || !session_result(place->table->session).is_over)
        return place;
    error_set(err, ERROR_GAME_OVER);
    return NULL;
}

bool hub_may_follow(const Page *page, Error *err)
{
    return page->follow_count < MAX_FOLLOWED || error_set(err, ERROR_PAGE_FOLLOWS);
}

bool hub_follow(Page *page, Place *place, Error *err)
{
    if (page_follows(page, place->table->id))
        return true;
    if (!hub_may_follow(page, err))
        return false;
    page->follows[page->follow_count++] = place->table->id;
    place->followers++;
    return true;
}

void hub_unfollow(Page *page, int64_t id)
{
    Place *place = hub_find_place(page->hub, id);
    if (page->analysed == id)
        analysis_end(page);
    for (int i = 0; i < page->follow_count; i++)
        if (page->follows[i] == id) {
            page->follows[i--] = page->follows[--page->follow_count];
            if (place != NULL)
                place->followers--;
        }
}

void hub_close_unused(Hub *hub)
{
    Error ignored;
    for (Place **at = &hub->places; *at != NULL;) {
        Place *place = *at;
        /* What is not on the disk yet may have to be undone. */
        if (place->followers > 0 || place->is_unsaved) {
            at = &place->next;
            continue;
        }
        if (place->table->clock.started_us != 0) {
            place_save(hub, place, &ignored);
            place->table->clock.started_us = 0; /* the clocks stand still from now on */
            continue;
        }
        place_stop(hub, place);
        *at = place->next;
        table_delete(place->table);
        free(place);
    }
}

/* As it is on the shelf; false: it is not there. */
static bool reload(Hub *hub, Place *place)
{
    Error  ignored;
    Table *before = place->table->id > 0 ? load(hub, place->table->id, &ignored) : NULL;
    if (before == NULL)
        return false;
    table_delete(place->table);
    place->table = before;
    place->change++;
    place_stop(hub, place);
    return true;
}

bool place_save(Hub *hub, Place *place, Error *err)
{
    ShelfRow row = {0};
    table_to_row(place->table, clock_now_us(), &row);
    bool ok = shelf_put(hub->shelf, &row, err);
    if (ok) {
        place->table->id = row.id;
        place->is_unsaved = true;
        hub->save_count++;
    } else {
        reload(hub, place);
    }
    shelf_row_free(&row);
    return ok;
}

void places_saved(Hub *hub)
{
    for (Place *place = hub->places; place != NULL; place = place->next)
        place->is_unsaved = place->is_machines_move = false;
}

void places_undo(Hub *hub, const Error *err)
{
    for (Place *place = hub->places; place != NULL; place = place->next) {
        bool was_machine = place->is_machines_move;
        if (!place->is_unsaved)
            continue;
        place->is_unsaved = place->is_machines_move = false;
        place->has_failed = true;
        if (!reload(hub, place)) { /* a new one that there is not */
            for (Page *page = hub->pages; page != NULL; page = page->next)
                hub_unfollow(page, place->table->id);
            place->table->clock.started_us = 0;
        } else if (was_machine) {
            place_tell_failure(hub, place, err);
        } else {
            place_show(hub, place, NULL);
        }
    }
}

static void write_state(const Place *place, Lang lang, Str *out)
{
    Json json = json_to(out);
    json_object(&json, NULL);
    json_string(&json, "event", "state");
    table_write_state(place->table, place_awaits_machine(place), clock_now_us(), lang, &json);
    json_end_object(&json);
}

void place_show(Hub *hub, Place *place, const Page *only)
{
    Str texts[LANG_COUNT] = {{0}};
    for (Page *page = hub->pages; page != NULL; page = page->next) {
        if (!page_follows(page, place->table->id) || (only != NULL && page != only))
            continue;
        Str *text = &texts[page->lang];
        if (text->size == 0)
            write_state(place, page->lang, text);
        page_send_change(page, text);
    }
    for (int i = 0; i < LANG_COUNT; i++)
        str_free(&texts[i]);
}

void place_changed(Hub *hub, Place *place)
{
    place->change++;
    place->wants_go = place->has_failed = false;
    place_stop(hub, place);
    place_show(hub, place, NULL);
    analysis_refresh(hub, place);
}

bool place_play(Hub *hub, Place *place, Move move, double share, Error *err)
{
    Table  *table = place->table;
    int     mover = session_side(table->session);
    int64_t now = clock_now_us();
    if (session_length(table->session) >= MAX_PLIES_KEPT &&
        session_ply(table->session) == session_length(table->session))
        return error_set(err, ERROR_PAGE_GAME_MOVES, MAX_PLIES_KEPT);
    if (!session_play(table->session, move, err))
        return false;
    if (share >= 0)
        table_note_share(table, session_ply(table->session) - 1, share);
    table_note_share(table, session_ply(table->session), -1);
    if (!gameclock_end(&table->clock, now))
        session_end(table->session, 1 - mover, REASON_TIME);
    table_turn(table, now);
    if (!place_save(hub, place, err))
        return false;
    place_changed(hub, place);
    return true;
}
