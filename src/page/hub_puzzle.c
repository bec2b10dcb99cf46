/* Puzzles: positions out of games played half at random in which one move wins by force, and no
 * other.
 */
#include "base/errors.h"
#include "base/prose.h"
#include "base/rng.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/score.h"
#include "page/hub_state.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    BUDGET_US = 20000000,
    TRIES = 400,       /* games */
    LONGEST = 400,     /* plies of one */
    FURTHEST_BACK = 9, /* plies before its end */
    SEARCH_DEPTH = 6,  /* plies that a solution may have */
    SEARCH_NODES = 20000,
    FEW_MOVES = 64,     /* beyond them others may win too: to look at all takes too long */
    DOUBT_NODES = 3000, /* to see whether another move wins too */
    MAX_NUMBER = 1000000,
    PUZZLE_MOVE_LIMIT = 32,
};

/* By nodes and depth alone: a number gives the same puzzle everywhere. */
static const Limits limits = {.depth = SEARCH_DEPTH, .nodes = SEARCH_NODES};
static const Limits glance = {.depth = 2, .nodes = 500};
static const Limits doubt = {.depth = SEARCH_DEPTH - 1, .nodes = DOUBT_NODES};

/* Plies to the forced win of the player to move; 0: none is seen. */
static int win_in(Task *task, Session *session, Move *best)
{
    SearchContext found;
    int           plies;
    session_forget(session, 0);
    session_forget(session, 1);
    if (session_result(session).is_over || !task_search(task, session, &limits, &found) ||
        score_forced(found.score, &plies) <= 0)
        return 0;
    *best = found.best;
    return plies;
}

/* Does this move win by force too? */
static bool wins_too(Task *task, Session *session, Move move, const Limits *depth)
{
    SearchContext found;
    Error         ignored;
    int           plies, side = session_side(session);
    bool          wins = false;
    if (!session_play(session, move, &ignored))
        return false;
    Result result = session_result(session);
    if (result.is_over)
        wins = result.winner == side;
    else if (task_search(task, session, depth, &found))
        wins = score_forced(found.score, &plies) * (session_side(session) == side ? 1 : -1) > 0;
    session_undo(session);
    return wins;
}

static bool is_puzzle(Task *task, Session *session, int *plies)
{
    Move moves[MAX_MOVES], best;
    *plies = win_in(task, session, &best);
    if (*plies < 3 || *plies > SEARCH_DEPTH)
        return false;
    int count = session_game(session)->gen(session_position(session), moves);
    for (int i = 0; count <= FEW_MOVES && i < count; i++)
        if (moves[i] != best && wins_too(task, session, moves[i], &doubt))
            return false;
    return !task_is_stopped(task); /* else it was not looked at to the end */
}

/* Half of the moves are chosen with a glance, or there would be no attacks. */
static Move next_move(Task *task, Session *session, uint64_t *rng)
{
    SearchContext found;
    Move          moves[MAX_MOVES];
    int           count = session_game(session)->gen(session_position(session), moves);
    if (rng_below(rng, 2) == 0 && task_search(task, session, &glance, &found))
        return found.best;
    return moves[rng_below(rng, (uint32_t)count)];
}

/* Plays a game to its end and goes back from there: near a win there is a position to solve. */
static bool find_in_game(Task *task, uint64_t *rng, int *plies)
{
    Session *session = task->session;
    Error    ignored;
    session_go_to(session, 0);
    for (int ply = 0; ply < LONGEST && !session_result(session).is_over; ply++)
        if (task_is_stopped(task) ||
            !session_play(session, next_move(task, session, rng), &ignored))
            return false;
    int winner = session_result(session).winner;
    for (int back = 1; winner != PLAYER_NONE && back <= FURTHEST_BACK && session_undo(session);
         back++)
        if (back >= 3 && session_side(session) == winner && is_puzzle(task, session, plies))
            return true;
    return false;
}

typedef struct {
    int64_t number;
} PuzzleJob;

static void write_puzzle(Task *task, int plies)
{
    static const Text task_words =
        TEXT("%s to move: win in %d moves", "%s joue et gagne en %d coups");
    Session    *session = task->session;
    const Game *game = session_game(session);
    Board       board;
    Str         position = {0}, text = {0};
    Json        json = task_fields(task);
    game->to_board(session_position(session), &board);
    position_format(game, session_position(session), &position);
    str_printf(&text, text_in(&task_words, task->lang),
               text_in(&game->info->colours[board.turn], task->lang), (plies + 1) / 2);
    json_string(&json, "game", game->info->id);
    json_int(&json, "number", ((const PuzzleJob *)task->job)->number);
    json_string(&json, "position", str_get(&position));
    json_prose(&json, "task", str_get(&text), task->lang);
    json_int(&json, "plies", plies);
    str_free(&text);
    str_free(&position);
}

static void find_puzzle(Task *task)
{
    const PuzzleJob *job = task->job;
    uint64_t         rng = rng_mix((uint64_t)job->number); /* unlike for each number */
    task->seed = 1;
    for (int i = 0; i < TRIES && !task_is_stopped(task); i++) {
        int plies;
        if (find_in_game(task, &rng, &plies)) {
            write_puzzle(task, plies);
            return;
        }
    }
    task->has_failed = !error_set(&task->err, ERROR_PAGE_PUZZLE);
}

typedef struct {
    const char *game;
    int64_t     number; /* 0: any */
} PuzzleFields;

static const Field puzzle_fields[] = {
    MUST_TEXT(PuzzleFields, game, GAME_NAME_LIMIT),
    MAY_INT(PuzzleFields, number, 1, MAX_NUMBER, 0),
};

static bool run_puzzle(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {
        .size = sizeof(PuzzleJob), .work = find_puzzle, .budget_us = BUDGET_US, .is_long = true};
    const PuzzleFields *puzzle = fields;
    int64_t             any = (int64_t)(rng_mix(++request->hub->seed) % MAX_NUMBER) + 1;
    const Game         *game = game_named(puzzle->game, err);
    Session            *session = game != NULL ? session_new(game) : NULL;
    if (session == NULL)
        return game != NULL ? error_set(err, ERROR_MEMORY) : false;
    Task *task = request_session_task(request, &kind, session, err);
    if (task == NULL)
        return false;
    ((PuzzleJob *)task->job)->number = puzzle->number > 0 ? puzzle->number : any;
    return request_begin(request, task, err);
}

REQUEST_ROW(puzzle, PuzzleFields, "game number position task plies");

/* ---- trying ------------------------------------------------------------------------------------
 */

typedef struct {
    char move[PUZZLE_MOVE_LIMIT];
} TryJob;

static void judge_try(Task *task)
{
    const TryJob *job = task->job;
    Session      *session = task->session;
    const Game   *game = session_game(session);
    Json          json = task_fields(task);
    SearchContext found;
    Move          move, best;
    char          text[MOVE_TEXT_SIZE];
    Error         ignored;
    task->seed = 1;
    if (!notation_parse(game, session_position(session), job->move, &move, &task->err)) {
        task->has_failed = true;
        return;
    }
    int  plies = win_in(task, session, &best);
    bool is_right = wins_too(task, session, move, &limits);
    json_bool(&json, "right", is_right);
    if (plies > 0)
        json_string(&json, "best", notation_format(game, session_position(session), best, text));
    /* What the other side answers: the move that holds out longest, or shows why it fails. */
    if (session_play(session, move, &ignored) && !session_result(session).is_over &&
        task_search(task, session, &limits, &found))
        json_string(&json, "reply",
                    notation_format(game, session_position(session), found.best, text));
    json_bool(&json, "is_over", session_result(session).is_over);
}

typedef struct {
    const char *game, *position, *move;
} TryFields;

static const Field puzzle_try_fields[] = {
    MUST_TEXT(TryFields, game, GAME_NAME_LIMIT),
    MAY_TEXT(TryFields, position, POSITION_LIMIT),
    MUST_TEXT(TryFields, move, PUZZLE_MOVE_LIMIT),
};

static bool run_puzzle_try(Request *request, const void *fields, Error *err)
{
    static const TaskKind kind = {
        .size = sizeof(TryJob), .work = judge_try, .budget_us = BUDGET_US};
    const TryFields *tried = fields;
    Session         *session = request_session(request, 0, tried->game, tried->position, err);
    if (session == NULL)
        return false;
    if (session_result(session).is_over) {
        session_delete(session);
        return error_set(err, ERROR_GAME_OVER);
    }
    Task *task = request_session_task(request, &kind, session, err);
    if (task == NULL)
        return false;
    TryJob *job = task->job;
    snprintf(job->move, sizeof job->move, "%s", tried->move);
    return request_begin(request, task, err);
}

REQUEST_ROW(puzzle_try, TryFields, "right best? reply? is_over");
