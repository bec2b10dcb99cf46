/* plateau selfplay: games of a player against itself, the data of training. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/errors.h"
#include "core/position.h"
#include "learn/selfplay.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const Flag flags[] = {
    {"-o", "FILE",
     TEXT("where they go; a file of the same settings is continued",
          "où elles vont ; un fichier des mêmes réglages est continué")},
    {"--games", "N", TEXT("in the file in the end (default 1000)", "au total (1000 par défaut)")},
    {"--seed", "N", TEXT("of all chance (default 1)", "graine du hasard (1 par défaut)")},
    {"--threads", "N", TEXT("games at a time (default 1)", "parties à la fois (1 par défaut)")},
    {"--player", "PLAYER",
     TEXT("limited by depth or nodes (default pvs,nodes=1000)",
          "limité par depth ou nodes (pvs,nodes=1000 par défaut)")},
    {"--random-plies", "N",
     TEXT("drawn by lot to begin with, one more in every second game (default 6)",
          "tirés au sort d'abord, un de plus une partie sur deux (6 par défaut)")},
    {"--explore", "N",
     TEXT("moves of a thousand that are drawn by lot later on (default 10)",
          "coups sur mille tirés au sort ensuite (10 par défaut)")},
    {"--most-plies", "N",
     TEXT("then a game counts as drawn (default 400)",
          "au-delà une partie est comptée nulle (400 par défaut)")},
    {"--solve", "N",
     TEXT(
         "N pieces left (empty cells, if they are placed): the exact solver's (default 0: none)",
         "il reste N pièces (cases vides, si on pose) : au solveur exact (0 par défaut : aucune)")},
    {"--check", NULL,
     TEXT("play nothing: read FILE to its end", "ne rien jouer : lire FILE jusqu'au bout")},
    POSITION_FLAGS,
    {NULL, NULL, {{NULL, NULL}}},
};

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

static bool read_numbers(const Call *call, Selfplay *run, Error *err)
{
    int64_t games, seed, threads, plies, explore, most, solve;
    if (!command_int(call, "--games", 1, INT64_MAX, 1000, &games, err) ||
        !command_int(call, "--seed", 0, INT64_MAX, 1, &seed, err) ||
        !command_int(call, "--threads", 1, 64, 1, &threads, err) ||
        !command_int(call, "--random-plies", 0, 200, 6, &plies, err) ||
        !command_int(call, "--explore", 0, 1000, 10, &explore, err) ||
        !command_int(call, "--most-plies", 1, GAMEFILE_MOST_PLIES, 400, &most, err) ||
        !command_int(call, "--solve", 0, BOARD_CELLS, 0, &solve, err))
        return false;
    run->games = (uint64_t)games;
    run->seed = (uint64_t)seed;
    run->threads = (int)threads;
    run->random_plies = (int)plies;
    run->explore = (int)explore;
    run->most_plies = (int)most;
    run->solve = (int)solve;
    return true;
}

static bool read_run(const Call *call, Selfplay *run, Str *start, Error *err)
{
    const char *player = args_value(call->args, "--player");
    Session    *session = command_session(call, err);
    if (session == NULL)
        return false;
    position_format(session_game(session), session_position(session), start);
    run->game = session_game(session);
    run->start = str_get(start);
    run->player = player != NULL ? player : "pvs,nodes=1000";
    session_delete(session);
    return read_numbers(call, run, err) && selfplay_check(run, err);
}

static int run_command(const Call *call)
{
    int64_t     shown_us = 0;
    Error       err;
    Str         start = {0};
    Selfplay    run = {.stop = command_interrupt(), .user = &shown_us};
    const char *path = args_value(call->args, "-o");
    bool        ok =
        path != NULL ? read_run(call, &run, &start, &err) : error_set(&err, ERROR_SELFPLAY_OUT);
    if (isatty(STDERR_FILENO))
        run.progress = show_progress;
    int code = ok ? EXIT_OK : fail(EXIT_BAD_INPUT, &err);
    if (ok && !args_has(call->args, "--check")) {
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
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run_command,
};
