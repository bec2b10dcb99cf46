#include "games/fousfous/fousfous.h"

#include "base/errors.h"
#include "core/symmetry.h"

#include <string.h>

enum { OPTION_ROWS, OPTION_COLUMNS };

static const OptionSpec options[] = {
    {.name = "rows",
     .type = OPTION_NUMBER,
     .min = 2,
     .max = 8,
     .fallback = 8,
     .help = HELP("Rows of the board.", "Nombre de lignes du plateau.")},
    {.name = "columns",
     .type = OPTION_NUMBER,
     .min = 2,
     .max = 8,
     .fallback = 8,
     .help = HELP("Columns of the board.", "Nombre de colonnes du plateau.")},
};

static const Preset presets[] = {
    {"6x6", "rows=6 columns=6",
     HELP("A smaller board, quick to learn.", "Un plateau réduit, vite appris.")},
    {"4x4", "rows=4 columns=4",
     HELP("The smallest interesting board.", "Le plus petit plateau intéressant.")},
};

static const Criterion criteria[] = {
    {"pieces", HELP("my pieces less theirs", "mes pièces moins les leurs")},
    {"enemies", HELP("enemy pieces, counted against me", "pièces ennemies, comptées en négatif")},
    {"mobility", HELP("my moves less theirs", "mes coups moins les leurs")},
    {"tempo", HELP("the turn to move", "le trait")},
    {"pairs",
     HELP("enemies that see each other, for who is ahead", "ennemis qui se voient, pour qui mène")},
    {"free", HELP("my pieces that see no enemy, less theirs",
                  "mes pièces qui ne voient pas d'ennemi, moins les leurs")},
};

static const EvalSpec eval_specs[] = {
    {"pieces", HELP("difference of pieces", "différence de pièces"), FORM_LINEAR, {100, 0, 0}},
    {"minimise",
     HELP("as few enemies as possible", "le moins d'ennemis possible"),
     FORM_LINEAR,
     {0, 100, 0}},
    {"mobile", HELP("pieces and mobility", "pièces et mobilité"), FORM_LINEAR, {100, 0, 4}},
    {"champion",
     HELP("pieces, tempo, and who profits from quiet", "pièces, trait, et à qui profite le calme"),
     FORM_LINEAR,
     {100, 0, -3, 50, 5, 10}},
};

static const EvalTable evals = EVAL_TABLE(criteria, eval_specs);

/* Depth grows as pieces leave the board. */
static const PlayerPreset players[] = {
    {"champion", "exact,eval=net/champion",
     HELP("the strongest player: perfect where it can know",
          "le joueur le plus fort : parfait quand il peut savoir")},
    {"seed-random", "random", HELP("any legal move", "un coup légal au hasard")},
    {"seed-alphabeta", "negamax,depths=24:4/16:6/8:8/0:12,table=64",
     HELP("memorising alpha-beta, deeper as pieces leave the board",
          "alpha-bêta avec mémoire, plus profond quand les pièces partent")},
};

/* A random player wins four games of ten against one that only sees the end coming, so the beginner
 * needs a wrong idea: it likes to lose its pieces. */
static const char *const levels[LEVEL_COUNT] = {
    "casual,depth=1,miss=10,eval=pieces+pieces=-1,table=off",
    "casual,depth=1,miss=75,noise=3,table=off",
    "casual,depth=3,miss=14,fade=11,noise=0.7,alert=2,table=off",
    "casual,depth=4,miss=3,fade=3,alert=2,table=off",
    "casual,depth=4,miss=20,fade=10,alert=2,lapse=8,table=off",
    "casual,depth=5,miss=20,fade=10,alert=2,lapse=12,table=off",
    "pvs,depth=6",
    "pvs,depth=9",
    "exact,eval=net/champion,nodes=900",
    "exact,eval=net/champion,time=1",
};

static bool is_square(int row, int col) { return ((row + col) & 1) == 1; }

static int bit_of(int row, int col) { return (col - row + 7) / 2 * 8 + (row + col - 1) / 2; }

static int net_bit(const Board *board, int cell)
{
    int row = cell / board->cols, col = cell % board->cols;
    return is_square(row, col) ? bit_of(row, col) : -1;
}

#ifndef INSTANCE_LIGHT
extern const unsigned char fousfous_net[], fousfous_net_end[]; /* fousfous_data.S */
#endif

static const char *const protocols[] = {"course", NULL};

const GameInfo fousfous_info = {
    .id = "fousfous",
    .name = TEXT("Fous-Fous", "Fous-Fous"),
    .about = HELP("Bishops that must attack; a player without pieces has lost.",
                  "Des fous obligés d'attaquer ; qui perd toutes ses pièces perd."),
    .pieces = "bn",
    .glyphs = {"♗", "♝"},
    .colours = {TEXT("Blanc (white)", "Blanc"), TEXT("Noir (black)", "Noir")},
    .evals = &evals,
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .levels = levels,
    .mcts = "scale=2,plies=3,exploration=0.6,implicit=0.3",
    .champion_scale = 75, /* fits 3700 scores of 2000 and 20,000 nodes to the results */
    .net_bit = net_bit,
#ifndef INSTANCE_LIGHT
    .net = fousfous_net,
    .net_end = fousfous_net_end,
#endif
    .notation = {.first_column = 'A', .rows_from_top = true, .separator = "-"},
    .options = {options, sizeof options / sizeof options[0]},
    .presets = presets,
    .preset_count = sizeof presets / sizeof presets[0],
    .has_board_file = true,
    .protocols = protocols,
};

void fousfous_start(Board *board)
{
    board->rows = (uint8_t)board->options[OPTION_ROWS];
    board->cols = (uint8_t)board->options[OPTION_COLUMNS];
    board->turn = 0;
    for (int row = 0; row < board->rows; row++)
        for (int col = 0; col < board->cols; col++) {
            int cell = row % 2 == 0 ? CELL_FIRST : CELL_SECOND;
            board->cell[board_index(board, row, col)] =
                (uint8_t)(is_square(row, col) ? cell : CELL_VOID);
        }
}

bool fousfous_from_board(fousfous_pos *p, const Board *board, Error *err)
{
    uint64_t pieces[2] = {0, 0}, cells = 0;
    for (int row = 0; row < board->rows; row++)
        for (int col = 0; col < board->cols; col++) {
            int cell = board->cell[board_index(board, row, col)];
            if (!is_square(row, col))
                continue;
            uint64_t bit = UINT64_C(1) << bit_of(row, col);
            cells |= bit;
            if (cell == CELL_FIRST || cell == CELL_SECOND)
                pieces[cell - CELL_FIRST] |= bit;
        }
    if ((pieces[0] | pieces[1]) == 0)
        return error_set(err, ERROR_FOUSFOUS_NO_PIECE);
    /* More than sixteen of one colour never arise, and would not fit the move list. */
    if (bits_count(pieces[0]) > 16 || bits_count(pieces[1]) > 16)
        return error_set(err, ERROR_FOUSFOUS_PIECES);
    memset(p, 0, sizeof *p);
    p->mine = pieces[board->turn];
    p->theirs = pieces[1 - board->turn];
    p->cells = cells;
    p->side = board->turn;
    p->rows = board->rows;
    p->cols = board->cols;
    p->key = fousfous_key_slow(p);
    return true;
}

void fousfous_to_board(const fousfous_pos *p, Board *board)
{
    memset(board, 0, sizeof *board);
    board->options[OPTION_ROWS] = p->rows;
    board->options[OPTION_COLUMNS] = p->cols;
    fousfous_start(board);
    board->turn = p->side;
    for (int row = 0; row < p->rows; row++)
        for (int col = 0; col < p->cols; col++) {
            if (!is_square(row, col))
                continue;
            int bit = bit_of(row, col), cell = CELL_EMPTY;
            if (p->mine >> bit & 1)
                cell = CELL_FIRST + p->side;
            if (p->theirs >> bit & 1)
                cell = CELL_SECOND - p->side;
            board->cell[board_index(board, row, col)] = (uint8_t)cell;
        }
}

uint64_t fousfous_key_slow(const fousfous_pos *p)
{
    int16_t  values[MAX_OPTIONS] = {[OPTION_ROWS] = p->rows, [OPTION_COLUMNS] = p->cols};
    uint64_t key = zobrist_options(&fousfous_info.options, values);
    if (p->side == 1)
        key ^= ZOBRIST_TURN;
    for (uint64_t left = p->mine; left != 0;)
        key ^= zobrist_cell[p->side][bits_pop(&left)];
    for (uint64_t left = p->theirs; left != 0;)
        key ^= zobrist_cell[1 - p->side][bits_pop(&left)];
    return key;
}

Reason fousfous_reason(const fousfous_pos *p)
{
    return p->mine == 0 || p->theirs == 0 ? REASON_NO_PIECES : REASON_BLOCKED;
}

static int cell_of(const fousfous_pos *p, int bit)
{
    int difference = bit / 8 * 2 - 7, sum = bit % 8 * 2 + 1;
    int row = (sum - difference) / 2, col = (sum + difference) / 2;
    return row * p->cols + col;
}

void fousfous_squares(const fousfous_pos *p, Move move, int *from, int *to)
{
    *from = cell_of(p, move >> 6);
    *to = cell_of(p, move & 63);
}

unsigned fousfous_symmetries(const Board *board) { return symmetry_of_shape(board); }

/* The rules know no colours: exchanging them in place is enough. */
int fousfous_colour_swap(const Board *board)
{
    (void)board;
    return 0;
}
