/* Connect Four's stored outcomes: which positions they are of, what they say, and when they are
 * asked. */
#include "base/file.h"
#include "base/rng.h"
#include "core/solver.h"
#include "games/connect4/solver/connect4_book.h"
#include "games/connect4/solver/connect4_outcomes.h"
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

static Truth solve(void *solver, const void *pos)
{
    Truth truth;
    Error err;
    assert_true(connect4()->solver->solve(solver, pos, &truth, &err));
    return truth;
}

/* A random game's position after so many stones, not over. */
static void play_random(const char *start, uint64_t *rng, int plies, Bytes *pos)
{
    Move  moves[MAX_MOVES];
    Bytes undo;
    int   played = -1;
    while (played < plies) {
        must_parse(connect4(), start, pos);
        for (played = 0; played < plies && connect4()->play(pos) == PLAY_ON; played++) {
            int n = connect4()->gen(pos, moves);
            connect4()->make(pos, moves[rng_below(rng, (uint32_t)n)], &undo);
        }
        if (connect4()->play(pos) != PLAY_ON)
            played = -1;
    }
}

/* ---- positions and keys ---- */

static const char *const boards[] = {"startpos", "startpos rows=4 columns=5",
                                     "startpos rows=7 columns=8", "startpos rows=12 columns=4"};

static void test_a_key_leads_back_to_its_position(void **state)
{
    uint64_t rng = 4;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        Bytes    pos;
        uint64_t mine, all;
        play_random(boards[i % 4], &rng, i % 12, &pos);
        const connect4_pos  *p = (const connect4_pos *)&pos;
        const Connect4Shape *shape = connect4_shape(p);
        connect4_from_key(shape, p->mine + p->all, &mine, &all);
        assert_int_equal(mine, p->mine);
        assert_int_equal(all, p->all);
        assert_true(connect4_is_reachable(shape, mine, all));
    }
}

static bool is_listed(const uint64_t *keys, size_t count, uint64_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && keys[low] == key;
}

/* Every way to colour stones that rest on others, against the list of what games lead to. */
static void test_what_can_be_reached_is_what_is_listed(void **state)
{
    enum { STONES = 6 };
    const Connect4Shape *shape = &connect4_usual;
    size_t               count, reachable = 0, others = 0;
    uint64_t            *keys = connect4_list_keys(shape, STONES, &count);
    (void)state;
    assert_non_null(keys);
    for (int code = 0; code < 823543; code++) { /* 7^7: the heights of the columns */
        uint64_t all = 0;
        int      stones = 0;
        for (int col = 0, left = code; col < 7; col++, left /= 7) {
            all |= ((UINT64_C(1) << left % 7) - 1) << 7 * col;
            stones += left % 7;
        }
        if (stones != STONES)
            continue;
        for (unsigned colours = 0; colours < 1u << STONES; colours++) {
            uint64_t mine = 0, left = all;
            for (int i = 0; i < STONES; i++, left &= left - 1)
                mine |= (colours >> i & 1) != 0 ? left & -left : 0;
            if (bits_count(mine) != STONES / 2)
                continue;
            bool is_reachable = connect4_is_reachable(shape, mine, all);
            assert_int_equal(is_reachable,
                             is_listed(keys, count, connect4_book_key(shape, mine, all)));
            reachable += is_reachable;
            others += !is_reachable;
        }
    }
    assert_true(reachable > 10000 && others > 1000);
    free(keys);
}

/* ---- the file ---- */

static void format(const Connect4Outcomes *kind, const uint64_t *keys, const int8_t *values,
                   size_t count, Str *out)
{
    Error err;
    assert_true(connect4_outcomes_format(kind, keys, values, count, out, &err));
}

static void test_every_key_has_its_outcome(void **state)
{
    static const size_t counts[] = {0, 1, 2, 3, 5, 10, 100, 1000, 99999};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        size_t           count = counts[i], of[3] = {0};
        uint64_t        *keys = malloc((count + 1) * sizeof *keys);
        int8_t          *values = malloc(count + 1);
        uint64_t         rng = 8;
        Str              bytes = {0};
        Error            err;
        Connect4Outcomes outcomes = {.plies = 7};
        assert_non_null(keys);
        assert_non_null(values);
        for (size_t k = 0; k < count; k++) {
            keys[k] = k * 977;
            values[k] = (int8_t)((int)rng_below(&rng, 3) - 1);
            of[values[k] + 1]++;
        }
        format(&outcomes, keys, values, count, &bytes);
        assert_true(bytes.size < 200 + count * 31 / 100);
        outcomes = (Connect4Outcomes){0};
        assert_true(connect4_outcomes_read(&outcomes, (const unsigned char *)str_get(&bytes),
                                           bytes.size, &err));
        assert_int_equal(outcomes.plies, 7);
        assert_int_equal(outcomes.lost, of[0]);
        assert_int_equal(outcomes.drawn, of[1]);
        assert_int_equal(outcomes.won, of[2]);
        for (size_t k = 0; k < count; k++)
            assert_int_equal(connect4_outcomes_probe(&outcomes, keys[k]), values[k]);
        str_free(&bytes);
        free(values);
        free(keys);
    }
}

static const char *const a_folder = "build/test-connect4-outcomes";

static void write_file(const char *name, const char *bytes, size_t size)
{
    char  path[200];
    Error err;
    assert_true(file_make_folder(a_folder, &err));
    snprintf(path, sizeof path, "%s/%s", a_folder, name);
    assert_true(file_write(path, bytes, size, &err));
}

/* A book that no position of the tests is in, so that the outcomes stand alone. */
static void write_empty_book(void)
{
    Connect4Book book = {.plies = 1};
    Str          bytes = {0};
    connect4_book_format(&book, NULL, 0, &bytes);
    write_file("connect4.book", str_get(&bytes), bytes.size);
    str_free(&bytes);
}

static void check_refused(const char *bytes, size_t size, const char *why)
{
    SolverSetup setup = {.tables = a_folder};
    Error       err;
    write_file("connect4.outcomes", bytes, size);
    assert_null(connect4()->solver->open(&setup, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), why));
    assert_non_null(strstr(error_words(&err, LANG_EN), a_folder));
    assert_null(strchr(error_words(&err, LANG_EN), '\n'));
}

static void test_a_damaged_file_is_refused(void **state)
{
    const uint64_t   key = 1;
    const int8_t     value = 1;
    Connect4Outcomes kind = {.plies = 3};
    Str              bytes = {0};
    (void)state;
    write_empty_book();
    format(&kind, &key, &value, 1, &bytes);
    check_refused("hello", 5, "not a file of Connect Four's outcomes");
    check_refused(str_get(&bytes), bytes.size - 1, "cut short");
    bytes.text[bytes.size - 10] ^= 1;
    check_refused(str_get(&bytes), bytes.size, "damaged");
    bytes.text[12] = 9;
    check_refused(str_get(&bytes), bytes.size, "another version");
    str_free(&bytes);
}

/* ---- what is part of the program ---- */

/* What a position is worth to the first player; 2: nobody knows. */
static int value_for_first(const Connect4Outcomes *outcomes, uint64_t key)
{
    const Connect4Shape *shape = &connect4_usual;
    uint64_t             mine, all;
    int                  value;
    connect4_from_key(shape, key, &mine, &all);
    if (!connect4_is_decided(shape, mine, all))
        value = connect4_outcomes_probe(outcomes, key);
    else {
        uint64_t wins = connect4_threats(mine, all) & connect4_landing(all);
        value = wins != 0 && !connect4_has_four(all ^ mine) ? 1 : -1;
    }
    return value == CONNECT4_NO_OUTCOME || outcomes->plies % 2 == 0 ? value : -value;
}

/* Counts published with M. Böck's strong solution: every position of the file, and those that are
 * decided; mirror images count each. */
static void test_positions_of_the_file_by_outcome(void **state)
{
    Connect4Outcomes outcomes;
    Error            err;
    size_t           count, found[3] = {0}, kept[3] = {0};
    unsigned long    expected[3], total, ply = 99;
    FILE            *file = fopen("tests/golden/connect4/positions_per_ply_7x6_wdl.csv", "r");
    (void)state;
    assert_non_null(file);
    assert_true(connect4_outcomes_open(&outcomes, NULL, &err));
    assert_true(outcomes.plies > 0);
    assert_int_equal(fscanf(file, "%*[^\n]"), 0); /* the names of the columns */
    while (ply != (unsigned long)outcomes.plies)
        assert_int_equal(fscanf(file, "%lu,%lu,%lu,%lu,%lu,%*d", &ply, &expected[0], &expected[1],
                                &expected[2], &total),
                         5);
    fclose(file);
    uint64_t *keys = connect4_list_keys(&connect4_usual, outcomes.plies, &count);
    assert_non_null(keys);
    for (size_t i = 0; i < count; i++) {
        uint64_t mine, all;
        int      value = value_for_first(&outcomes, keys[i]);
        assert_int_not_equal(value, CONNECT4_NO_OUTCOME);
        found[1 - value] += connect4_mirrored(keys[i]) == keys[i] ? 1 : 2;
        connect4_from_key(&connect4_usual, keys[i], &mine, &all);
        if (!connect4_is_decided(&connect4_usual, mine, all))
            kept[1 - connect4_outcomes_probe(&outcomes, keys[i])]++;
    }
    assert_int_equal(found[0] + found[1] + found[2], total);
    for (int k = 0; k < 3; k++)
        assert_int_equal(found[k], expected[k]);
    assert_int_equal(kept[0], outcomes.won);
    assert_int_equal(kept[1], outcomes.drawn);
    assert_int_equal(kept[2], outcomes.lost);
    free(keys);
    connect4_outcomes_close(&outcomes);
}

/* What the file says is what the solver finds without it; many more by make proof-connect4. */
static void test_samples_of_the_file(void **state)
{
    void            *with = must_open((SolverSetup){.is_weak = true});
    void            *without = must_open((SolverSetup){.no_book = true, .is_weak = true});
    uint64_t         rng = 78;
    int              samples = getenv("PROOF") != NULL ? 1000 : 40;
    Error            err;
    Connect4Outcomes outcomes;
    (void)state;
    assert_true(connect4_outcomes_open(&outcomes, NULL, &err));
    if (outcomes.plies < 12 && getenv("PROOF") == NULL)
        samples = 4;
    for (int i = 0; i < samples; i++) {
        Bytes pos;
        play_random("startpos", &rng, outcomes.plies, &pos);
        Truth truth = solve(with, &pos);
        assert_true(truth.nodes < 10);
        assert_int_equal(solve(without, &pos).score, truth.score);
    }
    connect4_outcomes_close(&outcomes);
    connect4()->solver->close(with);
    connect4()->solver->close(without);
}

/* ---- used by the search ---- */

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Writes the outcomes of all positions so many stones after `root`. */
static void write_outcomes_after(const Bytes *root, int plies)
{
    connect4_pos *positions = malloc(sizeof *positions);
    void         *solver = must_open((SolverSetup){.no_book = true, .is_weak = true});
    int           count = 1, kept = 0;
    Str           bytes = {0};
    assert_non_null(positions);
    memcpy(positions, root, sizeof *positions);
    Connect4Outcomes kind = {.plies = positions->ply + plies};
    for (int i = 0; i < plies; i++) {
        connect4_pos *later = one_stone_later(positions, &count);
        free(positions);
        positions = later;
    }
    uint64_t *keys = malloc(((size_t)count + 1) * sizeof *keys);
    int8_t   *values = malloc((size_t)count + 1);
    assert_non_null(keys);
    assert_non_null(values);
    for (int i = 0; i < count; i++)
        if (!connect4_is_decided(&connect4_usual, positions[i].mine, positions[i].all))
            keys[kept++] = connect4_book_key(&connect4_usual, positions[i].mine, positions[i].all);
    qsort(keys, (size_t)kept, sizeof *keys, compare_keys);
    count = kept;
    kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || keys[i] != keys[kept - 1])
            keys[kept++] = keys[i];
    for (int i = 0; i < kept; i++) {
        Bytes        pos = {0};
        connect4_pos p = {.ply = (uint8_t)kind.plies};
        connect4_from_key(&connect4_usual, keys[i], &p.mine, &p.all);
        memcpy(&pos, &p, sizeof p);
        values[i] = (int8_t)solve(solver, &pos).score;
    }
    format(&kind, keys, values, (size_t)kept, &bytes);
    write_file("connect4.outcomes", str_get(&bytes), bytes.size);
    str_free(&bytes);
    free(keys);
    free(values);
    free(positions);
    connect4()->solver->close(solver);
}

static void test_outcomes_answer_for_the_search(void **state)
{
    static const struct {
        const char *root;
        int         plies;
    } cases[] = {{"4444446225", 2},
                 {"1234567765", 2},
                 {"7654321123", 1},
                 {"446563554", 2},
                 {"44444432522", 1}};
    (void)state;
    write_empty_book();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int is_weak = 0; is_weak < 2; is_weak++) {
            SolverSetup setup = {.is_weak = is_weak != 0};
            Bytes       root;
            must_parse(connect4(), cases[i].root, &root);
            write_outcomes_after(&root, cases[i].plies);
            setup.tables = a_folder;
            void *with = must_open(setup);
            setup.no_book = true;
            void *without = must_open(setup);
            Truth quick = solve(with, &root), slow = solve(without, &root);
            assert_int_equal(quick.score, slow.score);
            if (is_weak != 0 && (quick.nodes > 100 || quick.nodes >= slow.nodes))
                fail_msg("%s: %d nodes with outcomes, %d without", cases[i].root, (int)quick.nodes,
                         (int)slow.nodes);
            connect4()->solver->close(with);
            connect4()->solver->close(without);
        }
}

/* Two columns of six, colours in turn. Where both begin with the second player's stone nobody can
 * have begun, and the file, which lies, is not asked; where one begins with the first player's, it
 * is. */
static void test_a_position_out_of_no_game_does_not_ask_the_file(void **state)
{
    const uint64_t   odd = UINT64_C(0x15), even = UINT64_C(0x2a); /* cells of a column */
    Connect4Outcomes kind = {.plies = 12};
    (void)state;
    write_empty_book();
    for (int is_reachable = 0; is_reachable < 2; is_reachable++) {
        connect4_pos p = {.mine = (is_reachable != 0 ? odd : even) | even << 14,
                          .all = CONNECT4_COLUMN | CONNECT4_COLUMN << 14,
                          .ply = 12};
        Bytes        pos = {0};
        Str          bytes = {0};
        memcpy(&pos, &p, sizeof p);
        assert_int_equal(connect4_is_reachable(&connect4_usual, p.mine, p.all), is_reachable);
        assert_false(connect4_is_decided(&connect4_usual, p.mine, p.all));
        void    *without = must_open((SolverSetup){.is_weak = true, .no_book = true});
        int      outcome = solve(without, &pos).score;
        int8_t   lie = outcome == 1 ? -1 : 1;
        uint64_t key = connect4_book_key(&connect4_usual, p.mine, p.all);
        format(&kind, &key, &lie, 1, &bytes);
        write_file("connect4.outcomes", str_get(&bytes), bytes.size);
        void *with = must_open((SolverSetup){.is_weak = true, .tables = a_folder});
        assert_int_equal(solve(with, &pos).score, is_reachable != 0 ? lie : outcome);
        connect4()->solver->close(with);
        connect4()->solver->close(without);
        str_free(&bytes);
    }
}

/* Outcomes of other boards are built the same way, and used for their own boards alone. */
static void test_outcomes_of_another_board(void **state)
{
    const Solver *solver_of = connect4()->solver;
    const char   *journal = "build/test-connect4-outcomes/connect4.outcomes.journal";
    Bytes         small;
    BookOrder     order = {.start = &small,
                           .is_weak = true,
                           .plies = 6,
                           .threads = 2,
                           .path = "build/test-connect4-outcomes/connect4.outcomes"};
    uint64_t      rng = 12;
    Error         err;
    (void)state;
    write_empty_book();
    write_file("connect4.outcomes.journal", "", 0);
    must_parse(connect4(), "startpos rows=4 columns=5", &small);
    assert_true(solver_of->build_book(connect4(), &order, &err));
    assert_null(fopen(journal, "rb"));
    void *without = must_open((SolverSetup){.no_book = true});
    void *exact = must_open((SolverSetup){.tables = a_folder});
    void *weak = must_open((SolverSetup){.tables = a_folder, .is_weak = true});
    for (int i = 0; i < 200; i++) {
        Bytes pos;
        bool  is_small = i % 4 != 0;
        int   plies = is_small ? i % 8 : 20;
        play_random(is_small ? "startpos rows=4 columns=5" : "startpos", &rng, plies, &pos);
        Truth truth = solve(without, &pos);
        assert_int_equal(solve(exact, &pos).score, truth.score);
        Truth outcome = solve(weak, &pos);
        assert_int_equal(outcome.score, sign(truth.score));
        assert_true(!is_small || plies != 6 || outcome.nodes < 10);
    }
    solver_of->close(without);
    solver_of->close(exact);
    solver_of->close(weak);
}

/* Blocks of another build are not taken over; what was not written whole is cut off. */
static void test_a_journal_belongs_to_one_build(void **state)
{
    const Solver *solver_of = connect4()->solver;
    char          record[48] = "no record of this build";
    Bytes         small;
    BookOrder     order = {.start = &small,
                           .is_weak = true,
                           .plies = 3,
                           .path = "build/test-connect4-outcomes/connect4.outcomes"};
    Error         err;
    (void)state;
    must_parse(connect4(), "startpos rows=4 columns=5", &small);
    write_file("connect4.outcomes.journal", record, sizeof record);
    assert_false(solver_of->build_book(connect4(), &order, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "belongs to another book"));
    write_file("connect4.outcomes.journal", record, sizeof record - 1);
    assert_true(solver_of->build_book(connect4(), &order, &err));
    order.plies = 13;
    assert_false(solver_of->build_book(connect4(), &order, &err));
    assert_string_equal(error_words(&err, LANG_EN), "a Connect Four book is of 1 to 12 plies");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_key_leads_back_to_its_position),
        cmocka_unit_test(test_what_can_be_reached_is_what_is_listed),
        cmocka_unit_test(test_every_key_has_its_outcome),
        cmocka_unit_test(test_a_damaged_file_is_refused),
        cmocka_unit_test(test_positions_of_the_file_by_outcome),
        cmocka_unit_test(test_samples_of_the_file),
        cmocka_unit_test(test_outcomes_answer_for_the_search),
        cmocka_unit_test(test_a_position_out_of_no_game_does_not_ask_the_file),
        cmocka_unit_test(test_outcomes_of_another_board),
        cmocka_unit_test(test_a_journal_belongs_to_one_build),
    };
    return cmocka_run_group_tests_name("connect4 outcomes", tests, NULL, NULL);
}
