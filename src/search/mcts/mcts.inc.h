/* Monte Carlo tree search (Coulom 2006) by UCT (Kocsis and Szepesvári 2006). One simulation, in
 * S(mcts_iterate), has four steps: selection down the tree, expansion of a leaf that is reached for
 * the second time, playout at random, backup of the result. Not used here: RAVE (AMAF statistics,
 * Gelly and Silver 2007), and PUCT, which needs a policy's probability for each move. */
#pragma once
#include "search/frame/node.inc.h"
#include "search/frame/playout.inc.h"

#include <assert.h>

/* What the end of a game is worth to player 0. */
static int S(mcts_end_value)(Play play, int side)
{
    assert(side == 0 || side == 1);
    if (play == PLAY_DRAWN || play == PLAY_ON)
        return MCTS_DRAW;
    return (play == PLAY_WON) == (side == 0) ? MCTS_WIN : 0;
}

/* Has the player who just moved won, lost or drawn? */
static int S(mcts_proven_end)(const POS *p, int mover, Play play)
{
    if (play == PLAY_ON)
        return PROVEN_NOTHING;
    if (play == PLAY_DRAWN)
        return PROVEN_DRAW;
    return (play == PLAY_WON) == (G(side)(p) == mover) ? PROVEN_WIN : -PROVEN_WIN;
}

/* ---- simulation ---- */

/* A move that wins at once, or MOVE_NONE. */
static Move S(winning_move)(POS *p)
{
#if G(has_winning_move)
    return G(winning_move)(p);
#else
    Move moves[G(max_moves)];
    int  count = G(gen)(p, moves), side = G(side)(p);
    for (int i = 0; i < count; i++) {
        UNDO undo;
        G(make)(p, moves[i], &undo);
        bool is_won = S(mcts_proven_end)(p, side, G(play)(p)) == PROVEN_WIN;
        G(unmake)(p, moves[i], &undo);
        if (is_won)
            return moves[i];
    }
    return MOVE_NONE;
#endif
}

static Move S(mcts_playout_move)(POS *p, MctsPlayout playout, uint64_t *rng)
{
#if G(has_policy)
    if (playout == PLAYOUT_GAME)
        return G(policy_move)(p, rng);
#endif
    Move move = playout == PLAYOUT_WIN ? S(winning_move)(p) : MOVE_NONE;
    return move != MOVE_NONE ? move : S(any_move)(p, rng);
}

/* A playout by a policy, or of some plies only and then the evaluation; returns the result for
 * player 0. */
static int S(mcts_guided_playout)(const MctsTree *tree, POS *p, uint64_t *rng, SearchWork *w)
{
    MctsPlayout playout = tree->settings.playout;
    int         plies = 0, most = tree->settings.playout_plies;
    most = most > 0 && most < MCTS_LONGEST ? most : MCTS_LONGEST;
#if G(can_repeat)
    S(trail) trail;
    int      limit = G(repeat_limit)(p);
    trail.count = 0;
#endif
    for (; plies < most && G(play)(p) == PLAY_ON; plies++) {
#if G(can_repeat)
        if (limit > 0 && S(repeats)(&trail, p, limit))
            return MCTS_DRAW;
#endif
        UNDO undo;
        G(make)(p, S(mcts_playout_move)(p, playout, rng), &undo);
    }
    Play play = G(play)(p);
    if (play != PLAY_ON || plies == MCTS_LONGEST)
        return S(mcts_end_value)(play, G(side)(p));
    int chance = mcts_chance(&tree->settings, S(evaluate)(p, w));
    int value = (chance * MCTS_WIN + MCTS_CHANCE / 2) / MCTS_CHANCE;
    return G(side)(p) == 0 ? value : MCTS_WIN - value;
}

static int S(mcts_simulate)(const MctsTree *tree, POS *p, uint64_t *rng, SearchWork *w)
{
    bool is_uniform = tree->settings.playout == PLAYOUT_UNIFORM ||
                      (tree->settings.playout == PLAYOUT_GAME && !G(has_policy));
    if (!is_uniform || tree->settings.playout_plies > 0 || G(can_repeat))
        return S(mcts_guided_playout)(tree, p, rng, w);
    bool is_drawn;
    S(playout)(p, rng, &is_drawn);
    return is_drawn ? MCTS_DRAW : S(mcts_end_value)(G(play)(p), G(side)(p));
}

/* ---- expansion ---- */

/* A new child: is the game over there, and what is its evaluation? */
static void S(mcts_init_child)(const MctsTree *tree, MctsNode *child, POS *p, int side,
                               SearchWork *w)
{
    UNDO undo;
    S(step)(p, child->move, &undo, w);
    w->counts.nodes--; /* not a step of a simulation */
    int proven = S(mcts_proven_end)(p, side, S(play_at)(p, w));
    mcts_set_proven(child, proven);
    if (mcts_uses_evaluation(&tree->settings)) {
        int chance = MCTS_CHANCE / 2;
        if (proven == PROVEN_NOTHING) {
            chance = mcts_chance(&tree->settings, S(evaluate)(p, w));
            chance = S(keeps_turn_after)(p, side) ? chance : MCTS_CHANCE - chance;
        } else if (proven != PROVEN_DRAW)
            chance = proven > 0 ? MCTS_CHANCE : 0;
        child->prior = (int16_t)chance;
        atomic_store_explicit(&child->minimax, child->prior, memory_order_relaxed);
    }
    S(step_back)(p, child->move, &undo, w);
}

/* By prior, the highest first: unvisited children are tried in this order. */
static void S(mcts_sort)(MctsNode *children, int count)
{
    for (int i = 1; i < count; i++) {
        MctsNode node;
        int      at = i;
        memcpy(&node, &children[i], sizeof node);
        for (; at > 0 && children[at - 1].prior < node.prior; at--)
            memcpy(&children[at], &children[at - 1], sizeof node);
        memcpy(&children[at], &node, sizeof node);
    }
}

/* Expansion: gives the node its children, in random order. False when there is no room, or another
 * thread expands it. */
static bool S(mcts_expand)(MctsTree *tree, MctsNode *node, POS *p, uint64_t *rng, SearchWork *w)
{
    uint32_t leaf = MCTS_LEAF, first;
    Move     moves[G(max_moves)];
    if (!mcts_has_room(tree, G(max_moves)))
        return false;
    if (tree->is_shared &&
        !atomic_compare_exchange_strong_explicit(&node->first, &leaf, MCTS_BUSY,
                                                 memory_order_relaxed, memory_order_relaxed))
        return false;
    int count = G(gen)(p, moves), side = G(side)(p);
    assert(count > 0 && count <= G(max_moves));
    first = mcts_take_block(tree, count);
    if (first == MCTS_NO_NODE) {
        atomic_store_explicit(&node->first, MCTS_LEAF, memory_order_relaxed);
        return false;
    }
    MctsNode *children = tree->nodes + first;
    bool      inits = tree->settings.has_solver || mcts_uses_evaluation(&tree->settings);
    for (int i = 0; i < count; i++) {
        int j = i + (int)rng_below(rng, (uint32_t)(count - i));
        memset(&children[i], 0, sizeof children[i]);
        children[i].move = moves[j];
        moves[j] = moves[i];
        if (inits)
            S(mcts_init_child)(tree, &children[i], p, side, w);
    }
    if (mcts_uses_evaluation(&tree->settings))
        S(mcts_sort)(children, count);
    node->count = (uint16_t)count;
    atomic_store_explicit(&node->first, first, memory_order_release);
    return true;
}

/* ---- one simulation ---- */

/* The node is visited for the first time. True when its result is known. */
static bool S(mcts_is_decided)(const MctsTree *tree, MctsNode *node, int mover, POS *p,
                               SearchWork *w)
{
    if (!tree->settings.has_solver) {
        int proven = S(mcts_proven_end)(p, mover, S(play_at)(p, w));
        mcts_set_proven(node, proven);
        return proven != PROVEN_NOTHING;
    }
    /* With the solver the end of the game was found when the node was made; a win in one is next.
     */
#if G(has_winning_move)
    if (G(winning_move)(p) != MOVE_NONE) {
        int win = PROVEN_WIN + 1;
        mcts_set_proven(node, G(side)(p) == mover ? win : -win);
        return true;
    }
#endif
    return false;
}

/* The leaf at the end of the path gets children; true when they decide it. */
static bool S(mcts_settle_leaf)(MctsTree *tree, MctsPath *path, POS *p)
{
    MctsNode *node = path->node[path->length];
    int       side = G(side)(p);
    if (mcts_uses_evaluation(&tree->settings))
        mcts_back_up_minimax(tree, path, side);
    if (!tree->settings.has_solver)
        return false;
    int proven = mcts_proven_below(tree, node);
    if (proven == PROVEN_NOTHING)
        return false;
    mcts_set_proven(node, side == path->mover[path->length] ? proven : mcts_turned(proven));
    return true;
}

static void S(mcts_iterate)(MctsTree *tree, const POS *root, MctsPath *path, uint64_t *rng,
                            SearchWork *w)
{
    POS       p = *root;
    MctsNode *node = path->node[0];
    int       ply = 0, value;
    bool      is_decided = false;
    uint32_t  visits = mcts_enter(tree, node);
    path->length = 0;

    /* 1. Selection and, at a leaf that was visited before, expansion. */
    for (;;) {
        uint32_t first = atomic_load_explicit(&node->first, memory_order_acquire);
        if (first == MCTS_LEAF) {
            if (visits == 0 || ply >= MAX_SEARCH_PLIES - 1 ||
                !S(mcts_expand)(tree, node, &p, rng, w))
                break;
            is_decided = S(mcts_settle_leaf)(tree, path, &p);
            if (is_decided)
                break;
            first = atomic_load_explicit(&node->first, memory_order_relaxed);
        } else if (first == MCTS_BUSY)
            break;
        UNDO undo;
        int  mover = G(side)(&p);
        node = mcts_select(tree, node, first);
        S(step)(&p, node->move, &undo, w);
        visits = mcts_enter(tree, node);
        path->length = ++ply;
        path->node[ply] = node;
        path->mover[ply] = (uint8_t)mover;
        if (mcts_proven(node) != PROVEN_NOTHING ||
            (visits == 0 && S(mcts_is_decided)(tree, node, mover, &p, w))) {
            is_decided = true;
            break;
        }
    }

    /* 2. Playout; or the proven result, which may prove nodes above (MCTS-Solver). */
    int top = ply, top_value;
    if (is_decided) {
        value = mcts_proven_value(mcts_proven(node), path->mover[ply]);
        if (tree->settings.has_solver)
            top = mcts_prove(tree, path);
        top_value = mcts_proven_value(mcts_proven(path->node[top]), path->mover[top]);
    } else
        top_value = value = S(mcts_simulate)(tree, &p, rng, w);

    /* 3. Backup. */
    for (int i = ply; i >= 0; i--) {
        int result = i <= top ? top_value : value;
        mcts_leave(tree, path->node[i], path->mover[i] == 0 ? result : MCTS_WIN - result);
    }
    w->counts.leaves++;
    if (ply > w->counts.selective_depth)
        w->counts.selective_depth = ply;
}

/* ---- before, during, after ---- */

/* The node of position p within `depth` plies of node `index`, which stands for q. */
static uint32_t S(mcts_find)(const MctsTree *tree, uint32_t index, POS *q, uint64_t history,
                             const POS *p, uint64_t wanted, int depth)
{
    assert(depth >= 0 && index < tree->capacity);
    const MctsNode *node = &tree->nodes[index];
    uint32_t        first = atomic_load_explicit(&node->first, memory_order_relaxed);
    if (history == wanted && memcmp(q, p, sizeof *q) == 0)
        return index;
    for (uint32_t i = 0; depth > 0 && first != MCTS_LEAF && i < node->count; i++) {
        UNDO undo;
        Move move = tree->nodes[first + i].move;
        G(make)(q, move, &undo);
        uint64_t after = history == 0 ? 0 : rng_mix(history ^ G(key)(q));
        uint32_t found = S(mcts_find)(tree, first + i, q, after, p, wanted, depth - 1);
        G(unmake)(q, move, &undo);
        if (found != MCTS_NO_NODE)
            return found;
    }
    return MCTS_NO_NODE;
}

/* A hash of all positions so far, which repetition may depend on. */
static uint64_t S(mcts_history)(const SearchWork *w)
{
    uint64_t history = 0;
#if G(can_repeat)
    if (w->keys != NULL)
        history = 1;
    for (size_t i = 0; w->keys != NULL && i < w->key_count; i++)
        history = rng_mix(history ^ w->keys[i]);
#else
    (void)w;
#endif
    return history;
}

static void S(mcts_begin)(MctsTree *tree, POS *p, SearchWork *w)
{
    const MctsSettings *settings = w->mcts_settings;
    uint64_t            history = S(mcts_history)(w), rng = rng_mix(w->context->rng);
    uint32_t            index = MCTS_NO_NODE;
    _Static_assert(sizeof(POS) <= MCTS_POS_SIZE, "MCTS_POS_SIZE is too small");
    if (settings->has_reuse && mcts_tree_fits(tree, &G(info), settings, w->eval)) {
        POS q;
        memcpy(&q, tree->root.bytes, sizeof q);
        index = S(mcts_find)(tree, 0, &q, tree->history, p, history, 2);
    }
    if (index == MCTS_NO_NODE)
        mcts_tree_clear(tree);
    else if (index != 0)
        mcts_tree_reroot(tree, index);
    tree->game = &G(info);
    tree->settings = *settings;
    tree->eval = *w->eval;
    tree->history = history;
    memcpy(tree->root.bytes, p, sizeof *p);

    /* The root always has children, and its result is theirs: the game is not over. */
    bool      is_shared = tree->is_shared;
    MctsNode *root = &tree->nodes[0];
    tree->is_shared = false;
    if (atomic_load(&root->first) == MCTS_LEAF && !S(mcts_expand)(tree, root, p, &rng, w)) {
        mcts_tree_clear(tree);
        tree->game = &G(info);
        S(mcts_expand)(tree, root, p, &rng, w);
    }
    tree->is_shared = is_shared;
    mcts_set_proven(root, settings->has_solver ? mcts_turned(mcts_proven_below(tree, root)) : 0);
}

static void S(mcts_run)(MctsTree *tree, const POS *p, SearchWork *w)
{
    MctsPath path;
    uint64_t rng = rng_mix(w->context->rng + (uint64_t)w->thread + 1);
    size_t   key_count = w->key_count;
    path.node[0] = &tree->nodes[0];
    path.mover[0] = (uint8_t)(1 - G(side)(p));
    for (uint64_t left = 0; !search_must_stop(w); left--) {
        if (mcts_proven(path.node[0]) != PROVEN_NOTHING || mcts_is_stopped(w))
            break;
        if (left == 0 && (left = mcts_claim(tree, w->thread)) == 0)
            break;
        S(mcts_iterate)(tree, p, &path, &rng, w);
        w->key_count = key_count;
    }
}

/* In three steps: MCTS_BEGIN, then MCTS_RUN on every thread, then MCTS_END. */
static Score S(mcts)(void *pos, SearchWork *w, int depth)
{
    if (depth == MCTS_BEGIN)
        S(mcts_begin)(w->mcts, pos, w);
    else if (depth == MCTS_RUN)
        S(mcts_run)(w->mcts, pos, w);
    else
        return mcts_choose(w->mcts, w);
    return 0;
}
