/* plateau engine: a program among programs, by the UGI protocol on standard input and output. */
#include "app/command.h"
#include "proto/ugi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Flag flags[] = {
    {"--game", "GAME",
     TEXT("until setoption says another (default: the first one)",
          "jusqu'à ce que setoption en dise un autre (par défaut : le premier)")},
    {NULL, NULL, {{NULL, NULL}}},
};

static void send_line(const char *line, void *user)
{
    (void)user;
    puts(line);
    fflush(stdout);
}

static int run(const Call *call)
{
    Error       err;
    const char *name = args_value(call->args, "--game");
    const Game *game = name != NULL ? game_find(name) : game_at(0);
    char       *line = NULL;
    size_t      capacity = 0;
    ssize_t     size;
    bool        goes_on = true;
    if (game == NULL) {
        error_set(&err, "unknown game '%.40s'", name);
        return fail(EXIT_BAD_INPUT, &err);
    }
    Ugi *ugi = ugi_new(game, send_line, NULL);
    if (ugi == NULL) {
        error_set(&err, "out of memory");
        return fail(EXIT_FAILED, &err);
    }
    while (goes_on && (size = getline(&line, &capacity, stdin)) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        goes_on = ugi_take(ugi, line);
    }
    if (goes_on) /* the input ended: whoever asked still wants his answer */
        ugi_finish(ugi);
    ugi_delete(ugi);
    free(line);
    return ferror(stdout) ? EXIT_FAILED : EXIT_OK;
}

const Command command_engine = {
    .name = "engine",
    .usage = "",
    .summary = TEXT("play by the UGI protocol, for other programs",
                    "joue par le protocole UGI, pour d'autres programmes"),
    .flags = flags,
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
