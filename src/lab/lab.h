/* lab/lab.h -- the laboratory's trials, and how they are written: a table, lines, a chart. */
#pragma once
#include "engine/search_choice.h"
#include "engine/session.h"
#include "lab/plot.h"

enum { MAX_LAB_DEPTH = 40 };

typedef enum { OUTPUT_TABLE, OUTPUT_JSON, OUTPUT_CSV } Output;

/* One searcher at one depth. */
typedef struct {
    SearcherId   searcher;
    bool         is_finished;
    Score        score;
    Move         best;
    SearchCounts counts;
    size_t       table_bytes;
    int64_t      cpu_us;
} Trial;

typedef struct {
    Lang         lang;
    Session     *session;
    SearchChoice choice;
    bool         is_chosen[SEARCHER_COUNT];
    const char  *chart; /* file, NULL: none */
    Output       output;
    Trial        trials[SEARCHER_COUNT];
    int          trial_count;
    PlotPoint    curves[SEARCHER_COUNT][MAX_LAB_DEPTH];
    int          curve_length[SEARCHER_COUNT];
} Lab;

/* Column heads, where the output has them; then one trial after another. */
void lab_write_head(const Lab *lab, Str *out);
void lab_write_trial(const Lab *lab, const Trial *trial, Str *out);

/* Nodes by depth of every searcher that was tried, as SVG. */
void lab_write_chart(const Lab *lab, Str *out);

/* Errors of MCTS by simulations, 1 up to the choice's limit: as a table and as SVG. `settings` as
 * mcts_parse reads them; NULL: every preset. */
bool lab_curve(const Lab *lab, const char *settings, Str *table, Str *chart, Error *err);

/* Errors of every evaluation, and of a net, against the exact solver, by depth of the search (the
 * choice's limit, 5 by default): as a table and as SVG. */
bool lab_evals(const Lab *lab, Str *table, Str *chart, Error *err);
