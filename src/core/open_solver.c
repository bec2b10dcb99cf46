#include "core/open_solver.h"

#include "base/errors.h"
#include "core/notation.h"

#include <assert.h>
#include <string.h>

bool solver_open(OpenSolver *solver, const Game *game, const SolverSetup *setup, Error *err)
{
    *solver = (OpenSolver){.game = game};
    if (game->solver == NULL)
        return error_set(err, ERROR_NO_SOLVER, game->info->id);
    solver->state = game->solver->open(setup, err);
    return solver->state != NULL;
}

void solver_close(OpenSolver *solver)
{
    if (solver->state != NULL)
        solver->game->solver->close(solver->state);
    *solver = (OpenSolver){0};
}

bool solver_value(OpenSolver *solver, const void *pos, Truth *out, Error *err)
{
    return solver->game->solver->solve(solver->state, pos, out, err);
}

bool solver_move_value(OpenSolver *solver, const void *pos, Move move, PositionCopy *child,
                       Truth *out, Error *err)
{
    const Game *game = solver->game;
    assert(child->pos != pos);
    position_copy_set(child, pos);
    position_copy_make(child, move);
    if (!solver_value(solver, child->pos, out, err))
        return false;
    if (game->side(child->pos) != game->side(pos))
        out->score = -out->score;
    return true;
}

static void sort_by_text(const Game *game, const void *pos, Move moves[], int count)
{
    char texts[MAX_MOVES][MOVE_TEXT_SIZE];
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        char text[MOVE_TEXT_SIZE];
        int  at = i;
        notation_format(game, pos, move, text);
        for (; at > 0 && strcmp(texts[at - 1], text) > 0; at--) {
            memcpy(texts[at], texts[at - 1], MOVE_TEXT_SIZE);
            moves[at] = moves[at - 1];
        }
        memcpy(texts[at], text, MOVE_TEXT_SIZE);
        moves[at] = move;
    }
}

int solver_moves(OpenSolver *solver, const void *pos, MoveTruth out[MAX_MOVES], uint64_t *nodes,
                 Error *err)
{
    Move         moves[MAX_MOVES];
    PositionCopy child;
    assert(solver_is_open(solver) && nodes != NULL);
    if (!position_copy_init(&child, solver->game, NULL, err))
        return -1;
    int count = solver->game->gen(pos, moves);
    sort_by_text(solver->game, pos, moves, count);
    for (int i = 0; i < count; i++) {
        Truth truth;
        if (!solver_move_value(solver, pos, moves[i], &child, &truth, err)) {
            count = -1;
            break;
        }
        *nodes += truth.nodes;
        out[i] = (MoveTruth){.move = moves[i], .score = truth.score, .plies = truth.plies};
    }
    position_copy_free(&child);
    return count;
}

/* Does the move keep what the position is worth, and come nearer to the end where that is known? */
static bool is_best(const Truth *before, const Truth *after)
{
    return after->score == before->score && (before->plies < 0 || after->plies < 0 ||
                                             before->score == 0 || after->plies < before->plies);
}

/* The first best move in the order of their text, and what is known of the position behind it, for
 * the player to move there. False: stopped, or not known. */
static bool best_move(OpenSolver *solver, const void *pos, PositionCopy *child, Truth *now,
                      Move *out, uint64_t *nodes, Error *err)
{
    const Game *game = solver->game;
    Move        moves[MAX_MOVES];
    int         count = game->gen(pos, moves);
    Truth       after = *now;
    sort_by_text(game, pos, moves, count);
    for (int i = 0; i < count; i++) {
        *out = moves[i];
        if (!solver_move_value(solver, pos, moves[i], child, &after, err))
            return false;
        *nodes += after.nodes;
        if (is_best(now, &after))
            break;
    }
    *now = after;
    if (game->side(child->pos) != game->side(pos))
        now->score = -after.score;
    return true;
}

int solver_line(OpenSolver *solver, const void *pos, const Truth *truth, Move out[], int capacity,
                uint64_t *nodes, Error *err)
{
    const Game  *game = solver->game;
    PositionCopy at, child = {0};
    Truth        now = *truth;
    int          length = 0;
    assert(solver_is_open(solver) && capacity >= 0);
    assert(truth->score >= -SCORE_INF && truth->score <= SCORE_INF);
    bool ok =
        position_copy_init(&at, game, pos, err) && position_copy_init(&child, game, NULL, err);
    while (ok && length < capacity && game->play(at.pos) == PLAY_ON) {
        ok = best_move(solver, at.pos, &child, &now, &out[length], nodes, err);
        if (ok)
            position_copy_make(&at, out[length++]);
    }
    position_copy_free(&child);
    position_copy_free(&at);
    return ok ? length : -1;
}
