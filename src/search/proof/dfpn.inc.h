/* Depth-first proof-number search, df-pn (Nagai 2002), after Allis's proof-number search (1994),
 * for win, draw and loss. Thresholds have the 1 + epsilon trick (Pawlewicz and Lew 2007).
 *
 * One player, the attacker, wants a certain result: first a win; when that is disproved, at least a
 * draw. At every node phi is the proof number of what the player to move wants, delta of what the
 * other wants. A position that comes back on the way down counts as a draw: in games with
 * repetition a result is proven for this history. */
#pragma once
#include "search/frame/node.inc.h"

#include <assert.h>

typedef struct {
    PnTable     table;
    SearchWork *w;
    int         attacker;
    bool        draw_is_enough;
} S(dfpn_search);

/* What is known of the children without a search of them. */
typedef struct {
    Move     moves[G(max_moves)];
    uint64_t keys[G(max_moves)];
    PnEntry  ends[G(max_moves)];  /* of a finished game; otherwise both numbers are 0 */
    bool     again[G(max_moves)]; /* the same player is to move there */
    int      count;
} S(dfpn_children);

/* A finished game, seen by the player to move. */
static PnEntry S(dfpn_end)(const S(dfpn_search) *s, const POS *p, Play play)
{
    assert(play != PLAY_ON);
    bool is_attacker = G(side)(p) == s->attacker;
    bool attacker_wins = is_attacker ? play == PLAY_WON : play == PLAY_LOST;
    bool has_goal = attacker_wins || (play == PLAY_DRAWN && s->draw_is_enough);
    bool mover_succeeds = is_attacker ? has_goal : !has_goal;
    return (PnEntry){.phi = mover_succeeds ? 0 : PN_INFINITE,
                     .delta = mover_succeeds ? PN_INFINITE : 0};
}

static Play S(dfpn_play)(const S(dfpn_search) *s, const POS *p)
{
    Play play = S(play_at)(p, s->w);
#if G(can_repeat)
    if (play == PLAY_ON && s->w->keys != NULL &&
        position_occurrences(s->w->keys, s->w->key_count, G(reversible)(p)) > 1)
        play = PLAY_DRAWN;
#endif
    return play;
}

static void S(dfpn_list)(const S(dfpn_search) *s, POS *p, S(dfpn_children) *children)
{
    int side = G(side)(p);
    children->count = G(gen)(p, children->moves);
    for (int i = 0; i < children->count; i++) {
        UNDO undo;
        S(step)(p, children->moves[i], &undo, s->w);
        s->w->counts.nodes--; /* listed, not visited */
        Play play = S(dfpn_play)(s, p);
        children->keys[i] = G(key)(p);
        children->again[i] = S(keeps_turn_after)(p, side);
        children->ends[i] = play != PLAY_ON ? S(dfpn_end)(s, p, play) : (PnEntry){0};
        S(step_back)(p, children->moves[i], &undo, s->w);
    }
}

/* A child's numbers, turned so that phi is of the player who is not to move at the parent. */
static PnEntry S(dfpn_child)(const S(dfpn_search) *s, const S(dfpn_children) *children, int i)
{
    PnEntry child = children->ends[i];
    if (child.phi == 0 && child.delta == 0)
        child = pntable_get(&s->table, children->keys[i]);
    return children->again[i] ? (PnEntry){.phi = child.delta, .delta = child.phi} : child;
}

static uint32_t S(dfpn_capped)(uint64_t number)
{
    return (uint32_t)(number < PN_INFINITE ? number : PN_INFINITE);
}

typedef struct {
    uint32_t phi, delta;       /* of the node */
    int      best;             /* child of least delta */
    uint32_t best_phi, second; /* its phi, and the second least delta */
} S(dfpn_summary);

static S(dfpn_summary) S(dfpn_sum)(const S(dfpn_search) *s, const S(dfpn_children) *children)
{
    assert(children->count > 0);
    S(dfpn_summary) sum = {.phi = PN_INFINITE, .second = PN_INFINITE, .best = -1};
    uint64_t        delta = 0;
    for (int i = 0; i < children->count; i++) {
        PnEntry child = S(dfpn_child)(s, children, i);
        delta += child.phi;
        if (sum.best < 0 || child.delta < sum.phi) {
            sum.second = sum.best < 0 ? PN_INFINITE : sum.phi;
            sum.phi = child.delta;
            sum.best = i;
            sum.best_phi = child.phi;
        } else if (child.delta < sum.second) {
            sum.second = child.delta;
        }
    }
    sum.delta = S(dfpn_capped)(delta);
    return sum;
}

/* Works below p until phi or delta reaches its threshold. */
static void S(dfpn_visit)(S(dfpn_search) *s, POS *p, uint32_t phi_limit, uint32_t delta_limit,
                          int ply)
{
    assert(phi_limit <= PN_INFINITE && delta_limit <= PN_INFINITE && ply >= 0);
    S(dfpn_children) children;
    if (ply >= MAX_SEARCH_PLIES - 2) { /* so deep a line proves nothing for the attacker */
        PnEntry draw = S(dfpn_end)(s, p, PLAY_DRAWN);
        pntable_put(&s->table, G(key)(p), draw.phi, draw.delta);
        return;
    }
    S(dfpn_list)(s, p, &children);
    if (ply > s->w->counts.selective_depth)
        s->w->counts.selective_depth = ply;
    for (;;) {
        S(dfpn_summary) sum = S(dfpn_sum)(s, &children);
        pntable_put(&s->table, G(key)(p), sum.phi, sum.delta);
        if (sum.phi >= phi_limit || sum.delta >= delta_limit || search_must_stop(s->w))
            return;
        /* 1 + epsilon: the search stays at the best child until its number is a quarter larger than
         * the second's. */
        uint32_t stay = S(dfpn_capped)((uint64_t)sum.second + sum.second / 4 + 1);
        uint32_t child_delta = stay < phi_limit ? stay : phi_limit;
        uint32_t child_phi = S(dfpn_capped)((uint64_t)delta_limit - sum.delta + sum.best_phi);
        bool     again = children.again[sum.best];
        UNDO     undo;
        S(step)(p, children.moves[sum.best], &undo, s->w);
        S(dfpn_visit)
        (s, p, again ? child_delta : child_phi, again ? child_phi : child_delta, ply + 1);
        S(step_back)(p, children.moves[sum.best], &undo, s->w);
    }
}

/* Follows proven children: a line that shows the result, not the shortest. */
static void S(dfpn_line)(S(dfpn_search) *s, POS *p, int ply)
{
    SearchWork      *w = s->w;
    S(dfpn_children) children;
    if (S(play_at)(p, w) != PLAY_ON || ply >= MAX_SEARCH_PLIES - 2)
        return;
    S(dfpn_list)(s, p, &children);
    S(dfpn_summary) sum = S(dfpn_sum)(s, &children);
    bool            is_known = sum.phi == 0 || sum.delta == 0;
    if (!is_known && ply > 0)
        return;
    UNDO undo;
    Move move = children.moves[sum.best];
    w->pv[0][ply] = move;
    w->pv_length[0] = ply + 1;
    S(step)(p, move, &undo, w);
    S(dfpn_line)(s, p, ply + 1);
    S(step_back)(p, move, &undo, w);
}

/* 1 proven, -1 disproved, 0 open: does the player to move reach the goal? */
static int S(dfpn_prove)(S(dfpn_search) *s, POS *p, bool draw_is_enough)
{
    s->draw_is_enough = draw_is_enough;
    if (draw_is_enough) /* another goal: the numbers of the first do not hold */
        pntable_clear(&s->table);
    S(dfpn_visit)(s, p, PN_INFINITE, PN_INFINITE, 0);
    PnEntry root = pntable_get(&s->table, G(key)(p));
    S(dfpn_line)(s, p, 0);
    return root.phi == 0 ? 1 : root.delta == 0 ? -1 : 0;
}

static Score S(dfpn)(void *pos, SearchWork *w, int depth)
{
    S(dfpn_search) s = {.w = w, .attacker = w->root_side};
    Score          score = 0;
    (void)depth;
    w->pv_length[0] = 0;
    if (!pntable_init(&s.table, pntable_megabytes(w->context->limits.nodes))) {
        w->root_best = w->root[0];
        return 0;
    }
    w->counts.memory = s.table.buckets * PN_WAYS * sizeof(PnEntry);
    int wins = S(dfpn_prove)(&s, pos, false);
    if (wins > 0) {
        score = SCORE_MATE - w->pv_length[0];
    } else if (wins < 0) {
        int holds = S(dfpn_prove)(&s, pos, true);
        if (holds < 0)
            score = w->pv_length[0] - SCORE_MATE;
        w->is_stopped |= holds == 0;
    }
    w->is_stopped |= wins == 0;
    w->root_best = w->pv_length[0] > 0 ? w->pv[0][0] : w->root[0];
    w->root_score = score;
    pntable_free(&s.table);
    return score;
}
