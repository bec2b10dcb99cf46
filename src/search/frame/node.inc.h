/* What every tree searcher needs at a node: ends of the game, evaluation, table, move ordering, one
 * move after another. All of it is described in docs/dev/adding-a-searcher.md.
 *
 *     if (S(open)(&node, p, alpha, beta, depth, ply, w))   settled: node.best is the score
 *     while (S(next)(&node, p, w)) { … S(back)(&node, p, w); S(take)(&node, score, w) … }
 *     return S(close)(&node, w);
 * Scores are for the player to move at the node. */
#pragma once
#include "search/frame/template.h"

#include <assert.h>

/* The state of play with repetition. The work's keys end with this position. */
static Play S(play_at)(const POS *p, const SearchWork *w)
{
    Play play = G(play)(p);
#if G(can_repeat)
    if (play == PLAY_ON && w->keys != NULL) {
        int limit = G(repeat_limit)(p);
        if (limit > 0 && position_occurrences(w->keys, w->key_count, G(reversible)(p)) >= limit)
            return PLAY_DRAWN;
    }
#else
    (void)w;
#endif
    return play;
}

static Score S(final_score)(Play play, int ply)
{
    assert(play != PLAY_ON && ply >= 0);
    return play == PLAY_DRAWN ? 0 : play == PLAY_WON ? SCORE_MATE - ply : ply - SCORE_MATE;
}

/* By the net where the setup has one; it updates its sums from the position before (NNUE). */
static Score S(evaluate_with)(const POS *p, const EvalSetup *setup, NetState *state)
{
#if G(has_net) && !defined(INSTANCE_LIGHT)
    if (setup->net != NULL) {
        uint64_t sets[2][NET_WORDS];
        G(net_sets)(p, sets);
        net_follow(state, setup->net, sets, G(net_words));
        return net_score(setup->net, state, G(side)(p));
    }
#else
    (void)state;
#ifndef INSTANCE_LIGHT
    if (setup->net != NULL) /* a kind of net of the game's own, computed in full */
        return setup->net->kind->score(setup->net->own, p);
#endif
#endif
    int criteria[G(criteria_count)];
    G(criteria)(p, setup, criteria);
    return eval_combine(setup, criteria, G(criteria_count), NULL);
}

static Score S(evaluate)(const POS *p, SearchWork *w)
{
    return S(evaluate_with)(p, w->eval, &w->net);
}

static Score S(evaluate_alone)(const POS *p, const EvalSetup *setup)
{
    NetState state;
    state.net = NULL;
    return S(evaluate_with)(p, setup, &state);
}

/* make and unmake that also count the node and keep the keys of the line. */
static void S(step)(POS *p, Move move, UNDO *undo, SearchWork *w)
{
    G(make)(p, move, undo);
    w->counts.nodes++;
#if G(can_repeat)
    if (w->keys != NULL)
        w->keys[w->key_count++] = G(key)(p);
#endif
}

/* Removes the last key of the line. */
static void S(forget)(SearchWork *w)
{
    assert(w->keys == NULL || !G(can_repeat) || w->key_count > 0);
#if G(can_repeat)
    if (w->keys != NULL)
        w->key_count--;
#else
    (void)w;
#endif
}

static void S(step_back)(POS *p, Move move, const UNDO *undo, SearchWork *w)
{
    G(unmake)(p, move, undo);
    S(forget)(w);
}

/* Does the player who moved have the next move too? */
static bool S(keeps_turn_after)(const POS *p, int side)
{
#if G(keeps_turn)
    return G(side)(p) == side;
#else
    (void)p;
    (void)side;
    return false;
#endif
}

typedef struct {
    Move     moves[G(max_moves)];
    int      rank[G(max_moves)];
    int      count, index, side, depth, ply;
    int      tree, parent_tree;
    Score    alpha, beta; /* as the node was opened */
    Score    best;
    Move     best_move, table_move;
    uint64_t key;
    UNDO     undo;
} S(node);

#if G(has_noisy)
/* Quiescence search: noisy moves only, or none of them (stand pat). Exact within the window. */
static Score S(quiesce)(POS *p, Score alpha, Score beta, int ply, SearchWork *w)
{
    assert(alpha < beta && ply >= 0 && ply < MAX_SEARCH_PLIES);
    Play play = S(play_at)(p, w);
    if (play != PLAY_ON)
        return S(final_score)(play, ply);
    Score best = S(evaluate)(p, w);
    if (best >= beta || ply >= MAX_SEARCH_PLIES - 1)
        return best;
    if (ply > w->counts.selective_depth)
        w->counts.selective_depth = ply;
    int  side = G(side)(p);
    Move moves[G(max_moves)];
    int  count = G(gen_noisy)(p, moves);
    for (int i = 0; i < count && best < beta && !search_must_stop(w); i++) {
        UNDO  undo;
        Score floor = best > alpha ? best : alpha, score;
        S(step)(p, moves[i], &undo, w);
        if (S(keeps_turn_after)(p, side))
            score = S(quiesce)(p, floor, beta, ply + 1, w);
        else
            score = -S(quiesce)(p, -beta, -floor, ply + 1, w);
        S(step_back)(p, moves[i], &undo, w);
        if (score > best)
            best = score;
    }
    return best;
}
#endif

static Score S(horizon)(POS *p, Score alpha, Score beta, int ply, SearchWork *w)
{
#if G(has_noisy)
    if (w->context->switches.has_quiescence)
        return S(quiesce)(p, alpha, beta, ply, w);
#else
    (void)alpha;
    (void)beta;
    (void)ply;
#endif
    return S(evaluate)(p, w);
}

/* Sorts by rank; equals keep the order of the generator. */
static void S(rank_moves)(S(node) *node, const POS *p, const SearchWork *w)
{
    MoveOrder order = w->context->switches.order;
    if (order == ORDER_NONE)
        return;
    for (int i = 0; i < node->count; i++) {
        Move move = node->moves[i];
        int  rank = 0, at = i;
#if G(has_order)
        rank = 64 * G(order)(p, move);
#else
        (void)p;
#endif
        if (order == ORDER_DYNAMIC) {
            const Move *killers = w->killers[node->ply];
            rank += w->history[node->side][move % HISTORY_SIZE];
            if (move == node->table_move)
                rank = INT32_MAX;
            else if (move == killers[0] || move == killers[1])
                rank += 4096;
        }
        for (; at > 0 && node->rank[at - 1] < rank; at--) {
            node->rank[at] = node->rank[at - 1];
            node->moves[at] = node->moves[at - 1];
        }
        node->rank[at] = rank;
        node->moves[at] = move;
    }
}

static void S(list_moves)(S(node) *node, const POS *p, SearchWork *w)
{
    assert(w->root_count > 0 && w->root_count <= G(max_moves));
    size_t root_size = (size_t)w->root_count * sizeof w->root[0];
    if (node->ply == 0) { /* the frame chooses the moves of the root and keeps their order */
        node->count = w->root_count;
        memcpy(node->moves, w->root, root_size);
        if (!w->is_root_ranked) {
            S(rank_moves)(node, p, w);
            memcpy(w->root, node->moves, root_size);
            w->is_root_ranked = true;
        }
        return;
    }
    node->count = G(gen)(p, node->moves);
    assert(node->count > 0 && node->count <= G(max_moves));
    S(rank_moves)(node, p, w);
}

/* True when the table has the score; node->table_move is set when it has a move. */
static bool S(ask_table)(S(node) *node, SearchWork *w)
{
    TtEntry entry;
    w->counts.table_probes++;
    if (!tt_probe(w->table, node->key, &entry))
        return false;
    w->counts.table_hits++;
    node->table_move = entry.move;
    bool is_deep = w->context->switches.has_exact_table ? entry.depth == node->depth
                                                        : entry.depth >= node->depth;
    if (!is_deep || node->ply == 0)
        return false;
    Score score = search_score_from_table(entry.score, node->ply);
    if (!((entry.bound & BOUND_LOWER && score >= node->beta) ||
          (entry.bound & BOUND_UPPER && score <= node->alpha) || entry.bound == BOUND_EXACT))
        return false;
    w->counts.table_cuts++;
    w->has_seen_horizon = true; /* the entry may rest on one */
    node->best = score;
    return true;
}

static void S(log_end)(const S(node) *node, const SearchWork *w, TreeEnd end, Bound bound)
{
    assert(w->tree == NULL || node->tree < w->tree->count);
    if (w->tree == NULL || node->tree < 0)
        return;
    TreeNode *logged = &w->tree->nodes[node->tree];
    logged->end = (uint8_t)end;
    logged->bound = (uint8_t)bound;
    logged->alpha = node->alpha;
    logged->beta = node->beta;
    logged->score = node->best;
}

/* The node has its score in node->best without a search of its moves: counts and records it. Always
 * true, as S(open) answers then. */
static bool S(settle)(S(node) *node, SearchWork *w, TreeEnd end)
{
    w->counts.leaves += end != TREE_TABLE;
    S(log_end)(node, w, end, BOUND_EXACT);
    if (w->tree != NULL)
        w->tree_node = node->parent_tree;
    return true;
}

/* Begins a node. True when it is settled: the game is over, the depth is used up, or the table has
 * the score; node->best is it then. Otherwise the moves are listed in order. */
static bool S(open)(S(node) *node, POS *p, Score alpha, Score beta, int depth, int ply,
                    SearchWork *w)
{
    assert(alpha < beta && ply >= 0 && ply < MAX_SEARCH_PLIES);
    node->alpha = alpha;
    node->beta = beta;
    node->depth = depth;
    node->ply = ply;
    node->index = 0;
    node->best = -SCORE_INF;
    node->best_move = node->table_move = MOVE_NONE;
    node->side = G(side)(p);
    node->tree = node->parent_tree = -1;
    w->pv_length[ply] = ply;
    if (ply > w->counts.selective_depth)
        w->counts.selective_depth = ply;
    if (w->tree != NULL) {
        node->parent_tree = w->tree_node;
        Move move = ply > 0 ? w->pv[MAX_SEARCH_PLIES][ply - 1] : MOVE_NONE;
        node->tree = w->tree_node = treelog_add(w->tree, w->tree_node, move, ply, node->side);
    }
    Play play = ply > 0 ? S(play_at)(p, w) : PLAY_ON;
    if (play != PLAY_ON) {
        node->best = S(final_score)(play, ply);
        return S(settle)(node, w, TREE_OVER);
    }
    if (depth <= 0 || ply >= MAX_SEARCH_PLIES - 1) {
        node->best = S(horizon)(p, alpha, beta, ply, w);
        w->has_seen_horizon = true;
        return S(settle)(node, w, TREE_HORIZON);
    }
    if (w->table != NULL) {
        node->key = G(key)(p);
        if (S(ask_table)(node, w))
            return S(settle)(node, w, TREE_TABLE);
    }
    S(list_moves)(node, p, w);
    return false;
}

/* Makes the next move; false when there is none left, the window is closed, or time is up. */
static bool S(next)(S(node) *node, POS *p, SearchWork *w)
{
    assert(node->index >= 0 && node->index <= node->count);
    if (node->index == node->count || node->best >= node->beta || search_must_stop(w))
        return false;
    w->pv[MAX_SEARCH_PLIES][node->ply] = node->moves[node->index]; /* the path, for the tree log */
    S(step)(p, node->moves[node->index++], &node->undo, w);
    return true;
}

/* Takes the move of S(next) back. */
static void S(back)(S(node) *node, POS *p, SearchWork *w)
{
    assert(node->index > 0);
    S(step_back)(p, node->moves[node->index - 1], &node->undo, w);
}

/* Alpha for the next child: the best score so far, or alpha of the node. */
static Score S(floor)(const S(node) *node)
{
    return node->best > node->alpha ? node->best : node->alpha;
}

/* Takes the score of the child into account, unless the search was stopped in it. */
static void S(take)(S(node) *node, Score score, SearchWork *w)
{
    assert(node->index > 0);
    if (w->is_stopped || score <= node->best)
        return;
    int  ply = node->ply;
    Move move = node->moves[node->index - 1];
    node->best = score;
    node->best_move = move;
    search_keep_line(w, move, ply);
    if (ply == 0) {
        w->root_best = move;
        w->root_score = score;
    }
}

/* A cutoff: history (depth squared, with decay) and killers. */
static void S(reward)(const S(node) *node, SearchWork *w)
{
    assert(node->best_move != MOVE_NONE);
    int16_t *history = &w->history[node->side][node->best_move % HISTORY_SIZE];
    int      gain = node->depth * node->depth;
    *history = (int16_t)(*history + (gain < 400 ? gain : 400) - *history / 32);
    killers_add(w->killers[node->ply], node->best_move);
}

/* Ends a node whose moves were searched: table, history, killers, counters. Returns its score. */
static Score S(close)(S(node) *node, SearchWork *w)
{
    bool  is_cut = node->best >= node->beta;
    Bound bound = is_cut ? BOUND_LOWER : node->best > node->alpha ? BOUND_EXACT : BOUND_UPPER;
    if (w->is_stopped)
        bound = BOUND_NONE;
    S(log_end)(node, w, w->is_stopped ? TREE_STOPPED : is_cut ? TREE_CUT : TREE_OPEN, bound);
    if (w->tree != NULL)
        w->tree_node = node->parent_tree;
    if (w->is_stopped)
        return node->best;
    if (is_cut) {
        w->counts.cutoffs++;
        w->counts.first_cutoffs += node->index == 1;
        S(reward)(node, w);
    }
    if (w->table != NULL) {
        TtEntry entry = {.move = node->best_move,
                         .score = search_score_to_table(node->best, node->ply),
                         .depth = node->depth,
                         .bound = bound};
        tt_store(w->table, node->key, &entry);
    }
    return node->best;
}

/* The root move with the best score, one of several at random. `judge` scores the position behind
 * it for the player to move there; `side` has just moved. */
static Score S(random_best)(void *pos, SearchWork *w,
                            Score (*judge)(void *pos, int side, SearchWork *w))
{
    S(node)  node;
    uint64_t rng = w->context->rng;
    Score    best = -SCORE_INF;
    int      equals = 0;
    S(open)(&node, pos, -SCORE_INF, SCORE_INF, 1, 0, w);
    while (S(next)(&node, pos, w)) {
        Play  play = S(play_at)(pos, w);
        Score score = play != PLAY_ON ? S(final_score)(play, 1) : judge(pos, node.side, w);
        if (!S(keeps_turn_after)(pos, node.side))
            score = -score;
        S(back)(&node, pos, w);
        equals = score > best ? 0 : equals;
        if (score >= best && rng_below(&rng, (uint32_t)++equals) == 0) {
            best = score;
            w->root_best = node.moves[node.index - 1];
        }
    }
    w->root_score = best;
    return best;
}
