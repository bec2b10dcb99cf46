/* plateau referee: a server where programs of others play. */
#include "app/referee_modes.h"

static const Flag flags[] = {
    {"--course", NULL,
     TEXT("by the protocol of the Fous-Fous course", "par le protocole du cours de Fous-Fous")},
    {"--game", "GAME", TEXT("default: the course's", "par défaut : celui du cours")},
    RULES_FLAGS,
    {"--port", "N", TEXT("default 1234; 0: any that is free", "1234 ; 0 : un port libre")},
    {"--lan", NULL,
     TEXT("for the whole network, with a token", "pour tout le réseau, avec un jeton")},
    {"--open", NULL,
     TEXT("of --course --lan: no token, for programs that cannot send one",
          "de --course --lan : sans jeton, pour les programmes qui n'en ont pas")},
    {"--games", "N", TEXT("then end (default 1; 0: never)", "puis s'arrêter (1 ; 0 : jamais)")},
    {"--time", "S+I", TEXT("for each player (default 600)", "par joueur (600)")},
    {"--record", "FILE", TEXT("write the games there", "y écrire les parties")},
    {NULL, NULL, {{NULL, NULL}}},
};

static int run(const Call *call)
{
    Error err;
    if (args_has(call->args, "--course"))
        return referee_course(call);
    error_set(&err, "which protocol? --course");
    return fail(EXIT_BAD_INPUT, &err);
}

const Command command_referee = {
    .name = "referee",
    .usage = "",
    .summary = TEXT("a server where programs of others play",
                    "un serveur où jouent les programmes des autres"),
    .flags = flags,
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
