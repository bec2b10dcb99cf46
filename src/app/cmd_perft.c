/* plateau perft: counts the tree of legal moves, the count alone on the last line. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/parse.h"
#include "core/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--divide", NULL,
     TEXT("a count for each first move as well", "un compte aussi pour chaque premier coup")},
    {"--stats", NULL, TEXT("processor time and speed as well", "temps de calcul et vitesse aussi")},
    {"--threads", "N",
     TEXT("work on so many threads (default 1)", "nombre de fils d'exécution (1 par défaut)")},
    {NULL, NULL, {{NULL, NULL}}},
};

typedef struct {
    bool is_shown;
    bool was_shown;
} Progress;

static void show_progress(int done, int total, void *user)
{
    Progress *progress = user;
    if (!progress->is_shown || total == 0)
        return;
    fprintf(stderr, "\r%3d %% ", 100 * done / total);
    progress->was_shown = true;
}

static void clear_progress(const Progress *progress)
{
    if (progress->was_shown)
        fputs("\r      \r", stderr);
}

static bool count_tree(const Game *game, const void *pos, int depth, int threads, uint64_t *out)
{
    Progress progress = {.is_shown = isatty(STDERR_FILENO) != 0};
    bool     ok = search_perft(game, pos, depth, threads, show_progress, &progress, out);
    clear_progress(&progress);
    return ok;
}

static bool count_each(const Game *game, void *pos, int depth, int threads, uint64_t *total)
{
    Move  moves[MAX_MOVES];
    int   count = game->gen(pos, moves);
    void *undo = malloc(game->undo_size);
    bool  ok = undo != NULL;
    for (int i = 0; ok && i < count; i++) {
        char     text[MOVE_TEXT_SIZE];
        uint64_t leaves = 0;
        notation_format(game, pos, moves[i], text);
        game->make(pos, moves[i], undo);
        ok = count_tree(game, pos, depth - 1, threads, &leaves);
        game->unmake(pos, moves[i], undo);
        printf("%s %" PRIu64 "\n", text, leaves);
        *total += leaves;
    }
    free(undo);
    return ok;
}

static void print_stats(uint64_t leaves, int64_t spent_us)
{
    double seconds = spent_us > 0 ? (double)spent_us / 1e6 : 1e-6;
    printf("cpu seconds %.3f\nleaves per cpu second %.0f\n", seconds, (double)leaves / seconds);
}

static int run(const Call *call)
{
    Error    err;
    int64_t  depth, threads;
    uint64_t total = 0;
    if (!parse_int("depth", call->args->positionals[1], 0, 60, &depth, &err) ||
        !command_int(call, "--threads", 1, 256, 1, &threads, &err))
        return fail(EXIT_BAD_INPUT, &err);
    Session *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    const Game *game = session_game(session);
    void       *pos = malloc(game->pos_size);
    bool        ok = pos != NULL;
    int64_t     begin = clock_process_cpu_us();
    if (ok) {
        memcpy(pos, session_position(session), game->pos_size);
        ok = args_has(call->args, "--divide") && depth > 0
                 ? count_each(game, pos, (int)depth, (int)threads, &total)
                 : count_tree(game, pos, (int)depth, (int)threads, &total);
    }
    free(pos);
    session_delete(session);
    if (!ok) {
        error_set(&err, ERROR_MEMORY);
        return fail(EXIT_FAILED, &err);
    }
    if (args_has(call->args, "--stats"))
        print_stats(total, clock_process_cpu_us() - begin);
    return printf("%" PRIu64 "\n", total) < 0 || fflush(stdout) != 0 ? EXIT_FAILED : EXIT_OK;
}

const Command command_perft = {
    .name = "perft",
    .usage = "GAME DEPTH",
    .summary =
        TEXT("count the positions after so many plies", "compte les positions après tant de coups"),
    .flags = flags,
    .min_positionals = 2,
    .max_positionals = 2,
    .run = run,
};
