/* app/solve/solve_questions.h -- positions to be solved, one a line; answers in the order of the
 * questions.
 *
 * With several threads, the positions that wait are shared out among them as long as they are easy;
 * one that turns out to be hard, or that waits alone, is searched by all threads together. */
#pragma once
#include "app/arguments/command.h"
#include "core/solver.h"

typedef struct {
    const Game    *game;
    const int16_t *options; /* the rules of positions that do not name theirs */
    SolverSetup    setup;
    bool           has_scores, has_line, has_stats, is_json; /* what is told beside the score */
    bool           is_fresh; /* everything is forgotten before each position */
} SolveOrder;

typedef struct {
    uint64_t positions, bad, nodes;
    uint64_t expected, as_expected; /* those that came with a score, and those that were right */
    int64_t  time_ns;               /* of the searches, one after the other */
} SolveTotals;

/* Answers all lines of a descriptor. Returns the exit code; errors are reported. */
int solve_lines(const SolveOrder *order, int descriptor, SolveTotals *totals);

/* Answers one position. */
int solve_position(const SolveOrder *order, const void *pos, SolveTotals *totals);
