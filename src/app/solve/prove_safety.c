/* plateau prove, for games whose certificates say that a side cannot lose. */
#include "app/solve/prove_safety.h"

#include "base/errors.h"
#include "base/file.h"
#include "core/solver.h"

#include <stdio.h>
#include <strings.h>

enum { LARGEST_FILE = 1 << 30 };

static int print_report(const Str *report)
{
    if (report->failed)
        return EXIT_FAILED;
    return printf("%s\n", str_get(report)) < 0 || fflush(stdout) != 0 ? EXIT_FAILED : EXIT_OK;
}

static int check(const Call *call, const Game *game, const char *path)
{
    Str         text = {0}, report = {0};
    Error       err;
    SafetyCheck check = {.game = game,
                         .audit = given(call)->audit,
                         .seed = given(call)->seed,
                         .threads = given(call)->threads,
                         .stop = command_interrupt()};
    bool        ok = file_read(path, LARGEST_FILE, &text, &err);
    if (ok && !game->solver->safety->check(str_get(&text), text.size, &check, &report, &err))
        ok = error_prefix(&err, path);
    int code = ok ? print_report(&report) : fail(EXIT_FAILED, &err);
    str_free(&text);
    str_free(&report);
    return code;
}

static void show_line(const char *line, void *unused)
{
    (void)unused;
    fprintf(stderr, "%s\n", line);
}

/* "black" or "white", as the game calls its colours. */
static bool parse_side(const Game *game, const char *text, int *out, Error *err)
{
    for (*out = 0; *out < 2; ++*out)
        if (text != NULL && strcasecmp(text, game->info->colours[*out].in[LANG_EN]) == 0)
            return true;
    return error_set(err, ERROR_PROVE_SIDE, &game->info->colours[0], &game->info->colours[1]);
}

static int write_file(const Call *call, const Session *session, const char *path)
{
    const Game *game = session_game(session);
    Str         out = {0}, report = {0};
    Error       err;
    SafetyWork  work = {.game = game,
                        .folder = given(call)->checkpoint,
                        .threads = given(call)->threads,
                        .table_megabytes = given(call)->table,
                        .most_moves = given(call)->most_moves,
                        .stop = command_interrupt(),
                        .progress = show_line};
    if (!parse_side(game, given(call)->safe, &work.side, &err))
        return fail(EXIT_BAD_INPUT, &err);
    bool ok = game->solver->safety->write(&work, session_position(session), &out, &report, &err) &&
              file_write(path, str_get(&out), out.size, &err);
    int code = ok ? print_report(&report) : fail(EXIT_FAILED, &err);
    str_free(&out);
    str_free(&report);
    return code;
}

int prove_safety(const Call *call, const Session *session)
{
    const char *file = given(call)->check, *out = given(call)->output;
    return file != NULL ? check(call, session_game(session), file) : write_file(call, session, out);
}
