#include "school/course_game.h"

#include "base/clock.h"
#include "base/errors.h"
#include "core/notation.h"
#include "opponent/remote.h"

#include <stdio.h>
#include <stdlib.h>

/* How long a client may take to close his side after the end. */
enum { FAREWELL_US = 500000 };

/* A client in his seat. */
typedef struct Chair {
    Remote        remote; /* first: a Contestant * is a Chair * */
    struct Chair *other;
    int           seat;
} Chair;

bool course_client_is_there(CourseClient *client) { return link_is_open(client->link); }

void course_client_free(CourseClient *client)
{
    link_delete(client->link);
    *client = (CourseClient){0};
}

/* ---- a seat ------------------------------------------------------------------------------------
 */

static void tell(Chair *chair, const Str *line)
{
    link_send(chair->remote.link, str_get(line));
    link_flush(chair->remote.link);
}

static bool announce(Remote *remote, const Session *session, Answer *out)
{
    Chair *chair = (Chair *)remote;
    (void)out;
    link_send(remote->link, course_colour(session_game(session), chair->seat));
    link_flush(remote->link);
    return true;
}

/* What came before the question is no answer to it. */
static bool check_silence(Chair *chair, Answer *out)
{
    const char *line;
    char        text[COURSE_TEXT_SIZE];
    while (link_read(chair->remote.link, 0, &line) == LINK_LINE) {
        course_read_word(line, text);
        if (text[0] != '\0')
            return remote_forfeit(&chair->remote, out, REASON_ILLEGAL,
                                  "it said '%s' without being asked", text);
    }
    return true;
}

static void tell_turn(Chair *chair, const Session *session)
{
    Str line = {0};
    course_write_turn(session_game(session), chair->seat, &line);
    tell(chair->other, &line);
    tell(chair, &line);
    str_free(&line);
}

static void tell_move(Chair *chair, const Session *session, Move move)
{
    char text[MOVE_TEXT_SIZE];
    Str  line = {0};
    notation_format(session_game(session), session_position(session), move, text);
    course_write_move(text, &line);
    tell(chair->other, &line);
    str_free(&line);
}

static bool read_move(Chair *chair, const Session *session, Answer *out)
{
    RemoteLine line;
    char       text[COURSE_TEXT_SIZE];
    Move       move = MOVE_NONE;
    do {
        if (!remote_read(&chair->remote, NULL, &line, out))
            return false;
        course_read_word(line.text, text);
    } while (text[0] == '\0');
    notation_parse(session_game(session), session_position(session), text, &move, NULL);
    return remote_take_move(&chair->remote, session, move, text, line.is_late, out);
}

static void choose(Contestant *self, Session *session, const Allowance *allowance, Answer *out)
{
    Chair *chair = (Chair *)self;
    *out = (Answer){.move = MOVE_NONE};
    remote_begin_question(&chair->remote, allowance->deadline_us);
    if (!check_silence(chair, out))
        return;
    tell_turn(chair, session);
    if (read_move(chair, session, out))
        tell_move(chair, session, out->move);
}

static void end(Contestant *self, const Session *session)
{
    Chair       *chair = (Chair *)self;
    const Result result = session_result(session);
    Str          line = {0};
    course_write_end(session_game(session), &result, &line);
    if (result.is_over)
        tell(chair, &line);
    str_free(&line);
}

/* He closes first: if we did while something of his is unread, he might never read the end. */
static void say_farewell(Link *link)
{
    const char *line;
    int64_t     deadline_us = clock_now_us() + FAREWELL_US;
    while (link_read(link, deadline_us, &line) == LINK_LINE && clock_now_us() < deadline_us)
        ;
    link_delete(link);
}

static void close_chair(Contestant *self)
{
    Chair *chair = (Chair *)self;
    say_farewell(chair->remote.link);
    free(chair);
}

/* Takes the client's link. NULL when memory is short: then the link stays his. */
static Chair *open_chair(const CourseGame *table, CourseClient *client, int seat, Error *err)
{
    static const ContestantKind kind = {.prefix = ""}; /* nobody writes it in a match */
    const ContestantSetup       setup = {.margin_us = table->margin_us, .stop = table->stop};
    Chair *chair = (Chair *)remote_new(sizeof *chair, &kind, session_game(table->session),
                                       client->name, &setup, err);
    if (chair == NULL)
        return NULL;
    chair->seat = seat;
    chair->remote.link = client->link;
    client->link = NULL;
    chair->remote.announce = announce;
    chair->remote.base.choose = choose;
    chair->remote.base.end = end;
    chair->remote.base.close = close_chair;
    return chair;
}

/* ---- the table ---------------------------------------------------------------------------------
 */

static bool play(const CourseGame *table, Chair *const chairs[2], GameLog *log, bool *is_whole,
                 Error *err)
{
    const Adjudication none = {0};
    const int64_t      begun_us = clock_now_us();
    const int          opening_plies = session_ply(table->session);
    BoutLog            bout_log = {0};
    Bout               bout = {.adjudication = &none,
                               .paces = {table->pace, table->pace},
                               .margin_us = table->margin_us,
                               .stop = table->stop};
    for (int seat = 0; seat < 2; seat++) {
        chairs[seat]->other = chairs[1 - seat];
        bout.players[seat] = &chairs[seat]->remote.base;
    }
    bool ok = bout_play(&bout, table->session, &bout_log, err);
    if (ok) {
        *is_whole = !bout_log.is_stopped;
        gamelog_write(log, table->session, opening_plies, &bout_log);
        log->lasted_us = clock_now_us() - begun_us;
        ok = gamelog_is_whole(log) ? true : error_set(err, ERROR_MEMORY);
    }
    bout_log_free(&bout_log);
    return ok;
}

bool course_game_play(const CourseGame *table, CourseClient clients[2], GameLog *log,
                      bool *is_whole, Error *err)
{
    Chair *chairs[2];
    bool   ok = true;
    for (int seat = 0; seat < 2; seat++)
        chairs[seat] = open_chair(table, &clients[seat], seat, err);
    if (chairs[0] != NULL && chairs[1] != NULL)
        ok = play(table, chairs, log, is_whole, err);
    else
        ok = false;
    for (int seat = 0; seat < 2; seat++)
        if (chairs[seat] != NULL)
            contestant_close(&chairs[seat]->remote.base);
    return ok;
}
