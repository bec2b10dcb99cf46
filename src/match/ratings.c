#include "match/ratings.h"

#include "base/errors.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Natural units of strength: an Elo is ln(10) / 400 of them. */
static const double ELO_PER_UNIT = 173.71779276130073;
static const double NORMAL_95 = 1.959963984540054;

/* Prior beliefs besides the strengths: who begins has some advantage or disadvantage; draws are
 * rather rare than frequent, but may be anything. */
static const double ADVANTAGE_SPREAD_ELO = 200, DRAW_MEAN = -1, DRAW_SPREAD = 2;

/* ---- the pool ----------------------------------------------------------------------------------
 */

enum { RESULTS = 3 };

bool game_pool_init(GamePool *pool, int players, Error *err)
{
    assert(players > 0);
    *pool = (GamePool){.players = players};
    pool->counts = calloc((size_t)players * (size_t)players * RESULTS, sizeof *pool->counts);
    return pool->counts != NULL || error_set(err, ERROR_MEMORY);
}

void game_pool_free(GamePool *pool)
{
    free(pool->counts);
    *pool = (GamePool){0};
}

static size_t index_of(const GamePool *pool, int first, int second, int points)
{
    assert(first >= 0 && first < pool->players && second >= 0 && second < pool->players);
    assert(points >= 0 && points < RESULTS);
    return ((size_t)first * (size_t)pool->players + (size_t)second) * RESULTS + (size_t)points;
}

void game_pool_add(GamePool *pool, int first, int second, int points, uint64_t games)
{
    pool->counts[index_of(pool, first, second, points)] += games;
}

uint64_t game_pool_count(const GamePool *pool, int first, int second, int points)
{
    return pool->counts[index_of(pool, first, second, points)];
}

HeadToHead game_pool_between(const GamePool *pool, int player, int opponent)
{
    return (HeadToHead){
        .wins =
            game_pool_count(pool, player, opponent, 2) + game_pool_count(pool, opponent, player, 0),
        .draws =
            game_pool_count(pool, player, opponent, 1) + game_pool_count(pool, opponent, player, 1),
        .losses =
            game_pool_count(pool, player, opponent, 0) + game_pool_count(pool, opponent, player, 2),
    };
}

/* ---- the posterior -----------------------------------------------------------------------------
 *
 * Unknowns: the strengths 0 … n-1, the advantage, d. The logarithm of the posterior is concave (an
 * exponential family with a normal prior), so that Newton's method finds its only summit. */

typedef struct {
    const GamePool *pool;
    int             size;     /* unknowns */
    double         *value;    /* the unknowns */
    double         *gradient; /* of the logarithm of the posterior; then the step */
    double         *tried;    /* value + step */
    double         *hessian;  /* negative, so positive definite; size x size, lower half counts */
    double         *mean, *precision; /* of the prior */
} Posterior;

/* The chances of a game with such a difference, and the logarithm of their common divisor. */
typedef struct {
    double won, drawn, lost, log_divisor;
} Chances;

static Chances chances_of(double x, double d)
{
    double largest = fmax(fabs(x) / 2, d); /* so that nothing overflows */
    double won = exp(x / 2 - largest), lost = exp(-x / 2 - largest), drawn = exp(d - largest);
    double sum = won + lost + drawn;
    return (Chances){won / sum, drawn / sum, lost / sum, log(sum) + largest};
}

/* The games of one pair of seats. */
typedef struct {
    double won, drawn, lost;
} Tally;

static bool tally_of(const GamePool *pool, int first, int second, Tally *out)
{
    out->lost = (double)game_pool_count(pool, first, second, 0);
    out->drawn = (double)game_pool_count(pool, first, second, 1);
    out->won = (double)game_pool_count(pool, first, second, 2);
    return first != second && out->won + out->drawn + out->lost > 0;
}

static double log_posterior(const Posterior *p, const double value[])
{
    int    n = p->pool->players;
    double sum = 0;
    for (int i = 0; i < p->size; i++)
        sum -= p->precision[i] * (value[i] - p->mean[i]) * (value[i] - p->mean[i]) / 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            Tally tally;
            if (!tally_of(p->pool, i, j, &tally))
                continue;
            double x = value[i] - value[j] + value[n], d = value[n + 1];
            sum += (tally.won - tally.lost) * x / 2 + tally.drawn * d -
                   (tally.won + tally.drawn + tally.lost) * chances_of(x, d).log_divisor;
        }
    return sum;
}

static double *entry(const Posterior *p, int row, int column)
{
    assert(row >= 0 && row < p->size && column >= 0 && column < p->size);
    return &p->hessian[(size_t)row * (size_t)p->size + (size_t)column];
}

/* Adds what the games of one pair of seats say. Their difference x is strength i minus strength j
 * plus the advantage, so that derivatives for x go to all three with these signs. */
static void add_games(Posterior *p, int i, int j, const Tally *tally)
{
    const int    n = p->pool->players, where[] = {i, j, n};
    const double sign[] = {1, -1, 1};
    Chances      c = chances_of(p->value[i] - p->value[j] + p->value[n], p->value[n + 1]);
    double       games = tally->won + tally->drawn + tally->lost, mean = (c.won - c.lost) / 2;
    double       slope = (tally->won - tally->lost) / 2 - games * mean;
    double       curvature = games * ((c.won + c.lost) / 4 - mean * mean);
    double       mixed = -games * mean * c.drawn;
    for (int a = 0; a < 3; a++) {
        p->gradient[where[a]] += sign[a] * slope;
        for (int b = 0; b < 3; b++)
            *entry(p, where[a], where[b]) += sign[a] * sign[b] * curvature;
        *entry(p, where[a], n + 1) += sign[a] * mixed;
        *entry(p, n + 1, where[a]) += sign[a] * mixed;
    }
    p->gradient[n + 1] += tally->drawn - games * c.drawn;
    *entry(p, n + 1, n + 1) += games * c.drawn * (1 - c.drawn);
}

static void find_slopes(Posterior *p)
{
    memset(p->hessian, 0, (size_t)p->size * (size_t)p->size * sizeof *p->hessian);
    for (int i = 0; i < p->size; i++) {
        p->gradient[i] = -p->precision[i] * (p->value[i] - p->mean[i]);
        *entry(p, i, i) = p->precision[i];
    }
    for (int i = 0; i < p->pool->players; i++)
        for (int j = 0; j < p->pool->players; j++) {
            Tally tally;
            if (tally_of(p->pool, i, j, &tally))
                add_games(p, i, j, &tally);
        }
}

/* Cholesky: the lower half of the Hessian becomes L, with L times its transpose the Hessian. */
static void decompose(Posterior *p)
{
    for (int j = 0; j < p->size; j++)
        for (int i = j; i < p->size; i++) {
            double sum = *entry(p, i, j);
            for (int k = 0; k < j; k++)
                sum -= *entry(p, i, k) * *entry(p, j, k);
            *entry(p, i, j) = i == j ? sqrt(sum) : sum / *entry(p, j, j);
        }
}

/* Solves Hessian * out = out, after decompose. */
static void solve(const Posterior *p, double out[])
{
    for (int i = 0; i < p->size; i++) {
        for (int k = 0; k < i; k++)
            out[i] -= *entry(p, i, k) * out[k];
        out[i] /= *entry(p, i, i);
    }
    for (int i = p->size - 1; i >= 0; i--) {
        for (int k = i + 1; k < p->size; k++)
            out[i] -= *entry(p, k, i) * out[k];
        out[i] /= *entry(p, i, i);
    }
}

/* One step of Newton's method, halved until it leads upwards; its length. */
static double climb(Posterior *p)
{
    enum { HALVINGS = 30 }; /* 2^-30: below that, rounding decides */
    double before = log_posterior(p, p->value), longest = 0, part = 1;
    int    halvings = 0;
    find_slopes(p);
    decompose(p);
    solve(p, p->gradient);
    for (; halvings < HALVINGS; halvings++) {
        for (int i = 0; i < p->size; i++)
            p->tried[i] = p->value[i] + part * p->gradient[i];
        if (log_posterior(p, p->tried) >= before)
            break;
        part /= 2;
    }
    if (halvings == HALVINGS) /* this is the summit */
        return 0;
    for (int i = 0; i < p->size; i++)
        longest = fmax(longest, fabs(part * p->gradient[i]));
    memcpy(p->value, p->tried, (size_t)p->size * sizeof *p->value);
    return longest;
}

/* Leaves the decomposed Hessian of the summit. */
static void find_summit(Posterior *p)
{
    enum { MAX_STEPS = 200 };
    for (int step = 0; step < MAX_STEPS && climb(p) > 1e-10; step++)
        ;
    find_slopes(p);
    decompose(p);
}

static bool posterior_init(Posterior *p, const GamePool *pool, const RatingSetup *setup, Error *err)
{
    int    n = pool->players;
    size_t size = (size_t)n + 2;
    *p = (Posterior){.pool = pool, .size = (int)size};
    double *memory = calloc(5 * size + size * size, sizeof *memory);
    if (memory == NULL)
        return error_set(err, ERROR_MEMORY);
    p->value = memory;
    p->gradient = p->value + size;
    p->tried = p->gradient + size;
    p->mean = p->tried + size;
    p->precision = p->mean + size;
    p->hessian = p->precision + size;
    for (int i = 0; i < p->size; i++) {
        double spread = i < n    ? setup->prior_elo / ELO_PER_UNIT
                        : i == n ? ADVANTAGE_SPREAD_ELO / ELO_PER_UNIT
                                 : DRAW_SPREAD;
        p->precision[i] = 1 / (spread * spread);
    }
    p->mean[n + 1] = p->value[n + 1] = DRAW_MEAN;
    return true;
}

/* ---- ratings -----------------------------------------------------------------------------------
 */

RatingSetup rating_usual(void) { return (RatingSetup){.anchor = -1, .prior_elo = 500}; }

void ratings_free(Ratings *ratings)
{
    free(ratings->rows);
    free(ratings->order);
    free(ratings->covariance);
    *ratings = (Ratings){0};
}

static bool ratings_init(Ratings *ratings, int players, Error *err)
{
    size_t n = (size_t)players;
    *ratings = (Ratings){.players = players};
    ratings->rows = calloc(n, sizeof *ratings->rows);
    ratings->order = calloc(n, sizeof *ratings->order);
    ratings->covariance = calloc(n * n, sizeof *ratings->covariance);
    if (ratings->rows != NULL && ratings->order != NULL && ratings->covariance != NULL)
        return true;
    ratings_free(ratings);
    return error_set(err, ERROR_MEMORY);
}

static double covariance(const Ratings *ratings, int i, int j)
{
    assert(i >= 0 && i < ratings->players && j >= 0 && j < ratings->players);
    return ratings->covariance[(size_t)i * (size_t)ratings->players + (size_t)j];
}

/* Without the last digits, which differ from machine to machine, and without a negative zero. */
static double tidy(double elo) { return round(elo * 1e6) / 1e6 + 0.0; }

/* Column by column of the inverse Hessian; `column` has room for all unknowns. */
static void take_covariance(const Posterior *p, double scale, Ratings *out, double column[])
{
    const int n = out->players;
    for (int j = 0; j <= n; j++) {
        memset(column, 0, (size_t)p->size * sizeof *column);
        column[j] = 1;
        solve(p, column);
        for (int i = 0; j < n && i < n; i++)
            out->covariance[(size_t)i * (size_t)n + (size_t)j] = scale * scale * column[i];
    }
    out->advantage_error = tidy(NORMAL_95 * scale * sqrt(column[n]));
}

/* Only differences mean anything: ratings and errors are from the anchor, or from the mean. */
static void take_ratings(const Posterior *p, const RatingSetup *setup, double scale, Ratings *out)
{
    const int n = out->players, anchor = setup->anchor;
    double    mean = 0, all = 0;
    for (int i = 0; i < n; i++) {
        mean += p->value[i] / n;
        for (int j = 0; j < n; j++)
            all += covariance(out, i, j) / n / n;
    }
    for (int i = 0; i < n; i++) {
        double with_all = 0;
        for (int j = 0; j < n; j++)
            with_all += covariance(out, i, j) / n;
        double variance = anchor < 0 ? covariance(out, i, i) - 2 * with_all + all
                                     : covariance(out, i, i) + covariance(out, anchor, anchor) -
                                           2 * covariance(out, i, anchor);
        double from = anchor < 0 ? mean : p->value[anchor];
        out->rows[i].elo =
            tidy(scale * (p->value[i] - from) + (anchor < 0 ? 0 : setup->anchor_elo));
        out->rows[i].error = tidy(NORMAL_95 * sqrt(fmax(variance, 0)));
    }
}

static void count_totals(const GamePool *pool, Ratings *out)
{
    for (int i = 0; i < pool->players; i++)
        for (int j = 0; j < pool->players; j++) {
            HeadToHead between = game_pool_between(pool, i, j);
            if (i == j)
                continue;
            out->rows[i].total.wins += between.wins;
            out->rows[i].total.draws += between.draws;
            out->rows[i].total.losses += between.losses;
        }
}

/* By insertion: pools are small, and equals must keep their order. */
static void sort(Ratings *ratings)
{
    for (int i = 0; i < ratings->players; i++) {
        int at = i;
        for (; at > 0 && ratings->rows[ratings->order[at - 1]].elo < ratings->rows[i].elo; at--)
            ratings->order[at] = ratings->order[at - 1];
        ratings->order[at] = i;
    }
}

/* Draws make the curve of scores flatter than Elo's; the scale makes it as steep between equals:
 * there the score changes by 1 / (2 (2 + exp d)) a unit, by 1/4 without draws. */
bool ratings_estimate(const GamePool *pool, const RatingSetup *setup, Ratings *out, Error *err)
{
    Posterior p;
    assert(setup->anchor < pool->players && setup->prior_elo > 0);
    if (!posterior_init(&p, pool, setup, err))
        return false;
    bool ok = ratings_init(out, pool->players, err);
    if (ok) {
        find_summit(&p);
        double weight = exp(p.value[pool->players + 1]), scale = ELO_PER_UNIT * 2 / (2 + weight);
        out->draw_share = weight / (2 + weight);
        out->advantage = tidy(scale * p.value[pool->players]);
        take_covariance(&p, scale, out, p.tried);
        take_ratings(&p, setup, scale, out);
        count_totals(pool, out);
        sort(out);
    }
    free(p.value); /* the first of all */
    return ok;
}

double ratings_superiority(const Ratings *ratings, int player, int other)
{
    double variance = covariance(ratings, player, player) + covariance(ratings, other, other) -
                      2 * covariance(ratings, player, other);
    double difference = ratings->rows[player].elo - ratings->rows[other].elo;
    return variance > 0 ? erfc(-difference / sqrt(2 * variance)) / 2 : 0.5;
}
