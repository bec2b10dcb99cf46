/* school/uploads.h -- where the students of a class competition hand in programs, and from
 * where these play.
 *
 * A program is received whole, compiled and tried in the sandbox (school/engine_build.h), and only
 * then kept in the store in place of the last one: whatever goes wrong on the way changes nothing.
 * Games under way are played to their end with the program they began with. All of this is for the
 * thread that runs the competition; compiling alone has a thread of its own. */
#pragma once
#include "school/competition.h"
#include "school/engine_build.h"

enum {
    UPLOAD_DESKS = 16,     /* students who hand in at a time */
    UPLOAD_US = 60000000,  /* from the log-in to the last byte */
    UPLOAD_MAX_FAULTS = 5, /* games in a row that a program may lose by failing; then it rests */
    UPLOAD_START_US = 10000000 /* from a program's start to its readiness */
};

typedef struct Uploads Uploads;

/* Both are borrowed. NULL and *err on failure. */
Uploads *uploads_open(Competition *competition, const CompetitionRun *run, Error *err);
void     uploads_close(Uploads *desk); /* NULL is fine; all engines are back */

/* A student who has logged in to hand something in; the link becomes the desk's. */
void uploads_receive(Uploads *desk, int player, Link *link);

/* Whoever hands in for this student has the wrong token by now. */
void uploads_remove_player(Uploads *desk, int player);

/* The store may hold programs we do not know yet: at the start, and when others have written. */
bool uploads_read_news(Uploads *desk, Error *err);

/* Whatever can be done at once: bytes that have come, programs that are built. False when the store
 * fails. */
bool uploads_work(Uploads *desk, Error *err);

/* ---- for games ---- */

bool uploads_has(const Uploads *desk, int player);

/* The player's program, to be given back when the game is over; NULL when there is none. */
const Engine *uploads_lend(Uploads *desk, int player);
void          uploads_take_back(Uploads *desk, int player, const Engine *engine, bool has_failed);

/* ---- from the teacher's side, also beside a server ---- */

/* Builds and keeps it for this student. */
bool upload_hand_in(Competition *competition, const char *name, const HandIn *in,
                    int64_t memory_megabytes, Str *messages, Error *err);
