/* school/class_client.h -- a player at somebody else's class competition: logs in, gives the
 * connection to a program that speaks UGI as its standard input and output, and comes back when it
 * is lost. Or he hands in a program that the server runs itself. */
#pragma once
#include "base/error.h"
#include "base/str.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct {
    const char        *host, *port, *name, *token;
    const char        *command;     /* as opponent/command_line.h reads it: no shell */
    int64_t            patience_us; /* with a server that cannot be reached */
    const atomic_bool *stop;        /* borrowed */
} ClassClient;

/* Until the server is gone for longer than the patience, or somebody says stop; then true. False
 * when it never could be reached, does not want us, or the program cannot be run. */
bool class_client_play(const ClassClient *guest, Error *err);

/* Hands in a file, of which the server sees the name without its folder. True when the server will
 * play with it; what its compiler said is added to `messages` in both cases. */
bool class_client_upload(const ClassClient *guest, const char *path, Str *messages, Error *err);
