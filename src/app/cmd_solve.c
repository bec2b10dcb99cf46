/* plateau solve: the exact value of positions, one answer a line in the order of the questions. */
#include "app/solve/solve_questions.h"
#include "base/errors.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--weak", NULL, TEXT("win, draw or loss alone: 1, 0, -1", "gain, nulle ou perte : 1, 0, -1")},
    {"--scores", NULL, TEXT("the score of each move as well", "la valeur de chaque coup aussi")},
    {"--line", NULL, TEXT("best play to the end as well", "le meilleur jeu jusqu'à la fin aussi")},
    {"--stats", NULL,
     TEXT("nodes and microseconds as well, and a summary", "nœuds et microsecondes, et un bilan")},
    {"--threads", "N", TEXT("share the work (default 1)", "se partagent le travail (1)")},
    {"--table", "MB", TEXT("memory for what was seen", "mémoire pour ce qui a été vu")},
    {"--no-book", NULL,
     TEXT("think, even where the answer is stored", "réfléchir même si la réponse est connue")},
    {"--fresh", NULL,
     TEXT("forget between positions, to measure each alone", "oublier entre les positions")},
    {"--json", NULL, TEXT("one object a line", "un objet par ligne")},
    {"--start", NULL,
     TEXT("the start, in as many runs as it takes (see --checkpoint)",
          "le début, en autant de fois qu'il faut (voir --checkpoint)")},
    {"--checkpoint", "DIR",
     TEXT("keep what is decided there; go on from it", "y garder l'acquis, et en repartir")},
    {NULL, NULL, {{NULL, NULL}}},
};

static void print_summary(const SolveTotals *totals)
{
    double count = totals->positions > 0 ? (double)totals->positions : 1;
    fflush(stdout);
    fprintf(stderr, "%" PRIu64 " positions", totals->positions);
    if (totals->expected > 0)
        fprintf(stderr, ", %" PRIu64 " of %" PRIu64 " as expected", totals->as_expected,
                totals->expected);
    fprintf(stderr, ", mean %.1f nodes, %.2f microseconds\n", (double)totals->nodes / count,
            (double)totals->time_ns / 1000 / count);
}

static int solve(const Call *call, const Session *session, const SolverSetup *setup)
{
    const Args *args = call->args;
    SolveTotals totals = {0};
    SolveOrder  order = {.game = session_game(session),
                         .options = session_options(session),
                         .setup = *setup,
                         .has_scores = args_has(args, "--scores"),
                         .has_line = args_has(args, "--line"),
                         .has_stats = args_has(args, "--stats"),
                         .is_json = args_has(args, "--json"),
                         .is_fresh = args_has(args, "--fresh")};
    int         code = args_has(args, "--position") || args_has(args, "--moves")
                           ? solve_position(&order, session_position(session), &totals)
                           : solve_lines(&order, STDIN_FILENO, &totals);
    if (order.has_stats)
        print_summary(&totals);
    return code;
}

static bool read_setup(const Call *call, const Game *game, SolverSetup *setup, Error *err)
{
    int64_t threads, megabytes;
    if (game->solver == NULL)
        return error_set(err, ERROR_NO_SOLVER, game->info->id);
    if (!command_int(call, "--threads", 1, 256, 1, &threads, err) ||
        !command_int(call, "--table", 1, 1 << 20, 0, &megabytes, err))
        return false;
    *setup = (SolverSetup){.is_weak = args_has(call->args, "--weak"),
                           .no_book = args_has(call->args, "--no-book"),
                           .threads = (int)threads,
                           .table_megabytes = (size_t)megabytes,
                           .stop = command_interrupt()};
    return true;
}

/* On a terminal one line that changes each second, into a file a line each minute. */
typedef struct {
    bool   is_terminal;
    double shown_at; /* seconds */
} ProofShown;

static void show_proof(const ProofState *state, void *user)
{
    enum { LINE_SECONDS = 60 };
    ProofShown *shown = user;
    if (!shown->is_terminal && state->seconds - shown->shown_at < LINE_SECONDS)
        return;
    shown->shown_at = state->seconds;
    double left =
        state->fraction > 0 ? state->seconds * (1 - state->fraction) / state->fraction : 0;
    fprintf(stderr,
            "%s%.3g nodes, %" PRIu64 " positions kept, %.4g %% if first choices hold, "
            "about %.2g h left%s",
            shown->is_terminal ? "\r" : "", (double)state->nodes, state->positions,
            100 * state->fraction, left / 3600, shown->is_terminal ? " \033[K" : "\n");
}

/* The start of the game under these rules, as one long proof. */
static int prove_start(const Session *session, const SolverSetup *setup, const char *folder)
{
    const Game *game = session_game(session);
    Error       err;
    Truth       truth;
    ProofShown  shown = {.is_terminal = isatty(STDERR_FILENO) != 0};
    ProofWork   work = {.folder = folder,
                        .threads = setup->threads,
                        .table_megabytes = setup->table_megabytes,
                        .stop = setup->stop,
                        .progress = show_proof,
                        .user = &shown};
    if (folder == NULL || game->solver->prove == NULL) {
        if (folder == NULL)
            error_set(&err, ERROR_SOLVE_START);
        else
            error_set(&err, ERROR_SOLVE_NO_CHECKPOINTS, game->info->id);
        return fail(EXIT_BAD_INPUT, &err);
    }
    bool ok = game->solver->prove(&work, session_position(session), &truth, &err);
    if (shown.is_terminal)
        fputs("\r\033[K", stderr);
    if (!ok)
        return fail(EXIT_FAILED, &err);
    return printf("startpos %d\n", truth.score) < 0 ? EXIT_FAILED : EXIT_OK;
}

static int run(const Call *call)
{
    SolverSetup setup;
    Error       err;
    Session    *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    int code;
    if (!read_setup(call, session_game(session), &setup, &err))
        code = fail(EXIT_BAD_INPUT, &err);
    else if (args_has(call->args, "--start"))
        code = prove_start(session, &setup, args_value(call->args, "--checkpoint"));
    else
        code = solve(call, session, &setup);
    session_delete(session);
    return code;
}

const Command command_solve = {
    .name = "solve",
    .usage = "GAME",
    .summary = TEXT("the exact value of positions, one a line from standard input",
                    "la valeur exacte de positions, une par ligne de l'entrée"),
    .flags = flags,
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
