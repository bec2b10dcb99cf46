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
    ExactLook  *look;
    EvalSetup   enemy_eval;
    Tt         *enemy_table; /* owned while a trap is set */
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

/* Against an enemy who sees as far as a glance by the game's usual evaluation, and takes any of the
 * moves that seem best to him, a lost position still has a chance: in so many of SURE cases he
 * errs.
 */
enum { SURE = 1000, TEMPTING = 60, OWN_GLANCE = 4, FIRST_GLANCE = 4, LAST_GLANCE = 12 };
enum { ENEMY_MEGABYTES = 2 };

typedef struct {
    Move  move;
    Score seeming; /* to who makes it, at a glance; more than `best - TEMPTING` is exact */
    int   chance;
} Trap;

/* What the position in exact->child seems to be worth to `side`; or less, if that is below alpha.
 */
static Score glance(Exact *exact, int side, Score alpha, int plies)
{
    const Game *game = exact->game;
    Play        play = game->play(exact->child);
    SearchWork *work = exact->work;
    if (play != PLAY_ON) {
        Score score = play == PLAY_WON ? SCORE_MATE : play == PLAY_LOST ? -SCORE_MATE : 0;
        return game->side(exact->child) == side ? score : -score;
    }
    if (game->side(exact->child) == side)
        return exact->look(exact->child, work, alpha, SCORE_INF, plies);
    return -exact->look(exact->child, work, -SCORE_INF, -alpha, plies);
}

static bool must_end_traps(const Exact *exact)
{
    return exact->work->is_stopped ||
           (exact->most != 0 && exact->work->counts.nodes >= 2 * exact->most);
}

/* In order: equals stay as they are. */
static void insert_trap(Trap traps[], int at, Trap trap)
{
    for (; at > 0 && (traps[at - 1].chance < trap.chance || (traps[at - 1].chance == trap.chance &&
                                                             traps[at - 1].seeming < trap.seeming));
         at--)
        traps[at] = traps[at - 1];
    traps[at] = trap;
}

/* All moves, those that seem best first; what is not TEMPTING is not told apart. */
static void list_traps(Exact *exact, const void *pos, const Move *moves, int count, int plies,
                       Trap traps[])
{
    const Game *game = exact->game;
    Score       best = -SCORE_INF;
    for (int i = 0; i < count; i++) {
        Trap  trap = {.move = moves[i]};
        Score alpha = best > -SCORE_INF ? best - TEMPTING - 1 : best;
        memcpy(exact->child, pos, game->pos_size);
        game->make(exact->child, moves[i], exact->undo);
        trap.seeming = glance(exact, game->side(pos), alpha, plies);
        best = trap.seeming > best ? trap.seeming : best;
        insert_trap(traps, i, trap);
    }
}

/* The enemy does not see what we see, nor what we remember. */
static int list_replies(Exact *exact, const void *pos, int plies, Trap traps[])
{
    SearchWork      *work = exact->work;
    const EvalSetup *eval = work->eval;
    Tt              *table = work->table;
    Move             replies[MAX_MOVES];
    int              count = exact->game->gen(pos, replies), kept = 0;
    work->eval = &exact->enemy_eval;
    work->table = exact->enemy_table;
    list_traps(exact, pos, replies, count, plies, traps);
    work->eval = eval;
    work->table = table;
    while (kept < count && traps[kept].seeming >= traps[0].seeming - TEMPTING)
        kept++;
    return kept;
}

/* The chance behind a move; -1 when stopped. */
static int chance_of(Exact *exact, const void *pos, Move move, int plies)
{
    const Game *game = exact->game;
    Trap        tempting[MAX_MOVES];
    int         sum = 0;
    memcpy(exact->after, pos, game->pos_size);
    game->make(exact->after, move, exact->undo);
    int count = list_replies(exact, exact->after, plies, tempting);
    for (int i = 0; i < count; i++) {
        Truth truth;
        if (must_end_traps(exact) || !solve_move(exact, exact->after, tempting[i].move, &truth))
            return -1;
        sum += truth.score > 0 ? 0 : SURE;
    }
    return count > 0 ? sum / count : 0;
}

/* All moves lose and none is known to lose later: the one with the best chance, against an enemy
 * who sees further and further as long as there is time. What was seen last counts most. */
static void set_trap(Exact *exact, const void *pos)
{
    SearchWork *work = exact->work;
    Trap        traps[MAX_MOVES];
    int         count = work->root_count;
    bool        is_cut = false;
    eval_setup(exact->game->info->evals, 0, &exact->enemy_eval);
    exact->enemy_table = tt_new(ENEMY_MEGABYTES); /* short of memory: without */
    list_traps(exact, pos, work->root, count, OWN_GLANCE, traps);
    for (int plies = FIRST_GLANCE; plies <= LAST_GLANCE && !is_cut; plies++)
        for (int i = 0; i < count; i++) {
            Trap trap = traps[i];
            int  chance = is_cut ? -1 : chance_of(exact, pos, trap.move, plies);
            is_cut = chance < 0;
            trap.chance = trap.chance / 2 + (is_cut ? trap.chance : chance);
            insert_trap(traps, i, trap);
        }
    work->root_best = traps[0].move;
    work->is_stopped = false; /* the answer is there, whatever the time */
    tt_delete(exact->enemy_table);
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

/* A position that takes so many times what there is for it is left to the other search at once. */
static bool has_no_chance(const Exact *exact, const void *pos)
{
    enum { TOO_MANY_TIMES = 16, NODES_A_MICROSECOND = 5 };
    const SearchWork *work = exact->work;
    const Solver     *solver = exact->game->solver;
    uint64_t          most = exact->most;
    if (most == 0 && work->deadline_us != 0)
        most = (uint64_t)(work->deadline_us - work->begun_us) / 2 * NODES_A_MICROSECOND;
    return solver->usual_nodes != NULL && most != 0 &&
           solver->usual_nodes(exact->solver, pos) / TOO_MANY_TIMES > most;
}

bool exact_search(const Game *game, const void *pos, SearchWork *work, ExactLook *look)
{
    const SearchContext *context = work->context;
    Watch                watching;
    Error                ignored;
    Exact                exact = {.game = game, .work = work, .look = look};
    bool                 ok = false;
    char                *room = malloc(2 * game->pos_size + game->undo_size);
    if (room == NULL)
        return false;
    exact.child = room;
    exact.after = room + game->pos_size;
    exact.undo = room + 2 * game->pos_size;
    watch_begin(&watching, work);
    exact.most = most_nodes(&context->limits);
    SolverSetup setup = {.threads = context->threads,
                         .nodes = exact.most,
                         .table_megabytes = context->solver_megabytes,
                         .stop = &watching.stop};
    exact.solver = game->solver->open(&setup, &ignored);
    if (exact.solver != NULL) {
        Truth best;
        ok = !has_no_chance(&exact, pos) && solve_root(&exact, pos, &best);
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
    free(room);
    return ok;
}
