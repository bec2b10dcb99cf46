/* Connect Four solved: which null windows to search, in which order, with how many threads.
 *
 * A question is "is the score at least beta?". Compiled twice, as an instance is. */
#include "base/errors.h"
#include "core/solver.h"
#include "games/connect4/solver/connect4_search.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    LEVELS = 3,
    NEAR_STEP = 3,
    NEAR_PLIES = 15, /* later, the outcome alone costs less */
    NEAR_NODES = 1000,
    MAX_THREADS = 64,
};

/* A position begins with a table that stays in the nearest cache, and moves to a larger one when it
 * turns out to be hard: most need no more than the first, and memory never touched costs nothing.
 * The last is the one whose size may be chosen. */
static const struct {
    size_t   bytes;
    uint64_t nodes;
} levels[LEVELS] = {
    {256 << 10, 30000},
    {4 << 20, 600000},
    {64 << 20, UINT64_MAX},
};

typedef struct {
    SolverSetup          setup;
    Connect4Book         book;
    Connect4Outcomes     outcomes;
    int                  outcome_plies;  /* of the question in hand; -1: it cannot use them */
    const Connect4Shape *shape;          /* of the last position; the tables are for it */
    Connect4Table        tables[LEVELS]; /* those without entries were not needed so far */
    int                  level;          /* of the table in use */
    uint64_t             nodes;
} Connect4Solver;

typedef struct {
    Connect4Worker worker;
    pthread_t      thread;
    uint64_t       mine, all, moves, threats, their_threats;
    int            ply, beta, value;
} Helper;

static void *help(void *argument)
{
    Helper *helper = argument;
    bool    is_usual = helper->worker.shape == &connect4_usual;
    helper->value = (is_usual ? search_usual : search_other)(
        &helper->worker, helper->mine, helper->all, helper->moves, helper->threats,
        helper->their_threats, helper->ply, helper->beta);
    if (helper->value != CONNECT4_STOPPED)
        atomic_store_explicit(helper->worker.is_done, true, memory_order_relaxed);
    return NULL;
}

/* Is a file with these numbers for the board in hand? */
static bool is_for_board(const Connect4Solver *solver, int rows, int cols)
{
    const Connect4Shape *shape = solver->shape;
    bool                 is_usual = shape->rows == CONNECT4_ROWS && shape->cols == CONNECT4_COLS;
    return rows == (is_usual ? 0 : shape->rows) && cols == (is_usual ? 0 : shape->cols);
}

/* -1 when there is no book for the board in hand. */
static int book_plies(const Connect4Solver *solver)
{
    const Connect4Book *book = &solver->book;
    return book->plies > 0 && is_for_board(solver, book->rows, book->cols) ? book->plies : -1;
}

/* -1 when the stored outcomes are not for positions that follow this one: they know no keys. */
static int outcome_plies(const Connect4Solver *solver, const connect4_pos *p)
{
    const Connect4Outcomes *outcomes = &solver->outcomes;
    bool                    is_for_it = p->ply <= outcomes->plies && outcomes->plies > 0 &&
                     is_for_board(solver, outcomes->rows, outcomes->cols) &&
                     connect4_is_reachable(solver->shape, p->mine, p->all);
    return is_for_it ? outcomes->plies : -1;
}

/* The same question to several threads, which share the table; the first answer counts. */
static int ask_together(Connect4Solver *solver, Connect4Table *table, const Helper *question,
                        uint64_t node_limit)
{
    Helper      helpers[MAX_THREADS];
    AbdadaTable busy;
    atomic_bool is_done = false;
    int         count = solver->level > 0 ? solver->setup.threads : 1;
    int         started = 1, value = CONNECT4_STOPPED;
    count = count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : count;
    if (count > 1)
        abdada_clear(&busy);
    for (int i = 0; i < count; i++) {
        int in_book = book_plies(solver), in_outcomes = solver->outcome_plies;
        helpers[i] = *question;
        helpers[i].worker =
            (Connect4Worker){.shape = solver->shape,
                             .table = table,
                             .book = &solver->book,
                             .outcomes = &solver->outcomes,
                             .book_plies = in_book,
                             .outcome_plies = in_outcomes,
                             .stored_plies = in_book > in_outcomes ? in_book : in_outcomes,
                             .stop = solver->setup.stop,
                             .busy = count > 1 ? &busy : NULL,
                             .is_done = &is_done,
                             .node_limit = node_limit};
        place_cells(solver->shape, helpers[i].worker.place);
    }
    while (started < count &&
           pthread_create(&helpers[started].thread, NULL, help, &helpers[started]) == 0)
        started++;
    help(&helpers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(helpers[i].thread, NULL);
    for (int i = 0; i < started; i++) {
        solver->nodes += helpers[i].worker.nodes;
        if (helpers[i].value != CONNECT4_STOPPED)
            value = helpers[i].value;
    }
    return value;
}

static bool is_called_off(const Connect4Solver *solver)
{
    const SolverSetup *setup = &solver->setup;
    return (setup->nodes != 0 && solver->nodes >= setup->nodes) ||
           (setup->stop != NULL && atomic_load_explicit(setup->stop, memory_order_relaxed));
}

/* The next larger table, with what is known so far. */
static bool grow(Connect4Solver *solver)
{
    Connect4Table *from = &solver->tables[solver->level], *to = from + 1;
    size_t         megabytes = solver->setup.table_megabytes;
    bool           is_last = solver->level + 1 == LEVELS - 1;
    size_t bytes = is_last && megabytes > 0 ? megabytes << 20 : levels[solver->level + 1].bytes;
    if (to->entries == NULL && !connect4_table_init(to, solver->shape, bytes))
        return false;
    connect4_table_take(to, from);
    solver->level++;
    return true;
}

/* CONNECT4_STOPPED when called off. */
static int ask(Connect4Solver *solver, Helper *question, int beta)
{
    question->beta = beta;
    for (;;) {
        uint64_t limit = levels[solver->level].nodes, most = solver->setup.nodes;
        limit = most != 0 && most < limit ? most : limit;
        limit = limit > solver->nodes ? limit - solver->nodes : 1;
        int value = ask_together(solver, &solver->tables[solver->level], question, limit);
        if (value != CONNECT4_STOPPED || is_called_off(solver) || !grow(solver))
            return value;
    }
}

/* Raises *lower to, or lowers *upper below beta, whichever is true. False: called off. */
static bool settle(Connect4Solver *solver, Helper *question, int beta, int *lower, int *upper)
{
    int value = ask(solver, question, beta);
    if (value == CONNECT4_STOPPED)
        return false;
    if (value >= beta)
        *lower = value > *lower ? value : *lower;
    else
        *upper = value < *upper ? value : *upper;
    return true;
}

/* Many positions are won or lost soon: that is asked first, further and further, since a question
 * about a high score is a search of few plies. Ends when it has cost enough. */
static bool look_near(Connect4Solver *solver, Helper *question, int *lower, int *upper)
{
    bool is_outcome_quick = question->ply >= NEAR_PLIES || solver->outcome_plies >= 0;
    if (solver->setup.is_weak && is_outcome_quick)
        return true;
    for (int high = *upper, low = *lower; solver->nodes < NEAR_NODES;) {
        high -= NEAR_STEP;
        low += NEAR_STEP;
        if (high < 1 || low > -1)
            break;
        if (*upper > high && !settle(solver, question, high + 1, lower, upper))
            return false;
        if (*lower > high)
            break;
        if (*lower < low && !settle(solver, question, low, lower, upper))
            return false;
        if (*upper < low)
            break;
    }
    return true;
}

/* The question for lower..upper is whether the score is greater than this: the outcome first, then
 * nearer to the draw, since scores are. */
static int middle_of(int lower, int upper)
{
    if (lower < 0 && upper >= 0)
        return upper > 0 ? 0 : -1;
    int quarter = (upper - lower) / 4;
    return lower >= 0 ? lower + quarter : upper - 1 - quarter;
}

static bool is_answered(const SolverSetup *setup, int lower, int upper)
{
    if (lower == upper || !setup->is_weak)
        return lower == upper;
    bool tells_win = lower > 0 || upper <= 0, tells_loss = upper < 0 || lower >= 0;
    return setup->asked == OUTCOME_WON_OR_NOT    ? tells_win
           : setup->asked == OUTCOME_LOST_OR_NOT ? tells_loss
                                                 : lower > 0 || upper < 0;
}

/* Narrows *lower..*upper to one score, or in weak mode to what was asked. False: called off. */
static bool narrow(Connect4Solver *solver, Helper *question, int *lower, int *upper)
{
    const SolverSetup *setup = &solver->setup;
    while (!is_answered(setup, *lower, *upper)) {
        int middle = setup->is_weak && setup->asked == OUTCOME_LOST_OR_NOT ? -1
                     : setup->is_weak && setup->asked == OUTCOME_WON_OR_NOT
                         ? 0
                         : middle_of(*lower, *upper);
        if (!settle(solver, question, middle + 1, lower, upper))
            return false;
    }
    return true;
}

/* The score, or one with the sign that is known; 0 where that is open. */
static int score_between(int lower, int upper) { return lower > 0 ? lower : upper < 0 ? upper : 0; }

/* A solver remembers positions of one board size at a time. */
static bool choose_shape(Connect4Solver *solver, const Connect4Shape *shape, Error *err)
{
    if (solver->shape == shape)
        return true;
    for (int i = 0; i < LEVELS; i++)
        connect4_table_free(&solver->tables[i]);
    solver->level = 0;
    solver->shape = NULL;
    if (!connect4_table_init(&solver->tables[0], shape, levels[0].bytes))
        return error_set(err, ERROR_MEMORY);
    solver->shape = shape;
    return true;
}

/* The outcome alone, which a file answers quickly: what is asked later knows it. False: called off.
 */
static bool settle_outcome(Connect4Solver *solver, Helper *question, int *lower, int *upper)
{
    if (solver->setup.is_weak) /* all that is asked */
        return true;
    if (*upper > 0 && !settle(solver, question, 1, lower, upper))
        return false;
    return *lower >= 0 || *upper < 0 || settle(solver, question, 0, lower, upper);
}

/* The score of a position that is not over; false: called off. */
static bool score_of(Connect4Solver *solver, const connect4_pos *p, int *score)
{
    const Connect4Shape *shape = solver->shape;
    uint64_t             theirs = p->all ^ p->mine;
    Helper               question = {.mine = p->mine, .all = p->all, .ply = p->ply};
    if (connect4_winning_move(p) != MOVE_NONE) {
        *score = connect4_win_at(shape, p->ply);
        return true;
    }
    question.threats = connect4_threats_in(shape, p->mine, p->all);
    question.their_threats = connect4_threats_in(shape, theirs, p->all);
    question.moves = connect4_safe(shape, p->all, question.their_threats);
    if (question.moves == 0) {
        *score = -connect4_win_at(shape, p->ply + 1);
        return true;
    }
    int lower = -connect4_win_at(shape, p->ply + 3), upper = connect4_win_at(shape, p->ply + 2);
    if (p->ply >= shape->area - 2)
        lower = upper = 0;
    solver->outcome_plies = outcome_plies(solver, p);
    if (solver->outcome_plies >= 0 && !settle_outcome(solver, &question, &lower, &upper))
        return false;
    if (!look_near(solver, &question, &lower, &upper) || !narrow(solver, &question, &lower, &upper))
        return false;
    *score = score_between(lower, upper);
    return true;
}

/* Plies to the end when a game after `ply` stones is worth `score` to the player to move. */
static int plies_to_end(const Connect4Shape *shape, int ply, int score)
{
    if (score == 0)
        return shape->area - ply;
    /* The first stone of the winner with a win_at as small as that. */
    int last = score > 0 ? ply : ply + 1, worth = score > 0 ? score : -score;
    while (connect4_win_at(shape, last) > worth)
        last += 2;
    return last + 1 - ply;
}

/* The column that settled the position the last time, if the table still has it. */
static Move hint_of(const Connect4Solver *solver, const connect4_pos *p)
{
    Connect4Known known;
    uint64_t      key = connect4_solver_key(solver->shape, p->mine, p->all, p->ply);
    bool          is_wide = connect4_needs_wide(solver->shape);
    if (!connect4_table_probe(&solver->tables[solver->level], is_wide, key, &known) ||
        known.column < 0)
        return MOVE_NONE;
    return (Move)known.column;
}

static bool solve(void *opaque, const void *pos, Truth *out, Error *err)
{
    Connect4Solver     *solver = opaque;
    const connect4_pos *p = pos;
    Play                play = connect4_play(p);
    int                 score = 0;
    *out = (Truth){.nodes = 1};
    if (!choose_shape(solver, connect4_shape(p), err))
        return false;
    solver->nodes = 1;
    bool is_known = true;
    if (play == PLAY_LOST)
        score = -connect4_win_at(solver->shape, p->ply - 1);
    else if (play == PLAY_ON)
        is_known = score_of(solver, p, &score);
    out->nodes = solver->nodes;
    if (!is_known)
        return error_set(err, ERROR_STOPPED);
    out->score = solver->setup.is_weak ? (score > 0) - (score < 0) : score;
    if (play == PLAY_ON) {
        out->most_plies = plies_to_end(solver->shape, p->ply, out->score);
        out->plies = solver->setup.is_weak ? -1 : out->most_plies;
        out->hint = hint_of(solver, p);
    }
    return true;
}

static void forget(void *opaque)
{
    Connect4Solver *solver = opaque;
    for (int i = 0; solver->shape != NULL && i <= solver->level; i++)
        connect4_table_forget(&solver->tables[i]);
    solver->level = 0;
}

static void renew(void *opaque, const SolverSetup *setup)
{
    Connect4Solver *solver = opaque;
    solver->setup.is_weak = setup->is_weak;
    solver->setup.asked = setup->asked;
    solver->setup.threads = setup->threads;
    solver->setup.nodes = setup->nodes;
    solver->setup.stop = setup->stop;
}

static void close_solver(void *opaque)
{
    Connect4Solver *solver = opaque;
    if (solver == NULL)
        return;
    for (int i = 0; i < LEVELS; i++)
        connect4_table_free(&solver->tables[i]);
    connect4_book_close(&solver->book);
    connect4_outcomes_close(&solver->outcomes);
    free(solver);
}

static void *open_solver(const SolverSetup *setup, Error *err)
{
    Connect4Solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL || !choose_shape(solver, &connect4_usual, err)) {
        free(solver);
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    solver->setup = *setup;
    if (!setup->no_book && (!connect4_book_open(&solver->book, setup->tables, err) ||
                            !connect4_outcomes_open(&solver->outcomes, setup->tables, err))) {
        close_solver(solver);
        return NULL;
    }
    return solver;
}

const Solver connect4_solver = {
    .measure = "stones the winner has left, counting the one that wins",
    .open = open_solver,
    .close = close_solver,
    .forget = forget,
    .renew = renew,
    .is_graded = true,
    .alone_nodes = 8000000,
    .solve = solve,
    .build_book = connect4_build_book,
};
