/* Gomoku's shapes and ranks: kept up to date they equal those made from scratch, and they agree
 * with the rules themselves, under every rule and on every size of board. */
#include "base/rng.h"
#include "gomoku_walk.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- crowded games ---- */

typedef void Visit(GomokuThreats *t, uint64_t *rng);

static bool makes_five(const GomokuThreats *t, Move move)
{
    return gomoku_rank(t, t->pos.turn, move) == RANK_FIVE;
}

/* Fives are mostly avoided, so that boards fill up. */
static void play_crowded(int rule, int size, uint64_t seed, Visit *visit)
{
    GomokuThreats t;
    gomoku_pos    p;
    uint64_t      rng = seed;
    gomoku_begin(rule, size, &p);
    gomoku_threats_init(&t, &p);
    for (int tries = 0; tries < 2 * size * size; tries++) {
        GomokuChanges changes;
        visit(&t, &rng);
        Move move = gomoku_draw_point(&t, &rng);
        if (move == MOVE_NONE)
            return;
        if (!makes_five(&t, move))
            gomoku_threats_make(&t, move, &changes);
    }
}

static void over_all_boards(int games, Visit *visit)
{
    for (int rule = 0; rule < 4; rule++)
        for (int size = 5; size <= 20; size += size < 15 ? 2 : 1)
            for (int n = 0; n < games; n++)
                play_crowded(rule, size, (uint64_t)(1000 * rule + 10 * size + n), visit);
}

/* ---- laws ---- */

static void check_same(const GomokuThreats *a, const GomokuThreats *b)
{
    assert_memory_equal(&a->pos, &b->pos, sizeof a->pos);
    assert_memory_equal(a->set, b->set, sizeof a->set);
    assert_memory_equal(a->count, b->count, sizeof a->count);
    assert_memory_equal(a->worth, b->worth, sizeof a->worth);
    for (int row = 0; row < a->pos.size; row++)
        for (uint64_t left = gomoku_empty_in_row(&a->pos, row); left != 0;) {
            int point = 32 * row + bits_pop(&left);
            assert_int_equal(a->point[point], b->point[point]);
            assert_int_equal(gomoku_rank(a, 0, point), gomoku_rank(b, 0, point));
            assert_int_equal(gomoku_rank(a, 1, point), gomoku_rank(b, 1, point));
        }
}

static void visit_fresh(GomokuThreats *t, uint64_t *rng)
{
    GomokuThreats fresh;
    gomoku_pos    p = t->pos;
    (void)rng;
    p.key = gomoku_key_slow(&p);
    gomoku_threats_init(&fresh, &p);
    check_same(t, &fresh);
}

static void test_threats_kept_equal_threats_made_anew(void **state)
{
    (void)state;
    over_all_boards(2, visit_fresh);
}

static void visit_unmake(GomokuThreats *t, uint64_t *rng)
{
    GomokuThreats before = *t;
    GomokuChanges changes;
    Move          move = gomoku_draw_point(t, rng);
    if (move == MOVE_NONE)
        return;
    gomoku_threats_make(t, move, &changes);
    gomoku_threats_unmake(t, move, &changes);
    assert_memory_equal(t, &before, sizeof before);
}

static void test_unmake_restores_every_byte(void **state)
{
    (void)state;
    over_all_boards(2, visit_unmake);
}

static bool wins_with(gomoku_pos p, int colour, int row, int col)
{
    gomoku_toggle(&p, colour, row, col);
    return gomoku_wins_at(&p, colour, row, col);
}

static int count_wins(const gomoku_pos *p, int colour)
{
    int count = 0;
    for (int row = 0; row < p->size; row++)
        for (uint64_t left = gomoku_empty_in_row(p, row); left != 0;)
            count += wins_with(*p, colour, row, bits_pop(&left));
    return count;
}

static void visit_fives(GomokuThreats *t, uint64_t *rng)
{
    (void)rng;
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = gomoku_empty_in_row(&t->pos, row); left != 0;) {
            int col = bits_pop(&left), point = 32 * row + col;
            for (int colour = 0; colour < 2; colour++)
                assert_int_equal(gomoku_rank(t, colour, point) == RANK_FIVE,
                                 wins_with(t->pos, colour, row, col));
        }
}

static void test_points_of_rank_five_are_those_that_win(void **state)
{
    (void)state;
    over_all_boards(1, visit_fives);
}

/* Four: one point that makes five, where there was none. Open four: two. */
static void check_four(const GomokuThreats *t, int colour, int row, int col)
{
    int        rank = gomoku_rank(t, colour, 32 * row + col);
    gomoku_pos after = t->pos;
    gomoku_toggle(&after, colour, row, col);
    int  fives = count_wins(&after, colour);
    bool is_four = rank == RANK_FOUR || rank == RANK_FOUR_MORE || rank == RANK_FOUR_THREE;
    if (is_four && fives != 1)
        fail_msg("rule %d, point %d,%d of %d: a four with %d fives", t->pos.rule, row, col, colour,
                 fives);
    if (rank == RANK_OPEN_FOUR && fives < 2)
        fail_msg("an open four with %d fives", fives);
    if (rank < RANK_FOUR)
        assert_int_equal(fives, 0);
}

static void visit_fours(GomokuThreats *t, uint64_t *rng)
{
    (void)rng;
    for (int colour = 0; colour < 2; colour++)
        for (int row = 0; row < t->pos.size && count_wins(&t->pos, colour) == 0; row++)
            for (uint64_t left = gomoku_empty_in_row(&t->pos, row); left != 0;)
                check_four(t, colour, row, bits_pop(&left));
}

static void test_fours_have_one_five_and_open_fours_two(void **state)
{
    (void)state;
    for (int rule = 0; rule < 4; rule++)
        for (int n = 0; n < 4; n++)
            play_crowded(rule, 9 + 2 * n, (uint64_t)n, visit_fours);
}

static void visit_forbidden(GomokuThreats *t, uint64_t *rng)
{
    uint8_t turn = t->pos.turn;
    (void)rng;
    t->pos.turn = 0;
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = gomoku_empty_in_row(&t->pos, row); left != 0;) {
            int col = bits_pop(&left);
            assert_int_equal(gomoku_may_play(t, 32 * row + col),
                             !gomoku_is_forbidden(&t->pos, row, col));
        }
    t->pos.turn = turn;
}

static void test_renju_points_are_allowed_as_the_rule_says(void **state)
{
    (void)state;
    for (int size = 7; size <= 20; size++)
        for (int n = 0; n < 10; n++)
            play_crowded(GOMOKU_RENJU, size, (uint64_t)(100 * size + n), visit_forbidden);
}

/* After any other move the open four is made and nothing but a five of one's own stops it. */
static void visit_defences(GomokuThreats *t, uint64_t *rng)
{
    GomokuPoints defences;
    int          mine = t->pos.turn, threat = gomoku_open_four_of(t, 1 - mine);
    (void)rng;
    if (threat < 0 || t->count[mine][RANK_FIVE] > 0 || t->count[1 - mine][RANK_FIVE] > 0 ||
        t->count[mine][RANK_OPEN_FOUR] > 0)
        return;
    gomoku_list_defences(t, threat, &defences);
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = gomoku_empty_in_row(&t->pos, row) & ~defences.row[row]; left != 0;) {
            GomokuChanges changes;
            Move          move = (Move)(32 * row + bits_pop(&left));
            if (!gomoku_may_play(t, move))
                continue;
            gomoku_threats_make(t, move, &changes);
            assert_int_equal(t->count[mine][RANK_FIVE], 0);
            /* Under renju a stone elsewhere can make the point forbidden, or no longer so. */
            if (t->pos.rule != GOMOKU_RENJU)
                assert_int_equal(gomoku_rank(t, 1 - mine, threat), RANK_OPEN_FOUR);
            gomoku_threats_unmake(t, move, &changes);
        }
}

static void test_no_defence_against_an_open_three_is_left_out(void **state)
{
    (void)state;
    over_all_boards(2, visit_defences);
}

/* ---- victory by fours ---- */

static void play(gomoku_pos *p, Move move)
{
    gomoku_undo undo;
    Move        legal[gomoku_max_moves];
    int         count = gomoku_gen(p, legal);
    bool        is_legal = false;
    assert_int_equal(gomoku_play(p), PLAY_ON);
    for (int i = 0; i < count; i++)
        is_legal |= legal[i] == move;
    assert_true(is_legal);
    gomoku_make(p, move, &undo);
}

static bool is_point_allowed(const gomoku_pos *p, int row, int col)
{
    return !gomoku_has_forbidden(p) || !gomoku_is_forbidden(p, row, col);
}

/* By the rules alone: every move of the attacker threatens five, the defender has none himself, and
 * the answer in the line is the only one there is. After the last move there is none. */
static void replay(gomoku_pos p, const Move *line, int length)
{
    int attacker = p.turn;
    for (int i = 0; i < length; i++) {
        if (i % 2 == 1)
            assert_true(wins_with(p, attacker, line[i] >> 5, line[i] & 31));
        play(&p, line[i]);
        if (p.winner != 0) {
            assert_int_equal(p.winner, attacker + 1);
            assert_int_equal(i, length - 1);
            return;
        }
        if (i % 2 == 0) {
            int fives = count_wins(&p, attacker);
            assert_int_equal(count_wins(&p, 1 - attacker), 0);
            assert_true(fives > 0);
            if (i < length - 1)
                assert_int_equal(fives, 1);
        }
    }
    bool is_lost = count_wins(&p, attacker) > 1;
    for (int row = 0; row < p.size; row++) /* or the only answer is forbidden */
        for (uint64_t left = gomoku_empty_in_row(&p, row); left != 0;) {
            int col = bits_pop(&left);
            is_lost |= wins_with(p, attacker, row, col) && !is_point_allowed(&p, row, col);
        }
    assert_true(is_lost);
}

static int wins_found;

static void visit_vcf(GomokuThreats *t, uint64_t *rng)
{
    Move line[VCF_LINE];
    int  length;
    (void)rng;
    if (t->count[0][RANK_FIVE] + t->count[1][RANK_FIVE] > 0)
        return;
    int plies = gomoku_find_vcf(&t->pos, 3000, 20, line, &length);
    if (plies == 0)
        return;
    assert_true(plies == length || plies == length + 2);
    replay(t->pos, line, length);
    wins_found += plies > 5;
}

static void test_wins_by_fours_stand_when_played_by_the_rules(void **state)
{
    (void)state;
    wins_found = 0;
    for (int rule = 0; rule < 4; rule++)
        for (int size = 9; size <= 20; size++)
            for (int n = 0; n < 3; n++)
                play_crowded(rule, size, (uint64_t)(100 * size + n), visit_vcf);
    assert_true(wins_found > 100); /* of more than five plies */
}

static int dead_ends;

/* Then no four is left after any of them and its answer. Where six are no five an answer may bring
 * a line to life: freestyle alone. */
static void visit_dead_end(GomokuThreats *t, uint64_t *rng)
{
    int  mine = t->pos.turn, count;
    Move fours[gomoku_max_moves];
    (void)rng;
    if (t->count[mine][RANK_FIVE] > 0 || t->count[1 - mine][RANK_FIVE] > 0 ||
        !gomoku_fours_lead_nowhere(t))
        return;
    count = gomoku_list_fours(t, fours);
    assert_int_equal(count, 2);
    for (int i = 0; i < count; i++) {
        GomokuChanges attack, answer;
        gomoku_threats_make(t, fours[i], &attack);
        assert_int_equal(t->count[mine][RANK_FIVE], 1);
        Move reply = (Move)gomoku_set_first(&t->set[mine][RANK_FIVE]);
        gomoku_threats_make(t, reply, &answer);
        assert_false(gomoku_has_fours(t, mine));
        gomoku_threats_unmake(t, reply, &answer);
        gomoku_threats_unmake(t, fours[i], &attack);
    }
    dead_ends++;
}

static void test_fours_that_lead_nowhere_leave_no_four(void **state)
{
    (void)state;
    dead_ends = 0;
    for (int size = 9; size <= 20; size++)
        for (int n = 0; n < 30; n++)
            play_crowded(GOMOKU_FREESTYLE, size, (uint64_t)(100 * size + n), visit_dead_end);
    assert_true(dead_ends > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threats_kept_equal_threats_made_anew),
        cmocka_unit_test(test_unmake_restores_every_byte),
        cmocka_unit_test(test_points_of_rank_five_are_those_that_win),
        cmocka_unit_test(test_fours_have_one_five_and_open_fours_two),
        cmocka_unit_test(test_renju_points_are_allowed_as_the_rule_says),
        cmocka_unit_test(test_no_defence_against_an_open_three_is_left_out),
        cmocka_unit_test(test_wins_by_fours_stand_when_played_by_the_rules),
        cmocka_unit_test(test_fours_that_lead_nowhere_leave_no_four),
    };
    return cmocka_run_group_tests_name("gomoku_threats", tests, NULL, NULL);
}
