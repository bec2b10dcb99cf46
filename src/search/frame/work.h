/* search/frame/work.h -- the state of one thread of a search, which all searchers work on. Which
 * fields a searcher reads and sets: docs/dev/adding-a-searcher.md. */
#pragma once
#include "eval/net.h"
#include "search/frame/abdada.h"
#include "search/frame/ordering.h"
#include "search/frame/search.h"

#include <assert.h>

enum { HISTORY_SIZE = 8192 };

typedef struct SearchWork {
    const SearchContext *context;
    const EvalSetup     *eval;
    const int32_t       *constants; /* of the searcher, in the order of its table */
    NetState             net;       /* where the evaluation is a net */
    Tt                  *table;
    AbdadaTable         *busy; /* NULL with one thread */
    atomic_bool         *halt; /* shared by the threads of one search */
    SearchCounts         counts;
    int                  thread; /* 0: the one that reports */

    /* The next number of nodes at which to look at the clock: often enough for a slow evaluation,
     * seldom enough to cost nothing. */
    int64_t  begun_us, deadline_us, last_look_us;
    int64_t  next_report_us; /* of a searcher without depths; 0: no reports */
    uint64_t next_look, look_interval;
    bool     is_stopped;

    /* The line from the start of the game to the present node, for repetition. */
    uint64_t *keys;
    size_t    key_count;
    int       root_side;

    /* Root moves, the best of the last depth first, and the best one finished at this depth. */
    Move  root[MAX_MOVES];
    int   root_count;
    bool  is_root_ranked;
    Move  root_best;
    Score root_score, guess; /* guess: the score of the last depth */
    bool  has_seen_horizon;  /* some line was evaluated or pruned: a deeper search can find more */

    struct MctsTree           *mcts; /* NULL for other searchers */
    const struct MctsSettings *mcts_settings;

    struct TreeLog *tree; /* NULL: the tree is not recorded */
    int             tree_node;

    /* The principal lines, a triangular table; its last row is the path from the root. */
    Move    pv[MAX_SEARCH_PLIES + 1][MAX_SEARCH_PLIES + 1];
    int     pv_length[MAX_SEARCH_PLIES + 2];
    Move    killers[MAX_SEARCH_PLIES + 1][2];
    int16_t history[2][HISTORY_SIZE];
    /* Countermoves (Uiterwijk 1992): by the move before, the one that refuted it last. */
    Move countermoves[2][HISTORY_SIZE];
} SearchWork;

/* The line of a node begins with `move` and goes on as the child's: a triangular table, whose row
 * is the ply. */
static inline void search_keep_line(SearchWork *work, Move move, int ply)
{
    assert(ply >= 0 && ply < MAX_SEARCH_PLIES && work->pv_length[ply + 1] <= MAX_SEARCH_PLIES);
    work->pv[ply][ply] = move;
    for (int i = ply + 1; i < work->pv_length[ply + 1]; i++)
        work->pv[ply][i] = work->pv[ply + 1][i];
    work->pv_length[ply] = work->pv_length[ply + 1] > ply ? work->pv_length[ply + 1] : ply + 1;
}

bool search_look_at_clock(SearchWork *work);

/* Makes it the first of the root moves, where it is one; the others keep their order. A depth that
 * is not finished can be used only if the best move of the last depth was searched first. */
void search_put_first(SearchWork *work, Move move);

/* True when the search must end now: a limit was reached or the stop flag is set. A search limited
 * by depth or nodes alone never depends on the clock. */
static inline bool search_must_stop(SearchWork *work)
{
    if (work->counts.nodes >= work->next_look && search_look_at_clock(work))
        work->is_stopped = true;
    return work->is_stopped;
}

/* Mate scores count plies from the root; in the table, from the position itself. */
static inline Score search_score_to_table(Score score, int ply)
{
    assert(ply >= 0 && ply <= MAX_SEARCH_PLIES);
    return score > SCORE_FORCED ? score + ply : score < -SCORE_FORCED ? score - ply : score;
}

static inline Score search_score_from_table(Score score, int ply)
{
    assert(ply >= 0 && ply <= MAX_SEARCH_PLIES);
    return score > SCORE_FORCED ? score - ply : score < -SCORE_FORCED ? score + ply : score;
}
