#include "search/exact.h"

#include "base/clock.h"
#include "base/rng.h"
#include "core/truth.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the clock ---------------------------------------------------------------------------------
 */

/* A solver knows no clock, only a flag: this thread raises it in time. */
typedef struct {
    const SearchWork *work;
    _Atomic int64_t   deadline_us; /* of the solver; 0: none */
    atomic_bool       stop, is_over;
    pthread_t         thread;
    bool              is_running;
} Watch;

static void *watch(void *argument)
{
    Watch                *mine = argument;
    const struct timespec pause = {.tv_nsec = 500000};
    const atomic_bool    *asked = mine->work->context->stop;
    while (!atomic_load(&mine->is_over)) {
        int64_t deadline_us = atomic_load(&mine->deadline_us);
        bool    is_late = deadline_us != 0 && clock_now_us() >= deadline_us;
        if (is_late || (asked != NULL && atomic_load(asked)) || atomic_load(mine->work->halt))
            atomic_store(&mine->stop, true);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

static void watch_begin(Watch *mine, const SearchWork *work)
{
    *mine = (Watch){.work = work};
    if (work->deadline_us != 0 || work->context->stop != NULL)
        mine->is_running = pthread_create(&mine->thread, NULL, watch, mine) == 0;
}

static void watch_end(Watch *mine)
{
    atomic_store(&mine->is_over, true);
    if (mine->is_running)
        pthread_join(mine->thread, NULL);
}

/* ---- what is kept from move to move ------------------------------------------------------------
 */

void exact_memory_forget(ExactMemory *memory)
{
    if (memory->solver != NULL)
        memory->game->solver->forget(memory->solver);
}

void exact_memory_close(ExactMemory *memory)
{
    if (memory->solver != NULL)
        memory->game->solver->close(memory->solver);
    *memory = (ExactMemory){0};
}

/* NULL when memory or files are short. */
static void *open_in(ExactMemory *memory, const Game *game, const SolverSetup *setup)
{
    Error ignored;
    if (memory->game != game || memory->megabytes != setup->table_megabytes)
        exact_memory_close(memory);
    if (memory->solver == NULL)
        *memory = (ExactMemory){.game = game,
                                .solver = game->solver->open(setup, &ignored),
                                .megabytes = setup->table_megabytes};
    return memory->solver;
}

/* ---- the root ----------------------------------------------------------------------------------
 */

typedef struct {
    const Game *game;
    void       *solver, *child, *after, *undo;
    SolverSetup setup;
    SearchWork *work;
    Watch       watch;
    uint64_t    most, limit; /* nodes, for now and in all; 0: no limit */
    ExactLook  *look;
} Exact;

/* The solver may go on until so many of PARTS of all limits are used up. */
enum { PARTS = 8, FIRST_PARTS = 4, RESISTANCE_PARTS = 6 };

static void allow(Exact *exact, int parts)
{
    const SearchWork *work = exact->work;
    int64_t           time_us = work->deadline_us - work->begun_us;
    if (work->deadline_us != 0)
        atomic_store(&exact->watch.deadline_us, work->begun_us + time_us / PARTS * parts);
    exact->most = exact->limit / PARTS * (uint64_t)parts + (exact->limit != 0);
}

/* False: time or nodes are used up. */
static bool ask(Exact *exact, const void *pos, bool is_weak, Truth *out)
{
    uint64_t *nodes = &exact->work->counts.nodes;
    Error     ignored;
    if (exact->most != 0 && *nodes >= exact->most)
        return false;
    exact->setup.is_weak = is_weak;
    exact->setup.nodes = exact->most != 0 ? exact->most - *nodes : 0;
    exact->game->solver->renew(exact->solver, &exact->setup);
    bool ok = exact->game->solver->solve(exact->solver, pos, out, &ignored);
    *nodes += out->nodes;
    return ok;
}

/* What a move is worth to the player who makes it. */
static bool ask_move(Exact *exact, const void *pos, Move move, bool is_weak, Truth *out)
{
    const Game *game = exact->game;
    memcpy(exact->child, pos, game->pos_size);
    game->make(exact->child, move, exact->undo);
    if (!ask(exact, exact->child, is_weak, out))
        return false;
    out->score = game->side(exact->child) == game->side(pos) ? out->score : -out->score;
    out->plies += out->plies >= 0;
    out->most_plies += out->most_plies > 0;
    return true;
}

/* The sooner win, the later loss. */
static bool is_better(const Truth *a, const Truth *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return a->score > 0 ? a->plies < b->plies : a->score < 0 && a->plies > b->plies;
}

static bool has_all_moves(const Exact *exact, const void *pos)
{
    Move all[MAX_MOVES];
    return exact->game->gen(pos, all) == exact->work->root_count;
}

/* The whole truth about the root moves. With all of them in question the position's own value tells
 * when to end looking. Who loses begins anywhere: another game may go better. */
static bool solve_root(Exact *exact, const void *pos, Truth *best)
{
    SearchWork *work = exact->work;
    Move        best_move = MOVE_NONE;
    uint64_t    rng = work->context->rng;
    Truth       goal;
    bool        has_all = has_all_moves(exact, pos);
    if (has_all && !ask(exact, pos, false, &goal))
        return false;
    if (has_all && goal.score > 0)
        search_put_first(work, goal.hint);
    int first = has_all && goal.score < 0 ? (int)rng_below(&rng, (uint32_t)work->root_count) : 0;
    for (int i = 0; i < work->root_count; i++) {
        Truth truth;
        Move  move = work->root[(first + i) % work->root_count];
        if (!ask_move(exact, pos, move, false, &truth))
            return false;
        if (i == 0 || is_better(&truth, best)) {
            *best = truth;
            best_move = move;
        }
        if (has_all && best->score == goal.score && best->plies == goal.plies)
            break;
    }
    work->root_best = best_move;
    return true;
}

/* Won, drawn or lost, and which root moves keep that: they alone stay root moves. Of a win one is
 * enough. False: not known in time. */
static bool solve_outcome(Exact *exact, const void *pos, Truth *best)
{
    SearchWork *work = exact->work;
    Move        kept[MAX_MOVES];
    int         count = 0;
    bool        has_goal = has_all_moves(exact, pos);
    Truth       truth;
    if (has_goal && !ask(exact, pos, true, best))
        return false;
    allow(exact, RESISTANCE_PARTS);
    if (has_goal && best->score < 0)
        return true;
    if (has_goal)
        search_put_first(work, best->hint);
    for (int i = 0; i < work->root_count; i++) {
        if (!ask_move(exact, pos, work->root[i], true, &truth)) {
            if (has_goal && count > 0)
                break;
            return false;
        }
        if (!has_goal && (i == 0 || truth.score > best->score)) {
            *best = truth;
            count = 0;
        }
        if (truth.score == best->score)
            kept[count++] = work->root[i];
        if (count > 0 && best->score > 0)
            break;
    }
    for (int i = count - 1; i >= 0; i--)
        search_put_first(work, kept[i]);
    work->root_count = count;
    return true;
}

/* ---- a lost position ---------------------------------------------------------------------------
 */

/* Against an enemy who sees as far as a glance, and takes any of the moves that seem best to him, a
 * lost position still has a chance: in so many of SURE cases he errs. */
enum { SURE = 1000, TEMPTING = 60, FIRST_GLANCE = 2, LAST_GLANCE = 8 };

typedef struct {
    Move  move;
    Score seeming; /* to us, at a glance */
    int   replies, chance;
} Trap;

/* What the position in exact->child seems to be worth to `side`. */
static Score glance(Exact *exact, int side, int plies)
{
    const Game *game = exact->game;
    Play        play = game->play(exact->child);
    Score       score = play == PLAY_WON    ? SCORE_MATE
                        : play == PLAY_LOST ? -SCORE_MATE
                        : play == PLAY_ON   ? exact->look(exact->child, exact->work, plies)
                                            : 0;
    return game->side(exact->child) == side ? score : -score;
}

static bool must_end_traps(const Exact *exact)
{
    return exact->work->is_stopped ||
           (exact->most != 0 && exact->work->counts.nodes >= exact->most);
}

/* The moves that nobody would call worse than another at a glance, few replies first. */
static int list_traps(Exact *exact, const void *pos, const Move *moves, int count, int plies,
                      Trap traps[])
{
    const Game *game = exact->game;
    Score       best = -SCORE_INF;
    int         kept = 0;
    for (int i = 0; i < count; i++) {
        Move list[MAX_MOVES];
        Trap trap = {.move = moves[i]};
        int  j = i;
        memcpy(exact->child, pos, game->pos_size);
        game->make(exact->child, moves[i], exact->undo);
        trap.replies = game->gen(exact->child, list);
        trap.seeming = glance(exact, game->side(pos), plies);
        best = trap.seeming > best ? trap.seeming : best;
        for (; j > 0 && traps[j - 1].replies > trap.replies; j--)
            traps[j] = traps[j - 1];
        traps[j] = trap;
    }
    for (int i = 0; i < count; i++)
        if (traps[i].seeming >= best - TEMPTING)
            traps[kept++] = traps[i];
    return kept;
}

/* The chance behind a move; -1 when stopped. Ends early when it cannot be above `floor` any more.
 */
static int chance_of(Exact *exact, const void *pos, Move move, int plies, int floor)
{
    const Game *game = exact->game;
    Trap        tempting[MAX_MOVES];
    Move        replies[MAX_MOVES];
    int         sum = 0;
    memcpy(exact->after, pos, game->pos_size);
    game->make(exact->after, move, exact->undo);
    int count =
        list_traps(exact, exact->after, replies, game->gen(exact->after, replies), plies, tempting);
    for (int i = 0; i < count && sum + SURE * (count - i) > floor * count; i++) {
        Truth truth;
        if (must_end_traps(exact) || !ask_move(exact, exact->after, tempting[i].move, true, &truth))
            return -1;
        sum += truth.score > 0 ? 0 : SURE;
    }
    return count > 0 ? sum / count : 0;
}

/* All moves lose and none is known to lose later: the one with the best chance, against an enemy
 * who sees further and further as long as there is time. */
static void set_trap(Exact *exact, const void *pos)
{
    SearchWork *work = exact->work;
    Trap        traps[MAX_MOVES];
    int         best = 0;
    int count = list_traps(exact, pos, work->root, work->root_count, FIRST_GLANCE + 1, traps);
    work->root_best = traps[0].move;
    for (int plies = FIRST_GLANCE; plies <= LAST_GLANCE && best >= 0; plies += 2) {
        best = 0;
        for (int i = 0; i < count && best >= 0; i++) {
            Trap trap = traps[i];
            trap.chance = chance_of(exact, pos, trap.move, plies, best);
            if (trap.chance >= 0 && trap.chance <= best)
                continue;
            best = trap.chance;
            if (best < 0)
                break;
            work->root_best = trap.move;
            memmove(&traps[1], &traps[0], (size_t)i * sizeof trap); /* first next time */
            traps[0] = trap;
        }
    }
    work->is_stopped = false; /* the answer is there, whatever the time */
}

/* The line behind the best move, as far as the solver gets in its time. */
static void read_line(Exact *exact, const void *pos, const Truth *best)
{
    const Game *game = exact->game;
    SearchWork *work = exact->work;
    Error       ignored;
    Truth       after = *best;
    uint64_t    nodes = 0;
    memcpy(exact->child, pos, game->pos_size);
    game->make(exact->child, work->root_best, exact->undo);
    after.score = game->side(exact->child) == game->side(pos) ? best->score : -best->score;
    after.plies -= after.plies >= 0;
    work->pv[0][0] = work->root_best;
    int length = truth_line(game, exact->solver, exact->child, &after, &work->pv[0][1],
                            MAX_SEARCH_PLIES - 2, &nodes, &ignored);
    work->pv_length[0] = length > 0 ? 1 + length : 1;
}

static Score to_score(const Truth *truth, int line)
{
    int plies = truth->plies >= 0        ? truth->plies
                : truth->most_plies != 0 ? truth->most_plies
                                         : line;
    return truth->score > 0 ? SCORE_MATE - plies : truth->score < 0 ? plies - SCORE_MATE : 0;
}

/* A depth means nothing to a solver, but whoever gives one does not want to wait for ever. */
static uint64_t node_limit(const Limits *limits)
{
    enum { USUAL = 2000000 };
    if (limits->nodes != 0)
        return limits->nodes;
    return limits->depth != 0 && limits->time_us == 0 ? USUAL : 0;
}

static ExactAnswer answer_whole(Exact *exact, const void *pos, const Truth *best)
{
    allow(exact, PARTS);
    if (best->score < 0 && best->plies < 0)
        set_trap(exact, pos);
    read_line(exact, pos, best);
    return (ExactAnswer){
        .is_known = true, .is_whole = true, .score = to_score(best, exact->work->pv_length[0])};
}

/* The outcome first. A win is then played as soon as possible, a loss as late, if there is time to
 * find out; moves that keep a draw are left to the other search. */
static ExactAnswer answer_in_steps(Exact *exact, const void *pos)
{
    SearchWork *work = exact->work;
    Truth       outcome, best;
    if (!solve_outcome(exact, pos, &outcome))
        return (ExactAnswer){0};
    ExactAnswer answer = {.is_known = true, .score = to_score(&outcome, 0)};
    if (outcome.score > 0) {
        answer.is_whole = true;
        work->root_best = work->pv[0][0] = work->root[0];
        work->pv_length[0] = 1;
        allow(exact, PARTS);
    }
    if (outcome.score != 0 && solve_root(exact, pos, &best))
        return answer_whole(exact, pos, &best);
    return answer;
}

ExactAnswer exact_search(const Game *game, const void *pos, SearchWork *work, ExactLook *look)
{
    const SearchContext *context = work->context;
    ExactAnswer          answer = {0};
    Exact                exact = {.game = game, .work = work, .look = look};
    char                *room = malloc(2 * game->pos_size + game->undo_size);
    if (room == NULL)
        return answer;
    exact.child = room;
    exact.after = room + game->pos_size;
    exact.undo = room + 2 * game->pos_size;
    exact.limit = node_limit(&context->limits);
    watch_begin(&exact.watch, work);
    allow(&exact, FIRST_PARTS);
    exact.setup = (SolverSetup){.threads = context->threads,
                                .table_megabytes = context->solver_megabytes,
                                .stop = &exact.watch.stop};
    ExactMemory  alone = {0};
    ExactMemory *memory = context->exact != NULL ? context->exact : &alone;
    exact.solver = open_in(memory, game, &exact.setup);
    if (exact.solver != NULL) {
        Truth best;
        if (game->solver->is_graded)
            answer = answer_in_steps(&exact, pos);
        else if (solve_root(&exact, pos, &best))
            answer = answer_whole(&exact, pos, &best);
    }
    exact_memory_close(&alone);
    watch_end(&exact.watch);
    free(room);
    work->root_score = answer.score;
    return answer;
}
