/* Connect Four on boards of other sizes: how many positions there are, and which are refused. */
#include "base/file.h"
#include "stones.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POSITIONS = 250000 };

static const Game *connect4(void) { return must_find_game("connect4"); }

static void must_start(int rows, int cols, Bytes *pos)
{
    char start[64];
    snprintf(start, sizeof start, "startpos rows=%d columns=%d", rows, cols);
    must_parse(connect4(), start, pos);
}

static int count_positions(int rows, int cols)
{
    connect4_pos *now = malloc(sizeof *now);
    int           count = 1, total = 0;
    Bytes         start;
    assert_non_null(now);
    must_start(rows, cols, &start);
    memcpy(now, &start, sizeof *now);
    while (count > 0) {
        total += count;
        connect4_pos *later = one_stone_later(now, &count);
        free(now);
        now = later;
    }
    free(now);
    return total;
}

/* A table published by J. Tromp: a line for each height, a column for each width. */
static void test_positions_of_small_boards_are_counted(void **state)
{
    Str   text = {0};
    Error err;
    int   boards = 0;
    (void)state;
    assert_true(
        file_read("tests/golden/connect4/positions_by_board_size.csv", 1 << 16, &text, &err));
    const char *line = strchr(str_get(&text), '\n');
    for (; line != NULL && line[1] != '\0'; line = strchr(line + 1, '\n')) {
        char *rest;
        int   rows = (int)strtol(line + 1, &rest, 10);
        for (int cols = 1; rows >= 2 && rows <= CONNECT4_MAX_ROWS && cols <= CONNECT4_MAX_COLS;
             cols++) {
            long long expected = *rest == ',' ? strtoll(rest + 1, &rest, 10) : 0;
            if (expected <= 0 || expected > MAX_POSITIONS)
                break;
            if (count_positions(rows, cols) != expected)
                fail_msg("%d columns of %d: not %lld positions", cols, rows, expected);
            boards++;
        }
    }
    assert_int_equal(boards, 32);
    str_free(&text);
}

static void test_boards_of_more_than_64_bits_are_refused(void **state)
{
    int16_t options[MAX_OPTIONS];
    Bytes   pos;
    Error   err;
    (void)state;
    options_reset(&connect4()->info->options, options);
    assert_true(options_set_words(&connect4()->info->options, options, "rows=9 columns=7", &err));
    assert_false(position_start(connect4(), options, &pos, &err));
    assert_string_equal(error_words(&err, LANG_EN), "a board of 7 columns has at most 8 rows");
}

static void test_a_position_keeps_its_size(void **state)
{
    Bytes pos, usual;
    Str   text = {0};
    (void)state;
    must_parse(connect4(), "8/8/8/8/8/3o4/3xx3 o rows=7 columns=8", &pos);
    position_format(connect4(), &pos, &text);
    assert_string_equal(str_get(&text), "8/8/8/8/8/3o4/3xx3 o rows=7 columns=8");
    must_start(6, 7, &pos);
    must_parse(connect4(), "startpos", &usual);
    assert_memory_equal(&pos, &usual, connect4()->pos_size);
    must_start(7, 6, &pos);
    assert_true(connect4()->key(&pos) != connect4()->key(&usual));
    str_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_of_small_boards_are_counted),
        cmocka_unit_test(test_boards_of_more_than_64_bits_are_refused),
        cmocka_unit_test(test_a_position_keeps_its_size),
    };
    return cmocka_run_group_tests_name("connect4 sizes", tests, NULL, NULL);
}
