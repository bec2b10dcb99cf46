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

/* What was given. */
typedef struct {
    int         count;
    int         random_plies;
    const char *judge;
    int         percent;
    uint64_t    seed;
} OpeningsFlags;

static const Flag flags[] = {
    {"--count", "N", TEXT("lines", "lignes"), FLAG_TO_INT(OpeningsFlags, count, 1, 1000000, 100)},
    {"--random-plies", "N",
     TEXT("drawn by lot, one more in every second line",
          "tirés au sort, un de plus une ligne sur deux"),
     FLAG_TO_INT(OpeningsFlags, random_plies, 0, 200, 4)},
    {"--judge", "PLAYER",
     TEXT("limited by depth or nodes (default champion,nodes=10000)",
          "limité par depth ou nodes (champion,nodes=10000 par défaut)"),
     FLAG_TO_WORDS(OpeningsFlags, judge)},
    {"--percent", "N", TEXT("chances of either side, at most", "chances de chaque camp, au plus"),
     FLAG_TO_INT(OpeningsFlags, percent, 50, 100, 60)},
    {"--seed", "N", TEXT("of all chance", "graine du hasard"),
     FLAG_TO_INT(OpeningsFlags, seed, 0, INT64_MAX, 1)},
    POSITION_FLAGS,
    FLAGS_END,
};

static const OpeningsFlags *given(const Call *call) { return call->given; }

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
    if (!selfplay_player(search->game, judge_text, judge, err) ||
        !player_check_net_at(search->game, search->start, judge, err))
        return false;
    search->judge = judge;
    search->count = given(call)->count;
    search->random_plies = given(call)->random_plies;
    search->percent = given(call)->percent;
    search->seed = given(call)->seed;
    return true;
}

static int run(const Call *call)
{
    const char *judge_text = given(call)->judge;
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
    .given_size = sizeof(OpeningsFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
