/* plateau referee --course: games between clients of the course's protocol, one at a time. */
#include "app/referee/referee_log.h"
#include "app/referee/referee_modes.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/words.h"
#include "net/token.h"
#include "school/course_game.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const Call *call;
    Lobby      *lobby;
    CourseGame  table;
    char        token[TOKEN_SIZE]; /* "": none is asked for */
    Str         records;
} CourseServer;

/* ---- clients -----------------------------------------------------------------------------------
 */

/* The token is the last word of the name, which loses it. */
static bool has_token(const CourseServer *server, char *name)
{
    char *blank = strrchr(name, ' ');
    if (server->token[0] == '\0')
        return true;
    if (blank == NULL || !token_is_same(blank + 1, server->token))
        return false;
    *blank = '\0';
    return true;
}

/* A client for this seat; false when none came for a while, or one who may not play. */
static bool seat_client(CourseServer *server, CourseClient clients[2], int seat)
{
    Visitor visitor;
    if (!lobby_next(server->lobby, clock_now_us() + 1000000, &visitor))
        return false;
    CourseClient *client = &clients[seat];
    client->link = visitor.link;
    course_read_word(visitor.line, client->name);
    if (client->name[0] == '\0' || !has_token(server, client->name)) {
        course_client_free(client);
        return false;
    }
    referee_say_come(server->call->lang, client->name);
    return true;
}

/* Two who are there; the first to say his name begins. False: somebody said stop. */
static bool gather_clients(CourseServer *server, CourseClient clients[2])
{
    for (int seat = 0; seat < 2;) {
        if (atomic_load(server->table.stop))
            return false;
        seat += seat_client(server, clients, seat);
        if (seat > 0 && !course_client_is_there(&clients[0])) {
            referee_say_left(server->call->lang, clients[0].name);
            course_client_free(&clients[0]);
            clients[0] = clients[1];
            clients[1] = (CourseClient){0};
            seat--;
        }
    }
    return true;
}

/* ---- games -------------------------------------------------------------------------------------
 */

static bool keep_record(CourseServer *server, const GameLog *log, const CourseClient clients[2],
                        Error *err)
{
    const char       *path = given(server->call)->record;
    const char *const names[2] = {clients[0].name, clients[1].name};
    const Pace        paces[2] = {server->table.pace, server->table.pace};
    Record            record;
    if (path == NULL)
        return true;
    if (!gamelog_to_record(log, session_game(server->table.session), names, paces, &record, err))
        return false;
    if (server->records.size > 0)
        str_char(&server->records, '\n');
    record_format(&record, &server->records);
    record_free(&record);
    return server->records.failed
               ? error_set(err, ERROR_MEMORY)
               : file_write(path, str_get(&server->records), server->records.size, err);
}

static bool play_one(CourseServer *server, int64_t number, const char *start, bool *is_whole,
                     Error *err)
{
    CourseClient clients[2] = {0};
    GameLog      log = {.number = number, .fixture = {.round = 1}};
    *is_whole = false;
    bool ok = session_set_position(server->table.session, start, err);
    if (ok && gather_clients(server, clients))
        ok = course_game_play(&server->table, clients, &log, is_whole, err);
    if (ok && *is_whole) {
        referee_say_game(server->call->lang, &log, clients[0].name, clients[1].name);
        ok = keep_record(server, &log, clients, err);
    }
    gamelog_free(&log);
    for (int seat = 0; seat < 2; seat++)
        course_client_free(&clients[seat]);
    return ok;
}

static bool play_all(CourseServer *server, int64_t games, Error *err)
{
    Str  start = {0};
    bool ok = true, is_whole = true;
    str_text(&start, session_start_text(server->table.session));
    for (int64_t i = 0; ok && is_whole && (games == 0 || i < games); i++)
        ok = play_one(server, i, str_get(&start), &is_whole, err);
    str_free(&start);
    if (ok && !is_whole)
        return error_set(err, ERROR_INTERRUPTED);
    return ok;
}

/* ---- the command -------------------------------------------------------------------------------
 */

static bool open_door(CourseServer *server, int port, Error *err)
{
    bool is_lan = given(server->call)->lan;
    if (is_lan && !given(server->call)->open && !token_make(server->token))
        return error_set(err, ERROR_TOKEN_RANDOM);
    server->lobby = lobby_open(port, is_lan, server->table.stop, err);
    if (server->lobby == NULL)
        return false;
    Lang lang = server->call->lang;
    referee_say_open(lang, session_game(server->table.session), is_lan, lobby_port(server->lobby));
    if (server->token[0] != '\0')
        printf("%s%s %s\n", word(WORD_REFEREE_TOKEN, lang), word(WORD_COLON, lang), server->token);
    fflush(stdout);
    return true;
}

int referee_course(const Call *call)
{
    enum { MARGIN_US = 100000 };
    CourseServer server = {.call = call,
                           .table = {.pace.clock.budget_us = COURSE_SECONDS * INT64_C(1000000),
                                     .margin_us = MARGIN_US,
                                     .stop = command_interrupt()}};
    const char  *game = given(call)->game, *time = given(call)->time;
    int64_t      games = given(call)->games >= 0 ? given(call)->games : 1;
    Error        err;
    if (time != NULL && !time_control_parse(time, &server.table.pace.clock, &err))
        return fail(EXIT_BAD_INPUT, &err);
    server.table.session =
        command_session_of(call, game != NULL ? game : course_game()->info->id, &err);
    if (server.table.session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    bool ok = open_door(&server, given(call)->port, &err) && play_all(&server, games, &err);
    lobby_close(server.lobby);
    str_free(&server.records);
    session_delete(server.table.session);
    return ok ? EXIT_OK : fail(EXIT_FAILED, &err);
}
