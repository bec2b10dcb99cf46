/* A competition while it runs: the door, who meets whom, and a thread for each game. The calling
 * thread alone opens the door, pairs and writes to the store; a game's thread has its own session
 * and contestants, and shares with it the player_links of its players. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/rng.h"
#include "match/openings.h"
#include "school/class_contestant.h"
#include "school/competition_state.h"
#include "school/uploads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_US = 20000, MAX_BOARDS = 64 };

struct Run;

typedef struct {
    struct Run *run;
    pthread_t   thread;
    bool        is_used;
    atomic_bool is_done;
    int         players[2];
    int         meeting; /* the how many-eth game of the two, from 0 */
    /* Programs that were handed in; NULL: of this machine, or over the network. */
    const Engine *engines[2];
    GameLog       log;
    bool          ok, is_whole;
    Error         err;
} ClassBoard;

typedef struct Run {
    Competition          *competition;
    const CompetitionRun *setup;
    Openings              openings;
    PlayerLink           *player_links[CLASS_PLAYERS];       /* of students */
    int                   games_of[CLASS_PLAYERS];           /* under way */
    int                   met[CLASS_PLAYERS][CLASS_PLAYERS]; /* by seat, those under way too */
    int64_t               under_way;
    ClassBoard            boards[MAX_BOARDS];
    Uploads              *desk;
    Live                 *live; /* NULL: nobody can watch */
    atomic_bool           stop; /* of all games */
} Run;

/* ---- a game, on its own thread -----------------------------------------------------------------
 */

static Contestant *open_player(const ClassBoard *board, int at, Error *err)
{
    const Run            *run = board->run;
    const CompetitionRun *setup = run->setup;
    const int             number = board->players[at];
    const Entrant        *entrant = &run->competition->entrants[number];
    ContestantSetup       how = {.margin_us = setup->margin_us, .stop = &run->stop};
    ClassSeatSetup        seat = {.player_link = run->player_links[number],
                                  .engine = board->engines[at],
                                  .memory_megabytes = setup->memory_megabytes,
                                  .name = entrant->name,
                                  .lives = setup->lives,
                                  .grace_us = setup->grace_us,
                                  .margin_us = setup->margin_us,
                                  .stop = &run->stop};
    return entrant->shown.is_student
               ? class_contestant_open(run->competition->game, &seat, err)
               : contestant_open(run->competition->game, entrant->spec, &how, err);
}

/* Depends on the seed, on who plays and on how often they have met. */
static uint64_t seed_of(const ClassBoard *board)
{
    uint64_t pair = (uint64_t)board->players[0] * CLASS_PLAYERS + (uint64_t)board->players[1];
    return rng_mix(board->run->setup->seed ^ rng_mix(pair << 32 | (uint64_t)board->meeting));
}

static bool play_bout(ClassBoard *board, Session *session, Contestant *const players[2], Error *err)
{
    const Run         *run = board->run;
    const Adjudication none = {0};
    BoutLog            bout_log = {0};
    Bout               bout = {.players = {players[0], players[1]},
                               .paces = {run->setup->pace, run->setup->pace},
                               .adjudication = &none,
                               .margin_us = run->setup->margin_us,
                               .seed = board->log.seed,
                               .stop = &run->stop};
    int64_t            begun_us = clock_now_us();
    int                opening_plies = session_ply(session);
    bout.live = live_begin(run->live, 0, &board->log.fixture, session);
    bool ok = bout_play(&bout, session, &bout_log, err);
    live_end(bout.live);
    if (ok) {
        board->is_whole = !bout_log.is_stopped;
        gamelog_write(&board->log, session, opening_plies, &bout_log);
        board->log.lasted_us = clock_now_us() - begun_us;
        ok = gamelog_is_whole(&board->log) ? true : error_set(err, ERROR_MEMORY);
    }
    bout_log_free(&bout_log);
    return ok;
}

static bool play_board(ClassBoard *board, Error *err)
{
    const Run  *run = board->run;
    Contestant *players[2] = {NULL, NULL};
    Session    *session = session_new(run->competition->game);
    bool        ok = session != NULL || error_set(err, ERROR_MEMORY);
    for (int seat = 0; ok && seat < 2; seat++) {
        players[seat] = open_player(board, seat, err);
        ok = players[seat] != NULL;
    }
    ok = ok && session_set_position(session, str_get(&run->competition->start), err) &&
         openings_play(&run->openings, board->log.fixture.opening, session, err) &&
         play_bout(board, session, players, err);
    for (int seat = 0; seat < 2; seat++)
        contestant_close(players[seat]);
    session_delete(session);
    return ok;
}

static void *run_board(void *user)
{
    ClassBoard *board = user;
    board->ok = play_board(board, &board->err);
    atomic_store(&board->is_done, true);
    return NULL;
}

/* ---- players -----------------------------------------------------------------------------------
 */

static bool make_player_links(Run *run, Error *err)
{
    for (int i = 0; i < run->competition->count; i++)
        if (run->player_links[i] == NULL && (run->player_links[i] = player_link_new()) == NULL)
            return error_set(err, ERROR_MEMORY);
    return true;
}

/* Students whom others have added come in; a new token turns out whoever had the old one. */
static bool look_at_store(Run *run, Error *err)
{
    Competition *competition = run->competition;
    bool         has_news;
    if (!store_has_news(competition->store, &has_news, err))
        return false;
    if (!has_news)
        return true;
    if (!competition_refresh(competition, err) || !make_player_links(run, err))
        return false;
    for (int i = 0; i < competition->count; i++)
        if (competition->entrants[i].is_renewed) {
            player_link_drop(run->player_links[i]);
            uploads_remove_player(run->desk, i);
        }
    return uploads_read_news(run->desk, err);
}

/* ---- the door ----------------------------------------------------------------------------------
 */

static void say_to(const Visitor *visitor, const char *line)
{
    link_send(visitor->link, line);
    link_flush(visitor->link);
}

static void let_in(Run *run, const Visitor *visitor)
{
    ClassLogin login;
    int        number = class_read_login(visitor->line, &login)
                            ? competition_log_in(run->competition, login.name, login.token)
                            : NOBODY;
    if (number == NOBODY || (login.hands_in && !run->setup->takes_uploads)) {
        say_to(visitor, number == NOBODY ? "error expected login NAME TOKEN, as they were given"
                                         : "error this server takes no programs");
        link_delete(visitor->link);
    } else if (login.hands_in) {
        uploads_receive(run->desk, number, visitor->link);
    } else {
        say_to(visitor, "welcome");
        player_link_renew(run->player_links[number], visitor->link);
        if (run->setup->on_login != NULL)
            run->setup->on_login(login.name, run->setup->user);
    }
}

/* Who was added a moment ago may come at once. */
static bool answer_door(Run *run, Error *err)
{
    Visitor visitor = {0};
    bool    has_come = lobby_next(run->setup->lobby, clock_now_us() + TICK_US, &visitor);
    bool    ok = look_at_store(run, err);
    if (ok && has_come)
        let_in(run, &visitor);
    else
        link_delete(visitor.link);
    return ok;
}

/* ---- who meets whom ----------------------------------------------------------------------------
 */

static bool is_student(const Run *run, int number)
{
    return run->competition->entrants[number].shown.is_student;
}

/* Students play one game at a time, sparring players as many as there are. */
static void find_free(const Run *run, bool is_free[])
{
    for (int i = 0; i < run->competition->count; i++)
        is_free[i] = is_student(run, i)
                         ? run->games_of[i] == 0 && (player_link_is_open(run->player_links[i]) ||
                                                     uploads_has(run->desk, i))
                         : run->competition->entrants[i].is_here;
}

static int games_between(const Run *run, int a, int b) { return run->met[a][b] + run->met[b][a]; }

static int64_t games_in_all(const Run *run, int number)
{
    int64_t games = 0;
    for (int i = 0; i < run->competition->count; i++)
        games += games_between(run, number, i);
    return games;
}

/* The free student who has played least; NOBODY when all have an opponent or none is left. */
static int next_student(const Run *run, const bool is_free[], const bool is_served[])
{
    int best = NOBODY;
    for (int i = 0; i < run->competition->count; i++)
        if (is_student(run, i) && is_free[i] && !is_served[i] &&
            (best == NOBODY || games_in_all(run, i) < games_in_all(run, best)))
            best = i;
    return best;
}

/* Whom he has met least; students before sparring players, who can wait. */
static int find_opponent(const Run *run, const bool is_free[], int player)
{
    int best = NOBODY;
    for (int i = 0; i < run->competition->count; i++) {
        int games = games_between(run, player, i);
        if (i == player || !is_free[i] ||
            (run->setup->meetings > 0 && games >= run->setup->meetings))
            continue;
        int least = best != NOBODY ? games_between(run, player, best) : 0;
        if (best == NOBODY || games < least ||
            (games == least && is_student(run, i) && !is_student(run, best)))
            best = i;
    }
    return best;
}

static ClassBoard *free_board(Run *run)
{
    for (int i = 0; i < run->setup->concurrency; i++)
        if (!run->boards[i].is_used)
            return &run->boards[i];
    return NULL;
}

/* +1 when the game begins; -1 of what was under way, or never was. */
static void count_under_way(Run *run, const ClassBoard *board, int change)
{
    run->under_way += change;
    for (int seat = 0; seat < 2; seat++)
        run->games_of[board->players[seat]] += change;
}

/* Who is connected plays himself. */
static void lend_engines(Run *run, ClassBoard *board)
{
    for (int seat = 0; seat < 2; seat++) {
        int player = board->players[seat];
        if (is_student(run, player) && !player_link_is_open(run->player_links[player]))
            board->engines[seat] = uploads_lend(run->desk, player);
    }
}

static bool is_failure(Reason reason)
{
    return reason == REASON_CRASH || reason == REASON_STALL || reason == REASON_MEMORY ||
           reason == REASON_FLOOD || reason == REASON_DISCONNECT;
}

static void take_back_engines(Run *run, ClassBoard *board)
{
    const Result *result = &board->log.result;
    for (int seat = 0; seat < 2; seat++)
        if (board->engines[seat] != NULL)
            uploads_take_back(run->desk, board->players[seat], board->engines[seat],
                              board->is_whole && result->winner == 1 - seat &&
                                  is_failure(result->reason));
}

static bool begin_game(Run *run, ClassBoard *board, int a, int b, Error *err)
{
    bool a_begins = run->met[a][b] <= run->met[b][a];
    *board = (ClassBoard){.run = run,
                          .is_used = true,
                          .players = {a_begins ? a : b, a_begins ? b : a},
                          .meeting = games_between(run, a, b)};
    board->log.fixture = (Fixture){.players = {board->players[0], board->players[1]},
                                   .round = board->meeting + 1,
                                   .opening = (uint64_t)board->meeting / 2};
    board->log.seed = seed_of(board);
    lend_engines(run, board);
    if (pthread_create(&board->thread, NULL, run_board, board) != 0) {
        take_back_engines(run, board);
        board->is_used = false;
        return error_set(err, ERROR_CLASS_THREAD);
    }
    run->met[board->players[0]][board->players[1]]++;
    count_under_way(run, board, 1);
    return true;
}

static bool pair_up(Run *run, Error *err)
{
    bool is_free[CLASS_PLAYERS], is_served[CLASS_PLAYERS] = {false};
    find_free(run, is_free);
    for (;;) {
        int64_t     most = run->setup->most_games;
        ClassBoard *board = free_board(run);
        int         player = next_student(run, is_free, is_served);
        if (board == NULL || player == NOBODY ||
            (most > 0 && run->competition->finished + run->under_way >= most))
            return true;
        int opponent = find_opponent(run, is_free, player);
        is_served[player] = true;
        if (opponent == NOBODY)
            continue;
        is_free[player] = false;
        is_free[opponent] = !is_student(run, opponent);
        if (!begin_game(run, board, player, opponent, err))
            return false;
    }
}

/* ---- finished games ----------------------------------------------------------------------------
 */

static bool finish_game(Run *run, ClassBoard *board, Error *err)
{
    pthread_join(board->thread, NULL);
    bool ok = board->ok;
    if (!ok)
        *err = board->err;
    count_under_way(run, board, -1);
    if (ok && board->is_whole) {
        ok = competition_keep_game(run->competition, &board->log, err);
        if (ok && run->setup->on_game != NULL)
            run->setup->on_game(&board->log, run->setup->user);
    }
    take_back_engines(run, board);
    gamelog_free(&board->log);
    board->is_used = false;
    return ok;
}

/* Those that are over, or, when nothing more is played, all of them. */
static bool collect_games(Run *run, bool waits, Error *err)
{
    bool ok = true;
    for (int i = 0; i < MAX_BOARDS; i++) {
        ClassBoard *board = &run->boards[i];
        Error       later;
        if (board->is_used && (waits || atomic_load(&board->is_done)))
            ok &= finish_game(run, board, ok ? err : &later);
    }
    return ok;
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

static bool is_over(const Run *run)
{
    return atomic_load(run->setup->stop) ||
           (run->setup->most_games > 0 && run->competition->finished >= run->setup->most_games);
}

static bool init_run(Run *run, Error *err)
{
    const Competition *competition = run->competition;
    run->openings = (Openings){.random_plies = run->setup->random_plies, .seed = run->setup->seed};
    for (int i = 0; i < competition->count; i++)
        for (int j = 0; j < competition->count; j++)
            for (int points = 0; points < 3; points++)
                run->met[i][j] += (int)competition->results[i][j][points];
    run->desk = uploads_open(run->competition, run->setup, err);
    return run->desk != NULL && make_player_links(run, err) && uploads_read_news(run->desk, err);
}

static void free_run(Run *run)
{
    uploads_close(run->desk);
    live_delete(run->live);
    for (int i = 0; i < CLASS_PLAYERS; i++)
        player_link_delete(run->player_links[i]);
    free(run);
}

bool competition_run(Competition *competition, const CompetitionRun *setup, Error *err)
{
    Run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return error_set(err, ERROR_MEMORY);
    run->competition = competition;
    run->setup = setup;
    bool  ok = init_run(run, err);
    Error later;
    run->live = live_new(setup->live_path, competition->game, MAX_BOARDS);
    while (ok && !is_over(run)) {
        live_write(run->live);
        ok = answer_door(run, err) && uploads_work(run->desk, err) &&
             collect_games(run, false, err) && pair_up(run, err);
    }
    atomic_store(&run->stop, true);
    for (int i = 0; i < competition->count; i++)
        if (run->player_links[i] != NULL)
            player_link_interrupt(run->player_links[i]);
    ok = collect_games(run, true, ok ? err : &later) && ok;
    free_run(run);
    return ok;
}
