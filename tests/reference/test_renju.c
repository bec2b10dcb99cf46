/* Black's forbidden points under renju: marked boards, and crowded boards against the reference. */
#include "base/file.h"
#include "base/rng.h"
#include "reference/ref_compare.h"
#include "reference/ref_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 15, MAX_FILE = 1 << 20 };

static const char start_text[] = "startpos rule=renju";

/* The board of a picture: X black, O white, anything else empty. */
static void set_up(const Game *game, char rows[SIZE][SIZE + 1], Bytes *pos)
{
    Board board;
    Error err;
    must_parse(game, start_text, pos);
    game->to_board(pos, &board);
    for (int i = 0; i < SIZE * SIZE; i++) {
        char mark = rows[i / SIZE][i % SIZE];
        board.cell[i] = mark == 'X' ? CELL_FIRST : mark == 'O' ? CELL_SECOND : CELL_EMPTY;
    }
    if (!game->from_board(pos, &board, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

/* '*' is not a legal move, '-' is. Returns how many marks there were. */
static int check_marks(const Game *game, char rows[SIZE][SIZE + 1], const char *name)
{
    Bytes pos;
    int   marks = 0;
    set_up(game, rows, &pos);
    for (int row = 0; row < SIZE; row++)
        for (int col = 0; col < SIZE; col++) {
            char mark = rows[row][col], text[8];
            if (mark != '*' && mark != '-')
                continue;
            snprintf(text, sizeof text, "%c%d", 'a' + col, SIZE - row);
            if (is_legal_text(game, &pos, text) != (mark == '-'))
                fail_msg("%s: %s should be %s", name, text, mark == '-' ? "legal" : "forbidden");
            marks++;
        }
    return marks;
}

static void test_marked_points_are_forbidden_or_allowed(void **state)
{
    (void)state;
    const Game *game = must_find_game("gomoku");
    Str         text = {0};
    char        rows[SIZE][SIZE + 1], name[100] = "";
    int         row = 0, marks = 0;
    assert_true(file_read("tests/reference/renju_forbidden.txt", MAX_FILE, &text, NULL));
    for (char *rest = text.text, *line; (line = strsep(&rest, "\n")) != NULL;) {
        if (line[0] == '#' && name[0] == '\0')
            snprintf(name, sizeof name, "%s", line + 1);
        if (line[0] == '#' || line[0] == '\0') {
            name[0] = line[0] == '\0' ? '\0' : name[0];
            continue;
        }
        assert_int_equal(strlen(line), SIZE);
        memcpy(rows[row++], line, SIZE + 1);
        if (row == SIZE) {
            marks += check_marks(game, rows, name);
            row = 0;
        }
    }
    str_free(&text);
    assert_int_equal(row, 0);
    assert_true(marks >= 30); /* the file was really read */
}

/* Black stones close together, few white ones, black to move. */
static void crowd(const Game *game, const int16_t options[], uint64_t *rng, Bytes *pos)
{
    int size = options[0];
    do {
        Board board = {0};
        int   span = 5 + (int)rng_below(rng, (uint32_t)(size < 9 ? size - 4 : 5));
        int   black = span + (int)rng_below(rng, (uint32_t)(2 * span));
        int   white = (int)rng_below(rng, (uint32_t)black);
        int   top = (int)rng_below(rng, (uint32_t)(size - span + 1));
        int   left = (int)rng_below(rng, (uint32_t)(size - span + 1));
        memcpy(board.options, options, sizeof board.options);
        game->start(&board);
        for (int i = 0; i < black + white; i++) {
            int row = top + (int)rng_below(rng, (uint32_t)span);
            int col = left + (int)rng_below(rng, (uint32_t)span);
            board.cell[board_index(&board, row, col)] = i < black ? CELL_FIRST : CELL_SECOND;
        }
        assert_true(game->from_board(pos, &board, NULL));
    } while (game->play(pos) != PLAY_ON);
}

static void test_crowded_boards_have_the_forbidden_points_of_the_reference(void **state)
{
    (void)state;
    const char *text = getenv("REFERENCE_GAMES");
    int         boards = 4 * (text != NULL ? (int)strtol(text, NULL, 10) : 300), forbidden = 0;
    Rules       rules = {.game = must_find_game("gomoku"), .label = "gomoku rule=renju"};
    Pair        pair = {&rules, ref_find_game("gomoku")};
    uint64_t    rng = 3;
    options_reset(&rules.game->info->options, rules.options);
    assert_true(options_set_words(&rules.game->info->options, rules.options, "rule=renju", NULL));
    for (int i = 0; i < boards; i++) {
        Bytes pos;
        Board board;
        Move  moves[MAX_MOVES];
        rules.options[0] = (int16_t)(5 + rng_below(&rng, 16));
        crowd(rules.game, rules.options, &rng, &pos);
        compare_position(&pair, &pos);
        int count = rules.game->gen(&pos, moves);
        rules.game->to_board(&pos, &board);
        forbidden += board_count(&board, CELL_EMPTY) - count;
        compare_after(&pair, &pos, moves[rng_below(&rng, (uint32_t)count)]);
    }
    assert_true(forbidden > boards / 2); /* the test means something */
}

static void test_last_forbidden_point_must_be_played_and_loses(void **state)
{
    (void)state;
    const Game *game = must_find_game("gomoku");
    Bytes       pos;
    must_parse(game, "wwbwwww/wbbwbbb/bwbwwbw/bbb1bbb/wbwbwbb/bbwbwww/wwbwbww b size=7 rule=renju",
               &pos);
    assert_true(is_legal_text(game, &pos, "d4"));
    must_play(game, "d4", &pos);
    Result result = position_result(game, &pos);
    assert_string_equal(result_words(&result), "0-1 forbidden");
    assert_same_position(game, &pos,
                         "wwbwwww/wbbwbbb/bwbwwbw/bbbbbbb/wbwbwbb/bbwbwww/wwbwbww w "
                         "phase=forbidden size=7 rule=renju");
}

static void test_opening_stones_are_not_judged(void **state)
{
    (void)state;
    const Game *game = must_find_game("gomoku");
    Bytes       pos;
    Move        moves[MAX_MOVES];
    must_parse(game, "startpos size=7 rule=renju opening=swap2", &pos);
    must_play(game, "d4 a1 c4 more", &pos);
    assert_int_equal(game->gen(&pos, moves), 49 - 3);
}

static void test_white_may_play_where_black_may_not(void **state)
{
    (void)state;
    const Game *game = must_find_game("gomoku");
    Bytes       pos;
    must_parse(game, "9/9/9/4b4/4b4/2bb5/9/9/9 b size=9 rule=renju", &pos);
    assert_false(is_legal_text(game, &pos, "e4"));
    must_parse(game, "9/9/9/4b4/4b4/2bb5/9/9/9 w size=9 rule=renju", &pos);
    assert_true(is_legal_text(game, &pos, "e4"));
    must_parse(game, "9/9/9/4b4/4b4/2bb5/9/9/9 b size=9 rule=standard", &pos);
    assert_true(is_legal_text(game, &pos, "e4"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marked_points_are_forbidden_or_allowed),
        cmocka_unit_test(test_crowded_boards_have_the_forbidden_points_of_the_reference),
        cmocka_unit_test(test_last_forbidden_point_must_be_played_and_loses),
        cmocka_unit_test(test_opening_stones_are_not_judged),
        cmocka_unit_test(test_white_may_play_where_black_may_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
