#include "games/connect4/connect4.h"

#include "base/errors.h"
#include "core/symmetry.h"

#include <assert.h>
#include <string.h>

enum { OPTION_ROWS, OPTION_COLUMNS };

static const OptionSpec options[] = {
    {.name = "rows",
     .type = OPTION_NUMBER,
     .min = 2, /* the text of a board needs a '/' */
     .max = CONNECT4_MAX_ROWS,
     .fallback = CONNECT4_ROWS,
     .help = HELP("Rows of the board; (rows + 1) x columns is at most 64.",
                  "Nombre de lignes ; (lignes + 1) x colonnes : 64 au plus.")},
    {.name = "columns",
     .type = OPTION_NUMBER,
     .min = 1,
     .max = CONNECT4_MAX_COLS,
     .fallback = CONNECT4_COLS,
     .help = HELP("Columns of the board.", "Nombre de colonnes.")},
};

static const Preset presets[] = {
    {"5x4", "columns=5 rows=4", HELP("A small board.", "Un petit plateau.")},
    {"8x7", "columns=8 rows=7", HELP("A large board.", "Un grand plateau.")},
};

static const Criterion criteria[] = {
    {"threats", HELP("empty cells that would make four, mine less theirs",
                     "cases vides qui feraient quatre, différence")},
    {"centre", HELP("stones in the middle column, mine less theirs",
                    "jetons dans la colonne centrale, différence")},
    {"middle", HELP("stones in the three middle columns, mine less theirs",
                    "jetons dans les trois colonnes centrales, différence")},
    {"rows", HELP("threats in rows that fall to their owner, mine less theirs",
                  "menaces dans les lignes qui reviennent à leur auteur, différence")},
    {"last", HELP("1 or -1: whose threat decides when nothing else can be filled",
                  "1 ou -1 : dont la menace décide quand il ne reste rien d'autre à remplir")},
};

static const EvalSpec eval_specs[] = {
    {"threats", HELP("threats and the centre", "menaces et centre"), FORM_LINEAR, {1200, 100, 100}},
    {"champion",
     HELP("threats, whose rows they are in, the centre",
          "menaces, à qui sont leurs lignes, centre"),
     FORM_LINEAR,
     {1200, 660, 240, -440, 3740}},
    {"centre",
     HELP("the middle column alone", "la colonne centrale seule"),
     FORM_LINEAR,
     {0, 100, 0}},
};

static const EvalTable evals = EVAL_TABLE(criteria, eval_specs);

static const PlayerPreset players[] = {
    {"champion", "exact,eval=net/champion",
     HELP("the strongest player: perfect where it can know",
          "le joueur le plus fort : parfait quand il peut savoir")},
    {"seed-mcts", "mcts,mcts=seed2,time=0.2",
     HELP("Monte Carlo tree search, 0.2 s a move",
          "recherche arborescente de Monte-Carlo, 0,2 s par coup")},
};

static const Preset variants[] = {{"cfour", "", HELP("", "")}};

static const char *const levels[LEVEL_COUNT] = {
    "casual,depth=1,miss=40,noise=10,table=off",
    "casual,depth=2,miss=20,fade=20,noise=6,table=off",
    "casual,depth=2,miss=12,fade=12,noise=5,alert=2,table=off",
    "casual,depth=4,miss=6,fade=6,noise=2,alert=2,table=off",
    "casual,depth=5,miss=2,fade=2,noise=1,alert=2,table=off",
    "casual,depth=6,alert=2,table=off",
    "pvs,depth=8",
    "flagship,eval=net/champion,nodes=2000",
    "flagship,eval=net/champion,nodes=150000",
    "exact,eval=net/champion,time=1",
};

static int net_bit(const Board *board, int cell)
{
    int row = cell / board->cols, col = cell % board->cols;
    return (board->rows + 1) * col + board->rows - 1 - row;
}

#ifndef INSTANCE_LIGHT
extern const unsigned char connect4_net[], connect4_net_end[]; /* connect4_data.S */
#endif

const GameInfo connect4_info = {
    .id = "connect4",
    .name = TEXT("Connect Four", "Puissance 4"),
    .about = HELP("Drop stones into columns; four in a row wins.",
                  "Lâcher des jetons dans les colonnes ; quatre alignés gagnent."),
    .pieces = "xo",
    .glyphs = {"●", "○"},
    .colours = {TEXT("X", "X"), TEXT("O", "O")},
    .evals = &evals,
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .levels = levels,
    .options = {options, sizeof options / sizeof options[0]},
    .presets = presets,
    .preset_count = sizeof presets / sizeof presets[0],
    .variants = variants,
    .variant_count = sizeof variants / sizeof variants[0],
    .net_bit = net_bit,
#ifndef INSTANCE_LIGHT
    .net = connect4_net,
    .net_end = connect4_net_end,
#endif
    .notation = {.first_column = '1', .rows_from_top = false, .separator = NULL},
};

/* Shapes by rows and columns. A column takes rows + 1 bits; the lowest of each are the bottom. */
#define BIT(rows, cols, col) ((col) < (cols) ? UINT64_C(1) << ((rows) + 1) * (col) % 64 : 0)
#define BOTTOM(rows, cols)                                                                         \
    (BIT(rows, cols, 0) | BIT(rows, cols, 1) | BIT(rows, cols, 2) | BIT(rows, cols, 3) |           \
     BIT(rows, cols, 4) | BIT(rows, cols, 5) | BIT(rows, cols, 6) | BIT(rows, cols, 7) |           \
     BIT(rows, cols, 8))
#define SHAPE(r, c)                                                                                \
    {                                                                                              \
        .rows = (r), .cols = (c), .step = (r) + 1, .area = (r) * (c), .bottom = BOTTOM(r, c),      \
        .bits = ((r) + 1) * (c), .column = (UINT64_C(1) << (r)) - 1,                               \
        .cells = BOTTOM(r, c) * ((UINT64_C(1) << (r)) - 1), .top = BOTTOM(r, c) << ((r)-1)         \
    }
#define SHAPES(r)                                                                                  \
    {                                                                                              \
        SHAPE(r, 1), SHAPE(r, 2), SHAPE(r, 3), SHAPE(r, 4), SHAPE(r, 5), SHAPE(r, 6), SHAPE(r, 7), \
            SHAPE(r, 8), SHAPE(r, 9)                                                               \
    }

/* Those of more than 64 bits are there, but no position has them. */
static const Connect4Shape shapes[CONNECT4_MAX_ROWS][CONNECT4_MAX_COLS] = {
    SHAPES(1), SHAPES(2), SHAPES(3), SHAPES(4),  SHAPES(5),  SHAPES(6),
    SHAPES(7), SHAPES(8), SHAPES(9), SHAPES(10), SHAPES(11), SHAPES(12)};

const Connect4Shape *connect4_other_shape(const connect4_pos *p)
{
    assert(!connect4_is_usual(p));
    return &shapes[p->rows - 1][p->cols - 1];
}

void connect4_start(Board *board)
{
    board->rows = (uint8_t)board->options[OPTION_ROWS];
    board->cols = (uint8_t)board->options[OPTION_COLUMNS];
    board->turn = 0;
    memset(board->cell, CELL_EMPTY, sizeof board->cell);
}

static int bit_of_cell(const Connect4Shape *shape, int cell)
{
    int row = cell / shape->cols, col = cell % shape->cols;
    return shape->step * col + (shape->rows - 1 - row);
}

static int cell_of_bit(const Connect4Shape *shape, int bit)
{
    int col = bit / shape->step, height = bit % shape->step;
    return (shape->rows - 1 - height) * shape->cols + col;
}

static bool set_shape(connect4_pos *p, const Board *board, Error *err)
{
    memset(p, 0, sizeof *p);
    if ((board->rows + 1) * board->cols > CONNECT4_MAX_BITS)
        return error_set(err, ERROR_CONNECT4_BOARD_SIZE, board->cols,
                         CONNECT4_MAX_BITS / board->cols - 1);
    if (board->rows == CONNECT4_ROWS && board->cols == CONNECT4_COLS)
        return true;
    p->rows = board->rows;
    p->cols = board->cols;
    return true;
}

bool connect4_from_board(connect4_pos *p, const Board *board, Error *err)
{
    uint64_t stones[2] = {0, 0};
    if (!board_check_alternation(board, err) || !set_shape(p, board, err))
        return false;
    const Connect4Shape *shape = connect4_shape(p);
    for (int i = 0; i < shape->area; i++)
        if (board->cell[i] != CELL_EMPTY)
            stones[board->cell[i] - CELL_FIRST] |= UINT64_C(1) << bit_of_cell(shape, i);
    uint64_t all = stones[0] | stones[1];
    uint64_t resting = (all << 1 | shape->bottom) & all;
    if (resting != all)
        return error_set(err, ERROR_CONNECT4_STONE_HANGS);
    if (connect4_has_four_in(shape, stones[board->turn]))
        return error_set(err, ERROR_CONNECT4_WON_ALREADY);
    p->mine = stones[board->turn];
    p->all = all;
    p->ply = (uint8_t)bits_count(all);
    return true;
}

void connect4_to_board(const connect4_pos *p, Board *board)
{
    const Connect4Shape *shape = connect4_shape(p);
    memset(board, 0, sizeof *board);
    board->options[OPTION_ROWS] = (int16_t)shape->rows;
    board->options[OPTION_COLUMNS] = (int16_t)shape->cols;
    connect4_start(board);
    board->turn = (uint8_t)connect4_side(p);
    for (uint64_t left = p->all; left != 0;) {
        int bit = bits_pop(&left);
        int colour = (p->mine >> bit & 1) != 0 ? board->turn : 1 - board->turn;
        board->cell[cell_of_bit(shape, bit)] = (uint8_t)(CELL_FIRST + colour);
    }
}

Reason connect4_reason(const connect4_pos *p)
{
    return connect4_play(p) == PLAY_LOST ? REASON_FOUR : REASON_FULL;
}

void connect4_squares(const connect4_pos *p, Move move, int *from, int *to)
{
    const Connect4Shape *shape = connect4_shape(p);
    uint64_t             column = shape->column << shape->step * move;
    uint64_t             landing = connect4_landing_in(shape, p->all) & column;
    *from = -1;
    *to = landing != 0 ? cell_of_bit(shape, bits_low(landing)) : move;
}

int connect4_winning_cells(const connect4_pos *p, int out[BOARD_CELLS])
{
    Board board;
    connect4_to_board(p, &board);
    return board_rows(&board, 4, out);
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
