#include "match/worker.h"

#include "base/clock.h"
#include "base/errors.h"
#include "core/open_solver.h"

#include <stdlib.h>

enum { MAX_OPEN = 8 };

struct Worker {
    const MatchSetup  *setup;
    const char        *log_folder;
    const atomic_bool *stop;
    Session           *session;
    Contestant        *players[MAX_ENTRANTS]; /* open ones, used again */
    int                open_count;
    OpenSolver         solver;
    BoutLog            bout;
};

Worker *worker_new(const MatchSetup *setup, const char *log_folder, const atomic_bool *stop,
                   Error *err)
{
    uint64_t    nodes = setup->adjudication.exact_nodes;
    SolverSetup how = {.is_weak = true, .nodes = nodes, .stop = stop};
    Worker     *worker = calloc(1, sizeof *worker);
    Session    *session = session_new(setup->game);
    if (worker == NULL || session == NULL) {
        session_delete(session);
        free(worker);
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    worker->setup = setup;
    worker->log_folder = log_folder;
    worker->stop = stop;
    worker->session = session;
    if (nodes > 0 && !solver_open(&worker->solver, setup->game, &how, err)) {
        worker_delete(worker);
        return NULL;
    }
    return worker;
}

static void close_player(Worker *worker, int player)
{
    worker->open_count -= worker->players[player] != NULL;
    contestant_close(worker->players[player]);
    worker->players[player] = NULL;
}

void worker_delete(Worker *worker)
{
    if (worker == NULL)
        return;
    for (int i = 0; i < MAX_ENTRANTS; i++)
        close_player(worker, i);
    solver_close(&worker->solver);
    bout_log_free(&worker->bout);
    session_delete(worker->session);
    free(worker);
}

/* With many players, those who are not at this board leave first. */
static Contestant *open_player(Worker *worker, const Fixture *fixture, int player, Error *err)
{
    const MatchSetup *setup = worker->setup;
    ContestantSetup   how = setup_contestants(setup, worker->log_folder, worker->stop);
    if (worker->players[player] != NULL)
        return worker->players[player];
    for (int i = 0; worker->open_count >= MAX_OPEN && i < MAX_ENTRANTS; i++)
        if (i != fixture->players[0] && i != fixture->players[1])
            close_player(worker, i);
    worker->players[player] = contestant_open(setup->game, setup->specs[player], &how, err);
    worker->open_count += worker->players[player] != NULL;
    return worker->players[player];
}

static void read_last_words(const Contestant *player, Str *out)
{
    size_t      size = 0;
    const char *words = player->log(player, &size);
    if (words != NULL)
        str_bytes(out, words, size);
}

bool worker_play(Worker *worker, int64_t number, const Fixture *fixture, Live *live, GameLog *log,
                 bool *is_whole, Error *err)
{
    const MatchSetup *setup = worker->setup;
    Session          *session = worker->session;
    int64_t           begun_us = clock_now_us();
    log->number = number;
    log->fixture = *fixture;
    log->seed = setup_game_seed(setup, number);
    Bout bout = {.adjudication = &setup->adjudication,
                 .solver = solver_is_open(&worker->solver) ? &worker->solver : NULL,
                 .margin_us = setup->margin_us,
                 .seed = log->seed,
                 .stop = worker->stop};
    for (int seat = 0; seat < 2; seat++) {
        int player = fixture->players[seat];
        bout.paces[seat] = setup->paces[player];
        bout.players[seat] = open_player(worker, fixture, player, err);
        if (bout.players[seat] == NULL)
            return false;
    }
    if (!session_set_position(session, str_get(&setup->start), err) ||
        !openings_play(&setup->openings, fixture->opening, session, err))
        return false;
    int opening_plies = session_ply(session);
    bout.live = live_begin(live, number + 1, fixture, session);
    bool is_played = bout_play(&bout, session, &worker->bout, err);
    live_end(bout.live);
    if (!is_played)
        return false;
    *is_whole = !worker->bout.is_stopped;
    gamelog_write(log, session, opening_plies, &worker->bout);
    for (int seat = 0; seat < 2; seat++)
        read_last_words(bout.players[seat], &log->last_words[seat]);
    log->lasted_us = clock_now_us() - begun_us;
    return gamelog_is_whole(log) ? true : error_set(err, ERROR_MEMORY);
}
