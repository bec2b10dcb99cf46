/* engine/search_choice.h -- a searcher with its limits and settings, as chosen on a command line.
 */
#pragma once
#include "search/mcts/mcts.h"

typedef struct {
    SearcherId     searcher;
    Limits         limits;
    SearchSwitches switches;
    EvalSetup      eval;
    Constants      constants;
    const char    *eval_name;       /* as given, or the default's */
    size_t         table_megabytes; /* 0: none */
    int            threads, lines;
    MctsSettings   mcts;
} SearchChoice;

/* A context as chosen, which borrows from *choice; without table. */
SearchContext search_choice_context(const SearchChoice *choice);
