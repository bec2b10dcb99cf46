/* Ratings: closed forms, symmetry, players without a defeat, pools of known strengths. */
#include "base/rng.h"
#include "match/ratings.h"
#include "support.h"

#include <math.h>

/* So wide a prior that it says nothing. */
static const RatingSetup no_prior = {.anchor = -1, .prior_elo = 1e6};

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.6f is not within %g of %.6f", value, tolerance, expected);
}

static Ratings must_rate(const GamePool *pool, const RatingSetup *setup)
{
    Ratings ratings;
    Error   err;
    if (!ratings_estimate(pool, setup, &ratings, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return ratings;
}

static GamePool new_pool(int players)
{
    GamePool pool;
    Error    err;
    assert_true(game_pool_init(&pool, players, &err));
    return pool;
}

/* The same results with either colour: whoever begins has no advantage. */
static void add_both(GamePool *pool, int a, int b, uint64_t won, uint64_t drawn, uint64_t lost)
{
    const uint64_t results[] = {lost, drawn, won};
    for (int points = 0; points < 3; points++) {
        game_pool_add(pool, a, b, points, results[points]);
        game_pool_add(pool, b, a, 2 - points, results[points]);
    }
}

/* Without draws: 400 log10(won / lost), and 1 / won + 1 / lost for its variance. */
static void test_two_players_have_the_elo_of_their_score(void **state)
{
    (void)state;
    GamePool pool = new_pool(2);
    add_both(&pool, 0, 1, 6000, 0, 2000);
    Ratings ratings = must_rate(&pool, &no_prior);
    double  unit = 400 / log(10), variance = unit * unit * (1 / 12000.0 + 1 / 4000.0);
    double  difference = ratings.rows[0].elo - ratings.rows[1].elo;
    assert_near(difference, 400 * log10(3), 0.1);
    assert_near(ratings.rows[0].elo, difference / 2, 1e-9);
    assert_near(ratings.rows[0].error, 1.96 * sqrt(variance) / 2, 0.01);
    assert_near(ratings.advantage, 0, 1e-6);
    assert_near(ratings_superiority(&ratings, 0, 1), 1, 1e-9);
    assert_near(ratings_superiority(&ratings, 1, 0), 0, 1e-9);
    assert_int_equal(ratings.order[0], 0);
    assert_int_equal(ratings.rows[0].total.wins, 12000);
    ratings_free(&ratings);
    game_pool_free(&pool);
}

/* Two players have as many unknowns as numbers: the model fits their shares exactly, so that
 * exp(x) = won / lost and exp(d) = drawn / sqrt(won lost). */
static void test_draws_in_closed_form(void **state)
{
    (void)state;
    GamePool pool = new_pool(2);
    add_both(&pool, 0, 1, 40000, 50000, 10000);
    Ratings ratings = must_rate(&pool, &no_prior);
    double  draws = 50000 / sqrt(40000.0 * 10000.0);
    double  expected = 400 * log10(4) * 2 / (2 + draws);
    assert_near(ratings.rows[0].elo - ratings.rows[1].elo, expected, 0.05);
    assert_near(ratings.draw_share, draws / (2 + draws), 1e-4);
    ratings_free(&ratings);
    game_pool_free(&pool);
}

/* Who begins wins 3 : 1 against his equal. */
static void test_the_advantage_of_who_begins(void **state)
{
    (void)state;
    GamePool pool = new_pool(2);
    for (int i = 0; i < 2; i++) {
        game_pool_add(&pool, i, 1 - i, 2, 30000);
        game_pool_add(&pool, i, 1 - i, 0, 10000);
    }
    Ratings ratings = must_rate(&pool, &no_prior);
    assert_near(ratings.advantage, 400 * log10(3), 0.2);
    assert_near(ratings.rows[0].elo, 0, 1e-6);
    assert_near(ratings_superiority(&ratings, 0, 1), 0.5, 1e-6);
    double variance = 1 / 60000.0 + 1 / 20000.0, unit = 400 / log(10);
    assert_near(ratings.advantage_error, 1.96 * unit * sqrt(variance), 0.01);
    ratings_free(&ratings);
    game_pool_free(&pool);
}

static void test_a_circle_is_a_draw(void **state)
{
    (void)state;
    GamePool pool = new_pool(3);
    for (int i = 0; i < 3; i++)
        add_both(&pool, i, (i + 1) % 3, 10, 3, 2);
    RatingSetup setup = rating_usual();
    Ratings     ratings = must_rate(&pool, &setup);
    for (int i = 0; i < 3; i++) {
        assert_near(ratings.rows[i].elo, 0, 1e-6);
        assert_near(ratings.rows[i].error, ratings.rows[0].error, 1e-6);
    }
    ratings_free(&ratings);
    game_pool_free(&pool);
}

/* Numbers of players are names: exchanged, they change nothing else. */
static void test_ratings_do_not_depend_on_the_order_of_players(void **state)
{
    (void)state;
    enum { N = 5 };
    static const int other[N] = {3, 0, 4, 1, 2};
    GamePool         pool = new_pool(N), mixed = new_pool(N);
    uint64_t         rng = 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int points = 0; i != j && points < 3; points++) {
                uint64_t games = rng_below(&rng, 9);
                game_pool_add(&pool, i, j, points, games);
                game_pool_add(&mixed, other[i], other[j], points, games);
            }
    RatingSetup setup = rating_usual();
    Ratings     a = must_rate(&pool, &setup), b = must_rate(&mixed, &setup);
    for (int i = 0; i < N; i++) {
        assert_near(a.rows[i].elo, b.rows[other[i]].elo, 1e-6);
        assert_near(a.rows[i].error, b.rows[other[i]].error, 1e-6);
    }
    assert_near(a.advantage, b.advantage, 1e-6);
    ratings_free(&a);
    ratings_free(&b);
    game_pool_free(&pool);
    game_pool_free(&mixed);
}

static void test_who_won_or_lost_everything_has_a_rating(void **state)
{
    (void)state;
    static const uint64_t games[] = {1, 10, 1000, 1000000};
    double                last = 0;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        GamePool pool = new_pool(4); /* the last one has not played at all */
        add_both(&pool, 0, 1, games[i], 0, 0);
        add_both(&pool, 1, 2, games[i], 0, 0);
        RatingSetup setup = rating_usual();
        Ratings     ratings = must_rate(&pool, &setup);
        assert_true(isfinite(ratings.rows[0].elo) && isfinite(ratings.rows[0].error));
        assert_true(ratings.rows[0].elo > last + 20);
        assert_true(ratings.rows[0].elo > ratings.rows[1].elo + 20);
        assert_near(ratings.rows[0].elo + ratings.rows[2].elo, 0, 1e-6);
        assert_near(ratings.rows[3].elo, 0, 1e-6);
        assert_true(ratings.rows[3].error > 600);
        last = ratings.rows[0].elo;
        ratings_free(&ratings);
        game_pool_free(&pool);
    }
}

static void test_an_anchor_stays_where_it_is(void **state)
{
    (void)state;
    GamePool pool = new_pool(3);
    add_both(&pool, 0, 1, 20, 5, 10);
    add_both(&pool, 1, 2, 20, 5, 10);
    RatingSetup setup = rating_usual();
    Ratings     free_ones = must_rate(&pool, &setup);
    setup.anchor = 2;
    setup.anchor_elo = 1500;
    Ratings ratings = must_rate(&pool, &setup);
    assert_near(ratings.rows[2].elo, 1500, 1e-9);
    assert_near(ratings.rows[2].error, 0, 1e-6);
    assert_near(ratings.rows[0].elo - ratings.rows[1].elo,
                free_ones.rows[0].elo - free_ones.rows[1].elo, 1e-6);
    assert_true(ratings.rows[0].error > ratings.rows[1].error);
    ratings_free(&ratings);
    ratings_free(&free_ones);
    game_pool_free(&pool);
}

/* ---- pools of known strengths ------------------------------------------------------------------
 */

enum { PLAYERS = 8 };
static const double STRENGTHS[PLAYERS] = {-420, -250, -100, -60, 20, 130, 280, 400};
static const double ADVANTAGE = 45, DRAW_WEIGHT = 0.8;

/* Games by the model itself, its units scaled as the ratings are. */
static void simulate(GamePool *pool, int games, uint64_t seed)
{
    double scale = 400 / log(10) * 2 / (2 + DRAW_WEIGHT);
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            for (int k = 0; i != j && k < games; k++) {
                double x = (STRENGTHS[i] - STRENGTHS[j] + ADVANTAGE) / scale;
                double won = exp(x / 2), lost = exp(-x / 2), sum = won + lost + DRAW_WEIGHT;
                double drawn = (double)(rng_next(&seed) >> 11) / 9007199254740992.0 * sum;
                int    points = drawn < won ? 2 : drawn < won + lost ? 0 : 1;
                game_pool_add(pool, i, j, points, 1);
            }
}

static void test_known_strengths_are_found(void **state)
{
    (void)state;
    GamePool    pool = new_pool(PLAYERS);
    RatingSetup setup = rating_usual();
    simulate(&pool, 2000, 1);
    Ratings ratings = must_rate(&pool, &setup);
    for (int i = 0; i < PLAYERS; i++) {
        assert_near(ratings.rows[i].elo, STRENGTHS[i], 12);
        assert_int_equal(ratings.order[i], PLAYERS - 1 - i);
    }
    assert_near(ratings.advantage, ADVANTAGE, 4);
    assert_near(ratings.draw_share, DRAW_WEIGHT / (2 + DRAW_WEIGHT), 0.01);
    ratings_free(&ratings);
    game_pool_free(&pool);
}

/* 95 of 100 intervals should hold the truth; 2400 of them, so about ten are off by chance. */
static void test_errors_are_as_large_as_they_say(void **state)
{
    (void)state;
    enum { POOLS = 300, GAMES = 6 };
    RatingSetup setup = rating_usual();
    int         held = 0;
    for (int i = 0; i < POOLS; i++) {
        GamePool pool = new_pool(PLAYERS);
        simulate(&pool, GAMES, (uint64_t)i + 100);
        Ratings ratings = must_rate(&pool, &setup);
        for (int j = 0; j < PLAYERS; j++)
            held += fabs(ratings.rows[j].elo - STRENGTHS[j]) <= ratings.rows[j].error;
        ratings_free(&ratings);
        game_pool_free(&pool);
    }
    print_message("%.1f %% of the intervals hold the truth\n", 100.0 * held / (POOLS * PLAYERS));
    assert_near(100.0 * held / (POOLS * PLAYERS), 95, 1.5);
}

/* A hundred players in a chain, each of whom met two others: a class of students. */
static void test_long_chains_are_no_trouble(void **state)
{
    (void)state;
    enum { N = 100 };
    GamePool    pool = new_pool(N);
    RatingSetup setup = rating_usual();
    for (int i = 0; i + 1 < N; i++)
        add_both(&pool, i, i + 1, 3, 1, 2);
    Ratings ratings = must_rate(&pool, &setup);
    for (int i = 0; i + 1 < N; i++)
        assert_true(ratings.rows[i].elo > ratings.rows[i + 1].elo);
    assert_true(ratings_superiority(&ratings, 0, N - 1) > 0.95);
    ratings_free(&ratings);
    game_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_players_have_the_elo_of_their_score),
        cmocka_unit_test(test_draws_in_closed_form),
        cmocka_unit_test(test_the_advantage_of_who_begins),
        cmocka_unit_test(test_a_circle_is_a_draw),
        cmocka_unit_test(test_ratings_do_not_depend_on_the_order_of_players),
        cmocka_unit_test(test_who_won_or_lost_everything_has_a_rating),
        cmocka_unit_test(test_an_anchor_stays_where_it_is),
        cmocka_unit_test(test_known_strengths_are_found),
        cmocka_unit_test(test_errors_are_as_large_as_they_say),
        cmocka_unit_test(test_long_chains_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
