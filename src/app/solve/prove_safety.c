/* plateau prove, for games whose certificates say that a side cannot lose. */
#include "app/solve/prove_safety.h"

#include "base/errors.h"
#include "base/file.h"
#include "core/solver.h"

#include <stdio.h>
#include <strings.h>

enum { LARGEST_FILE = 1 << 30, MOST_RECORDS = 100000000, MOST_MOVES = 20, USUAL_MOVES = 8 };

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
    int64_t     audit, seed, threads;
    SafetyCheck check = {.game = game, .stop = command_interrupt()};
    if (!command_int(call, "--audit", 0, MOST_RECORDS, 0, &audit, &err) ||
        !command_int(call, "--seed", 0, INT64_MAX, 1, &seed, &err) ||
        !command_int(call, "--threads", 1, 256, 1, &threads, &err))
        return fail(EXIT_BAD_INPUT, &err);
    check.audit = (uint64_t)audit;
    check.seed = (uint64_t)seed;
    check.threads = (int)threads;
    bool ok = file_read(path, LARGEST_FILE, &text, &err);
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
    int64_t     threads, megabytes, moves;
    SafetyWork  work = {.game = game,
                        .folder = args_value(call->args, "--checkpoint"),
                        .stop = command_interrupt(),
                        .progress = show_line};
    if (!parse_side(game, args_value(call->args, "--safe"), &work.side, &err) ||
        !command_int(call, "--threads", 1, 256, 1, &threads, &err) ||
        !command_int(call, "--table", 1, 1 << 20, 0, &megabytes, &err) ||
        !command_int(call, "--most-moves", 1, MOST_MOVES, USUAL_MOVES, &moves, &err))
        return fail(EXIT_BAD_INPUT, &err);
    work.threads = (int)threads;
    work.table_megabytes = (size_t)megabytes;
    work.most_moves = (int)moves;
    bool ok = game->solver->safety->write(&work, session_position(session), &out, &report, &err) &&
              file_write(path, str_get(&out), out.size, &err);
    int code = ok ? print_report(&report) : fail(EXIT_FAILED, &err);
    str_free(&out);
    str_free(&report);
    return code;
}

int prove_safety(const Call *call, const Session *session)
{
    const char *file = args_value(call->args, "--check"), *out = args_value(call->args, "-o");
    return file != NULL ? check(call, session_game(session), file) : write_file(call, session, out);
}
