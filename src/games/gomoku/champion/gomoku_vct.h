/* games/gomoku/champion/gomoku_vct.h -- victory by continuous threats (VCT), a threat-space
 * search (Allis, van den Herik and Huntjens 1993): after every move of the attacker fours alone
 * would win, so that few answers need a search. It is driven by proof numbers (df-pn). A win found
 * here is proven: no answer that could stop the threatened line is left out. */
#pragma once
#include "games/gomoku/champion/gomoku_candidates.h"

#include <assert.h>
#include <string.h>

enum {
    VCT_PLIES = 80,
    VCT_THREAT_NODES = 300, /* fours looked at to see whether a move threatens */
    VCT_FOURS = 20,
    VCT_NEVER = 60000 /* a proof number: cannot be done */
};

#define VCT_KEY UINT64_C(0xbb67ae8584caa73b)

/* Proof number: how much is at least needed to prove that the attacker wins. Disproof number: that
 * it does not by threats. */
typedef struct {
    unsigned proof, disproof;
} VctNumbers;

typedef struct {
    GomokuThreats *t;
    Tt            *table; /* borrowed */
    GomokuVcf      vcf;
    int            attacker;
    uint64_t       nodes, most_nodes;
    /* Called now and then with the nodes since the last call; true: give up. */
    bool (*must_stop)(void *user, uint64_t nodes);
    void *user;
    bool  is_stopped;
} GomokuVct;

typedef struct {
    Move       moves[gomoku_max_moves];
    VctNumbers numbers[gomoku_max_moves];
    int        count;
} GomokuVctNode;

static inline void gomoku_pass(GomokuThreats *t)
{
    t->pos.turn ^= 1;
    t->pos.key ^= ZOBRIST_TURN;
}

static inline bool gomoku_is_empty(const GomokuThreats *t, int point)
{
    return gomoku_empty_in_row(&t->pos, point >> 5) >> (point & 31) & 1;
}

/* ---- what a move threatens, and what meets it ---- */

/* Does this line of fours and answers still win for the colour to move? */
static inline bool gomoku_line_stands(GomokuThreats *t, const Move *line, int length)
{
    int           mine = t->pos.turn, theirs = 1 - mine;
    GomokuChanges attack, defence;
    bool          stands = false;
    if (t->count[mine][RANK_FIVE] > 0)
        return true;
    if (length <= 0 || !gomoku_is_empty(t, line[0]) || !gomoku_makes_four(t, mine, line[0]) ||
        !gomoku_may_play(t, line[0]))
        return false;
    if (t->count[theirs][RANK_FIVE] > 0 &&
        (t->count[theirs][RANK_FIVE] > 1 || gomoku_rank(t, theirs, line[0]) != RANK_FIVE))
        return false;
    gomoku_threats_make(t, line[0], &attack);
    if (t->count[mine][RANK_FIVE] > 0) {
        Move reply = (Move)gomoku_set_first(&t->set[mine][RANK_FIVE]);
        stands = t->count[mine][RANK_FIVE] > 1 || !gomoku_may_play(t, reply);
        if (!stands) {
            gomoku_threats_make(t, reply, &defence);
            stands = gomoku_line_stands(t, line + 2, length - 2);
            gomoku_threats_unmake(t, reply, &defence);
        }
    }
    gomoku_threats_unmake(t, line[0], &attack);
    return stands;
}

/* The points in line with one of these moves, near enough to matter. */
static inline void gomoku_add_stars(const GomokuThreats *t, const Move *line, int length,
                                    GomokuPoints *out)
{
    for (int i = 0; i < length; i++)
        for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
            for (int step = -GOMOKU_REACH; step <= GOMOKU_REACH; step++) {
                int row = (line[i] >> 5) + step * (d != 0) * (d == 3 ? -1 : 1);
                int col = (line[i] & 31) + step * (d != 1);
                if (row >= 0 && row < t->pos.size && col >= 0 && col < t->pos.size)
                    out->row[row] |= 1u << col;
            }
}

/* Does it hang on more than the lines through the point whether black may play there? */
static inline bool gomoku_is_doubtful(const GomokuThreats *t, int point)
{
    int threes = 0, fours = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        int shape = gomoku_shape_of(t, 0, point, d);
        threes += shape == SHAPE_THREE || shape == SHAPE_WIDE_THREE;
        fours += shape >= SHAPE_FOUR && shape != SHAPE_FIVE;
        fours += shape == SHAPE_TWO_FOURS || shape == SHAPE_OVERLINE;
    }
    return threes > 1 || fours > 1;
}

/* The same for one of black's moves in the line, which stands. */
static inline bool gomoku_line_is_doubtful(GomokuThreats *t, const Move *line, int length)
{
    int           mine = t->pos.turn;
    GomokuChanges attack, defence;
    bool          is_doubtful = mine == 0 && length > 0 && gomoku_is_doubtful(t, line[0]);
    if (is_doubtful || length <= 0 || t->count[mine][RANK_FIVE] > 0)
        return is_doubtful;
    gomoku_threats_make(t, line[0], &attack);
    if (t->count[mine][RANK_FIVE] > 0) {
        Move reply = (Move)gomoku_set_first(&t->set[mine][RANK_FIVE]);
        is_doubtful = mine == 1 && gomoku_is_doubtful(t, reply);
        if (!is_doubtful && t->count[mine][RANK_FIVE] == 1) {
            gomoku_threats_make(t, reply, &defence);
            is_doubtful = gomoku_line_is_doubtful(t, line + 2, length - 2);
            gomoku_threats_unmake(t, reply, &defence);
        }
    }
    gomoku_threats_unmake(t, line[0], &attack);
    return is_doubtful;
}

/* All points that may undo the line: those where it does not stand, and fours of one's own. Where
 * it hangs on what is forbidden, that can hang on stones far away: all points are tried. */
static inline void gomoku_list_breakers(GomokuThreats *t, const Move *line, int length,
                                        GomokuPoints *out, uint64_t *nodes)
{
    GomokuPoints near = {{0}};
    int          mine = t->pos.turn;
    bool         is_far = false;
    *out = (GomokuPoints){{0}};
    if (t->pos.rule == GOMOKU_RENJU) {
        gomoku_pass(t);
        is_far = gomoku_line_is_doubtful(t, line, length);
        gomoku_pass(t);
    }
    if (is_far)
        memset(near.row, 0xff, sizeof near.row);
    else
        gomoku_add_stars(t, line, length, &near);
    for (int rank = RANK_FOUR; rank <= RANK_OPEN_FOUR; rank++)
        gomoku_add_set(&t->set[mine][rank], out);
    gomoku_add_set(&t->set[mine][RANK_DOUBTFUL], out);
    for (int row = 0; row < t->pos.size; row++) {
        uint64_t left = near.row[row] & gomoku_empty_in_row(&t->pos, row) & ~out->row[row];
        while (left != 0) {
            GomokuChanges changes;
            int           col = bits_pop(&left);
            Move          move = (Move)(32 * row + col);
            gomoku_threats_make(t, move, &changes);
            if (!gomoku_line_stands(t, line, length))
                out->row[row] |= 1u << col;
            gomoku_threats_unmake(t, move, &changes);
            ++*nodes;
        }
    }
}

/* Fours of the colour to move, looked for within a few nodes. */
static inline bool gomoku_vct_fours(GomokuVct *vct)
{
    GomokuVcf *vcf = &vct->vcf;
    vcf->nodes = 0;
    vcf->most_nodes = VCT_THREAT_NODES;
    bool wins = gomoku_vcf_at(vcf, VCT_FOURS, 0) > 0;
    vct->nodes += vcf->nodes;
    return wins;
}

/* ---- the moves of a node ---- */

static inline void gomoku_vct_add(GomokuVctNode *node, Move move, unsigned proof)
{
    assert(node->count < gomoku_max_moves && proof <= VCT_NEVER);
    node->moves[node->count] = move;
    node->numbers[node->count++] = (VctNumbers){proof, 1};
}

/* The attacker's moves, each with a first disproof number: threes, fours, which alone have failed
 * already, and moves that may prepare fours. */
static inline void gomoku_vct_list_attacks(const GomokuThreats *t, GomokuVctNode *node)
{
    static const uint8_t doubt[RANK_COUNT] = {
        [RANK_TWO] = 12,          [RANK_TWO_TWOS] = 8,
        [RANK_CLOSED_THREE] = 10, [RANK_CLOSED_THREE_MORE] = 6,
        [RANK_THREE] = 3,         [RANK_THREE_MORE] = 2,
        [RANK_TWO_THREES] = 1,    [RANK_FOUR] = 8,
        [RANK_FOUR_MORE] = 6,     [RANK_FOUR_THREE] = 3,
        [RANK_OPEN_FOUR] = 1,     [RANK_DOUBTFUL] = 4};
    GomokuPoints points;
    int          mine = t->pos.turn;
    gomoku_near_stones(t, &points);
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left), rank = gomoku_rank(t, mine, point);
            if (doubt[rank] > 0 && gomoku_may_play(t, point))
                gomoku_vct_add(node, (Move)point, doubt[rank]);
        }
}

static inline VctNumbers gomoku_vct_proven(bool is_won)
{
    return is_won ? (VctNumbers){0, VCT_NEVER} : (VctNumbers){VCT_NEVER, 0};
}

/* A five of the other colour must be stopped: true when that settles the node, or its only move is
 * listed. */
static inline bool gomoku_vct_block(const GomokuThreats *t, GomokuVctNode *node, bool *is_lost)
{
    int theirs = 1 - t->pos.turn;
    *is_lost = false;
    if (t->count[theirs][RANK_FIVE] == 0)
        return false;
    Move reply = (Move)gomoku_set_first(&t->set[theirs][RANK_FIVE]);
    *is_lost = t->count[theirs][RANK_FIVE] > 1 || !gomoku_may_play(t, reply);
    if (!*is_lost)
        gomoku_vct_add(node, reply, 1);
    return true;
}

/* True when the node is settled; otherwise its moves are listed. At a node that was visited before,
 * fours have been tried. */
static inline bool gomoku_vct_attack(GomokuVct *vct, GomokuVctNode *node, bool is_known,
                                     VctNumbers *found)
{
    GomokuThreats *t = vct->t;
    bool           is_lost;
    *found = gomoku_vct_proven(true);
    if (t->count[t->pos.turn][RANK_FIVE] > 0)
        return true;
    if (gomoku_vct_block(t, node, &is_lost)) {
        *found = gomoku_vct_proven(false);
        return is_lost;
    }
    if (!is_known && gomoku_vct_fours(vct))
        return true;
    gomoku_vct_list_attacks(t, node);
    *found = gomoku_vct_proven(false);
    return node->count == 0;
}

static inline bool gomoku_vct_defend(GomokuVct *vct, GomokuVctNode *node, bool is_known,
                                     VctNumbers *found)
{
    GomokuThreats *t = vct->t;
    GomokuPoints   points;
    bool           is_lost;
    *found = gomoku_vct_proven(false);
    if (t->count[t->pos.turn][RANK_FIVE] > 0)
        return true;
    if (gomoku_vct_block(t, node, &is_lost)) {
        *found = gomoku_vct_proven(true);
        return is_lost;
    }
    if (!is_known && gomoku_vct_fours(vct)) /* the defender's own */
        return true;
    gomoku_pass(t);
    bool is_threat = gomoku_vct_fours(vct);
    gomoku_pass(t);
    if (!is_threat)
        return true;
    Move line[VCF_LINE];
    int  length = vct->vcf.length;
    memcpy(line, vct->vcf.line, (size_t)length * sizeof line[0]);
    gomoku_list_breakers(t, line, length, &points, &vct->nodes);
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left);
            if (gomoku_may_play(t, point))
                gomoku_vct_add(node, (Move)point, 1);
        }
    *found = gomoku_vct_proven(true);
    return node->count == 0;
}

/* ---- the tree ---- */

static inline bool gomoku_vct_recall(const GomokuVct *vct, uint64_t key, VctNumbers *out,
                                     Move *move)
{
    TtEntry entry;
    if (!tt_probe(vct->table, key ^ VCT_KEY ^ (uint64_t)vct->attacker, &entry))
        return false;
    *out = (VctNumbers){(uint32_t)entry.score >> 16, (uint32_t)entry.score & 0xffff};
    *move = entry.move;
    return true;
}

static inline void gomoku_vct_remember(GomokuVct *vct, VctNumbers numbers, Move move)
{
    assert(numbers.proof <= VCT_NEVER && numbers.disproof <= VCT_NEVER);
    bool    is_settled = numbers.proof == 0 || numbers.disproof == 0;
    TtEntry entry = {.move = move,
                     .score = (Score)(numbers.proof << 16 | numbers.disproof),
                     .depth = is_settled ? 12 : 6,
                     .bound = BOUND_EXACT};
    tt_store(vct->table, vct->t->pos.key ^ VCT_KEY ^ (uint64_t)vct->attacker, &entry);
}

static inline unsigned gomoku_vct_sum(unsigned a, unsigned b)
{
    return a + b < VCT_NEVER ? a + b : VCT_NEVER;
}

/* The attacker needs one move, the defender all: seen from the colour to move, `one` is what its
 * best move needs and `all` what all of them need together. That is not their sum, because lines
 * come together again and would count twice: the largest, and one for each of the others. Gives the
 * best move, the second's number and how many others are open. */
static inline VctNumbers gomoku_vct_gather(const GomokuVctNode *node, bool is_attack, int *best,
                                           unsigned *second, unsigned *others)
{
    assert(node->count > 0);
    unsigned one = VCT_NEVER, all = 0, open = 0;
    *best = 0;
    *second = VCT_NEVER;
    for (int i = 0; i < node->count; i++) {
        VctNumbers n = node->numbers[i];
        unsigned   mine = is_attack ? n.proof : n.disproof;
        unsigned   theirs = is_attack ? n.disproof : n.proof;
        open += theirs > 0;
        all = theirs > all ? theirs : all;
        if (mine < one) {
            *second = one;
            one = mine;
            *best = i;
        } else if (mine < *second) {
            *second = mine;
        }
    }
    *others = open > 0 ? open - 1 : 0;
    all = one == 0 ? VCT_NEVER : gomoku_vct_sum(all, *others);
    return is_attack ? (VctNumbers){one, all} : (VctNumbers){all, one};
}

static inline void gomoku_vct_recall_moves(const GomokuVct *vct, GomokuVctNode *node)
{
    const gomoku_pos *p = &vct->t->pos;
    for (int i = 0; i < node->count; i++) {
        Move       move = node->moves[i], ignored;
        VctNumbers known;
        uint64_t   cell = zobrist_cell[p->turn][gomoku_zobrist_index(move >> 5, move & 31)];
        if (gomoku_vct_recall(vct, p->key ^ cell ^ ZOBRIST_TURN, &known, &ignored))
            node->numbers[i] = known;
    }
}

static inline bool gomoku_vct_is_over(GomokuVct *vct, uint64_t before)
{
    if (vct->nodes >= vct->most_nodes ||
        (vct->must_stop != NULL && vct->must_stop(vct->user, vct->nodes - before)))
        vct->is_stopped = true;
    return vct->is_stopped;
}

/* Depth first with proof numbers: goes on below a node until one of its numbers reaches the limit.
 */
static inline VctNumbers gomoku_vct_at(GomokuVct *vct, VctNumbers limit, int ply)
{
    assert(ply >= 0 && limit.proof > 0 && limit.disproof > 0);
    GomokuThreats *t = vct->t;
    GomokuVctNode  node = {.count = 0};
    VctNumbers     found;
    uint64_t       before = vct->nodes++;
    bool           is_attack = t->pos.turn == vct->attacker;
    Move           move = MOVE_NONE;
    if (ply >= VCT_PLIES || t->pos.stones == t->pos.size * t->pos.size)
        return gomoku_vct_proven(false);
    bool is_known = gomoku_vct_recall(vct, t->pos.key, &found, &move);
    if (is_known && (found.proof == 0 || found.disproof == 0))
        return found;
    bool is_settled = is_attack ? gomoku_vct_attack(vct, &node, is_known, &found)
                                : gomoku_vct_defend(vct, &node, is_known, &found);
    move = MOVE_NONE;
    bool is_over = gomoku_vct_is_over(vct, before);
    if (!is_settled) {
        gomoku_vct_recall_moves(vct, &node);
        for (;;) {
            GomokuChanges changes;
            unsigned      second, others;
            int           best;
            found = gomoku_vct_gather(&node, is_attack, &best, &second, &others);
            move = node.moves[best];
            if (is_over || found.proof == 0 || found.disproof == 0 || found.proof >= limit.proof ||
                found.disproof >= limit.disproof)
                break;
            VctNumbers below = limit;
            assert(others < (is_attack ? limit.disproof : limit.proof));
            second = gomoku_vct_sum(second, second / 4 + 1);
            if (is_attack) {
                below.proof = second < limit.proof ? second : limit.proof;
                below.disproof = limit.disproof - others;
            } else {
                below.disproof = second < limit.disproof ? second : limit.disproof;
                below.proof = limit.proof - others;
            }
            gomoku_threats_make(t, move, &changes);
            node.numbers[best] = gomoku_vct_at(vct, below, ply + 1);
            gomoku_threats_unmake(t, move, &changes);
            is_over = vct->is_stopped;
        }
    }
    gomoku_vct_remember(vct, found, move);
    return found;
}

/* The proven line from here, one answer of many after each threat; its length. */
static inline int gomoku_vct_line(GomokuVct *vct, Move *line, int room)
{
    GomokuThreats *t = vct->t;
    VctNumbers     numbers;
    Move           move;
    GomokuChanges  changes;
    if (room <= 0 || !gomoku_vct_recall(vct, t->pos.key, &numbers, &move) || numbers.proof != 0)
        return 0;
    if (move == MOVE_NONE) {
        if (t->pos.turn != vct->attacker || !gomoku_vct_fours(vct))
            return 0;
        int length = vct->vcf.length < room ? vct->vcf.length : room;
        memcpy(line, vct->vcf.line, (size_t)length * sizeof line[0]);
        return length;
    }
    line[0] = move;
    gomoku_threats_make(t, move, &changes);
    int length = 1 + gomoku_vct_line(vct, line + 1, room - 1);
    gomoku_threats_unmake(t, move, &changes);
    return length;
}

static inline bool gomoku_vct_wins(GomokuVct *vct)
{
    static const VctNumbers all = {VCT_NEVER, VCT_NEVER};
    vct->attacker = vct->t->pos.turn;
    vct->vcf = (GomokuVcf){.t = vct->t, .table = vct->table};
    return gomoku_vct_at(vct, all, 0).proof == 0;
}

/* gomoku_vct.c: the same as a question about a position in ordinary play. The length of the line,
 * or 0. */
int gomoku_find_vct(const gomoku_pos *p, uint64_t most_nodes, Tt *table, Move line[VCT_PLIES]);
