#include "page/hub_state.h"

#include "base/clock.h"
#include "base/errors.h"
#include "base/prose.h"
#include "net/token.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- pages -------------------------------------------------------------------------------------
 */

Page *hub_find_page(Hub *hub, uint64_t number)
{
    Page *page = hub->pages;
    while (page != NULL && page->number != number)
        page = page->next;
    return page;
}

bool page_follows(const Page *page, int64_t id)
{
    for (int i = 0; i < page->follow_count; i++)
        if (page->follows[i] == id)
            return true;
    return false;
}

/* ---- what is said ------------------------------------------------------------------------------
 * What a turn of the loop changes is written in one go at its end, and a thread waits for the disk:
 * whatever is said after a change waits for that, in its order. */

typedef enum { SAYS_NEWS, SAYS_CHANGE, SAYS_SAVED } Saying;

typedef struct Held {
    Saying       saying;
    uint64_t     page;
    int64_t      number; /* of the request that has saved something */
    uint64_t     ticket; /* of the sync; 0: the change is not written yet */
    Str          text;
    struct Held *next;
} Held;

static void say(Page *page, Saying saying, int64_t number, const Str *text)
{
    Hub  *hub = page->hub;
    bool  is_written = !saved_games_has_changes(hub->saved);
    bool  is_synced = hub->syncer == NULL || syncer_done(hub->syncer) >= hub->ticket;
    Held *held = NULL;
    if (text->failed)
        return;
    if (is_written && is_synced && hub->held == NULL) {
        hub->setup.send(page->connection, str_get(text), text->size);
        return;
    }
    held = calloc(1, sizeof *held);
    if (held == NULL)
        return; /* as when the text had failed */
    *held = (Held){.saying = saying,
                   .page = page->number,
                   .number = number,
                   .ticket = is_written ? hub->ticket : 0};
    str_bytes(&held->text, str_get(text), text->size);
    *hub->last_held = held;
    hub->last_held = &held->next;
}

void page_send(Page *page, const Str *text) { say(page, SAYS_NEWS, 0, text); }
void page_send_change(Page *page, const Str *text) { say(page, SAYS_CHANGE, 0, text); }

void page_answer(Page *page, int64_t number, const Str *fields, bool has_saved)
{
    Str out = {0};
    str_printf(&out, "{\"re\":%lld,\"ok\":true", (long long)number);
    str_bytes(&out, str_get(fields), fields->size);
    str_char(&out, '}');
    out.failed |= fields->failed;
    say(page, has_saved ? SAYS_SAVED : SAYS_NEWS, number, &out);
    str_free(&out);
}

static void write_refusal(Lang lang, bool has_number, int64_t number, const Error *err, Str *out)
{
    Json json = json_to(out);
    json_object(&json, NULL);
    if (has_number)
        json_int(&json, "re", number);
    else
        json_null(&json, "re");
    json_prose(&json, "error", error_words(err, lang), lang);
    json_end_object(&json);
}

void page_refuse(Page *page, int64_t number, const Error *err)
{
    assert(err->code != ERROR_NONE);
    Str out = {0};
    write_refusal(page->lang, true, number, err, &out);
    page_send(page, &out);
    str_free(&out);
}

static void send_to(Hub *hub, const Held *held, const Error *failure)
{
    Page *page = hub_find_page(hub, held->page);
    Str   refusal = {0};
    if (page == NULL || (failure != NULL && held->saying == SAYS_CHANGE))
        return;
    if (failure != NULL && held->saying == SAYS_SAVED)
        write_refusal(page->lang, true, held->number, failure, &refusal);
    const Str *text = refusal.size > 0 ? &refusal : &held->text;
    if (!text->failed)
        hub->setup.send(page->connection, str_get(text), text->size);
    str_free(&refusal);
}

/* What has reached the disk is said. */
static void say_synced(Hub *hub)
{
    bool     waits = hub->syncer != NULL;
    uint64_t done = waits ? syncer_done(hub->syncer) : UINT64_MAX;
    Error    failure;
    error_set(&failure, ERROR_PAGE_SYNC);
    while (hub->held != NULL && hub->held->ticket <= done && (hub->held->ticket > 0 || !waits)) {
        Held *held = hub->held;
        bool  has_failed = waits && syncer_has_failed(hub->syncer, held->ticket - 1);
        hub->held = held->next;
        if (hub->held == NULL)
            hub->last_held = &hub->held;
        send_to(hub, held, has_failed ? &failure : NULL);
        str_free(&held->text);
        free(held);
    }
}

void hub_sync(Hub *hub)
{
    if (hub->syncer != NULL)
        hub->ticket = syncer_ask(hub->syncer);
}

/* What waited for this turn's changes to be written waits for the disk, or is said otherwise. */
static void settle_held(Hub *hub, const Error *failure)
{
    Held **at = &hub->held;
    while (*at != NULL) {
        Held *held = *at;
        if (held->ticket > 0 || failure == NULL) {
            held->ticket = held->ticket > 0 ? held->ticket : hub->ticket;
            at = &held->next;
            continue;
        }
        send_to(hub, held, failure);
        *at = held->next;
        str_free(&held->text);
        free(held);
    }
    hub->last_held = at;
}

void hub_end_turn(Hub *hub)
{
    Error err;
    if (!saved_games_has_changes(hub->saved))
        return;
    bool ok = saved_games_commit(hub->saved, &err);
    if (ok) {
        hub_sync(hub);
        open_games_saved(hub);
    }
    settle_held(hub, ok ? NULL : &err);
    if (!ok)
        open_games_undo(hub, &err);
    hub_close_unused(hub);
}

Page *hub_join(Hub *hub, void *connection, const char *address)
{
    Page *page = calloc(1, sizeof *page);
    if (page == NULL)
        return NULL;
    page->hub = hub;
    page->connection = connection;
    snprintf(page->address, sizeof page->address, "%s", address);
    page->number = ++hub->page_count;
    page->next = hub->pages;
    hub->pages = page;
    return page;
}

void hub_leave(Hub *hub, Page *page)
{
    assert(hub_find_page(hub, page->number) == page);
    analysis_end(page);
    while (page->follow_count > 0)
        hub_unfollow(page, page->follows[0]);
    pool_cancel(hub->pool, page->number);
    Page **at = &hub->pages;
    while (*at != page)
        at = &(*at)->next;
    *at = page->next;
    free(page);
    hub_close_unused(hub);
}

/* ---- requests ----------------------------------------------------------------------------------
 */

static const RequestKind *const requests[] = {
#define REQUEST(name) &request_##name,
    REQUESTS(REQUEST)
#undef REQUEST
};

size_t             request_count(void) { return sizeof requests / sizeof requests[0]; }
const RequestKind *request_at(size_t index) { return requests[index]; }

const RequestKind *request_find(const char *name)
{
    for (size_t i = 0; i < request_count(); i++)
        if (strcmp(requests[i]->name, name) == 0)
            return requests[i];
    return NULL;
}

/* In the order of Lang. */
static const char *const languages[] = {"en", "fr", NULL};

typedef struct {
    int         lang; /* -1: as it is */
    const char *token;
} HelloFields;

static const Field hello_fields[] = {
    MAY_WORD(HelloFields, lang, languages, -1),
    MAY_TEXT(HelloFields, token, 64),
};

static bool run_hello(Request *request, const void *fields, Error *err)
{
    enum { MAX_REFUSED = 5 };
    const HelloFields *hello = fields;
    Page              *page = request->page;
    const char        *token = hello->token != NULL ? hello->token : "";
    if (hello->lang >= 0)
        page->lang = (Lang)hello->lang;
    if (request->hub->setup.token != NULL && !token_is_same(token, request->hub->setup.token)) {
        if (++page->refused >= MAX_REFUSED)
            request->hub->setup.dismiss(page->connection);
        return error_set(err, ERROR_PAGE_TOKEN);
    }
    page->is_known = true;
    json_string(&request->answer, "version", request->hub->setup.version);
    catalogue_write(page->lang, &request->answer);
    return true;
}

REQUEST_ROW(hello, HelloFields, "version catalogue");

typedef struct {
    int lang;
} LangFields;

static const Field lang_fields[] = {MUST_WORD(LangFields, lang, languages)};

static bool run_lang(Request *request, const void *fields, Error *err)
{
    (void)err;
    request->page->lang = (Lang)((const LangFields *)fields)->lang;
    return true;
}

REQUEST_ROW(lang, LangFields, "");

static bool dispatch(Request *request, const Message *message, Error *err)
{
    const char *what;
    union {
        max_align_t aligned;
        char        bytes[MAX_REQUEST];
    } fields = {.bytes = {0}};
    if (!message_what(message, &what, err))
        return false;
    const RequestKind *kind = request_find(what);
    if (kind == NULL)
        return error_set(err, ERROR_PAGE_NO_REQUEST);
    if (!request->page->is_known && kind != &request_hello)
        return error_set(err, ERROR_PAGE_HELLO);
    return message_read(message, kind->fields, kind->field_count, &fields, err) &&
           kind->run(request, &fields, err);
}

void hub_receive(Hub *hub, Page *page, const char *text, size_t size)
{
    assert(hub_find_page(hub, page->number) == page);
    assert(text != NULL || size == 0);
    Error    err = {0};
    Message  message;
    Str      fields = {0}, refusal = {0};
    Request  request = {.hub = hub, .page = page, .answer = {.out = &fields, .needs_comma = true}};
    bool     has_number = false;
    uint64_t saves = hub->save_count;
    bool     ok = message_parse(text, size, &message, &err);
    if (ok)
        ok = has_number = message_number(&message, &request.number, &err);
    ok = ok && dispatch(&request, &message, &err);
    if (!ok) {
        write_refusal(page->lang, has_number, request.number, &err, &refusal);
        page_send(page, &refusal);
    } else if (!request.is_deferred) {
        page_answer(page, request.number, &fields, hub->save_count != saves);
    }
    message_free(&message);
    str_free(&fields);
    str_free(&refusal);
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

/* All of them, some at a time. */
static bool tidy(Hub *hub, Error *err)
{
    enum { DAY = 86400 };
    const TidyWhich which = {.before = (int64_t)time(NULL) - (int64_t)hub->setup.tidy_days * DAY,
                             .most = MAX_TIDIED};
    int             removed = MAX_TIDIED;
    while (hub->setup.is_tidied && removed == MAX_TIDIED)
        removed = saved_games_tidy(hub->saved, &which, err);
    return removed >= 0;
}

Hub *hub_new(const HubSetup *setup, Error *err)
{
    Hub *hub = calloc(1, sizeof *hub);
    if (hub == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    hub->setup = *setup;
    hub->last_held = &hub->held;
    hub->seed = (uint64_t)clock_now_us();
    hub->saved = saved_games_open(setup->store, err);
    if (hub->saved != NULL && tidy(hub, err)) {
        if (saved_games_journal(hub->saved) != NULL)
            hub->syncer =
                syncer_new(setup->store, saved_games_journal(hub->saved), setup->wake, setup->user);
        if (hub->syncer == NULL)
            saved_games_wait_for_disk(hub->saved);
        hub->pool = pool_new(setup->threads, setup->wake, setup->user);
        if (hub->pool == NULL)
            error_set(err, ERROR_PAGE_THREADS);
    }
    if (hub->pool == NULL) {
        hub_delete(hub);
        return NULL;
    }
    return hub;
}

void hub_delete(Hub *hub)
{
    if (hub == NULL)
        return;
    Error ignored;
    /* How the clocks stand; the moves are there already. */
    for (OpenGame *opened = hub->open_games; opened != NULL; opened = opened->next) {
        open_game_stop(hub, opened);
        opened->followers = 0;
        if (opened->game->clock.control.budget_us != 0)
            open_game_save(hub, opened, &ignored);
        opened->game->clock.started_us = 0;
    }
    while (hub->pages != NULL) {
        Page *page = hub->pages;
        analysis_end(page);
        hub->pages = page->next;
        free(page);
    }
    pool_delete(hub->pool);
    if (hub->saved != NULL)
        hub_end_turn(hub);
    hub_close_unused(hub);
    while (hub->held != NULL) {
        Held *held = hub->held;
        hub->held = held->next;
        str_free(&held->text);
        free(held);
    }
    syncer_delete(hub->syncer);
    saved_games_close(hub->saved);
    free(hub);
}

/* Who has overstepped his time has lost. */
static void look_at_clock(Hub *hub, OpenGame *opened, int64_t now)
{
    PageGame *page_game = opened->game;
    Error     ignored;
    if (page_game_due_us(page_game, now) > now)
        return;
    int loser = page_game->clock.running;
    gameclock_end(&page_game->clock, now);
    session_end(page_game->session, 1 - loser, REASON_TIME);
    open_game_save(hub, opened, &ignored);
    open_game_changed(hub, opened);
}

void hub_tick(Hub *hub)
{
    int64_t now = clock_now_us();
    pool_collect(hub->pool);
    for (OpenGame *opened = hub->open_games; opened != NULL; opened = opened->next)
        look_at_clock(hub, opened, now);
    hub_close_unused(hub);
    hub_end_turn(hub);
    say_synced(hub);
    machines_begin(hub);
}

int64_t hub_due_us(Hub *hub)
{
    int64_t now = clock_now_us(), due = pool_due_us(hub->pool), machines = machines_due_us(hub);
    if (saved_games_has_changes(hub->saved))
        return 0;
    if (machines < due)
        due = machines;
    for (OpenGame *opened = hub->open_games; opened != NULL; opened = opened->next) {
        int64_t falls = page_game_due_us(opened->game, now);
        if (falls < due)
            due = falls;
    }
    return due;
}
