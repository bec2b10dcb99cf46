/* plateau engine: a program among programs, by the UGI protocol on standard input and output. */
#include "app/command.h"
#include "proto/ugi.h"

#include <stdio.h>

static const Flag flags[] = {
    {"--game", "GAME",
     TEXT("until setoption says another (default: the first one)",
          "jusqu'à ce que setoption en dise un autre (par défaut : le premier)")},
    {NULL, NULL, {{NULL, NULL}}},
};

static bool take_line(void *ugi, const char *line) { return ugi_take(ugi, line); }

static int run(const Call *call)
{
    Error       err;
    const char *name = args_value(call->args, "--game");
    const Game *game = name != NULL ? game_find(name) : game_at(0);
    if (game == NULL) {
        error_set(&err, "unknown game '%.40s'", name);
        return fail(EXIT_BAD_INPUT, &err);
    }
    Ugi *ugi = ugi_new(game, command_send_line, NULL);
    if (ugi == NULL) {
        error_set(&err, "out of memory");
        return fail(EXIT_FAILED, &err);
    }
    if (command_take_lines(take_line, ugi)) /* whoever asked still wants his answer */
        ugi_finish(ugi);
    ugi_delete(ugi);
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
