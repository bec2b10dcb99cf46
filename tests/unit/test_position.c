/* Position text of every game: golden texts, bad texts, ends. */
#include "core/position_copy.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *game, *text;
} Golden;

/* Written exactly like this. */
static const Golden golden[] = {
    {"tictactoe", "3/3/3 x"},
    {"tictactoe", "xo1/1x1/3 o"},
    {"connect4", "7/7/7/7/7/7 x"},
    {"connect4", "7/7/7/7/3o3/3xx2 o"},
    {"gomoku", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b"},
    {"gomoku", "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w"},
    {"gomoku", "5/5/5/5/5 b size=5"},
    {"gomoku", "20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 b size=20"},
    {"gomoku", "7/7/3b3/2wb3/7/7/7 w phase=choose size=7 opening=swap2"},
    {"gomoku", "7/7/3b3/2wb3/7/7/7 w swapped=on size=7 opening=swap2"},
    {"gomoku", "9/9/9/2bbbbbb1/9/9/9/9/9 w phase=forbidden size=9 rule=renju"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b"},
    {"hasami", "w7w/4b4/4w4/4w4/1bww1wwb1/9/9/b7b/4b3w b"},
    {"hasami", "w1wb5/b8/9/9/1b7/9/9/w7w/w6bb b"},
    {"hasami", "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w"},
    {"hasami", "8w/2w1w3b/5w3/2b5b/3bw4/5w1b1/9/w8/wbb1bb3 b"},
    {"hasami", "wwb6/b1b6/9/9/9/9/9/1b7/8w b corner=group losing_count=1 difference=off"},
    {"hasami", "wwb6/b1b6/9/9/9/9/9/1b7/7ww b quiet=12 corner=group"},
    {"fousfous", "1b1b1b1b/n1n1n1n1/1b1b1b1b/n1n1n1n1/1b1b1b1b/n1n1n1n1/1b1b1b1b/n1n1n1n1 b"},
    {"fousfous", "1b1b1n1b/n1b3n1/3b1b1b/n1b1n3/3b1n1n/n1n1n3/1b3b1b/n1n1b1n1 b"},
    {"fousfous", "1b1n1n1b/b1n5/3b1b1n/n3n3/7b/8/5b1b/n1n1n3 n"},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n"},
    {"fousfous", "1b1b/n1n1/1b1b/n1n1 b rows=4 columns=4"},
};

static void test_golden_texts_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        const Game *game = must_find_game(golden[i].game);
        Bytes       pos;
        must_parse(game, golden[i].text, &pos);
        assert_same_position(game, &pos, golden[i].text);
    }
}

static void check_reads_as(const char *id, const char *text, const char *expected)
{
    const Game *game = must_find_game(id);
    Bytes       pos;
    must_parse(game, text, &pos);
    assert_same_position(game, &pos, expected);
}

static void test_other_ways_to_write_are_read(void **state)
{
    (void)state;
    check_reads_as("connect4", "startpos", "7/7/7/7/7/7 x");
    check_reads_as("connect4", "445", "7/7/7/7/3o3/3xx2 o");
    check_reads_as("connect4", "  7/7/7/7/3o3/3xx2 \t o\n", "7/7/7/7/3o3/3xx2 o");
    check_reads_as("tictactoe", "b2a3", "o2/1x1/3 x");
    check_reads_as("hasami", "a1a5 diagonal=on",
                   "wwwwwwwww/9/9/9/b8/9/9/9/1bbbbbbbb w quiet=1 diagonal=on");
    check_reads_as("hasami", "startpos setup=two",
                   "wwwwwwwww/wwwwwwwww/9/9/9/9/9/bbbbbbbbb/"
                   "bbbbbbbbb b setup=two");
    check_reads_as("hasami", "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 edge=on quiet=3 w",
                   "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w quiet=3 edge=on");
    check_reads_as("fousfous", "startpos rows=2 columns=3", "1b1/n1n b rows=2 columns=3");
    check_reads_as("gomoku", "startpos size=5 opening=swap2",
                   "5/5/5/5/5 b phase=open size=5 opening=swap2");
    check_reads_as("gomoku", "c3c4d4black size=5 opening=swap2",
                   "5/2wb1/2b2/5/5 w swapped=on size=5 opening=swap2");
}

static void test_options_of_the_caller_hold_where_the_text_is_silent(void **state)
{
    (void)state;
    const Game *game = must_find_game("gomoku");
    int16_t     options[MAX_OPTIONS];
    Bytes       pos;
    options_reset(&game->info->options, options);
    assert_true(options_set_words(&game->info->options, options, "size=5 rule=caro", NULL));
    assert_true(position_parse(game, options, "startpos", &pos, NULL));
    assert_same_position(game, &pos, "5/5/5/5/5 b size=5 rule=caro");
    assert_true(position_parse(game, options, "6/6/6/6/6/6 w size=6", &pos, NULL));
    assert_same_position(game, &pos, "6/6/6/6/6/6 w size=6 rule=caro");
}

typedef struct {
    const char *game, *text, *error; /* a part of the message */
} Bad;

static const Bad bad[] = {
    {"tictactoe", "", "empty text; try 'startpos'"},
    {"tictactoe", "   ", "empty text"},
    {"tictactoe", "3/3/3", "who is to move? expected x or o after the board"},
    {"tictactoe", "3/3/3 b", "expected x or o to move, or name=value; got 'b'"},
    {"tictactoe", "3/3/3 x o", "got 'o'"},
    {"tictactoe", "3/3/3 xo", "got 'xo'"},
    {"tictactoe", "3/3 x", "2 rows, expected 3"},
    {"tictactoe", "3/3/3/3 x", "more than 3 rows"},
    {"tictactoe", "3/4/3 x", "row 2 is longer than 3 cells"},
    {"tictactoe", "3/xoxo/3 x", "row 2 is longer than 3 cells"},
    {"tictactoe", "3/2/3 x", "row 2 has 2 cells, expected 3"},
    {"tictactoe", "111/3/3 x", "row 1 is longer than 3 cells"}, /* a hundred and eleven */
    {"tictactoe", "3/3/b2 x", "row 3 has 'b'; expected x, o, a number or '/'"},
    {"tictactoe", "3/3/03 x", "row 3 has '0'"},
    {"tictactoe", "3//3 x", "row 2 has 0 cells"},
    {"tictactoe", "3/3/3/ x", "more than 3 rows"},
    {"tictactoe", "x2/3/3 x", "1 and 0 stones do not fit the side to move"},
    {"tictactoe", "xxx/ooo/3 x", "the side to move has three in a row already"},
    {"tictactoe", "startpos x", "expected a board (rows joined by '/') before side and state"},
    {"tictactoe", "startpos size=3", "unknown option 'size'; this game has none"},
    {"tictactoe", "a1a1", "'a1' is not a legal move here; a legal one is a3"},
    {"tictactoe", "a1a2b1b2c1c2", "'c2': the game is over, no move is legal"},
    {"connect4", "7/7/7/7/3x3/7 o", "a stone hangs in the air"},
    {"connect4", "4444444", "'4' is not a legal move here"},
    {"connect4", "48", "'8' is not a legal move here"},
    {"connect4", "xxxx3/oooo3/7/7/7/7 x", "hangs in the air"},
    {"connect4", "7/7/7/7/oooo3/xxxx3 x", "the side to move has four in a row already"},
    {"hasami", "9/9/9/9/9/9/9/9/999999999999 b", "row 9 is longer than 9 cells"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b quiet=-1", "option quiet must be one of"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b quiet=10001", "option quiet must be one of"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b losing_count=7", "losing_count"},
    {"hasami", "bbbbbbbbb/bbbbbbbbb/b8/9/9/9/9/9/w8 b", "more than 18 pieces of one colour"},
    {"fousfous", "b7/8/8/8/8/8/8/n7 b", "row 1 has a piece on an unused square"},
    {"fousfous", "8/8/8/8/8/8/8/8 b", "there is no piece on the board"},
    {"fousfous", "1b1b1b1b/b1b1b1b1/1b1b1b1b/b1b1b1b1/1b6/8/8/n7 b", "more than 16 pieces"},
    {"fousfous", "1b1b/n1n1/1b1b/n1n1 b", "row 1 has 4 cells, expected 8"},
    {"fousfous", "startpos rows=9", "option rows must be one of 2..8; got '9'"},
    {"gomoku", "startpos size=4", "option size must be one of 5..20; got '4'"},
    {"gomoku", "startpos size=21", "option size must be one of 5..20"},
    {"gomoku", "5/5/5/5/5 b", "row 1 has 5 cells, expected 15"},
    {"gomoku", "5/5/5/5/5 b size=5 phase=open", "phase and swapped need opening=swap2"},
    {"gomoku", "5/5/5/5/5 b size=5 swapped=on", "phase and swapped need opening=swap2"},
    {"gomoku", "5/5/5/5/5 w size=5 phase=choose opening=swap2", "0 stones do not fit"},
    {"gomoku", "5/5/bbb2/5/5 w size=5 phase=choose opening=swap2", "do not fit phase=choose"},
    {"gomoku", "5/5/2b2/5/5 b size=5 phase=open opening=swap2", "do not fit phase=open"},
    {"gomoku", "5/5/2b2/5/5 w size=5 phase=forbidden", "phase=forbidden needs rule=renju"},
    {"gomoku", "5/5/2b2/5/5 w size=5 phase=later", "option phase must be one of"},
};

static void test_bad_texts_are_explained_and_leave_the_position_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const Game *game = must_find_game(bad[i].game);
        int16_t     options[MAX_OPTIONS];
        Bytes       pos, before;
        Error       err = {0};
        options_reset(&game->info->options, options);
        memset(&pos, 0xa5, sizeof pos);
        before = pos;
        if (position_parse(game, options, bad[i].text, &pos, &err))
            fail_msg("%s: '%s' was accepted", bad[i].game, bad[i].text);
        if (strstr(error_words(&err, LANG_EN), bad[i].error) == NULL)
            fail_msg("%s: '%s' gives '%s'", bad[i].game, bad[i].text, error_words(&err, LANG_EN));
        assert_memory_equal(&pos, &before, sizeof pos);
        assert_false(position_parse(game, options, bad[i].text, &pos, NULL));
    }
}

static void test_very_long_words_are_refused(void **state)
{
    (void)state;
    const Game *game = must_find_game("hasami");
    int16_t     options[MAX_OPTIONS];
    char        text[6000];
    Bytes       pos;
    options_reset(&game->info->options, options);
    memset(text, '9', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(position_parse(game, options, text, &pos, NULL));
    for (size_t i = 1; i < sizeof text - 1; i += 2)
        text[i] = '/';
    assert_false(position_parse(game, options, text, &pos, NULL));
    memcpy(text, "startpos ", 9);
    assert_false(position_parse(game, options, text, &pos, NULL));
}

/* The start and a list of moves have their own; said besides, it would be ignored. */
static void test_state_is_refused_without_a_board(void **state)
{
    (void)state;
    static const char *const texts[][2] = {{"hasami", "startpos quiet=5"},
                                           {"hasami", "a1a5 quiet=5"},
                                           {"gomoku", "startpos opening=swap2 phase=choose"},
                                           {"gomoku", "h8 swapped=on opening=swap2"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const Game *game = must_find_game(texts[i][0]);
        int16_t     options[MAX_OPTIONS];
        Bytes       pos;
        options_reset(&game->info->options, options);
        if (position_parse(game, options, texts[i][1], &pos, NULL))
            fail_msg("'%s' was accepted", texts[i][1]);
    }
}

/* 123 behind many zeros: it may be refused, but not be cut to another number. */
static void test_long_numbers_are_not_cut(void **state)
{
    (void)state;
    const Game *game = must_find_game("hasami");
    int16_t     options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    for (int zeros = 0; zeros < 300; zeros++) {
        char  text[400];
        Bytes pos;
        snprintf(text, sizeof text, "startpos no_capture=%0*d", zeros, 123);
        if (position_parse(game, options, text, &pos, NULL))
            assert_same_position(game, &pos, "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b no_capture=123");
    }
}

typedef struct {
    const char *game, *text, *words;
} End;

static const End ends[] = {
    {"tictactoe", "xxx/oo1/3 o", "1-0 three"},
    {"tictactoe", "oox/xxo/oxx o", "1/2-1/2 full"},
    {"tictactoe", "xox/oxo/xox o", "1-0 three"},
    {"connect4", "7/7/o6/xo5/xxo4/xxxo1oo x", "0-1 four"},
    {"connect4", "445566", "* none"},
    {"gomoku", "9/9/9/2bbbbb2/9/9/9/9/9 w size=9 opening=swap2 swapped=on", "0-1 five"},
    {"gomoku", "9/9/9/2bbbbbb1/9/9/9/9/9 w size=9 rule=standard", "* none"},
    {"gomoku", "9/9/9/bbbbb4/9/9/9/9/4wwwww b size=9",
     "0-1 five"}, /* who moved last is asked first */
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbb4 b", "0-1 piece-difference"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbb3 b", "* none"},
    {"fousfous", "8/8/8/8/8/n7/8/8 b", "0-1 no-pieces"},
    {"fousfous", "1b3/4n b rows=2 columns=5", "0-1 blocked"},
};

static void test_ends_have_winner_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const Game *game = must_find_game(ends[i].game);
        Bytes       pos;
        must_parse(game, ends[i].text, &pos);
        Result result = position_result(game, &pos);
        assert_string_equal(result_words(&result), ends[i].words);
    }
}

static void test_occurrences_are_counted_among_reversible_plies(void **state)
{
    (void)state;
    const uint64_t keys[] = {7, 1, 7, 2, 7, 3, 7};
    assert_int_equal(position_occurrences(keys, 7, 6), 4);
    assert_int_equal(position_occurrences(keys, 7, 100), 4);
    assert_int_equal(position_occurrences(keys, 7, 3), 2);
    assert_int_equal(position_occurrences(keys, 7, 0), 1);
    assert_int_equal(position_occurrences(keys, 1, 50), 1);
    assert_int_equal(position_occurrences(keys, 2, 50), 1);
}

/* In every game and under all its rules: moves made on a copy leave the position alone, and taken
 * back they leave the copy as it was. */
static void test_moves_on_a_copy_leave_the_position_alone(void **state)
{
    (void)state;
    Rules rules[MAX_RULES];
    for (size_t g = 0; g < game_count(); g++)
        for (int r = 0, count = rules_list(game_at(g), rules); r < count; r++) {
            const Game  *game = rules[r].game;
            Bytes        pos = {0}, before;
            Move         moves[MAX_MOVES];
            PositionCopy copy;
            assert_true(position_start(game, rules[r].options, &pos, NULL));
            before = pos;
            assert_true(position_copy_init(&copy, game, &pos, NULL));
            for (int i = 0, n = game->gen(&pos, moves); i < n; i++) {
                position_copy_make(&copy, moves[i]);
                assert_memory_not_equal(copy.pos, &before, game->pos_size);
                assert_memory_equal(&pos, &before, game->pos_size);
                position_copy_unmake(&copy, moves[i]);
                assert_memory_equal(copy.pos, &before, game->pos_size);
            }
            position_copy_free(&copy);
            assert_null(copy.pos);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_texts_round_trip),
        cmocka_unit_test(test_other_ways_to_write_are_read),
        cmocka_unit_test(test_options_of_the_caller_hold_where_the_text_is_silent),
        cmocka_unit_test(test_bad_texts_are_explained_and_leave_the_position_alone),
        cmocka_unit_test(test_very_long_words_are_refused),
        cmocka_unit_test(test_state_is_refused_without_a_board),
        cmocka_unit_test(test_long_numbers_are_not_cut),
        cmocka_unit_test(test_ends_have_winner_and_reason),
        cmocka_unit_test(test_occurrences_are_counted_among_reversible_plies),
        cmocka_unit_test(test_moves_on_a_copy_leave_the_position_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
