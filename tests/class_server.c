#include "class_server.h"

#include "dial.h"
#include "store_dump.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static void note_game(const GameLog *log, void *user)
{
    ClassServer *server = user;
    server->result = log->result;
    snprintf(server->note, sizeof server->note, "%s", str_get(&log->note));
    server->games++;
}

static void note_engine(const char *name, const char *file, const Error *why, void *user)
{
    ClassServer *server = user;
    snprintf(server->engine, sizeof server->engine, "%s %s %.100s", name, file,
             why != NULL ? error_words(why, LANG_EN) : "plays");
    atomic_fetch_add(&server->engines, 1);
}

static void *serve(void *user)
{
    ClassServer *server = user;
    Error        err;
    server->ok = competition_run(server->competition, &server->run, &err);
    return NULL;
}

ClassServer *class_server_new(const char *id)
{
    ClassServer *server = calloc(1, sizeof *server);
    const Game  *game = must_find_game(id);
    Error        err;
    assert_non_null(server);
    server->board = session_new(game);
    assert_non_null(server->board);
    store_path(server->path, sizeof server->path);
    server->competition =
        competition_open(server->path, game, session_start_text(server->board), &err);
    if (server->competition == NULL)
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_true(competition_add_student(server->competition, "Anna", server->token, &err));
    assert_true(competition_add_sparring(server->competition, "random", &err));
    server->run = (CompetitionRun){.pace.limits.time_us = 5 * SECOND,
                                   .margin_us = SECOND / 10,
                                   .grace_us = 10 * SECOND,
                                   .most_games = 1,
                                   .concurrency = 2,
                                   .seed = 1,
                                   .memory_megabytes = 512,
                                   .stop = &server->stop,
                                   .on_game = note_game,
                                   .on_engine = note_engine,
                                   .user = server};
    return server;
}

void class_server_begin(ClassServer *server)
{
    Error err;
    server->run.lobby = lobby_open(0, false, &server->stop, &err);
    assert_non_null(server->run.lobby);
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
}

int class_server_knock(const ClassServer *server, const char *name, const char *token)
{
    char line[100];
    int  fd = dial(lobby_port(server->run.lobby));
    snprintf(line, sizeof line, "login %s %s", name, token);
    dial_say(fd, line);
    return fd;
}

int class_server_log_in_as(const ClassServer *server, const char *name, const char *token)
{
    int fd = class_server_knock(server, name, token);
    dial_expect(fd, "welcome");
    return fd;
}

int class_server_log_in(const ClassServer *server)
{
    return class_server_log_in_as(server, "Anna", server->token);
}

void class_server_finish(ClassServer *server)
{
    pthread_join(server->thread, NULL);
    assert_true(server->ok);
    lobby_close(server->run.lobby);
}

void class_server_delete(ClassServer *server)
{
    competition_close(server->competition);
    session_delete(server->board);
    store_remove(server->path);
    free(server);
}
