#include "match/match.h"

#include "base/clock.h"
#include "base/errors.h"
#include "match/worker.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    TAKEN = -2,          /* in Match.points: somebody plays it */
    GROUP_US = 50000,    /* between the beginnings of two commits: fast games go in groups */
    LOOK_US = 50000,     /* how often the calling thread looks at the stop flag */
    REPORT_US = 250000,  /* how often it reports */
    LONGEST_QUEUE = 4096 /* games that wait for their commit; then the players wait too */
};

/* A game that was played and is not yet in the store. */
typedef struct Played {
    struct Played *next;
    GameLog        log;
} Played;

typedef struct {
    const MatchRun *run;
    Schedule       *schedule;
    Live           *live;   /* NULL: nobody can watch */
    int8_t         *points; /* by game; UNPLAYED, TAKEN or those of the first seat */
    int64_t         room, finished;
    int64_t         bound; /* games from here on are not finished */
    int             stored_rounds;

    /* Guarded by the lock: the schedule and points too. */
    pthread_mutex_t lock;
    pthread_cond_t  to_play; /* for workers: there may be a game, or there will be none */
    pthread_cond_t  arrived; /* for the calling thread: there is something to do */
    int64_t         next;    /* games before it are taken */
    Played         *first, **last;
    int             queued, working, idle; /* games; workers, and those without a game */
    bool            has_failed;            /* a worker could not go on */
    Error           failure;

    atomic_bool halt; /* workers: put down what you are playing */

    /* The test, over the pairs without a gap. */
    uint64_t  pairs[PAIR_SCORES];
    int64_t   counted; /* games */
    SprtState sprt;
} Match;

/* ---- what is to be played ----------------------------------------------------------------------
 */

/* Room for all games that are drawn. */
static bool make_room(Match *m, Error *err)
{
    int64_t known = schedule_known(m->schedule);
    if (known <= m->room)
        return true;
    int8_t *points = realloc(m->points, (size_t)known);
    if (points == NULL)
        return error_set(err, ERROR_MEMORY);
    memset(points + m->room, UNPLAYED, (size_t)(known - m->room));
    m->points = points;
    m->room = known;
    return true;
}

/* A game has its result. May draw the next round. */
static bool count_game(Match *m, int64_t number, int points, Error *err)
{
    m->points[number] = (int8_t)points;
    m->finished++;
    m->bound = number >= m->bound ? number + 1 : m->bound;
    return schedule_add_result(m->schedule, number, points) ? make_room(m, err)
                                                            : error_set(err, ERROR_MEMORY);
}

static bool is_complete(const Match *m)
{
    return schedule_is_drawn(m->schedule) && m->finished == schedule_known(m->schedule);
}

/* The next game, with the lock held; waits until there is one. False: there will be none. */
static bool take_game(Match *m, int64_t *number)
{
    for (;;) {
        if (atomic_load(&m->halt) || is_complete(m))
            return false;
        while (m->next < m->room && m->points[m->next] != UNPLAYED)
            m->next++;
        if (m->next < m->room && m->queued < LONGEST_QUEUE)
            break;
        m->idle++;
        if (m->idle == m->working)
            pthread_cond_signal(&m->arrived);
        pthread_cond_wait(&m->to_play, &m->lock);
        m->idle--;
    }
    *number = m->next++;
    m->points[*number] = TAKEN;
    return true;
}

/* ---- workers -----------------------------------------------------------------------------------
 */

static void free_played(Played *played)
{
    if (played != NULL)
        gamelog_free(&played->log);
    free(played);
}

/* With the lock held. */
static void put_in_queue(Match *m, Played *played)
{
    played->next = NULL;
    *m->last = played;
    m->last = &played->next;
    m->queued++;
    if (m->queued == 1 || m->queued >= LONGEST_QUEUE)
        pthread_cond_signal(&m->arrived);
}

/* With the lock held: nobody needs to go on. */
static void report_failure(Match *m, const Error *err)
{
    if (!m->has_failed)
        m->failure = *err;
    m->has_failed = true;
}

/* Takes and plays one game, without the lock meanwhile. False: that was the last. */
static bool work_once(Match *m, Worker *worker)
{
    Error   err;
    int64_t number;
    bool    is_whole = false;
    if (!take_game(m, &number))
        return false;
    Fixture fixture = schedule_game(m->schedule, number);
    pthread_mutex_unlock(&m->lock);
    Played *played = calloc(1, sizeof *played);
    bool    ok = played != NULL ? true : error_set(&err, ERROR_MEMORY);
    ok = ok && worker_play(worker, number, &fixture, m->live, &played->log, &is_whole, &err);
    pthread_mutex_lock(&m->lock);
    if (!ok)
        report_failure(m, &err);
    if (ok && is_whole)
        put_in_queue(m, played);
    else
        free_played(played);
    return ok && is_whole;
}

static void *work(void *argument)
{
    Match  *m = argument;
    Error   err;
    Worker *worker = worker_new(m->run->setup, m->run->log_folder, &m->halt, &err);
    pthread_mutex_lock(&m->lock);
    if (worker == NULL)
        report_failure(m, &err);
    while (worker != NULL && work_once(m, worker))
        ;
    m->working--;
    pthread_cond_signal(&m->arrived);
    pthread_mutex_unlock(&m->lock);
    worker_delete(worker);
    return NULL;
}

/* ---- the test ----------------------------------------------------------------------------------
 */

/* All games of one opening, if they have their results: a sample or two. Two players meet in two
 * games; a gauntlet of three has four, and the second is paired with the third where both had the
 * same seat against the first, as if they had met there. */
static int64_t count_opening(Match *m)
{
    const int8_t *p = m->points + m->counted;
    int           games = m->run->setup->schedule.format == FORMAT_PAIRS ? 2 : 4;
    if (m->counted + games > m->room)
        return 0;
    for (int i = 0; i < games; i++)
        if (p[i] < 0)
            return 0;
    if (games == 2)
        m->pairs[p[0] + 2 - p[1]]++;
    else {
        m->pairs[2 - p[0] + p[2]]++;
        m->pairs[p[1] + 2 - p[3]]++;
    }
    return games;
}

/* Looks at the openings without a gap, one after the other, so that the verdict is the same
 * whatever the order in which games end. True when it is reached: games from m->counted on are too
 * many. */
static bool run_test(Match *m)
{
    const MatchSetup *setup = m->run->setup;
    bool              is_decided = m->sprt.verdict != SPRT_RUNNING;
    int64_t           games = 1;
    while (setup->has_sprt && !is_decided && (games = count_opening(m)) > 0) {
        m->counted += games;
        m->sprt = sprt_state(&setup->sprt, m->pairs);
        is_decided = m->sprt.verdict != SPRT_RUNNING;
    }
    return is_decided;
}

/* ---- the store ---------------------------------------------------------------------------------
 */

/* Rounds drawn since the last time. */
static bool store_rounds(Match *m, Error *err)
{
    Store *store = m->run->store;
    for (; m->stored_rounds < schedule_rounds(m->schedule); m->stored_rounds++) {
        int            count, round = m->stored_rounds;
        const Meeting *meetings = schedule_meetings(m->schedule, round, &count);
        for (int board = 0; board < count; board++)
            if (!store_add_meeting(store, round, board, &meetings[board], err))
                return false;
    }
    return true;
}

static bool store_progress(Match *m, MatchStatus status, Error *err)
{
    static const char *const words[] = {[MATCH_RUNNING] = "running",
                                        [MATCH_STOPPED] = "running",
                                        [MATCH_COMPLETE] = "complete",
                                        [MATCH_DECIDED] = "decided"};
    char                     finished[32];
    snprintf(finished, sizeof finished, "%" PRId64, m->finished);
    return store_set_state(m->run->store, "finished", finished, err) &&
           store_set_state(m->run->store, "status", words[status], err);
}

static bool set_aside(Match *m, Error *err)
{
    for (int64_t number = m->counted; number < m->room; number++) {
        m->finished -= m->points[number] >= 0;
        m->points[number] = UNPLAYED;
    }
    m->bound = m->counted;
    return store_set_aside(m->run->store, m->counted, err);
}

/* Games, their results and the next step of the schedule in one transaction. The schedule and the
 * points change with the lock held; workers go on while the disk is written. */
static bool commit_games(Match *m, Played *games, MatchStatus *status, Error *err)
{
    Store *store = m->run->store;
    bool   ok = store_begin(store, err);
    for (Played *played = games; ok && played != NULL; played = played->next)
        ok = store_add_game(store, &played->log, err);
    pthread_mutex_lock(&m->lock);
    for (Played *played = games; ok && played != NULL; played = played->next)
        ok = count_game(m, played->log.number, gamelog_points(&played->log.result), err);
    if (ok && run_test(m)) {
        *status = MATCH_DECIDED;
        ok = set_aside(m, err);
    } else if (ok && is_complete(m))
        *status = MATCH_COMPLETE;
    ok = ok && store_rounds(m, err) && store_progress(m, *status, err);
    pthread_cond_broadcast(&m->to_play);
    pthread_mutex_unlock(&m->lock);
    if (!ok)
        store_abandon(store);
    return ok && store_commit(store, err);
}

/* ---- the calling thread ------------------------------------------------------------------------
 */

static void report_state(Match *m, MatchStatus status, MatchState *out)
{
    pthread_mutex_lock(&m->lock);
    *out = (MatchState){.status = status,
                        .finished = m->finished,
                        .known = schedule_known(m->schedule),
                        .sprt = m->sprt};
    standings_count(m->schedule, m->run->setup->schedule.players, m->points, m->bound,
                    &out->standings);
    pthread_mutex_unlock(&m->lock);
}

static void report_now_and_then(Match *m, MatchStatus status, int64_t *last_us)
{
    const MatchRun *run = m->run;
    MatchState      state;
    if (run->on_state == NULL || clock_now_us() - *last_us < REPORT_US)
        return;
    report_state(m, status, &state);
    run->on_state(&state, run->user);
    *last_us = clock_now_us();
}

static void wait_until(Match *m, int64_t until_us)
{
    struct timespec until = {.tv_sec = (time_t)(until_us / 1000000),
                             .tv_nsec = (long)(until_us % 1000000) * 1000};
    pthread_cond_timedwait(&m->arrived, &m->lock, &until);
}

/* All games that wait for their commit, once some do; fast ones gather for a while. NULL: none,
 * look around. With the lock held. */
static Played *wait_for_games(Match *m, int64_t last_commit_us)
{
    int64_t now_us = clock_now_us(), next_commit_us = last_commit_us + GROUP_US;
    if (m->queued == 0 && m->working > 0)
        wait_until(m, now_us + LOOK_US);
    while (m->queued > 0 && m->queued < LONGEST_QUEUE && m->idle < m->working &&
           clock_now_us() < next_commit_us)
        wait_until(m, next_commit_us);
    Played *games = m->first;
    m->first = NULL;
    m->last = &m->first;
    m->queued = 0;
    return games;
}

static void halt(Match *m)
{
    pthread_mutex_lock(&m->lock);
    atomic_store(&m->halt, true);
    pthread_cond_broadcast(&m->to_play);
    pthread_mutex_unlock(&m->lock);
}

static void tell_games(const MatchRun *run, const Played *games, int64_t counted, bool is_decided)
{
    for (; games != NULL; games = games->next)
        if (run->on_game != NULL && (!is_decided || games->log.number < counted))
            run->on_game(&games->log, run->user);
}

static void free_games(Played *games)
{
    while (games != NULL) {
        Played *next = games->next;
        free_played(games);
        games = next;
    }
}

/* Commits what the workers bring until nothing more comes. */
static bool serve(Match *m, MatchStatus *status, Error *err)
{
    const MatchRun *run = m->run;
    int64_t         last_commit_us = 0, last_report_us = clock_now_us();
    bool            ok = true, is_over = false;
    while (!is_over) {
        if (run->stop != NULL && atomic_load(run->stop))
            halt(m);
        pthread_mutex_lock(&m->lock);
        Played *games = wait_for_games(m, last_commit_us);
        is_over = games == NULL && m->working == 0;
        bool has_failed = m->has_failed;
        pthread_mutex_unlock(&m->lock);
        if (has_failed)
            halt(m);
        if (games != NULL && ok && *status == MATCH_RUNNING) {
            last_commit_us = clock_now_us();
            ok = commit_games(m, games, status, err);
            if (ok)
                tell_games(run, games, m->counted, *status == MATCH_DECIDED);
            if (!ok || *status != MATCH_RUNNING)
                halt(m);
        }
        free_games(games);
        live_write(m->live);
        report_now_and_then(m, *status, &last_report_us);
    }
    if (ok && m->has_failed) {
        *err = m->failure;
        ok = false;
    }
    return ok;
}

static bool play_all(Match *m, MatchStatus *status, Error *err)
{
    int        count = 0, wanted = m->run->concurrency;
    pthread_t *threads = calloc((size_t)wanted, sizeof threads[0]);
    if (threads == NULL)
        return error_set(err, ERROR_MEMORY);
    m->working = wanted;
    m->live = live_new(m->run->live_path, m->run->setup->game, wanted);
    while (count < wanted && pthread_create(&threads[count], NULL, work, m) == 0)
        count++;
    pthread_mutex_lock(&m->lock);
    m->working -= wanted - count;
    pthread_mutex_unlock(&m->lock);
    bool ok = count > 0 ? serve(m, status, err) : error_set(err, ERROR_MATCH_THREAD);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    live_delete(m->live);
    free(threads);
    return ok;
}

/* ---- beginning and resuming --------------------------------------------------------------------
 */

bool match_create(const MatchSetup *setup, Store *store, Error *err)
{
    Match match = {.run = &(MatchRun){.setup = setup, .store = store},
                   .schedule = schedule_new(&setup->schedule)};
    bool  ok = match.schedule != NULL ? true : error_set(err, ERROR_MEMORY);
    ok = ok && store_begin(store, err);
    for (int i = 0; ok && i < setup->given_count; i++)
        ok = store_add_setting(store, setup->given[i].name, setup->given[i].value, err);
    for (int i = 0; ok && i < setup->schedule.players; i++)
        ok = store_add_player(store, i, setup->names[i], setup->specs[i], err);
    ok = ok && store_rounds(&match, err) && store_progress(&match, MATCH_RUNNING, err);
    if (!ok)
        store_abandon(store);
    schedule_delete(match.schedule);
    return ok && store_commit(store, err);
}

static bool load_setting(const char *name, const char *value, void *user, Error *err)
{
    if (strcmp(name, "competition") == 0)
        return error_set(err, ERROR_MATCH_IS_CLASS);
    return setup_set(user, name, value, err);
}

bool match_load(Store *store, MatchSetup *setup, Error *err)
{
    setup_init(setup);
    return store_each_setting(store, load_setting, setup, err) && setup_finish(setup, err);
}

/* A game from an earlier run; it must be the one that the schedule has under its number. */
static bool load_game(const GameLog *log, void *user, Error *err)
{
    Match *m = user;
    if (log->number < 0 || log->number >= m->room || m->points[log->number] != UNPLAYED)
        return error_set(err, ERROR_MATCH_GAME_SCHEDULE, log->number + 1);
    Fixture fixture = schedule_game(m->schedule, log->number);
    if (memcmp(fixture.players, log->fixture.players, sizeof fixture.players) != 0)
        return error_set(err, ERROR_MATCH_GAME_PLAYERS, log->number + 1);
    return count_game(m, log->number, gamelog_points(&log->result), err);
}

static bool load_meeting(int round, int board, const Meeting *meeting, void *user, Error *err)
{
    Match         *m = user;
    int            count = 0;
    const Meeting *meetings = NULL;
    if (round >= 0 && round < schedule_rounds(m->schedule))
        meetings = schedule_meetings(m->schedule, round, &count);
    if (board < 0 || board >= count || memcmp(&meetings[board], meeting, sizeof *meeting) != 0)
        return error_set(err, ERROR_MATCH_ROUND, round + 1);
    m->stored_rounds = round + 1;
    return true;
}

/* Everything that was finished before. */
static bool load(Match *m, MatchStatus *status, Error *err)
{
    bool ok = make_room(m, err) && store_each_game(m->run->store, load_game, m, err) &&
              store_each_meeting(m->run->store, load_meeting, m, err);
    if (ok && run_test(m))
        *status = MATCH_DECIDED;
    else if (ok && is_complete(m))
        *status = MATCH_COMPLETE;
    return ok;
}

static bool begin_run(const MatchRun *run, Error *err)
{
    char what[64];
    snprintf(what, sizeof what, "concurrency %d", run->concurrency);
    return store_begin(run->store, err) && store_note_run(run->store, what, err) &&
           store_commit(run->store, err);
}

static void init_threads(Match *m)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->to_play, NULL);
    pthread_cond_init(&m->arrived, &monotonic);
    pthread_condattr_destroy(&monotonic);
    atomic_init(&m->halt, false);
}

static void free_threads(Match *m)
{
    pthread_cond_destroy(&m->arrived);
    pthread_cond_destroy(&m->to_play);
    pthread_mutex_destroy(&m->lock);
}

bool match_run(const MatchRun *run, MatchState *out, Error *err)
{
    Match       match = {.run = run, .schedule = schedule_new(&run->setup->schedule)};
    MatchStatus status = MATCH_RUNNING;
    init_threads(&match);
    match.last = &match.first;
    match.sprt = sprt_state(&run->setup->sprt, match.pairs);
    bool ok = match.schedule != NULL ? true : error_set(err, ERROR_MEMORY);
    ok = ok && load(&match, &status, err);
    if (ok && status == MATCH_RUNNING && run->concurrency > 0)
        ok = begin_run(run, err) && play_all(&match, &status, err);
    if (match.schedule != NULL && match.points != NULL)
        report_state(&match, status == MATCH_RUNNING ? MATCH_STOPPED : status, out);
    free_threads(&match);
    free(match.points);
    schedule_delete(match.schedule);
    return ok;
}
