/* school/course_client.h -- the client of the course's protocol (protocol/course.h): plays one game
 * at somebody else's server, with any contestant. */
#pragma once
#include "opponent/contestant.h"

typedef struct {
    const char        *host, *port, *name;
    Session           *session; /* stands at the start; the game is played on it; borrowed */
    Contestant        *player;  /* borrowed */
    TimeControl        time;    /* of each player; the server's clock decides */
    uint64_t           seed;
    const atomic_bool *stop; /* borrowed, may be NULL */
} CourseVisitor;

/* Plays to the end that the server tells, which is the session's then; *seat is where we sat.
 * False: there was no game to the end, because of the connection, of our player, or because the
 * server plays by other rules. */
bool course_client_play(const CourseVisitor *guest, int *seat, Error *err);
