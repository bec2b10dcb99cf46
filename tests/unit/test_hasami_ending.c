/* Hasami's ending two against two: counts, files, and values that follow from each other. */
#include "base/rng.h"
#include "core/open_solver.h"
#include "games/hasami/solver/hasami_ending.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/plateau-ending-XXXXXX";
static char path[sizeof folder + 20];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/hasami-4.tbl", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void keep_layer(const TableLayer *layer, void *user) { *(TableLayer *)user = *layer; }

static TableLayer build(void)
{
    TableLayer layer = {0};
    TablesWork work = {.pieces = 4, .folder = folder, .finished = keep_layer, .user = &layer};
    Error      err;
    if (!hasami_solver.build_tables(&work, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return layer;
}

static void test_counts_and_longest_win(void **state)
{
    TableLayer layer = build(), again = build();
    (void)state;
    assert_true(layer.is_new);
    assert_false(again.is_new);
    assert_true(layer.checksum == again.checksum);
    assert_int_equal(layer.won + layer.lost + layer.drawn, 3240 * 3081);
    assert_int_equal(layer.won, 243756);
    assert_int_equal(layer.lost, 2170);
    assert_int_equal(layer.longest, 11);
}

/* Four different cells. */
static HasamiFour draw_four(uint64_t *rng)
{
    HasamiFour four;
    int        cells[4];
    for (int i = 0; i < 4; i++) {
        cells[i] = (int)rng_below(rng, HASAMI_CELLS);
        for (int j = 0; j < i; j++)
            if (cells[j] == cells[i])
                return draw_four(rng);
    }
    four = (HasamiFour){.mine = {cells[0], cells[1]}, .theirs = {cells[2], cells[3]}};
    return four;
}

/* By the game's own rules: a win comes from the quickest loss of the other side, a loss from his
 * slowest win, a draw from no win and a draw. */
static void check_follows(void *solver, const hasami_pos *p)
{
    static MoveTruth moves[MAX_MOVES];
    const Game      *game = must_find_game("hasami");
    Error            err;
    Truth            truth;
    uint64_t         nodes = 0;
    assert_true(game->solver->solve(solver, p, &truth, &err));
    int count = solver_moves(&(OpenSolver){.game = game, .state = solver}, p, moves, &nodes, &err),
        best = -1, plies = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++)
        best = moves[i].score > best ? moves[i].score : best;
    assert_int_equal(truth.score, best);
    for (int i = 0; i < count; i++)
        if (moves[i].score == best) {
            int after = moves[i].plies + 1;
            if (plies == 0 || (best > 0 ? after < plies : after > plies))
                plies = after;
        }
    assert_int_equal(truth.plies, best == 0 ? -1 : plies);
}

static void test_values_follow_from_each_other_by_the_rules(void **state)
{
    enum { DRAWN_AT_RANDOM = 300, DECIDED = 300 };
    SolverSetup   setup = {.tables = folder};
    Error         err;
    uint64_t      rng = 5;
    HasamiEnding *ending = hasami_ending_new();
    void         *solver = hasami_solver.open(&setup, &err);
    hasami_pos    p;
    HasamiFour    four;
    (void)state;
    assert_non_null(ending);
    assert_non_null(solver);
    for (int i = 0; i < DRAWN_AT_RANDOM; i++) {
        four = draw_four(&rng);
        hasami_ending_to_game(&four, &p);
        check_follows(solver, &p);
    }
    /* Decided positions beyond a capture are rare: look for them. */
    for (int found = 0; found < DECIDED;) {
        Truth truth;
        if (!hasami_ending_position(ending, (uint32_t)(rng_next(&rng) % hasami_ending_size(ending)),
                                    &four))
            continue;
        hasami_ending_to_game(&four, &p);
        assert_true(hasami_solver.solve(solver, &p, &truth, &err));
        if (truth.score == 0 || truth.plies < 2)
            continue;
        check_follows(solver, &p);
        found++;
    }
    hasami_solver.close(solver);
    free(ending);
}

static void test_a_flipped_bit_is_reported(void **state)
{
    static const long places[] = {0, 20, 50, 100, 125, 128, 700000};
    SolverSetup       setup = {.tables = folder};
    TablesWork        work = {.pieces = 4, .folder = folder};
    const char       *text = "9/9/9/4w4/3w5/3b5/9/b8/9 b losing_count=1";
    const Game       *game = must_find_game("hasami");
    (void)state;
    build();
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        for (int turn = 0; turn < 2; turn++) { /* flipped, then mended */
            Error err = {0};
            Truth truth;
            Bytes pos;
            fseek(file, places[i], SEEK_SET);
            int byte = fgetc(file);
            fseek(file, places[i], SEEK_SET);
            fputc(byte ^ 4, file);
            fflush(file);
            void *solver = hasami_solver.open(&setup, &err);
            assert_non_null(solver);
            must_parse(game, text, &pos);
            assert_int_equal(hasami_solver.solve(solver, &pos, &truth, &err), turn == 1);
            assert_int_equal(err.code != 0, turn == 0);
            hasami_solver.close(solver);
            if (turn == 0) {
                assert_false(hasami_solver.verify_tables(&work, &err));
                assert_false(hasami_solver.build_tables(&work, &err));
            }
        }
        fclose(file);
    }
}

static void test_other_positions_are_refused_in_words(void **state)
{
    static const char *const texts[] = {
        "startpos", "9/9/9/4w4/3w5/3b5/9/b8/9 b",                /* losing_count is 2: it is over */
        "9/9/9/4w4/3w5/3b5/9/b8/8b b losing_count=1",            /* three against two */
        "9/9/9/4w4/3w5/3b5/9/b8/9 b losing_count=1 diagonal=on", /* other rules */
    };
    const Game *game = must_find_game("hasami");
    SolverSetup setup = {.tables = folder};
    Error       err;
    void       *solver = hasami_solver.open(&setup, &err);
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Truth truth;
        Bytes pos;
        err.code = 0;
        must_parse(game, texts[i], &pos);
        bool is_over = game->play(&pos) != PLAY_ON;
        assert_int_equal(game->solver->solve(solver, &pos, &truth, &err), is_over);
        assert_int_equal(err.code != 0, !is_over);
    }
    hasami_solver.close(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_and_longest_win),
        cmocka_unit_test(test_values_follow_from_each_other_by_the_rules),
        cmocka_unit_test(test_a_flipped_bit_is_reported),
        cmocka_unit_test(test_other_positions_are_refused_in_words),
    };
    return cmocka_run_group_tests_name("hasami ending", tests, make_folder, remove_folder);
}
