#include "search/exact/exact.h"

#include "base/clock.h"
#include "base/rng.h"

#include <assert.h>
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
} Watchdog;

static void *watchdog(void *argument)
{
    Watchdog             *mine = argument;
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

static void watchdog_begin(Watchdog *mine, const SearchWork *work)
{
    *mine = (Watchdog){.work = work};
    if (work->deadline_us != 0 || work->context->stop != NULL)
        mine->is_running = pthread_create(&mine->thread, NULL, watchdog, mine) == 0;
}

static void watchdog_end(Watchdog *mine)
{
    atomic_store(&mine->is_over, true);
    if (mine->is_running)
        pthread_join(mine->thread, NULL);
}

/* ---- what is kept from move to move ------------------------------------------------------------
 */

void exact_memory_forget(ExactMemory *memory)
{
    if (solver_is_open(&memory->solver))
        solver_forget(&memory->solver);
}

void exact_memory_close(ExactMemory *memory)
{
    solver_close(&memory->solver);
    memory->megabytes = 0;
}

/* NULL when memory or files are short. */
static OpenSolver *open_in(ExactMemory *memory, const Game *game, const SolverSetup *setup)
{
    Error ignored;
    if (memory->solver.game != game || memory->megabytes != setup->table_megabytes)
        exact_memory_close(memory);
    memory->megabytes = setup->table_megabytes;
    return solver_is_open(&memory->solver) || solver_open(&memory->solver, game, setup, &ignored)
               ? &memory->solver
               : NULL;
}

/* ---- the root ----------------------------------------------------------------------------------
 */

typedef struct {
    const Game *game;
    OpenSolver *solver;
    void       *child, *undo;
    SolverSetup setup;
    SearchWork *work;
    Watchdog    watchdog;
    uint64_t    most, limit; /* nodes, for now and in all; 0: no limit */
    uint64_t    cap;         /* of one question; 0: none */
    Traps       traps;
} Exact;

/* The solver may go on until `parts` of PARTS of all limits are used up. */
enum { PARTS = 8, FIRST_PARTS = 4, RESISTANCE_PARTS = 6, WIN_PARTS = 7 };

static void allow(Exact *exact, int parts)
{
    assert(parts > 0 && parts <= PARTS);
    const SearchWork *work = exact->work;
    int64_t           time_us = work->deadline_us - work->begun_us;
    if (work->deadline_us != 0)
        atomic_store(&exact->watchdog.deadline_us, work->begun_us + time_us / PARTS * parts);
    atomic_store(&exact->watchdog.stop, false); /* raised again at once where it must be */
    exact->most = exact->limit / PARTS * (uint64_t)parts + (exact->limit != 0);
}

static bool is_late(void *user)
{
    const Exact *exact = user;
    return (exact->most != 0 && exact->work->counts.nodes >= exact->most) ||
           atomic_load(&exact->watchdog.stop);
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
    if (exact->cap != 0 && (exact->setup.nodes == 0 || exact->setup.nodes > exact->cap))
        exact->setup.nodes = exact->cap;
    solver_renew(exact->solver, &exact->setup);
    bool ok = solver_value(exact->solver, pos, out, &ignored);
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

/* Is a move worth a win (1), or a draw at least (0), to the player who makes it? */
static bool ask_at_least(void *user, const void *pos, Move move, int least, bool *is_true)
{
    Exact      *exact = user;
    const Game *game = exact->game;
    Truth       truth;
    memcpy(exact->child, pos, game->pos_size);
    game->make(exact->child, move, exact->undo);
    bool keeps_turn = game->side(exact->child) == game->side(pos);
    exact->setup.asked = (least > 0) == keeps_turn ? OUTCOME_WON_OR_NOT : OUTCOME_LOST_OR_NOT;
    bool ok = ask(exact, exact->child, true, &truth);
    exact->setup.asked = OUTCOME_WHOLE;
    if (ok)
        *is_true = (keeps_turn ? truth.score : -truth.score) >= least;
    return ok;
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
    assert(exact->work->root_count > 0 && exact->work->root_count <= MAX_MOVES);
    Move all[MAX_MOVES];
    return exact->game->gen(pos, all) == exact->work->root_count;
}

/* The exact value of the root moves. If they are all moves, the value of the position itself says
 * when the best one is found. In a lost position the order begins anywhere: another game may go
 * better. */
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

/* These alone stay root moves. */
static void keep_moves(SearchWork *work, const Move *kept, int count)
{
    assert(count > 0 && count <= MAX_MOVES);
    for (int i = count - 1; i >= 0; i--)
        search_put_first(work, kept[i]);
    work->root_count = count;
}

/* Which root moves keep the outcome: they alone stay root moves. Of a win one is enough. Questions
 * are short at first: a move that is right may be told in a fraction of what the others take, and
 * in the first round in less than a shallow search takes, so that moves are put in order only after
 * it, behind the hint. Where time ends before one is found, those that were not refuted stay.
 * False: none is known. */
static bool find_keepers(Exact *exact, const void *pos, int worth, Move hint)
{
    enum { FIRST_CAP = 100, CAP_FACTOR = 5, ROUNDS = 16 };
    SearchWork *work = exact->work;
    Move        kept[MAX_MOVES], open[MAX_MOVES];
    int         count = 0, open_count = work->root_count;
    bool        is_done = false;
    search_put_first(work, hint);
    memcpy(open, work->root, sizeof open);
    exact->cap = FIRST_CAP;
    for (int round = 0; round < ROUNDS && open_count > 0 && !is_done; round++) {
        int first = open[0] == hint;
        if (round == 1)
            traps_order(&exact->traps, pos, open + first, open_count - first);
        int left = 0;
        for (int i = 0; i < open_count && !is_done; i++) {
            bool is_right;
            if (is_late(exact) || !ask_at_least(exact, pos, open[i], worth, &is_right))
                open[left++] = open[i];
            else if (is_right)
                kept[count++] = open[i];
            is_done = worth > 0 && count > 0;
        }
        open_count = left;
        is_done |= is_late(exact);
        exact->cap *= CAP_FACTOR;
    }
    exact->cap = 0;
    keep_moves(work, count > 0 ? kept : open, count > 0 ? count : open_count);
    return work->root_count == 1 || count > 0;
}

/* The outcome of a position with some root moves left out is that of the best of the others. */
static bool solve_some(Exact *exact, const void *pos, Truth *best)
{
    SearchWork *work = exact->work;
    Move        kept[MAX_MOVES];
    int         count = 0;
    for (int i = 0; i < work->root_count; i++) {
        Truth truth;
        if (!ask_move(exact, pos, work->root[i], true, &truth))
            return false;
        if (i == 0 || truth.score > best->score) {
            *best = truth;
            count = 0;
        }
        if (truth.score == best->score)
            kept[count++] = work->root[i];
        if (best->score > 0)
            break;
    }
    keep_moves(work, kept, count);
    return true;
}

/* Won, drawn or lost, and which root moves keep that; *has_move is false where none of them is
 * known to. False: the outcome is not known in time. */
static bool solve_outcome(Exact *exact, const void *pos, Truth *best, bool *has_move)
{
    *has_move = true;
    if (!has_all_moves(exact, pos)) {
        allow(exact, RESISTANCE_PARTS);
        return solve_some(exact, pos, best);
    }
    if (!ask(exact, pos, true, best))
        return false;
    allow(exact, best->score > 0 ? WIN_PARTS : RESISTANCE_PARTS);
    if (best->score < 0)
        return true;
    *has_move = find_keepers(exact, pos, best->score, best->hint);
    return true;
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
    int length = solver_line(exact->solver, exact->child, &after, &work->pv[0][1],
                             MAX_SEARCH_PLIES - 2, &nodes, &ignored);
    work->pv_length[0] = length > 0 ? 1 + length : 1;
}

static Score to_score(const Truth *truth, int line)
{
    assert(truth->most_plies >= 0 && line >= 0);
    int plies = truth->plies >= 0        ? truth->plies
                : truth->most_plies != 0 ? truth->most_plies
                                         : line;
    return truth->score > 0 ? SCORE_MATE - plies : truth->score < 0 ? plies - SCORE_MATE : 0;
}

/* A solver has no depths, but a limit on depth asks for an answer soon. */
static uint64_t node_limit(const Limits *limits)
{
    enum { USUAL = 2000000 };
    if (limits->nodes != 0)
        return limits->nodes;
    return limits->depth != 0 && limits->time_us == 0 ? USUAL : 0;
}

/* A position that takes many times its limits is left to the other search at once. */
static bool has_no_chance(const Exact *exact, const void *pos)
{
    enum { TOO_MANY_TIMES = 16, NODES_A_MICROSECOND = 5 };
    const SearchWork *work = exact->work;
    const Solver     *solver = exact->game->solver;
    uint64_t          most = exact->most;
    if (most == 0 && work->deadline_us != 0)
        most = (uint64_t)(work->deadline_us - work->begun_us) / 2 * NODES_A_MICROSECOND;
    return solver->usual_nodes != NULL && most != 0 &&
           solver->usual_nodes(exact->solver->state, pos) / TOO_MANY_TIMES > most;
}

static ExactAnswer answer_whole(Exact *exact, const void *pos, const Truth *best)
{
    allow(exact, PARTS);
    if (best->score < 0 && best->plies < 0)
        traps_choose_lost(&exact->traps, pos);
    read_line(exact, pos, best);
    return (ExactAnswer){
        .is_known = true, .is_whole = true, .score = to_score(best, exact->work->pv_length[0])};
}

/* The outcome first. A win is then played as soon as possible, if there is time to find out. Of
 * moves that keep a draw, or all lose, one that sets a trap; otherwise a loss comes as late as
 * possible, and draws are left to the other search. */
static ExactAnswer answer_in_steps(Exact *exact, const void *pos)
{
    SearchWork *work = exact->work;
    Truth       outcome, best;
    bool        has_move;
    if (!solve_outcome(exact, pos, &outcome, &has_move))
        return (ExactAnswer){0};
    ExactAnswer answer = {.is_known = true, .score = to_score(&outcome, 0)};
    if (!has_move)
        return answer;
    if (outcome.score > 0) {
        answer.is_whole = true;
        work->root_best = work->pv[0][0] = work->root[0];
        work->pv_length[0] = 1;
        allow(exact, PARTS);
    }
    bool plays = (exact->limit != 0 || work->deadline_us != 0) && work->context->lines <= 1;
    if (outcome.score <= 0 && plays && work->root_count > 1 &&
        traps_choose(&exact->traps, pos, outcome.score)) {
        answer.is_whole = true;
        return answer;
    }
    if (outcome.score < 0)
        allow(exact, WIN_PARTS);
    if (outcome.score != 0 && solve_root(exact, pos, &best))
        return answer_whole(exact, pos, &best);
    return answer;
}

ExactAnswer exact_search(const Game *game, const void *pos, SearchWork *work,
                         ShallowSearch *shallow)
{
    const SearchContext *context = work->context;
    ExactAnswer          answer = {0};
    Exact                exact = {.game = game, .work = work};
    PositionCopy         child, after = {0};
    if (!position_copy_init(&child, game, NULL, NULL) ||
        !position_copy_init(&after, game, NULL, NULL)) {
        position_copy_free(&child);
        return answer;
    }
    exact.child = child.pos;
    exact.undo = child.undo;
    exact.traps = (Traps){.game = game,
                          .work = work,
                          .search = shallow,
                          .child = exact.child,
                          .after = after.pos,
                          .undo = exact.undo,
                          .is_worth = ask_at_least,
                          .is_late = is_late,
                          .solver = &exact};
    exact.limit = node_limit(&context->limits);
    watchdog_begin(&exact.watchdog, work);
    allow(&exact, FIRST_PARTS);
    exact.setup = (SolverSetup){.threads = context->threads,
                                .table_megabytes = context->solver_megabytes,
                                .stop = &exact.watchdog.stop};
    ExactMemory  alone = {0};
    ExactMemory *memory = context->exact != NULL ? context->exact : &alone;
    exact.solver = open_in(memory, game, &exact.setup);
    if (exact.solver != NULL) {
        Truth best;
        if (game->solver->is_graded)
            answer = answer_in_steps(&exact, pos);
        else if (!has_no_chance(&exact, pos) && solve_root(&exact, pos, &best))
            answer = answer_whole(&exact, pos, &best);
    }
    exact_memory_close(&alone);
    watchdog_end(&exact.watchdog);
    position_copy_free(&after);
    position_copy_free(&child);
    work->root_score = answer.score;
    return answer;
}
