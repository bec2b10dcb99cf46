#include "school/course_client.h"

#include "base/clock.h"
#include "base/errors.h"
#include "core/notation.h"
#include "net/link.h"
#include "net/socket.h"
#include "protocol/course.h"

#include <unistd.h>

enum { CONNECT_US = 10000000 };

typedef struct {
    const CourseVisitor *guest;
    Link                *link;
    int                  seat;
    GameClock            clock; /* our own idea of it: the server's decides */
} Visit;

static Link *open_link(const CourseVisitor *guest, Error *err)
{
    int   fd = socket_connect(guest->host, guest->port, clock_now_us() + CONNECT_US, err);
    Link *link = fd >= 0 ? link_new(fd, fd, -1, -1, guest->stop) : NULL;
    if (fd >= 0 && link == NULL) {
        close(fd);
        error_set(err, ERROR_MEMORY);
    }
    return link;
}

static bool read_line(Visit *visit, CourseLine *out, Error *err)
{
    const char *line;
    link_begin_question(visit->link);
    LinkEvent event = link_read(visit->link, INT64_MAX, &line);
    if (event == LINK_LINE) {
        course_read(session_game(visit->guest->session), line, out);
        return true;
    }
    return event == LINK_STOPPED ? error_set(err, ERROR_INTERRUPTED)
           : event == LINK_FLOOD ? error_set(err, ERROR_SERVER_FLOOD)
                                 : error_set(err, ERROR_SERVER_CLOSED);
}

/* Our name for a colour. */
static bool log_in(Visit *visit, Error *err)
{
    const CourseVisitor *guest = visit->guest;
    CourseLine           said;
    Answer               answer = {0};
    link_send(visit->link, guest->name);
    do {
        if (!read_line(visit, &said, err))
            return false;
    } while (said.kind != COURSE_COLOUR);
    visit->seat = said.seat;
    return guest->player->begin(guest->player, guest->session, said.seat, guest->seed, &answer) ||
           error_set(err, ERROR_COURSE_OUR_PLAYER, reason_word(answer.reason), answer.text);
}

static Allowance allowance_of(const Visit *visit)
{
    const TimeControl *time = &visit->guest->time;
    Allowance          allowance = {.has_clock = time->budget_us != 0};
    for (int seat = 0; allowance.has_clock && seat < 2; seat++) {
        int64_t left_us = visit->clock.left_us[seat];
        allowance.left_us[seat] = left_us > 0 ? left_us : 1;
        allowance.increment_us[seat] = time->increment_us;
    }
    allowance.deadline_us = allowance.left_us[visit->seat];
    return allowance;
}

static bool play_own(Visit *visit, Error *err)
{
    const CourseVisitor *guest = visit->guest;
    Session             *session = guest->session;
    const Allowance      allowance = allowance_of(visit);
    Answer               answer;
    char                 text[MOVE_TEXT_SIZE];
    if (session_result(session).is_over || session_side(session) != visit->seat)
        return error_set(err, ERROR_COURSE_NOT_OUR_TURN);
    guest->player->choose(guest->player, session, &allowance, &answer);
    if (answer.kind != ANSWER_MOVE)
        return error_set(err, ERROR_COURSE_OUR_PLAYER, reason_word(answer.reason), answer.text);
    notation_format(session_game(session), session_position(session), answer.move, text);
    link_send(visit->link, text);
    link_flush(visit->link);
    return session_play(session, answer.move, err);
}

/* The server's word counts, but by the rules of the game he cannot turn a result round. */
static bool end_game(Visit *visit, int winner, Error *err)
{
    Session *session = visit->guest->session;
    Result   result = session_result(session);
    if (!result.is_over)
        session_end(session, winner, REASON_ADJUDICATION);
    else if (result.winner != winner)
        return error_set(err, ERROR_COURSE_RESULT, result_text(&result));
    return true;
}

static void turn_clock(Visit *visit, int seat)
{
    int64_t now = clock_now_us();
    if (visit->clock.started_us != 0)
        gameclock_end(&visit->clock, now);
    gameclock_begin(&visit->clock, seat, now);
}

static bool play_game(Visit *visit, Error *err)
{
    CourseLine said;
    for (bool ok = true; ok && read_line(visit, &said, err);) {
        switch (said.kind) {
        case COURSE_TURN:
            turn_clock(visit, said.seat);
            ok = said.seat != visit->seat || play_own(visit, err);
            break;
        case COURSE_MOVE:
            ok = session_play_text(visit->guest->session, said.text, err) ||
                 error_set(err, ERROR_COURSE_OPPONENT_MOVE, err);
            break;
        case COURSE_END:
            return end_game(visit, said.seat, err);
        case COURSE_COLOUR:
        case COURSE_OTHER:
            break;
        }
    }
    return false;
}

bool course_client_play(const CourseVisitor *guest, int *seat, Error *err)
{
    Visit visit = {.guest = guest, .link = open_link(guest, err)};
    if (visit.link == NULL)
        return false;
    gameclock_init(&visit.clock, &guest->time);
    bool ok = log_in(&visit, err);
    if (ok) {
        ok = play_game(&visit, err);
        guest->player->end(guest->player, guest->session);
    }
    *seat = visit.seat;
    link_delete(visit.link);
    return ok;
}
