/* match/sprt.h -- is one player better than another? Elo with error bars, likelihood of superiority
 * and the sequential probability ratio test, over pairs of games.
 *
 * Two games with the same opening and the colours exchanged are one sample: its score is 0, 1/2, 1,
 * 3/2 or 2 points (LL, LD, DD or WL, WD, WW). That is fairer than counting games: the two depend on
 * each other through the opening. Elo is meant as usual (logistic) or normalised: by the spread of
 * the results of one game, so that a test's length does not depend on the share of draws. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { PAIR_SCORES = 5 }; /* LL, LD, DD, WD, WW */

typedef enum { ELO_NORMALISED, ELO_LOGISTIC } EloKind;

typedef struct {
    EloKind kind;
    double  elo0, elo1;  /* "no better than" against "at least so much better" */
    double  alpha, beta; /* chances of the two errors that are accepted */
} SprtTest;

typedef enum { SPRT_RUNNING, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 } SprtVerdict;

typedef struct {
    double      llr, lower, upper;
    SprtVerdict verdict;
} SprtState;

/* The usual test: normalised Elo 0 against 5, errors of 5 %. */
SprtTest sprt_usual(void);

/* The exact log-likelihood ratio: of the likeliest distributions of pairs with either Elo. */
SprtState sprt_state(const SprtTest *test, const uint64_t pairs[PAIR_SCORES]);

/* The same by the normal approximation, in closed form; for comparison. */
double sprt_llr_approximate(const SprtTest *test, const uint64_t pairs[PAIR_SCORES]);

typedef struct {
    double elo, low, high; /* with 95 % of confidence; infinite when all games went one way, or
                              when the score could be 0 or 1 */
    double normalised;     /* normalised Elo */
    double superiority;    /* likelihood that the first player is the better one, 0..1 */
} EloEstimate;

EloEstimate elo_from_pairs(const uint64_t pairs[PAIR_SCORES]);
/* From single games, where there are no pairs. */
EloEstimate elo_from_games(uint64_t wins, uint64_t draws, uint64_t losses);

double elo_of_score(double score); /* 0..1 */
double score_of_elo(double elo);
