#include "reference/ref_compare.h"

#include "core/notation.h"
#include "reference/ref_common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the same position for both ---- */

static void copy_state(const OptionSpec *spec, int value, RefPos *out)
{
    enum { FORBIDDEN_CHOICE = 5 };
    if (strcmp(spec->name, "quiet") == 0)
        out->quiet = value;
    else if (strcmp(spec->name, "swapped") == 0)
        out->swapped = value;
    else if (strcmp(spec->name, "phase") == 0)
        out->phase = value == FORBIDDEN_CHOICE ? REF_PHASE_FORBIDDEN : value;
    else
        fail_msg("the reference knows no state '%s'", spec->name);
}

static RefPos to_reference(const Game *game, const void *pos)
{
    static const char cells[] = {'.', '1', '2', '.'}; /* by CELL_EMPTY ... CELL_VOID */
    const GameInfo   *info = game->info;
    Board             board;
    game->to_board(pos, &board);
    RefPos out = {.rows = board.rows, .cols = board.cols, .side = board.turn};
    for (int i = 0; i < board.rows * board.cols; i++)
        out.cell[i / board.cols][i % board.cols] = cells[board.cell[i]];
    for (int i = 0; i < info->options.count; i++) {
        snprintf(out.option[i].name, sizeof out.option[i].name, "%s", info->options.specs[i].name);
        out.option[i].value = board.options[i];
    }
    out.option_count = info->options.count;
    for (int i = 0; i < info->state.count; i++)
        copy_state(&info->state.specs[i], board.state[i], &out);
    return out;
}

/* ---- comparing ---- */

typedef char MoveText[REF_TEXT];

static void complain(const Pair *pair, const void *pos, const char *what)
{
    Str text = text_of(pair->rules->game, pos);
    print_error("%s: %s\n", str_get(&text), what);
    str_free(&text);
    fail_msg("%s differs from the reference", pair->rules->label);
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

/* Sorted, so that lists can be compared. */
static int list_moves(const Game *game, const void *pos, const Move moves[], int count,
                      MoveText out[])
{
    for (int i = 0; i < count; i++)
        notation_format(game, pos, moves[i], out[i]);
    qsort(out, (size_t)count, sizeof out[0], compare_texts);
    return count;
}

static void compare_moves(const Pair *pair, const void *pos, const RefPos *ref_pos)
{
    static MoveText ours[MAX_MOVES], theirs[REF_MAX_MOVES];
    Move            moves[MAX_MOVES];
    const Game     *game = pair->rules->game;
    int             count = list_moves(game, pos, moves, game->gen(pos, moves), ours);
    int             expected = pair->reference->moves(ref_pos, theirs);
    qsort(theirs, (size_t)expected, sizeof theirs[0], compare_texts);
    if (count != expected)
        complain(pair, pos, "another number of moves");
    for (int i = 0; i < count; i++)
        if (strcmp(ours[i], theirs[i]) != 0)
            complain(pair, pos, ours[i]);
}

static void compare_results(const Pair *pair, const void *pos, const RefPos *ref_pos)
{
    Result      result = position_result(pair->rules->game, pos);
    RefResult   expected = pair->reference->result(ref_pos);
    const char *reason = expected.over ? expected.reason : "none";
    if (result.is_over != expected.over || result.winner != expected.winner ||
        strcmp(reason_word(result.reason), reason) != 0)
        complain(pair, pos, "another result");
}

void compare_position(const Pair *pair, const void *pos)
{
    RefPos ref_pos = to_reference(pair->rules->game, pos);
    compare_moves(pair, pos, &ref_pos);
    compare_results(pair, pos, &ref_pos);
}

/* Plays the move on both sides; what comes out must be the same position. */
void compare_after(const Pair *pair, const void *pos, Move move)
{
    const Game *game = pair->rules->game;
    Bytes       child, undo;
    RefPos      expected = to_reference(game, pos);
    char        text[MOVE_TEXT_SIZE];
    memcpy(&child, pos, game->pos_size);
    notation_format(game, pos, move, text);
    game->make(&child, move, &undo);
    pair->reference->apply(&expected, text);
    RefPos got = to_reference(game, &child);
    if (!ref_is_same(&got, &expected))
        complain(pair, pos, text);
    compare_results(pair, &child, &expected);
}
