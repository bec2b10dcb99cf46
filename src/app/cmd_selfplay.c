/* plateau selfplay: games of a player against itself, the data of training. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/errors.h"
#include "core/position.h"
#include "learn/selfplay.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    const char *output;
    uint64_t    games;
    uint64_t    seed;
    int         threads;
    const char *player;
    int         random_plies;
    int         explore;
    int         most_plies;
    int         solve;
    bool        check;
} SelfplayFlags;

static const Flag flags[] = {
    {"-o", "FILE",
     TEXT("where they go; a file of the same settings is continued",
          "où elles vont ; un fichier des mêmes réglages est continué"),
     FLAG_TO_WORDS(SelfplayFlags, output)},
    {"--games", "N", TEXT("in the file in the end", "au total"),
     FLAG_TO_INT(SelfplayFlags, games, 1, INT64_MAX, 1000)},
    {"--seed", "N", TEXT("of all chance", "graine du hasard"),
     FLAG_TO_INT(SelfplayFlags, seed, 0, INT64_MAX, 1)},
    {"--threads", "N", TEXT("games at a time", "parties à la fois"),
     FLAG_TO_INT(SelfplayFlags, threads, 1, 64, 1)},
    {"--player", "PLAYER",
     TEXT("limited by depth or nodes (default pvs,nodes=1000)",
          "limité par depth ou nodes (pvs,nodes=1000 par défaut)"),
     FLAG_TO_WORDS(SelfplayFlags, player)},
    {"--random-plies", "N",
     TEXT("drawn by lot to begin with, one more in every second game",
          "tirés au sort d'abord, un de plus une partie sur deux"),
     FLAG_TO_INT(SelfplayFlags, random_plies, 0, 200, 6)},
    {"--explore", "N",
     TEXT("moves of a thousand that are drawn by lot later on",
          "coups sur mille tirés au sort ensuite"),
     FLAG_TO_INT(SelfplayFlags, explore, 0, 1000, 10)},
    {"--most-plies", "N",
     TEXT("then a game counts as drawn", "au-delà une partie est comptée nulle"),
     FLAG_TO_INT(SelfplayFlags, most_plies, 1, GAMEFILE_MAX_PLIES, 400)},
    {"--solve", "N",
     TEXT("N pieces left (empty cells, if they are placed): the exact solver's; 0: none",
          "il reste N pièces (cases vides, si on pose) : au solveur exact ; 0 : aucune"),
     FLAG_TO_INT(SelfplayFlags, solve, 0, BOARD_CELLS, 0)},
    {"--check", NULL,
     TEXT("play nothing: read FILE to its end", "ne rien jouer : lire FILE jusqu'au bout"),
     FLAG_TO_SWITCH(SelfplayFlags, check)},
    POSITION_FLAGS,
    FLAGS_END,
};

static const SelfplayFlags *given(const Call *call) { return call->given; }

static void show_progress(uint64_t done, uint64_t games, void *user)
{
    int64_t *last_us = user, now = clock_now_us();
    if (now - *last_us < 250000)
        return;
    fprintf(stderr, "\r%" PRIu64 " / %" PRIu64 " \033[K", done, games);
    *last_us = now;
}

static int print_summary(const char *path, Lang lang)
{
    static const Text line =
        TEXT("%" PRIu64 " games, %" PRIu64 " positions with scores, first player %" PRIu64
             " won %" PRIu64 " drawn %" PRIu64 " lost, %" PRIu64 " cut off, %" PRIu64
             " bytes, sum %016" PRIx64 "%s\n",
             "%" PRIu64 " parties, %" PRIu64 " positions notées, premier joueur %" PRIu64
             " gagnées %" PRIu64 " nulles %" PRIu64 " perdues, %" PRIu64 " coupées, %" PRIu64
             " octets, somme %016" PRIx64 "%s\n");
    static const Text torn = TEXT(", the end is torn", ", la fin est déchirée");
    SelfplaySummary   found;
    Error             err;
    Str               out = {0};
    if (!selfplay_summarise(path, &found, &err))
        return fail(EXIT_FAILED, &err);
    str_printf(&out, text_in(&line, lang), found.games, found.positions, found.outcomes[2],
               found.outcomes[1], found.outcomes[0], found.cut, found.bytes, found.checksum,
               found.is_torn ? text_in(&torn, lang) : "");
    int code = command_print(&out);
    str_free(&out);
    return code;
}

static bool read_run(const Call *call, Selfplay *run, Str *start, Error *err)
{
    const char *player = given(call)->player;
    Session    *session = command_session(call, err);
    if (session == NULL)
        return false;
    position_format(session_game(session), session_position(session), start);
    run->game = session_game(session);
    run->start = str_get(start);
    run->player = player != NULL ? player : "pvs,nodes=1000";
    run->games = given(call)->games;
    run->seed = given(call)->seed;
    run->threads = given(call)->threads;
    run->random_plies = given(call)->random_plies;
    run->explore = given(call)->explore;
    run->most_plies = given(call)->most_plies;
    run->solve = given(call)->solve;
    session_delete(session);
    return selfplay_check(run, err);
}

static int run_command(const Call *call)
{
    int64_t     shown_us = 0;
    Error       err;
    Str         start = {0};
    Selfplay    run = {.stop = command_interrupt(), .user = &shown_us};
    const char *path = given(call)->output;
    bool        ok =
        path != NULL ? read_run(call, &run, &start, &err) : error_set(&err, ERROR_SELFPLAY_OUT);
    if (isatty(STDERR_FILENO))
        run.progress = show_progress;
    int code = ok ? EXIT_OK : fail(EXIT_BAD_INPUT, &err);
    if (ok && !given(call)->check) {
        ok = selfplay_run(&run, path, &err);
        if (shown_us != 0)
            fputs("\r\033[K", stderr);
        code = ok ? EXIT_OK : fail(EXIT_FAILED, &err);
    }
    if (ok)
        code = print_summary(path, call->lang);
    str_free(&start);
    return code;
}

const Command command_selfplay = {
    .name = "selfplay",
    .usage = "GAME -o FILE",
    .summary = TEXT("games of a player against itself, to train on",
                    "parties d'un joueur contre lui-même, pour apprendre"),
    .flags = flags,
    .given_size = sizeof(SelfplayFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run_command,
};
