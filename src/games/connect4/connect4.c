#include "games/connect4/connect4.h"

#include "core/symmetry.h"

#include <string.h>

static const Criterion criteria[] = {
    {"threats", TEXT("empty cells that would make four, mine less theirs",
                     "cases vides qui feraient quatre, différence")},
    {"centre", TEXT("stones in the middle column, mine less theirs",
                    "jetons dans la colonne centrale, différence")},
    {"middle", TEXT("stones in the three middle columns, mine less theirs",
                    "jetons dans les trois colonnes centrales, différence")},
};

static const EvalSpec eval_specs[] = {
    {"threats", TEXT("threats and the centre", "menaces et centre"), FORM_LINEAR, {1200, 100, 100}},
    {"centre",
     TEXT("the middle column alone", "la colonne centrale seule"),
     FORM_LINEAR,
     {0, 100, 0}},
};

static const EvalTable evals = EVAL_TABLE(criteria, eval_specs);

static const PlayerPreset players[] = {
    {"seed-mcts", "mcts,mcts=seed2,time=0.2",
     TEXT("Monte Carlo tree search, 0.2 s a move",
          "recherche arborescente de Monte-Carlo, 0,2 s par coup")},
};

static const Preset variants[] = {{"cfour", "", TEXT("", "")}};

const GameInfo connect4_info = {
    .id = "connect4",
    .name = TEXT("Connect Four", "Puissance 4"),
    .about = TEXT("Drop stones into columns; four in a row wins.",
                  "Lâcher des jetons dans les colonnes ; quatre alignés gagnent."),
    .pieces = "xo",
    .glyphs = {"●", "○"},
    .colours = {TEXT("X", "X"), TEXT("O", "O")},
    .evals = &evals,
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .variants = variants,
    .variant_count = sizeof variants / sizeof variants[0],
    .notation = {.first_column = '1', .rows_from_top = false, .separator = NULL},
};

void connect4_start(Board *board)
{
    board->rows = CONNECT4_ROWS;
    board->cols = CONNECT4_COLS;
    board->turn = 0;
    memset(board->cell, CELL_EMPTY, sizeof board->cell);
}

static int bit_of_cell(int cell)
{
    int row = cell / CONNECT4_COLS, col = cell % CONNECT4_COLS;
    return CONNECT4_STEP * col + (CONNECT4_ROWS - 1 - row);
}

static int cell_of_bit(int bit)
{
    int col = bit / CONNECT4_STEP, height = bit % CONNECT4_STEP;
    return (CONNECT4_ROWS - 1 - height) * CONNECT4_COLS + col;
}

bool connect4_from_board(connect4_pos *p, const Board *board, Error *err)
{
    uint64_t stones[2] = {0, 0};
    if (!board_check_alternation(board, err))
        return false;
    for (int i = 0; i < CONNECT4_ROWS * CONNECT4_COLS; i++)
        if (board->cell[i] != CELL_EMPTY)
            stones[board->cell[i] - CELL_FIRST] |= UINT64_C(1) << bit_of_cell(i);
    uint64_t all = stones[0] | stones[1];
    uint64_t resting = (all << 1 | CONNECT4_BOTTOM) & all;
    if (resting != all)
        return error_set(err, "position: a stone hangs in the air");
    if (connect4_has_four(stones[board->turn]))
        return error_set(err, "position: the side to move has four in a row already");
    memset(p, 0, sizeof *p);
    p->mine = stones[board->turn];
    p->all = all;
    p->ply = (uint8_t)bits_count(all);
    return true;
}

void connect4_to_board(const connect4_pos *p, Board *board)
{
    memset(board, 0, sizeof *board);
    connect4_start(board);
    board->turn = (uint8_t)connect4_side(p);
    for (uint64_t left = p->all; left != 0;) {
        int bit = bits_pop(&left);
        int colour = (p->mine >> bit & 1) != 0 ? board->turn : 1 - board->turn;
        board->cell[cell_of_bit(bit)] = (uint8_t)(CELL_FIRST + colour);
    }
}

Reason connect4_reason(const connect4_pos *p)
{
    return connect4_play(p) == PLAY_LOST ? REASON_FOUR : REASON_FULL;
}

void connect4_squares(const connect4_pos *p, Move move, int *from, int *to)
{
    uint64_t column = CONNECT4_COLUMN << CONNECT4_STEP * move;
    uint64_t landing = connect4_landing(p->all) & column;
    *from = -1;
    *to = landing != 0 ? cell_of_bit(bits_low(landing)) : move;
}

unsigned connect4_symmetries(const Board *board)
{
    (void)board;
    return 1u | 1u << SYMMETRY_FLIP_COLUMNS;
}

/* The first player has as many stones as the second or one more: exchanging leaves the game. */
int connect4_colour_swap(const Board *board)
{
    (void)board;
    return -1;
}
