/* Fous-Fous solved: the endgame tables and the exact search against known counts, plain search and
 * themselves. */
#include "base/file.h"
#include "base/rng.h"
#include "core/notation.h"
#include "core/open_solver.h"
#include "core/solver.h"
#include "core/symmetry.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PIECES = 10, LIMIT = 1 << 24 };

typedef struct {
    char        folder[64];
    TableLayer  layers[MAX_PIECES + 1];
    int         stop_at; /* stop during the layer of so many pieces */
    atomic_bool stop;
} Place;

static const uint64_t won[] = {0, 0, 280, 14992, 299380, 3943366, 34943098};
static const uint64_t lost[] = {0, 0, 712, 14768, 204060, 2097914, 21240806};

static const Game *fousfous(void) { return must_find_game("fousfous"); }

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return -1;
    *state = place;
    snprintf(place->folder, sizeof place->folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    return mkdtemp(place->folder) != NULL ? 0 : -1;
}

static void path_of(const Place *place, int pieces, char path[200])
{
    snprintf(path, 200, "%s/fousfous-%d.tbl", place->folder, pieces);
}

static int remove_place(void **state)
{
    Place *place = *state;
    char   path[200];
    for (int k = 2; k <= MAX_PIECES; k++) {
        path_of(place, k, path);
        unlink(path);
    }
    rmdir(place->folder);
    free(place);
    return 0;
}

static void note_layer(const TableLayer *layer, void *user)
{
    ((Place *)user)->layers[layer->pieces] = *layer;
}

static void note_progress(int pieces, double fraction, void *user)
{
    Place *place = user;
    assert_true(fraction >= 0 && fraction <= 1);
    if (pieces == place->stop_at)
        atomic_store(&place->stop, true);
}

static TablesWork work_of(Place *place, int pieces, int threads)
{
    return (TablesWork){.pieces = pieces,
                        .threads = threads,
                        .folder = place->folder,
                        .stop = &place->stop,
                        .progress = note_progress,
                        .finished = note_layer,
                        .user = place};
}

static void must_build(Place *place, int pieces, int threads)
{
    Error      err;
    TablesWork work = work_of(place, pieces, threads);
    if (!fousfous()->solver->build_tables(&work, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static void test_tables_have_the_known_counts(void **state)
{
    Place *place = *state;
    must_build(place, 5, 1);
    for (int k = 2; k <= 5; k++) {
        assert_true(place->layers[k].is_new);
        assert_int_equal(place->layers[k].won, won[k]);
        assert_int_equal(place->layers[k].lost, lost[k]);
    }
}

static void test_a_second_pass_agrees(void **state)
{
    Place *place = *state;
    Error  err;
    must_build(place, 4, 2);
    TablesWork work = work_of(place, 4, 2);
    assert_true(fousfous()->solver->verify_tables(&work, &err));
}

static void test_built_in_tables_are_whole_and_have_the_known_counts(void **state)
{
    Place     *place = *state; /* an empty folder */
    Error      err;
    TablesWork work = work_of(place, 5, 2);
    if (!fousfous()->solver->verify_tables(&work, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    for (int k = 2; k <= 5; k++)
        assert_int_equal(place->layers[k].won, won[k]);
}

static void test_a_stopped_build_goes_on_to_the_same_tables(void **state)
{
    Place     *place = *state;
    Error      err;
    uint64_t   sums[6];
    char       path[200];
    TablesWork work = work_of(place, 5, 1);
    must_build(place, 5, 1);
    for (int k = 2; k <= 5; k++)
        sums[k] = place->layers[k].checksum;
    for (int k = 4; k <= 5; k++) {
        path_of(place, k, path);
        assert_int_equal(unlink(path), 0);
    }
    place->stop_at = 5;
    assert_false(fousfous()->solver->build_tables(&work, &err));
    assert_string_equal(error_words(&err, LANG_EN), "stopped");
    place->stop_at = 0;
    atomic_store(&place->stop, false);
    must_build(place, 5, 2);
    assert_false(place->layers[4].is_new); /* it was finished before the stop */
    assert_true(place->layers[5].is_new);
    for (int k = 2; k <= 5; k++)
        assert_int_equal(place->layers[k].checksum, sums[k]);
}

/* Every bit that is flipped, in the header or behind it, is found. */
static void test_a_flipped_bit_is_found(void **state)
{
    Place *place = *state;
    Error  err;
    Str    bytes = {0};
    char   path[200];
    must_build(place, 3, 1);
    path_of(place, 3, path);
    assert_true(file_read(path, LIMIT, &bytes, &err));
    for (size_t i = 0; i < bytes.size; i += 97) {
        bytes.text[i] ^= (char)(1 << i % 8);
        assert_true(file_write(path, bytes.text, bytes.size, &err));
        bytes.text[i] ^= (char)(1 << i % 8);
        TablesWork work = work_of(place, 3, 1);
        if (i >= 72 && i < 128)
            continue; /* the header's reserve */
        assert_false(fousfous()->solver->verify_tables(&work, &err));
        assert_non_null(strstr(error_words(&err, LANG_EN), path));
        assert_false(fousfous()->solver->build_tables(&work, &err));
    }
    str_free(&bytes);
}

static void test_a_damaged_table_is_refused_by_the_solver(void **state)
{
    Place *place = *state;
    Error  err;
    char   path[200];
    path_of(place, 7, path);
    assert_true(file_write(path, "PLTABLE\nnothing else", 20, &err));
    SolverSetup setup = {.tables = place->folder};
    assert_null(fousfous()->solver->open(&setup, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), path));
}

/* ---- values ---- */

/* Plain search by the cold rules, nothing remembered. */
static bool plain_wins(void *pos)
{
    const Game *game = fousfous();
    Move        moves[MAX_MOVES];
    Bytes       undo;
    Play        play = game->play(pos);
    if (play != PLAY_ON)
        return play == PLAY_WON;
    int count = game->gen(pos, moves);
    for (int i = 0; i < count; i++) {
        game->make(pos, moves[i], &undo);
        bool is_lost = !plain_wins(pos);
        game->unmake(pos, moves[i], &undo);
        if (is_lost)
            return true;
    }
    return false;
}

/* A random game from the start, up to so many pieces or its end. */
static void draw_position_from(const char *start, uint64_t *rng, int pieces, Bytes *pos)
{
    const Game *game = fousfous();
    must_parse(game, start, pos);
    while (position_pieces(game, pos) > pieces && game->play(pos) == PLAY_ON) {
        Move  moves[MAX_MOVES];
        Bytes undo;
        int   count = game->gen(pos, moves);
        game->make(pos, moves[rng_below(rng, (uint32_t)count)], &undo);
    }
}

static void draw_position(uint64_t *rng, int pieces, Bytes *pos)
{
    draw_position_from("startpos", rng, pieces, pos);
}

static void *must_open(const SolverSetup *setup)
{
    Error err;
    void *solver = fousfous()->solver->open(setup, &err);
    if (solver == NULL)
        fail_msg("%s", error_words(&err, LANG_EN));
    return solver;
}

static bool solved_wins(void *solver, const void *pos)
{
    Truth truth;
    Error err;
    if (!fousfous()->solver->solve(solver, pos, &truth, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return truth.score > 0;
}

static void check_against_plain(int from, int to, int each, uint64_t seed)
{
    SolverSetup setup = {.tables = P_tmpdir "/nothing-here"}; /* built-in tables alone */
    void       *solver = must_open(&setup);
    for (int pieces = from; pieces <= to; pieces++)
        for (int i = 0; i < each; i++) {
            Bytes pos;
            draw_position(&seed, pieces, &pos);
            assert_int_equal(solved_wins(solver, &pos), plain_wins(&pos));
        }
    fousfous()->solver->close(solver);
}

static void test_tables_agree_with_plain_search(void **state)
{
    (void)state;
    check_against_plain(2, 6, 200, 1);
}

static void test_search_agrees_with_plain_search(void **state)
{
    (void)state;
    check_against_plain(7, 10, 20, 2);
    check_against_plain(11, 13, 3, 3);
}

static void test_two_threads_agree_with_one(void **state)
{
    (void)state;
    SolverSetup one = {0}, two = {.threads = 2};
    void       *alone = must_open(&one), *together = must_open(&two);
    uint64_t    rng = 4;
    for (int i = 0; i < 30; i++) {
        Bytes pos;
        draw_position(&rng, 16, &pos);
        assert_int_equal(solved_wins(alone, &pos), solved_wins(together, &pos));
    }
    fousfous()->solver->close(alone);
    fousfous()->solver->close(together);
}

static void test_one_thread_counts_the_same_nodes_again(void **state)
{
    (void)state;
    SolverSetup setup = {0};
    void       *solver = must_open(&setup);
    uint64_t    rng = 5;
    for (int i = 0; i < 10; i++) {
        Bytes pos;
        Truth first, second;
        Error err;
        draw_position(&rng, 15, &pos);
        fousfous()->solver->forget(solver);
        assert_true(fousfous()->solver->solve(solver, &pos, &first, &err));
        fousfous()->solver->forget(solver);
        assert_true(fousfous()->solver->solve(solver, &pos, &second, &err));
        assert_int_equal(first.nodes, second.nodes);
    }
    fousfous()->solver->close(solver);
}

/* A solver asked for the start of a small board has made tables for it; one asked for few pieces
 * alone has none. */
static void test_small_boards_with_tables_agree_with_search(void **state)
{
    static const char *const starts[] = {"startpos rows=5 columns=6", "startpos rows=6 columns=5",
                                         "startpos rows=6 columns=6", "startpos rows=7 columns=6",
                                         "startpos rows=5 columns=8"};
    (void)state;
    SolverSetup setup = {.threads = 2};
    for (size_t b = 0; b < sizeof starts / sizeof starts[0]; b++) {
        void    *with = must_open(&setup), *without = must_open(&setup);
        uint64_t rng = 7 + b;
        Bytes    pos;
        must_parse(fousfous(), starts[b], &pos);
        solved_wins(with, &pos);
        for (int i = 0; i < 200; i++) {
            draw_position_from(starts[b], &rng, 2 + i % 11, &pos);
            assert_int_equal(solved_wins(with, &pos), solved_wins(without, &pos));
        }
        fousfous()->solver->close(with);
        fousfous()->solver->close(without);
    }
}

static void test_reflected_positions_have_the_same_value(void **state)
{
    (void)state;
    SolverSetup setup = {0};
    void       *solver = must_open(&setup);
    uint64_t    rng = 6;
    for (int i = 0; i < 40; i++) {
        Bytes pos, turned;
        Board board, image;
        Error err;
        draw_position(&rng, 4 + i % 11, &pos);
        fousfous()->to_board(&pos, &board);
        unsigned kept = fousfous()->symmetries(&board);
        for (int t = 0; t < 8; t++) {
            if (!(kept >> t & 1))
                continue;
            symmetry_board(&board, t, &image);
            assert_true(fousfous()->from_board(&turned, &image, &err));
            assert_int_equal(solved_wins(solver, &pos), solved_wins(solver, &turned));
        }
        symmetry_swap_colours(&board);
        assert_true(fousfous()->from_board(&turned, &board, &err));
        assert_int_equal(solved_wins(solver, &pos), solved_wins(solver, &turned));
    }
    fousfous()->solver->close(solver);
}

/* A position's value and how many of its moves win; their names, in the order of the moves. */
static int winning_moves(void *solver, const char *position, int *score, int *all, Str *names)
{
    MoveTruth moves[MAX_MOVES];
    Bytes     pos;
    Truth     truth;
    Error     err;
    uint64_t  nodes = 0;
    int       winning = 0;
    must_parse(fousfous(), position, &pos);
    assert_true(fousfous()->solver->solve(solver, &pos, &truth, &err));
    *score = truth.score;
    *all =
        solver_moves(&(OpenSolver){.game = fousfous(), .state = solver}, &pos, moves, &nodes, &err);
    for (int j = 0; j < *all; j++)
        if (moves[j].score > 0) {
            char text[MOVE_TEXT_SIZE];
            str_printf(names, " %s", notation_format(fousfous(), &pos, moves[j].move, text));
            winning++;
        }
    return winning;
}

static void test_small_boards_have_the_known_values(void **state)
{
    static const struct {
        int rows, cols, score, winning, all;
    } boards[] = {{3, 3, 1, 4, 4},   {4, 4, 1, 2, 9},   {4, 5, -1, 0, 12}, {5, 4, 1, 12, 12},
                  {5, 5, 1, 16, 16}, {4, 6, 1, 13, 15}, {6, 4, 1, 13, 15}, {5, 6, 1, 20, 20},
                  {6, 5, -1, 0, 20}, {6, 6, 1, 25, 25}};
    (void)state;
    SolverSetup setup = {0};
    void       *solver = must_open(&setup);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        char text[60];
        int  score, all;
        Str  names = {0};
        snprintf(text, sizeof text, "startpos rows=%d columns=%d", boards[i].rows, boards[i].cols);
        assert_int_equal(winning_moves(solver, text, &score, &all, &names), boards[i].winning);
        assert_int_equal(score, boards[i].score);
        assert_int_equal(all, boards[i].all);
        if (boards[i].winning == 2)
            assert_string_equal(str_get(&names), " B1-A2 D3-C4");
        str_free(&names);
    }
    fousfous()->solver->close(solver);
}

static void test_a_search_that_is_stopped_says_so(void **state)
{
    (void)state;
    atomic_bool stop = true;
    SolverSetup setup = {.stop = &stop, .threads = 2};
    void       *solver = must_open(&setup);
    Bytes       pos;
    Truth       truth;
    Error       err;
    must_parse(fousfous(), "startpos", &pos);
    assert_false(fousfous()->solver->solve(solver, &pos, &truth, &err));
    assert_string_equal(error_words(&err, LANG_EN), "stopped");
    fousfous()->solver->close(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tables_have_the_known_counts, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_a_second_pass_agrees, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_built_in_tables_are_whole_and_have_the_known_counts,
                                        make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_a_stopped_build_goes_on_to_the_same_tables, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_a_flipped_bit_is_found, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_a_damaged_table_is_refused_by_the_solver, make_place,
                                        remove_place),
        cmocka_unit_test(test_tables_agree_with_plain_search),
        cmocka_unit_test(test_search_agrees_with_plain_search),
        cmocka_unit_test(test_two_threads_agree_with_one),
        cmocka_unit_test(test_one_thread_counts_the_same_nodes_again),
        cmocka_unit_test(test_reflected_positions_have_the_same_value),
        cmocka_unit_test(test_small_boards_have_the_known_values),
        cmocka_unit_test(test_small_boards_with_tables_agree_with_search),
        cmocka_unit_test(test_a_search_that_is_stopped_says_so),
    };
    return cmocka_run_group_tests_name("fousfous solver", tests, NULL, NULL);
}
