#include "learn/selfplay.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/rng.h"
#include "core/open_solver.h"
#include "core/position.h"
#include "match/openings.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING = 256 }; /* finished games that may wait for one before them */

typedef struct {
    const Selfplay *run;
    Player          player;
    void           *start; /* position */
    GameWriter     *writer;

    /* Guarded by the lock. */
    pthread_mutex_t lock;
    pthread_cond_t  written; /* for workers that are too far ahead */
    uint64_t        next, next_written;
    Str             ready[WAITING];
    bool            is_ready[WAITING];
    bool            has_failed;
    Error           failure;
} Factory;

typedef struct {
    Factory      *factory;
    Session      *session;
    OpenSolver    solver; /* not open: it is not asked */
    PositionCopy  child;  /* positions to ask it about */
    SearchContext context;
    LearntGame    game;
} SelfplayWorker;

/* ---- one game ----------------------------------------------------------------------------------
 */

static bool is_stopped(const Factory *factory)
{
    return factory->run->stop != NULL && atomic_load(factory->run->stop);
}

static bool open_game(SelfplayWorker *worker, uint64_t number, Error *err)
{
    const Selfplay *run = worker->factory->run;
    Session        *session = worker->session;
    LearntGame     *game = &worker->game;
    Openings        openings = {.random_plies = run->random_plies + (int)(number & 1),
                                .is_sensible = true,
                                .seed = run->seed};
    session_forget(session, 0);
    session_forget(session, 1);
    if (!session_set_position(session, run->start, err) ||
        !player_check_net(session, &worker->factory->player, 0, err) ||
        !player_check_net(session, &worker->factory->player, 1, err) ||
        !openings_play(&openings, number, session, err))
        return false;
    *game = (LearntGame){.number = number, .opening = session_ply(session)};
    for (int ply = 0; ply < game->opening; ply++) {
        game->moves[ply] = session_move(session, ply);
        game->scores[ply] = GAMEFILE_NO_SCORE;
    }
    game->plies = game->opening;
    return true;
}

static bool keep_move(SelfplayWorker *worker, Move move, Score score, Error *err)
{
    assert(worker->game.plies < GAMEFILE_MAX_PLIES);
    LearntGame *game = &worker->game;
    game->moves[game->plies] = move;
    game->scores[game->plies++] = score;
    return session_play(worker->session, move, err);
}

static bool places_pieces(const Game *game) { return game->info->notation.separator == NULL; }

/* A number that falls until the end of the game: pieces where they are taken, empty cells where
 * they are placed. */
static int count_left(const Game *game, const void *pos)
{
    Board board;
    if (!places_pieces(game))
        return position_pieces(game, pos);
    game->to_board(pos, &board);
    return board_count(&board, CELL_EMPTY);
}

/* A random one of the moves that keep the value of the position. */
static bool draw_true_move(SelfplayWorker *worker, int worth, uint64_t *rng, Move *out)
{
    const Game *game = worker->factory->run->game;
    const void *pos = session_position(worker->session);
    Move        moves[MAX_MOVES];
    for (int count = game->gen(pos, moves); count > 0; count--) {
        uint32_t at = rng_below(rng, (uint32_t)count);
        Truth    truth;
        Error    ignored;
        *out = moves[at];
        moves[at] = moves[count - 1];
        if (!solver_move_value(&worker->solver, pos, *out, &worker->child, &truth, &ignored))
            return false;
        if (truth.score == worth)
            return true;
    }
    return false;
}

/* A move of the exact solver. False: it has no answer, and the player must move. */
static bool solve_move(SelfplayWorker *worker, uint64_t *rng, Move *move, Score *score)
{
    const Selfplay *run = worker->factory->run;
    const void     *pos = session_position(worker->session);
    Truth           truth;
    Error           ignored;
    if (!solver_is_open(&worker->solver) || count_left(run->game, pos) > run->solve ||
        !solver_value(&worker->solver, pos, &truth, &ignored))
        return false;
    *score = truth.score > 0 ? SCORE_MATE : truth.score < 0 ? -SCORE_MATE : 0;
    return draw_true_move(worker, truth.score, rng, move);
}

/* A random move; or one of the first of the game's candidates. */
static Move draw_move(const Session *session, uint64_t *rng)
{
    enum { FIRST = 12 };
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    Move        moves[MAX_MOVES];
    int         count = game->gen(pos, moves);
    if (game->info->sensible != NULL) {
        count = game->info->sensible(pos, moves);
        count = count < FIRST ? count : FIRST;
    }
    return moves[rng_below(rng, (uint32_t)count)];
}

/* The score is that of the position, even if another move is played. After a forced result the game
 * ends: *winner is set then. */
static bool play_move(SelfplayWorker *worker, uint64_t *rng, int *winner, Error *err)
{
    const Factory *factory = worker->factory;
    Session       *session = worker->session;
    Move           solved;
    Score          truth;
    if (solve_move(worker, rng, &solved, &truth)) {
        int left = count_left(session_game(session), session_position(session));
        if (truth != 0 && left <= factory->run->solve / 2)
            *winner = truth > 0 ? session_side(session) : 1 - session_side(session);
        return keep_move(worker, solved, truth, err);
    }
    if (!player_choose(session, &factory->player, rng_next(rng), NULL, &worker->context, err))
        return false;
    Score score = worker->context.score;
    Move  move = worker->context.best;
    int   side = session_side(session);
    bool  is_decided = score > SCORE_FORCED || score < -SCORE_FORCED;
    if (is_decided)
        *winner = score > 0 ? side : 1 - side;
    else if ((int)rng_below(rng, 1000) < factory->run->explore)
        move = draw_move(session, rng);
    return keep_move(worker, move, score, err);
}

static bool play_game(SelfplayWorker *worker, uint64_t number, Error *err)
{
    const Factory *factory = worker->factory;
    LearntGame    *game = &worker->game;
    uint64_t       rng = rng_mix(factory->run->seed ^ rng_mix(number + 1));
    int            winner = PLAYER_NONE;
    if (!open_game(worker, number, err))
        return false;
    Result result = session_result(worker->session);
    while (!result.is_over && winner == PLAYER_NONE) {
        if (game->plies >= factory->run->most_plies) {
            game->is_cut = true;
            game->points = 1;
            return true;
        }
        if (is_stopped(factory))
            return error_set(err, ERROR_STOPPED);
        if (!play_move(worker, &rng, &winner, err))
            return false;
        result = session_result(worker->session);
    }
    winner = result.is_over ? result.winner : winner;
    game->points = winner == PLAYER_NONE ? 1 : winner == 0 ? 2 : 0;
    return true;
}

/* ---- threads -----------------------------------------------------------------------------------
 */

static void fail_factory(Factory *factory, const Error *err)
{
    if (!factory->has_failed)
        factory->failure = *err;
    factory->has_failed = true;
    pthread_cond_broadcast(&factory->written);
}

/* With the lock held: all that follows without a gap goes to the file. */
static void write_ready(Factory *factory)
{
    const Selfplay *run = factory->run;
    Error           err;
    uint64_t        before = factory->next_written;
    for (; factory->is_ready[factory->next_written % WAITING]; factory->next_written++) {
        int slot = (int)(factory->next_written % WAITING);
        if (!factory->has_failed && !gamefile_add(factory->writer, &factory->ready[slot], &err))
            fail_factory(factory, &err);
        factory->is_ready[slot] = false;
    }
    if (factory->next_written != before)
        pthread_cond_broadcast(&factory->written);
    if (run->progress != NULL)
        run->progress(factory->next_written, run->games, run->user);
}

/* With the lock held. False: no game is left, or the run has ended. */
static bool take_number(Factory *factory, uint64_t *number)
{
    assert(factory->next_written <= factory->next &&
           factory->next <= factory->next_written + WAITING);
    while (!factory->has_failed && factory->next < factory->run->games &&
           factory->next >= factory->next_written + WAITING)
        pthread_cond_wait(&factory->written, &factory->lock);
    if (factory->has_failed || factory->next >= factory->run->games)
        return false;
    *number = factory->next++;
    return true;
}

static void *work(void *argument)
{
    SelfplayWorker *worker = argument;
    Factory        *factory = worker->factory;
    uint64_t        number;
    pthread_mutex_lock(&factory->lock);
    while (take_number(factory, &number)) {
        Error err;
        Str  *ready = &factory->ready[number % WAITING];
        pthread_mutex_unlock(&factory->lock);
        bool ok = play_game(worker, number, &err);
        str_clear(ready); /* the slot is this game's until it is marked as ready */
        if (ok)
            gamefile_encode(factory->run->game, factory->start, &worker->game, ready);
        pthread_mutex_lock(&factory->lock);
        if (!ok)
            fail_factory(factory, &err);
        factory->is_ready[number % WAITING] = ok;
        write_ready(factory);
    }
    pthread_mutex_unlock(&factory->lock);
    return NULL;
}

static void close_worker(SelfplayWorker *worker)
{
    solver_close(&worker->solver);
    position_copy_free(&worker->child);
    session_delete(worker->session);
}

/* False when memory is short; it must be closed then too. */
static bool open_worker(SelfplayWorker *worker, Factory *factory)
{
    const Selfplay *run = factory->run;
    const Game     *game = run->game;
    Error           ignored;
    *worker = (SelfplayWorker){.factory = factory, .session = session_new(game)};
    if (worker->session == NULL || run->solve == 0)
        return worker->session != NULL;
    SolverSetup setup = {.is_weak = true, .stop = run->stop};
    return position_copy_init(&worker->child, game, NULL, &ignored) &&
           solver_open(&worker->solver, game, &setup, &ignored);
}

static bool run_threads(Factory *factory, Error *err)
{
    assert(factory->run->threads > 0);
    int             wanted = factory->run->threads, count = 0, opened = 0;
    SelfplayWorker *workers = calloc((size_t)wanted, sizeof workers[0]);
    pthread_t      *threads = calloc((size_t)wanted, sizeof threads[0]);
    bool            ok = workers != NULL && threads != NULL;
    while (ok && opened < wanted)
        ok = open_worker(&workers[opened++], factory);
    while (ok && count < wanted &&
           pthread_create(&threads[count], NULL, work, &workers[count]) == 0)
        count++;
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < opened; i++)
        close_worker(&workers[i]);
    free(threads);
    free(workers);
    if (!ok || count == 0)
        return error_set(err, ERROR_MEMORY_OR_THREADS);
    if (factory->has_failed)
        *err = factory->failure;
    return !factory->has_failed;
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

bool selfplay_player(const Game *game, const char *text, Player *out, Error *err)
{
    if (!player_parse(game, text, out, err))
        return false;
    if (out->is_human)
        return error_set(err, ERROR_SELFPLAY_PERSON);
    if (out->limits.time_us != 0)
        return error_set(err, ERROR_SELFPLAY_TIME, text);
    if (out->threads > 1)
        return error_set(err, ERROR_SELFPLAY_THREADS);
    if (searcher_kind(out->searcher) == SEARCHER_MOVE)
        return error_set(err, ERROR_SELFPLAY_SEARCH, text);
    /* Every game begins with an empty table, and emptying a large one takes longer than a game. */
    if (out->table_megabytes == 0)
        out->table_megabytes = 1;
    return true;
}

static bool check_player(const Selfplay *run, Player *player, Error *err)
{
    if (!selfplay_player(run->game, run->player, player, err))
        return false;
    if (run->solve != 0 && run->game->solver == NULL)
        return error_set(err, ERROR_SELFPLAY_SOLVER, run->game->info->id);
    return true;
}

bool selfplay_check(const Selfplay *run, Error *err)
{
    Player ignored;
    return check_player(run, &ignored, err);
}

static bool read_start(Factory *factory, Error *err)
{
    const Game *game = factory->run->game;
    int16_t     options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    return factory->start != NULL
               ? position_parse(game, options, factory->run->start, factory->start, err)
               : error_set(err, ERROR_MEMORY);
}

static void write_head(const Selfplay *run, GameFileHead *head)
{
    head->game = run->game;
    str_text(&head->start, run->start);
    str_printf(&head->maker, "player %s, seed %llu, %d random plies, explore %d, most plies %d",
               run->player, (unsigned long long)run->seed, run->random_plies, run->explore,
               run->most_plies);
    if (run->game->info->sensible != NULL)
        str_text(&head->maker, ", lots among sensible moves");
    if (run->solve != 0)
        str_printf(&head->maker, ", solved from %d %s", run->solve,
                   places_pieces(run->game) ? "empty cells" : "pieces");
}

bool selfplay_run(const Selfplay *run, const char *path, Error *err)
{
    Factory     *factory = calloc(1, sizeof *factory);
    GameFileHead head = {0};
    if (factory == NULL)
        return error_set(err, ERROR_MEMORY);
    factory->run = run;
    factory->start = malloc(run->game->pos_size);
    pthread_mutex_init(&factory->lock, NULL);
    pthread_cond_init(&factory->written, NULL);
    bool ok = check_player(run, &factory->player, err) && read_start(factory, err) &&
              player_check_net_at(run->game, run->start, &factory->player, err);
    write_head(run, &head);
    if (ok)
        factory->writer = gamefile_open(path, &head, &factory->next, err);
    ok = factory->writer != NULL;
    factory->next_written = factory->next;
    ok = ok && (factory->next >= run->games || run_threads(factory, err));
    Error closing;
    if (!gamefile_close(factory->writer, &closing) && ok) {
        *err = closing;
        ok = false;
    }
    for (int i = 0; i < WAITING; i++)
        str_free(&factory->ready[i]);
    gamefile_head_free(&head);
    pthread_cond_destroy(&factory->written);
    pthread_mutex_destroy(&factory->lock);
    free(factory->start);
    free(factory);
    return ok;
}

static bool count_games(GameReader *reader, SelfplaySummary *out, Error *err)
{
    LearntGame *game = malloc(sizeof *game);
    bool        is_end = false, ok = game != NULL || error_set(err, ERROR_MEMORY);
    while (ok && (ok = gamefile_next(reader, game, &is_end, err)) && !is_end) {
        out->games++;
        out->outcomes[game->points]++;
        out->cut += game->is_cut;
        for (int ply = 0; ply < game->plies; ply++)
            out->positions += game->scores[ply] != GAMEFILE_NO_SCORE;
    }
    out->is_torn = reader->is_torn;
    free(game);
    return ok;
}

bool selfplay_summarise(const char *path, SelfplaySummary *out, Error *err)
{
    GameReader  reader;
    const void *bytes;
    size_t      size;
    *out = (SelfplaySummary){0};
    if (!file_map(path, &bytes, &size, err))
        return false;
    bool ok = gamefile_read(&reader, bytes, size, err) && count_games(&reader, out, err);
    out->bytes = size;
    out->checksum = checksum_bytes(bytes, size);
    gamefile_reader_free(&reader);
    file_unmap(bytes, size);
    return ok ? true : error_prefix(err, path);
}
