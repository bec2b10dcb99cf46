/* Gomoku's wins by threats: what is found is won whatever the other plays, by the rules themselves;
 * and long attacks are found. */
#include "base/rng.h"
#include "games/gomoku/champion/gomoku_vct.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_NODES = 20000, MORE_NODES = 2000000 };

/* Fours are a threat too; a five needs no search. */
static Move find_attack(const gomoku_pos *p, uint64_t nodes, Tt *table)
{
    Move          line[VCT_PLIES];
    GomokuThreats t;
    gomoku_threats_init(&t, p);
    if (t.count[p->turn][RANK_FIVE] > 0)
        return (Move)gomoku_set_first(&t.set[p->turn][RANK_FIVE]);
    return gomoku_find_vct(p, nodes, table, line) > 0 ? line[0] : MOVE_NONE;
}

static void play(gomoku_pos *p, Move move)
{
    gomoku_undo undo;
    gomoku_make(p, move, &undo);
}

/* Any answer that is allowed; now and then one that makes sense. */
static Move draw_answer(const gomoku_pos *p, uint64_t *rng)
{
    Move          moves[gomoku_max_moves];
    GomokuThreats t;
    int           count = gomoku_gen(p, moves), theirs = 1 - p->turn;
    gomoku_threats_init(&t, p);
    Move best = moves[rng_below(rng, (uint32_t)count)];
    if (t.count[theirs][RANK_FIVE] > 0 && rng_below(rng, 8) > 0)
        return (Move)gomoku_set_first(&t.set[theirs][RANK_FIVE]);
    for (int i = 0; i < count && rng_below(rng, 4) > 0; i++)
        if (gomoku_promise(&t, moves[i]) > gomoku_promise(&t, best))
            best = moves[i];
    return best;
}

/* From a won position the attacker wins, whatever is answered. */
static void check_win(gomoku_pos p, uint64_t seed, Tt *table)
{
    int      attacker = p.turn;
    uint64_t rng = seed;
    while (gomoku_play(&p) == PLAY_ON) {
        if (p.turn != attacker) {
            Move answer = draw_answer(&p, &rng);
            if (!position_is_legal(must_find_game("gomoku"), &p, answer))
                return; /* the only answer is forbidden */
            play(&p, answer);
            continue;
        }
        Move move = find_attack(&p, MORE_NODES, table);
        if (move == MOVE_NONE)
            fail_msg("a win was lost: rule %d, %d stones, seed %d", p.rule, p.stones, (int)seed);
        play(&p, move);
    }
    assert_int_equal(p.winner, attacker + 1);
}

static gomoku_pos parse(const char *text)
{
    Bytes      bytes;
    gomoku_pos p;
    must_parse(must_find_game("gomoku"), text, &bytes);
    memcpy(&p, &bytes, sizeof p);
    return p;
}

/* A few stones near each other. */
static gomoku_pos draw_position(const char *rules, int stones, uint64_t *rng)
{
    gomoku_pos p = parse(rules);
    while (p.stones < stones && gomoku_play(&p) == PLAY_ON) {
        GomokuThreats t;
        GomokuPoints  near;
        Move          list[gomoku_max_moves];
        int           count = 0;
        gomoku_threats_init(&t, &p);
        gomoku_near_stones(&t, &near);
        for (int row = 0; row < p.size; row++)
            for (uint64_t left = near.row[row]; left != 0;) {
                int point = 32 * row + bits_pop(&left);
                if (gomoku_may_play(&t, point) && gomoku_rank(&t, p.turn, point) < RANK_FOUR)
                    list[count++] = (Move)point;
            }
        if (count == 0)
            break;
        play(&p, list[rng_below(rng, (uint32_t)count)]);
    }
    return p;
}

static void test_wins_by_threats_stand_against_any_answer(void **state)
{
    static const char *const rules[] = {"startpos", "startpos rule=standard", "startpos rule=renju",
                                        "startpos rule=caro", "startpos size=20 rule=renju"};
    Tt                      *table = tt_new(16);
    int                      wins = 0;
    (void)state;
    assert_non_null(table);
    for (size_t rule = 0; rule < sizeof rules / sizeof rules[0]; rule++)
        for (uint64_t n = 0; n < 60; n++) {
            uint64_t   rng = 1000 * rule + n;
            Move       line[VCF_LINE];
            int        length;
            gomoku_pos p = draw_position(rules[rule], 8 + (int)n % 12, &rng);
            tt_clear(table);
            if (gomoku_play(&p) != PLAY_ON || gomoku_find_vcf(&p, 3000, 20, line, &length) > 0 ||
                find_attack(&p, FIRST_NODES, table) == MOVE_NONE)
                continue;
            wins++;
            for (uint64_t seed = 0; seed < 4; seed++)
                check_win(p, seed, table);
        }
    assert_true(wins > 30);
    tt_delete(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wins_by_threats_stand_against_any_answer),
    };
    return cmocka_run_group_tests_name("gomoku_vct", tests, NULL, NULL);
}
