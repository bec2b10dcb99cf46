/* Proofs of the start, best first: the known values, and no more work than depth first. */
#include "games/fousfous/proof/fousfous_journal.h"
#include "games/fousfous/solver/fousfous_pack.h"

#include "base/errors.h"
#include "core/solver.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *rules, *journal;
    int         score; /* docs/fousfous-solution.md */
} Sample;

static const Sample boards[] = {
    {"startpos rows=5 columns=5", "fousfous-5x5.journal", 1},
    {"startpos rows=4 columns=5", "fousfous-4x5.journal", -1},
    {"startpos rows=6 columns=5", "fousfous-6x5.journal", -1},
    {"startpos rows=6 columns=6", "fousfous-6x6.journal", 1},
    {"startpos rows=7 columns=6", "fousfous-7x6.journal", 1},
    {"startpos rows=6 columns=7", "fousfous-6x7.journal", -1},
};

static const Game *fousfous(void) { return must_find_game("fousfous"); }

static uint64_t nodes_depth_first(const Sample *board)
{
    Bytes       pos;
    Truth       truth;
    Error       err;
    SolverSetup setup = {.is_weak = true};
    void       *solver = fousfous()->solver->open(&setup, &err);
    assert_non_null(solver);
    must_parse(fousfous(), board->rules, &pos);
    assert_true(fousfous()->solver->solve(solver, &pos, &truth, &err));
    assert_int_equal(truth.score, board->score);
    fousfous()->solver->close(solver);
    return truth.nodes;
}

static uint64_t nodes_best_first(const Sample *board, int threads)
{
    char      folder[64], path[128];
    Bytes     pos;
    Truth     truth;
    Error     err;
    ProofWork work = {.folder = folder, .threads = threads};
    snprintf(folder, sizeof folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    assert_non_null(mkdtemp(folder));
    must_parse(fousfous(), board->rules, &pos);
    if (!fousfous()->solver->prove(&work, &pos, &truth, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_int_equal(truth.score, board->score);
    snprintf(path, sizeof path, "%s/%s", folder, board->journal);
    unlink(path);
    rmdir(folder);
    return truth.nodes;
}

/* Leaves of the tree are searched again with larger limits: on small boards that shows. */
static void test_the_known_values_at_no_more_than_half_as_much_again(void **state)
{
    enum { SMALL = 50000 };
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        uint64_t depth_first = nodes_depth_first(&boards[i]);
        for (int threads = 1; threads <= 2; threads++)
            assert_true(nodes_best_first(&boards[i], threads) <= depth_first * 3 / 2 + SMALL);
    }
}

static void test_one_thread_takes_the_same_way_each_time(void **state)
{
    (void)state;
    assert_int_equal(nodes_best_first(&boards[3], 1), nodes_best_first(&boards[3], 1));
}

static void test_packing_is_undone_and_the_same_in_every_build(void **state)
{
    uint64_t rng = 5;
    (void)state;
    for (int i = 0; i < 10000; i++) {
        uint64_t set = rng_next(&rng) & FOUSFOUS_DIAMOND, gathered = 0;
        int      n = 0;
        for (uint64_t left = FOUSFOUS_DIAMOND; left != 0; n++)
            gathered |= (set >> bits_pop(&left) & 1) << n;
        assert_int_equal(fousfous_pack_set(set), gathered);
        assert_int_equal(fousfous_unpack_set((uint32_t)gathered), set);
    }
}

/* Older journals hold whichever of the reflections a search came across. */
static void test_reflections_in_a_journal_are_found_as_one(void **state)
{
    char     folder[64], path[128];
    Error    err;
    Journal  journal;
    uint64_t mine = UINT64_C(0x0000000000001c08), theirs = UINT64_C(0x0000003000000000);
    uint64_t lowest = fousfous_packed_canonical(fousfous_pack(mine, theirs));
    (void)state;
    snprintf(folder, sizeof folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 4; i++) {
        mine = i == 2 ? fousfous_turn_u(mine) : fousfous_turn_v(mine);
        theirs = i == 2 ? fousfous_turn_u(theirs) : fousfous_turn_v(theirs);
        assert_true(journal_open(&journal, folder, 8, 8, &err));
        journal_add(&journal, fousfous_pack(mine, theirs), false, 300);
        journal_close(&journal);
        assert_true(journal_open(&journal, folder, 8, 8, &err));
        assert_int_equal(journal_count(&journal), 1);
        assert_int_equal(journal_find(&journal, lowest), -1);
        assert_int_equal(journal_cost(&journal, lowest), 8);
        journal_close(&journal);
        snprintf(path, sizeof path, "%s/fousfous-8x8.journal", folder);
        unlink(path);
    }
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_known_values_at_no_more_than_half_as_much_again),
        cmocka_unit_test(test_one_thread_takes_the_same_way_each_time),
        cmocka_unit_test(test_packing_is_undone_and_the_same_in_every_build),
        cmocka_unit_test(test_reflections_in_a_journal_are_found_as_one),
    };
    return cmocka_run_group_tests_name("fousfous best first", tests, NULL, NULL);
}
