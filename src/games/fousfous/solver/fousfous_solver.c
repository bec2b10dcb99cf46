/* Fous-Fous solved: endgame tables and an exact search, compiled plainly and for wide processors.
 */
#include "base/clock.h"
#include "base/errors.h"
#include "games/fousfous/fousfous.h"
#include "games/fousfous/proof/fousfous_flat.h"
#include "games/fousfous/solver/fousfous_build.inc.h"
#include "games/fousfous/solver/fousfous_search.inc.h"
#ifndef INSTANCE_LIGHT
#include "games/fousfous/proof/fousfous_top.inc.h"
#endif

#include <pthread.h>
#include <stdlib.h>

enum {
    MAX_THREADS = 64,
    USUAL_MEGABYTES = 256,
    LEAST_BITS = 16,
    FEW_PIECES = 5,
    SMALL_FROM = 15, /* pieces, on a board that is not 8x8: tables of a third of them are made */
    SMALL_MOST = 8,
    EASY_PIECES = 13,
    EASY_NODES = 20000
};

/* A journal keeps the positions with at least two thirds of the pieces at the root: 21 of 32. What
 * stands below is searched again sooner than it is read. */
enum { JOURNAL_PARTS = 21, JOURNAL_ALL = 32 };

typedef struct {
    FousfousTables     tables, small; /* of 8x8; of the board in `cells` */
    Memory             memory;
    uint64_t           cells; /* the board that the memory is about */
    int                threads;
    const atomic_bool *stop;
    uint64_t           most; /* nodes of a search; 0: no limit */
} FousfousSolver;

/* A thread's share of one position. */
typedef struct {
    FousfousSearch search;
    uint64_t       mine, theirs;
    bool           is_won;
    atomic_bool   *is_done;
    pthread_t      thread;
} SearchShare;

static void close_solver(void *solver)
{
    FousfousSolver *exact = solver;
    if (exact == NULL)
        return;
    fousfous_tables_close(&exact->tables);
    fousfous_tables_close(&exact->small);
    memory_free(&exact->memory);
    free(exact);
}

static void renew(void *solver, const SolverSetup *setup)
{
    FousfousSolver *exact = solver;
    exact->threads = setup->threads < 1             ? 1
                     : setup->threads > MAX_THREADS ? MAX_THREADS
                                                    : setup->threads;
    exact->stop = setup->stop;
    exact->most = setup->nodes;
}

static void *open_solver(const SolverSetup *setup, Error *err)
{
    FousfousSolver *exact = calloc(1, sizeof *exact);
    if (exact == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    renew(exact, setup);
    if (!fousfous_tables_open(&exact->tables, setup->tables, FOUSFOUS_MAX_TABLE, err)) {
        close_solver(exact);
        return NULL;
    }
    if (!memory_init(&exact->memory,
                     setup->table_megabytes > 0 ? setup->table_megabytes : USUAL_MEGABYTES)) {
        error_set(err, ERROR_MEMORY);
        close_solver(exact);
        return NULL;
    }
    return exact;
}

static void forget(void *solver)
{
    FousfousSolver *exact = solver;
    memory_forget(&exact->memory);
}

static void *run_share(void *user)
{
    SearchShare *share = user;
    share->is_won = search_wins(&share->search, share->mine, share->theirs);
    if (!share->search.is_stopped)
        atomic_store_explicit(share->is_done, true, memory_order_relaxed);
    return NULL;
}

/* The tables that serve a position; those of small boards are made first. NULL: none are worth it.
 */
static const FousfousTables *tables_for(FousfousSolver *exact, const fousfous_pos *p)
{
    int pieces = bits_count(p->mine | p->theirs), wanted = pieces / 3;
    if (p->rows == 8 && p->cols == 8)
        return &exact->tables;
    if (exact->small.cells != p->cells)
        fousfous_tables_close(&exact->small);
    if (pieces >= SMALL_FROM && exact->most == 0 && exact->small.largest < wanted) {
        TablesWork work = {.threads = exact->threads, .stop = exact->stop};
        Error      ignored; /* the search does without */
        build_small_tables(&exact->small, p->cells, wanted < SMALL_MOST ? wanted : SMALL_MOST,
                           &work, &ignored);
    }
    return exact->small.largest > 0 ? &exact->small : NULL;
}

/* The threads, and the limit on nodes of each (0: none). */
typedef struct {
    int      threads;
    uint64_t most;
} Effort;

static bool search_position(FousfousSolver *exact, const fousfous_pos *p,
                            const FousfousTables *tables, Effort effort, Truth *out, Error *err)
{
    SearchShare share[MAX_THREADS];
    AbdadaTable busy;
    atomic_bool is_done = false;
    bool        is_answered = false;
    int         count = 0;
    if (effort.threads > 1)
        abdada_clear(&busy);
    for (int i = 0; i < effort.threads; i++)
        share[i] =
            (SearchShare){.search = {.tables = tables,
                                     .has_tables = tables != NULL,
                                     .has_reflections = tables == &exact->tables,
                                     .largest = tables != NULL ? tables->largest : AS_IF_TABLES,
                                     .cells = p->cells,
                                     .memory = &exact->memory,
                                     .busy = effort.threads > 1 ? &busy : NULL,
                                     .stop = exact->stop,
                                     .most = effort.most,
                                     .is_done = &is_done},
                          .mine = p->mine,
                          .theirs = p->theirs,
                          .is_done = &is_done};
    while (count < effort.threads - 1 &&
           pthread_create(&share[count].thread, NULL, run_share, &share[count]) == 0)
        count++;
    run_share(&share[count]);
    out->nodes = 0;
    for (int i = count; i >= 0; i--) {
        if (i < count)
            pthread_join(share[i].thread, NULL);
        out->nodes += share[i].search.nodes;
        if (!share[i].search.is_stopped) {
            is_answered = true;
            out->score = share[i].is_won ? 1 : -1;
        }
    }
    return is_answered || error_set(err, ERROR_STOPPED);
}

/* Threads are started for what is not easy: that costs more than most positions take. */
static bool search_alone_first(FousfousSolver *exact, const fousfous_pos *p,
                               const FousfousTables *tables, Truth *out, Error *err)
{
    const Effort whole = {.threads = exact->threads, .most = exact->most};
    const Effort alone = {.threads = 1, .most = EASY_NODES};
    uint64_t     nodes = 0;
    if (exact->threads > 1 && (exact->most == 0 || exact->most > EASY_NODES)) {
        if (search_position(exact, p, tables, alone, out, err))
            return true;
        nodes = out->nodes;
    }
    bool ok = search_position(exact, p, tables, whole, out, err);
    out->nodes += nodes;
    return ok;
}

static bool solve(void *solver, const void *pos, Truth *out, Error *err)
{
    FousfousSolver     *exact = solver;
    const fousfous_pos *p = pos;
    Play                play = fousfous_play(p);
    int                 pieces = bits_count(p->mine | p->theirs);
    *out = (Truth){.plies = -1, .nodes = 1};
    if (play != PLAY_ON) {
        out->score = play == PLAY_WON ? 1 : -1;
        out->plies = 0;
        return true;
    }
    const FousfousTables *tables = tables_for(exact, p);
    if (tables != NULL && pieces <= tables->largest) {
        out->score = fousfous_tables_won(tables, pieces, p->mine, p->theirs) ? 1 : -1;
        return true;
    }
    if (exact->cells != p->cells)
        memory_forget(&exact->memory);
    exact->cells = p->cells;
    /* A small memory is quick to reach, and serves as well until the tree is much larger. */
    int largest = tables != NULL ? tables->largest : AS_IF_TABLES;
    int grown = pieces - largest - EASY_PIECES;
    memory_use(&exact->memory, LEAST_BITS + (grown > 0 ? grown : 0));
    return search_alone_first(exact, p, tables, out, err);
}

/* With tables of six pieces half of the random positions of 18 take fewer than 300,000 nodes, of 20
 * fewer than 2,600,000, of 22 fewer than 30,000,000. A piece more in the tables is worth one less
 * on the board. */
static uint64_t usual_nodes(const void *solver, const void *pos)
{
    enum { KNOWN_NODES = 300000, KNOWN_PIECES = 18, KNOWN_TABLES = 6, A_PIECE_MORE = 3 };
    const FousfousSolver *exact = solver;
    const fousfous_pos   *p = pos;
    uint64_t              nodes = KNOWN_NODES;
    int largest = p->rows == 8 && p->cols == 8 ? exact->tables.largest : AS_IF_TABLES;
    int more = bits_count(p->mine | p->theirs) - KNOWN_PIECES - (largest - KNOWN_TABLES);
    for (; more > 0; more--)
        nodes *= A_PIECE_MORE;
    for (; more < 0; more++)
        nodes /= A_PIECE_MORE;
    return nodes;
}

#ifndef INSTANCE_LIGHT
/* ---- proofs over many runs ---- */

/* A thread's part of such a proof. */
typedef struct {
    FousfousSearch    search;
    Top              *top;
    const ProofWork  *work;
    atomic_bool      *is_done;
    _Atomic uint64_t *run_nodes; /* of all threads */
    uint64_t          tallied, look_at;
    int64_t           begin_us, last_us, next_left_us;
    double            left;
    bool              is_first;
    pthread_t         thread;
} ProofShare;

static uint64_t tally(ProofShare *share)
{
    uint64_t nodes = share->search.nodes - share->tallied;
    uint64_t all = journal_tally(share->search.journal, nodes);
    atomic_fetch_add(share->run_nodes, nodes);
    share->tallied += nodes;
    return all;
}

/* Looking at what is left takes a hundredth of the time at most. */
static void tell_progress(ProofShare *share, uint64_t nodes, int64_t now)
{
    enum { LEFT_PART = 100 };
    if (now >= share->next_left_us) {
        pthread_mutex_lock(&share->top->lock);
        share->left = top_left(share->top);
        pthread_mutex_unlock(&share->top->lock);
        share->next_left_us = now + LEFT_PART * (clock_now_us() - now);
    }
    ProofState state = {.nodes = nodes,
                        .run_nodes = atomic_load(share->run_nodes),
                        .nodes_left = share->left,
                        .positions = journal_count(share->search.journal),
                        .seconds = (double)(now - share->begin_us) / 1e6};
    share->work->progress(&state, share->work->user);
}

/* Called by the search every few dozen nodes. */
static void look_at_proof(void *user)
{
    enum { EVERY_US = 1000000, EVERY_NODES = 1 << 16 };
    ProofShare *share = user;
    if (share->search.nodes < share->look_at)
        return;
    share->look_at = share->search.nodes + EVERY_NODES;
    int64_t now = clock_now_us();
    if (now - share->last_us < EVERY_US)
        return;
    share->last_us = now;
    uint64_t nodes = tally(share);
    if (share->is_first && share->work->progress != NULL)
        tell_progress(share, nodes, now);
}

static void *run_proof_share(void *user)
{
    ProofShare *share = user;
    if (top_work(share->top, &share->search))
        atomic_store_explicit(share->is_done, true, memory_order_relaxed);
    tally(share);
    return NULL;
}

static bool prove_by_threads(FousfousSolver *exact, const fousfous_pos *p, Journal *journal,
                             const ProofWork *work, Truth *out, Error *err)
{
    ProofShare            share[MAX_THREADS];
    Top                   top;
    atomic_bool           is_done = false;
    _Atomic uint64_t      run_nodes = 0;
    int                   count = 0;
    const FousfousTables *tables = tables_for(exact, p);
    FousfousSearch        search = {.tables = tables,
                                    .has_tables = tables != NULL,
                                    .has_reflections = tables == &exact->tables,
                                    .largest = tables != NULL ? tables->largest : AS_IF_TABLES,
                                    .cells = p->cells,
                                    .memory = &exact->memory,
                                    .journal = journal,
                                    .journal_from =
                                        bits_count(p->mine | p->theirs) * JOURNAL_PARTS / JOURNAL_ALL,
                                    .stop = work->stop,
                                    .is_done = &is_done};
    bool                  ok = top_init(&top, &search, p->mine, p->theirs);
    search.look = look_at_proof;
    for (int i = 0; i < exact->threads; i++) {
        share[i] = (ProofShare){.search = search,
                                .top = &top,
                                .work = work,
                                .is_done = &is_done,
                                .run_nodes = &run_nodes,
                                .begin_us = clock_now_us(),
                                .is_first = i == 0};
        share[i].search.user = &share[i];
    }
    while (ok && count < exact->threads - 1 &&
           pthread_create(&share[count + 1].thread, NULL, run_proof_share, &share[count + 1]) == 0)
        count++;
    if (ok)
        run_proof_share(&share[0]);
    for (int i = 1; i <= count; i++)
        pthread_join(share[i].thread, NULL);
    ok = ok && !top.has_failed;
    out->nodes = run_nodes;
    if (!ok)
        error_set(err, ERROR_MEMORY);
    else if (!top_is_decided(&top.nodes[0]))
        ok = error_set(err, ERROR_STOPPED);
    else
        out->score = top.nodes[0].win == 0 ? 1 : -1;
    top_free(&top);
    return ok;
}

static bool prove(const ProofWork *work, const void *pos, Truth *out, Error *err)
{
    const fousfous_pos *p = pos;
    Journal             journal;
    SolverSetup         setup = {
                .threads = work->threads, .table_megabytes = work->table_megabytes, .stop = work->stop};
    FousfousSolver *exact = open_solver(&setup, err);
    if (exact == NULL)
        return false;
    bool ok = journal_open(&journal, work->folder, p->rows, p->cols, err);
    if (ok) {
        memory_use(&exact->memory, exact->memory.most_bits);
        *out = (Truth){.plies = -1};
        ok = fousfous_play(p) == PLAY_ON ? prove_by_threads(exact, p, &journal, work, out, err)
                                         : error_set(err, ERROR_FOUSFOUS_OVER_THERE);
        /* Without it the next run would begin further back than this one said. */
        if (!journal_sync(&journal))
            ok = error_set(err, ERROR_FOUSFOUS_JOURNAL_WRITE, work->folder);
    }
    journal_close(&journal);
    close_solver(exact);
    return ok;
}

#endif /* INSTANCE_LIGHT */

const Solver fousfous_solver = {
    .measure = "won or lost",
    .open = open_solver,
    .close = close_solver,
    .forget = forget,
    .renew = renew,
    .alone_nodes = 200000,
    .solve = solve,
    .usual_nodes = usual_nodes,
#ifndef INSTANCE_LIGHT
    .prove = prove,
    .flat_magic = FLAT_MAGIC,
    .write_flat = flat_write,
    .check_flat = flat_check,
#endif
    .largest_tables = FOUSFOUS_MAX_TABLE,
    .build_tables = build_tables,
    .verify_tables = verify_tables,
};
