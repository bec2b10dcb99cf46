/* plateau book: scores of all positions after a number of plies, computed and written to a file. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/errors.h"
#include "core/solver.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    int         plies;
    bool        outcomes;
    int         threads;
    const char *output;
} BookFlags;

static const Flag flags[] = {
    RULES_FLAGS,
    {"--plies", "N",
     TEXT("positions after so many (default 8, of outcomes 12)",
          "positions après N coups (8 ; issues : 12)"),
     FLAG_TO_INT(BookFlags, plies, 1, 64, 0)},
    {"--outcomes", NULL,
     TEXT("win, draw or loss alone, in a much smaller file",
          "seulement gain, nulle ou perte, dans un fichier bien plus petit"),
     FLAG_TO_SWITCH(BookFlags, outcomes)},
    {"--threads", "N", TEXT("share the work", "se partagent le travail"),
     FLAG_TO_INT(BookFlags, threads, 1, 256, 1)},
    {"--output", "FILE",
     TEXT("write there (default GAME.book or GAME.outcomes); a build that was cut off goes on",
          "fichier à écrire (JEU.book ou JEU.outcomes) ; une construction interrompue reprend"),
     FLAG_TO_WORDS(BookFlags, output)},
    FLAGS_END,
};

static const BookFlags *given(const Call *call) { return call->given; }

typedef struct {
    int64_t  begin_ns, shown_ns;
    uint64_t resumed; /* done when this run began */
    bool     has_begun;
} BookProgress;

enum { SHOW_SECONDS = 5 };

static void show_progress(void *context, uint64_t done, uint64_t count)
{
    BookProgress *progress = context;
    int64_t       now = clock_now_ns();
    if (!progress->has_begun) {
        progress->has_begun = true;
        progress->resumed = done - 1;
    }
    if (now - progress->shown_ns < (int64_t)SHOW_SECONDS * 1000000000 && done != count)
        return;
    progress->shown_ns = now;
    double seconds = (double)(now - progress->begin_ns) / 1e9;
    double left = seconds / (double)(done - progress->resumed) * (double)(count - done);
    fprintf(stderr, "%s%" PRIu64 " of %" PRIu64 " positions, %.0f s, about %.0f s left%s",
            isatty(2) ? "\r" : "", done, count, seconds, left, isatty(2) ? "   " : "\n");
    if (isatty(2) && done == count)
        fputc('\n', stderr);
}

static int run(const Call *call)
{
    Error    err;
    Str      path = {0};
    Session *session = command_session(call, &err);
    int      code = EXIT_BAD_INPUT;
    if (session == NULL)
        return fail(code, &err);
    const Game  *game = session_game(session);
    const char  *output = given(call)->output;
    bool         is_weak = given(call)->outcomes;
    BookProgress progress = {.begin_ns = clock_now_ns(), .shown_ns = clock_now_ns()};
    if (game->solver == NULL || game->solver->build_book == NULL) {
        error_set(&err, ERROR_BOOK_NONE_OF_GAME, game->info->id);
        goto done;
    }
    if (output != NULL)
        str_text(&path, output);
    else
        str_printf(&path, "%s.%s", game->info->id, is_weak ? "outcomes" : "book");
    BookOrder order = {.start = session_position(session),
                       .is_weak = is_weak,
                       .plies = given(call)->plies != 0 ? given(call)->plies
                                : is_weak               ? 12
                                                        : 8,
                       .threads = given(call)->threads,
                       .path = str_get(&path),
                       .stop = command_interrupt(),
                       .progress = show_progress,
                       .context = &progress};
    code = game->solver->build_book(game, &order, &err) ? EXIT_OK : EXIT_FAILED;
done:
    if (code != EXIT_OK)
        fail(code, &err);
    str_free(&path);
    session_delete(session);
    return code;
}

const Command command_book = {
    .name = "book",
    .usage = "GAME",
    .summary = TEXT("compute the scores of all positions after a few plies",
                    "calculer la valeur de toutes les positions après quelques coups"),
    .flags = flags,
    .given_size = sizeof(BookFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
