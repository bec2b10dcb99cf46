/* The sequential test and Elo, against values known from other programs and from theory. */
#include "base/rng.h"
#include "match/sprt.h"
#include "support.h"

#include <math.h>

#define assert_near(value, wanted, within)                                                         \
    do {                                                                                           \
        if (!(fabs((value) - (wanted)) <= (within)))                                               \
            fail_msg("%s is %.6f, not %.6f", #value, (double)(value), (double)(wanted));           \
    } while (0)

static const uint64_t usual[PAIR_SCORES] = {100, 250, 300, 280, 120};
static const uint64_t drawish[PAIR_SCORES] = {10, 20, 40, 22, 8};
static const uint64_t gaps[PAIR_SCORES] = {21, 0, 206, 0, 273};

static double llr(EloKind kind, double elo0, double elo1, const uint64_t pairs[PAIR_SCORES])
{
    SprtTest test = {.kind = kind, .elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
    return sprt_state(&test, pairs).llr;
}

static void test_normalised_llr_is_the_known_one(void **state)
{
    SprtTest test = sprt_usual();
    (void)state;
    assert_near(llr(ELO_NORMALISED, 0, 5, usual), 1.0119, 5e-5);
    assert_near(sprt_llr_approximate(&test, usual), 1.0128, 5e-5);
    assert_near(llr(ELO_NORMALISED, 0, 10, drawish), -0.1590, 5e-5);
    assert_near(llr(ELO_NORMALISED, 0, 5, gaps), 6.5925, 5e-5);
}

static void test_exchanging_players_and_hypotheses_changes_the_sign(void **state)
{
    const uint64_t mirrored[PAIR_SCORES] = {120, 280, 300, 250, 100};
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        double forth = llr((EloKind)kind, 0, 5, usual), back = llr((EloKind)kind, 0, -5, mirrored);
        assert_near(back, forth, 1e-6);
        assert_near(llr((EloKind)kind, 5, 0, usual), -forth, 1e-6);
    }
}

static void test_logistic_llr_is_near_its_approximation(void **state)
{
    SprtTest test = {.kind = ELO_LOGISTIC, .elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    (void)state;
    assert_near(sprt_state(&test, usual).llr, sprt_llr_approximate(&test, usual), 0.01);
    assert_true(sprt_state(&test, usual).llr > 0.5);
}

static void test_bounds_and_verdicts(void **state)
{
    SprtTest       test = sprt_usual();
    const uint64_t nothing[PAIR_SCORES] = {0}, better[PAIR_SCORES] = {21, 0, 206, 0, 273},
                   worse[PAIR_SCORES] = {273, 0, 206, 0, 21};
    (void)state;
    assert_near(sprt_state(&test, nothing).upper, log(19), 1e-12);
    assert_near(sprt_state(&test, nothing).lower, -log(19), 1e-12);
    assert_near(sprt_state(&test, nothing).llr, 0, 0);
    assert_int_equal(sprt_state(&test, nothing).verdict, SPRT_RUNNING);
    assert_int_equal(sprt_state(&test, better).verdict, SPRT_ACCEPTS_1);
    assert_int_equal(sprt_state(&test, worse).verdict, SPRT_ACCEPTS_0);
}

/* Players of equal strength pass as better about as often as alpha says. */
static void test_errors_are_as_seldom_as_promised(void **state)
{
    enum { MATCHES = 300, MAX_PAIRS = 20000 };
    static const double shares[PAIR_SCORES] = {0.1, 0.2, 0.4, 0.2, 0.1};
    SprtTest test = {.kind = ELO_NORMALISED, .elo0 = 0, .elo1 = 40, .alpha = 0.05, .beta = 0.05};
    uint64_t rng = 3;
    int      passed = 0, undecided = 0;
    (void)state;
    for (int match = 0; match < MATCHES; match++) {
        uint64_t    pairs[PAIR_SCORES] = {0};
        SprtVerdict verdict = SPRT_RUNNING;
        for (int n = 0; n < MAX_PAIRS && verdict == SPRT_RUNNING; n++) {
            double at = (double)(rng_next(&rng) >> 11) / 9007199254740992.0;
            int    score = 0;
            while (score < PAIR_SCORES - 1 && at >= shares[score])
                at -= shares[score++];
            pairs[score]++;
            if (n % 16 == 15)
                verdict = sprt_state(&test, pairs).verdict;
        }
        passed += verdict == SPRT_ACCEPTS_1;
        undecided += verdict == SPRT_RUNNING;
    }
    assert_int_equal(undecided, 0);
    assert_in_range(passed, 0, MATCHES * 9 / 100);
}

static void test_elo_of_scores(void **state)
{
    (void)state;
    assert_near(elo_of_score(0.5), 0, 1e-12);
    assert_near(elo_of_score(score_of_elo(123.4)), 123.4, 1e-9);
    assert_near(elo_of_score(0.75), 190.848501888, 1e-6);
    assert_true(isinf(elo_of_score(1)) && elo_of_score(1) > 0);
    assert_true(isinf(elo_of_score(0)) && elo_of_score(0) < 0);
}

static void test_estimates_hold_the_truth_between_their_bars(void **state)
{
    const uint64_t even[PAIR_SCORES] = {10, 20, 40, 20, 10}, swept[PAIR_SCORES] = {0, 0, 0, 0, 7};
    EloEstimate    estimate = elo_from_pairs(even);
    (void)state;
    assert_near(estimate.elo, 0, 1e-9);
    assert_near(estimate.low, -estimate.high, 1e-9);
    assert_near(estimate.superiority, 0.5, 1e-9);
    estimate = elo_from_pairs(swept);
    assert_true(isinf(estimate.elo) && isfinite(estimate.low) && estimate.superiority > 0.99);
    const uint64_t one[PAIR_SCORES] = {0, 0, 0, 1, 0}; /* a single pair proves nothing */
    estimate = elo_from_pairs(one);
    assert_true(isinf(estimate.high) && estimate.low < 0 && estimate.superiority < 0.9);
    const uint64_t drawn[PAIR_SCORES] = {0, 0, 1000, 0, 0};
    estimate = elo_from_pairs(drawn);
    assert_true(estimate.elo == 0 && estimate.high > 0 && estimate.high < 1);
    estimate = elo_from_games(60, 20, 20);
    assert_near(estimate.elo, elo_of_score(0.7), 1e-9);
    assert_true(estimate.low < estimate.elo && estimate.elo < estimate.high);
    assert_true(estimate.superiority > 0.999);
    const uint64_t nothing[PAIR_SCORES] = {0};
    estimate = elo_from_pairs(nothing);
    assert_near(estimate.superiority, 0.5, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normalised_llr_is_the_known_one),
        cmocka_unit_test(test_exchanging_players_and_hypotheses_changes_the_sign),
        cmocka_unit_test(test_logistic_llr_is_near_its_approximation),
        cmocka_unit_test(test_bounds_and_verdicts),
        cmocka_unit_test(test_errors_are_as_seldom_as_promised),
        cmocka_unit_test(test_elo_of_scores),
        cmocka_unit_test(test_estimates_hold_the_truth_between_their_bars),
    };
    return cmocka_run_group_tests_name("sprt", tests, NULL, NULL);
}
