/* plateau perft: counts the tree of legal moves, the count alone on the last line. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/parse.h"
#include "core/notation.h"
#include "core/position_copy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    bool divide;
    bool stats;
    int  threads;
} PerftFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--divide", NULL,
     TEXT("a count for each first move as well", "un compte aussi pour chaque premier coup"),
     FLAG_TO_SWITCH(PerftFlags, divide)},
    {"--stats", NULL, TEXT("processor time and speed as well", "temps de calcul et vitesse aussi"),
     FLAG_TO_SWITCH(PerftFlags, stats)},
    {"--threads", "N", TEXT("work on so many threads", "nombre de fils d'exécution"),
     FLAG_TO_INT(PerftFlags, threads, 1, 256, 1)},
    FLAGS_END,
};

static const PerftFlags *given(const Call *call) { return call->given; }

typedef struct {
    bool is_shown;
    bool was_shown;
} PerftDisplay;

static void show_progress(int done, int total, void *user)
{
    PerftDisplay *progress = user;
    if (!progress->is_shown || total == 0)
        return;
    fprintf(stderr, "\r%3d %% ", 100 * done / total);
    progress->was_shown = true;
}

static void clear_progress(const PerftDisplay *progress)
{
    if (progress->was_shown)
        fputs("\r      \r", stderr);
}

static bool count_tree(const Game *game, const void *pos, int depth, int threads, uint64_t *out)
{
    PerftDisplay progress = {.is_shown = isatty(STDERR_FILENO) != 0};
    bool         ok = search_perft(game, pos, depth, threads, show_progress, &progress, out);
    clear_progress(&progress);
    return ok;
}

static bool count_each(PositionCopy *copy, int depth, int threads, uint64_t *total)
{
    const Game *game = copy->game;
    Move        moves[MAX_MOVES];
    int         count = game->gen(copy->pos, moves);
    bool        ok = true;
    for (int i = 0; ok && i < count; i++) {
        char     text[MOVE_TEXT_SIZE];
        uint64_t leaves = 0;
        notation_format(game, copy->pos, moves[i], text);
        position_copy_make(copy, moves[i]);
        ok = count_tree(game, copy->pos, depth - 1, threads, &leaves);
        position_copy_unmake(copy, moves[i]);
        printf("%s %" PRIu64 "\n", text, leaves);
        *total += leaves;
    }
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
    int64_t  depth;
    uint64_t total = 0;
    if (!parse_int("depth", call->args->positionals[1], 0, 60, &depth, &err))
        return fail(EXIT_BAD_INPUT, &err);
    Session *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    PositionCopy copy;
    bool    ok = position_copy_init(&copy, session_game(session), session_position(session), NULL);
    int64_t begin = clock_process_cpu_us();
    if (ok)
        ok = given(call)->divide && depth > 0
                 ? count_each(&copy, (int)depth, given(call)->threads, &total)
                 : count_tree(copy.game, copy.pos, (int)depth, given(call)->threads, &total);
    position_copy_free(&copy);
    session_delete(session);
    if (!ok) {
        error_set(&err, ERROR_MEMORY);
        return fail(EXIT_FAILED, &err);
    }
    if (given(call)->stats)
        print_stats(total, clock_process_cpu_us() - begin);
    return printf("%" PRIu64 "\n", total) < 0 || fflush(stdout) != 0 ? EXIT_FAILED : EXIT_OK;
}

const Command command_perft = {
    .name = "perft",
    .usage = "GAME DEPTH",
    .summary =
        TEXT("count the positions after so many plies", "compte les positions après tant de coups"),
    .flags = flags,
    .given_size = sizeof(PerftFlags),
    .min_positionals = 2,
    .max_positionals = 2,
    .run = run,
};
