/* The flagship: principal variation search with the selective methods of strong programs.
 *
 *   aspiration window         the root, around the score of the depth before
 *   transposition table       positions searched before, and their best move
 *   static null move          also called reverse futility: far above beta, near the horizon
 *   null move                 Donninger 1993: far enough above beta to pass the turn
 *   internal iterative        one ply less where the table has no move
 *     reduction (IIR)
 *   late move pruning (LMP)   quiet moves behind the first ones, near the horizon
 *   futility pruning          Heinz 1998: quiet moves far below alpha, near the horizon
 *   late move reductions      later quiet moves first get a shallower search
 *     (LMR)
 *   move ordering             table move, captures, killers, countermove, history (ordering.h)
 *   quiescence search         captures to the end, with delta pruning
 *   contempt                  a draw costs the player at the root something
 *   ABDADA                    threads put off the moves that others search (abdada.h)
 *
 * A forced result is never taken on trust: no move is pruned while all that were searched lose, and
 * the null move proves no win. A game says what it knows in the hooks behind has_flagship
 * (docs/dev/adding-a-game.md); without them there are no margins, so no pruning by them. */
#pragma once
#include "search/frame/node.inc.h"
#include "search/tree/pvs.inc.h"

#include <assert.h>

/* ---- what the game says ------------------------------------------------------------------------
 */

/* The value of a piece, the unit of all margins; 0: the game has no such unit, and no margins. */
static Score S(flagship_piece)(void)
{
#if G(has_flagship)
    return G(flagship_piece);
#else
    return 0;
#endif
}

/* A margin in 120ths of a piece. */
static Score S(flagship_part)(int32_t parts) { return parts * S(flagship_piece)() / 120; }

/* Positions with equal keys share their entry of the table. */
static uint64_t S(flagship_key)(const POS *p)
{
#if G(has_flagship)
    return G(flagship_key)(p);
#else
    return G(key)(p);
#endif
}

static Score S(flagship_score)(const POS *p, SearchWork *w)
{
    Score score = S(evaluate)(p, w);
#if G(has_flagship)
    Score contempt = w->context->contempt;
    score = G(flagship_score)(p, score, G(side)(p) == w->root_side ? contempt : -contempt);
#endif
    return score;
}

/* The null move, which passes the turn; MOVE_NONE where it may not be tried. */
static Move S(flagship_null)(const POS *p)
{
#if G(has_flagship)
    return G(flagship_null)(p);
#else
    (void)p;
    return MOVE_NONE;
#endif
}

static int S(flagship_noise)(const POS *p, Move move)
{
#if G(has_order)
    return G(order)(p, move);
#else
    (void)p;
    (void)move;
    return 0;
#endif
}

/* ---- ends --------------------------------------------------------------------------------------
 */

static bool S(is_forced)(Score score) { return score > SCORE_FORCED || score < -SCORE_FORCED; }

/* Contempt: to the player at the root a draw is worth a little less than zero. */
static Score S(flagship_draw)(const POS *p, const SearchWork *w)
{
    return G(side)(p) == w->root_side ? -w->context->contempt : w->context->contempt;
}

/* A position that comes back within the line counts as a draw at once: both players could have left
 * the cycle when it came first, and can still do so. */
static bool S(has_come_back)(const POS *p, int ply, const SearchWork *w)
{
#if G(can_repeat)
    if (w->keys == NULL)
        return false;
    int reversible = G(reversible)(p), limit = G(repeat_limit)(p), here = reversible;
    if (reversible < 4)
        return false;
    here = here < ply ? here : ply;
    return position_occurrences(w->keys, w->key_count, here) > 1 ||
           (limit > 0 && position_occurrences(w->keys, w->key_count, reversible) >= limit);
#else
    (void)p;
    (void)ply;
    (void)w;
    return false;
#endif
}

/* True when the game is over here; *score is what that is worth. */
static bool S(flagship_over)(const POS *p, int ply, const SearchWork *w, Score *score)
{
    Play play = G(play)(p);
    bool is_drawn = play == PLAY_DRAWN || (play == PLAY_ON && S(has_come_back)(p, ply, w));
    if (play == PLAY_ON && !is_drawn)
        return false;
    *score = is_drawn ? S(flagship_draw)(p, w) : S(final_score)(play, ply);
    return true;
}

/* ---- the horizon -------------------------------------------------------------------------------
 */

/* The best of the moves from `index` on comes to `index`. */
static void S(pick_next)(Move *moves, int *rank, int index, int count)
{
    assert(index >= 0 && index < count);
    int  best = pick_largest(rank, index, count);
    Move move = moves[best];
    int  value = rank[best];
    moves[best] = moves[index];
    rank[best] = rank[index];
    moves[index] = move;
    rank[index] = value;
}

#if G(has_noisy)
/* Quiescence search: captures to the end, the largest first, or stand pat. Delta pruning: a capture
 * is left out if its pieces and a margin together do not reach alpha. */
static Score S(flagship_quiesce)(POS *p, Score alpha, Score beta, int ply, SearchWork *w)
{
    assert(alpha < beta && ply >= 0 && ply < MAX_SEARCH_PLIES);
    Score over;
    if (S(flagship_over)(p, ply, w, &over))
        return over;
    Score best = S(flagship_score)(p, w), stand = best;
    if (ply > w->counts.selective_depth)
        w->counts.selective_depth = ply;
    if (best >= beta || ply >= MAX_SEARCH_PLIES - 1)
        return best;

    Move moves[G(max_moves)];
    int  rank[G(max_moves)], count = G(gen_noisy)(p, moves);
    for (int i = 0; i < count; i++)
        rank[i] = S(flagship_noise)(p, moves[i]);
    for (int i = 0; i < count && best < beta && !search_must_stop(w); i++) {
        UNDO undo;
        S(pick_next)(moves, rank, i, count);
        Score floor = best > alpha ? best : alpha;
        Score most =
            stand + rank[i] * S(flagship_piece)() + S(flagship_part)(w->constants[FLAGSHIP_hope]);
        if (most <= floor && S(flagship_piece)() > 0 && !S(is_forced)(floor))
            break;
        S(step)(p, moves[i], &undo, w);
        Score score = -S(flagship_quiesce)(p, -beta, -floor, ply + 1, w);
        S(step_back)(p, moves[i], &undo, w);
        if (score > best)
            best = score;
    }
    return best;
}
#endif

static Score S(flagship_horizon)(POS *p, Score alpha, Score beta, int ply, SearchWork *w)
{
    w->has_seen_horizon = true;
#if G(has_noisy)
    return S(flagship_quiesce)(p, alpha, beta, ply, w);
#else
    (void)alpha;
    (void)beta;
    (void)ply;
    return S(flagship_score)(p, w);
#endif
}

/* ---- order -------------------------------------------------------------------------------------
 */

enum { RANK_TABLE = 1 << 30, RANK_NOISY = 1 << 24, RANK_KILLER = 1 << 18 };
enum { RANK_DEFERRED = -(1 << 30), MAX_HISTORY = 16384 };

static Move S(move_before)(int ply, const SearchWork *w)
{
    assert(ply >= 0 && ply <= MAX_SEARCH_PLIES);
    return ply > 0 ? w->pv[MAX_SEARCH_PLIES][ply - 1] : MOVE_NONE;
}

/* Captures are ranked by what they take. Few moves are captures, so they are generated alone and
 * found among all moves. */
static void S(rank_noisy)(S(node) *node, const POS *p)
{
#if G(has_noisy)
    Move noisy[G(max_moves)];
    int  count = G(gen_noisy)(p, noisy);
    for (int k = 0; k < count; k++) {
        int noise = S(flagship_noise)(p, noisy[k]), i = 0;
        while (i < node->count && node->moves[i] != noisy[k])
            i++;
        assert(i < node->count);
        node->rank[i] += RANK_NOISY * (noise < 8 ? noise : 8);
    }
#else
    for (int i = 0; i < node->count; i++)
        node->rank[i] += 64 * S(flagship_noise)(p, node->moves[i]);
#endif
}

static void S(flagship_rank)(S(node) *node, const POS *p, const SearchWork *w)
{
    const Move    *killers = w->killers[node->ply];
    const int16_t *history = w->history[node->side];
    Move           before = S(move_before)(node->ply, w);
    Move           counter =
        before == MOVE_NONE ? MOVE_NONE : w->countermoves[node->side][before % HISTORY_SIZE];
    for (int i = 0; i < node->count; i++)
        node->rank[i] = history[node->moves[i] % HISTORY_SIZE];
    S(rank_noisy)(node, p);
    for (int i = 0; i < node->count; i++) {
        Move move = node->moves[i];
        if (move == node->table_move)
            node->rank[i] = RANK_TABLE;
        else if (move == killers[0] || move == killers[1] || move == counter)
            node->rank[i] += RANK_KILLER * (1 + (move != counter) + (move == killers[0]));
    }
}

static void S(flagship_list)(S(node) *node, const POS *p, SearchWork *w)
{
    if (node->ply == 0) { /* the frame keeps the order from depth to depth */
        S(list_moves)(node, p, w);
        for (int i = 0; i < node->count; i++)
            node->rank[i] = RANK_NOISY - i;
        return;
    }
    node->count = G(gen)(p, node->moves);
    S(flagship_rank)(node, p, w);
}

/* A quiet move caused a cutoff: history for it and against those searched before it, killers and
 * countermove. */
static void S(flagship_reward)(const S(node) *node, const Move *tried, int tried_count,
                               SearchWork *w)
{
    int  bonus = w->constants[FLAGSHIP_history_gain] * node->depth * node->depth;
    int  most = w->constants[FLAGSHIP_history_most];
    Move best = node->best_move, before = S(move_before)(node->ply, w);
    bonus = bonus < most ? bonus : most;
    history_add(&w->history[node->side][best % HISTORY_SIZE], bonus, MAX_HISTORY);
    for (int i = 0; i < tried_count; i++)
        if (tried[i] != best)
            history_add(&w->history[node->side][tried[i] % HISTORY_SIZE], -bonus, MAX_HISTORY);
    killers_add(w->killers[node->ply], best);
    if (before != MOVE_NONE)
        w->countermoves[node->side][before % HISTORY_SIZE] = best;
}

/* ---- a node ------------------------------------------------------------------------------------
 */

static Score S(flagship_at)(POS *p, Score alpha, Score beta, int depth, int ply, bool may_pass,
                            SearchWork *w);

/* The child with this window, from the node's side. */
static Score S(flagship_child)(POS *p, Score alpha, Score beta, int depth, const S(node) *node,
                               SearchWork *w)
{
    if (S(keeps_turn_after)(p, node->side))
        return S(flagship_at)(p, alpha, beta, depth, node->ply + 1, true, w);
    return -S(flagship_at)(p, -beta, -alpha, depth, node->ply + 1, true, w);
}

/* Is the position so far above beta that the node is pruned? True with the score in node->best. */
static bool S(prunes_node)(S(node) *node, POS *p, Score standing, bool may_pass, SearchWork *w)
{
    const int32_t *constants = w->constants;
    Score          beta = node->beta;
    if (S(flagship_piece)() == 0 || S(is_forced)(beta) || standing < beta)
        return false;
    /* 1. Static null move: the evaluation alone is above beta by a margin. */
    Score margin = S(flagship_part)(node->depth * constants[FLAGSHIP_good_margin]);
    if (node->depth <= constants[FLAGSHIP_good_depth] && standing - margin >= beta) {
        node->best = standing;
        return true;
    }
    /* 2. Null move: even after passing the turn the score is beta or more. */
    bool tries_null = may_pass && node->depth >= constants[FLAGSHIP_pass_depth];
    Move null = tries_null ? S(flagship_null)(p) : MOVE_NONE;
    if (null == MOVE_NONE)
        return false;
    int depth = node->depth - constants[FLAGSHIP_pass_less] -
                node->depth * constants[FLAGSHIP_pass_share] / 100;
    w->pv[MAX_SEARCH_PLIES][node->ply] = null;
    S(step)(p, null, &node->undo, w);
    Score score = -S(flagship_at)(p, -beta, 1 - beta, depth, node->ply + 1, false, w);
    S(step_back)(p, null, &node->undo, w);
    if (w->is_stopped || score < beta)
        return false;
    node->best = S(is_forced)(score) ? beta : score;
    return true;
}

/* Late move reduction in plies: it grows with the logarithms of depth and move number. */
static int S(late_move_reduction)(const int32_t *constants, int depth, int number, bool is_pv)
{
    static const uint8_t logs[64] = {
        0,  0,  11, 17, 22, 25, 28, 31, 33, 35, 36, 38, 39, 41, 42, 43, 44, 45, 46, 47, 47, 48,
        49, 50, 50, 51, 52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60,
        60, 60, 61, 61, 61, 62, 62, 62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66};
    int a = logs[depth < 63 ? depth : 63], b = logs[number < 63 ? number : 63];
    int base = constants[FLAGSHIP_reduce_base] + a * b; /* logs are in sixteenths */
    int reduction = base * constants[FLAGSHIP_reduce] / (512 * 100);
    return reduction - is_pv;
}

/* Near the horizon: is a quiet move pruned, because it comes late or is far below alpha? */
static bool S(prunes_move)(const S(node) *node, Score standing, int quiets, bool is_pv,
                           const int32_t *constants)
{
    int depth = node->depth;
    if (S(flagship_piece)() == 0 || is_pv || node->ply == 0 || node->best < -SCORE_FORCED)
        return false;
    if (depth <= constants[FLAGSHIP_late_depth] &&
        quiets >=
            constants[FLAGSHIP_late_first] + depth * depth * constants[FLAGSHIP_late_more] / 10)
        return true;
    return depth <= constants[FLAGSHIP_futile_depth] &&
           standing + S(flagship_part)(constants[FLAGSHIP_futile_margin]) +
                   S(flagship_part)(depth * constants[FLAGSHIP_futile_slope]) <=
               node->alpha;
}

/* Searches the move that was just made: the first with the whole window, the others with a null
 * window, reduced when they come late, and again in full where they turn out better. */
static Score S(flagship_move)(POS *p, S(node) *node, Score floor, int number, int quiets,
                              SearchWork *w)
{
    bool  is_pv = node->beta - node->alpha > 1;
    int   depth = node->depth - 1;
    Score score = floor + 1;
    if (number == 1)
        return S(flagship_child)(p, floor, node->beta, depth, node, w);
    if (node->depth >= w->constants[FLAGSHIP_reduce_depth] &&
        quiets >= w->constants[FLAGSHIP_reduce_after]) {
        int less = S(late_move_reduction)(w->constants, node->depth, number, is_pv);
        less = less < depth ? less : depth - 1;
        if (less > 0)
            score = S(flagship_child)(p, floor, floor + 1, depth - less, node, w);
    }
    if (score > floor && !w->is_stopped)
        score = S(flagship_child)(p, floor, floor + 1, depth, node, w);
    if (score > floor && score < node->beta && is_pv && !w->is_stopped) {
        w->counts.researches++;
        score = S(flagship_child)(p, floor, node->beta, depth, node, w);
    }
    return score;
}

/* A score at or below alpha is only an upper bound and does not say which move is best: at the root
 * the first move stays until a move raises alpha. */
static void S(flagship_take)(S(node) *node, Move move, Score score, SearchWork *w)
{
    int ply = node->ply;
    if (score <= node->best)
        return;
    node->best = score;
    node->best_move = move;
    if (score <= node->alpha && (ply > 0 || w->root_best != MOVE_NONE))
        return;
    search_keep_line(w, move, ply);
    if (ply == 0) {
        w->root_best = move;
        w->root_score = score;
    }
}

/* Moves are ranked, so all that are left are pruned too, except those deferred for other threads.
 */
static void S(drop_quiets)(S(node) *node, SearchWork *w)
{
    int kept = node->index;
    for (int i = node->index; i < node->count; i++)
        if (node->rank[i] == RANK_DEFERRED) {
            node->moves[kept] = node->moves[i];
            node->rank[kept++] = RANK_DEFERRED;
        }
    node->count = kept;
    w->has_seen_horizon = true;
}

static void S(flagship_moves)(S(node) *node, POS *p, Score standing, SearchWork *w)
{
    Move tried[G(max_moves)];
    int  quiets = 0, number = 0;
    bool is_pv = node->beta - node->alpha > 1, shares = w->busy != NULL && node->depth >= 3;
    S(flagship_list)(node, p, w);
    while (node->index < node->count && node->best < node->beta && !search_must_stop(w)) {
        S(pick_next)(node->moves, node->rank, node->index, node->count);
        Move move = node->moves[node->index];
        int  rank = node->rank[node->index];
        bool is_quiet = node->ply == 0 ? S(flagship_noise)(p, move) == 0 : rank < RANK_NOISY / 2;
        if (is_quiet && rank > RANK_DEFERRED &&
            S(prunes_move)(node, standing, quiets, is_pv, w->constants)) {
            S(drop_quiets)(node, w);
            continue;
        }
        w->pv[MAX_SEARCH_PLIES][node->ply] = move;
        S(step)(p, move, &node->undo, w);
        uint64_t key = S(flagship_key)(p);
        if (w->table != NULL)
            tt_prefetch(w->table, key);
        if (shares && number > 0 && rank > RANK_DEFERRED && abdada_is_busy(w->busy, key)) {
            S(step_back)(p, move, &node->undo, w); /* another thread searches it: later */
            w->counts.nodes--;
            node->rank[node->index] = RANK_DEFERRED;
            continue;
        }
        node->index++;
        number++;
        if (shares)
            abdada_enter(w->busy, key);
        w->pv_length[node->ply + 1] = 0;
        Score score = S(flagship_move)(p, node, S(floor)(node), number, quiets, w);
        if (shares)
            abdada_leave(w->busy, key);
        S(step_back)(p, move, &node->undo, w);
        if (w->is_stopped)
            return;
        S(flagship_take)(node, move, score, w);
        if (is_quiet)
            tried[quiets++] = move;
    }
    if (node->best >= node->beta && !w->is_stopped) {
        w->counts.cutoffs++;
        w->counts.first_cutoffs += number == 1;
        if (S(flagship_noise)(p, node->best_move) == 0)
            S(flagship_reward)(node, tried, quiets, w);
    }
}

static bool S(flagship_open)(S(node) *node, POS *p, SearchWork *w)
{
    int ply = node->ply;
    w->pv_length[ply] = ply;
    if (ply > w->counts.selective_depth)
        w->counts.selective_depth = ply;
    if (w->tree != NULL) {
        node->parent_tree = w->tree_node;
        node->tree = w->tree_node =
            treelog_add(w->tree, w->tree_node, S(move_before)(ply, w), ply, node->side);
    }
    if (ply > 0 && S(flagship_over)(p, ply, w, &node->best))
        return S(settle)(node, w, TREE_OVER);
    if (node->depth <= 0 || ply >= MAX_SEARCH_PLIES - 1) {
        node->best = S(flagship_horizon)(p, node->alpha, node->beta, ply, w);
        return S(settle)(node, w, TREE_HORIZON);
    }
    node->key = S(flagship_key)(p);
    bool is_pv = node->beta - node->alpha > 1;
    if (w->table != NULL && S(ask_table)(node, w)) {
        if (!is_pv)
            return S(settle)(node, w, TREE_TABLE);
        node->best = -SCORE_INF; /* a principal line is wanted here, not a score alone */
    }
    return false;
}

static Score S(flagship_at)(POS *p, Score alpha, Score beta, int depth, int ply, bool may_pass,
                            SearchWork *w)
{
    S(node) node; /* large: only what is needed is set */
    node.alpha = alpha;
    node.beta = beta;
    node.depth = depth;
    node.ply = ply;
    node.index = 0;
    node.best = -SCORE_INF;
    node.best_move = node.table_move = MOVE_NONE;
    node.side = G(side)(p);
    node.tree = node.parent_tree = -1;
    if (S(flagship_open)(&node, p, w))
        return node.best;
    bool  is_pv = beta - alpha > 1;
    Score standing = S(flagship_score)(p, w);
    if (!is_pv && S(prunes_node)(&node, p, standing, may_pass, w)) {
        w->has_seen_horizon = true;
        S(settle)(&node, w, TREE_CUT);
        return node.best;
    }
    if (node.table_move == MOVE_NONE && depth >= w->constants[FLAGSHIP_unknown_depth] && ply > 0)
        node.depth--; /* internal iterative reduction */
    S(flagship_moves)(&node, p, standing, w);

    bool  is_cut = node.best >= beta;
    Bound bound = is_cut ? BOUND_LOWER : node.best > alpha ? BOUND_EXACT : BOUND_UPPER;
    S(log_end)(&node, w, w->is_stopped ? TREE_STOPPED : is_cut ? TREE_CUT : TREE_OPEN, bound);
    if (w->tree != NULL)
        w->tree_node = node.parent_tree;
    if (w->table != NULL && !w->is_stopped) {
        TtEntry entry = {.move = bound == BOUND_UPPER ? node.table_move : node.best_move,
                         .score = search_score_to_table(node.best, ply),
                         .depth = node.depth,
                         .bound = bound};
        tt_store(w->table, node.key, &entry);
    }
    return node.best;
}

/* Aspiration window: narrow around the last score, and wider on the side where the score turns out
 * to be outside. */
static Score S(flagship)(void *pos, SearchWork *w, int depth)
{
    Score width = S(flagship_part)(w->constants[FLAGSHIP_window]);
    Score low = -SCORE_INF, high = SCORE_INF;
    if (width > 0 && depth >= 4 && !S(is_forced)(w->guess)) {
        low = w->guess - width;
        high = w->guess + width;
    }
    for (;;) {
        Score score = S(flagship_at)(pos, low, high, depth, 0, false, w);
        if (w->is_stopped || (score > low && score < high))
            return score;
        w->counts.researches++;
        width *= 4;
        if (score <= low)
            low = S(is_forced)(score) || width > 4 * S(flagship_piece)() ? -SCORE_INF : low - width;
        else
            high =
                S(is_forced)(score) || width > 4 * S(flagship_piece)() ? SCORE_INF : high + width;
    }
}
