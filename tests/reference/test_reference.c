/* The fast rules against the slow reference rules: moves, results and what moves lead to.
 *
 *   test_reference [GAMES]      random games per game (REFERENCE_GAMES, or 300) */
#include "base/parse.h"
#include "base/rng.h"
#include "reference/ref_compare.h"
#include "reference/ref_text.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_GAMES = 300, LONGEST_WALK = 200, TRIED_MOVES = 3, BOARDS_PER_GAME = 10 };

static int games_to_play(void)
{
    const char *text = getenv("REFERENCE_GAMES");
    int64_t     games = DEFAULT_GAMES;
    if (text != NULL && !parse_int("REFERENCE_GAMES", text, 1, 100000000, &games, NULL))
        fail_msg("REFERENCE_GAMES is '%s'", text);
    return (int)games;
}

/* ---- random games ---- */

static void visit_and_compare(Walk *walk, void *user)
{
    const Pair *pair = user;
    compare_position(pair, &walk->pos);
    for (int i = 0; i < TRIED_MOVES && walk->count > 0; i++)
        compare_after(pair, &walk->pos, walk_any_move(walk));
}

/* The default rules, those of the list in turn, and any combination. */
static void choose_rules(const Rules list[], int count, int turn, uint64_t *rng, Rules *out)
{
    if (turn % 4 == 0)
        *out = list[0];
    else if (turn % 4 == 1)
        *out = list[turn / 4 % count];
    else
        rules_draw(list[0].game, rng, out);
}

static const RefGame *find_reference(const Game *game)
{
    const RefGame *reference = ref_find_game(game->info->id);
    if (reference == NULL)
        skip();
    return reference;
}

static void test_random_games_are_played_by_the_reference_rules(void **state)
{
    Rules    list[MAX_RULES];
    int      count = rules_list(*state, list), games = games_to_play();
    uint64_t rng = 11;
    for (int i = 0; i < games; i++) {
        Rules rules;
        choose_rules(list, count, i, &rng, &rules);
        Pair pair = {&rules, find_reference(*state)};
        walk_game(&rules, 1000 + (uint64_t)i, LONGEST_WALK, visit_and_compare, &pair);
    }
}

/* ---- random boards ---- */

/* In games where a move is a column, stones rest on each other. */
static void let_stones_fall(Board *board)
{
    for (int col = 0; col < board->cols; col++) {
        int floor = board->rows;
        for (int row = board->rows; row-- > 0;) {
            uint8_t cell = board->cell[board_index(board, row, col)];
            board->cell[board_index(board, row, col)] = CELL_EMPTY;
            if (cell != CELL_EMPTY)
                board->cell[board_index(board, --floor, col)] = cell;
        }
    }
}

/* Pieces of both colours, few or many, all over the board or crowded in a part of it. */
static void scatter_pieces(Board *board, uint64_t *rng)
{
    int height = 3 + (int)rng_below(rng, (uint32_t)board->rows);
    int width = 3 + (int)rng_below(rng, (uint32_t)board->cols);
    int top = (int)rng_below(rng, (uint32_t)board->rows) - height / 2;
    int left = (int)rng_below(rng, (uint32_t)board->cols) - width / 2;
    int first = (int)rng_below(rng, 60), second = (int)rng_below(rng, 60); /* percent */
    for (int row = 0; row < board->rows; row++)
        for (int col = 0; col < board->cols; col++) {
            uint8_t *cell = &board->cell[board_index(board, row, col)];
            int      draw = (int)rng_below(rng, 100);
            bool is_part = row >= top && row < top + height && col >= left && col < left + width;
            if (*cell == CELL_VOID)
                continue;
            *cell = CELL_EMPTY;
            if (is_part && draw < first)
                *cell = CELL_FIRST;
            else if (is_part && draw >= 100 - second)
                *cell = CELL_SECOND;
        }
}

static void draw_state(const OptionTable *table, Board *board, uint64_t *rng)
{
    for (int i = 0; i < table->count; i++) {
        const OptionSpec *spec = &table->specs[i];
        int               most = spec->type == OPTION_NUMBER ? 120 : spec->max;
        board->state[i] = spec->fallback;
        if (rng_below(rng, 3) == 0)
            board->state[i] = (int16_t)rng_below(rng, (uint32_t)most + 1);
    }
}

/* Most finished games are passed over: there is little to compare in them. */
static void draw_position(const Rules *rules, uint64_t *rng, Bytes *pos)
{
    const Game *game = rules->game;
    Board       board = {0};
    memcpy(board.options, rules->options, sizeof board.options);
    do {
        game->start(&board);
        scatter_pieces(&board, rng);
        if (game->info->notation.first_column == '1')
            let_stones_fall(&board);
        board.turn = (uint8_t)rng_below(rng, 2);
        draw_state(&game->info->state, &board, rng);
    } while (!game->from_board(pos, &board, NULL) ||
             (game->play(pos) != PLAY_ON && rng_below(rng, 8) != 0));
}

static void test_random_boards_follow_the_reference_rules(void **state)
{
    Rules    list[MAX_RULES];
    int      count = rules_list(*state, list), boards = games_to_play() * BOARDS_PER_GAME;
    uint64_t rng = 12;
    for (int i = 0; i < boards; i++) {
        Rules rules;
        Bytes pos;
        Move  moves[MAX_MOVES];
        choose_rules(list, count, i, &rng, &rules);
        Pair pair = {&rules, find_reference(*state)};
        draw_position(&rules, &rng, &pos);
        compare_position(&pair, &pos);
        int move_count = rules.game->gen(&pos, moves);
        for (int k = 0; k < move_count; k++)
            compare_after(&pair, &pos, moves[k]);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        setenv("REFERENCE_GAMES", argv[1], 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games_are_played_by_the_reference_rules),
        cmocka_unit_test(test_random_boards_follow_the_reference_rules),
    };
    return run_for_every_game("reference", tests, sizeof tests / sizeof tests[0]);
}
