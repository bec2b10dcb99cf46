/* search/frame/work.h -- one thread's share of a search: what the searchers' templates run on. */
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
    const int32_t       *constants; /* of the searcher, where it has any: in its table's order */
    NetState             net;       /* of the evaluation, where it is one */
    Tt                  *table;
    AbdadaTable         *busy; /* NULL with one thread */
    atomic_bool         *halt; /* shared by the threads of one search */
    SearchCounts         counts;
    int                  thread;

    /* When to look at the clock: often enough for any evaluation, seldom enough to cost nothing. */
    int64_t  begun_us, deadline_us, last_look_us;
    int64_t  next_report_us; /* of a searcher without depths; 0: it does not report */
    uint64_t next_look, look_interval;
    bool     is_stopped;

    /* The line from the start of the game to the present node, for repetition. */
    uint64_t *keys;
    size_t    key_count;
    int       root_side;

    /* Root moves, the best of the last depth first, and the best finished one of this depth. */
    Move  root[MAX_MOVES];
    int   root_count;
    bool  is_root_ranked;
    Move  root_best;
    Score root_score, guess;
    bool  has_seen_horizon; /* this depth cut some line short: a deeper one can tell more */

    struct MctsTree           *mcts; /* NULL for other searchers */
    const struct MctsSettings *mcts_settings;

    struct TreeLog *tree;
    int             tree_node;

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
    work->pv[ply][ply] = move;
    for (int i = ply + 1; i < work->pv_length[ply + 1]; i++)
        work->pv[ply][i] = work->pv[ply + 1][i];
    work->pv_length[ply] = work->pv_length[ply + 1] > ply ? work->pv_length[ply + 1] : ply + 1;
}

bool search_look_at_clock(SearchWork *work);

/* Makes it the first of the root moves, where it is one; the others keep their order. Without the
 * best move of the last depth in front, a depth that is not finished says nothing. */
void search_put_first(SearchWork *work, Move move);

/* True when the search must end now: a limit was reached or somebody asked. A search limited by
 * depth or nodes alone never depends on the clock. */
static inline bool search_must_stop(SearchWork *work)
{
    if (work->counts.nodes >= work->next_look && search_look_at_clock(work))
        work->is_stopped = true;
    return work->is_stopped;
}

/* Scores of forced ends count plies from the root; in the table, from the position itself. */
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
