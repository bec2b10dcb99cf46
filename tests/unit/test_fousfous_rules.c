/* Fous-Fous: what pieces may do, how games end, and known facts about small endings. */
#include "base/parse.h"
#include "base/rng.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SQUARES = 32 };

static const Game *fousfous(void) { return must_find_game("fousfous"); }

/* An empty board of that size, with Blanc to move, and its playable squares. */
static int empty_board(int rows, int cols, Board *board, int squares[MAX_SQUARES])
{
    int count = 0;
    memset(board, 0, sizeof *board);
    board->options[0] = (int16_t)rows;
    board->options[1] = (int16_t)cols;
    fousfous()->start(board);
    for (int i = 0; i < rows * cols; i++)
        if (board->cell[i] != CELL_VOID) {
            board->cell[i] = CELL_EMPTY;
            squares[count++] = i;
        }
    return count;
}

/* ---- moves ---- */

/* There are `count` moves, and `moves` are among them. */
static void check_moves(const char *position, const char *moves, int count)
{
    Bytes pos;
    Move  list[MAX_MOVES];
    char  word[16];
    must_parse(fousfous(), position, &pos);
    assert_int_equal(fousfous()->gen(&pos, list), count);
    while (parse_word(&moves, word, sizeof word))
        if (!is_legal_text(fousfous(), &pos, word))
            fail_msg("%s should be legal in %s", word, position);
}

static void test_a_piece_that_sees_an_enemy_must_capture(void **state)
{
    (void)state;
    check_moves("8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "C4-D5 C4-E2 G4-E2 A6-B7", 4);
    check_moves("8/8/1b6/n7/8/8/8/8 b", "B3-A4", 1);
    /* That B3 can capture does not bind D1, which sees nobody. */
    check_moves("3b4/8/1b6/n1n5/8/8/8/8 b", "B3-A4 B3-C4 D1-E2", 3);
}

static void test_a_piece_that_sees_none_must_go_to_see_one(void **state)
{
    (void)state;
    check_moves("1b6/8/8/8/8/8/8/n7 b", "B1-E4", 1); /* where its diagonal crosses A8's */
}

static void test_capture_is_by_replacement(void **state)
{
    (void)state;
    Bytes pos;
    must_parse(fousfous(), "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", &pos);
    must_play(fousfous(), "C4-D5", &pos);
    assert_same_position(fousfous(), &pos, "8/4b3/8/6n1/3n4/n7/5b2/8 b");
}

/* ---- ends ---- */

static void check_result(const char *position, const char *words)
{
    Bytes pos;
    must_parse(fousfous(), position, &pos);
    Result result = position_result(fousfous(), &pos);
    assert_string_equal(result_words(&result), words);
}

static void test_a_side_without_pieces_loses_whoever_moves(void **state)
{
    (void)state;
    check_result("8/8/8/8/8/n7/8/8 b", "0-1 no-pieces");
    check_result("8/8/8/8/8/n7/8/8 n", "0-1 no-pieces");
    check_result("8/8/8/8/8/b7/8/8 n", "1-0 no-pieces");
    check_result("2/n1 n rows=2 columns=2", "0-1 no-pieces");
}

static void test_a_player_without_a_move_loses_on_rectangles(void **state)
{
    (void)state;
    check_result("1b3/4n b rows=2 columns=5", "0-1 blocked");
    check_result("1b3/4n n rows=2 columns=5", "1-0 blocked");
    check_result("1b3/n3n b rows=2 columns=5", "* none");
}

/* ---- facts ---- */

/* Fills the squares by the digits of `number` in base 3. */
static void fill_board(Board *board, const int squares[], int count, uint64_t number)
{
    for (int i = 0; i < count; i++, number /= 3)
        board->cell[squares[i]] = (uint8_t)(number % 3);
}

static void assert_has_move(const Board *board)
{
    Bytes pos;
    Move  moves[MAX_MOVES];
    if (board_count(board, CELL_FIRST) == 0 || board_count(board, CELL_SECOND) == 0 ||
        !fousfous()->from_board(&pos, board, NULL))
        return;
    if (fousfous()->play(&pos) != PLAY_ON || fousfous()->gen(&pos, moves) == 0) {
        Str text = text_of(fousfous(), &pos);
        fail_msg("no move in %s", str_get(&text));
    }
}

static void test_every_position_on_small_squares_has_a_move(void **state)
{
    (void)state;
    for (int size = 2; size <= 5; size++) {
        Board    board;
        int      squares[MAX_SQUARES], count = empty_board(size, size, &board, squares);
        uint64_t total = 1;
        for (int i = 0; i < count; i++)
            total *= 3;
        for (uint64_t number = 0; number < total; number++) {
            fill_board(&board, squares, count, number);
            assert_has_move(&board);
        }
    }
}

static void test_random_positions_on_large_squares_have_a_move(void **state)
{
    (void)state;
    uint64_t rng = 5;
    for (int i = 0; i < 60000; i++) {
        Board board;
        int   squares[MAX_SQUARES], size = 6 + i % 3;
        int   count = empty_board(size, size, &board, squares);
        int   pieces = 2 + (int)rng_below(&rng, 12);
        for (int k = 0; k < pieces; k++)
            board.cell[squares[rng_below(&rng, (uint32_t)count)]] =
                (uint8_t)(CELL_FIRST + rng_below(&rng, 2));
        board.turn = (uint8_t)rng_below(&rng, 2);
        assert_has_move(&board);
    }
}

/* Won and lost positions by exact search. The game cannot go in circles, so plain recursion ends;
 * values are kept by key. */
typedef struct {
    uint64_t key;
    char     value; /* 0: free, 'w', 'l' */
} Known;

enum { KNOWN_BITS = 21 };

static Known *find_known(Known *table, uint64_t key)
{
    size_t at = key >> (64 - KNOWN_BITS);
    while (table[at].value != 0 && table[at].key != key)
        at = (at + 1) & ((1u << KNOWN_BITS) - 1);
    return &table[at];
}

static bool is_won(Known *table, Bytes *pos)
{
    const Game *game = fousfous();
    Move        moves[MAX_MOVES];
    Play        play = game->play(pos);
    uint64_t    key = game->key(pos);
    if (play != PLAY_ON)
        return play == PLAY_WON;
    if (find_known(table, key)->value != 0)
        return find_known(table, key)->value == 'w';
    bool won = false;
    int  count = game->gen(pos, moves);
    for (int i = 0; i < count && !won; i++) {
        Bytes undo;
        game->make(pos, moves[i], &undo);
        won = !is_won(table, pos);
        game->unmake(pos, moves[i], &undo);
    }
    *find_known(table, key) = (Known){key, won ? 'w' : 'l'};
    return won;
}

/* Counts over all ways to put `left` more pieces on squares from `first` on. */
static void count_endings(Known *table, Board *board, const int squares[], int first, int left,
                          int counts[2])
{
    if (left == 0) {
        Bytes pos;
        bool  has_both = board_count(board, CELL_FIRST) > 0 && board_count(board, CELL_SECOND) > 0;
        if (has_both && fousfous()->from_board(&pos, board, NULL))
            counts[is_won(table, &pos) ? 0 : 1]++;
        return;
    }
    for (int i = first; i + left <= MAX_SQUARES; i++) {
        for (int colour = CELL_FIRST; colour <= CELL_SECOND; colour++) {
            board->cell[squares[i]] = (uint8_t)colour;
            count_endings(table, board, squares, i + 1, left - 1, counts);
        }
        board->cell[squares[i]] = CELL_EMPTY;
    }
}

static void check_endings(int pieces, int won, int lost)
{
    Known *table = calloc((size_t)1 << KNOWN_BITS, sizeof table[0]);
    Board  board;
    int    squares[MAX_SQUARES], counts[2] = {0, 0};
    assert_non_null(table);
    assert_int_equal(empty_board(8, 8, &board, squares), MAX_SQUARES);
    count_endings(table, &board, squares, 0, pieces, counts);
    free(table);
    assert_int_equal(counts[0], won);
    assert_int_equal(counts[1], lost);
}

static void test_endings_of_two_to_four_pieces_have_the_known_values(void **state)
{
    (void)state;
    check_endings(2, 280, 712);
    check_endings(3, 14992, 14768);
    check_endings(4, 299380, 204060);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_piece_that_sees_an_enemy_must_capture),
        cmocka_unit_test(test_a_piece_that_sees_none_must_go_to_see_one),
        cmocka_unit_test(test_capture_is_by_replacement),
        cmocka_unit_test(test_a_side_without_pieces_loses_whoever_moves),
        cmocka_unit_test(test_a_player_without_a_move_loses_on_rectangles),
        cmocka_unit_test(test_every_position_on_small_squares_has_a_move),
        cmocka_unit_test(test_random_positions_on_large_squares_have_a_move),
        cmocka_unit_test(test_endings_of_two_to_four_pieces_have_the_known_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
