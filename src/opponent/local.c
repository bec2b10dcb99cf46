/* The contestant that thinks in this process: whatever engine/player.h reads.
 *
 * Also "search:pvs,depth=6", and "level:7" for the game's own player "level7". */
#include "base/clock.h"
#include "base/errors.h"
#include "base/rng.h"
#include "engine/player.h"
#include "eval/net.h"
#include "opponent/contestant.h"
#include "search/mcts/mcts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Contestant         base;
    Player             player;
    Limits             written; /* those of the player's text, without the usual ones */
    const atomic_bool *stop;
    Session           *memory;  /* owned: what the player remembers, in its first seat */
    SearchContext      context; /* here because it is large */
    uint64_t           seed;    /* of this game */
    int                seat;
} Local;

/* ---- reading -----------------------------------------------------------------------------------
 */

/* In a match somebody may always say stop, and to the searchers that is a limit: they would think
 * for ever. So a player without limits gets the depth that he has elsewhere. */
static void limit_depth(Player *player)
{
    enum { USUAL_DEPTH = 4 };
    const Limits *limits = &player->limits;
    if (searcher_has_depths(player->searcher) && limits->depth == 0 && limits->nodes == 0 &&
        limits->time_us == 0 && player->step_count == 0)
        player->limits.depth = USUAL_DEPTH;
}

/* Every game begins with an empty table, and emptying a large one takes longer than a short game:
 * who looks at few positions gets a small one, unless he asks for his own. */
static void choose_table(Player *player)
{
    enum { FEW_PLIES = 3, FEW_NODES = 30000 };
    const Limits *limits = &player->limits;
    bool is_shallow = player->step_count == 0 && limits->depth > 0 && limits->depth <= FEW_PLIES;
    bool has_few_nodes = limits->nodes > 0 && limits->nodes <= FEW_NODES;
    if (player->table_megabytes == 0 && (is_shallow || has_few_nodes))
        player->table_megabytes = 1;
}

/* With one more limit in it, a text that has none is not given the usual ones. */
static Limits written_limits(const Game *game, const char *name, const Player *player)
{
    char   more[CONTESTANT_SPEC_SIZE + 16];
    Player limited;
    Limits limits = player->limits;
    snprintf(more, sizeof more, "%s,depth=1", name);
    if (player_parse(game, more, &limited, NULL)) {
        limits = limited.limits;
        limits.depth = player->limits.depth;
    }
    return limits;
}

static bool read_player(const Game *game, const char *text, Player *out, Limits *written,
                        Error *err)
{
    static const char search[] = "search:", level[] = "level:";
    char              name[CONTESTANT_SPEC_SIZE];
    bool              is_level = strncmp(text, level, strlen(level)) == 0;
    snprintf(name, sizeof name, "%s", text);
    if (is_level)
        snprintf(name, sizeof name, "level%s", text + strlen(level));
    else if (strncmp(text, search, strlen(search)) == 0)
        snprintf(name, sizeof name, "%s", text + strlen(search));
    if (!player_parse(game, name, out, err))
        return is_level ? error_prefix(err, text) : false;
    if (out->is_human)
        return error_set(err, ERROR_MATCH_PERSON, text);
    *written = written_limits(game, name, out);
    limit_depth(out);
    choose_table(out);
    return true;
}

/* ---- playing -----------------------------------------------------------------------------------
 */

static bool begin(Contestant *self, const Session *session, int seat, uint64_t seed, Answer *out)
{
    Local       *local = (Local *)self;
    MctsSettings ignored;
    Error        err;
    const char  *file;
    if (eval_names_net(local->player.eval, &file) &&
        (!session_start(local->memory, session_options(session), &err) ||
         !player_check_net(local->memory, &local->player, 0, &err))) {
        *out = (Answer){.kind = ANSWER_FORFEIT, .reason = REASON_CRASH};
        snprintf(out->text, sizeof out->text, "%s", error_words(&err, LANG_EN));
        return false;
    }
    local->seat = seat;
    local->seed = seed;
    /* His memory is made here, off the clock, and emptied: a game does not depend on those before
     * it. What is wrong with him, he will say when asked for a move. */
    player_prepare(local->memory, &local->player, 0, &ignored, &local->context, NULL);
    session_forget(local->memory, 0);
    return true;
}

static bool is_given(const Limits *limits)
{
    return limits->time_us != 0 || limits->depth != 0 || limits->nodes != 0 ||
           limits->iterations != 0;
}

/* What the match allows replaces what stands in the player's text, limit by limit. Where it allows
 * something, nobody needs the usual limits of players who say nothing; except that a depth alone
 * does not bound those who know none. */
static Limits limits_of(const Local *local, const Allowance *allowance)
{
    const Limits *given = &allowance->limits;
    int           seat = local->seat;
    bool          knows_no_depth = searcher_kind(local->player.searcher) == SEARCHER_BUDGET;
    bool is_depth_alone = given->time_us == 0 && given->nodes == 0 && given->iterations == 0;
    if (!allowance->has_clock && (!is_given(given) || (knows_no_depth && is_depth_alone)))
        return local->player.limits;
    Limits limits = local->written;
    if (allowance->has_clock)
        limits.time_us =
            limits_share_of_clock(allowance->left_us[seat], allowance->increment_us[seat]);
    if (given->time_us != 0)
        limits.time_us = given->time_us;
    if (given->depth != 0)
        limits.depth = given->depth;
    if (given->nodes != 0)
        limits.nodes = given->nodes;
    if (given->iterations != 0)
        limits.iterations = given->iterations;
    return limits;
}

static void choose(Contestant *self, Session *session, const Allowance *allowance, Answer *out)
{
    Local   *local = (Local *)self;
    Player   player = local->player;
    Error    err;
    int64_t  begun_us = clock_now_us();
    uint64_t seed = rng_mix(local->seed + (uint64_t)session_ply(session));
    player.limits = limits_of(local, allowance);
    if (allowance->limits.depth != 0)
        player.step_count = 0;
    session_exchange_seat(session, local->seat, local->memory, 0);
    bool ok = player_choose(session, &player, seed, local->stop, &local->context, &err);
    session_exchange_seat(session, local->seat, local->memory, 0);
    *out = (Answer){.kind = ANSWER_MOVE,
                    .move = local->context.best,
                    .has_eval = searcher_kind(player.searcher) != SEARCHER_MOVE,
                    .eval = local->context.score,
                    .used_us = clock_now_us() - begun_us};
    if (local->stop != NULL && atomic_load(local->stop))
        out->kind = ANSWER_STOPPED;
    else if (!ok) {
        out->kind = ANSWER_FORFEIT;
        out->reason = REASON_CRASH;
        snprintf(out->text, sizeof out->text, "%s", error_words(&err, LANG_EN));
    }
}

static void end(Contestant *self, const Session *session)
{
    (void)self;
    (void)session;
}

static const char *last_words(const Contestant *self, size_t *size)
{
    (void)self;
    *size = 0;
    return NULL;
}

static void close_local(Contestant *self)
{
    session_delete(((Local *)self)->memory);
    free(self);
}

/* A match measures: whoever cannot play with his net does not play at all. */
static bool check_net(const Game *game, const Player *player, const char *start, Error *err)
{
    const char *file;
    int16_t     options[MAX_OPTIONS];
    if (!eval_needs_net(player->eval, &file))
        return true;
    if (start != NULL)
        return player_check_net_at(game, start, player, err);
    options_reset(&game->info->options, options);
    Net *net = net_open(game, options, file, err);
    net_delete(net);
    return net != NULL;
}

static Contestant *open_local(const ContestantKind *kind, const Game *game, const char *text,
                              const ContestantSetup *setup, Error *err)
{
    Player player;
    Limits written;
    if (!read_player(game, text, &player, &written, err) ||
        !check_net(game, &player, setup->start, err))
        return NULL;
    Local   *local = calloc(1, sizeof *local);
    Session *memory = session_new(game);
    if (local == NULL || memory == NULL) {
        session_delete(memory);
        free(local);
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    local->base = (Contestant){.kind = kind,
                               .game = game,
                               .begin = begin,
                               .choose = choose,
                               .end = end,
                               .log = last_words,
                               .close = close_local};
    local->player = player;
    local->written = written;
    local->memory = memory;
    local->stop = setup->stop;
    return &local->base;
}

const ContestantKind contestant_local = {.prefix = "", .open = open_local};
