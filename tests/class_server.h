/* class_server.h -- the server of a class competition on a thread of its own, for tests: one
 * student, Anna, and a sparring player. */
#pragma once
#include "school/competition.h"

#include <pthread.h>

enum { SECOND = 1000000, PATH_SIZE = 300 };

typedef struct {
    char           path[PATH_SIZE], token[TOKEN_SIZE];
    Competition   *competition;
    CompetitionRun run; /* to be changed before it begins */
    atomic_bool    stop;
    pthread_t      thread;
    bool           ok;
    Result         result; /* of the last game, and what was noted */
    char           note[ANSWER_TEXT_SIZE];
    int            games;
    char           engine[200]; /* the last news of a program that was handed in */
    atomic_int     engines;     /* how often there were any */
    Session       *board;       /* Anna's own, where she follows the game */
} ClassServer;

/* Set up for one game, with time enough; failures end the test. */
ClassServer *class_server_new(const char *game);
void         class_server_begin(ClassServer *server);
void         class_server_finish(ClassServer *server); /* waits for its end; the store stays */
void         class_server_delete(ClassServer *server);

/* A connection that has said its log-in, and has been welcomed. */
int class_server_knock(const ClassServer *server, const char *name, const char *token);
int class_server_log_in_as(const ClassServer *server, const char *name, const char *token);
int class_server_log_in(const ClassServer *server);
