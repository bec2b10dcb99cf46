/* SSS* (Stockman 1979): best-first search with an OPEN list. A state is a node, LIVE or SOLVED, and
 * its merit: an upper bound of what max can reach through it. The state of highest merit, leftmost
 * among equals, is removed and replaced:
 *
 *   LIVE, horizon or end of the game   SOLVED with the smaller of merit and value
 *   LIVE, max node                     all children LIVE
 *   LIVE, min node                     the first child LIVE
 *   SOLVED, parent is a max node       the parent SOLVED; all else below it is dropped
 *   SOLVED, parent is a min node       the next sibling LIVE, or the parent SOLVED after the last
 *
 * It evaluates no leaf that alpha-beta with the same move order would not evaluate. The price is
 * memory. */
#pragma once
#include "search/frame/node.inc.h"

#include <assert.h>

enum { S(sss_depth) = 16 };

typedef struct {
    int      parent;
    Move     move;
    uint16_t ply, sibling; /* the next move of the parent's list, for a child of a min node */
    int      first_move;   /* where this node's moves begin in the pool; -1: not listed */
    int      move_count;
    int      tree;                          /* in the tree log */
    bool     is_max, is_solved, is_dropped; /* dropped: nothing below counts any more */
    Score    merit;
    uint16_t
        path[S(sss_depth)]; /* numbers of the moves from the root: the order from left to right */
} S(sss_state);

typedef struct {
    S(sss_state) *states;
    int          *heap;
    Move         *moves;
    int           count, capacity, heap_size, heap_capacity, move_count, move_capacity;
    bool          has_failed; /* memory ran short */
} S(sss_open);

static bool S(sss_room)(void **array, int *capacity, int needed, size_t size)
{
    assert(needed >= 0 && size > 0);
    enum { MAX_BYTES = 1 << 30 };
    if (needed <= *capacity)
        return true;
    int   larger = needed * 2 + 1024;
    void *grown =
        (size_t)larger * size <= MAX_BYTES ? realloc(*array, (size_t)larger * size) : NULL;
    if (grown == NULL)
        return false;
    *array = grown;
    *capacity = larger;
    return true;
}

/* Higher merit first, then from left to right. */
static bool S(sss_before)(const S(sss_open) *open, int a, int b)
{
    const S(sss_state) *x = &open->states[a], *y = &open->states[b];
    if (x->merit != y->merit)
        return x->merit > y->merit;
    for (int i = 0; i < S(sss_depth); i++)
        if (x->path[i] != y->path[i])
            return x->path[i] < y->path[i];
    return false;
}

static void S(sss_push)(S(sss_open) *open, int state)
{
    assert(state >= 0);
    if (!S(sss_room)((void **)&open->heap, &open->heap_capacity, open->heap_size + 1,
                     sizeof open->heap[0])) {
        open->has_failed = true;
        return;
    }
    int at = open->heap_size++;
    for (; at > 0 && S(sss_before)(open, state, open->heap[(at - 1) / 2]); at = (at - 1) / 2)
        open->heap[at] = open->heap[(at - 1) / 2];
    open->heap[at] = state;
}

static int S(sss_pop)(S(sss_open) *open)
{
    assert(open->heap_size > 0);
    int top = open->heap[0], last = open->heap[--open->heap_size], at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= open->heap_size)
            break;
        if (child + 1 < open->heap_size &&
            S(sss_before)(open, open->heap[child + 1], open->heap[child]))
            child++;
        if (!S(sss_before)(open, open->heap[child], last))
            break;
        open->heap[at] = open->heap[child];
        at = child;
    }
    open->heap[at] = last;
    return top;
}

static void S(sss_add)(S(sss_open) *open, int parent, int number, Score merit)
{
    assert(parent < open->count && number >= 0);
    if (!S(sss_room)((void **)&open->states, &open->capacity, open->count + 1,
                     sizeof open->states[0])) {
        open->has_failed = true;
        return;
    }
    S(sss_state) *state = &open->states[open->count];
    *state = (S(sss_state)){.parent = parent, .move = MOVE_NONE, .first_move = -1, .merit = merit};
    if (parent >= 0) {
        const S(sss_state) *above = &open->states[parent];
        memcpy(state->path, above->path, sizeof state->path);
        state->path[above->ply] = (uint16_t)(number + 1);
        state->ply = (uint16_t)(above->ply + 1);
        state->sibling = (uint16_t)(number + 1);
        state->move = open->moves[above->first_move + number];
    }
    S(sss_push)(open, open->count++);
}

static bool S(sss_is_below_dropped)(const S(sss_open) *open, int state)
{
    for (int above = open->states[state].parent; above >= 0; above = open->states[above].parent)
        if (open->states[above].is_dropped)
            return true;
    return false;
}

/* Plays the moves from the root to the state; the position is at the root otherwise. */
static void S(sss_go)(const S(sss_open) *open, int state, POS *p, UNDO undos[], SearchWork *w)
{
    int line[S(sss_depth)], length = 0;
    for (int at = state; open->states[at].parent >= 0; at = open->states[at].parent)
        line[length++] = at;
    uint64_t nodes = w->counts.nodes;
    for (int i = 0; i < length; i++)
        S(step)(p, open->states[line[length - 1 - i]].move, &undos[i], w);
    w->counts.nodes = nodes; /* the way there is not counted again */
}

static void S(sss_return)(const S(sss_open) *open, int state, POS *p, const UNDO undos[],
                          SearchWork *w)
{
    for (int at = state, i = open->states[at].ply - 1; i >= 0; i--, at = open->states[at].parent)
        S(step_back)(p, open->states[at].move, &undos[i], w);
}

/* A LIVE state: its children, or its value. */
static void S(sss_expand)(S(sss_open) *open, int state, POS *p, int depth, SearchWork *w)
{
    UNDO    undos[S(sss_depth)];
    S(node) node;
    int     ply = open->states[state].ply;
    S(sss_go)(open, state, p, undos, w);
    w->counts.nodes += ply > 0;
    if (w->tree != NULL && ply > 0) {
        w->tree_node = open->states[open->states[state].parent].tree;
        w->pv[MAX_SEARCH_PLIES][ply - 1] = open->states[state].move;
    }
    bool is_settled = S(open)(&node, p, -SCORE_INF, SCORE_INF, depth - ply, ply, w);
    S(sss_return)(open, state, p, undos, w);
    open->states[state].is_max = node.side == w->root_side;
    open->states[state].tree = node.tree;
    if (is_settled) {
        Score value = node.side == w->root_side ? node.best : -node.best;
        open->states[state].is_solved = true;
        if (value < open->states[state].merit)
            open->states[state].merit = value;
        S(sss_push)(open, state);
        return;
    }
    if (!S(sss_room)((void **)&open->moves, &open->move_capacity, open->move_count + node.count,
                     sizeof open->moves[0])) {
        open->has_failed = true;
        return;
    }
    memcpy(open->moves + open->move_count, node.moves, (size_t)node.count * sizeof node.moves[0]);
    open->states[state].first_move = open->move_count;
    open->states[state].move_count = node.count;
    open->move_count += node.count;
    int children = open->states[state].is_max ? node.count : 1;
    for (int i = 0; i < children && !open->has_failed; i++)
        S(sss_add)(open, state, i, open->states[state].merit);
}

/* A SOLVED state passes its merit on. */
static void S(sss_pass_on)(S(sss_open) *open, int state, SearchWork *w)
{
    assert(state > 0 && open->states[state].is_solved);
    S(sss_state) *child = &open->states[state], *above = &open->states[child->parent];
    if (!above->is_max && child->sibling < above->move_count) {
        S(sss_add)(open, child->parent, child->sibling, child->merit);
        return;
    }
    above->is_solved = above->is_dropped = true;
    above->merit = child->merit;
    if (w->tree != NULL && above->tree >= 0) {
        w->tree->nodes[above->tree].score = above->is_max ? above->merit : -above->merit;
        w->tree->nodes[above->tree].bound = BOUND_EXACT;
    }
    if (child->parent == 0) {
        w->root_best = child->move;
        w->pv[0][0] = child->move;
        w->pv_length[0] = 1;
    }
    S(sss_push)(open, child->parent);
}

static Score S(sss)(void *pos, SearchWork *w, int depth)
{
    S(sss_open) open = {0};
    Score       value = 0;
    bool        is_done = false;
    if (depth > S(sss_depth))
        w->is_stopped = true; /* deeper than paths are kept */
    S(sss_add)(&open, -1, 0, SCORE_INF);
    while (!is_done && !open.has_failed && !search_must_stop(w)) {
        int state = S(sss_pop)(&open);
        if (S(sss_is_below_dropped)(&open, state))
            continue;
        if (!open.states[state].is_solved)
            S(sss_expand)(&open, state, pos, depth, w);
        else if (state == 0)
            is_done = true;
        else
            S(sss_pass_on)(&open, state, w);
        value = open.states[0].merit;
    }
    w->is_stopped |= !is_done;
    w->root_score = value;
    uint64_t memory = (uint64_t)open.capacity * sizeof open.states[0] +
                      (uint64_t)open.heap_capacity * sizeof open.heap[0] +
                      (uint64_t)open.move_capacity * sizeof open.moves[0];
    if (memory > w->counts.memory)
        w->counts.memory = memory;
    free(open.states);
    free(open.heap);
    free(open.moves);
    return value;
}
