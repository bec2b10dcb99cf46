/* plateau referee: a server where programs of others play. */
#include "app/referee/referee_modes.h"
#include "base/errors.h"
#include "protocol/course.h"

#define DAY_US INT64_C(86400000000)

enum { REFEREE_MEGABYTES = 512 };

static const Flag flags[] = {
    {"--course", NULL,
     TEXT("by the protocol of the Fous-Fous course", "par le protocole du cours de Fous-Fous"),
     FLAG_TO_SWITCH(RefereeFlags, course)},
    {"--store", "FILE",
     TEXT("a class competition, which is kept there", "une compétition de classe, gardée là"),
     FLAG_TO_WORDS(RefereeFlags, store)},
    {"--game", "GAME", TEXT("of --course, by default the course's", "de --course : celui du cours"),
     FLAG_TO_WORDS(RefereeFlags, game)},
    RULES_FLAGS,
    {"--port", "N", TEXT("where; 0: any that is free", "où ; 0 : un port libre"),
     FLAG_TO_INT(RefereeFlags, port, 0, 65535, COURSE_PORT)},
    {"--lan", NULL,
     TEXT("for the whole network, with a token", "pour tout le réseau, avec un jeton"),
     FLAG_TO_SWITCH(RefereeFlags, lan)},
    {"--open", NULL,
     TEXT("of --course --lan: no token, for programs that cannot send one",
          "de --course --lan : sans jeton, pour les programmes qui n'en ont pas"),
     FLAG_TO_SWITCH(RefereeFlags, open)},
    {"--games", "N",
     TEXT("of --course: then end (1); of two in a class (2); 0: no end",
          "de --course : puis finir (1) ; de deux élèves (2) ; 0 : sans fin"),
     FLAG_TO_INT(RefereeFlags, games, 0, 1000000, -1)},
    {"--time", "S+I",
     TEXT("for each player (default 600; in a class 60+1)", "par joueur (600 ; en classe 60+1)"),
     FLAG_TO_WORDS(RefereeFlags, time)},
    {"--record", "FILE", TEXT("of --course: write the games there", "de --course : les parties"),
     FLAG_TO_WORDS(RefereeFlags, record)},
    {"--add", "NAME",
     TEXT("a student: prints his token (may be repeated)",
          "un élève : affiche son jeton (peut être répété)"),
     FLAG_TO_WORDS(RefereeFlags, add)},
    {"--sparring", "PLAYER",
     TEXT("always there, as in a match (may be repeated)",
          "toujours là, comme dans un match (peut être répété)"),
     FLAG_NOT_BOUND},
    {"--uploads", NULL,
     TEXT("students may hand in programs, which play in the sandbox",
          "les élèves remettent des programmes, qui jouent dans le bac à sable"),
     FLAG_TO_SWITCH(RefereeFlags, uploads)},
    {"--upload", "NAME=FILE",
     TEXT("hand in a program for a student (may be repeated)",
          "remet un programme pour un élève (peut être répété)"),
     FLAG_TO_WORDS(RefereeFlags, upload)},
    {"--memory", "MB", TEXT("of a program that was handed in", "d'un programme remis"),
     FLAG_TO_INT(RefereeFlags, memory, 16, 1 << 20, REFEREE_MEGABYTES)},
    {"--show", NULL, TEXT("how the competition stands", "où en est la compétition"),
     FLAG_TO_SWITCH(RefereeFlags, show)},
    {"--csv", NULL, TEXT("grades, in place of tables", "notes, à la place des tableaux"),
     FLAG_TO_SWITCH(RefereeFlags, csv)},
    {"--move-time", "T",
     TEXT("for each move, in place of --time", "par coup, à la place de --time"),
     FLAG_TO_TIME(RefereeFlags, move_time, 1000, DAY_US, 0)},
    {"--margin", "T", TEXT("forgiven for the way of a line", "toléré pour le trajet"),
     FLAG_TO_TIME(RefereeFlags, margin, 0, DAY_US, 200000)},
    {"--grace", "T", TEXT("to come back on the running clock", "pour revenir, pendule en marche"),
     FLAG_TO_TIME(RefereeFlags, grace, 0, DAY_US, 30000000)},
    {"--lives", "N",
     TEXT("illegal moves that are forgiven in a game", "coups illégaux pardonnés par partie"),
     FLAG_TO_INT(RefereeFlags, lives, 0, 1000, 0)},
    {"--random-plies", "N",
     TEXT("at the start, the same for both colours", "au début, les mêmes pour les deux couleurs"),
     FLAG_TO_INT(RefereeFlags, random_plies, 0, 200, 0)},
    {"--seed", "N", TEXT("of all chance", "graine du hasard"),
     FLAG_TO_INT(RefereeFlags, seed, INT64_MIN, INT64_MAX, 1)},
    {"--concurrency", "N", TEXT("games at a time", "parties à la fois"),
     FLAG_TO_INT(RefereeFlags, concurrency, 1, 64, 16)},
    {"--stop-after", "N", TEXT("games in all, then end", "parties en tout, puis finir"),
     FLAG_TO_INT(RefereeFlags, stop_after, 1, INT64_MAX, 0)},
    FLAGS_END,
};

static int run(const Call *call)
{
    Error err;
    if (given(call)->course)
        return referee_course(call);
    if (given(call)->store != NULL)
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
    .given_size = sizeof(RefereeFlags),
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
