#include "search/exact.h"

#include "base/clock.h"
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
    _Atomic int64_t   deadline_us; /* 0: none */
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
    if (work->deadline_us != 0)
        atomic_init(&mine->deadline_us, work->begun_us + (work->deadline_us - work->begun_us) / 2);
    if (work->deadline_us != 0 || work->context->stop != NULL)
        mine->is_running = pthread_create(&mine->thread, NULL, watch, mine) == 0;
}

/* Nothing follows any more: the rest of the time is free. */
static void watch_prolong(Watch *mine)
{
    if (mine->work->deadline_us != 0)
        atomic_store(&mine->deadline_us, mine->work->deadline_us);
}

static void watch_end(Watch *mine)
{
    atomic_store(&mine->is_over, true);
    if (mine->is_running)
        pthread_join(mine->thread, NULL);
}

/* ---- the root ----------------------------------------------------------------------------------
 */

typedef struct {
    const Game *game;
    void       *solver, *child, *after, *undo;
    SearchWork *work;
    uint64_t    most; /* nodes of one question; 0: no limit */
} Exact;

/* What a root move is worth to the player who makes it. */
static bool solve_move(Exact *exact, const void *pos, Move move, Truth *out)
{
    const Game *game = exact->game;
    Error       ignored;
    memcpy(exact->child, pos, game->pos_size);
    game->make(exact->child, move, exact->undo);
    if (!game->solver->solve(exact->solver, exact->child, out, &ignored))
        return false;
    exact->work->counts.nodes += out->nodes;
    out->score = game->side(exact->child) == game->side(pos) ? out->score : -out->score;
    out->plies += out->plies >= 0;
    return true;
}

/* The sooner win, the later loss. */
static bool is_better(const Truth *a, const Truth *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return a->score > 0 ? a->plies < b->plies : a->score < 0 && a->plies > b->plies;
}

/* With all moves in question the position's own value tells when to end looking. */
static bool solve_root(Exact *exact, const void *pos, Truth *best)
{
    SearchWork *work = exact->work;
    Move        all[MAX_MOVES];
    Truth       goal;
    Error       ignored;
    bool        has_all = exact->game->gen(pos, all) == work->root_count;
    if (has_all && !exact->game->solver->solve(exact->solver, pos, &goal, &ignored))
        return false;
    work->counts.nodes += has_all ? goal.nodes : 0;
    for (int i = 0; i < work->root_count; i++) {
        Truth truth;
        if (!solve_move(exact, pos, work->root[i], &truth))
            return false;
        if (i == 0 || is_better(&truth, best)) {
            *best = truth;
            work->root_best = work->root[i];
        }
        if (has_all && best->score == goal.score && best->plies == goal.plies)
            break;
    }
    return true;
}

/* ---- a lost position ---------------------------------------------------------------------------
 */

/* A lost move, and how hard it makes the enemy's task: his replies, and those that win. */
typedef struct {
    Move move;
    int  replies, winning;
} Trap;

/* False when stopped. */
static bool count_winning_replies(Exact *exact, const void *pos, Trap *trap)
{
    const Game *game = exact->game;
    Move        replies[MAX_MOVES];
    void       *after = exact->after;
    memcpy(after, pos, game->pos_size);
    game->make(after, trap->move, exact->undo);
    trap->replies = game->gen(after, replies);
    trap->winning = 0;
    for (int i = 0; i < trap->replies; i++) {
        Truth truth;
        if (exact->most != 0 && exact->work->counts.nodes >= 2 * exact->most)
            return false;
        if (!solve_move(exact, after, replies[i], &truth))
            return false;
        trap->winning += truth.score > 0;
    }
    return true;
}

/* Fewer of his replies win; or as many, but among more that do not. */
static bool is_better_trap(const Trap *a, const Trap *b)
{
    int left = a->winning * b->replies, right = b->winning * a->replies;
    return left < right || (left == right && a->replies > b->replies);
}

/* All moves lose and none is known to lose later: the one that an enemy is most likely to answer
 * wrongly, of those there is time for; few replies first, since they are soon counted. */
static void set_trap(Exact *exact, const void *pos)
{
    SearchWork *work = exact->work;
    Trap        traps[MAX_MOVES], best = {.move = MOVE_NONE};
    for (int i = 0; i < work->root_count; i++) {
        Move list[MAX_MOVES];
        Trap trap = {.move = work->root[i]};
        int  j = i;
        memcpy(exact->after, pos, exact->game->pos_size);
        exact->game->make(exact->after, trap.move, exact->undo);
        trap.replies = exact->game->gen(exact->after, list);
        for (; j > 0 && traps[j - 1].replies > trap.replies; j--)
            traps[j] = traps[j - 1];
        traps[j] = trap;
    }
    for (int i = 0; i < work->root_count && count_winning_replies(exact, pos, &traps[i]); i++)
        if (best.move == MOVE_NONE || is_better_trap(&traps[i], &best))
            best = traps[i];
    work->root_best = best.move != MOVE_NONE ? best.move : traps[0].move;
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
    int plies = truth->plies >= 0 ? truth->plies : line;
    return truth->score > 0 ? SCORE_MATE - plies : truth->score < 0 ? plies - SCORE_MATE : 0;
}

/* Half of the limit. A depth means nothing to a solver, but whoever gives one does not want to wait
 * for ever. */
static uint64_t most_nodes(const Limits *limits)
{
    enum { USUAL = 1000000 };
    if (limits->nodes != 0)
        return limits->nodes / 2 + 1;
    return limits->depth != 0 && limits->time_us == 0 ? USUAL : 0;
}

bool exact_search(const Game *game, const void *pos, SearchWork *work)
{
    const SearchContext *context = work->context;
    Watch                watching;
    Error                ignored;
    Exact                exact = {
                       .game = game, .work = work, .child = malloc(2 * game->pos_size + game->undo_size)};
    bool ok = false;
    if (exact.child == NULL)
        return false;
    exact.after = (char *)exact.child + game->pos_size;
    exact.undo = (char *)exact.after + game->pos_size;
    watch_begin(&watching, work);
    exact.most = most_nodes(&context->limits);
    SolverSetup setup = {.threads = context->threads,
                         .nodes = exact.most,
                         .table_megabytes = context->solver_megabytes,
                         .stop = &watching.stop};
    exact.solver = game->solver->open(&setup, &ignored);
    if (exact.solver != NULL) {
        Truth best;
        ok = solve_root(&exact, pos, &best);
        if (ok) {
            watch_prolong(&watching);
            if (best.score < 0 && best.plies < 0)
                set_trap(&exact, pos);
            read_line(&exact, pos, &best);
            work->root_score = to_score(&best, work->pv_length[0]);
        }
        game->solver->close(exact.solver);
    }
    watch_end(&watching);
    free(exact.child);
    return ok;
}
