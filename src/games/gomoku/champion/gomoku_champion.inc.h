/* Gomoku's champion: principal variation search with an evaluation of shapes or a net, and victory
 * by continuous fours (VCF) searched at every node. Beside it: aspiration windows, the
 * transposition table, static null move, razoring, futility pruning, late move pruning and
 * reductions, internal iterative reduction, singular extension, killers, countermoves and history.
 * What the terms mean: docs/dev/glossary.md. Threat-space search (VCT) runs beside it at the root.
 */
#pragma once
#include "games/gomoku/champion/gomoku_constants.h"
#include "games/gomoku/champion/gomoku_vct.h"
#include "games/gomoku/net/gomoku_net.h"
#include "search/frame/work.h"

#include <assert.h>
#include <string.h>

typedef struct {
    GomokuThreats  t;
    SearchWork    *w;
    GomokuVcf      vcf;
    Score          eval[MAX_SEARCH_PLIES + 2];
    Move           path[MAX_SEARCH_PLIES + 2]; /* from the root to here */
    int            path_length;
    GomokuNetState net;                            /* of none, where there is none */
    Move           excluded[MAX_SEARCH_PLIES + 2]; /* of the search for a singular move */
    int            most_plies;                     /* no extensions from this ply on */
    int            singular_depth, unknown_depth;  /* as tuned, under freestyle */
} GomokuChampion;

/* The keys that moves are picked by are compared eight at a time. */
typedef int32_t GomokuKeys __attribute__((vector_size(32), aligned(4)));
enum { KEY_LANES = sizeof(GomokuKeys) / sizeof(int32_t) };

/* One node of the search. The key of a move is its rank (`promise`), then its place in the list, so
 * that the first of equals comes first; moves that were picked have KEY_TAKEN. */
typedef struct {
    int32_t       key[gomoku_max_moves + KEY_LANES];
    Move          moves[gomoku_max_moves]; /* in the order of points */
    Move          taken[gomoku_max_moves]; /* in the order in which they came */
    int           count, index, promise;   /* moves in all, picked; of the last one picked */
    GomokuChanges changes;
} GomokuNode;

enum { KEY_SHIFT = 9, KEY_PLACES = 1 << KEY_SHIFT, KEY_TAKEN = INT32_MIN };
enum { MAX_PROMISE = (1 << 21) - 1 };
_Static_assert((int)gomoku_max_moves < KEY_PLACES, "a key has room for the place in the list");

enum { LEAF_VCF_FOURS = 12, ROOT_VCF_NODES = 20000, PROMISE_UNIT = 16, HISTORY_LIMIT = 8192 };

/* One of gomoku_champion.def. */
static int tuned(const GomokuChampion *c, GomokuConstant constant)
{
    return c->w->constants[constant];
}

static Score champion_eval(GomokuChampion *c)
{
    const GomokuThreats *t = &c->t;
    unsigned             threats = gomoku_threat_mask(t);
    Score                shapes = gomoku_shapes_score(t, threats);
    if (c->net.net == NULL)
        return shapes;
    gomoku_net_follow(&c->net, t->wall, c->path, c->path_length);
    return gomoku_net_score(&c->net, threats, shapes);
}

static void champion_make(GomokuChampion *c, Move move, GomokuChanges *changes)
{
    assert(c->path_length >= 0 && c->path_length < MAX_SEARCH_PLIES + 2);
    if (c->w->table != NULL)
        tt_prefetch(c->w->table, gomoku_key_after(&c->t.pos, move));
    gomoku_threats_make(&c->t, move, changes);
    c->w->counts.nodes++;
    c->path[c->path_length++] = move;
}

static void champion_unmake(GomokuChampion *c, Move move, const GomokuChanges *changes)
{
    assert(c->path_length > 0 && c->path[c->path_length - 1] == move);
    gomoku_threats_unmake(&c->t, move, changes);
    c->path_length--;
}

static Score champion_end_with(SearchWork *w, Move move, int ply, Score score)
{
    assert(ply >= 0 && ply < MAX_SEARCH_PLIES);
    w->pv[ply][ply] = move;
    w->pv_length[ply] = ply + 1;
    return score;
}

/* ---- ends that need no search ---- */

static bool champion_is_settled(GomokuChampion *c, int ply, Score *score)
{
    const GomokuThreats *t = &c->t;
    int                  mine = t->pos.turn, theirs = 1 - mine;
    if (t->pos.stones == t->pos.size * t->pos.size) {
        *score = 0;
        return true;
    }
    if (t->count[mine][RANK_FIVE] > 0) {
        Move five = (Move)gomoku_set_first(&t->set[mine][RANK_FIVE]);
        *score = champion_end_with(c->w, five, ply, SCORE_MATE - ply - 1);
        return true;
    }
    if (t->count[theirs][RANK_FIVE] > 0) {
        int five = gomoku_set_first(&t->set[theirs][RANK_FIVE]);
        *score = ply + 2 - SCORE_MATE;
        return t->count[theirs][RANK_FIVE] > 1 || !gomoku_may_play(t, five);
    }
    if (t->count[mine][RANK_OPEN_FOUR] == 0)
        return false;
    Move move = gomoku_find_rank(t, RANK_OPEN_FOUR);
    if (move == MOVE_NONE)
        return false;
    *score = champion_end_with(c->w, move, ply, SCORE_MATE - ply - 3);
    return true;
}

/* Victory by continuous fours: counts its nodes, and ends with the limit on nodes. */
static bool champion_wins_by_fours(GomokuChampion *c, int fours, uint64_t most, int ply,
                                   Score *score)
{
    assert(fours <= VCF_MAX_FOURS && ply >= 0 && ply < MAX_SEARCH_PLIES);
    SearchWork *w = c->w;
    uint64_t    limit = w->context->limits.nodes;
    if (!gomoku_has_fours(&c->t, c->t.pos.turn))
        return false;
    if (limit != 0)
        most = w->counts.nodes >= limit         ? 0
               : limit - w->counts.nodes < most ? limit - w->counts.nodes
                                                : most;
    c->vcf.nodes = 0;
    c->vcf.most_nodes = most;
    int plies = gomoku_vcf_at(&c->vcf, fours, 0);
    w->counts.nodes += c->vcf.nodes;
    if (plies == 0)
        return false;
    int length = c->vcf.length < MAX_SEARCH_PLIES - ply ? c->vcf.length : MAX_SEARCH_PLIES - ply;
    memcpy(&w->pv[ply][ply], c->vcf.line, (size_t)length * sizeof c->vcf.line[0]);
    w->pv_length[ply] = ply + length;
    *score = SCORE_MATE - ply - plies;
    return true;
}

/* ---- moves ---- */

static void champion_add(GomokuNode *node, Move move, int promise)
{
    assert(node->count < gomoku_max_moves);
    assert(promise >= -MAX_PROMISE && promise <= MAX_PROMISE);
    node->moves[node->count] = move;
    node->key[node->count] = promise * KEY_PLACES + KEY_PLACES - 1 - node->count;
    node->count++;
}

static void champion_list(GomokuChampion *c, GomokuNode *node, Move table_move, Move last, int ply)
{
    const GomokuThreats *t = &c->t;
    const SearchWork    *w = c->w;
    int                  mine = t->pos.turn;
    bool                 asks = mine == 0 && t->pos.rule == GOMOKU_RENJU;
    GomokuPoints         points;
    gomoku_list_points(t, &points);
    node->count = node->index = 0;
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left);
            if (asks && !gomoku_may_play(t, point))
                continue;
            Move move = (Move)point;
            int  promise = PROMISE_UNIT * gomoku_promise(t, point) +
                          w->history[mine][point] * tuned(c, GOMOKU_history_order) / 100;
            if (move == table_move)
                promise = MAX_PROMISE;
            else if (move == w->killers[ply][0] || move == w->killers[ply][1])
                promise += tuned(c, GOMOKU_killer_order);
            else if (last != MOVE_NONE && move == w->countermoves[mine][last])
                promise += tuned(c, GOMOKU_answer_order);
            champion_add(node, move, promise);
        }
}

/* Picks the best of the moves that are left; equals in the order of points. */
static Move champion_next(GomokuNode *node)
{
    assert(node->index < node->count);
    GomokuKeys most, keys, is_more;
    int32_t    best = KEY_TAKEN;
    for (int i = 0; i < KEY_LANES; i++)
        node->key[node->count + i] = KEY_TAKEN;
    memcpy(&most, node->key, sizeof most);
    for (int i = KEY_LANES; i < node->count; i += KEY_LANES) {
        memcpy(&keys, &node->key[i], sizeof keys);
        is_more = keys > most;
        most = (keys & is_more) | (most & ~is_more);
    }
    for (int i = 0; i < KEY_LANES; i++)
        best = most[i] > best ? most[i] : best;
    int at = KEY_PLACES - 1 - (best & (KEY_PLACES - 1));
    assert(best != KEY_TAKEN && at < node->count);
    node->promise = best >> KEY_SHIFT;
    node->key[at] = KEY_TAKEN;
    node->taken[node->index++] = node->moves[at];
    return node->moves[at];
}

/* The last move caused a cutoff; those searched before it did not. */
static void champion_reward(GomokuChampion *c, const GomokuNode *node, int depth, Move last,
                            int ply)
{
    assert(node->index > 0 && depth >= 0);
    SearchWork *w = c->w;
    int         mine = c->t.pos.turn, bonus = depth * depth * 8 < 800 ? depth * depth * 8 : 800;
    Move        best = node->taken[node->index - 1];
    history_add(&w->history[mine][best], bonus, HISTORY_LIMIT);
    for (int i = 0; i < node->index - 1; i++)
        history_add(&w->history[mine][node->taken[i]], -bonus, HISTORY_LIMIT);
    if (last != MOVE_NONE)
        w->countermoves[mine][last] = best;
    killers_add(w->killers[ply], best);
}

/* ---- the tree ---- */

/* Sixteen times the logarithm to base two, by straight pieces. */
static int champion_log(int n)
{
    assert(n > 0);
    int whole = 31 - __builtin_clz((unsigned)n);
    return 16 * whole + (16 * n >> whole) - 16;
}

/* Late move reduction in plies. */
static int champion_reduction(const GomokuChampion *c, int depth, int index)
{
    return depth < 2 || index < 2
               ? 0
               : champion_log(depth) * champion_log(index) / tuned(c, GOMOKU_reduction);
}

/* Late move pruning: the number of moves after which the others are left out. */
static int champion_move_limit(const GomokuChampion *c, int depth)
{
    return tuned(c, GOMOKU_enough_first) + depth * depth * tuned(c, GOMOKU_enough_more) / 100;
}

/* Futility pruning: will the move that was just picked not raise the score above `floor`? */
static bool champion_is_futile(const GomokuChampion *c, const GomokuNode *node, Score floor,
                               int depth, int ply)
{
    int promise = node->promise / PROMISE_UNIT;
    return depth <= tuned(c, GOMOKU_quiet_depth) && node->index > 1 &&
           c->eval[ply] + tuned(c, GOMOKU_quiet_margin) * depth + 2 * promise <= floor;
}

static Score champion_search(GomokuChampion *c, Score alpha, Score beta, int depth, int ply,
                             Move last);

/* One child: first with a null window and reduced, and again in full when it is better. */
static Score champion_child(GomokuChampion *c, Score alpha, Score beta, int depth, int reduction,
                            bool is_first, int ply, Move move)
{
    if (is_first)
        return -champion_search(c, -beta, -alpha, depth, ply + 1, move);
    Score score = -champion_search(c, -alpha - 1, -alpha, depth - reduction, ply + 1, move);
    if (score > alpha && reduction > 0 && !c->w->is_stopped)
        score = -champion_search(c, -alpha - 1, -alpha, depth, ply + 1, move);
    if (score > alpha && score < beta && !c->w->is_stopped) {
        c->w->counts.researches++;
        score = -champion_search(c, -beta, -alpha, depth, ply + 1, move);
    }
    return score;
}

/* True when the table has the score of the node; *move is set when it has one, and *trusted to the
 * depth at which *score was a lower bound. */
static bool champion_ask_table(SearchWork *w, uint64_t key, int depth, int ply, Score alpha,
                               Score beta, Move *move, Score *score, int *trusted)
{
    TtEntry entry;
    *move = MOVE_NONE;
    *trusted = 0;
    if (w->table == NULL)
        return false;
    w->counts.table_probes++;
    if (!tt_probe(w->table, key, &entry))
        return false;
    w->counts.table_hits++;
    *move = entry.move;
    *score = search_score_from_table(entry.score, ply);
    *trusted = entry.bound & BOUND_LOWER ? entry.depth : 0;
    bool is_forced = entry.score > SCORE_FORCED || entry.score < -SCORE_FORCED;
    if (beta - alpha > 1 || (entry.depth < depth && !is_forced))
        return false;
    bool settles = (entry.bound & BOUND_LOWER && *score >= beta) ||
                   (entry.bound & BOUND_UPPER && *score <= alpha);
    w->counts.table_cuts += settles;
    return settles;
}

static void champion_store(SearchWork *w, uint64_t key, Move move, Score score, int depth,
                           Bound bound, int ply)
{
    if (w->table == NULL)
        return;
    TtEntry entry = {.move = move,
                     .score = search_score_to_table(score, ply),
                     .depth = depth > 0 ? depth : 0,
                     .bound = bound};
    tt_store(w->table, key, &entry);
}

/* A four must be answered: the only move, and extended by one ply. */
static Score champion_answer_four(GomokuChampion *c, Score alpha, Score beta, int depth, int ply)
{
    GomokuChanges changes;
    Move          move = (Move)gomoku_set_first(&c->t.set[1 - c->t.pos.turn][RANK_FIVE]);
    champion_make(c, move, &changes);
    Score score = -champion_search(c, -beta, -alpha, depth, ply + 1, move);
    champion_unmake(c, move, &changes);
    if (!c->w->is_stopped)
        search_keep_line(c->w, move, ply);
    return score;
}

/* The moves of a node that none of the steps before has settled. */
static Score champion_try_moves(GomokuChampion *c, Score alpha, Score beta, int depth, int ply,
                                Move last, Move table_move, int extension)
{
    SearchWork *w = c->w;
    GomokuNode  node;
    Score       best = -SCORE_INF, floor = alpha;
    Move        best_move = MOVE_NONE;
    uint64_t    key = c->t.pos.key;
    bool        is_pv = beta - alpha > 1;
    int         mine = c->t.pos.turn;
    bool        is_threatened = c->t.count[1 - mine][RANK_OPEN_FOUR] > 0;
    bool        has_fours = gomoku_has_fours(&c->t, mine);
    Move        excluded = c->excluded[ply];
    champion_list(c, &node, table_move, last, ply);
    if (node.count == 0) /* black has forbidden points alone */
        return champion_eval(c);
    while (node.index < node.count && best < beta) {
        Move move = champion_next(&node);
        int  rank = gomoku_rank(&c->t, mine, move), number = node.index;
        if (move == excluded)
            continue;
        bool is_four = rank >= RANK_FOUR && rank <= RANK_OPEN_FOUR;
        if (!is_pv && !is_four && best > -SCORE_FORCED &&
            (number > champion_move_limit(c, depth) ||
             (!is_threatened && champion_is_futile(c, &node, floor, depth, ply)))) {
            if (!has_fours) /* those behind it rank lower */
                break;
            continue;
        }
        int reduction = is_four ? 0 : champion_reduction(c, depth, number);
        if (is_pv && reduction > 0)
            reduction--;
        if (!is_pv && table_move == MOVE_NONE && number > 1 && !is_four &&
            depth >= tuned(c, GOMOKU_unknown_reduce))
            reduction++; /* no move of the table: such nodes seldom matter */
        if (reduction >= depth)
            reduction = depth - 1;
        champion_make(c, move, &node.changes);
        int   deeper = move == table_move ? extension : 0;
        Score score =
            champion_child(c, floor, beta, depth - 1 + deeper, reduction, number == 1, ply, move);
        champion_unmake(c, move, &node.changes);
        if (w->is_stopped)
            return best;
        if (score > best) {
            best = score;
            best_move = move;
            if (score > floor) {
                floor = score;
                search_keep_line(w, move, ply);
            }
        }
    }
    if (excluded != MOVE_NONE)
        return best;
    if (best >= beta) {
        w->counts.cutoffs++;
        w->counts.first_cutoffs += node.index == 1;
        champion_reward(c, &node, depth, last, ply);
    }
    champion_store(w, key, best_move, best, depth,
                   best >= beta   ? BOUND_LOWER
                   : best > alpha ? BOUND_EXACT
                                  : BOUND_UPPER,
                   ply);
    return best;
}

/* Singular extension (Anantharaman, Campbell and Hsu 1988): is the move of the table, worth `score`
 * at least, better than all others by a margin? Then it is searched one ply deeper. *is_enough:
 * even without it the score is beta or more, so that the node is cut (multi-cut). */
static bool champion_is_singular(GomokuChampion *c, Score beta, Score score, Move move, int depth,
                                 int ply, Move last, bool *is_enough)
{
    Score bound = score - tuned(c, GOMOKU_singular_margin) * depth;
    c->excluded[ply] = move;
    Score other = champion_search(c, bound - 1, bound, depth / 2, ply, last);
    c->excluded[ply] = MOVE_NONE;
    *is_enough = other >= bound && bound >= beta;
    return other < bound;
}

static Score champion_search(GomokuChampion *c, Score alpha, Score beta, int depth, int ply,
                             Move last)
{
    assert(alpha < beta && ply >= 0 && ply < MAX_SEARCH_PLIES);
    SearchWork *w = c->w;
    Score       score = 0;
    Move        table_move;
    int         trusted, extension = 0;
    int         theirs = 1 - c->t.pos.turn;
    w->pv_length[ply] = ply;
    if (search_must_stop(w))
        return 0;
    if (ply > w->counts.selective_depth)
        w->counts.selective_depth = ply;

    /* 1. The game is over, or will be whatever is played. */
    if (champion_is_settled(c, ply, &score)) {
        w->counts.leaves++;
        return score;
    }
    if (ply >= MAX_SEARCH_PLIES - 2)
        return champion_eval(c);
    if (alpha >= SCORE_MATE - ply - 5) /* mate distance pruning: no quicker win is left */
        return alpha;

    /* 2. A four must be answered. */
    if (c->t.count[theirs][RANK_FIVE] > 0)
        return champion_answer_four(c, alpha, beta, depth, ply);

    /* 3. The table. */
    if (c->excluded[ply] != MOVE_NONE)
        return champion_try_moves(c, alpha, beta, depth, ply, last, MOVE_NONE, 0);
    if (champion_ask_table(w, c->t.pos.key, depth, ply, alpha, beta, &table_move, &score, &trusted))
        return score;

    /* 4. Static null move (reverse futility): the evaluation is above beta by a margin. A win by
     * fours would not change the cutoff. */
    Score before = score;
    Score eval = c->eval[ply] = champion_eval(c);
    bool  is_null = beta - alpha == 1;
    if (is_null && depth <= 0 && eval >= beta) {
        w->counts.leaves++;
        return eval;
    }
    bool is_quiet = is_null && c->t.count[theirs][RANK_OPEN_FOUR] == 0 && beta < SCORE_FORCED &&
                    alpha > -SCORE_FORCED;
    if (is_quiet && depth <= tuned(c, GOMOKU_futile_depth) &&
        eval - tuned(c, GOMOKU_futile_margin) * depth >= beta)
        return eval;

    /* 5. Victory by continuous fours. */
    if (champion_wins_by_fours(c, LEAF_VCF_FOURS, (uint64_t)tuned(c, GOMOKU_leaf_fours), ply,
                               &score)) {
        champion_store(w, c->t.pos.key, w->pv[ply][ply], score, depth, BOUND_LOWER, ply);
        return score;
    }
    if (depth <= 0) {
        w->counts.leaves++;
        return eval;
    }
    /* 6. Razoring: far below alpha. Without a move of the table, one ply less (IIR). */
    if (is_quiet && depth <= tuned(c, GOMOKU_razor_depth) &&
        eval + tuned(c, GOMOKU_razor_margin) * depth <= alpha)
        return eval;
    if (table_move == MOVE_NONE && depth >= c->unknown_depth)
        depth--;

    /* 7. Singular extension: one move much better than all others. */
    if (c->singular_depth > 0 && depth >= c->singular_depth && table_move != MOVE_NONE &&
        trusted >= depth - 3 && before < SCORE_FORCED && before > -SCORE_FORCED &&
        ply < c->most_plies) {
        bool is_enough;
        extension = champion_is_singular(c, beta, before, table_move, depth, ply, last, &is_enough);
        if (w->is_stopped)
            return 0;
        if (is_enough)
            return before - tuned(c, GOMOKU_singular_margin) * depth;
    }

    /* 8. The moves. */
    return champion_try_moves(c, alpha, beta, depth, ply, last, table_move, extension);
}

/* ---- the root ---- */

static bool champion_is_root_move(const SearchWork *w, Move move)
{
    for (int i = 0; i < w->root_count; i++)
        if (w->root[i] == move)
            return true;
    return false;
}

/* The root's moves are chosen outside: those of ours that are among them, or all when none is. */
static void champion_list_root(GomokuChampion *c, GomokuNode *node, Move first)
{
    const SearchWork *w = c->w;
    int               mine = c->t.pos.turn;
    node->count = node->index = 0;
    if (c->t.count[mine][RANK_FIVE] > 0) {
        champion_add(node, (Move)gomoku_set_first(&c->t.set[mine][RANK_FIVE]), 0);
    } else if (c->t.count[1 - mine][RANK_FIVE] > 0) {
        champion_add(node, (Move)gomoku_set_first(&c->t.set[1 - mine][RANK_FIVE]), 0);
    } else {
        champion_list(c, node, first, MOVE_NONE, 0);
    }
    int listed = node->count;
    node->count = 0;
    for (int i = 0; i < listed; i++)
        if (champion_is_root_move(w, node->moves[i]))
            champion_add(node, node->moves[i], node->key[i] >> KEY_SHIFT);
    if (node->count > 0)
        return;
    for (int i = 0; i < w->root_count; i++)
        champion_add(node, w->root[i], w->root_count - i);
}

static Score champion_root_window(GomokuChampion *c, Score alpha, Score beta, int depth)
{
    SearchWork *w = c->w;
    GomokuNode  node;
    Score       best = -SCORE_INF, floor = alpha;
    int         mine = c->t.pos.turn;
    champion_list_root(c, &node, depth > 1 ? w->root[0] : MOVE_NONE);
    while (node.index < node.count && best < beta && !search_must_stop(w)) {
        Move  move = champion_next(&node);
        int   number = node.index;
        bool  is_five = gomoku_rank(&c->t, mine, move) == RANK_FIVE;
        int   reduction = champion_reduction(c, depth, number);
        Score score = SCORE_MATE - 1;
        w->pv_length[1] = 1;
        if (!is_five) {
            champion_make(c, move, &node.changes);
            score = champion_child(c, floor, beta, depth - 1, reduction > 0 ? reduction - 1 : 0,
                                   number == 1, 0, move);
            champion_unmake(c, move, &node.changes);
        }
        if (w->is_stopped)
            break;
        if (score > best) {
            best = score;
            if (score > floor || number == 1) {
                floor = score > floor ? score : floor;
                search_keep_line(w, move, 0);
                if (score > alpha) {
                    w->root_best = move;
                    w->root_score = score;
                }
            }
        }
    }
    if (w->is_stopped && w->root_best == MOVE_NONE && depth <= 1) {
        /* Stopped before anything was seen: what looks best, not what is listed first. */
        w->root_best = node.index > 0 ? node.taken[0] : champion_next(&node);
        w->root_score = 0;
        w->pv_length[1] = 1;
        search_keep_line(w, w->root_best, 0);
    }
    if (node.count == 1 && w->context->limits.time_us != 0)
        w->has_seen_horizon = false; /* nothing to choose */
    if (!w->is_stopped && best > alpha)
        champion_store(w, c->t.pos.key, w->root_best, best, depth,
                       best >= beta ? BOUND_LOWER : BOUND_EXACT, 0);
    return best;
}

/* Aspiration window: around the score of the last depth, then wider on the side where the score was
 * outside. */
static Score champion_deepen(GomokuChampion *c, int depth)
{
    SearchWork *w = c->w;
    Score       alpha = -SCORE_INF, beta = SCORE_INF, step = tuned(c, GOMOKU_window);
    bool        is_calm = w->guess < SCORE_FORCED && w->guess > -SCORE_FORCED;
    if (depth >= 4 && is_calm && w->context->lines <= 1) {
        alpha = w->guess - step;
        beta = w->guess + step;
    }
    for (;;) {
        w->has_seen_horizon = true;
        Score score = champion_root_window(c, alpha, beta, depth);
        if (w->is_stopped || (score > alpha && score < beta))
            return score;
        step *= 3;
        if (score <= alpha)
            alpha = step > 2000 ? -SCORE_INF : score - step;
        else
            beta = step > 2000 ? SCORE_INF : score + step;
        w->counts.researches++;
    }
}

/* gomoku_champion_opening.inc.h: deep enough to see fours and threes; the opening is not worth
 * more. */
enum { OPENING_DEPTH = 6 };
static bool champion_open(GomokuChampion *c, const gomoku_pos *p, int depth, Score *score);

/* Fours alone, before anything else is looked at; one line is wanted, and there is no five to
 * stop. */
static bool champion_begins_with_win(GomokuChampion *c, int depth, Score *score)
{
    SearchWork *w = c->w;
    if (depth > 1 || w->context->lines > 1 || c->t.count[1 - c->t.pos.turn][RANK_FIVE] > 0 ||
        !champion_wins_by_fours(c, VCF_MAX_FOURS, ROOT_VCF_NODES, 0, score))
        return false;
    w->root_best = w->pv[0][0];
    w->root_score = *score;
    return true;
}

/* Called by the threat-space search: its nodes count like all others. */
static bool champion_must_stop(void *user, uint64_t nodes)
{
    GomokuChampion *c = user;
    c->w->counts.nodes += nodes;
    return search_must_stop(c->w);
}

/* Threat-space search, for a small share of the nodes so far: it finds a long attack before the
 * main search is deep enough. */
static bool champion_attacks(GomokuChampion *c, int depth, Score *score)
{
    SearchWork *w = c->w;
    GomokuVct   vct = {.t = &c->t,
                       .table = w->table,
                       .most_nodes = w->counts.nodes / (uint64_t)tuned(c, GOMOKU_attack_share),
                       .must_stop = champion_must_stop,
                       .user = c};
    if (depth < 2 || w->thread != 0 || w->table == NULL || w->context->lines > 1 ||
        c->t.count[1 - c->t.pos.turn][RANK_FIVE] > 0 || !gomoku_vct_wins(&vct))
        return false;
    int length = gomoku_vct_line(&vct, w->pv[0], MAX_SEARCH_PLIES - 1);
    w->pv_length[0] = length;
    if (length == 0 || !champion_is_root_move(w, w->pv[0][0]))
        return false;
    w->root_best = w->pv[0][0];
    w->root_score = *score = SCORE_MATE - length - 2;
    return true;
}

/* The net of the evaluation setting, none where that is shapes, otherwise the built-in one. */
static const GomokuNet *champion_net(const gomoku_pos *p, const EvalSetup *eval)
{
    if (eval->net != NULL)
        return eval->net->own;
    return eval_uses(eval, GOMOKU_BY_SHAPES) ? NULL : gomoku_net(p->rule, p->size);
}

/* One search to a depth; false: it does not know this position. Lazy SMP: all threads search the
 * same root and share the table, and every other thread searches one ply deeper, so that its
 * entries are of use to the others. */
static bool gomoku_champion(const gomoku_pos *p, SearchWork *w, int depth, Score *score)
{
    GomokuChampion c;
    gomoku_pos     play = *p;
    /* What helps freestyle loses games under renju, and is not proven elsewhere. */
    bool is_proven = p->rule == GOMOKU_FREESTYLE && p->size < GOMOKU_LARGE;
    play.phase = PHASE_PLAY;
    gomoku_threats_init(&c.t, &play);
    c.w = w;
    c.vcf = (GomokuVcf){.t = &c.t, .table = w->table};
    c.path_length = 0;
    gomoku_net_begin(&c.net, champion_net(p, w->eval), &c.t);
    c.eval[0] = champion_eval(&c);
    for (int i = 0; i < MAX_SEARCH_PLIES + 2; i++)
        c.excluded[i] = MOVE_NONE;
    c.most_plies = 2 * depth;
    c.singular_depth = is_proven ? tuned(&c, GOMOKU_singular_depth) : 0;
    c.unknown_depth = tuned(&c, GOMOKU_unknown_depth) + !is_proven;
    w->pv_length[0] = 0;
    if (p->phase != PHASE_PLAY) {
        w->has_seen_horizon = depth < OPENING_DEPTH;
        return champion_open(&c, p, depth, score);
    }
    memset(w->countermoves, 0xff, sizeof w->countermoves); /* MOVE_NONE */
    if (!champion_begins_with_win(&c, depth, score) && !champion_attacks(&c, depth, score))
        *score = champion_deepen(&c, depth + (w->thread & 1));
    return true;
}
