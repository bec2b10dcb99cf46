#include "games/hasami/hasami.h"

#include "base/errors.h"
#include "core/symmetry.h"

#include <string.h>

static const char *const corner_choices[] = {"none", "single", "group", NULL};
static const char *const no_capture_choices[] = {"draw", "pieces", NULL};
static const char *const goal_choices[] = {"capture", "five", NULL};
static const char *const five_choices[] = {"all", "no-ranks", "orthogonal", NULL};
static const char *const setup_choices[] = {"one", "two", NULL};
static const char *const blocked_choices[] = {"pass", "lose", NULL};

static const OptionSpec options[HASAMI_OPTIONS] = {
    [HASAMI_CORNER] = {.name = "corner",
                       .type = OPTION_CHOICE,
                       .max = 2,
                       .fallback = CORNER_SINGLE,
                       .choices = corner_choices,
                       .help = HELP("What can be captured in a corner: nothing, a single piece, or "
                                    "a whole group without an empty neighbour.",
                                    "Ce qu'on prend dans un coin : rien, une seule pièce, ou tout "
                                    "un groupe sans case voisine vide.")},
    [HASAMI_DIAGONAL] = {.name = "diagonal",
                         .type = OPTION_SWITCH,
                         .max = 1,
                         .help = HELP("Runs are captured along diagonals too.",
                                      "Les suites se prennent aussi en diagonale.")},
    [HASAMI_EDGE] = {.name = "edge",
                     .type = OPTION_SWITCH,
                     .max = 1,
                     .help = HELP("A group at the edge without an empty neighbour is captured.",
                                  "Un groupe au bord sans case voisine vide est pris.")},
    [HASAMI_LOSING_COUNT] = {.name = "losing_count",
                             .type = OPTION_NUMBER,
                             .min = 1,
                             .max = 4,
                             .fallback = 2,
                             .help = HELP("A player with this many pieces or fewer loses.",
                                          "Un joueur à qui il reste ce nombre de pièces ou moins "
                                          "perd.")},
    [HASAMI_DIFFERENCE] = {.name = "difference",
                           .type = OPTION_NUMBER,
                           .can_be_off = true,
                           .min = 1,
                           .max = 17,
                           .fallback = 3,
                           .help = HELP("A player who is behind by more pieces than this loses.",
                                        "Un joueur mené de plus de pièces que ce nombre perd.")},
    [HASAMI_REPETITION] = {.name = "repetition",
                           .type = OPTION_NUMBER,
                           .can_be_off = true,
                           .min = 2,
                           .max = 9,
                           .fallback = 3,
                           .help = HELP("Draw when a position occurs for the n-th time.",
                                        "Nulle quand une position apparaît pour la n-ième fois.")},
    [HASAMI_NO_CAPTURE] = {.name = "no_capture",
                           .type = OPTION_NUMBER,
                           .can_be_off = true,
                           .min = 1,
                           .max = 1000,
                           .fallback = 100,
                           .help = HELP("The game ends after so many plies without a capture.",
                                        "La partie s'arrête après tant de coups sans prise.")},
    [HASAMI_NO_CAPTURE_RESULT] = {.name = "no_capture_result",
                                  .type = OPTION_CHOICE,
                                  .max = 1,
                                  .choices = no_capture_choices,
                                  .help = HELP("What that end means: a draw, or more pieces win.",
                                               "Ce que vaut cette fin : nulle, ou plus de pièces "
                                               "gagne.")},
    [HASAMI_GOAL] = {.name = "goal",
                     .type = OPTION_CHOICE,
                     .max = 1,
                     .choices = goal_choices,
                     .help = HELP("five: a line of five outside one's home rows wins as well.",
                                  "five : une ligne de cinq hors de ses rangées de départ gagne "
                                  "aussi.")},
    [HASAMI_FIVE_LINES] = {.name = "five_lines",
                           .type = OPTION_CHOICE,
                           .max = 2,
                           .choices = five_choices,
                           .help = HELP("Which lines of five count.",
                                        "Quelles lignes de cinq comptent.")},
    [HASAMI_SETUP] = {.name = "setup",
                      .type = OPTION_CHOICE,
                      .max = 1,
                      .choices = setup_choices,
                      .help = HELP("Rows of pieces at the start.", "Rangées de pièces au départ.")},
    [HASAMI_JUMPS] = {.name = "jumps",
                      .type = OPTION_SWITCH,
                      .max = 1,
                      .help = HELP("A piece may jump over an adjacent piece of either colour.",
                                   "Une pièce peut sauter une pièce voisine, des deux couleurs.")},
    [HASAMI_SUICIDE] = {.name = "suicide",
                        .type = OPTION_SWITCH,
                        .max = 1,
                        .fallback = 1,
                        .help = HELP("A piece may move between two enemies.",
                                     "Une pièce peut se placer entre deux ennemies.")},
    [HASAMI_BLOCKED] = {.name = "blocked",
                        .type = OPTION_CHOICE,
                        .max = 1,
                        .choices = blocked_choices,
                        .help = HELP("A player without a move passes, or loses.",
                                     "Un joueur sans coup passe, ou perd.")},
};

static const OptionSpec state[] = {
    {.name = "quiet",
     .type = OPTION_NUMBER,
     .min = 0,
     .max = HASAMI_MAX_QUIET,
     .help = HELP("Plies since the last capture.", "Coups depuis la dernière prise.")},
};

static const Preset presets[] = {
    {"seed", "repetition=off no_capture=off",
     HELP("Without draw rules: a game may never end.",
          "Sans règle de nulle : une partie peut ne pas finir.")},
    {"wikipedia", "losing_count=1 difference=off",
     HELP("Capture all but one.", "Prendre toutes les pièces sauf une.")},
    {"first-to-five", "losing_count=4 difference=off",
     HELP("The first to capture five pieces wins.", "Le premier à prendre cinq pièces gagne.")},
    {"dai", "setup=two jumps=on goal=five difference=off losing_count=4",
     HELP("Dai Hasami Shogi: two rows, jumps, five in a row.",
          "Dai Hasami Shogi : deux rangées, sauts, cinq alignés.")},
    {"brainking",
     "setup=two jumps=on goal=five five_lines=no-ranks corner=none losing_count=1 difference=off",
     HELP("As on BrainKing: five in a file or diagonal, no corner capture.",
          "Comme sur BrainKing : cinq en colonne ou diagonale, pas de prise en coin.")},
    {"strict", "edge=on suicide=off blocked=lose",
     HELP("Edge groups can be taken, no suicide, no pass.",
          "Groupes de bord prenables, ni suicide ni passe.")},
};

static const char *const specials[] = {"pass", NULL};

static const Criterion criteria[] = {
    {"material", HELP("my pieces less theirs", "mes pièces moins les leurs")},
    {"mobility", HELP("my moves less theirs", "mes coups moins les leurs")},
    {"threat", HELP("pieces I can take next turn, less those they can",
                    "pièces que je peux prendre au coup suivant, moins les leurs")},
    {"random", HELP("a little chance between equals", "un peu de hasard entre égaux")},
    {"reach", HELP("different cells my pieces reach, less theirs",
                   "cases différentes que mes pièces atteignent, moins les leurs")},
    {"safe", HELP("my pieces that cannot be closed in, less theirs",
                  "mes pièces qu'on ne peut pas enfermer, moins les leurs")},
    {"tempo", HELP("the turn to move", "le trait")},
    {"five", HELP("how near I am to five in a row, less how near they are",
                  "ma proximité de cinq alignés, moins la leur")},
};

static const EvalSpec eval_specs[] = {
    {"full",
     HELP("material, mobility and threats", "matériel, mobilité et menaces"),
     FORM_LINEAR,
     {4000, 100, 450, 0}},
    {"material", HELP("material alone", "le matériel seul"), FORM_LINEAR, {4000, 0, 0, 0}},
    {"champion",
     HELP("weights found by matches", "poids trouvés par des matchs"),
     FORM_LINEAR,
     {4000, 50, 1000, 0, 50, 0, 500, 400}},
    {"seed",
     HELP("full, with a random term", "complète, avec une part de hasard"),
     FORM_LINEAR,
     {4000, 100, 450, 1}},
    {"evolved",
     HELP("full, with weights found by evolution", "complète, poids trouvés par évolution"),
     FORM_LINEAR,
     {3211, 100, 1263, 0}},
};

static const EvalTable evals = EVAL_TABLE(criteria, eval_specs);

/* The strongest player, and the six players of the report. */
static const PlayerPreset players[] = {
    {"champion", "flagship,eval=champion,contempt=20",
     HELP("the strongest player", "le joueur le plus fort")},
    {"classic1", "minimax,depth=3,eval=material,table=off",
     HELP("minimax, simple evaluation", "minimax, évaluation simple")},
    {"classic2", "alphabeta,depth=4,eval=material,table=off",
     HELP("alpha-beta, simple evaluation", "alpha-bêta, évaluation simple")},
    {"classic3", "negamax,depth=4,eval=material,table=off",
     HELP("negamax, simple evaluation", "negamax, évaluation simple")},
    {"classic4", "minimax,depth=3,eval=seed,table=off",
     HELP("minimax, full evaluation", "minimax, évaluation complète")},
    {"classic5", "alphabeta,depth=4,eval=seed,table=off",
     HELP("alpha-beta, full evaluation", "alpha-bêta, évaluation complète")},
    {"classic6", "negamax,depth=4,eval=seed,table=off",
     HELP("negamax, full evaluation", "negamax, évaluation complète")},
};

/* A small difference in strength wins nearly every long game, so the steps between levels are made
 * of lapses. Level 3 keeps its pieces together but has no plan. */
static const char *const levels[LEVEL_COUNT] = {
    "casual,depth=1,miss=92,noise=32,table=off",
    "casual,depth=2,miss=91,fade=4,noise=27,alert=2,table=off",
    "casual,depth=2,noise=1,alert=2,eval=material+mobility=0.1+threat=0.1,table=off",
    "casual,depth=2,miss=50,fade=10,noise=4,alert=2,lapse=18,eval=champion,quiescence=on,table=off",
    "casual,depth=2,miss=30,fade=10,noise=4,alert=2,lapse=4,eval=champion,quiescence=on,table=off",
    "casual,depth=3,miss=30,fade=10,noise=4,alert=2,lapse=5,eval=champion,quiescence=on,table=off",
    "flagship,eval=champion,contempt=20,nodes=7500",
    "flagship,eval=champion,contempt=20,nodes=36000",
    "flagship,eval=champion,contempt=20,nodes=260000",
    "flagship,eval=champion,contempt=20,time=1",
};

static int net_bit(const Board *board, int cell)
{
    int row = cell / board->cols, col = cell % board->cols;
    return NET_WORD_BITS * hasami_line_word(row) + hasami_line_shift(row) + col;
}

#ifndef INSTANCE_LIGHT
extern const unsigned char hasami_net[], hasami_net_end[]; /* hasami_data.S */
#endif

const GameInfo hasami_info = {
    .id = "hasami",
    .name = TEXT("Hasami Shogi", "Hasami Shogi"),
    .about = HELP("Rooks that capture by closing in from two sides.",
                  "Des tours qui prennent en tenaille."),
    .pieces = "bw",
    .glyphs = {"●", "○"},
    .colours = {TEXT("Black", "Noir"), TEXT("White", "Blanc")},
    .evals = &evals,
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .levels = levels,
    .mcts = "implicit=0.7,plies=8,scale=40",
    .champion_scale = 10000, /* fits 28,000 scores of 30,000 nodes: a piece more is 60 % */
    .net_bit = net_bit,
#ifndef INSTANCE_LIGHT
    .net = hasami_net,
    .net_end = hasami_net_end,
#endif
    .notation = {.first_column = 'a', .rows_from_top = false, .separator = ""},
    .specials = specials,
    .options = {options, HASAMI_OPTIONS},
    .state = {state, sizeof state / sizeof state[0]},
    .presets = presets,
    .preset_count = sizeof presets / sizeof presets[0],
};

void hasami_start(Board *board)
{
    int home = board->options[HASAMI_SETUP] + 1;
    board->rows = board->cols = HASAMI_SIZE;
    board->turn = 0;
    memset(board->cell, CELL_EMPTY, sizeof board->cell);
    memset(board->cell, CELL_SECOND, (size_t)(home * HASAMI_SIZE));
    memset(board->cell + HASAMI_CELLS - home * HASAMI_SIZE, CELL_FIRST,
           (size_t)(home * HASAMI_SIZE));
}

bool hasami_from_board(hasami_pos *p, const Board *board, Error *err)
{
    for (int colour = 0; colour < 2; colour++)
        if (board_count(board, CELL_FIRST + colour) > HASAMI_MAX_PIECES)
            return error_set(err, ERROR_HASAMI_PIECES, HASAMI_MAX_PIECES);
    memset(p, 0, sizeof *p);
    memcpy(p->option, board->options, sizeof p->option);
    p->has_plain_moves = !p->option[HASAMI_JUMPS] && p->option[HASAMI_SUICIDE];
    p->has_plain_prey = p->option[HASAMI_CORNER] == CORNER_SINGLE && !p->option[HASAMI_DIAGONAL] &&
                        !p->option[HASAMI_EDGE];
    p->has_plain_end = !p->option[HASAMI_GOAL] && !p->option[HASAMI_BLOCKED];
    p->quiet = (uint16_t)board->state[0];
    p->side = board->turn;
    for (int i = 0; i < HASAMI_CELLS; i++)
        if (board->cell[i] != CELL_EMPTY) {
            int colour = board->cell[i] - CELL_FIRST;
            hasami_toggle(p, colour, i / HASAMI_SIZE, i % HASAMI_SIZE);
            p->count[colour]++;
        }
    p->key = hasami_key_slow(p);
    return true;
}

void hasami_to_board(const hasami_pos *p, Board *board)
{
    memset(board, 0, sizeof *board);
    memcpy(board->options, p->option, sizeof p->option);
    board->rows = board->cols = HASAMI_SIZE;
    board->turn = p->side;
    board->state[0] = (int16_t)p->quiet;
    for (int i = 0; i < HASAMI_CELLS; i++)
        for (int colour = 0; colour < 2; colour++)
            if (hasami_has_cell(p, colour, i))
                board->cell[i] = (uint8_t)(CELL_FIRST + colour);
}

uint64_t hasami_key_slow(const hasami_pos *p)
{
    int16_t values[MAX_OPTIONS] = {0};
    memcpy(values, p->option, sizeof p->option);
    uint64_t key = zobrist_options(&hasami_info.options, values);
    if (p->side == 1)
        key ^= ZOBRIST_TURN;
    for (int i = 0; i < HASAMI_CELLS; i++)
        for (int colour = 0; colour < 2; colour++)
            if (hasami_has_cell(p, colour, i))
                key ^= zobrist_cell[colour][i];
    return key;
}

Reason hasami_reason(const hasami_pos *p)
{
    int mine = p->count[p->side], theirs = p->count[1 - p->side];
    int losing = p->option[HASAMI_LOSING_COUNT], difference = p->option[HASAMI_DIFFERENCE];
    int fewer = mine <= losing ? mine : theirs,
        lead = mine > theirs ? mine - theirs : theirs - mine;
    if (fewer <= losing)
        return fewer == 0 ? REASON_NO_PIECES : REASON_PIECE_COUNT;
    if (difference != 0 && lead > difference)
        return REASON_PIECE_DIFFERENCE;
    if (p->option[HASAMI_GOAL] && (hasami_has_five(p, 0) || hasami_has_five(p, 1)))
        return REASON_FIVE;
    return p->option[HASAMI_BLOCKED] && !hasami_has_move(p) ? REASON_BLOCKED : REASON_NO_CAPTURE;
}

void hasami_squares(const hasami_pos *p, Move move, int *from, int *to)
{
    (void)p;
    *from = move / HASAMI_CELLS;
    *to = move % HASAMI_CELLS;
}

/* Without home rows every turn of the board is the same game. */
unsigned hasami_symmetries(const Board *board)
{
    return board->options[HASAMI_GOAL] ? 1u | 1u << SYMMETRY_FLIP_COLUMNS
                                       : symmetry_of_shape(board);
}

/* The colours face each other. */
int hasami_colour_swap(const Board *board)
{
    (void)board;
    return SYMMETRY_FLIP_ROWS;
}
