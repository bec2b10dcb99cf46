/* The Connect Four solver against known scores, against plain search and against itself. */
#include "base/file.h"
#include "base/rng.h"
#include "core/solver.h"
#include "games/connect4/solver/connect4_book.h"
#include "stones.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Game *connect4(void) { return must_find_game("connect4"); }

static int sign(int value) { return (value > 0) - (value < 0); }

static void *must_open(SolverSetup setup)
{
    Error err;
    void *solver = connect4()->solver->open(&setup, &err);
    assert_non_null(solver);
    return solver;
}

static int score_of(void *solver, const Bytes *pos)
{
    Truth truth;
    Error err;
    assert_true(connect4()->solver->solve(solver, pos, &truth, &err));
    return truth.score;
}

/* ---- known scores ---- */

static void check_set(const char *name, void *solver, bool is_weak)
{
    char  path[200], columns[64];
    int   expected, count = 0;
    Bytes pos;
    snprintf(path, sizeof path, "tests/golden/connect4/%s", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fscanf(file, "%63s %d", columns, &expected) == 2) {
        must_parse(connect4(), columns, &pos);
        int score = score_of(solver, &pos);
        if (score != (is_weak ? sign(expected) : expected))
            fail_msg("%s is worth %d, not %d", columns, expected, score);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 1000);
}

static void check_sets(SolverSetup setup)
{
    void *solver = must_open(setup);
    check_set("Test_L3_R1", solver, setup.is_weak);
    check_set("Test_L2_R1", solver, setup.is_weak);
    check_set("Test_L1_R1", solver, setup.is_weak);
    connect4()->solver->close(solver);
}

static void test_exact_scores_of_the_sets(void **state)
{
    (void)state;
    check_sets((SolverSetup){.no_book = true});
}

static void test_outcomes_of_the_sets(void **state)
{
    (void)state;
    check_sets((SolverSetup){.no_book = true, .is_weak = true});
}

static void test_a_small_table_gives_the_same_scores(void **state)
{
    (void)state;
    check_sets((SolverSetup){.no_book = true, .table_megabytes = 1});
}

/* ---- against itself and against plain search ---- */

static void play_random_from(const char *start, uint64_t *rng, int plies, Bytes *pos)
{
    Move  moves[MAX_MOVES];
    Bytes undo;
    int   played = 0;
    while (played < plies) {
        must_parse(connect4(), start, pos);
        for (played = 0; played < plies && connect4()->play(pos) == PLAY_ON; played++) {
            int n = connect4()->gen(pos, moves);
            connect4()->make(pos, moves[rng_below(rng, (uint32_t)n)], &undo);
        }
    }
}

static void play_random(uint64_t *rng, int plies, Bytes *pos)
{
    play_random_from("startpos", rng, plies, pos);
}

/* One of the two questions of an outcome, with a table that the other has filled and without. */
static void test_half_a_question_has_half_of_the_answer(void **state)
{
    static const OutcomeAsked asked[] = {OUTCOME_WON_OR_NOT, OUTCOME_LOST_OR_NOT};
    SolverSetup               whole = {.no_book = true, .is_weak = true};
    void                     *solver = must_open(whole), *halves = must_open(whole);
    uint64_t                  rng = 9;
    (void)state;
    for (int i = 0; i < 300; i++) {
        Bytes pos;
        play_random(&rng, 14 + i % 20, &pos);
        int outcome = score_of(solver, &pos);
        if (i % 2 == 0)
            connect4()->solver->forget(halves);
        for (int k = 0; k < 2; k++) {
            SolverSetup half = whole;
            half.asked = asked[k];
            connect4()->solver->renew(halves, &half);
            int answer = score_of(halves, &pos), wanted = k == 0 ? 1 : -1;
            assert_int_equal(answer == wanted, outcome == wanted);
        }
    }
    connect4()->solver->close(halves);
    connect4()->solver->close(solver);
}

static void test_a_mirrored_position_is_worth_the_same(void **state)
{
    void    *solver = must_open((SolverSetup){.no_book = true});
    uint64_t rng = 5;
    (void)state;
    for (int i = 0; i < 300; i++) {
        Bytes pos, other;
        Board board, mirrored;
        Error err;
        play_random(&rng, 16 + i % 20, &pos);
        connect4()->to_board(&pos, &board);
        mirrored = board;
        for (int cell = 0; cell < board.rows * board.cols; cell++)
            mirrored.cell[cell / board.cols * board.cols + board.cols - 1 - cell % board.cols] =
                board.cell[cell];
        assert_true(connect4()->from_board(&other, &mirrored, &err));
        int score = score_of(solver, &pos);
        connect4()->solver->forget(solver);
        assert_int_equal(score, score_of(solver, &other));
    }
    connect4()->solver->close(solver);
}

/* Alpha-beta on the cold face, which knows nothing but the rules. The value is the stones that the
 * winner has left when he wins, counting the last. */
static int plain_search(const Bytes *pos, int area, int ply, int alpha, int beta)
{
    Play play = connect4()->play(pos);
    if (play != PLAY_ON)
        return play == PLAY_DRAWN ? 0 : -((area + 2 - ply) / 2);
    Move moves[MAX_MOVES];
    int  count = connect4()->gen(pos, moves);
    for (int i = 0; i < count && alpha < beta; i++) {
        Bytes child, undo;
        memcpy(&child, pos, connect4()->pos_size);
        connect4()->make(&child, moves[i], &undo);
        int value = -plain_search(&child, area, ply + 1, -beta, -alpha);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

static void test_scores_are_those_of_plain_search(void **state)
{
    void    *solver = must_open((SolverSetup){.no_book = true});
    void    *weak = must_open((SolverSetup){.no_book = true, .is_weak = true});
    uint64_t rng = 9;
    (void)state;
    for (int i = 0; i < 400; i++) {
        Bytes pos;
        int   plies = 29 + i % 14;
        play_random(&rng, plies, &pos);
        int expected = plain_search(&pos, 42, plies, -22, 22);
        assert_int_equal(score_of(solver, &pos), expected);
        assert_int_equal(score_of(weak, &pos), sign(expected));
    }
    connect4()->solver->close(weak);
    connect4()->solver->close(solver);
}

/* Boards with even and odd rows and columns, of few bits and of more than 49; both players follow
 * on one of them. One solver meets them in turn. */
static void test_boards_of_other_sizes_too(void **state)
{
    static const struct {
        int rows, cols, empty;
    } boards[] = {{4, 4, 12}, {4, 5, 13}, {5, 4, 13},  {5, 5, 14}, {6, 5, 14}, {5, 6, 13},
                  {3, 7, 12}, {7, 5, 13}, {7, 7, 11},  {7, 8, 10}, {6, 9, 9},  {8, 7, 11},
                  {9, 6, 12}, {2, 9, 12}, {12, 4, 16}, {2, 4, 7},  {9, 1, 9},  {6, 6, 13}};
    void    *solver = must_open((SolverSetup){.no_book = true});
    void    *weak = must_open((SolverSetup){.no_book = true, .is_weak = true});
    uint64_t rng = 21;
    (void)state;
    for (int i = 0; i < 900; i++) {
        int   kind = i % (int)(sizeof boards / sizeof boards[0]);
        int   area = boards[kind].rows * boards[kind].cols;
        int   plies = area - boards[kind].empty + i % 3;
        char  start[64];
        Bytes pos;
        plies = plies < area ? plies : area;
        snprintf(start, sizeof start, "startpos rows=%d columns=%d", boards[kind].rows,
                 boards[kind].cols);
        play_random_from(start, &rng, plies, &pos);
        int expected = plain_search(&pos, area, plies, -32, 32);
        if (score_of(solver, &pos) != expected)
            fail_msg("%d x %d after %d plies: not %d", boards[kind].rows, boards[kind].cols, plies,
                     expected);
        assert_int_equal(score_of(weak, &pos), sign(expected));
    }
    connect4()->solver->close(weak);
    connect4()->solver->close(solver);
}

/* Values that J. Tromp published for small boards, width by height. */
static void test_empty_boards_of_other_sizes(void **state)
{
    static const struct {
        int cols, rows, outcome;
    } boards[] = {{4, 4, 0}, {5, 4, 0}, {6, 4, -1}, {4, 5, 0}, {5, 5, 0}, {4, 6, 0}, {5, 6, 0}};
    void *solver = must_open((SolverSetup){.no_book = true, .is_weak = true});
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        char  start[64];
        Bytes pos;
        snprintf(start, sizeof start, "startpos rows=%d columns=%d", boards[i].rows,
                 boards[i].cols);
        must_parse(connect4(), start, &pos);
        if (score_of(solver, &pos) != boards[i].outcome)
            fail_msg("%d columns of %d: not %d", boards[i].cols, boards[i].rows, boards[i].outcome);
    }
    connect4()->solver->close(solver);
}

static void test_two_threads_give_the_same_scores(void **state)
{
    void    *one = must_open((SolverSetup){.no_book = true});
    void    *two = must_open((SolverSetup){.no_book = true, .threads = 2});
    uint64_t rng = 3;
    (void)state;
    for (int i = 0; i < 12; i++) {
        Bytes pos;
        play_random(&rng, 13 + i % 4, &pos);
        assert_int_equal(score_of(one, &pos), score_of(two, &pos));
    }
    connect4()->solver->close(two);
    connect4()->solver->close(one);
}

static void test_a_stopped_solver_says_so(void **state)
{
    atomic_bool stop = true;
    void       *solver = must_open((SolverSetup){.no_book = true, .stop = &stop});
    Bytes       pos;
    Truth       truth;
    Error       err;
    (void)state;
    must_parse(connect4(), "startpos", &pos);
    assert_false(connect4()->solver->solve(solver, &pos, &truth, &err));
    assert_string_equal(error_words(&err, LANG_EN), "stopped");
    connect4()->solver->close(solver);
}

/* ---- every position after a few plies ---- */

/* How many are won, drawn and lost by the first player. */
static void count_by_outcome(void *solver, const connect4_pos *positions, int count, int out[3])
{
    memset(out, 0, 3 * sizeof *out);
    for (int i = 0; i < count; i++) {
        Bytes pos = {0};
        memcpy(&pos, &positions[i], sizeof positions[i]);
        int score = score_of(solver, &pos);
        out[1 - (connect4()->side(&pos) == 0 ? sign(score) : -sign(score))]++;
    }
}

/* Counts published with M. Böck's strong solution: every position up to eight plies, by the book.
 */
static void test_positions_after_up_to_eight_plies_by_outcome(void **state)
{
    enum { PLIES = 8 };
    FILE         *file = fopen("tests/golden/connect4/positions_per_ply_7x6_wdl.csv", "r");
    void         *solver = must_open((SolverSetup){.is_weak = true});
    connect4_pos *positions = calloc(1, sizeof *positions);
    int           count = 1, expected[3], total, ply, outcomes[3];
    Bytes         start;
    (void)state;
    assert_non_null(file);
    assert_non_null(positions);
    must_parse(connect4(), "startpos", &start);
    memcpy(positions, &start, sizeof *positions);
    assert_int_equal(fscanf(file, "%*[^\n]"), 0); /* the names of the columns */
    for (int i = 0; i <= PLIES; i++) {
        assert_int_equal(fscanf(file, "%d,%d,%d,%d,%d,%*d", &ply, &expected[0], &expected[1],
                                &expected[2], &total),
                         5);
        assert_int_equal(ply, i);
        assert_int_equal(count, total);
        count_by_outcome(solver, positions, count, outcomes);
        for (int k = 0; k < 3; k++)
            assert_int_equal(outcomes[k], expected[k]);
        connect4_pos *later = one_stone_later(positions, &count);
        free(positions);
        positions = later;
    }
    free(positions);
    fclose(file);
    connect4()->solver->close(solver);
}

/* What the book says is what the solver finds without it; many more by make proof-connect4. */
static void test_samples_of_the_book(void **state)
{
    void *with = must_open((SolverSetup){0}), *without = must_open((SolverSetup){.no_book = true});
    uint64_t rng = 77;
    int      samples = getenv("PROOF") != NULL ? 1000 : 6;
    (void)state;
    for (int i = 0; i < samples; i++) {
        Bytes pos;
        Truth truth;
        Error err;
        play_random(&rng, 8, &pos);
        int score = score_of(with, &pos);
        assert_true(connect4()->solver->solve(with, &pos, &truth, &err));
        assert_true(truth.nodes < 100);
        assert_int_equal(score_of(without, &pos), score);
    }
    connect4()->solver->close(with);
    connect4()->solver->close(without);
}

/* ---- the book ---- */

static const char *const a_folder = "build/test-connect4-book";

static void write_file(const char *name, const unsigned char *bytes, size_t size)
{
    char  path[200];
    Error err;
    snprintf(path, sizeof path, "mkdir -p %s", a_folder);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "%s/%s", a_folder, name);
    assert_true(file_write(path, (const char *)bytes, size, &err));
}

static void check_refused(const unsigned char *bytes, size_t size, const char *why)
{
    SolverSetup setup = {.tables = a_folder};
    Error       err;
    write_file("connect4.book", bytes, size);
    assert_null(connect4()->solver->open(&setup, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), why));
    assert_null(strchr(error_words(&err, LANG_EN), '\n'));
}

static void test_a_damaged_book_is_refused(void **state)
{
    unsigned char bytes[40] = "PlaBook4\x08\0\0\0\1\0\0\0\1";
    (void)state;
    check_refused((const unsigned char *)"hello", 5, "not a Connect Four book");
    check_refused(bytes, sizeof bytes - 1, "cut short");
    check_refused(bytes, sizeof bytes, "damaged");
    bytes[12] = 9;
    check_refused(bytes, sizeof bytes, "another version");
}

/* A book of the positions that one move leads to: the score is the same, for a few nodes, and for
 * the mirror image too. */
static void test_a_book_answers_for_the_search(void **state)
{
    static const char *const roots[] = {"4444446225", "44656355", "1234567765", "7654321123"};
    const Solver            *solver_of = connect4()->solver;
    void                    *plain = must_open((SolverSetup){.no_book = true});
    (void)state;
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        Bytes    root, child, undo;
        Move     moves[MAX_MOVES];
        uint64_t words[CONNECT4_COLS];
        int      count = 0;
        Str      bytes = {0};
        Truth    without, with;
        Error    err;
        must_parse(connect4(), roots[i], &root);
        solver_of->forget(plain);
        assert_true(solver_of->solve(plain, &root, &without, &err));
        int legal = connect4()->gen(&root, moves);
        for (int m = 0; m < legal; m++) {
            child = root;
            connect4()->make(&child, moves[m], &undo);
            const connect4_pos *p = (const connect4_pos *)&child;
            uint64_t            key = connect4_book_key(&connect4_usual, p->mine, p->all);
            uint64_t            word = key << 8 | (uint64_t)(score_of(plain, &child) + 128);
            int                 at = count++;
            for (; at > 0 && words[at - 1] > word; at--)
                words[at] = words[at - 1];
            words[at] = word;
        }
        Connect4Book book = {.plies = (int)strlen(roots[i]) + 1};
        connect4_book_format(&book, words, (size_t)count, &bytes);
        assert_false(bytes.failed);
        write_file("connect4.book", (const unsigned char *)str_get(&bytes), bytes.size);
        void *solver = must_open((SolverSetup){.tables = a_folder});
        assert_true(solver_of->solve(solver, &root, &with, &err));
        assert_int_equal(with.score, without.score);
        if (with.nodes >= 200 || with.nodes >= without.nodes)
            fail_msg("%s: %d nodes with the book, %d without", roots[i], (int)with.nodes,
                     (int)without.nodes);
        solver_of->close(solver);
        str_free(&bytes);
    }
    solver_of->close(plain);
}

/* Books of other boards are built the same way, and used for their own boards alone. */
static void test_a_book_of_another_board(void **state)
{
    const Solver *solver_of = connect4()->solver;
    Bytes         small, usual;
    BookOrder     order = {
            .start = &small, .plies = 4, .path = "build/test-connect4-book/connect4.book"};
    Truth without, with;
    Error err;
    (void)state;
    must_parse(connect4(), "startpos rows=4 columns=5", &small);
    must_parse(connect4(), "4444446225", &usual);
    write_file("connect4.book", (const unsigned char *)"", 0);
    assert_true(solver_of->build_book(connect4(), &order, &err));
    void *plain = must_open((SolverSetup){.no_book = true});
    void *solver = must_open((SolverSetup){.tables = a_folder});
    assert_true(solver_of->solve(plain, &small, &without, &err));
    assert_true(solver_of->solve(solver, &small, &with, &err));
    assert_int_equal(with.score, without.score);
    assert_true(with.nodes < without.nodes / 2);
    assert_true(solver_of->solve(plain, &usual, &without, &err));
    assert_true(solver_of->solve(solver, &usual, &with, &err));
    assert_int_equal(with.score, without.score);
    solver_of->close(solver);
    solver_of->close(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_scores_of_the_sets),
        cmocka_unit_test(test_outcomes_of_the_sets),
        cmocka_unit_test(test_a_small_table_gives_the_same_scores),
        cmocka_unit_test(test_half_a_question_has_half_of_the_answer),
        cmocka_unit_test(test_a_mirrored_position_is_worth_the_same),
        cmocka_unit_test(test_scores_are_those_of_plain_search),
        cmocka_unit_test(test_boards_of_other_sizes_too),
        cmocka_unit_test(test_empty_boards_of_other_sizes),
        cmocka_unit_test(test_two_threads_give_the_same_scores),
        cmocka_unit_test(test_a_stopped_solver_says_so),
        cmocka_unit_test(test_positions_after_up_to_eight_plies_by_outcome),
        cmocka_unit_test(test_samples_of_the_book),
        cmocka_unit_test(test_a_damaged_book_is_refused),
        cmocka_unit_test(test_a_book_answers_for_the_search),
        cmocka_unit_test(test_a_book_of_another_board),
    };
    return cmocka_run_group_tests_name("connect4 solver", tests, NULL, NULL);
}
