/* plateau pbrain: a program among the managers of Gomoku, by the Gomocup protocol. The same without
 * its name when the program is called pbrain-something, as those managers want. */
#include "app/command.h"
#include "proto/pbrain.h"

#include <stdio.h>

static const Flag flags[] = {{NULL, NULL, {{NULL, NULL}}}};

static bool take_line(void *brain, const char *line) { return pbrain_take(brain, line); }

static int run(const Call *call)
{
    Error   err;
    Pbrain *brain = pbrain_new(PLATEAU_VERSION, command_send_line, NULL);
    (void)call;
    if (brain == NULL) {
        error_set(&err, "out of memory");
        return fail(EXIT_FAILED, &err);
    }
    if (command_take_lines(take_line, brain)) /* whoever asked still wants his answer */
        pbrain_finish(brain);
    pbrain_delete(brain);
    return ferror(stdout) ? EXIT_FAILED : EXIT_OK;
}

const Command command_pbrain = {
    .name = "pbrain",
    .usage = "",
    .summary = TEXT("play Gomoku by the Gomocup protocol, for other programs",
                    "joue au Gomoku par le protocole Gomocup, pour d'autres programmes"),
    .flags = flags,
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
