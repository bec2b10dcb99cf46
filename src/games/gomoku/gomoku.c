#include "games/gomoku/gomoku.h"

#include "base/errors.h"
#include "core/symmetry.h"
#include "games/gomoku/champion/gomoku_constants.h"
#include "games/gomoku/champion/gomoku_tuner.h"
#include "games/gomoku/net/gomoku_net.h"

#include <string.h>

static const char *const rules[] = {"freestyle", "standard", "renju", "caro", NULL};
static const char *const openings[] = {"free", "swap2", NULL};
static const char *const phases[] = {"play", "open", "choose", "extend", "pick", "forbidden", NULL};

static const OptionSpec options[] = {
    [GOMOKU_SIZE] = {.name = "size",
                     .type = OPTION_NUMBER,
                     .min = 5,
                     .max = 20,
                     .fallback = 15,
                     .help = HELP("Points on each side of the board.",
                                  "Points de chaque côté du plateau.")},
    [GOMOKU_RULE] = {.name = "rule",
                     .type = OPTION_CHOICE,
                     .max = 3,
                     .choices = rules,
                     .help =
                         HELP("freestyle: five or more win; standard: exactly five; renju: black "
                              "has forbidden points; caro: not when closed at both ends.",
                              "freestyle : cinq ou plus gagnent ; standard : exactement cinq ; "
                              "renju : noir a des points interdits ; caro : pas si fermé aux "
                              "deux bouts.")},
    [GOMOKU_OPENING] = {.name = "opening",
                        .type = OPTION_CHOICE,
                        .max = 1,
                        .choices = openings,
                        .help =
                            HELP("swap2: one player opens with three stones, the other chooses.",
                                 "swap2 : l'un ouvre avec trois pierres, l'autre choisit.")},
};

static const OptionSpec state[] = {
    [GOMOKU_PHASE] = {.name = "phase",
                      .type = OPTION_CHOICE,
                      .max = 5,
                      .choices = phases,
                      .help =
                          HELP("Where the swap2 opening stands.", "Où en est l'ouverture swap2.")},
    [GOMOKU_SWAPPED] = {.name = "swapped",
                        .type = OPTION_SWITCH,
                        .max = 1,
                        .help =
                            HELP("The first player has white.", "Le premier joueur a les blancs.")},
};

static const Preset presets[] = {
    {"standard", "rule=standard", HELP("Exactly five wins.", "Exactement cinq gagne.")},
    {"renju", "rule=renju", HELP("Black has forbidden points.", "Noir a des points interdits.")},
    {"caro", "rule=caro",
     HELP("Five closed at both ends do not win.", "Cinq fermés aux deux bouts ne gagnent pas.")},
    {"gomocup", "size=20", HELP("Freestyle on 20x20.", "Freestyle en 20x20.")},
    {"tournament", "rule=standard opening=swap2",
     HELP("Standard with the swap2 opening.", "Standard avec l'ouverture swap2.")},
};

static const Preset variants[] = {
    {"gomoku", "rule=standard", HELP("", "")},
    {"gomokufreestyle", "", HELP("", "")},
};

static const char *const specials[] = {"black", "white", "more", NULL};

static const Criterion criteria[] = {
    {"windows", HELP("rows of five cells free of the other colour, by stones in them",
                     "suites de cinq cases libres de l'autre couleur, selon leurs pierres")},
    {"tempo", HELP("the right to move", "le trait")},
    {"patterns", HELP("patterns of stones, blocks and gaps through each stone",
                      "motifs de pierres, blocages et trous par chaque pierre")},
    {"motifs", HELP("short motifs along every line", "petits motifs le long des lignes")},
    {"adjacent", HELP("neighbouring stones of one colour", "pierres voisines de même couleur")},
    {"shapes", HELP("what the lines through each empty point would make, and what both threaten",
                    "ce que donneraient les lignes de chaque point vide, et les menaces")},
};

static const EvalSpec eval_specs[] = {
    {"windows", HELP("windows of five", "fenêtres de cinq"), FORM_LINEAR, {100, 1000, 0, 0, 0}},
    {"patterns",
     HELP("the pattern table of the report", "la table de motifs du rapport"),
     FORM_LINEAR,
     {0, 0, 100, 0, 0}},
    {"motifs", HELP("motifs on lines", "motifs sur les lignes"), FORM_LINEAR, {0, 0, 0, 100, 0}},
    {"adjacent", HELP("neighbours", "voisines"), FORM_LINEAR, {0, 0, 0, 0, 100}},
    {"shapes",
     HELP("the champion's without its net", "celle du champion sans son réseau"),
     FORM_LINEAR,
     {0, 0, 0, 0, 0, 1}},
};

static const EvalTable evals = EVAL_TABLE(criteria, eval_specs);

static const PlayerPreset players[] = {
    {"seed-patterns", "alphabeta,time=5,eval=patterns",
     HELP("deepening alpha-beta with patterns, 5 s a move",
          "alpha-bêta itératif à motifs, 5 s par coup")},
};

/* Most of 225 points are of no use, so that weak players see very few of them. */
static const char *const levels[LEVEL_COUNT] = {
    "casual,depth=1,miss=87,noise=17.3,eval=adjacent,table=off",
    "casual,depth=1,miss=97,noise=17,table=off",
    "casual,depth=2,miss=95,fade=3,noise=10,alert=2,lapse=66,eval=adjacent,table=off",
    "casual,depth=2,miss=92,fade=4,noise=8,alert=2,table=off",
    "casual,depth=2,miss=90,fade=3,noise=10,alert=2,lapse=31,eval=adjacent+windows=0.01,table=off",
    "casual,depth=2,miss=41,fade=15,noise=1.8,alert=2,table=off",
    "casual,depth=2,miss=85,fade=8,noise=6,alert=2,lapse=13,table=off",
    "champion,nodes=7",
    "champion,nodes=400",
    "champion,time=1",
};

static const char *const protocols[] = {"gomocup", NULL};

const GameInfo gomoku_info = {
    .id = "gomoku",
    .name = TEXT("Gomoku", "Gomoku"),
    .about = HELP("Five in a row on a large board.", "Aligner cinq pierres sur un grand plateau."),
    .pieces = "bw",
    .glyphs = {"●", "○"},
    .colours = {TEXT("Black", "Noir"), TEXT("White", "Blanc")},
    .evals = &evals,
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .levels = levels,
    .constants = &gomoku_constants,
    .mcts = "implicit=0.8,scale=100,plies=1",
    .champion_scale = 300, /* fits 4000 scores of 30,000 nodes to the results of their games */
    .variants = variants,
    .variant_count = sizeof variants / sizeof variants[0],
    .notation = {.first_column = 'a', .rows_from_top = false, .separator = NULL},
    .specials = specials,
    .options = {options, sizeof options / sizeof options[0]},
    .state = {state, sizeof state / sizeof state[0]},
    .presets = presets,
    .preset_count = sizeof presets / sizeof presets[0],
    .sgf_number = 4,
    .protocols = protocols,
#ifndef INSTANCE_LIGHT
    .net_kind = &gomoku_net_kind,
    .tuner = &gomoku_tuner,
    .sensible = gomoku_sensible,
#endif
};

void gomoku_start(Board *board)
{
    board->rows = board->cols = (uint8_t)board->options[GOMOKU_SIZE];
    board->turn = 0;
    memset(board->cell, CELL_EMPTY, sizeof board->cell);
    board->state[GOMOKU_PHASE] = board->options[GOMOKU_OPENING] ? PHASE_OPEN : PHASE_PLAY;
    board->state[GOMOKU_SWAPPED] = 0;
}

/* The opening's phases belong to certain numbers of stones. */
static bool check_phase(const Board *board, int stones, Error *err)
{
    static const struct {
        int first, last;
    } range[] = {{0, 400}, {0, 2}, {3, 3}, {3, 4}, {5, 5}, {1, 400}};
    int  phase = board->state[GOMOKU_PHASE];
    bool is_opening = phase != PHASE_PLAY && phase != PHASE_FORBIDDEN;
    if ((is_opening || board->state[GOMOKU_SWAPPED]) && !board->options[GOMOKU_OPENING])
        return error_set(err, ERROR_GOMOKU_PHASE_NEEDS_SWAP2);
    if (stones < range[phase].first || stones > range[phase].last)
        return error_set(err, ERROR_GOMOKU_PHASE_STONES, stones, phases[phase]);
    if (is_opening && (board->turn != stones % 2 || board->state[GOMOKU_SWAPPED] ||
                       !board_check_alternation(board, NULL)))
        return error_set(err, ERROR_GOMOKU_PHASE_COLOURS, phases[phase]);
    bool after_black = board->options[GOMOKU_RULE] == GOMOKU_RENJU && board->turn == 1;
    if (phase == PHASE_FORBIDDEN && !after_black)
        return error_set(err, ERROR_GOMOKU_PHASE_FORBIDDEN);
    return true;
}

static bool has_five(const gomoku_pos *p, int colour)
{
    for (int row = 0; row < p->size; row++)
        for (uint64_t left = p->line[colour][row]; left != 0;)
            if (gomoku_wins_at(p, colour, row, bits_pop(&left)))
                return true;
    return false;
}

bool gomoku_from_board(gomoku_pos *p, const Board *board, Error *err)
{
    int stones = board_count(board, CELL_FIRST) + board_count(board, CELL_SECOND);
    if (!check_phase(board, stones, err))
        return false;
    memset(p, 0, sizeof *p);
    p->size = board->rows;
    p->rule = (uint8_t)board->options[GOMOKU_RULE];
    p->opening = (uint8_t)board->options[GOMOKU_OPENING];
    p->phase = (uint8_t)board->state[GOMOKU_PHASE];
    p->swapped = (uint8_t)board->state[GOMOKU_SWAPPED];
    p->turn = board->turn;
    p->stones = (uint16_t)stones;
    for (int i = 0; i < p->size * p->size; i++)
        if (board->cell[i] != CELL_EMPTY)
            gomoku_toggle(p, board->cell[i] - CELL_FIRST, i / p->size, i % p->size);
    int last = 1 - p->turn; /* who moved last is looked at first */
    if (has_five(p, last))
        p->winner = (uint8_t)(last + 1);
    else if (has_five(p, p->turn))
        p->winner = (uint8_t)(p->turn + 1);
    p->key = gomoku_key_slow(p);
    return true;
}

void gomoku_to_board(const gomoku_pos *p, Board *board)
{
    memset(board, 0, sizeof *board);
    board->options[GOMOKU_SIZE] = p->size;
    board->options[GOMOKU_RULE] = p->rule;
    board->options[GOMOKU_OPENING] = p->opening;
    board->state[GOMOKU_PHASE] = p->phase;
    board->state[GOMOKU_SWAPPED] = p->swapped;
    board->rows = board->cols = p->size;
    board->turn = p->turn;
    for (int colour = 0; colour < 2; colour++)
        for (int row = 0; row < p->size; row++)
            for (uint64_t left = p->line[colour][row]; left != 0;) {
                int cell = board_index(board, row, bits_pop(&left));
                board->cell[cell] = (uint8_t)(CELL_FIRST + colour);
            }
}

uint64_t gomoku_key_slow(const gomoku_pos *p)
{
    int16_t values[MAX_OPTIONS] = {
        [GOMOKU_SIZE] = p->size, [GOMOKU_RULE] = p->rule, [GOMOKU_OPENING] = p->opening};
    uint64_t key = zobrist_options(&gomoku_info.options, values);
    if (p->turn == 1)
        key ^= ZOBRIST_TURN;
    if (p->phase != PHASE_PLAY || p->swapped != 0)
        key ^= zobrist_extra(2 * p->phase + p->swapped);
    for (int colour = 0; colour < 2; colour++)
        for (int row = 0; row < p->size; row++)
            for (uint64_t left = p->line[colour][row]; left != 0;)
                key ^= zobrist_cell[colour][gomoku_zobrist_index(row, bits_pop(&left))];
    return key;
}

Reason gomoku_reason(const gomoku_pos *p)
{
    if (p->winner != 0)
        return REASON_FIVE;
    return p->phase == PHASE_FORBIDDEN ? REASON_FORBIDDEN : REASON_FULL;
}

void gomoku_squares(const gomoku_pos *p, Move move, int *from, int *to)
{
    *from = -1;
    *to = (move >> 5) * p->size + (move & 31);
}

/* Is the stone part of a row that wins by this rule? Others may cross it that do not. */
int gomoku_winning_cells(const gomoku_pos *p, int out[BOARD_CELLS])
{
    int count = 0;
    for (int cell = 0; p->winner != 0 && cell < p->size * p->size; cell++) {
        int row = cell / p->size, col = cell % p->size, colour = p->winner - 1;
        if ((p->line[colour][row] >> col & 1) != 0 && gomoku_wins_at(p, colour, row, col))
            out[count++] = cell;
    }
    return count;
}

/* Renju's, for black. Where all that is empty is forbidden, one of them has to be played. */
int gomoku_forbidden_cells(const gomoku_pos *p, int out[BOARD_CELLS])
{
    int count = 0, empty = 0;
    for (int cell = 0; gomoku_has_forbidden(p) && cell < p->size * p->size; cell++) {
        int row = cell / p->size, col = cell % p->size;
        if ((gomoku_empty_in_row(p, row) >> col & 1) == 0)
            continue;
        empty++;
        if (gomoku_is_forbidden(p, row, col))
            out[count++] = cell;
    }
    return count < empty ? count : 0;
}

unsigned gomoku_symmetries(const Board *board) { return symmetry_of_shape(board); }

/* Renju treats the colours differently, and the opening is tied to who places what. */
int gomoku_colour_swap(const Board *board)
{
    bool is_even = board->options[GOMOKU_RULE] != GOMOKU_RENJU && !board->options[GOMOKU_OPENING];
    return is_even ? 0 : -1;
}
