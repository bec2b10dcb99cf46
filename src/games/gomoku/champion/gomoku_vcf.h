/* games/gomoku/champion/gomoku_vcf.h -- victory by continuous fours (VCF): the attacker plays
 * only fours, so that every answer is forced, until one four has two answers. A win found here is
 * proven. Threat sequences are from Allis, van den Herik and Huntjens (Go-Moku solved, 1993). */
#pragma once
#include "games/gomoku/champion/gomoku_threats.h"
#include "search/frame/tt.h"

#include <assert.h>

enum { VCF_MAX_FOURS = 100, VCF_LINE = 2 * VCF_MAX_FOURS + 2 };

typedef struct {
    GomokuThreats *t;
    Tt            *table; /* borrowed, NULL: none; remembers from where fours do not win */
    uint64_t       nodes, most_nodes;
    Move           line[VCF_LINE]; /* when it was found: ends with the move that decides */
    int            length;
} GomokuVcf;

/* The table is shared with the main search; the keys are different. */
#define VCF_KEY UINT64_C(0x3c6ef372fe94f82b)

static inline bool gomoku_has_fours(const GomokuThreats *t, int colour)
{
    const uint16_t *count = t->count[colour];
    return (count[RANK_FOUR] | count[RANK_FOUR_MORE] | count[RANK_FOUR_THREE] |
            count[RANK_OPEN_FOUR] | count[RANK_FIVE] | count[RANK_DOUBTFUL]) != 0;
}

/* An allowed point of the colour to move with this rank, or MOVE_NONE. */
static inline Move gomoku_find_rank(const GomokuThreats *t, int rank)
{
    assert(rank >= RANK_THREE && rank < RANK_COUNT);
    const GomokuSet *set = &t->set[t->pos.turn][rank];
    for (uint64_t rows = set->rows; rows != 0;) {
        int row = bits_pop(&rows);
        for (uint64_t left = set->row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left);
            if (gomoku_may_play(t, point))
                return (Move)point;
        }
    }
    return MOVE_NONE;
}

/* Does a stone there make a four, at least in one direction? */
static inline bool gomoku_makes_four(const GomokuThreats *t, int colour, int point)
{
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        int shape = gomoku_shape_of(t, colour, point, d);
        if (shape == SHAPE_FOUR || shape == SHAPE_OPEN_FOUR)
            return true;
    }
    return false;
}

/* Points of one rank that make a four, behind those that are there. */
static inline int gomoku_list_rank(const GomokuThreats *t, int rank, Move *out, int n)
{
    assert(rank >= RANK_THREE && rank < RANK_COUNT && n >= 0);
    const GomokuSet *set = &t->set[t->pos.turn][rank];
    for (uint64_t rows = set->rows; rows != 0;) {
        int row = bits_pop(&rows);
        for (uint64_t left = set->row[row]; left != 0;)
            out[n++] = (Move)(32 * row + bits_pop(&left));
    }
    return n;
}

/* The fours of the colour to move, the best ranks first. When the opponent threatens five, only
 * those that stop it. */
static inline int gomoku_list_fours(const GomokuThreats *t, Move *out)
{
    int mine = t->pos.turn, n = 0, kept = 0;
    if (t->count[1 - mine][RANK_FIVE] > 0) {
        int point = gomoku_set_first(&t->set[1 - mine][RANK_FIVE]);
        out[0] = (Move)point;
        return t->count[1 - mine][RANK_FIVE] == 1 && gomoku_makes_four(t, mine, point) &&
               gomoku_may_play(t, point);
    }
    n = gomoku_list_rank(t, RANK_FOUR_THREE, out, n);
    n = gomoku_list_rank(t, RANK_FOUR_MORE, out, n);
    n = gomoku_list_rank(t, RANK_FOUR, out, n);
    if (t->pos.rule != GOMOKU_RENJU || mine != 0)
        return n;
    n = gomoku_list_rank(t, RANK_DOUBTFUL, out, n);
    for (int i = 0; i < n; i++)
        if (gomoku_makes_four(t, mine, out[i]) && gomoku_may_play(t, out[i]))
            out[kept++] = out[i];
    return kept;
}

/* A stone on `point` makes a four, which the opponent stops on `reply`: does neither this line nor
 * any other through the point offer another four? */
static inline bool gomoku_four_ends_there(const GomokuThreats *t, int point, int reply)
{
    int mine = t->pos.turn;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        if (gomoku_shape_of(t, mine, point, d) < SHAPE_CLOSED_THREE)
            continue;
        int step = gomoku_step(d), far = (reply - point) / step;
        if (point + far * step != reply || far < -GOMOKU_REACH || far > GOMOKU_REACH)
            return false; /* it makes more than a four */
        int        at = gomoku_bit_of(d, point >> 5, point & 31);
        GomokuLine line = gomoku_read_line(t, d, point >> 5, point & 31);
        uint32_t   own = (mine == 0 ? line.black : line.white) >> at;
        uint32_t   closed = (mine == 0 ? line.white : line.black) >> at;
        own |= 1u << GOMOKU_REACH;
        closed |= 1u << (GOMOKU_REACH + far);
        for (int i = GOMOKU_REACH - 4; i <= GOMOKU_REACH; i++)
            if ((closed >> i & 31) == 0 && bits_count(own >> i & 31) >= 3)
                return false;
    }
    return true;
}

/* All fours of the colour to move lie in one line, and after any of them and its answer there is no
 * other. White's under renju may win all the same: black's answer may be forbidden. (That an answer
 * cuts off an overline, so that a dead line lives, is not looked for.) */
static inline bool gomoku_fours_lead_nowhere(const GomokuThreats *t)
{
    int             mine = t->pos.turn;
    const uint16_t *count = t->count[mine];
    Move            points[2];
    if ((t->pos.rule == GOMOKU_RENJU && mine == 1) ||
        count[RANK_FOUR] + count[RANK_FOUR_MORE] != 2 ||
        (count[RANK_FOUR_THREE] | count[RANK_OPEN_FOUR] | count[RANK_DOUBTFUL]) != 0)
        return false;
    gomoku_list_rank(t, RANK_FOUR_MORE, points, gomoku_list_rank(t, RANK_FOUR, points, 0));
    return gomoku_four_ends_there(t, points[0], points[1]) &&
           gomoku_four_ends_there(t, points[1], points[0]);
}

static inline int gomoku_vcf_found(GomokuVcf *vcf, Move move, int ply, int plies)
{
    assert(ply >= 0 && ply < VCF_LINE && plies > 0);
    vcf->line[ply] = move;
    vcf->length = ply + 1;
    return plies;
}

/* Plies to the five when the colour to move wins with at most `fours` of them before the last two
 * moves, 0 when it does not. */
static inline int gomoku_vcf_at(GomokuVcf *vcf, int fours, int ply)
{
    assert(fours >= 0 && ply >= 0 && ply + 2 * fours < VCF_LINE);
    GomokuThreats *t = vcf->t;
    int            mine = t->pos.turn;
    uint64_t       key = t->pos.key ^ VCF_KEY;
    TtEntry        entry;
    Move           moves[gomoku_max_moves];
    if (t->count[mine][RANK_FIVE] > 0)
        return gomoku_vcf_found(vcf, (Move)gomoku_set_first(&t->set[mine][RANK_FIVE]), ply, 1);
    if (!gomoku_has_fours(t, mine))
        return 0;
    if (t->count[1 - mine][RANK_FIVE] == 0 && t->count[mine][RANK_OPEN_FOUR] > 0) {
        Move move = gomoku_find_rank(t, RANK_OPEN_FOUR);
        if (move != MOVE_NONE)
            return gomoku_vcf_found(vcf, move, ply, 3);
    }
    if (fours == 0 || vcf->nodes >= vcf->most_nodes || gomoku_fours_lead_nowhere(t))
        return 0;
    if (vcf->table != NULL && tt_probe(vcf->table, key, &entry) && entry.depth >= fours)
        return 0;
    int count = gomoku_list_fours(t, moves);
    for (int i = 0; i < count; i++) {
        GomokuChanges attack, defence;
        int           plies = 0;
        vcf->line[ply] = moves[i];
        gomoku_threats_make(t, moves[i], &attack);
        vcf->nodes++;
        int reply = gomoku_set_first(&t->set[mine][RANK_FIVE]);
        if (t->count[mine][RANK_FIVE] > 1 || !gomoku_may_play(t, reply)) {
            plies = gomoku_vcf_found(vcf, moves[i], ply, 3);
        } else {
            vcf->line[ply + 1] = (Move)reply;
            gomoku_threats_make(t, (Move)reply, &defence);
            vcf->nodes++;
            plies = gomoku_vcf_at(vcf, fours - 1, ply + 2);
            plies += plies > 0 ? 2 : 0;
            gomoku_threats_unmake(t, (Move)reply, &defence);
        }
        gomoku_threats_unmake(t, moves[i], &attack);
        if (plies > 0)
            return plies;
        if (vcf->nodes >= vcf->most_nodes)
            return 0;
    }
    if (vcf->table != NULL) {
        entry = (TtEntry){.move = MOVE_NONE, .depth = fours, .bound = BOUND_UPPER};
        tt_store(vcf->table, key, &entry);
    }
    return 0;
}

/* gomoku_vcf.c: the same as a question about a position in ordinary play. Plies to the five, or 0.
 * The line ends with the four after which nothing helps, or with the five itself. */
int gomoku_find_vcf(const gomoku_pos *p, uint64_t most_nodes, int most_fours, Move line[VCF_LINE],
                    int *length);

/* Neither side makes five at once, and a short search finds no win by fours: a position that the
 * evaluation is asked about. */
bool gomoku_is_quiet(const GomokuThreats *t);
