/* plateau tables: makes a game's endgame tables, or verifies them. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/parse.h"
#include "core/solver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    const char *pieces;
    int         threads;
    bool        verify;
    const char *dir;
} TablesFlags;

static const Flag flags[] = {
    {"--pieces", "N", TEXT("tables of up to so many pieces", "tables jusqu'à tant de pièces"),
     FLAG_TO_WORDS(TablesFlags, pieces)},
    {"--threads", "N", TEXT("share the work", "se partagent le travail"),
     FLAG_TO_INT(TablesFlags, threads, 1, 64, 1)},
    {"--verify", NULL,
     TEXT("derive every value again from its successors",
          "déduire à nouveau chaque valeur des suivantes"),
     FLAG_TO_SWITCH(TablesFlags, verify)},
    {"--dir", "DIR",
     TEXT("folder of the files (default: the user's cache)",
          "dossier des fichiers (par défaut : le cache de l'utilisateur)"),
     FLAG_TO_WORDS(TablesFlags, dir)},
    FLAGS_END,
};

static const TablesFlags *given(const Call *call) { return call->given; }

typedef struct {
    bool    is_shown, was_shown, is_verifying;
    int64_t begin_us, last_us;
} TablesProgress;

static void clear_progress(TablesProgress *progress)
{
    if (progress->was_shown)
        fputs("\r\033[K", stderr);
    progress->was_shown = false;
}

static void show_progress(int pieces, double fraction, void *user)
{
    TablesProgress *progress = user;
    int64_t         now = clock_now_us();
    if (!progress->is_shown || now - progress->last_us < 250000)
        return;
    double spent = (double)(now - progress->begin_us) / 1e6;
    double left = fraction > 0 ? spent * (1 - fraction) / fraction : 0;
    fprintf(stderr, "\r%d pieces, %.1f %% of all, %.0f s left \033[K", pieces, 100 * fraction,
            left);
    progress->last_us = now;
    progress->was_shown = true;
}

static void show_layer(const TableLayer *layer, void *user)
{
    TablesProgress *progress = user;
    clear_progress(progress);
    printf("%d pieces: %" PRIu64 " won, %" PRIu64 " lost", layer->pieces, layer->won, layer->lost);
    if (layer->drawn > 0)
        printf(", %" PRIu64 " drawn", layer->drawn);
    if (layer->longest > 0)
        printf(", longest win %d plies", layer->longest);
    printf(", %" PRIu64 " bytes, sum %016" PRIx64 ", %s\n", layer->bytes, layer->checksum,
           progress->is_verifying ? "verified"
           : layer->is_new        ? "made"
                                  : "there already");
    fflush(stdout);
}

static int run(const Call *call)
{
    Error       err;
    int64_t     pieces;
    const char *name = call->args->positionals[0];
    const Game *game = game_named(name, &err);
    if (game == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    if (game->solver == NULL || game->solver->build_tables == NULL) {
        error_set(&err, ERROR_TABLES_NONE_OF_GAME, name);
        return fail(EXIT_BAD_INPUT, &err);
    }
    if (given(call)->pieces == NULL) {
        error_set(&err, ERROR_TABLES_PIECES, game->solver->largest_tables);
        return fail(EXIT_BAD_INPUT, &err);
    }
    if (!parse_int("--pieces", given(call)->pieces, 2, game->solver->largest_tables, &pieces, &err))
        return fail(EXIT_BAD_INPUT, &err);
    TablesProgress progress = {.is_shown = isatty(STDERR_FILENO) != 0,
                               .is_verifying = given(call)->verify,
                               .begin_us = clock_now_us()};
    TablesWork     work = {.pieces = (int)pieces,
                           .threads = given(call)->threads,
                           .folder = given(call)->dir,
                           .stop = command_interrupt(),
                           .progress = show_progress,
                           .finished = show_layer,
                           .user = &progress};
    bool           ok = progress.is_verifying ? game->solver->verify_tables(&work, &err)
                                              : game->solver->build_tables(&work, &err);
    clear_progress(&progress);
    return ok ? EXIT_OK : fail(EXIT_FAILED, &err);
}

const Command command_tables = {
    .name = "tables",
    .usage = "GAME --pieces N",
    .summary = TEXT("make a game's endgame tables, or verify them",
                    "construit les tables de finales d'un jeu, ou les vérifie"),
    .flags = flags,
    .given_size = sizeof(TablesFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
