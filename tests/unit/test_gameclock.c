/* Time controls and the two clocks of a game. Times are given, not measured. */
#include "core/gameclock.h"

#include "support.h"

enum { SECOND = 1000000 };

static TimeControl must_read(const char *text)
{
    TimeControl control;
    Error       err;
    if (!time_control_parse(text, &control, &err))
        fail_msg("%s: %s", text, error_words(&err, LANG_EN));
    return control;
}

static void check_control(const char *text, int64_t budget_us, int64_t increment_us)
{
    TimeControl control = must_read(text);
    assert_int_equal(control.budget_us, budget_us);
    assert_int_equal(control.increment_us, increment_us);
}

static void test_time_controls_are_read(void **state)
{
    (void)state;
    check_control("300+2", INT64_C(300) * SECOND, 2 * SECOND);
    check_control("60", 60 * SECOND, 0);
    check_control("0.5+0.1", SECOND / 2, SECOND / 10);
    check_control("1.001+0.007", SECOND + 1000, 7000); /* to the microsecond */
    check_control("10+0", 10 * SECOND, 0);
    check_control("1000000", INT64_C(1000000) * SECOND, 0);
    check_control("-", 0, 0);
}

static void test_bad_time_controls_change_nothing(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "+2",
        "300+",
        "abc",
        "300+2+1",
        "0",
        "-5",
        "5+-1",
        "5 + 1",
        "5s",
        "nan",
        "inf",
        "1e9",
        "1000001",
        "--",
        "0x10+1",
        "5+1e20",
        "5+100001",
        "00000000000000000000000000000000000000000001",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        TimeControl control = {7, 8};
        Error       err = {0};
        if (time_control_parse(bad[i], &control, &err))
            fail_msg("'%s' was accepted", bad[i]);
        assert_true(err.code != 0);
        assert_int_equal(control.budget_us, 7);
        assert_int_equal(control.increment_us, 8);
    }
}

static void check_written(const char *text)
{
    TimeControl control = must_read(text);
    Str         written = {0};
    time_control_format(&control, &written);
    assert_string_equal(str_get(&written), text);
    str_free(&written);
}

static void test_time_controls_are_written_as_they_are_read(void **state)
{
    (void)state;
    check_written("-");
    check_written("300+2");
    check_written("60");
    check_written("0.5+0.1");
    check_written("1.001");
    check_written("12.345678+0.000001");
    check_written("1000000+100000");
}

static void test_only_the_running_clock_goes_down(void **state)
{
    (void)state;
    GameClock   clock;
    TimeControl control = must_read("10+2");
    gameclock_init(&clock, &control);
    assert_int_equal(gameclock_left(&clock, 0, 123), 10 * SECOND);
    gameclock_begin(&clock, 0, 1000);
    assert_int_equal(gameclock_left(&clock, 0, 1000 + 3 * SECOND), 7 * SECOND);
    assert_int_equal(gameclock_left(&clock, 1, 1000 + 3 * SECOND), 10 * SECOND);
    assert_true(gameclock_end(&clock, 1000 + 4 * SECOND));
    assert_int_equal(gameclock_left(&clock, 0, 1000 + 9 * SECOND), 8 * SECOND);
    gameclock_begin(&clock, 1, 1000 + 9 * SECOND);
    assert_true(gameclock_end(&clock, 1000 + 18 * SECOND));
    assert_int_equal(gameclock_left(&clock, 1, 0), 3 * SECOND);
    assert_int_equal(gameclock_left(&clock, 0, 0), 8 * SECOND);
}

static void test_time_used_up_is_a_loss_and_gains_no_increment(void **state)
{
    (void)state;
    GameClock   clock;
    TimeControl control = must_read("1+5");
    gameclock_init(&clock, &control);
    gameclock_begin(&clock, 0, 500);
    assert_int_equal(gameclock_left(&clock, 0, 500 + 3 * SECOND), -2 * SECOND);
    assert_false(gameclock_end(&clock, 500 + 3 * SECOND));
    assert_int_equal(gameclock_left(&clock, 0, 500 + 3 * SECOND), 0);
    gameclock_begin(&clock, 1, 500);
    assert_false(gameclock_end(&clock, 500 + SECOND)); /* to the very end is too late */
    gameclock_init(&clock, &control);
    gameclock_begin(&clock, 1, 500);
    assert_true(gameclock_end(&clock, 499 + SECOND));
    assert_int_equal(gameclock_left(&clock, 1, 0), 5 * SECOND + 1);
}

static void test_without_a_clock_nobody_runs_out_of_time(void **state)
{
    (void)state;
    GameClock   clock;
    TimeControl control = must_read("-");
    gameclock_init(&clock, &control);
    gameclock_begin(&clock, 0, 1);
    assert_true(gameclock_end(&clock, INT64_C(1000000) * SECOND));
    assert_true(gameclock_end(&clock, INT64_C(1000000) * SECOND)); /* none runs: fine too */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_controls_are_read),
        cmocka_unit_test(test_bad_time_controls_change_nothing),
        cmocka_unit_test(test_time_controls_are_written_as_they_are_read),
        cmocka_unit_test(test_only_the_running_clock_goes_down),
        cmocka_unit_test(test_time_used_up_is_a_loss_and_gains_no_increment),
        cmocka_unit_test(test_without_a_clock_nobody_runs_out_of_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
