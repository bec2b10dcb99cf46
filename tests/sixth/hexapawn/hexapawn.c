#include "games/hexapawn/hexapawn.h"

#include "base/errors.h"
#include "core/symmetry.h"

#include <string.h>

static const Criterion criteria[] = {
    {"pawns", TEXT("my pawns less theirs", "mes pions moins les leurs")}};

static const EvalSpec eval_specs[] = {{"pawns", TEXT("pawns", "pions"), FORM_LINEAR, {100}}};

static const EvalTable evals = EVAL_TABLE(criteria, eval_specs);

const GameInfo hexapawn_info = {
    .id = "hexapawn",
    .name = TEXT("Hexapawn", "Hexapawn"),
    .about = TEXT("Three pawns against three.", "Trois pions contre trois."),
    .pieces = "wb",
    .glyphs = {"♙", "♟"},
    .colours = {TEXT("White", "Blanc"), TEXT("Black", "Noir")},
    .evals = &evals,
    .notation = {.first_column = 'a', .rows_from_top = false, .separator = ""},
};

void hexapawn_start(Board *board)
{
    board->rows = board->cols = 3;
    board->turn = 0;
    memset(board->cell, CELL_EMPTY, sizeof board->cell);
    memset(board->cell, CELL_SECOND, 3);
    memset(board->cell + 6, CELL_FIRST, 3);
}

bool hexapawn_from_board(hexapawn_pos *p, const Board *board, Error *err)
{
    if (board_count(board, CELL_FIRST) > 3 || board_count(board, CELL_SECOND) > 3)
        return error_set(err, ERROR_HEXAPAWN_PAWNS);
    memset(p, 0, sizeof *p);
    memcpy(p->cell, board->cell, sizeof p->cell);
    p->side = board->turn;
    if (hexapawn_has_arrived(p, p->side))
        return error_set(err, ERROR_HEXAPAWN_WON_ALREADY);
    return true;
}

void hexapawn_to_board(const hexapawn_pos *p, Board *board)
{
    memset(board, 0, sizeof *board);
    board->rows = board->cols = 3;
    board->turn = p->side;
    memcpy(board->cell, p->cell, sizeof p->cell);
}

Reason hexapawn_reason(const hexapawn_pos *p)
{
    return hexapawn_has_arrived(p, 1 - p->side) ? REASON_GOAL : REASON_BLOCKED;
}

void hexapawn_squares(const hexapawn_pos *p, Move move, int *from, int *to)
{
    (void)p;
    *from = move / 9;
    *to = move % 9;
}

unsigned hexapawn_symmetries(const Board *board)
{
    (void)board;
    return 1u | 1u << SYMMETRY_FLIP_COLUMNS;
}

int hexapawn_colour_swap(const Board *board)
{
    (void)board;
    return SYMMETRY_FLIP_ROWS;
}
