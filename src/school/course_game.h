/* school/course_game.h -- the referee of the course's protocol (protocol/course.h): two clients at
 * a table, one game.
 *
 * A move that is none, a closed connection, too much time or far too much text loses, and so does
 * a client who says anything before he is asked; blank lines do not count. */
#pragma once
#include "match/bout.h"
#include "match/gamelog.h"
#include "net/lobby.h"
#include "protocol/course.h"

typedef struct {
    Link *link; /* owned */
    char  name[COURSE_TEXT_SIZE];
} CourseClient;

/* Is the client who waits for an opponent still there? What he says meanwhile is kept for the game,
 * where it counts against him. */
bool course_client_is_there(CourseClient *client);
void course_client_free(CourseClient *client); /* all zero is fine */

typedef struct {
    Session           *session; /* stands at the start of the game; borrowed */
    Pace               pace;    /* of both */
    int64_t            margin_us;
    const atomic_bool *stop; /* borrowed, may be NULL */
} CourseGame;

/* Plays the game and says farewell: the links are gone afterwards. *is_whole is false when the game
 * was stopped. False when memory is short. */
bool course_game_play(const CourseGame *table, CourseClient clients[2], GameLog *log,
                      bool *is_whole, Error *err);
