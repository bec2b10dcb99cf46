/* plateau referee: a server where programs of others play. */
#include "app/referee/referee_modes.h"
#include "base/errors.h"

static const Flag flags[] = {
    {"--course", NULL,
     TEXT("by the protocol of the Fous-Fous course", "par le protocole du cours de Fous-Fous")},
    {"--store", "FILE",
     TEXT("a class competition, which is kept there", "une compétition de classe, gardée là")},
    {"--game", "GAME",
     TEXT("of --course, by default the course's", "de --course : celui du cours")},
    RULES_FLAGS,
    {"--port", "N", TEXT("default 1234; 0: any that is free", "1234 ; 0 : un port libre")},
    {"--lan", NULL,
     TEXT("for the whole network, with a token", "pour tout le réseau, avec un jeton")},
    {"--open", NULL,
     TEXT("of --course --lan: no token, for programs that cannot send one",
          "de --course --lan : sans jeton, pour les programmes qui n'en ont pas")},
    {"--games", "N",
     TEXT("of --course: then end (1); of two in a class (2); 0: no end",
          "de --course : puis finir (1) ; de deux élèves (2) ; 0 : sans fin")},
    {"--time", "S+I",
     TEXT("for each player (default 600; in a class 60+1)", "par joueur (600 ; en classe 60+1)")},
    {"--record", "FILE", TEXT("of --course: write the games there", "de --course : les parties")},
    {"--add", "NAME",
     TEXT("a student: prints his token (may be repeated)",
          "un élève : affiche son jeton (peut être répété)")},
    {"--sparring", "PLAYER",
     TEXT("always there, as in a match (may be repeated)",
          "toujours là, comme dans un match (peut être répété)")},
    {"--uploads", NULL,
     TEXT("students may hand in programs, which play in the sandbox",
          "les élèves remettent des programmes, qui jouent dans le bac à sable")},
    {"--upload", "NAME=FILE",
     TEXT("hand in a program for a student (may be repeated)",
          "remet un programme pour un élève (peut être répété)")},
    {"--memory", "MB",
     TEXT("of a program that was handed in (default 512)", "d'un programme remis (512)")},
    {"--show", NULL, TEXT("how the competition stands", "où en est la compétition")},
    {"--csv", NULL, TEXT("grades, in place of tables", "notes, à la place des tableaux")},
    {"--move-time", "T",
     TEXT("for each move, in place of --time", "par coup, à la place de --time")},
    {"--margin", "T",
     TEXT("forgiven for the way of a line (default 200ms)", "toléré pour le trajet (200ms)")},
    {"--grace", "T",
     TEXT("to come back on the running clock (default 30s)",
          "pour revenir, pendule en marche (30s)")},
    {"--lives", "N",
     TEXT("illegal moves that are forgiven in a game (0)",
          "coups illégaux pardonnés par partie (0)")},
    {"--random-plies", "N",
     TEXT("at the start, the same for both colours", "au début, les mêmes pour les deux couleurs")},
    {"--seed", "N", TEXT("of all chance (default 1)", "graine du hasard (1)")},
    {"--concurrency", "N", TEXT("games at a time (default 16)", "parties à la fois (16)")},
    {"--stop-after", "N", TEXT("games in all, then end", "parties en tout, puis finir")},
    {NULL, NULL, {{NULL, NULL}}},
};

static int run(const Call *call)
{
    Error err;
    if (args_has(call->args, "--course"))
        return referee_course(call);
    if (args_value(call->args, "--store") != NULL)
        return referee_class(call);
    error_set(&err, ERROR_REFEREE_FLAGS);
    return fail(EXIT_BAD_INPUT, &err);
}

const Command command_referee = {
    .name = "referee",
    .usage = "--course | --store FILE",
    .summary = TEXT("a server where programs of others play",
                    "un serveur où jouent les programmes des autres"),
    .flags = flags,
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
