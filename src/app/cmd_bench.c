/* plateau bench: fixed positions, fixed limits. One line per game and searcher: what it visited, a
 * checksum of what it found, and on request how fast. The first two never depend on the machine. */
#include "app/arguments/command.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/rng.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "search/frame/search.h"
#include "search/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 5, NODES = 10000, DEPTH = 5, TABLE_MEGABYTES = 4 };

/* What was given. */
typedef struct {
    bool        speed;
    bool        simulations;
    const char *game;
} BenchFlags;

static const Flag flags[] = {
    {"--speed", NULL, TEXT("nodes per CPU second as well", "nœuds par seconde de calcul aussi"),
     FLAG_TO_SWITCH(BenchFlags, speed)},
    {"--simulations", NULL,
     TEXT("instead: MCTS simulations per CPU second",
          "plutôt : simulations MCTS par seconde de calcul"),
     FLAG_TO_SWITCH(BenchFlags, simulations)},
    {"--game", "GAME", TEXT("only this game", "ce jeu seulement"), FLAG_TO_WORDS(BenchFlags, game)},
    FLAGS_END,
};

static const BenchFlags *given(const Call *call) { return call->given; }

typedef struct {
    const Game  *game;
    PositionCopy at;
    Tt          *table;
} Bench;

/* The n-th position: so many plies of a random game from a fixed seed. */
static bool set_position(PositionCopy *at, int n)
{
    const Game *game = at->game;
    uint64_t    rng = (uint64_t)n + 1;
    int16_t     options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    if (!position_start(game, options, at->pos, NULL))
        return false;
    for (int ply = 0; ply < 3 * n; ply++) {
        Move moves[MAX_MOVES];
        int  count = game->gen(at->pos, moves);
        if (count > 0)
            position_copy_make(at, moves[rng_below(&rng, (uint32_t)count)]);
    }
    return game->play(at->pos) == PLAY_ON;
}

static void run_searcher(Bench *bench, SearcherId id, bool shows_speed, Str *out)
{
    uint64_t nodes = 0, checksum = 0;
    int64_t  begin = clock_thread_cpu_us();
    for (int n = 0; n < POSITIONS; n++) {
        SearchContext *context = calloc(1, sizeof *context);
        if (context == NULL || !set_position(&bench->at, n)) {
            free(context);
            continue;
        }
        context->limits = (Limits){.nodes = NODES, .depth = DEPTH, .iterations = 1000};
        context->table = bench->table;
        context->rng = 1;
        tt_clear(bench->table);
        search_run(bench->game, bench->at.pos, id, context);
        nodes += context->nodes;
        checksum = rng_mix(checksum ^ context->best ^ (uint64_t)(uint32_t)context->score << 16 ^
                           (uint64_t)context->depth << 48);
        free(context);
    }
    int64_t spent = clock_thread_cpu_us() - begin;
    str_padded(out, bench->game->info->id, command_id_columns());
    str_padded(out, searcher_name(id), 14);
    str_printf(out, "%8llu %016llx", (unsigned long long)nodes, (unsigned long long)checksum);
    if (shows_speed)
        str_printf(out, " %10.0f", (double)nodes * 1e6 / (double)(spent > 0 ? spent : 1));
    str_char(out, '\n');
}

/* Searches of 10,000 simulations from the start, in one tree, for about a second. */
static void run_simulations(Bench *bench, Str *out)
{
    enum { SIMULATIONS = 10000, SPEND_US = 1000000 };
    MctsSettings   settings;
    SearchContext *context = calloc(1, sizeof *context);
    bool           ok = context != NULL && set_position(&bench->at, 0) &&
              mcts_parse(NULL, "seed2", &settings, NULL);
    MctsTree *tree = ok ? mcts_tree_new(settings.memory_megabytes) : NULL;
    uint64_t  simulations = 0;
    int64_t   spent = 0;
    for (int n = -1; tree != NULL && spent < SPEND_US; n++) {
        *context = (SearchContext){.limits = {.iterations = SIMULATIONS},
                                   .mcts = &settings,
                                   .mcts_tree = tree,
                                   .rng = (uint64_t)n};
        mcts_tree_clear(tree);
        int64_t begin = clock_thread_cpu_us();
        search_run(bench->game, bench->at.pos, SEARCHER_mcts, context);
        if (n < 0)
            continue; /* the first one pays for fresh memory */
        spent += clock_thread_cpu_us() - begin;
        simulations += SIMULATIONS;
    }
    str_padded(out, bench->game->info->id, command_id_columns());
    str_printf(out, "%10.0f\n", (double)simulations * 1e6 / (double)(spent > 0 ? spent : 1));
    mcts_tree_delete(tree);
    free(context);
}

static bool run_game(const Game *game, Tt *table, const BenchFlags *flags_given, Str *out)
{
    Bench bench = {.game = game, .table = table};
    bool  ok = position_copy_init(&bench.at, game, NULL, NULL);
    bool  simulates = flags_given->simulations;
    if (ok && simulates)
        run_simulations(&bench, out);
    for (int id = 0; ok && !simulates && id < SEARCHER_COUNT; id++)
        run_searcher(&bench, (SearcherId)id, flags_given->speed, out);
    position_copy_free(&bench.at);
    return ok;
}

static int run(const Call *call)
{
    const char *only = given(call)->game;
    Error       err;
    Str         out = {0};
    if (only != NULL && game_named(only, &err) == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    Tt  *table = tt_new(TABLE_MEGABYTES);
    bool ok = table != NULL;
    for (size_t i = 0; ok && i < game_count(); i++)
        if (only == NULL || strcmp(game_at(i)->info->id, only) == 0)
            ok = run_game(game_at(i), table, given(call), &out);
    tt_delete(table);
    if (!ok)
        error_set(&err, ERROR_MEMORY);
    int code = ok ? command_print(&out) : fail(EXIT_FAILED, &err);
    str_free(&out);
    return code;
}

const Command command_bench = {
    .name = "bench",
    .usage = "",
    .summary = TEXT("a signature of every searcher on fixed positions",
                    "une signature de chaque algorithme sur des positions fixes"),
    .flags = flags,
    .given_size = sizeof(BenchFlags),
    .run = run,
};
