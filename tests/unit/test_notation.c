/* Move text and square names. */
#include "core/notation.h"
#include "support.h"

#include <string.h>

static void check_played(const char *id, const char *start, const char *moves, const char *expected)
{
    const Game *game = must_find_game(id);
    Bytes       pos;
    must_parse(game, start, &pos);
    must_play(game, moves, &pos);
    assert_same_position(game, &pos, expected);
}

static void test_moves_of_every_game_are_read(void **state)
{
    (void)state;
    check_played("tictactoe", "startpos", "a1 c3 b2", "2o/1x1/x2 o");
    check_played("connect4", "startpos", "4 4 5", "7/7/7/7/3o3/3xx2 o");
    check_played("hasami", "startpos", "a1a5 i9i2",
                 "wwwwwwww1/9/9/9/b8/9/9/8w/1bbbbbbbb b quiet=2");
    check_played("fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "A6-B7",
                 "8/4b3/8/2n3n1/3b4/8/1n3b2/8 b");
    check_played("gomoku", "startpos size=12", "a1 l12 a12",
                 "b10w/12/12/12/12/12/12/12/12/12/12/b11 w size=12");
}

static void test_moves_may_be_joined(void **state)
{
    (void)state;
    check_played("connect4", "startpos", "445", "7/7/7/7/3o3/3xx2 o");
    check_played("hasami", "startpos", "a1a5i9i2", "wwwwwwww1/9/9/9/b8/9/9/8w/1bbbbbbbb b quiet=2");
    check_played("gomoku", "startpos size=12", "a1l12a12",
                 "b10w/12/12/12/12/12/12/12/12/12/12/b11 w size=12");
    check_played("gomoku", "startpos size=5 opening=swap2", "a1b1c1moreb2c2white",
                 "5/5/5/1wb2/bwb2 w swapped=on size=5 opening=swap2");
}

static void test_special_moves_have_names(void **state)
{
    (void)state;
    const Game *game = must_find_game("hasami");
    Bytes       pos;
    Move        moves[MAX_MOVES];
    char        text[MOVE_TEXT_SIZE];
    must_parse(game, "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w", &pos);
    assert_int_equal(game->gen(&pos, moves), 1);
    assert_string_equal(notation_format(game, &pos, moves[0], text), "pass");
    assert_string_equal(notation_format(game, &pos, MOVE_NONE, text), "none");
    check_played("hasami", "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w", "pass",
                 "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 b quiet=1");
}

typedef struct {
    const char *game, *start, *move;
} Refused;

static const Refused refused[] = {
    {"tictactoe", "startpos", ""},
    {"tictactoe", "startpos", "a"},
    {"tictactoe", "startpos", "a0"},
    {"tictactoe", "startpos", "a4"},
    {"tictactoe", "startpos", "d1"},
    {"tictactoe", "startpos", "A1"},
    {"tictactoe", "startpos", "a01"},
    {"tictactoe", "startpos", " a1"},
    {"tictactoe", "startpos", "a1 "},
    {"tictactoe", "startpos", "a1b2"},
    {"tictactoe", "startpos", "a-1"},
    {"tictactoe", "startpos", "a99999999999999999999"},
    {"tictactoe", "startpos", "none"},
    {"tictactoe", "a1", "a1"},
    {"connect4", "startpos", "0"},
    {"connect4", "startpos", "8"},
    {"connect4", "startpos", "44"},
    {"connect4", "startpos", "d1"},
    {"connect4", "444444", "4"},
    {"hasami", "startpos", "a1"},
    {"hasami", "startpos", "a1a9"},
    {"hasami", "startpos", "a1b2"},
    {"hasami", "startpos", "a1-a5"},
    {"hasami", "startpos", "a9a5"},
    {"hasami", "startpos", "a1a1"},
    {"hasami", "startpos", "pass"},
    {"hasami", "startpos", "a1a5x"},
    {"hasami", "startpos", "e4e5"},
    {"fousfous", "startpos", "B1A2"},
    {"fousfous", "startpos", "b1-a2"},
    {"fousfous", "startpos", "B1-A2-"},
    {"fousfous", "startpos", "B1-C3"},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "C4-B3"},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "A6-C8"},
    {"gomoku", "startpos", "p1"},
    {"gomoku", "startpos", "a16"},
    {"gomoku", "startpos", "8,8"},
    {"gomoku", "startpos", "more"},
    {"gomoku", "a1b1c1 opening=swap2", "d4"},
    {"gomoku", "a1b1c1 opening=swap2", "blackd4"},
    {"gomoku", "a1b1c1moree1e2 opening=swap2", "more"},
};

static void test_anything_else_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const Game *game = must_find_game(refused[i].game);
        Bytes       pos;
        Move        move = 12345;
        Error       err = {0};
        must_parse(game, refused[i].start, &pos);
        if (notation_parse(game, &pos, refused[i].move, &move, &err))
            fail_msg("%s: '%s' was accepted", refused[i].game, refused[i].move);
        assert_int_equal(move, 12345);
        const char *example = strstr(error_words(&err, LANG_EN), "a legal one is ");
        assert_non_null(example);
        assert_true(is_legal_text(game, &pos, example + strlen("a legal one is ")));
    }
}

static void test_no_move_is_legal_after_the_end(void **state)
{
    (void)state;
    const Game *game = must_find_game("tictactoe");
    Bytes       pos;
    Move        move;
    Error       err;
    must_parse(game, "xxx/oo1/3 o", &pos);
    assert_false(notation_parse(game, &pos, "a1", &move, &err));
    assert_string_equal(error_words(&err, LANG_EN), "'a1': the game is over, no move is legal");
}

static void test_errors_show_input_safely(void **state)
{
    (void)state;
    const Game *game = must_find_game("tictactoe");
    Bytes       pos;
    Move        move;
    Error       err;
    must_parse(game, "startpos", &pos);
    assert_false(notation_parse(game, &pos, "a1\033[2J\n", &move, &err));
    assert_string_equal(error_words(&err, LANG_EN),
                        "'a1?[2J?' is not a legal move here; a legal one is a3");
    assert_false(notation_parse(game, &pos, "a1234567890123456789012345", &move, &err));
    assert_string_equal(error_words(&err, LANG_EN),
                        "'a1234567890123456789' is not a legal move here; a legal one is a3");
}

static void check_square(const char *id, const char *start, int cell, const char *expected)
{
    const Game *game = must_find_game(id);
    Bytes       pos;
    Board       board;
    char        text[MOVE_TEXT_SIZE];
    const char *rest = text;
    int         again = -1;
    must_parse(game, start, &pos);
    game->to_board(&pos, &board);
    notation_square(game, &board, cell, text);
    assert_string_equal(text, expected);
    assert_true(notation_parse_square(game, &board, &rest, &again));
    assert_int_equal(*rest, '\0');
    if (game->info->notation.first_column != '1')
        assert_int_equal(again, cell);
}

static void test_squares_have_names(void **state)
{
    (void)state;
    check_square("tictactoe", "startpos", 0, "a3");
    check_square("tictactoe", "startpos", 8, "c1");
    check_square("hasami", "startpos", 80, "i1");
    check_square("fousfous", "startpos", 1, "B1");
    check_square("fousfous", "startpos", 56, "A8");
    check_square("gomoku", "startpos", 7 * 15 + 7, "h8");
    check_square("gomoku", "startpos size=20", 19, "t20");
    check_square("connect4", "startpos", 38, "4");
}

static void test_moves_are_found_by_their_squares(void **state)
{
    (void)state;
    const Game *game = must_find_game("hasami");
    Bytes       pos;
    char        text[MOVE_TEXT_SIZE];
    must_parse(game, "startpos", &pos);
    Move move = notation_find(game, &pos, 72, 36);
    assert_string_equal(notation_format(game, &pos, move, text), "a1a5");
    assert_int_equal(notation_find(game, &pos, 72, 0), MOVE_NONE);
    assert_int_equal(notation_find(game, &pos, 40, 41), MOVE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_of_every_game_are_read),
        cmocka_unit_test(test_moves_may_be_joined),
        cmocka_unit_test(test_special_moves_have_names),
        cmocka_unit_test(test_anything_else_is_refused),
        cmocka_unit_test(test_no_move_is_legal_after_the_end),
        cmocka_unit_test(test_errors_show_input_safely),
        cmocka_unit_test(test_squares_have_names),
        cmocka_unit_test(test_moves_are_found_by_their_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
