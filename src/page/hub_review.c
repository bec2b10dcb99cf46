/* A whole game looked at again, move by move: what was best, and what each move cost. */
#include "base/clock.h"
#include "core/notation.h"
#include "core/score.h"
#include "page/hub_state.h"

#include <stdlib.h>

enum { PLY_US = 200000, REVIEW_US = 30000000, MARGIN_US = 10000000, PAUSE_US = 200000 };

/* What a position was found to be worth. */
typedef struct {
    double share; /* of the first player */
    Move   best;  /* MOVE_NONE where the game is over */
} Judged;

/* By the exact solver: won, drawn or lost, and a move that keeps it so; the one played, where it
 * does. */
static bool judge_exactly(Task *task, OpenSolver *solver, Move played, Judged *out)
{
    MoveTruth        truths[MAX_MOVES];
    int              count = task_solve_moves(task, solver, truths);
    const MoveTruth *best = NULL;
    for (int i = 0; i < count; i++)
        if (best == NULL || truths[i].score > best->score ||
            (truths[i].score == best->score && truths[i].move == played))
            best = &truths[i];
    if (best == NULL)
        return false;
    double share = best->score > 0 ? 1 : best->score < 0 ? 0 : 0.5;
    out->share = session_side(task->session) == 0 ? share : 1 - share;
    out->best = best->move;
    return true;
}

/* `played` is MOVE_NONE at the end of the moves. */
static void judge(Task *task, OpenSolver *solver, Move played, int64_t time_us, Judged *out)
{
    Session      *session = task->session;
    Player        analyst = player_analyst(session_game(session));
    SearchContext found;
    Result        result = session_result(session);
    *out = (Judged){.share = 0.5, .best = MOVE_NONE};
    if (result.is_over) {
        out->share = result.winner == PLAYER_NONE ? 0.5 : result.winner == 0;
    } else if (judge_exactly(task, solver, played, out)) {
        return;
    } else if (task_search(task, session, &(Limits){.time_us = time_us}, &found)) {
        out->share = share_of(session, &analyst, found.score);
        out->best = found.best;
    }
}

static const char *mark_of(double loss)
{
    return loss >= 0.2 ? "??" : loss >= 0.1 ? "?" : loss >= 0.05 ? "?!" : "";
}

static void tell_progress(Task *task, int done, int all)
{
    Str  out = {0};
    Json json = json_to(&out);
    json_object(&json, NULL);
    json_string(&json, "event", "review");
    json_int(&json, "id", task->id);
    json_int(&json, "done", done);
    json_int(&json, "all", all);
    json_end_object(&json);
    job_tell(&task->pooled, &out);
}

/* What the two players lost, over their own moves. */
typedef struct {
    int    moves, mistakes[3];
    double lost;
} Account;

static void write_ply(Json *json, Session *session, int ply, const Judged judged[],
                      Account *account)
{
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    Move        move = session_move(session, ply);
    int         mover = session_side(session);
    double      before = judged[ply].share, after = judged[ply + 1].share;
    double      loss = mover == 0 ? before - after : after - before;
    char        text[MOVE_TEXT_SIZE];
    if (loss < 0 || move == judged[ply].best)
        loss = 0; /* the later look sees further */
    const char *mark = mark_of(loss);
    account->moves++;
    account->lost += loss;
    if (mark[0] != '\0')
        account->mistakes[loss >= 0.2 ? 2 : loss >= 0.1 ? 1 : 0]++;
    json_object(json, NULL);
    json_int(json, "ply", ply);
    json_string(json, "move", notation_format(game, pos, move, text));
    json_string(json, "best", notation_format(game, pos, judged[ply].best, text));
    json_double(json, "before", before, 3);
    json_double(json, "after", after, 3);
    json_double(json, "loss", loss, 3);
    json_string(json, "mark", mark);
    json_end_object(json);
}

static void write_summary(Json *json, const Account accounts[2])
{
    json_array(json, "summary");
    for (int i = 0; i < 2; i++) {
        const Account *account = &accounts[i];
        json_object(json, NULL);
        json_double(json, "accuracy",
                    account->moves > 0 ? 100 * (1 - account->lost / account->moves) : 100, 1);
        json_array(json, "mistakes");
        for (int k = 0; k < 3; k++)
            json_int(json, NULL, account->mistakes[k]);
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

/* The session stands at the start of the game. */
static void tell_review(Task *task, Session *session, const Judged judged[], int count)
{
    Account accounts[2] = {{0}};
    Str     out = {0};
    Json    json = json_to(&out);
    json_object(&json, NULL);
    json_string(&json, "event", "review");
    json_int(&json, "id", task->id);
    json_int(&json, "done", count + 1);
    json_int(&json, "all", count + 1);
    json_array(&json, "plies");
    for (int ply = 0; ply < count; ply++) {
        write_ply(&json, session, ply, judged, &accounts[session_side(session)]);
        session_redo(session);
    }
    json_end_array(&json);
    write_summary(&json, accounts);
    json_end_object(&json);
    job_tell(&task->pooled, &out);
}

/* For each position, what the first player may expect; of the first `count`, 0: not done. */
typedef struct {
    float *shares;
    int    count;
} ReviewJob;

static void free_review(void *job) { free(((ReviewJob *)job)->shares); }

static void review(Task *task)
{
    ReviewJob *job = task->job;
    Session   *session = task->session;
    int        count = session_length(session);
    Judged    *judged = calloc((size_t)count + 1, sizeof judged[0]);
    int64_t    time_us = REVIEW_US / (count + 1), told = clock_now_us();
    OpenSolver solver = task_open_solver(task);
    job->shares = calloc((size_t)count + 1, sizeof job->shares[0]);
    bool ok = judged != NULL && job->shares != NULL;
    /* From the end, so that the table already knows what comes behind. */
    for (int ply = count; ok && ply >= 0; ply--) {
        session_go_to(session, ply);
        Move played = ply < count ? session_move(session, ply) : MOVE_NONE;
        judge(task, &solver, played, time_us < PLY_US ? time_us : PLY_US, &judged[ply]);
        job->shares[ply] = (float)judged[ply].share;
        ok = !task_is_stopped(task);
        if (clock_now_us() - told > PAUSE_US) {
            told = clock_now_us();
            tell_progress(task, count - ply, count + 1);
        }
    }
    if (ok) {
        job->count = count + 1;
        tell_review(task, session, judged, count);
    }
    solver_close(&solver);
    free(judged);
}

/* The graph of the game gets what was found, if it is still the same game. */
static void keep_shares(Task *task)
{
    const ReviewJob *job = task->job;
    OpenGame        *opened = hub_find_game(task->hub, task->id);
    Error            ignored;
    if (opened == NULL || session_length(opened->game->session) + 1 != job->count)
        return;
    for (int i = 0; i < job->count; i++)
        page_game_note_share(opened->game, i, (double)job->shares[i]);
    open_game_save(task->hub, opened, &ignored);
    open_game_show(task->hub, opened, NULL);
}

static const Field review_fields[] = {GAME_ID(GameFields)};

static bool run_review(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {.size = sizeof(ReviewJob),
                                  .work = review,
                                  .done = keep_shares,
                                  .free_job = free_review,
                                  .budget_us = REVIEW_US + MARGIN_US,
                                  .is_event = true,
                                  .is_long = true};
    const OpenGame       *opened = request_game(request, ((const GameFields *)fields)->id, err);
    Task                 *task =
        opened != NULL ? task_new(request->hub, request->page, request->number, &kind, err) : NULL;
    if (task == NULL)
        return false;
    if (!task_copy_game(task, opened, true, err)) {
        task_free(task);
        return false;
    }
    return request_begin(request, task, err);
}

REQUEST_ROW(review, GameFields, "");
