/* Requests about the position shown: a hint, its analysis, what each move is worth, and why. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/prose.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "core/score.h"
#include "core/solver.h"
#include "page/hub_state.h"
#include "search/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

enum {
    ADVICE_TABLE = 8,    /* megabytes */
    HINT_US = 1500000,   /* of thinking */
    SOLVER_US = 3000000, /* that this may take */
    SCORES_US = 1500000, /* of searching, all moves together */
    PLAYOUTS_US = 1000000,
    ANALYSIS_US = 120000000,    /* then it has said what it can */
    SLICE_US = 1000000,         /* at first; each slice is twice as long as the one before … */
    LONGEST_SLICE_US = 8000000, /* … up to this */
    ANALYSES_TABLES = 16,       /* megabytes of all analyses together … */
    MOST_ANALYSES = 32,         /* … or one each, when there are many */
    ANALYSIS_PAUSE_US = 100000, /* between two events */
    MARGIN_US = 2000000,
};

/* A task on the position shown, which must not be over. */
static Task *ask_task(Ask *ask, int64_t budget_us, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL)
        return NULL;
    if (session_result(place->table->session).is_over) {
        error_set(err, ERROR_GAME_OVER);
        return NULL;
    }
    return task_new(ask->hub, ask->page, ask->number, place, budget_us, err);
}

static Player adviser(const Session *session, int64_t time_us)
{
    Player player = player_analyst(session_game(session));
    player.limits.time_us = time_us;
    player.table_megabytes = ADVICE_TABLE;
    return player;
}

/* ---- the solver --------------------------------------------------------------------------------
 */

/* Asks the exact solver for every move, with a short limit. Returns how many, or -1. */
static int solve_moves(Task *task, MoveTruth truths[MAX_MOVES])
{
    OpenSolver solver = task_open_solver(task);
    int        count = task_solve_moves(task, &solver, truths);
    solver_close(&solver);
    return count;
}

/* "win in 7", "loss", "draw" */
static void write_truth(const MoveTruth *truth, Lang lang, Str *out)
{
    static const Text words[] = {TEXT("loss", "perte"), TEXT("draw", "nulle"), TEXT("win", "gain")};
    static const Text in = TEXT(" in %d", " en %d");
    int               sign = (truth->score > 0) - (truth->score < 0);
    str_text(out, text_in(&words[sign + 1], lang));
    if (sign != 0 && truth->plies >= 0)
        str_printf(out, text_in(&in, lang), truth->plies + 1);
}

/* ---- hint --------------------------------------------------------------------------------------
 */

/* The criterion of the evaluation that the move changes most, for the player who makes it; -1:
 * none. */
static int main_change(const Session *session, Move move, int32_t *by)
{
    const Game      *game = session_game(session);
    const EvalTable *table = game->info->evals;
    EvalSetup        setup;
    int              values[MAX_CRITERIA], best = -1;
    int32_t          before[MAX_CRITERIA] = {0}, after[MAX_CRITERIA] = {0};
    PositionCopy     copy;
    if (position_copy_init(&copy, game, session_position(session), NULL)) {
        void *pos = copy.pos;
        eval_setup(table, 0, &setup);
        int side = game->side(pos);
        game->criteria(pos, &setup, values);
        eval_combine(&setup, values, table->criterion_count, before);
        position_copy_make(&copy, move);
        if (game->play(pos) == PLAY_ON) {
            game->criteria(pos, &setup, values);
            eval_combine(&setup, values, table->criterion_count, after);
            for (int i = 0; i < table->criterion_count; i++) {
                int32_t change = (game->side(pos) == side ? after[i] : -after[i]) - before[i];
                if (change > 0 && (best < 0 || change > *by)) {
                    best = i;
                    *by = change;
                }
            }
        }
    }
    position_copy_free(&copy);
    return best;
}

static void write_why(const Task *task, const SearchContext *found, bool is_solved, Str *out)
{
    static const Text drawn =
        TEXT("With the best play of both it is a draw", "Si les deux jouent au mieux, c'est nul");
    static const Text wins =
        TEXT("It wins by force, in %d plies", "Il gagne de force, en %d demi-coups");
    static const Text loses = TEXT("All moves lose; this one holds out longest, %d plies",
                                   "Tout perd ; celui-ci tient le plus longtemps, %d demi-coups");
    static const Text worth =
        TEXT("Worth %s points for the one to move", "Vaut %s points pour qui a le trait");
    static const Text gains = TEXT("; it gains most in: %s", " ; il gagne surtout en : %s");
    static const Text then = TEXT(". Expected: ", ". Suite attendue : ");
    const EvalTable  *table = session_game(task->session)->info->evals;
    char              text[SCORE_TEXT_SIZE];
    int               plies, forced = score_forced(found->score, &plies);
    int32_t           by = 0;
    int               criterion = -1;
    if (forced == 0 && !is_solved)
        criterion = main_change(task->session, found->best, &by);
    if (forced != 0)
        str_printf(out, text_in(forced > 0 ? &wins : &loses, task->lang), plies);
    else if (is_solved)
        str_text(out, text_in(&drawn, task->lang));
    else
        str_printf(out, text_in(&worth, task->lang),
                   set_decimals(score_format(found->score, task->lang, text), task->lang));
    if (criterion >= 0)
        str_printf(out, text_in(&gains, task->lang),
                   text_in(&table->criteria[criterion].help, task->lang));
    if (found->line_count > 0 && found->found[0].length > 1) {
        enum { SHOWN = 6 };
        int length = found->found[0].length < SHOWN ? found->found[0].length : SHOWN;
        str_text(out, text_in(&then, task->lang));
        notation_format_line(session_game(task->session), session_position(task->session),
                             found->found[0].moves, length, out);
    }
    str_char(out, '.');
}

/* The exact solver's word on the move: the quickest win, the longest resistance. A search sees no
 * difference between moves that all lose beyond its horizon. False: the solver does not know. */
static bool solve_hint(Task *task)
{
    MoveTruth        truths[MAX_MOVES];
    int              count = solve_moves(task, truths);
    const MoveTruth *best = NULL;
    for (int i = 0; i < count; i++)
        if (best == NULL || truths[i].score > best->score)
            best = &truths[i];
    if (best == NULL || (best->score != 0 && best->plies < 0))
        return false;
    int   plies = best->plies + 1;
    Score forced = best->score > 0 ? SCORE_MATE - plies : best->score < 0 ? plies - SCORE_MATE : 0;
    task->found.best = best->move;
    task->found.score = forced;
    task->found.line_count = 0;
    return true;
}

static void find_hint(Task *task)
{
    const Game *game = session_game(task->session);
    Player      player = adviser(task->session, HINT_US);
    char        text[MOVE_TEXT_SIZE];
    Str         why = {0};
    Json        json = task_fields(task);
    bool        is_solved = solve_hint(task);
    if (!is_solved && !player_choose(task->session, &player, task->seed, &task->job.stop,
                                     &task->found, &task->err)) {
        task->has_failed = true;
        return;
    }
    json_string(&json, "move",
                notation_format(game, session_position(task->session), task->found.best, text));
    write_squares(&json, game, session_position(task->session), task->found.best);
    write_score(&json, task->session, &player, task->found.score, task->lang);
    write_why(task, &task->found, is_solved, &why);
    json_prose(&json, "why", str_get(&why), task->lang);
    str_free(&why);
}

bool do_hint(Ask *ask, Error *err)
{
    Task *task = ask_task(ask, SOLVER_US + HINT_US + MARGIN_US, err);
    if (task == NULL)
        return false;
    task->work = find_hint;
    return ask_begin(ask, task, err);
}

/* ---- analysis ----------------------------------------------------------------------------------
 */

typedef struct {
    Task   *task;
    int64_t told_us;
} Analyst;

static void write_analysis(const Task *task, const SearchLine lines[], int count, int depth,
                           uint64_t nodes, int64_t time_us, Str *out)
{
    Json        json = json_to(out);
    const char *proven = NULL;
    int         plies, forced = score_forced(lines[0].score, &plies);
    Player      analyst = player_analyst(session_game(task->session));
    if (forced != 0)
        proven = forced > 0 ? "win" : "loss";
    json_object(&json, NULL);
    json_string(&json, "event", "analysis");
    json_int(&json, "id", task->id);
    json_int(&json, "ply", session_ply(task->session));
    json_int(&json, "depth", depth);
    json_int(&json, "nodes", (int64_t)nodes);
    json_int(&json, "ms", time_us / 1000);
    write_score(&json, task->session, &analyst, lines[0].score, task->lang);
    if (proven != NULL)
        json_string(&json, "proven", proven);
    else
        json_null(&json, "proven");
    json_array(&json, "lines");
    for (int i = 0; i < count; i++) {
        json_object(&json, NULL);
        write_line(&json, "moves", task->session, lines[i].moves, lines[i].length);
        write_score(&json, task->session, &analyst, lines[i].score, task->lang);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
}

/* After each depth; the search's own thread calls this. */
static void report_analysis(const SearchReport *report, void *user)
{
    Analyst *analyst = user;
    Task    *task = analyst->task;
    int64_t  now = clock_now_us();
    int      line = report->line > 0 ? report->line : 1; /* counted from 1 */
    task->found.found[line - 1] = *report->best;
    if (line > task->found.line_count)
        task->found.line_count = line;
    bool is_last = line >= task->lines;
    /* A new slice begins at depth 1 again. */
    if (!is_last || report->depth < task->depth || now - analyst->told_us < ANALYSIS_PAUSE_US)
        return;
    task->depth = report->depth;
    analyst->told_us = now;
    Str out = {0};
    write_analysis(task, task->found.found, task->found.line_count, report->depth,
                   report->counts->nodes, report->time_us, &out);
    job_tell(&task->job, &out);
}

static void analyse(Task *task)
{
    SearchContext context;
    Analyst       analyst = {.task = task};
    Player        player = adviser(task->session, task->limits.time_us);
    player.table_megabytes = task->most;
    MctsSettings mcts;
    Error        ignored;
    if (!player_prepare(task->session, &player, session_side(task->session), &mcts, &context,
                        &ignored))
        return;
    context.stop = &task->job.stop;
    context.lines = task->lines;
    context.report = report_analysis;
    context.user = &analyst;
    if (!session_search(task->session, player.searcher, &context, &ignored) ||
        context.line_count == 0 || context.depth < task->depth)
        return;
    task->depth = context.depth;
    Str out = {0};
    write_analysis(task, context.found, context.line_count, context.depth, context.nodes,
                   context.time_us, &out);
    task->found.score = context.score;
    task->found.depth = context.depth;
    job_tell(&task->job, &out);
}

static bool begin_slice(Page *page, Task *task, Error *err);

/* It goes on from where it was, with what its tables hold, behind those who wait. */
static bool continue_analysis(Page *page, Task *task)
{
    Error ignored;
    int   plies;
    if (task->which >= ANALYSIS_US || score_forced(task->found.score, &plies) != 0)
        return false;
    Task *next = task_new(page->hub, page, 0, NULL, 0, &ignored);
    if (next == NULL)
        return false;
    next->id = task->id;
    next->change = task->change;
    next->session = task->session;
    task->session = NULL;
    next->lines = task->lines;
    next->depth = task->depth;
    next->which = task->which + task->limits.time_us;
    next->limits.time_us = task->limits.time_us * 2;
    if (next->limits.time_us > LONGEST_SLICE_US)
        next->limits.time_us = LONGEST_SLICE_US;
    return begin_slice(page, next, &ignored);
}

static void end_slice(Task *task)
{
    Page  *page = hub_find_page(task->hub, task->page);
    Place *place = hub_find_place(task->hub, task->id);
    Player analyst = player_analyst(session_game(task->session));
    if (place != NULL && place->change == task->change && task->found.depth > 0)
        table_note_share(place->table, session_ply(task->session),
                         share_of(task->session, &analyst, task->found.score));
    if (page == NULL || page->analysis != task)
        return;
    page->analysis = NULL;
    continue_analysis(page, task);
}

static int count_analyses(const Hub *hub)
{
    int count = 0;
    for (const Page *page = hub->pages; page != NULL; page = page->next)
        count += page->analysed != 0;
    return count;
}

/* What each of so many may have; a table keeps its size as long as this does not change. */
static int table_of_each(int count)
{
    int size = ADVICE_TABLE;
    while (size > 1 && size * count > ANALYSES_TABLES)
        size /= 2;
    return size;
}

static bool begin_slice(Page *page, Task *task, Error *err)
{
    task->is_event = true;
    task->most = table_of_each(count_analyses(page->hub));
    task->job.is_patient = true;
    task->job.budget_us = task->limits.time_us + MARGIN_US;
    task->work = analyse;
    task->done = end_slice;
    if (!task_begin(task, &page->turn, err))
        return false;
    page->pending++;
    page->analysis = task;
    return true;
}

static bool begin_analysis(Page *page, const Place *place, Error *err)
{
    Task *task = task_new(page->hub, page, 0, place, 0, err);
    if (task == NULL)
        return false;
    task->lines = page->lines;
    task->limits.time_us = SLICE_US;
    return begin_slice(page, task, err);
}

void analysis_end(Page *page)
{
    if (page->analysis != NULL)
        atomic_store(&page->analysis->job.stop, true);
    page->analysis = NULL;
    page->analysed = 0;
}

void analysis_refresh(Hub *hub, Place *place)
{
    Error ignored;
    for (Page *page = hub->pages; page != NULL; page = page->next) {
        if (page->analysed != place->table->id)
            continue;
        analysis_end(page);
        page->analysed = place->table->id;
        if (!session_result(place->table->session).is_over)
            begin_analysis(page, place, &ignored);
    }
}

bool do_analyse(Ask *ask, Error *err)
{
    Place  *place = ask_place(ask, err);
    Page   *page = ask->page;
    bool    is_on = true;
    int64_t lines = 1;
    if (place == NULL || !message_may_bool(&ask->message, "on", &is_on, err) ||
        !message_may_int(&ask->message, "lines", 1, 5, &lines, err))
        return false;
    analysis_end(page);
    if (!is_on)
        return true;
    if (count_analyses(ask->hub) >= MOST_ANALYSES)
        return error_set(err, ERROR_PAGE_ANALYSES);
    page->analysed = place->table->id;
    page->lines = (int)lines;
    return session_result(place->table->session).is_over || begin_analysis(page, place, err);
}

/* ---- every move --------------------------------------------------------------------------------
 */

static void write_move_score(Json *json, const Session *session, Move move, double points,
                             const char *text, bool is_exact)
{
    const Game *game = session_game(session);
    char        name[MOVE_TEXT_SIZE];
    json_object(json, NULL);
    json_string(json, "move", notation_format(game, session_position(session), move, name));
    write_squares(json, game, session_position(session), move);
    json_double(json, "score", points, 2);
    json_string(json, "text", text);
    json_bool(json, "is_exact", is_exact);
    json_end_object(json);
}

static void write_truths(Task *task, const MoveTruth truths[], int count)
{
    Json json = task_fields(task);
    json_array(&json, "moves");
    for (int i = 0; i < count; i++) {
        Str text = {0};
        write_truth(&truths[i], task->lang, &text);
        write_move_score(&json, task->session, truths[i].move, truths[i].score, str_get(&text),
                         true);
        str_free(&text);
    }
    json_end_array(&json);
}

/* What a short search says of the position after the move, for the player who makes it. */
static Score search_move(Task *task, Session *session, Move move, int64_t time_us)
{
    Player        player = adviser(task->session, time_us);
    SearchContext found;
    Error         ignored;
    int           side = session_side(session);
    Score         score = 0;
    if (!session_play(session, move, &ignored))
        return 0;
    Result result = session_result(session);
    player.table_megabytes = 2;
    if (result.is_over)
        score = result.winner == PLAYER_NONE ? 0
                : result.winner == side      ? SCORE_MATE - 1
                                             : 1 - SCORE_MATE;
    else if (player_choose(session, &player, task->seed, &task->job.stop, &found, &ignored))
        score = session_side(session) == side ? found.score : -found.score;
    session_undo(session);
    return score;
}

static void search_scores(Task *task)
{
    const Game *game = session_game(task->session);
    Move        moves[MAX_MOVES];
    int         count = game->gen(session_position(task->session), moves);
    Json        json = task_fields(task);
    json_array(&json, "moves");
    for (int i = 0; i < count; i++) {
        char  text[SCORE_TEXT_SIZE];
        Score score = search_move(task, task->session, moves[i], SCORES_US / count);
        int   plies, forced = score_forced(score, &plies);
        /* One ply more than from the position behind the move. */
        Score here = forced > 0 ? score - 1 : forced < 0 ? score + 1 : score;
        write_move_score(&json, task->session, moves[i], (double)here / 100,
                         set_decimals(score_format(here, task->lang, text), task->lang),
                         forced != 0);
    }
    json_end_array(&json);
}

static void find_scores(Task *task)
{
    MoveTruth truths[MAX_MOVES];
    int       count = solve_moves(task, truths);
    if (count >= 0) {
        write_truths(task, truths, count);
    } else {
        search_scores(task);
    }
}

bool do_scores(Ask *ask, Error *err)
{
    Task *task = ask_task(ask, SOLVER_US + SCORES_US + MARGIN_US, err);
    if (task == NULL)
        return false;
    task->work = find_scores;
    return ask_begin(ask, task, err);
}

/* ---- random games ------------------------------------------------------------------------------
 */

static void play_out(Task *task)
{
    const Game  *game = session_game(task->session);
    PlayoutStats stats = {0};
    uint64_t     rng = task->seed, batch = 1;
    int64_t      begin = clock_now_us(), spent = 0;
    int          side = session_side(task->session);
    Json         json = task_fields(task);
    while (spent < PLAYOUTS_US && !atomic_load(&task->job.stop)) {
        int64_t before = spent;
        game->playouts(session_position(task->session), batch, &rng, &stats);
        spent = clock_now_us() - begin;
        if (spent - before < 1000 && batch < 100000)
            batch *= 2;
    }
    double games = stats.games > 0 ? (double)stats.games : 1;
    json_int(&json, "games", (int64_t)stats.games);
    json_double(&json, "win", ((double)stats.wins[side] + 0.5 * (double)stats.draws) / games, 4);
    json_double(&json, "length", (double)stats.plies / games, 1);
    json_int(&json, "ms", spent / 1000);
}

bool do_playouts(Ask *ask, Error *err)
{
    Task *task = ask_task(ask, PLAYOUTS_US + MARGIN_US, err);
    if (task == NULL)
        return false;
    task->work = play_out;
    return ask_begin(ask, task, err);
}

/* ---- why ---------------------------------------------------------------------------------------
 */

bool do_explain(Ask *ask, Error *err)
{
    Place *place = ask_place(ask, err);
    if (place == NULL)
        return false;
    Session *session = place->table->session;
    if (session_result(session).is_over)
        return error_set(err, ERROR_GAME_OVER);
    const Game      *game = session_game(session);
    const EvalTable *table = game->info->evals;
    EvalSetup        setup;
    int              values[MAX_CRITERIA];
    int32_t          parts[MAX_CRITERIA];
    char             text[SCORE_TEXT_SIZE];
    Json            *json = &ask->answer;
    eval_setup(table, 0, &setup);
    game->criteria(session_position(session), &setup, values);
    int32_t score = eval_combine(&setup, values, table->criterion_count, parts);
    json_array(json, "terms");
    for (int i = 0; i < table->criterion_count; i++) {
        if (!eval_uses(&setup, i))
            continue;
        json_object(json, NULL);
        json_string(json, "name", table->criteria[i].name);
        json_prose(json, "text", text_in(&table->criteria[i].help, ask->page->lang),
                   ask->page->lang);
        json_int(json, "value", values[i]);
        json_double(json, "weight", (double)setup.weights[i] / 100, 2);
        json_double(json, "points", (double)parts[i] / 100, 2);
        json_end_object(json);
    }
    json_end_array(json);
    json_string(json, "score",
                set_decimals(score_format(score, ask->page->lang, text), ask->page->lang));
    json_double(json, "win", share_of(session, NULL, score), 3);
    return true;
}
