#include "core/truth.h"

#include "base/errors.h"
#include "core/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a move leads to, for the player who makes it. `child` is scratch. */
static bool solve_move(const Game *game, void *solver, const void *pos, Move move, void *child,
                       void *undo, Truth *out, uint64_t *nodes, Error *err)
{
    assert(child != pos);
    Truth truth;
    memcpy(child, pos, game->pos_size);
    game->make(child, move, undo);
    if (!game->solver->solve(solver, child, &truth, err))
        return false;
    *out = truth;
    out->score = game->side(child) == game->side(pos) ? truth.score : -truth.score;
    *nodes += truth.nodes;
    return true;
}

/* Two positions and an undo record in one piece of memory. */
static char *new_scratch(const Game *game, Error *err)
{
    char *scratch = malloc(2 * game->pos_size + game->undo_size);
    if (scratch == NULL)
        error_set(err, ERROR_MEMORY);
    return scratch;
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

int truth_moves(const Game *game, void *solver, const void *pos, MoveTruth out[MAX_MOVES],
                uint64_t *nodes, Error *err)
{
    Move  moves[MAX_MOVES];
    char *scratch = new_scratch(game, err);
    if (scratch == NULL)
        return -1;
    int count = game->gen(pos, moves);
    sort_by_text(game, pos, moves, count);
    for (int i = 0; i < count; i++) {
        Truth truth;
        if (!solve_move(game, solver, pos, moves[i], scratch, scratch + 2 * game->pos_size, &truth,
                        nodes, err)) {
            count = -1;
            break;
        }
        out[i] = (MoveTruth){.move = moves[i], .score = truth.score, .plies = truth.plies};
    }
    free(scratch);
    return count;
}

/* Does the move keep what the position is worth, and come nearer to the end where that is known? */
static bool is_best(const Truth *before, const Truth *after)
{
    return after->score == before->score && (before->plies < 0 || after->plies < 0 ||
                                             before->score == 0 || after->plies < before->plies);
}

int truth_line(const Game *game, void *solver, const void *pos, const Truth *truth, Move out[],
               int capacity, uint64_t *nodes, Error *err)
{
    assert(capacity >= 0);
    assert(truth->score >= -SCORE_INF && truth->score <= SCORE_INF);
    char *scratch = new_scratch(game, err);
    if (scratch == NULL)
        return -1;
    char *at = scratch, *child = scratch + game->pos_size, *undo = child + game->pos_size;
    Truth now = *truth;
    int   length = 0;
    memcpy(at, pos, game->pos_size);
    while (length < capacity && game->play(at) == PLAY_ON) {
        Move  moves[MAX_MOVES];
        Truth after = now;
        int   count = game->gen(at, moves), found = 0, side = game->side(at);
        sort_by_text(game, at, moves, count);
        for (int i = 0; i < count; i++) {
            found = i;
            if (!solve_move(game, solver, at, moves[i], child, undo, &after, nodes, err)) {
                free(scratch);
                return -1;
            }
            if (is_best(&now, &after))
                break;
        }
        out[length++] = moves[found];
        game->make(at, moves[found], undo);
        now = after;
        now.score = game->side(at) == side ? after.score : -after.score;
    }
    free(scratch);
    return length;
}
