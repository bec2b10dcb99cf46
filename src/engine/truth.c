#include "engine/truth.h"

#include "core/notation.h"

#include <stdlib.h>
#include <string.h>

/* The score that a move leads to, for the player who makes it. `child` is scratch. */
static bool solve_move(const Game *game, void *solver, const void *pos, Move move, void *child,
                       void *undo, int *score, uint64_t *nodes, Error *err)
{
    Truth truth;
    memcpy(child, pos, game->pos_size);
    game->make(child, move, undo);
    if (!game->solver->solve(solver, child, &truth, err))
        return false;
    *score = game->side(child) == game->side(pos) ? truth.score : -truth.score;
    *nodes += truth.nodes;
    return true;
}

/* Two positions and an undo record in one piece of memory. */
static char *new_scratch(const Game *game, Error *err)
{
    char *scratch = malloc(2 * game->pos_size + game->undo_size);
    if (scratch == NULL)
        error_set(err, "out of memory");
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
        out[i].move = moves[i];
        if (!solve_move(game, solver, pos, moves[i], scratch, scratch + 2 * game->pos_size,
                        &out[i].score, nodes, err)) {
            count = -1;
            break;
        }
    }
    free(scratch);
    return count;
}

int truth_line(const Game *game, void *solver, const void *pos, int score, Move out[], int capacity,
               uint64_t *nodes, Error *err)
{
    char *scratch = new_scratch(game, err);
    if (scratch == NULL)
        return -1;
    char *at = scratch, *child = scratch + game->pos_size, *undo = child + game->pos_size;
    int   length = 0;
    memcpy(at, pos, game->pos_size);
    while (length < capacity && game->play(at) == PLAY_ON) {
        Move moves[MAX_MOVES];
        int  count = game->gen(at, moves), found = 0, side = game->side(at);
        sort_by_text(game, at, moves, count);
        for (int i = 0; i < count; i++) {
            found = i;
            int value;
            if (!solve_move(game, solver, at, moves[i], child, undo, &value, nodes, err)) {
                free(scratch);
                return -1;
            }
            if (value == score)
                break;
        }
        out[length++] = moves[found];
        game->make(at, moves[found], undo);
        score = game->side(at) == side ? score : -score;
    }
    free(scratch);
    return length;
}
