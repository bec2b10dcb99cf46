/* Who meets whom: everybody often enough, colours even, the same from the same results. */
#include "base/rng.h"
#include "match/schedule.h"
#include "support.h"

#include <string.h>

static Schedule *must_make(MatchFormat format, int players, int64_t games, int rounds)
{
    ScheduleSetup setup = {.format = format, .players = players, .games = games, .rounds = rounds};
    Error         err;
    assert_true(schedule_is_sound(&setup, &err));
    Schedule *schedule = schedule_new(&setup);
    assert_non_null(schedule);
    return schedule;
}

/* Lower numbers beat higher ones. */
static int strongest_wins(const Fixture *fixture)
{
    return fixture->players[0] < fixture->players[1] ? 2 : 0;
}

static int always_drawn(const Fixture *fixture)
{
    (void)fixture;
    return 1;
}

/* Plays all; each round's games are reported from its end when is_backward. Returns how many. */
static int64_t play_out(Schedule *schedule, int (*points_of)(const Fixture *), bool is_backward)
{
    int64_t done = 0;
    while (done < schedule_known(schedule)) {
        int64_t known = schedule_known(schedule), from = done;
        for (; done < known; done++) {
            int64_t number = is_backward ? from + known - 1 - done : done;
            Fixture fixture = schedule_game(schedule, number);
            assert_true(schedule_add_result(schedule, number, points_of(&fixture)));
        }
    }
    assert_true(schedule_is_drawn(schedule));
    return done;
}

static void test_pairs_swap_colours_over_one_opening(void **state)
{
    Schedule *schedule = must_make(FORMAT_PAIRS, 2, 10, 0);
    (void)state;
    assert_int_equal(schedule_known(schedule), 10);
    for (int64_t number = 0; number < 10; number++) {
        Fixture fixture = schedule_game(schedule, number);
        assert_int_equal(fixture.players[0], number % 2);
        assert_int_equal(fixture.players[1], 1 - number % 2);
        assert_int_equal(fixture.opening, number / 2);
        assert_int_equal(schedule_game(schedule, fixture.partner).opening, fixture.opening);
        assert_int_equal(schedule_game(schedule, fixture.partner).partner, number);
    }
    schedule_delete(schedule);
}

static void test_round_robin_and_gauntlet_meet_as_they_say(void **state)
{
    enum { PLAYERS = 5, GAMES = 4 };
    (void)state;
    for (int is_gauntlet = 0; is_gauntlet < 2; is_gauntlet++) {
        Schedule *schedule =
            must_make(is_gauntlet ? FORMAT_GAUNTLET : FORMAT_ROUND_ROBIN, PLAYERS, GAMES, 0);
        int met[PLAYERS][PLAYERS] = {{0}};
        assert_int_equal(schedule_known(schedule), (is_gauntlet ? 4 : 10) * GAMES);
        for (int64_t number = 0; number < schedule_known(schedule); number++) {
            Fixture fixture = schedule_game(schedule, number);
            met[fixture.players[0]][fixture.players[1]]++;
        }
        for (int a = 0; a < PLAYERS; a++)
            for (int b = 0; b < PLAYERS; b++) {
                bool do_meet = a != b && (!is_gauntlet || a == 0 || b == 0);
                assert_int_equal(met[a][b], do_meet ? GAMES / 2 : 0);
            }
        schedule_delete(schedule);
    }
}

static void test_swiss_has_no_rematch_and_one_bye_each(void **state)
{
    (void)state;
    for (int players = 3; players <= 17; players++) {
        int       rounds = players / 2, met[20][20] = {{0}}, byes[20] = {0};
        Schedule *schedule = must_make(FORMAT_SWISS, players, 2, rounds);
        play_out(schedule, strongest_wins, false);
        assert_int_equal(schedule_rounds(schedule), rounds);
        for (int round = 0; round < rounds; round++) {
            int            count;
            const Meeting *meetings = schedule_meetings(schedule, round, &count);
            assert_int_equal(count, (players + 1) / 2);
            for (int i = 0; i < count; i++) {
                int a = meetings[i].players[0], b = meetings[i].players[1];
                if (b == NOBODY)
                    byes[a]++;
                else
                    assert_int_equal(met[a < b ? a : b][a < b ? b : a]++, 0);
            }
        }
        for (int i = 0; i < players; i++)
            assert_true(byes[i] <= 1 && schedule_byes(schedule, i) == byes[i] * 4);
        schedule_delete(schedule);
    }
}

static void test_knock_out_is_won_by_the_strongest(void **state)
{
    (void)state;
    for (int players = 2; players <= 33; players++) {
        Schedule *schedule = must_make(FORMAT_KNOCK_OUT, players, 2, 0);
        assert_int_equal(schedule_winner(schedule), NOBODY);
        assert_int_equal(play_out(schedule, strongest_wins, false), (players - 1) * 2);
        assert_int_equal(schedule_winner(schedule), 0);
        schedule_delete(schedule);
    }
}

static void test_ties_are_played_off_and_then_decided(void **state)
{
    Schedule *schedule = must_make(FORMAT_KNOCK_OUT, 4, 2, 0);
    (void)state;
    assert_int_equal(play_out(schedule, always_drawn, false), 4 * (2 + 2 + 2) / 2 * 2);
    assert_int_equal(schedule_rounds(schedule), 8);
    assert_int_equal(schedule_winner(schedule), 0);
    schedule_delete(schedule);
}

static uint64_t chance;

static int by_chance(const Fixture *fixture)
{
    uint64_t z = chance ^ rng_mix((uint64_t)fixture->players[0] * 1000 +
                                  (uint64_t)fixture->players[1] * 10 + fixture->opening);
    return (int)rng_below(&z, 3);
}

static void test_order_of_results_does_not_matter(void **state)
{
    (void)state;
    for (chance = 0; chance < 200; chance++) {
        MatchFormat format = chance % 2 == 0 ? FORMAT_SWISS : FORMAT_KNOCK_OUT;
        int         players = 2 + (int)(chance % 13);
        Schedule   *a = must_make(format, players, 2, 0), *b = must_make(format, players, 2, 0);
        assert_int_equal(play_out(a, by_chance, false), play_out(b, by_chance, true));
        assert_int_equal(schedule_rounds(a), schedule_rounds(b));
        for (int round = 0; round < schedule_rounds(a); round++) {
            int            count_a, count_b;
            const Meeting *of_a = schedule_meetings(a, round, &count_a);
            const Meeting *of_b = schedule_meetings(b, round, &count_b);
            assert_int_equal(count_a, count_b);
            assert_memory_equal(of_a, of_b, (size_t)count_a * sizeof of_a[0]);
        }
        schedule_delete(a);
        schedule_delete(b);
    }
}

static void test_senseless_setups_are_refused(void **state)
{
    static const ScheduleSetup wrong[] = {
        {.format = FORMAT_PAIRS, .players = 1, .games = 2},
        {.format = FORMAT_PAIRS, .players = 3, .games = 2},
        {.format = FORMAT_PAIRS, .players = 2, .games = 3},
        {.format = FORMAT_SWISS, .players = 65, .games = 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Error err = {0};
        assert_false(schedule_is_sound(&wrong[i], &err));
        assert_true(err.code != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_swap_colours_over_one_opening),
        cmocka_unit_test(test_round_robin_and_gauntlet_meet_as_they_say),
        cmocka_unit_test(test_swiss_has_no_rematch_and_one_bye_each),
        cmocka_unit_test(test_knock_out_is_won_by_the_strongest),
        cmocka_unit_test(test_ties_are_played_off_and_then_decided),
        cmocka_unit_test(test_order_of_results_does_not_matter),
        cmocka_unit_test(test_senseless_setups_are_refused),
    };
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
