#include "app/solve/prove_flat.h"

#include "app/solve/prove_safety.h"
#include "base/errors.h"
#include "core/solver.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int print_flat(const FlatAbout *about, const char *what)
{
    const char *of = about->root[0] != '\0' ? " of " : "";
    return printf("%s%s%s: the player to move %s; %" PRIu64 " positions won, %" PRIu64
                  " lost, those of %d pieces or fewer left\n",
                  what, of, about->root, about->score > 0 ? "wins" : "loses", about->won,
                  about->lost, about->pieces) < 0 ||
                   fflush(stdout) != 0
               ? EXIT_FAILED
               : EXIT_OK;
}

int prove_flat_write(const Call *call, const Session *session, const char *path)
{
    const Game *game = session_game(session);
    Error       err;
    FlatAbout   about;
    FlatOrder   order = {.folder = given(call)->journal,
                         .path = path,
                         .pieces = given(call)->pieces,
                         .threads = given(call)->threads,
                         .table_megabytes = given(call)->table,
                         .stop = command_interrupt()};
    if (game->solver->write_flat == NULL) {
        error_set(&err, ERROR_PROVE_NO_FLAT, game->info->id);
        return fail(EXIT_BAD_INPUT, &err);
    }
    return game->solver->write_flat(game->solver, &order, session_position(session), &about, &err)
               ? print_flat(&about, "written")
               : fail(EXIT_FAILED, &err);
}

static void show_checked(uint64_t done, uint64_t all, void *user)
{
    (void)user;
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " records \033[K", done, all);
}

/* Nobody who draws at random can be sure; so it is said how sure. */
static void print_audit(const FlatAbout *about, uint64_t seed)
{
    static const double few = 0.001;
    double              drawn = (double)about->checked;
    printf("audited: %" PRIu64 " of %" PRIu64 " records by lot, seed %" PRIu64
           ", all right; %" PRIu64 " positions searched, %" PRIu64 " nodes\n",
           about->checked, about->records, seed, about->leaves, about->nodes);
    printf("were %.3g %% of all wrong, this would be seen in 19 of 20 lots; were %.3g %% wrong, in "
           "%.3g %% of the lots\n",
           100 * (1 - pow(0.05, 1 / drawn)), 100 * few, 100 * (1 - pow(1 - few, drawn)));
}

int prove_flat_check(const Call *call, const Game *game, const char *path)
{
    Error     err;
    FlatAbout about;
    FlatCheck order = {.path = path,
                       .count = given(call)->audit,
                       .seed = given(call)->seed,
                       .checkpoint = given(call)->checkpoint,
                       .threads = given(call)->threads,
                       .table_megabytes = given(call)->table,
                       .stop = command_interrupt(),
                       .progress = isatty(STDERR_FILENO) ? show_checked : NULL};
    if (order.count > 0 && order.checkpoint != NULL) {
        error_set(&err, ERROR_PROVE_AUDIT);
        return fail(EXIT_BAD_INPUT, &err);
    }
    bool ok = game->solver->check_flat(game->solver, &order, &about, &err);
    if (order.progress != NULL)
        fputs("\r\033[K", stderr);
    if (!ok)
        return fail(EXIT_FAILED, &err);
    if (order.count == 0)
        return print_flat(&about, "proven");
    print_audit(&about, order.seed);
    return fflush(stdout) == 0 ? EXIT_OK : EXIT_FAILED;
}

bool prove_is_flat(const Game *game, const char *path)
{
    char        begin[32] = {0};
    const char *magic = game->solver->flat_magic;
    FILE       *file = magic != NULL ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return false;
    size_t size = fread(begin, 1, sizeof begin - 1, file);
    fclose(file);
    return size >= strlen(magic) && memcmp(begin, magic, strlen(magic)) == 0;
}
