#include "match/sprt.h"

#include <assert.h>
#include <math.h>

/* A distribution over a few scores. */
typedef struct {
    int    count;
    double at[PAIR_SCORES], share[PAIR_SCORES];
} Distribution;

enum { BISECTIONS = 60, REFINEMENTS = 100 }; /* a double has no more bits than that */

static const double nelo_unit = 347.43558552260146; /* 800 / ln 10: normalised Elo of one sigma */

/* ---- distributions -----------------------------------------------------------------------------
 */

/* Scores that never came up get a thousandth of a sample, so that no logarithm fails. */
static double read_pairs(const uint64_t pairs[PAIR_SCORES], Distribution *out)
{
    double total = 0;
    out->count = PAIR_SCORES;
    for (int i = 0; i < PAIR_SCORES; i++) {
        out->at[i] = i / 4.0;
        out->share[i] = pairs[i] > 0 ? (double)pairs[i] : 1e-3;
        total += out->share[i];
    }
    for (int i = 0; i < PAIR_SCORES; i++)
        out->share[i] /= total;
    return total;
}

static double mean_of(const Distribution *d)
{
    double sum = 0;
    for (int i = 0; i < d->count; i++)
        sum += d->share[i] * d->at[i];
    return sum;
}

static double variance_of(const Distribution *d)
{
    double mean = mean_of(d), sum = 0;
    for (int i = 0; i < d->count; i++)
        sum += d->share[i] * (d->at[i] - mean) * (d->at[i] - mean);
    return sum;
}

/* The likeliest distribution on the points of `d`, seen as `d`, with the given mean: its shares are
 * share / (1 + x (at - mean)) for the x that makes the mean right (by Lagrange), found by
 * bisection. `d` must have points on both sides of the mean. */
static void fit_mean(const Distribution *d, double mean, Distribution *out)
{
    assert(d->count > 0 && d->count <= PAIR_SCORES);
    double least = d->at[0], most = d->at[0];
    for (int i = 1; i < d->count; i++) {
        least = d->at[i] < least ? d->at[i] : least;
        most = d->at[i] > most ? d->at[i] : most;
    }
    *out = *d;
    if (!(least < mean && mean < most))
        return;
    double low = -1 / (most - mean), high = -1 / (least - mean);
    for (int step = 0; step < BISECTIONS; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < d->count; i++)
            sum += d->share[i] * (d->at[i] - mean) / (1 + x * (d->at[i] - mean));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    double x = (low + high) / 2;
    for (int i = 0; i < d->count; i++)
        out->share[i] = d->share[i] / (1 + x * (d->at[i] - mean));
}

/* The likeliest distribution whose mean lies `t` of its standard deviations above one half. The
 * condition is not linear in the shares; it is made so around the last guess, until it holds. */
static void fit_t(const Distribution *d, double t, Distribution *out)
{
    assert(d->count > 1);
    *out = *d;
    for (int i = 0; i < d->count; i++)
        out->share[i] = 1.0 / d->count;
    for (int step = 0; step < REFINEMENTS; step++) {
        Distribution line = *d, fitted;
        double       mean = mean_of(out), sigma = sqrt(variance_of(out)), change = 0;
        for (int i = 0; i < d->count; i++) {
            double z = (mean - d->at[i]) / sigma;
            line.at[i] = d->at[i] - 0.5 - t * sigma * (1 + z * z) / 2;
        }
        fit_mean(&line, 0, &fitted);
        for (int i = 0; i < d->count; i++) {
            change = fmax(change, fabs(fitted.share[i] - out->share[i]));
            out->share[i] = fitted.share[i];
        }
        if (change < 1e-9)
            break;
    }
}

/* ---- the test ----------------------------------------------------------------------------------
 */

SprtTest sprt_usual(void)
{
    return (SprtTest){.kind = ELO_NORMALISED, .elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
}

/* A pair's mean varies half as much as a game: sigmas of a game are larger by root two. */
static double t_of(double nelo) { return sqrt(2) * nelo / nelo_unit; }

static void fit(const SprtTest *test, const Distribution *d, double elo, Distribution *out)
{
    if (test->kind == ELO_NORMALISED)
        fit_t(d, t_of(elo), out);
    else
        fit_mean(d, score_of_elo(elo), out);
}

SprtState sprt_state(const SprtTest *test, const uint64_t pairs[PAIR_SCORES])
{
    assert(test->alpha > 0 && test->beta > 0 && test->alpha + test->beta < 1);
    SprtState    state = {.lower = log(test->beta / (1 - test->alpha)),
                          .upper = log((1 - test->beta) / test->alpha)};
    Distribution seen, fit0, fit1;
    uint64_t     played = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        played += pairs[i];
    if (played == 0)
        return state;
    double count = read_pairs(pairs, &seen);
    fit(test, &seen, test->elo0, &fit0);
    fit(test, &seen, test->elo1, &fit1);
    for (int i = 0; i < PAIR_SCORES; i++)
        state.llr += count * seen.share[i] * log(fit1.share[i] / fit0.share[i]);
    if (state.llr <= state.lower)
        state.verdict = SPRT_ACCEPTS_0;
    if (state.llr >= state.upper)
        state.verdict = SPRT_ACCEPTS_1;
    return state;
}

double sprt_llr_approximate(const SprtTest *test, const uint64_t pairs[PAIR_SCORES])
{
    Distribution seen;
    double       count = read_pairs(pairs, &seen), mean = mean_of(&seen);
    double       variance = variance_of(&seen);
    if (test->kind == ELO_NORMALISED) { /* in games and their deviation, not in pairs */
        double games = 2 * count, t = (mean - 0.5) / sqrt(2 * variance);
        double t0 = test->elo0 / nelo_unit, t1 = test->elo1 / nelo_unit;
        return games * (t1 - t0) * (2 * t - t0 - t1) /
               (2 + (t - t0) * (t - t0) + (t - t1) * (t - t1));
    }
    double s0 = score_of_elo(test->elo0), s1 = score_of_elo(test->elo1);
    return count / 2 *
           log((variance + (mean - s0) * (mean - s0)) / (variance + (mean - s1) * (mean - s1)));
}

/* ---- Elo ---------------------------------------------------------------------------------------
 */

double elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

double score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* `sigma` is the standard error of the mean, `spread` the deviation of one game; both positive. */
static EloEstimate estimate(double mean, double sigma, double spread)
{
    assert(mean >= 0 && mean <= 1 && sigma > 0);
    const double confidence = 1.959963984540054; /* 95 % of a normal distribution */
    return (EloEstimate){.elo = elo_of_score(mean),
                         .low = elo_of_score(mean - confidence * sigma),
                         .high = elo_of_score(mean + confidence * sigma),
                         .normalised = (mean - 0.5) / spread * nelo_unit,
                         .superiority = 0.5 * erfc(-(mean - 0.5) / sigma / sqrt(2))};
}

/* The mean is that of the sample. Its spread is taken as if one more sample had been spread evenly
 * over all scores: so a few samples that happen to be equal do not look certain. */
static EloEstimate estimate_from(const uint64_t counts[], int scores, double games_each)
{
    assert(scores > 1);
    double total = 0, mean = 0, variance = 0, prior = 1.0 / scores;
    for (int i = 0; i < scores; i++) {
        total += (double)counts[i];
        mean += (double)counts[i] * i / (scores - 1);
    }
    if (total == 0)
        return (EloEstimate){.low = -INFINITY, .high = INFINITY, .superiority = 0.5};
    double middle = (mean + 0.5) / (total + 1);
    mean /= total;
    for (int i = 0; i < scores; i++) {
        double off = (double)i / (scores - 1) - middle;
        variance += ((double)counts[i] + prior) * off * off;
    }
    variance /= total + 1;
    return estimate(mean, sqrt(variance / total), sqrt(variance * games_each));
}

EloEstimate elo_from_pairs(const uint64_t pairs[PAIR_SCORES])
{
    return estimate_from(pairs, PAIR_SCORES, 2);
}

EloEstimate elo_from_games(uint64_t wins, uint64_t draws, uint64_t losses)
{
    const uint64_t counts[] = {losses, draws, wins};
    return estimate_from(counts, 3, 1);
}
