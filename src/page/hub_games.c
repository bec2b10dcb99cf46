/* Requests about games: beginning, opening, playing, taking back, ending them. */
#include "base/clock.h"
#include "base/errors.h"
#include "core/formats/formats.h"
#include "core/notation.h"
#include "core/position.h"
#include "page/hub_state.h"

#include <string.h>

enum { MOST_LISTED = 500, POSITION_LIMIT = 4096 };

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

static bool list_game(const ShelfRow *row, void *user, Error *err)
{
    Json *json = user;
    (void)err;
    json_object(json, NULL);
    json_int(json, "id", row->id);
    json_string(json, "game", str_get(&row->game));
    json_string(json, "title", str_get(&row->title));
    json_int(json, "moves", count_words(str_get(&row->moves)));
    json_string(json, "result", str_get(&row->result));
    json_int(json, "updated", row->updated);
    json_end_object(json);
    return true;
}

bool do_games(Ask *ask, Error *err)
{
    json_array(&ask->answer, "games");
    bool ok = shelf_each(ask->hub->shelf, MOST_LISTED, list_game, &ask->answer, err);
    json_end_array(&ask->answer);
    return ok;
}

/* ---- beginning ---------------------------------------------------------------------------------
 */

const Game *ask_game(Ask *ask, Error *err)
{
    const char *name;
    return message_text(&ask->message, "game", 40, &name, err) ? game_named(name, err) : NULL;
}

typedef struct {
    const OptionTable *table;
    int16_t            values[MAX_OPTIONS];
} Chosen;

static bool choose_option(const char *name, const char *value, void *user, Error *err)
{
    Chosen *chosen = user;
    return options_set(chosen->table, chosen->values, name, value, err);
}

static bool read_rules(Ask *ask, const Game *game, Chosen *out, Error *err)
{
    const char *preset = NULL;
    Message     options;
    out->table = &game->info->options;
    options_reset(out->table, out->values);
    if (!message_may_text(&ask->message, "preset", 64, &preset, err) ||
        !message_object(&ask->message, "options", false, &options, err))
        return false;
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
    return options.tree == NULL || message_each_pair(&options, choose_option, out, err);
}

static bool read_seat(const Message *seat, const Game *game, Seat *out, Error *err)
{
    const char *kind, *text = "";
    if (!message_text(seat, "kind", 16, &kind, err))
        return false;
    if (strcmp(kind, "person") == 0) {
        if (!message_may_text(seat, "name", 256, &text, err))
            return false;
        seat_set_person(out, text);
        return true;
    }
    if (strcmp(kind, "player") != 0)
        return error_set(err, ERROR_SEAT_KIND);
    return message_text(seat, "player", SEAT_TEXT_SIZE, &text, err) &&
           seat_set_player(out, game, text, err);
}

static bool read_seats(Ask *ask, const Game *game, Seat out[2], Error *err)
{
    Message list, seat;
    int     count;
    if (!message_list(&ask->message, "seats", 2, &list, &count, err))
        return false;
    if (count != 2)
        return error_set(err, ERROR_SEATS_TWO);
    for (int i = 0; i < 2; i++)
        if (!message_item_object(&list, i, &seat, err) || !read_seat(&seat, game, &out[i], err))
            return false;
    return true;
}

static bool read_clock(Ask *ask, Table *table, Error *err)
{
    Message clock;
    int64_t base_ms, inc_ms = 0;
    if (!message_object(&ask->message, "clock", false, &clock, err))
        return false;
    if (clock.tree == NULL)
        return true;
    if (!message_int(&clock, "base_ms", 1000, 86400000, &base_ms, err) ||
        !message_may_int(&clock, "inc_ms", 0, 3600000, &inc_ms, err))
        return false;
    gameclock_init(&table->clock, &(TimeControl){base_ms * 1000, inc_ms * 1000});
    return true;
}

/* The table is on the shelf and followed; it is freed on failure. */
static bool begin(Ask *ask, Table *table, Error *err)
{
    table_turn(table, clock_now_us());
    Place *place = hub_add_place(ask->hub, table, err);
    if (place == NULL || !place_save(ask->hub, place, err) ||
        !hub_follow(ask->page, place->table->id, err)) {
        hub_close_unused(ask->hub);
        return false;
    }
    json_int(&ask->answer, "id", place->table->id);
    place_changed(ask->hub, place);
    return true;
}

static bool read_new(Ask *ask, const Game *game, Table *table, Error *err)
{
    Chosen      rules;
    const char *position = NULL;
    return read_rules(ask, game, &rules, err) &&
           message_may_text(&ask->message, "position", POSITION_LIMIT, &position, err) &&
           message_may_bool(&ask->message, "strict", &table->is_strict, err) &&
           (!message_has(&ask->message, "seats") || read_seats(ask, game, table->seats, err)) &&
           read_clock(ask, table, err) && session_start(table->session, rules.values, err) &&
           (position == NULL || position[0] == '\0' ||
            session_set_position(table->session, position, err));
}

bool do_new(Ask *ask, Error *err)
{
    const Game *game = ask_game(ask, err);
    if (game == NULL)
        return false;
    Table *table = table_new(game);
    if (table == NULL)
        return error_set(err, ERROR_MEMORY);
    if (!read_new(ask, game, table, err)) {
        table_delete(table);
        return false;
    }
    return begin(ask, table, err);
}

bool do_rematch(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL)
        return false;
    Table *before = place->table, *table = table_new(session_game(before->session));
    if (table == NULL)
        return error_set(err, ERROR_MEMORY);
    for (int i = 0; i < 2; i++)
        table->seats[i] = before->seats[1 - i];
    table->is_strict = before->is_strict;
    gameclock_init(&table->clock, &before->clock.control);
    if (!session_set_position(table->session, session_start_text(before->session), err)) {
        table_delete(table);
        return false;
    }
    return begin(ask, table, err);
}

/* ---- following ---------------------------------------------------------------------------------
 */

bool do_open(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL || !hub_follow(ask->page, place->table->id, err))
        return false;
    if (place->table->clock.started_us == 0)
        table_turn(place->table, clock_now_us());
    json_int(&ask->answer, "id", place->table->id);
    if (place->thinking == NULL)
        place_think(ask->hub, place);
    place_show(ask->hub, place, ask->page);
    return true;
}

static void unfollow(Page *page, int64_t id)
{
    if (page->analysed == id)
        analysis_end(page);
    for (int i = 0; i < page->follow_count; i++)
        if (page->follows[i] == id)
            page->follows[i--] = page->follows[--page->follow_count];
}

bool do_close(Ask *ask, Error *err)
{
    int64_t id;
    if (!message_int(&ask->message, "id", 1, INT64_MAX, &id, err))
        return false;
    unfollow(ask->page, id);
    hub_close_unused(ask->hub);
    return true;
}

bool do_delete(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL)
        return false;
    int64_t id = place->table->id;
    Str     event = {0};
    if (!shelf_remove(ask->hub->shelf, id, err))
        return false;
    str_printf(&event, "{\"event\":\"deleted\",\"id\":%lld}", (long long)id);
    hub_tell_followers(ask->hub, id, &event);
    str_free(&event);
    place->table->clock.started_us = 0; /* it is not to be put back */
    for (Page *page = ask->hub->pages; page != NULL; page = page->next)
        unfollow(page, id);
    hub_close_unused(ask->hub);
    return true;
}

/* ---- playing -----------------------------------------------------------------------------------
 */

static bool read_move(Ask *ask, const Session *session, Move *out, Error *err)
{
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    const char *text;
    int64_t     from = -1, to;
    if (message_has(&ask->message, "move"))
        return message_text(&ask->message, "move", 32, &text, err) &&
               notation_parse(game, pos, text, out, err);
    if (!message_may_int(&ask->message, "from", -1, BOARD_CELLS - 1, &from, err) ||
        !message_int(&ask->message, "to", 0, BOARD_CELLS - 1, &to, err))
        return false;
    *out = notation_find(game, pos, (int)from, (int)to);
    return *out != MOVE_NONE || error_set(err, ERROR_PAGE_NO_MOVE);
}

bool do_play(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    Move   move;
    if (place == NULL)
        return false;
    Table *table = place->table;
    if (session_result(table->session).is_over)
        return error_set(err, ERROR_GAME_OVER);
    if (!table->seats[session_side(table->session)].player.is_human)
        return error_set(err, ERROR_PAGE_MACHINES_TURN);
    return read_move(ask, table->session, &move, err) && place_play(ask->hub, place, move, -1, err);
}

/* ---- back and forth ----------------------------------------------------------------------------
 */

static Place *ask_loose_place(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL || !place->table->is_strict)
        return place;
    error_set(err, ERROR_PAGE_STRICT);
    return NULL;
}

static bool is_machines_turn(const Table *table)
{
    return !table->seats[session_side(table->session)].player.is_human;
}

/* So many plies, or until a person is to move. */
static bool walk(Ask *ask, bool (*step)(Session *session), Error *err)
{
    Place  *place = ask_loose_place(ask, err);
    int64_t plies = 0;
    if (place == NULL || !message_may_int(&ask->message, "plies", 1, MAX_PLIES_KEPT, &plies, err))
        return false;
    Table *table = place->table;
    bool   has_person = table->seats[0].player.is_human || table->seats[1].player.is_human;
    if (!step(table->session))
        return error_set(err, ERROR_PAGE_NOTHING_MORE);
    if (plies > 0)
        while (--plies > 0 && step(table->session))
            continue;
    else
        while (has_person && is_machines_turn(table) && step(table->session))
            continue;
    table_turn(table, clock_now_us());
    if (!place_save(ask->hub, place, err))
        return false;
    place_changed(ask->hub, place);
    return true;
}

bool do_undo(Ask *ask, Error *err) { return walk(ask, session_undo, err); }
bool do_redo(Ask *ask, Error *err) { return walk(ask, session_redo, err); }

bool do_jump(Ask *ask, Error *err)
{
    Place  *place = ask_loose_place(ask, err);
    int64_t ply;
    if (place == NULL)
        return false;
    Session *session = place->table->session;
    if (!message_int(&ask->message, "ply", 0, session_length(session), &ply, err))
        return false;
    if (ply == session_ply(session))
        return true;
    session_go_to(session, (int)ply);
    table_turn(place->table, clock_now_us());
    if (!place_save(ask->hub, place, err))
        return false;
    place_changed(ask->hub, place);
    return true;
}

/* The machine goes on from an earlier position; what came behind it is forgotten by its move. */
bool do_go(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL)
        return false;
    if (session_result(place->table->session).is_over)
        return error_set(err, ERROR_GAME_OVER);
    if (place->thinking == NULL) {
        place->wants_go = true;
        place_think(ask->hub, place);
        place_show(ask->hub, place, NULL);
    }
    return true;
}

/* ---- ending ------------------------------------------------------------------------------------
 */

/* The one person, or whoever of two is to move. */
static int asking_side(const Table *table)
{
    bool is_person[2] = {table->seats[0].player.is_human, table->seats[1].player.is_human};
    return is_person[0] != is_person[1] ? is_person[1] : session_side(table->session);
}

static Place *ask_running(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL || !session_result(place->table->session).is_over)
        return place;
    error_set(err, ERROR_GAME_OVER);
    return NULL;
}

static bool end_game(Hub *hub, Place *place, int winner, Reason reason, Error *err)
{
    Table *table = place->table;
    gameclock_end(&table->clock, clock_now_us());
    session_end(table->session, winner, reason);
    table->draw_offer = PLAYER_NONE;
    if (!place_save(hub, place, err))
        return false;
    place_changed(hub, place);
    return true;
}

bool do_resign(Ask *ask, Error *err)
{
    Place *place = ask_running(ask, err);
    return place != NULL &&
           end_game(ask->hub, place, 1 - asking_side(place->table), REASON_RESIGNATION, err);
}

/* What the machine thinks of its own position, in a moment. */
static void consider_draw(Task *task)
{
    int    machine = task->lines;
    Limits limits = {.time_us = 300000};
    task->player = player_analyst(session_game(task->session));
    task->player.table_megabytes = 4;
    task->player.limits = limits;
    task->has_failed = !player_choose(task->session, &task->player, task->seed, &task->job.stop,
                                      &task->found, &task->err);
    if (session_side(task->session) != machine)
        task->found.score = -task->found.score;
}

static void answer_draw(Task *task)
{
    Place *place = hub_find_place(task->hub, task->id);
    bool   is_same = place != NULL && place->change == task->change;
    bool   is_taken = is_same && task->found.score <= 0 && !task->has_failed &&
                    !session_result(place->table->session).is_over;
    if (is_taken && !end_game(task->hub, place, PLAYER_NONE, REASON_AGREEMENT, &task->err))
        task->has_failed = true;
    Json json = task_fields(task);
    json_bool(&json, "accepted", is_taken);
}

bool do_offer_draw(Ask *ask, Error *err)
{
    Place *place = ask_running(ask, err);
    if (place == NULL)
        return false;
    Table *table = place->table;
    int    side = asking_side(table);
    if (!table->seats[1 - side].player.is_human) {
        Task *task = task_new(ask->hub, ask->page, ask->number, place, 1000000, err);
        if (task == NULL)
            return false;
        task->lines = 1 - side;
        task->work = consider_draw;
        task->done = answer_draw;
        return ask_begin(ask, task, err);
    }
    bool is_agreed = table->draw_offer != PLAYER_NONE;
    json_bool(&ask->answer, "accepted", is_agreed);
    if (is_agreed)
        return end_game(ask->hub, place, PLAYER_NONE, REASON_AGREEMENT, err);
    table->draw_offer = side;
    place_show(ask->hub, place, NULL);
    return true;
}

bool do_seats(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    Seat   seats[2];
    if (place == NULL || !read_seats(ask, session_game(place->table->session), seats, err))
        return false;
    memcpy(place->table->seats, seats, sizeof seats);
    if (!place_save(ask->hub, place, err))
        return false;
    place_changed(ask->hub, place);
    return true;
}

Session *ask_session(Ask *ask, Error *err)
{
    if (message_has(&ask->message, "id")) {
        Place *place = ask_place(ask, err);
        return place != NULL ? session_copy(place->table->session, false, err) : NULL;
    }
    const Game *game = ask_game(ask, err);
    const char *position = NULL;
    if (game == NULL ||
        !message_may_text(&ask->message, "position", POSITION_LIMIT, &position, err))
        return NULL;
    Session *session = session_new(game);
    if (session == NULL)
        error_set(err, ERROR_MEMORY);
    if (session != NULL && position != NULL && !session_set_position(session, position, err)) {
        session_delete(session);
        session = NULL;
    }
    return session;
}

/* A position that is no game of the shelf's, or some moves on from one that is: its board and its
 * legal moves. */
bool do_look(Ask *ask, Error *err)
{
    const char *moves = "";
    Session    *session = ask_session(ask, err);
    if (session == NULL)
        return false;
    Table *table = NULL;
    if (message_may_text(&ask->message, "moves", POSITION_LIMIT, &moves, err) &&
        session_play_moves(session, moves, err)) {
        table = table_new(session_game(session));
        if (table == NULL)
            error_set(err, ERROR_MEMORY);
    }
    if (table == NULL) {
        session_delete(session);
        return false;
    }
    session_delete(table->session);
    table->session = session;
    table_write_state(table, false, clock_now_us(), ask->page->lang, &ask->answer);
    table_delete(table);
    return true;
}

/* ---- texts -------------------------------------------------------------------------------------
 */

static bool write_record(const Table *table, Format format, Str *out, Error *err)
{
    Record record;
    if (!session_to_record(table->session, &record, err))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < 2; i++)
        ok = table->seats[i].text[0] == '\0' ||
             record_set_text(&record.players[i], table->seats[i].text);
    record.time = table->clock.control;
    ok = ok ? format_write(format, &record, out, err) : error_set(err, ERROR_MEMORY);
    record_free(&record);
    return ok;
}

bool do_export(Ask *ask, Error *err)
{
    Place      *place = ask_place(ask, err);
    const char *as;
    Str         text = {0};
    bool        ok = true;
    if (place == NULL || !message_text(&ask->message, "as", 16, &as, err))
        return false;
    Session *session = place->table->session;
    if (strcmp(as, "record") == 0)
        ok = write_record(place->table, FORMAT_RECORD, &text, err);
    else if (strcmp(as, "sgf") == 0)
        ok = write_record(place->table, FORMAT_SGF, &text, err);
    else if (strcmp(as, "position") == 0)
        position_format(session_game(session), session_position(session), &text);
    else if (strcmp(as, "moves") == 0)
        session_format_moves(session, session_ply(session), &text);
    else
        ok = error_set(err, ERROR_PAGE_EXPORT);
    if (ok && text.failed)
        ok = error_set(err, ERROR_MEMORY);
    if (ok)
        json_string(&ask->answer, "text", str_get(&text));
    str_free(&text);
    return ok;
}

/* A record or SGF; NULL and *err otherwise. */
static Table *read_record(const char *text, const char *game_name, Error *err)
{
    const Game *hint = game_name != NULL ? game_find(game_name) : NULL;
    FormatHints hints = {.game = hint};
    Record      record;
    int         line = 1;
    Format      format = text[strspn(text, " \t\r\n")] == '(' ? FORMAT_SGF : FORMAT_RECORD;
    if (!format_read(format, &hints, &text, &line, &record, err))
        return NULL;
    Table *table = record.move_count <= MAX_PLIES_KEPT ? table_new(record.game) : NULL;
    if (table == NULL) {
        error_set(err, ERROR_PAGE_GAME_LONG);
    } else if (!session_from_record(table->session, &record, err)) {
        table_delete(table);
        table = NULL;
    }
    for (int i = 0; table != NULL && i < 2; i++)
        seat_set_person(&table->seats[i], record.players[i] != NULL ? record.players[i] : "");
    record_free(&record);
    return table;
}

/* A position, or moves from the start, of a game that is named. */
static Table *read_position(const char *text, const Game *game, Error *err)
{
    Table *table = table_new(game);
    Error  ignored;
    if (table == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    if (!session_play_moves(table->session, text, &ignored) &&
        !session_set_position(table->session, text, err)) {
        table_delete(table);
        return NULL;
    }
    return table;
}

bool do_import(Ask *ask, Error *err)
{
    const char *text, *name = NULL;
    if (!message_text(&ask->message, "text", 60000, &text, err) ||
        !message_may_text(&ask->message, "game", 40, &name, err))
        return false;
    bool        is_record = strchr("[(", text[strspn(text, " \t\r\n")]) != NULL && text[0] != '\0';
    const Game *game = is_record ? NULL : ask_game(ask, err);
    if (!is_record && game == NULL)
        return false;
    Table *table = is_record ? read_record(text, name, err) : read_position(text, game, err);
    return table != NULL && begin(ask, table, err);
}
