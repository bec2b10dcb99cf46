/* plateau pbrain: a program among the managers of Gomoku, by the Gomocup protocol. The same without
 * its name when the program is called pbrain-something, as those managers want. */
#include "app/arguments/command.h"
#include "protocol/pbrain.h"

static const Flag flags[] = {
    FLAGS_END,
};

static bool take(void *brain, const char *line) { return pbrain_take(brain, line); }
static void finish(void *brain) { pbrain_finish(brain); }
static void discard(void *brain) { pbrain_delete(brain); }

static int run(const Call *call)
{
    static const LineEngine engine = {take, finish, discard};
    (void)call;
    return command_speak(&engine, pbrain_new(PLATEAU_VERSION, command_send_line, NULL));
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
