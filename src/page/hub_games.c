/* Requests about games: beginning, opening, playing, taking back, ending them. */
#include "base/clock.h"
#include "base/errors.h"
#include "core/formats/formats.h"
#include "core/notation.h"
#include "core/position.h"
#include "page/hub_state.h"

#include <string.h>
#include <time.h>

enum { MAX_LISTED = 500 };

/* ---- the list ----------------------------------------------------------------------------------
 */

static int count_words(const char *text)
{
    int count = 0;
    for (bool was_blank = true; *text != '\0'; text++) {
        count += was_blank && *text != ' ';
        was_blank = *text == ' ';
    }
    return count;
}

static bool list_game(const SavedGame *row, void *user, Error *err)
{
    static const Text damaged = TEXT("damaged: ", "abîmée : ");
    Request          *request = user;
    Json             *json = &request->answer;
    Str               title = {0};
    (void)err;
    str_text(&title, row->is_damaged ? text_in(&damaged, request->page->lang) : "");
    str_text(&title, str_get(&row->title));
    json_object(json, NULL);
    json_int(json, "id", row->id);
    json_string(json, "game", str_get(&row->game));
    json_string(json, "title", str_get(&title));
    str_free(&title);
    json_int(json, "moves", count_words(str_get(&row->moves)));
    json_string(json, "result", str_get(&row->result));
    json_int(json, "updated", row->updated);
    json_end_object(json);
    return true;
}

static bool run_games(Request *request, const void *fields, Error *err)
{
    (void)fields;
    json_array(&request->answer, "games");
    bool ok = saved_games_each(request->hub->saved, MAX_LISTED, list_game, request, err);
    json_end_array(&request->answer);
    return ok;
}

REQUEST_WITHOUT_FIELDS(games, "games");

/* ---- beginning ---------------------------------------------------------------------------------
 */

enum { SEAT_PERSON, SEAT_PLAYER };
static const char *const seat_kinds[] = {"person", "player", NULL};

typedef struct {
    int         kind;
    const char *name, *player; /* of a person, of a player */
} SeatFields;

static const Field seat_fields[] = {
    MUST_WORD(SeatFields, kind, seat_kinds),
    MAY_TEXT(SeatFields, name, 256),
    MAY_TEXT(SeatFields, player, SEAT_TEXT_SIZE),
};

typedef struct {
    int        count; /* 0: two people without a name */
    SeatFields items[2];
} SeatList;

typedef struct {
    bool    is_given;
    int64_t base_ms, inc_ms;
} ClockFields;

static const Field clock_fields[] = {
    MUST_INT(ClockFields, base_ms, 1000, 86400000),
    MAY_INT(ClockFields, inc_ms, 0, 3600000, 0),
};

typedef struct {
    const char *game, *preset, *position; /* NULL or "": the usual ones */
    Message     options;
    SeatList    seats;
    ClockFields clock;
    bool        strict;
} NewFields;

static const Field new_fields[] = {
    MUST_TEXT(NewFields, game, GAME_NAME_LIMIT),
    MAY_PAIRS(NewFields, options),
    MAY_TEXT(NewFields, preset, 64),
    MAY_LIST(NewFields, seats, 2, 2, seat_fields),
    MAY_OBJECT(NewFields, clock, clock_fields),
    MAY_TEXT(NewFields, position, POSITION_LIMIT),
    MAY_BOOL(NewFields, strict, false),
};

typedef struct {
    const OptionTable *table;
    int16_t            values[MAX_OPTIONS];
} Chosen;

static bool choose_option(const char *name, const char *value, void *user, Error *err)
{
    Chosen *chosen = user;
    return options_set(chosen->table, chosen->values, name, value, err);
}

static bool read_rules(const Game *game, const NewFields *new, Chosen *out, Error *err)
{
    const char *preset = new->preset;
    out->table = &game->info->options;
    options_reset(out->table, out->values);
    bool is_found = preset == NULL || preset[0] == '\0';
    for (int i = 0; !is_found && i < game->info->preset_count; i++) {
        if (strcmp(game->info->presets[i].name, preset) != 0)
            continue;
        is_found = true;
        if (!options_set_words(out->table, out->values, game->info->presets[i].settings, err))
            return false;
    }
    if (!is_found)
        return error_set(err, ERROR_PAGE_PRESET);
    return new->options.tree == NULL || message_each_pair(&new->options, choose_option, out, err);
}

static bool read_seats(const Game *game, const SeatList *list, Seat out[2], Error *err)
{
    for (int i = 0; i < list->count; i++) {
        const SeatFields *seat = &list->items[i];
        if (seat->kind == SEAT_PERSON)
            seat_set_person(&out[i], seat->name != NULL ? seat->name : "");
        else if (seat->player == NULL)
            return message_refuse_missing("player", err);
        else if (!seat_set_player(&out[i], game, seat->player, err))
            return false;
    }
    return true;
}

bool request_begin_game(Request *request, PageGame *page_game, Error *err)
{
    Page *page = request->page;
    if (!hub_may_follow(page, err) || !hub_make_room(request->hub, err)) {
        page_game_delete(page_game);
        return false;
    }
    page_game_turn(page_game, clock_now_us());
    OpenGame *opened = hub_add_game(request->hub, page_game, err);
    if (opened == NULL)
        return false;
    if (!open_game_save(request->hub, opened, err)) {
        page_game->clock.started_us = 0; /* it is closed, and not put back */
        hub_close_unused(request->hub);
        return false;
    }
    opened->page = page->number;
    hub_follow(page, opened, err);
    json_int(&request->answer, "id", opened->game->id);
    open_game_changed(request->hub, opened);
    return true;
}

static bool read_new(const Game *game, const NewFields *new, PageGame *page_game, Error *err)
{
    Chosen rules;
    page_game->is_strict = new->strict;
    if (new->clock.is_given)
        gameclock_init(&page_game->clock,
                       &(TimeControl){new->clock.base_ms * 1000, new->clock.inc_ms * 1000});
    return read_rules(game, new, &rules, err) &&
           read_seats(game, &new->seats, page_game->seats, err) &&
           session_start(page_game->session, rules.values, err) &&
           (new->position == NULL || new->position[0] == '\0' ||
            session_set_position(page_game->session, new->position, err));
}

static bool run_new(Request *request, const void *fields, Error *err)
{
    const NewFields *new = fields;
    const Game *game = game_named(new->game, err);
    if (game == NULL)
        return false;
    PageGame *page_game = page_game_new(game);
    if (page_game == NULL)
        return error_set(err, ERROR_MEMORY);
    if (!read_new(game, new, page_game, err)) {
        page_game_delete(page_game);
        return false;
    }
    return request_begin_game(request, page_game, err);
}

REQUEST_ROW(new, NewFields, "id");

static const Field rematch_fields[] = {GAME_ID(GameFields)};

static bool run_rematch(Request *request, const void *fields, Error *err)
{
    OpenGame *opened = request_game(request, ((const GameFields *)fields)->id, err);
    if (opened == NULL)
        return false;
    PageGame *before = opened->game, *page_game = page_game_new(session_game(before->session));
    if (page_game == NULL)
        return error_set(err, ERROR_MEMORY);
    for (int i = 0; i < 2; i++)
        page_game->seats[i] = before->seats[1 - i];
    page_game->is_strict = before->is_strict;
    gameclock_init(&page_game->clock, &before->clock.control);
    if (!session_set_position(page_game->session, session_start_text(before->session), err)) {
        page_game_delete(page_game);
        return false;
    }
    return request_begin_game(request, page_game, err);
}

REQUEST_ROW(rematch, GameFields, "id");

/* ---- following ---------------------------------------------------------------------------------
 */

static const Field open_fields[] = {GAME_ID(GameFields)};

static bool run_open(Request *request, const void *fields, Error *err)
{
    OpenGame *opened = request_game(request, ((const GameFields *)fields)->id, err);
    if (opened == NULL || !hub_follow(request->page, opened, err))
        return false;
    if (hub_find_page(request->hub, opened->page) == NULL)
        opened->page = request->page->number;
    if (opened->game->clock.started_us == 0)
        page_game_turn(opened->game, clock_now_us());
    json_int(&request->answer, "id", opened->game->id);
    opened->has_failed = false;
    open_game_show(request->hub, opened, request->page);
    return true;
}

REQUEST_ROW(open, GameFields, "id");

static const Field close_fields[] = {GAME_ID(GameFields)};

static bool run_close(Request *request, const void *fields, Error *err)
{
    (void)err;
    hub_unfollow(request->page, ((const GameFields *)fields)->id);
    hub_close_unused(request->hub);
    return true;
}

REQUEST_ROW(close, GameFields, "");

static const Field delete_fields[] = {GAME_ID(GameFields)};

static bool run_delete(Request *request, const void *fields, Error *err)
{
    hub_end_turn(request->hub); /* a game is deleted alone, whatever becomes of other changes */
    int64_t   id = ((const GameFields *)fields)->id;
    OpenGame *opened = request_game(request, id, err);
    Str       event = {0};
    if (opened == NULL || !saved_games_remove(request->hub->saved, id, err))
        return false;
    hub_sync(request->hub);
    str_printf(&event, "{\"event\":\"deleted\",\"id\":%lld}", (long long)id);
    for (Page *page = request->hub->pages; page != NULL; page = page->next) {
        if (page_follows(page, id))
            page_send(page, &event);
        hub_unfollow(page, id);
    }
    str_free(&event);
    opened->game->clock.started_us = 0; /* it is not to be put back */
    hub_close_unused(request->hub);
    return true;
}

REQUEST_ROW(delete, GameFields, "");

/* ---- tidying -----------------------------------------------------------------------------------
 */

static bool is_open(int64_t id, void *user) { return hub_find_game(user, id) != NULL; }

typedef struct {
    int64_t days;
    bool    unplayed;
} TidyFields;

static const Field tidy_fields[] = {
    MUST_INT(TidyFields, days, 0, 36500),
    MAY_BOOL(TidyFields, unplayed, false),
};

static bool run_tidy(Request *request, const void *fields, Error *err)
{
    enum { DAY = 86400 };
    const TidyFields *tidy = fields;
    const TidyWhich   which = {.before = (int64_t)time(NULL) - tidy->days * DAY,
                               .is_unplayed = tidy->unplayed,
                               .most = MAX_TIDIED,
                               .is_kept = is_open,
                               .user = request->hub};
    hub_end_turn(request->hub);
    int removed = saved_games_tidy(request->hub->saved, &which, err);
    hub_sync(request->hub);
    json_int(&request->answer, "removed", removed);
    json_int(&request->answer, "left", saved_games_count(request->hub->saved));
    return removed >= 0;
}

REQUEST_ROW(tidy, TidyFields, "removed left");

bool hub_make_room(Hub *hub, Error *err)
{
    enum { USUAL = 10000 };
    int64_t   most = hub->setup.most_games > 0 ? hub->setup.most_games : USUAL;
    TidyWhich which = {
        .before = INT64_MAX, .is_unplayed = true, .most = 1, .is_kept = is_open, .user = hub};
    if (saved_games_count(hub->saved) < most)
        return true;
    hub_end_turn(hub);
    int removed = saved_games_tidy(hub->saved, &which, err);
    return removed > 0 || (removed == 0 && error_set(err, ERROR_PAGE_SAVED_GAMES));
}

/* ---- playing -----------------------------------------------------------------------------------
 */

typedef struct {
    int64_t     id;
    const char *move;     /* NULL: the cells tell it */
    int64_t     from, to; /* -1: none */
} PlayFields;

static const Field play_fields[] = {
    GAME_ID(PlayFields),
    MAY_TEXT(PlayFields, move, 32),
    MAY_INT(PlayFields, from, -1, BOARD_CELLS - 1, -1),
    MAY_INT(PlayFields, to, 0, BOARD_CELLS - 1, -1),
};

static bool read_move(const Session *session, const PlayFields *play, Move *out, Error *err)
{
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    if (play->move != NULL)
        return notation_parse(game, pos, play->move, out, err);
    if (play->to < 0)
        return message_refuse_missing("to", err);
    *out = notation_find(game, pos, (int)play->from, (int)play->to);
    return *out != MOVE_NONE || error_set(err, ERROR_PAGE_NO_MOVE);
}

static bool run_play(Request *request, const void *fields, Error *err)
{
    const PlayFields *play = fields;
    OpenGame         *opened = request_running_game(request, play->id, err);
    Move              move;
    if (opened == NULL)
        return false;
    PageGame *page_game = opened->game;
    if (!page_game->seats[session_side(page_game->session)].player.is_human)
        return error_set(err, ERROR_PAGE_MACHINES_TURN);
    opened->page = request->page->number;
    return read_move(page_game->session, play, &move, err) &&
           open_game_play(request->hub, opened, move, -1, err);
}

REQUEST_ROW(play, PlayFields, "");

/* ---- back and forth ----------------------------------------------------------------------------
 */

static OpenGame *request_loose_game(Request *request, int64_t id, Error *err)
{
    OpenGame *opened = request_game(request, id, err);
    if (opened == NULL || !opened->game->is_strict)
        return opened;
    error_set(err, ERROR_PAGE_STRICT);
    return NULL;
}

/* The game stands at another ply now. */
static bool open_game_moved(Hub *hub, OpenGame *opened, Error *err)
{
    page_game_turn(opened->game, clock_now_us());
    if (!open_game_save(hub, opened, err))
        return false;
    open_game_changed(hub, opened);
    return true;
}

static bool is_machines_turn(const PageGame *page_game)
{
    return !page_game->seats[session_side(page_game->session)].player.is_human;
}

typedef struct {
    int64_t id, plies; /* 0: until a person is to move */
} WalkFields;

static const Field undo_fields[] = {
    GAME_ID(WalkFields),
    MAY_INT(WalkFields, plies, 1, MAX_PLIES_KEPT, 0),
};

static bool walk(Request *request, const WalkFields *walk, bool (*step)(Session *session),
                 Error *err)
{
    OpenGame *opened = request_loose_game(request, walk->id, err);
    if (opened == NULL)
        return false;
    PageGame *page_game = opened->game;
    bool has_person = page_game->seats[0].player.is_human || page_game->seats[1].player.is_human;
    if (!step(page_game->session))
        return error_set(err, ERROR_PAGE_NOTHING_MORE);
    if (walk->plies > 0)
        for (int64_t left = walk->plies - 1; left > 0 && step(page_game->session); left--)
            continue;
    else
        while (has_person && is_machines_turn(page_game) && step(page_game->session))
            continue;
    return open_game_moved(request->hub, opened, err);
}

static bool run_undo(Request *request, const void *fields, Error *err)
{
    return walk(request, fields, session_undo, err);
}

REQUEST_ROW(undo, WalkFields, "");

#define redo_fields undo_fields
static bool run_redo(Request *request, const void *fields, Error *err)
{
    return walk(request, fields, session_redo, err);
}

REQUEST_ROW(redo, WalkFields, "");
#undef redo_fields

typedef struct {
    int64_t id, ply;
} JumpFields;

static const Field jump_fields[] = {
    GAME_ID(JumpFields),
    MUST_INT(JumpFields, ply, 0, MAX_PLIES_KEPT),
};

static bool run_jump(Request *request, const void *fields, Error *err)
{
    const JumpFields *jump = fields;
    OpenGame         *opened = request_loose_game(request, jump->id, err);
    if (opened == NULL)
        return false;
    Session *session = opened->game->session;
    if (jump->ply > session_length(session))
        return message_refuse_range("ply", 0, session_length(session), err);
    if (jump->ply == session_ply(session))
        return true;
    session_go_to(session, (int)jump->ply);
    return open_game_moved(request->hub, opened, err);
}

REQUEST_ROW(jump, JumpFields, "");

/* The machine goes on from an earlier position; what came behind it is forgotten by its move. */
static const Field go_fields[] = {GAME_ID(GameFields)};

static bool run_go(Request *request, const void *fields, Error *err)
{
    OpenGame *opened = request_running_game(request, ((const GameFields *)fields)->id, err);
    if (opened == NULL)
        return false;
    if (opened->thinking == NULL) {
        opened->wants_go = true;
        opened->has_failed = false;
        opened->page = request->page->number;
        open_game_show(request->hub, opened, NULL);
    }
    return true;
}

REQUEST_ROW(go, GameFields, "");

/* ---- ending ------------------------------------------------------------------------------------
 */

/* The one person, or whoever of two is to move. */
static int asking_side(const PageGame *page_game)
{
    bool is_person[2] = {page_game->seats[0].player.is_human, page_game->seats[1].player.is_human};
    return is_person[0] != is_person[1] ? is_person[1] : session_side(page_game->session);
}

static bool end_game(Hub *hub, OpenGame *opened, int winner, Reason reason, Error *err)
{
    PageGame *page_game = opened->game;
    gameclock_end(&page_game->clock, clock_now_us());
    session_end(page_game->session, winner, reason);
    page_game->draw_offer = PLAYER_NONE;
    if (!open_game_save(hub, opened, err))
        return false;
    open_game_changed(hub, opened);
    return true;
}

static const Field resign_fields[] = {GAME_ID(GameFields)};

static bool run_resign(Request *request, const void *fields, Error *err)
{
    OpenGame *opened = request_running_game(request, ((const GameFields *)fields)->id, err);
    return opened != NULL &&
           end_game(request->hub, opened, 1 - asking_side(opened->game), REASON_RESIGNATION, err);
}

REQUEST_ROW(resign, GameFields, "");

typedef struct {
    int   machine;     /* the side that is asked for a draw */
    bool  has_thought; /* to the end: nobody stopped it, nor was it left in the queue */
    Score score;       /* of its position, for it */
} DrawJob;

/* What the machine thinks of its own position, in a moment. */
static void consider_draw(Task *task)
{
    DrawJob      *job = task->job;
    SearchContext found;
    if (!task_search(task, task->session, &(Limits){.time_us = 300000}, &found)) {
        task->has_failed = true;
        return;
    }
    job->score = session_side(task->session) == job->machine ? found.score : -found.score;
    job->has_thought = !atomic_load(&task->pooled.stop);
}

static void answer_draw(Task *task)
{
    const DrawJob *job = task->job;
    OpenGame      *opened = hub_find_game(task->hub, task->id);
    bool           is_same = opened != NULL && opened->change == task->change;
    bool           is_taken = is_same && job->has_thought && job->score <= 0 &&
                    !session_result(opened->game->session).is_over;
    if (is_taken && !end_game(task->hub, opened, PLAYER_NONE, REASON_AGREEMENT, &task->err))
        task->has_failed = true;
    Json json = task_fields(task);
    json_bool(&json, "accepted", is_taken);
}

static const Field offer_draw_fields[] = {GAME_ID(GameFields)};

static bool run_offer_draw(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {
        .size = sizeof(DrawJob), .work = consider_draw, .done = answer_draw, .budget_us = 1000000};
    OpenGame *opened = request_running_game(request, ((const GameFields *)fields)->id, err);
    if (opened == NULL)
        return false;
    PageGame *page_game = opened->game;
    int       side = asking_side(page_game);
    if (!page_game->seats[1 - side].player.is_human) {
        Task *task = request_task(request, &kind, opened, err);
        if (task == NULL)
            return false;
        ((DrawJob *)task->job)->machine = 1 - side;
        return request_begin(request, task, err);
    }
    bool is_agreed = page_game->draw_offer != PLAYER_NONE;
    json_bool(&request->answer, "accepted", is_agreed);
    if (is_agreed)
        return end_game(request->hub, opened, PLAYER_NONE, REASON_AGREEMENT, err);
    page_game->draw_offer = side;
    open_game_show(request->hub, opened, NULL);
    return true;
}

REQUEST_ROW(offer_draw, GameFields, "accepted");

typedef struct {
    int64_t  id;
    SeatList seats;
} SeatsFields;

static const Field seats_fields[] = {
    GAME_ID(SeatsFields),
    MUST_LIST(SeatsFields, seats, 2, 2, seat_fields),
};

static bool run_seats(Request *request, const void *fields, Error *err)
{
    const SeatsFields *wanted = fields;
    OpenGame          *opened = request_game(request, wanted->id, err);
    Seat               seats[2];
    if (opened == NULL ||
        !read_seats(session_game(opened->game->session), &wanted->seats, seats, err))
        return false;
    memcpy(opened->game->seats, seats, sizeof seats);
    if (!open_game_save(request->hub, opened, err))
        return false;
    open_game_changed(request->hub, opened);
    return true;
}

REQUEST_ROW(seats, SeatsFields, "");
