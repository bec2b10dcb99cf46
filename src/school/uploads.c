#include "school/uploads.h"

#include "base/clock.h"
#include "base/errors.h"
#include "school/build_queue.h"
#include "school/competition_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { SLOT_FREE, SLOT_LISTENS, SLOT_RECEIVES, SLOT_BUILDS } SlotState;

/* A connection. */
typedef struct {
    SlotState   state;
    int         player;
    Link       *link;
    int64_t     deadline_us;
    ClassUpload about;
    BuildJob   *job; /* being filled */
} Slot;

/* A built program, until the last game that began with it is over. */
typedef struct Held {
    Engine       engine; /* first: games know this alone */
    Str          file;
    int          uses, faults;
    bool         is_current;
    struct Held *next;
} Held;

struct Uploads {
    Competition          *competition;
    const CompetitionRun *run;
    BuildQueue           *builds;
    Slot                  slots[UPLOAD_DESKS];
    Held                 *held;
    Held                 *current[CLASS_PLAYERS];  /* NULL: none */
    int64_t               versions[CLASS_PLAYERS]; /* of the store, that we have seen */
    bool                  must_look; /* at the store once more: somebody was still busy */
};

/* ---- opening and closing -----------------------------------------------------------------------
 */

static EngineSetup engine_setup(const Competition *competition, int64_t memory_megabytes)
{
    return (EngineSetup){.game = competition->game,
                         .start = str_get(&competition->start),
                         .memory_megabytes = memory_megabytes,
                         .start_us = UPLOAD_START_US};
}

Uploads *uploads_open(Competition *competition, const CompetitionRun *run, Error *err)
{
    const EngineSetup setup = engine_setup(competition, run->memory_megabytes);
    Uploads          *desk = calloc(1, sizeof *desk);
    if (desk == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    desk->competition = competition;
    desk->run = run;
    desk->builds = build_queue_open(&setup, err);
    if (desk->builds != NULL)
        return desk;
    free(desk);
    return NULL;
}

/* Ends a connection, after a last line unless that is NULL. */
static void close_slot(Slot *slot, const char *line)
{
    if (slot->link != NULL && line != NULL) {
        link_send(slot->link, line);
        link_flush(slot->link);
    }
    link_delete(slot->link);
    job_free(slot->job);
    *slot = (Slot){0};
}

static void free_unused(Uploads *desk)
{
    for (Held **at = &desk->held; *at != NULL;) {
        Held *held = *at;
        if (held->is_current || held->uses > 0) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        engine_free(&held->engine);
        str_free(&held->file);
        free(held);
    }
}

/* The player's program from now on; NULL: none. */
static void set_current(Uploads *desk, int player, Held *held)
{
    if (desk->current[player] != NULL)
        desk->current[player]->is_current = false;
    desk->current[player] = held;
    if (held != NULL)
        held->is_current = true;
    free_unused(desk);
}

void uploads_close(Uploads *desk)
{
    if (desk == NULL)
        return;
    build_queue_close(desk->builds);
    for (int i = 0; i < UPLOAD_DESKS; i++)
        close_slot(&desk->slots[i], "error the server is being stopped");
    for (int i = 0; i < CLASS_PLAYERS; i++)
        set_current(desk, i, NULL);
    free(desk);
}

/* ---- receiving ---------------------------------------------------------------------------------
 */

static void refuse(Link *link, const char *line)
{
    link_send(link, line);
    link_flush(link);
    link_delete(link);
}

static Slot *find_slot(Uploads *desk, SlotState state, int player)
{
    for (int i = 0; i < UPLOAD_DESKS; i++)
        if (desk->slots[i].state == state &&
            (state == SLOT_FREE || desk->slots[i].player == player))
            return &desk->slots[i];
    return NULL;
}

/* Ends what has not come to the compiler yet. */
static void give_up(Uploads *desk, int player, const char *line)
{
    Slot *slot = find_slot(desk, SLOT_LISTENS, player);
    if (slot == NULL)
        slot = find_slot(desk, SLOT_RECEIVES, player);
    if (slot != NULL)
        close_slot(slot, line);
}

void uploads_remove_player(Uploads *desk, int player)
{
    give_up(desk, player, "error the token is another now");
}

void uploads_receive(Uploads *desk, int player, Link *link)
{
    char line[40];
    give_up(desk, player, "error there is a newer connection");
    Slot *slot = find_slot(desk, SLOT_FREE, NOBODY);
    if (find_slot(desk, SLOT_BUILDS, player) != NULL) {
        refuse(link, "error your last program is still being built");
    } else if (slot == NULL) {
        refuse(link, "error too many hand in at this moment: try again");
    } else {
        *slot = (Slot){.state = SLOT_LISTENS,
                       .player = player,
                       .link = link,
                       .deadline_us = clock_now_us() + UPLOAD_US};
        snprintf(line, sizeof line, "welcome upload %d", CLASS_UPLOAD_BYTES);
        link_send(link, line);
        link_flush(link);
    }
}

static void close_with_error(Slot *slot, const Error *err)
{
    char line[ERROR_TEXT_SIZE + 10];
    snprintf(line, sizeof line, "error %s", error_words(err, LANG_EN));
    close_slot(slot, line);
}

/* "upload FILE SIZE" */
static void listen_to(Slot *slot)
{
    const char *line;
    Error       err;
    LinkEvent   event = link_read(slot->link, 0, &line);
    if (event == LINK_LATE)
        return;
    if (event != LINK_LINE) {
        close_slot(slot, NULL);
        return;
    }
    if (!class_read_upload(line, &slot->about, &err)) {
        close_with_error(slot, &err);
        return;
    }
    slot->job = job_new(slot->player, slot->about.file);
    if (slot->job == NULL) {
        close_slot(slot, "error out of memory");
        return;
    }
    link_send(slot->link, "send");
    link_flush(slot->link);
    slot->state = SLOT_RECEIVES;
}

static void take_bytes(Uploads *desk, Slot *slot)
{
    enum { PIECE = 16 << 10, PIECES = 64 }; /* others want their turn too */
    char      piece[PIECE];
    BuildJob *job = slot->job;
    size_t    left = (size_t)slot->about.size - job->bytes.size, size = 1;
    for (int i = 0; i < PIECES && left > 0 && size > 0; i++, left -= size) {
        size = link_take_bytes(slot->link, piece, left < PIECE ? left : PIECE);
        str_bytes(&job->bytes, piece, size);
    }
    if (job->bytes.failed) {
        close_slot(slot, "error out of memory");
    } else if (left == 0) {
        link_send(slot->link, "received");
        link_flush(slot->link);
        slot->state = SLOT_BUILDS;
        slot->job = NULL;
        build_queue_add(desk->builds, job);
    } else if (size == 0 && !link_is_open(slot->link)) {
        close_slot(slot, NULL); /* half a program is none */
    }
}

static void serve_slots(Uploads *desk)
{
    const int64_t now = clock_now_us();
    for (int i = 0; i < UPLOAD_DESKS; i++) {
        Slot *slot = &desk->slots[i];
        if (slot->state == SLOT_LISTENS)
            listen_to(slot);
        if (slot->state == SLOT_RECEIVES)
            take_bytes(desk, slot);
        if ((slot->state == SLOT_LISTENS || slot->state == SLOT_RECEIVES) &&
            now >= slot->deadline_us)
            close_slot(slot, "error that took too long");
    }
}

/* ---- what was built ----------------------------------------------------------------------------
 */

static void tell(const Uploads *desk, int player, const char *file, const Error *why)
{
    if (desk->run->on_engine != NULL)
        desk->run->on_engine(desk->competition->entrants[player].name, file, why, desk->run->user);
}

/* The compiler's lines, and what came of it. */
static void answer(Uploads *desk, const BuildJob *job)
{
    Slot *slot = find_slot(desk, SLOT_BUILDS, job->player);
    char  last[CLASS_FILE_SIZE + ERROR_TEXT_SIZE];
    if (slot == NULL || job->version != 0)
        return;
    for (const char *line = str_get(&job->messages), *end; (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        char text[ENGINE_MESSAGE_BYTES + 20];
        snprintf(text, sizeof text, "message %.*s", (int)(end - line), line);
        link_send(slot->link, text);
    }
    if (job->ok)
        snprintf(last, sizeof last, "accepted %s", str_get(&job->file));
    else
        snprintf(last, sizeof last, "error %s", error_words(&job->err, LANG_EN));
    close_slot(slot, last);
}

static bool keep_upload(Competition *competition, int player, const HandIn *in, int64_t *version,
                        Error *err)
{
    bool ok =
        store_begin(competition->store, err) &&
        store_add_upload(competition->store, player, in->file, in->bytes, in->size, version, err) &&
        store_commit(competition->store, err);
    if (!ok)
        store_abandon(competition->store);
    return ok;
}

/* Takes the engine out of the job. */
static bool hold(Uploads *desk, BuildJob *job, Error *err)
{
    Held *held = calloc(1, sizeof *held);
    if (held == NULL)
        return error_set(err, ERROR_MEMORY);
    held->engine = job->engine;
    held->file = job->file;
    job->engine = (Engine){0};
    job->file = (Str){0};
    held->next = desk->held;
    desk->held = held;
    set_current(desk, job->player, held);
    return true;
}

static bool finish_job(Uploads *desk, BuildJob *job, Error *err)
{
    const HandIn in = {str_get(&job->file), str_get(&job->bytes), job->bytes.size};
    if (job->ok && job->version == 0 &&
        !keep_upload(desk->competition, job->player, &in, &desk->versions[job->player], err))
        return false;
    tell(desk, job->player, str_get(&job->file), job->ok ? NULL : &job->err);
    answer(desk, job);
    if (job->ok)
        return hold(desk, job, err);
    if (job->version != 0) /* what the store says plays is not to be had */
        set_current(desk, job->player, NULL);
    return true;
}

bool uploads_work(Uploads *desk, Error *err)
{
    bool ok = true;
    serve_slots(desk);
    for (BuildJob *job; ok && (job = build_queue_next(desk->builds)) != NULL;) {
        ok = finish_job(desk, job, err);
        job_free(job);
    }
    return ok && desk->must_look ? uploads_read_news(desk, err) : ok;
}

/* ---- the store ---------------------------------------------------------------------------------
 */

static bool look_at_upload(int player, int64_t version, void *user, Error *err)
{
    Uploads *desk = user;
    if (player < 0 || player >= desk->competition->count || desk->versions[player] == version)
        return true;
    if (build_queue_is_busy_for(desk->builds, player)) {
        desk->must_look = true;
        return true;
    }
    BuildJob *job = job_new(player, "");
    if (job == NULL)
        return error_set(err, ERROR_MEMORY);
    if (!store_read_upload(desk->competition->store, player, &job->file, &job->bytes, err)) {
        job_free(job);
        return false;
    }
    desk->versions[player] = job->version = version;
    Error why;
    if (class_check_file(str_get(&job->file), &why)) {
        build_queue_add(desk->builds, job);
    } else {
        tell(desk, player, str_get(&job->file), &why);
        job_free(job);
    }
    return true;
}

bool uploads_read_news(Uploads *desk, Error *err)
{
    desk->must_look = false;
    return store_each_upload(desk->competition->store, look_at_upload, desk, err);
}

/* ---- games -------------------------------------------------------------------------------------
 */

bool uploads_has(const Uploads *desk, int player) { return desk->current[player] != NULL; }

const Engine *uploads_lend(Uploads *desk, int player)
{
    Held *held = desk->current[player];
    if (held == NULL)
        return NULL;
    held->uses++;
    return &held->engine;
}

void uploads_take_back(Uploads *desk, int player, const Engine *engine, bool has_failed)
{
    Held *held = desk->held;
    while (held != NULL && &held->engine != engine)
        held = held->next;
    if (held == NULL)
        return;
    held->uses--;
    held->faults = has_failed ? held->faults + 1 : 0;
    if (held->is_current && held->faults == UPLOAD_MAX_FAULTS) {
        Error why;
        error_set(&why, ERROR_ENGINE_RESTS);
        tell(desk, player, str_get(&held->file), &why);
        set_current(desk, player, NULL);
    }
    free_unused(desk);
}

/* ---- the teacher -------------------------------------------------------------------------------
 */

bool upload_hand_in(Competition *competition, const char *name, const HandIn *in,
                    int64_t memory_megabytes, Str *messages, Error *err)
{
    const EngineSetup setup = engine_setup(competition, memory_megabytes);
    int               player = competition_find(competition, name);
    int64_t           version;
    Engine            engine;
    if (player == NOBODY || !competition->entrants[player].shown.is_student)
        return error_set(err, ERROR_CLASS_NO_STUDENT, name);
    if (!class_check_file(in->file, err) || !engine_build(in, &setup, &engine, messages, err))
        return false;
    engine_free(&engine);
    return keep_upload(competition, player, in, &version, err);
}
