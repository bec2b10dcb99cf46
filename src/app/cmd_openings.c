/* plateau openings: lines for matches to begin with, of which a judge says that they are balanced.
 */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "core/position.h"
#include "learn/selfplay.h"
#include "match/balanced.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const Flag flags[] = {
    {"--count", "N", TEXT("lines (default 100)", "lignes (100 par défaut)")},
    {"--random-plies", "N",
     TEXT("drawn by lot, one more in every second line (default 4)",
          "tirés au sort, un de plus une ligne sur deux (4 par défaut)")},
    {"--judge", "PLAYER",
     TEXT("limited by depth or nodes (default champion,nodes=10000)",
          "limité par depth ou nodes (champion,nodes=10000 par défaut)")},
    {"--percent", "N",
     TEXT("chances of either side, at most (default 60)",
          "chances de chaque camp, au plus (60 par défaut)")},
    {"--seed", "N", TEXT("of all chance (default 1)", "graine du hasard (1 par défaut)")},
    POSITION_FLAGS,
    {NULL, NULL, {{NULL, NULL}}},
};

static bool print_line(const char *moves, void *user, Error *err)
{
    (void)user;
    if (puts(moves) >= 0 && fflush(stdout) == 0)
        return true;
    return error_set(err, ERROR_STANDARD_OUTPUT_SYSTEM, system_error(errno));
}

/* Told on the terminal alone: in the file everything is the same each time. */
static int finish(const Call *call, const Balanced *search, const BalancedCount *count)
{
    static const Text found = TEXT("%" PRId64 " of %" PRId64 " lines kept\n",
                                   "%" PRId64 " lignes gardées sur %" PRId64 "\n");
    static const Text few = TEXT("no more are to be found: %" PRId64 " of %d\n",
                                 "il n'y en a pas davantage : %" PRId64 " sur %d\n");
    if (isatty(STDERR_FILENO))
        fprintf(stderr, text_in(&found, call->lang), count->kept, count->drawn);
    if (count->kept == search->count)
        return EXIT_OK;
    fputs("plateau: ", stderr);
    fprintf(stderr, text_in(&few, call->lang), count->kept, search->count);
    return EXIT_FAILED;
}

static void print_head(const Balanced *search, const char *judge)
{
    printf("# %s, %s\n# %d random plies or one more, seed %" PRIu64
           ", nobody favoured above %d %% by %s\n",
           search->game->info->id, search->start, search->random_plies, search->seed,
           search->percent, judge);
}

static bool read_search(const Call *call, const char *judge_text, Player *judge, Balanced *search,
                        Error *err)
{
    int64_t count, plies, percent, seed;
    if (!command_int(call, "--count", 1, 1000000, 100, &count, err) ||
        !command_int(call, "--random-plies", 0, 200, 4, &plies, err) ||
        !command_int(call, "--percent", 50, 100, 60, &percent, err) ||
        !command_int(call, "--seed", 0, INT64_MAX, 1, &seed, err) ||
        !selfplay_player(search->game, judge_text, judge, err) ||
        !player_check_net_at(search->game, search->start, judge, err))
        return false;
    search->judge = judge;
    search->count = (int)count;
    search->random_plies = (int)plies;
    search->percent = (int)percent;
    search->seed = (uint64_t)seed;
    return true;
}

static int run(const Call *call)
{
    const char *judge_text = args_value(call->args, "--judge");
    Error       err;
    Player      judge;
    Str         start = {0};
    Session    *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    if (judge_text == NULL)
        judge_text = "champion,nodes=10000";
    position_format(session_game(session), session_position(session), &start);
    Balanced search = {.game = session_game(session),
                       .start = str_get(&start),
                       .stop = command_interrupt(),
                       .keep = print_line};
    session_delete(session);
    int code = EXIT_OK;
    if (!read_search(call, judge_text, &judge, &search, &err))
        code = fail(EXIT_BAD_INPUT, &err);
    else {
        BalancedCount count;
        print_head(&search, judge_text);
        code = balanced_find(&search, &count, &err) ? finish(call, &search, &count)
                                                    : fail(EXIT_FAILED, &err);
    }
    str_free(&start);
    return code;
}

const Command command_openings = {
    .name = "openings",
    .usage = "GAME",
    .summary = TEXT("balanced openings for matches", "des ouvertures équilibrées pour les matchs"),
    .flags = flags,
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
