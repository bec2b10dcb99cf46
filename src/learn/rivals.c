#include "learn/rivals.h"

#include "base/errors.h"
#include "base/rng.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    Session      *session;
    SearchContext context;
} RivalsThread;

/* A number of tasks, shared among threads. */
typedef struct RivalsRound RivalsRound;
struct RivalsRound {
    const Rivals *rivals;
    bool (*play)(RivalsRound *round, RivalsThread *thread, int task, Error *err);
    const Individual *individuals; /* of rivals_measure */
    double           *fitness;
    const double     *first, *second; /* of rivals_compare */
    atomic_int        points;
    int               number, count;
    atomic_int        next;
    atomic_bool       has_failed;
    Error             failure; /* of the first that failed */
};

static bool make_player(const Rivals *rivals, const double values[], Player *out, Error *err)
{
    Str text = {0};
    str_printf(&text, "%s,%s=", rivals->player, params_setting(rivals->params));
    params_format(rivals->params, values, '+', &text);
    bool ok = player_parse(rivals->params->game, str_get(&text), out, err);
    str_free(&text);
    if (ok && out->table_megabytes == 0)
        out->table_megabytes = 1; /* emptied before each game */
    return ok;
}

bool rivals_check(const Rivals *rivals, Error *err)
{
    Player player;
    if (!make_player(rivals, rivals->params->values, &player, err))
        return false;
    if (player.is_human || player.limits.time_us != 0 || player.threads > 1)
        return error_set(err, ERROR_TUNE_REPEATABLE, rivals->player);
    return player_check_net_at(rivals->params->game, rivals->start, &player, err);
}

/* One game; *points of players[0], who sits first unless is_swapped. */
static bool play_game(const Rivals *rivals, RivalsThread *thread, const Player players[2],
                      uint64_t opening, bool is_swapped, int *points, Error *err)
{
    Session *session = thread->session;
    Openings openings = {
        .random_plies = rivals->random_plies, .is_sensible = true, .seed = rivals->seed};
    uint64_t rng = rng_mix(rivals->seed ^ rng_mix(2 * opening + is_swapped));
    session_forget(session, 0);
    session_forget(session, 1);
    if (!session_set_position(session, rivals->start, err) ||
        !openings_play(&openings, opening, session, err))
        return false;
    Result result = session_result(session);
    for (int ply = 0; !result.is_over && ply < rivals->most_plies; ply++) {
        int seat = session_side(session);
        if (rivals->stop != NULL && atomic_load(rivals->stop))
            return error_set(err, ERROR_STOPPED);
        if (!player_choose(session, &players[is_swapped ? 1 - seat : seat], rng_next(&rng), NULL,
                           &thread->context, err) ||
            !session_play(session, thread->context.best, err))
            return false;
        result = session_result(session);
    }
    int winner = result.is_over ? result.winner : PLAYER_NONE;
    *points = winner == PLAYER_NONE ? 1 : (winner == 0) != is_swapped ? 2 : 0;
    return true;
}

/* Points of the first over pairs of games, two a game. */
static bool play_pairs(const Rivals *rivals, RivalsThread *thread, const double first[],
                       const double second[], uint64_t opening, int pairs, int *points, Error *err)
{
    assert(pairs > 0);
    Player players[2];
    *points = 0;
    if (!make_player(rivals, first, &players[0], err) ||
        !make_player(rivals, second, &players[1], err))
        return false;
    for (int game = 0; game < 2 * pairs; game++) {
        int got = 0;
        if (!play_game(rivals, thread, players, opening + (uint64_t)(game / 2), game % 2 != 0, &got,
                       err))
            return false;
        *points += got;
    }
    return true;
}

/* All of a round meet the same references from the same openings. */
static bool measure_individual(RivalsRound *round, RivalsThread *thread, int individual, Error *err)
{
    assert(individual >= 0 && individual < round->count);
    const Rivals *rivals = round->rivals;
    int           sum = 0;
    for (int i = 0; i < rivals->reference_count; i++) {
        int      points;
        uint64_t opening =
            (uint64_t)(round->number * rivals->reference_count + i) * (uint64_t)rivals->pairs;
        if (!play_pairs(rivals, thread, round->individuals[individual].genes, rivals->references[i],
                        opening, rivals->pairs, &points, err))
            return false;
        sum += points;
    }
    round->fitness[individual] = sum / (4.0 * rivals->pairs * rivals->reference_count);
    return true;
}

static bool compare_pair(RivalsRound *round, RivalsThread *thread, int pair, Error *err)
{
    assert(pair >= 0 && pair < round->count);
    int      points;
    uint64_t opening = (uint64_t)round->number * (uint64_t)round->rivals->pairs + (uint64_t)pair;
    if (!play_pairs(round->rivals, thread, round->first, round->second, opening, 1, &points, err))
        return false;
    atomic_fetch_add(&round->points, points);
    return true;
}

static void *play_some(void *argument)
{
    RivalsRound  *round = argument;
    Error         err;
    RivalsThread *thread = calloc(1, sizeof *thread);
    if (thread != NULL)
        thread->session = session_new(round->rivals->params->game);
    bool ok = thread != NULL && thread->session != NULL ? true : error_set(&err, ERROR_MEMORY);
    for (int task; ok && !atomic_load(&round->has_failed) &&
                   (task = atomic_fetch_add(&round->next, 1)) < round->count;)
        ok = round->play(round, thread, task, &err);
    if (!ok && !atomic_exchange(&round->has_failed, true))
        round->failure = err;
    if (thread != NULL)
        session_delete(thread->session);
    free(thread);
    return NULL;
}

static bool play_round(RivalsRound *round, Error *err)
{
    assert(round->count > 0);
    enum { MAX_THREADS = 64 };
    pthread_t threads[MAX_THREADS];
    int       started = 1, most = round->rivals->threads;
    most = most > round->count ? round->count : most;
    while (started < most && started < MAX_THREADS &&
           pthread_create(&threads[started], NULL, play_some, round) == 0)
        started++;
    play_some(round);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    if (atomic_load(&round->has_failed))
        *err = round->failure;
    return !atomic_load(&round->has_failed);
}

bool rivals_measure(const Rivals *rivals, int number, const Individual individuals[], int count,
                    double fitness[], Error *err)
{
    RivalsRound round = {.rivals = rivals,
                         .play = measure_individual,
                         .individuals = individuals,
                         .fitness = fitness,
                         .number = number,
                         .count = count};
    return play_round(&round, err);
}

bool rivals_compare(const Rivals *rivals, int number, const double first[], const double second[],
                    double *out, Error *err)
{
    RivalsRound round = {.rivals = rivals,
                         .play = compare_pair,
                         .first = first,
                         .second = second,
                         .number = number,
                         .count = rivals->pairs};
    bool        ok = play_round(&round, err);
    *out = atomic_load(&round.points) / (2.0 * rivals->pairs) - 1;
    return ok;
}
