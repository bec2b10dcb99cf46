/* plateau playouts: uniform random games, how long they last and how fast they are. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/json.h"

#include <stdio.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    int64_t  seconds;
    uint64_t games;
    uint64_t seed;
    bool     json;
} PlayoutsFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--seconds", "S", TEXT("processor time to spend", "temps de calcul"),
     FLAG_TO_SECONDS(PlayoutsFlags, seconds, 1000, INT64_C(1000000000000), 2000000)},
    {"--games", "N", TEXT("exactly so many games instead", "exactement ce nombre de parties"),
     FLAG_TO_INT(PlayoutsFlags, games, 1, INT64_MAX, 0)},
    {"--seed", "N", TEXT("of the random numbers", "graine du hasard"),
     FLAG_TO_INT(PlayoutsFlags, seed, INT64_MIN, INT64_MAX, 1)},
    {"--json", NULL, TEXT("machine-readable, one line", "lisible par une machine, une ligne"),
     FLAG_TO_SWITCH(PlayoutsFlags, json)},
    FLAGS_END,
};

static const PlayoutsFlags *given(const Call *call) { return call->given; }

/* In batches of about a millisecond, so that reading the clock costs nothing; with a fixed number
 * of games in fixed batches, so that the seed alone decides. */
static double play_all(const Session *session, uint64_t games, int64_t budget_us, uint64_t seed,
                       PlayoutStats *stats)
{
    const Game *game = session_game(session);
    int64_t     begin = clock_thread_cpu_us(), spent = 0, shown = 0;
    uint64_t    batch = games > 0 ? 1000 : 1;
    bool        is_shown = isatty(STDERR_FILENO) != 0;
    while (games > 0 ? stats->games < games : spent < budget_us) {
        uint64_t left = games > 0 ? games - stats->games : batch;
        int64_t  before = spent;
        game->playouts(session_position(session), batch < left ? batch : left, &seed, stats);
        spent = clock_thread_cpu_us() - begin;
        if (games == 0 && spent - before < 1000 && batch < 100000)
            batch *= 2;
        if (is_shown && spent - shown > 200000) {
            fprintf(stderr, "\r%llu ", (unsigned long long)stats->games);
            shown = spent;
        }
    }
    if (shown > 0)
        fputs("\r                    \r", stderr);
    return spent > 0 ? (double)spent / 1e6 : 1e-6;
}

static void write_text(const PlayoutStats *stats, double seconds, Str *out)
{
    double games = (double)stats->games;
    str_printf(out, "games                   %llu\n", (unsigned long long)stats->games);
    str_printf(out, "mean length             %.3f plies\n", (double)stats->plies / games);
    str_printf(out, "first player wins       %.3f %%\n", 100 * (double)stats->wins[0] / games);
    str_printf(out, "second player wins      %.3f %%\n", 100 * (double)stats->wins[1] / games);
    str_printf(out, "draws                   %.3f %%\n", 100 * (double)stats->draws / games);
    str_printf(out, "first player's score    %.3f %%\n",
               100 * ((double)stats->wins[0] + 0.5 * (double)stats->draws) / games);
    if (stats->unfinished > 0)
        str_printf(out, "cut off (draws)         %llu\n", (unsigned long long)stats->unfinished);
    str_printf(out, "cpu seconds             %.3f\n", seconds);
    str_printf(out, "playouts_per_cpu_second %.0f\n", games / seconds);
}

static void write_json(const Session *session, const PlayoutStats *stats, double seconds, Str *out)
{
    double games = (double)stats->games;
    Json   json = json_to(out);
    json_object(&json, NULL);
    json_string(&json, "game", session_game(session)->info->id);
    json_int(&json, "games", (int64_t)stats->games);
    json_double(&json, "mean_length", (double)stats->plies / games, 4);
    json_int(&json, "first_wins", (int64_t)stats->wins[0]);
    json_int(&json, "second_wins", (int64_t)stats->wins[1]);
    json_int(&json, "draws", (int64_t)stats->draws);
    json_int(&json, "unfinished", (int64_t)stats->unfinished);
    json_double(&json, "first_score", ((double)stats->wins[0] + 0.5 * (double)stats->draws) / games,
                6);
    json_double(&json, "cpu_seconds", seconds, 6);
    json_double(&json, "playouts_per_cpu_second", games / seconds, 1);
    json_end_object(&json);
    str_char(out, '\n');
}

static int run(const Call *call)
{
    Error    err;
    Session *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    PlayoutStats stats = {0};
    double       seconds =
        play_all(session, given(call)->games, given(call)->seconds, given(call)->seed, &stats);
    Str out = {0};
    if (given(call)->json)
        write_json(session, &stats, seconds, &out);
    else
        write_text(&stats, seconds, &out);
    int code = command_print(&out);
    str_free(&out);
    session_delete(session);
    return code;
}

const Command command_playouts = {
    .name = "playouts",
    .usage = "GAME",
    .summary = TEXT("random games: length, results, speed",
                    "parties au hasard : durée, résultats, vitesse"),
    .flags = flags,
    .given_size = sizeof(PlayoutsFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
