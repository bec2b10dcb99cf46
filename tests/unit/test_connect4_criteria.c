/* Connect Four: what the evaluation counts, on boards where it can be seen. */
#include "eval/criteria.h"
#include "games/connect4/connect4.h"
#include "support.h"

static const Game *connect4(void) { return must_find_game("connect4"); }

static void assert_counts(const char *position, int threats, int rows, int last)
{
    int       out[connect4_criteria_count];
    EvalSetup setup;
    Bytes     pos;
    Error     err = {0};
    if (!eval_parse(connect4()->info->evals, "champion", &setup, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    must_parse(connect4(), position, &pos);
    connect4()->criteria(&pos, &setup, out);
    assert_int_equal(out[CONNECT4_THREATS], threats);
    assert_int_equal(out[CONNECT4_OWN_ROWS], rows);
    assert_int_equal(out[CONNECT4_LAST_WORD], last);
}

/* Three in a row with both ends open, in the first, second and third row. */
static void test_odd_rows_fall_to_the_first_player(void **state)
{
    (void)state;
    assert_counts("7/7/7/1xxx3/1xox2o/1oxo2o o", -2, -2, -1);
    assert_counts("7/7/7/7/1xxx2o/1oxo2o x", 2, 0, 0);
}

static void test_even_rows_fall_to_the_second_player(void **state)
{
    (void)state;
    assert_counts("7/7/7/7/1ooo2x/1xox2x x", -2, -2, -1);
    assert_counts("7/7/7/1ooo3/1oxo2x/xxox2x x", -2, 0, 0);
}

/* Seven rows: the second player answers on top of each stone from the second row on. */
static void test_with_an_odd_number_of_rows_it_is_the_other_way_round(void **state)
{
    (void)state;
    assert_counts("8/8/8/8/8/1xxx3o/1oxo3o x rows=7 columns=8", 2, 2, 1);
    assert_counts("8/8/8/8/8/1ooo3x/1xox3x x rows=7 columns=8", -2, 0, 0);
}

/* Threats of both in the same columns, the second player's below; then the first has one column to
 * himself. */
static void test_the_lower_threat_of_a_column_decides(void **state)
{
    (void)state;
    assert_counts("7/7/7/1xxx3/1ooo3/1xox3 o", 0, 0, 1);
    assert_counts("7/7/7/1xxx3/xooo2o/xxox2o o", -1, -1, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_odd_rows_fall_to_the_first_player),
        cmocka_unit_test(test_even_rows_fall_to_the_second_player),
        cmocka_unit_test(test_with_an_odd_number_of_rows_it_is_the_other_way_round),
        cmocka_unit_test(test_the_lower_threat_of_a_column_decides),
    };
    return cmocka_run_group_tests_name("connect4 criteria", tests, NULL, NULL);
}
