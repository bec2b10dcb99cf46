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
    MAX_ANALYSES = 32,          /* … or one each, when there are many */
    ANALYSIS_PAUSE_US = 100000, /* between two events */
    MARGIN_US = 2000000,
};

/* A request that is a task on the position shown, which must not be over. */
static bool begin_on_position(Request *request, const void *fields, const TaskKind *kind,
                              Error *err)
{
    const OpenGame *opened = request_running_game(request, ((const GameFields *)fields)->id, err);
    Task           *task = opened != NULL ? request_task(request, kind, opened, err) : NULL;
    return task != NULL && request_begin(request, task, err);
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

typedef struct {
    SearchContext found;
} HintJob;

/* The exact solver's word on the move: the quickest win, the longest resistance. A search sees no
 * difference between moves that all lose beyond its horizon. False: the solver does not know. */
static bool solve_hint(Task *task, SearchContext *hint)
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
    hint->best = best->move;
    hint->score = forced;
    hint->line_count = 0;
    return true;
}

static void find_hint(Task *task)
{
    const Game    *game = session_game(task->session);
    const void    *pos = session_position(task->session);
    SearchContext *hint = &((HintJob *)task->job)->found;
    Player         player = adviser(task->session, HINT_US);
    char           text[MOVE_TEXT_SIZE];
    Str            why = {0};
    Json           json = task_fields(task);
    bool           is_solved = solve_hint(task, hint);
    if (!is_solved && !task_choose(task, &player, hint))
        return;
    json_string(&json, "move", notation_format(game, pos, hint->best, text));
    write_squares(&json, game, pos, hint->best);
    write_score(&json, task->session, &player, hint->score, task->lang);
    write_why(task, hint, is_solved, &why);
    json_prose(&json, "why", str_get(&why), task->lang);
    str_free(&why);
}

static const Field hint_fields[] = {GAME_ID(GameFields)};

static bool run_hint(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {
        .size = sizeof(HintJob), .work = find_hint, .budget_us = SOLVER_US + HINT_US + MARGIN_US};
    return begin_on_position(request, fields, &kind, err);
}

REQUEST_ROW(hint, GameFields, "move from to score win why");

/* ---- analysis ----------------------------------------------------------------------------------
 */

/* One slice of an analysis. */
typedef struct {
    int           lines; /* wanted */
    int           table_megabytes;
    int64_t       time_us, before_us; /* of this slice, of those before it */
    int           depth;              /* that was told last */
    int64_t       told_us;
    SearchContext found;
} AnalysisJob;

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
    Task        *task = user;
    AnalysisJob *job = task->job;
    int64_t      now = clock_now_us();
    int          line = report->line > 0 ? report->line : 1; /* counted from 1 */
    job->found.found[line - 1] = *report->best;
    if (line > job->found.line_count)
        job->found.line_count = line;
    bool is_last = line >= job->lines;
    /* A new slice begins at depth 1 again. */
    if (!is_last || report->depth < job->depth || now - job->told_us < ANALYSIS_PAUSE_US)
        return;
    job->depth = report->depth;
    job->told_us = now;
    Str out = {0};
    write_analysis(task, job->found.found, job->found.line_count, report->depth,
                   report->counts->nodes, report->time_us, &out);
    job_tell(&task->pooled, &out);
}

static void analyse(Task *task)
{
    AnalysisJob  *job = task->job;
    SearchContext context;
    Player        player = adviser(task->session, job->time_us);
    player.table_megabytes = job->table_megabytes;
    MctsSettings mcts;
    Error        ignored;
    if (!player_prepare(task->session, &player, session_side(task->session), &mcts, &context,
                        &ignored))
        return;
    context.stop = &task->pooled.stop;
    context.lines = job->lines;
    context.report = report_analysis;
    context.user = task;
    if (!session_search(task->session, player.searcher, &context, &ignored) ||
        context.line_count == 0 || context.depth < job->depth)
        return;
    job->depth = context.depth;
    Str out = {0};
    write_analysis(task, context.found, context.line_count, context.depth, context.nodes,
                   context.time_us, &out);
    job->found.score = context.score;
    job->found.depth = context.depth;
    job_tell(&task->pooled, &out);
}

static Task *new_slice(Page *page, Error *err);
static bool  begin_slice(Page *page, Task *task, Error *err);

/* It goes on from where it was, with what its tables hold, behind those who wait. */
static bool continue_analysis(Page *page, Task *task)
{
    const AnalysisJob *job = task->job;
    Error              ignored;
    int                plies;
    if (job->before_us >= ANALYSIS_US || score_forced(job->found.score, &plies) != 0)
        return false;
    Task *next = new_slice(page, &ignored);
    if (next == NULL)
        return false;
    AnalysisJob *slice = next->job;
    next->id = task->id;
    next->change = task->change;
    next->session = task->session;
    task->session = NULL;
    slice->lines = job->lines;
    slice->depth = job->depth;
    slice->before_us = job->before_us + job->time_us;
    slice->time_us = job->time_us * 2 < LONGEST_SLICE_US ? job->time_us * 2 : LONGEST_SLICE_US;
    return begin_slice(page, next, &ignored);
}

static void end_slice(Task *task)
{
    const AnalysisJob *job = task->job;
    Page              *page = hub_find_page(task->hub, task->page);
    OpenGame          *opened = hub_find_game(task->hub, task->id);
    Player             analyst = player_analyst(session_game(task->session));
    if (opened != NULL && opened->change == task->change && job->found.depth > 0)
        page_game_note_share(opened->game, session_ply(task->session),
                             share_of(task->session, &analyst, job->found.score));
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

static Task *new_slice(Page *page, Error *err)
{
    static const TaskKind kind = {.size = sizeof(AnalysisJob),
                                  .work = analyse,
                                  .done = end_slice,
                                  .is_event = true,
                                  .is_patient = true};
    return task_new(page->hub, page, 0, &kind, err);
}

static bool begin_slice(Page *page, Task *task, Error *err)
{
    AnalysisJob *job = task->job;
    job->table_megabytes = table_of_each(count_analyses(page->hub));
    task->pooled.budget_us = job->time_us + MARGIN_US;
    if (!task_begin(task, &page->turn, err))
        return false;
    page->pending++;
    page->analysis = task;
    return true;
}

static bool begin_analysis(Page *page, const OpenGame *opened, Error *err)
{
    Task *task = new_slice(page, err);
    if (task == NULL)
        return false;
    if (!task_copy_game(task, opened, false, err)) {
        task_free(task);
        return false;
    }
    AnalysisJob *job = task->job;
    job->lines = page->lines;
    job->time_us = SLICE_US;
    return begin_slice(page, task, err);
}

void analysis_end(Page *page)
{
    if (page->analysis != NULL)
        pool_stop(page->hub->pool, &page->analysis->pooled);
    page->analysis = NULL;
    page->analysed = 0;
}

void analysis_refresh(Hub *hub, OpenGame *opened)
{
    Error ignored;
    for (Page *page = hub->pages; page != NULL; page = page->next) {
        if (page->analysed != opened->game->id)
            continue;
        analysis_end(page);
        page->analysed = opened->game->id;
        if (!session_result(opened->game->session).is_over)
            begin_analysis(page, opened, &ignored);
    }
}

typedef struct {
    int64_t id, lines;
    bool    on;
} AnalyseFields;

static const Field analyse_fields[] = {
    GAME_ID(AnalyseFields),
    MAY_BOOL(AnalyseFields, on, true),
    MAY_INT(AnalyseFields, lines, 1, 5, 1),
};

static bool run_analyse(Request *request, const void *fields, Error *err)
{
    const AnalyseFields *wanted = fields;
    const OpenGame      *opened = request_game(request, wanted->id, err);
    Page                *page = request->page;
    if (opened == NULL)
        return false;
    analysis_end(page);
    if (!wanted->on)
        return true;
    if (count_analyses(request->hub) >= MAX_ANALYSES)
        return error_set(err, ERROR_PAGE_ANALYSES);
    page->analysed = opened->game->id;
    page->lines = (int)wanted->lines;
    return session_result(opened->game->session).is_over || begin_analysis(page, opened, err);
}

REQUEST_ROW(analyse, AnalyseFields, "");

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
    else if (player_choose(session, &player, task->seed, &task->pooled.stop, &found, &ignored))
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

static const Field scores_fields[] = {GAME_ID(GameFields)};

static bool run_scores(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {.work = find_scores,
                                  .budget_us = SOLVER_US + SCORES_US + MARGIN_US};
    return begin_on_position(request, fields, &kind, err);
}

REQUEST_ROW(scores, GameFields, "moves");

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
    while (spent < PLAYOUTS_US && !atomic_load(&task->pooled.stop)) {
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

static const Field playouts_fields[] = {GAME_ID(GameFields)};

static bool run_playouts(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {.work = play_out, .budget_us = PLAYOUTS_US + MARGIN_US};
    return begin_on_position(request, fields, &kind, err);
}

REQUEST_ROW(playouts, GameFields, "games win length ms");

/* ---- why ---------------------------------------------------------------------------------------
 */

static const Field explain_fields[] = {GAME_ID(GameFields)};

static bool run_explain(Request *request, const void *fields, Error *err)
{
    const OpenGame *opened = request_running_game(request, ((const GameFields *)fields)->id, err);
    if (opened == NULL)
        return false;
    const Session   *session = opened->game->session;
    const Game      *game = session_game(session);
    const EvalTable *table = game->info->evals;
    EvalSetup        setup;
    int              values[MAX_CRITERIA];
    int32_t          parts[MAX_CRITERIA];
    char             text[SCORE_TEXT_SIZE];
    Json            *json = &request->answer;
    eval_setup(table, 0, &setup);
    game->criteria(session_position(session), &setup, values);
    int32_t score = eval_combine(&setup, values, table->criterion_count, parts);
    json_array(json, "terms");
    for (int i = 0; i < table->criterion_count; i++) {
        if (!eval_uses(&setup, i))
            continue;
        json_object(json, NULL);
        json_string(json, "name", table->criteria[i].name);
        json_prose(json, "text", text_in(&table->criteria[i].help, request->page->lang),
                   request->page->lang);
        json_int(json, "value", values[i]);
        json_double(json, "weight", (double)setup.weights[i] / 100, 2);
        json_double(json, "points", (double)parts[i] / 100, 2);
        json_end_object(json);
    }
    json_end_array(json);
    json_string(json, "score",
                set_decimals(score_format(score, request->page->lang, text), request->page->lang));
    json_double(json, "win", share_of(session, NULL, score), 3);
    return true;
}

REQUEST_ROW(explain, GameFields, "terms score win");
