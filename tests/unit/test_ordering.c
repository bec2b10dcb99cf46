/* What the strong searches share: picking the next move, history, killers, principal lines, and the
 * table of positions that other threads are in. */
#include "search/frame/abdada.h"
#include "search/frame/ordering.h"
#include "search/frame/work.h"
#include "support.h"

#include <stdlib.h>

static void test_the_first_of_equals_is_picked(void **state)
{
    (void)state;
    const int      ranks[] = {9, -3, 5, 5, 4};
    const uint64_t costs[] = {1, 8, 2, 2, UINT64_MAX};
    assert_int_equal(pick_largest(ranks, 0, 5), 0);
    assert_int_equal(pick_largest(ranks, 1, 5), 2);
    assert_int_equal(pick_largest(ranks, 4, 5), 4);
    assert_int_equal(pick_smallest(costs, 0, 5), 0);
    assert_int_equal(pick_smallest(costs, 1, 5), 2);
    assert_int_equal(pick_smallest(costs, 1, 2), 1);
}

static void test_history_stays_within_its_limit_and_fades(void **state)
{
    (void)state;
    enum { LIMIT = 8192, BONUS = 800 };
    int16_t value = 0;
    for (int i = 0; i < 1000; i++) {
        history_add(&value, BONUS, LIMIT);
        assert_in_range(value, 1, LIMIT);
    }
    int16_t high = value;
    history_add(&value, -BONUS, LIMIT);
    assert_true(high - value > BONUS); /* against the trend it counts for more */
    for (int i = 0; i < 1000; i++)
        history_add(&value, -BONUS, LIMIT);
    assert_in_range(-value, 1, LIMIT);
}

static void test_killers_are_the_last_two_different_moves(void **state)
{
    (void)state;
    Move killers[2] = {MOVE_NONE, MOVE_NONE};
    killers_add(killers, 1);
    killers_add(killers, 2);
    killers_add(killers, 2);
    assert_int_equal(killers[0], 2);
    assert_int_equal(killers[1], 1);
    killers_add(killers, 3);
    assert_int_equal(killers[0], 3);
    assert_int_equal(killers[1], 2);
}

static void test_a_line_goes_on_as_the_child_s(void **state)
{
    (void)state;
    SearchWork *work = calloc(1, sizeof *work);
    assert_non_null(work);
    work->pv_length[3] = 3; /* a leaf: nothing behind the move */
    search_keep_line(work, 13, 2);
    search_keep_line(work, 12, 1);
    search_keep_line(work, 11, 0);
    assert_int_equal(work->pv_length[0], 3);
    assert_int_equal(work->pv[0][0], 11);
    assert_int_equal(work->pv[0][1], 12);
    assert_int_equal(work->pv[0][2], 13);
    work->pv_length[1] = 0; /* cut before the child began */
    search_keep_line(work, 21, 0);
    assert_int_equal(work->pv_length[0], 1);
    assert_int_equal(work->pv[0][0], 21);
    free(work);
}

static void test_a_position_is_busy_while_a_thread_is_in_it(void **state)
{
    (void)state;
    AbdadaTable *table = calloc(1, sizeof *table);
    assert_non_null(table);
    const uint64_t key = 12345, same_slot = key + ABDADA_SLOTS, other = key + 1;
    assert_false(abdada_is_busy(table, key));
    abdada_enter(table, key);
    assert_true(abdada_is_busy(table, key));
    assert_false(abdada_is_busy(table, same_slot));
    assert_false(abdada_is_busy(table, other));
    abdada_enter(table, same_slot); /* hides the first: nothing is locked */
    assert_false(abdada_is_busy(table, key));
    assert_true(abdada_is_busy(table, same_slot));
    abdada_leave(table, same_slot);
    assert_false(abdada_is_busy(table, same_slot));
    abdada_enter(table, other);
    abdada_clear(table);
    assert_false(abdada_is_busy(table, other));
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_first_of_equals_is_picked),
        cmocka_unit_test(test_history_stays_within_its_limit_and_fades),
        cmocka_unit_test(test_killers_are_the_last_two_different_moves),
        cmocka_unit_test(test_a_line_goes_on_as_the_child_s),
        cmocka_unit_test(test_a_position_is_busy_while_a_thread_is_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
