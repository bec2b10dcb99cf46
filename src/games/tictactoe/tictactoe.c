#include "games/tictactoe/tictactoe.h"

#include "base/errors.h"
#include "core/symmetry.h"

#include <string.h>

static const Criterion criteria[] = {
    {"lines", HELP("lines still open to me, less the other side's",
                   "lignes encore ouvertes, moins celles de l'autre")},
};

static const EvalSpec eval_specs[] = {
    {"lines", HELP("open lines", "lignes ouvertes"), FORM_LINEAR, {100}},
};

static const EvalTable evals = EVAL_TABLE(criteria, eval_specs);

static const PlayerPreset players[] = {
    {"champion", "exact",
     HELP("the strongest player: perfect where it can know",
          "le joueur le plus fort : parfait quand il peut savoir")},
    {"seed-mcts", "mcts,mcts=seed4",
     HELP("Monte Carlo tree search", "recherche arborescente de Monte-Carlo")},
};

static const Preset variants[] = {{"tictactoe", "", HELP("", "")}};

/* The careful one begins at level 4; from level 7 on nothing is lost any more. */
static const char *const levels[LEVEL_COUNT] = {
    "casual,depth=1,miss=50,noise=3,table=off",
    "casual,depth=1,miss=20,noise=2,table=off",
    "casual,depth=2,miss=12,fade=15,noise=3,alert=1,table=off",
    "casual,depth=2,miss=60,fade=20,noise=3,alert=2,table=off",
    "casual,depth=3,miss=20,fade=20,noise=1,alert=2,table=off",
    "casual,depth=4,miss=5,fade=10,noise=0.5,alert=2,table=off",
    "pvs,depth=5",
    "pvs,depth=7",
    "pvs,depth=9",
    "exact,time=1",
};

static int net_bit(const Board *board, int cell)
{
    (void)board;
    return cell;
}

const GameInfo tictactoe_info = {
    .id = "tictactoe",
    .name = TEXT("Tic-Tac-Toe", "Morpion"),
    .about = HELP("Three in a row on a 3x3 board.", "Aligner trois pions sur un plateau 3x3."),
    .pieces = "xo",
    .glyphs = {"✕", "◯"},
    .colours = {TEXT("X", "X"), TEXT("O", "O")},
    .evals = &evals,
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .levels = levels,
    .variants = variants,
    .variant_count = sizeof variants / sizeof variants[0],
    .net_bit = net_bit,
    .notation = {.first_column = 'a', .rows_from_top = false, .separator = NULL},
};

void tictactoe_start(Board *board)
{
    board->rows = board->cols = 3;
    board->turn = 0;
    memset(board->cell, CELL_EMPTY, sizeof board->cell);
}

bool tictactoe_from_board(tictactoe_pos *p, const Board *board, Error *err)
{
    uint16_t stones[2] = {0, 0};
    if (!board_check_alternation(board, err))
        return false;
    for (int i = 0; i < 9; i++)
        if (board->cell[i] != CELL_EMPTY)
            stones[board->cell[i] - CELL_FIRST] |= (uint16_t)(1u << i);
    if (tictactoe_has_line(stones[board->turn]))
        return error_set(err, ERROR_TICTACTOE_WON_ALREADY);
    memset(p, 0, sizeof *p);
    p->mine = stones[board->turn];
    p->theirs = stones[1 - board->turn];
    p->ply = (uint8_t)bits_count(p->mine | p->theirs);
    return true;
}

void tictactoe_to_board(const tictactoe_pos *p, Board *board)
{
    memset(board, 0, sizeof *board);
    tictactoe_start(board);
    board->turn = (uint8_t)tictactoe_side(p);
    for (int i = 0; i < 9; i++) {
        if (p->mine >> i & 1)
            board->cell[i] = (uint8_t)(CELL_FIRST + board->turn);
        if (p->theirs >> i & 1)
            board->cell[i] = (uint8_t)(CELL_SECOND - board->turn);
    }
}

Reason tictactoe_reason(const tictactoe_pos *p)
{
    return tictactoe_play(p) == PLAY_LOST ? REASON_THREE : REASON_FULL;
}

void tictactoe_squares(const tictactoe_pos *p, Move move, int *from, int *to)
{
    (void)p;
    *from = -1;
    *to = move;
}

int tictactoe_winning_cells(const tictactoe_pos *p, int out[BOARD_CELLS])
{
    Board board;
    tictactoe_to_board(p, &board);
    return board_rows(&board, 3, out);
}

unsigned tictactoe_symmetries(const Board *board) { return symmetry_of_shape(board); }

/* X always has as many stones as O or one more: exchanging them leaves the game. */
int tictactoe_colour_swap(const Board *board)
{
    (void)board;
    return -1;
}
