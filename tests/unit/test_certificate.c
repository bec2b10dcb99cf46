/* Certificates: what is written can be checked, and one with any other move in it is refused or
 * still a proof by the rules. */
#include "engine/certificate.h"

#include "base/checksum.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SUM_LINE = 21 };

static const Game *fousfous(void) { return must_find_game("fousfous"); }

static void must_write(const char *position, int pieces, Str *out, Certificate *about)
{
    Bytes       pos;
    Error       err;
    SolverSetup setup = {0};
    OpenSolver  solver;
    assert_true(solver_open(&solver, fousfous(), &setup, &err));
    must_parse(fousfous(), position, &pos);
    if (!certificate_write(&solver, &pos, pieces, out, about, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    solver_close(&solver);
}

static bool check(const Str *text, Certificate *about, Error *err)
{
    return certificate_check(fousfous(), str_get(text), text->size, NULL, about, err);
}

/* Whatever the checker is left to search, it comes to the same. */
static void test_a_certificate_checks(void **state)
{
    (void)state;
    for (int pieces = 0; pieces <= 8; pieces += 2) {
        Str         text = {0};
        Certificate written, read;
        Error       err;
        must_write("startpos rows=5 columns=5", pieces, &text, &written);
        assert_int_equal(written.score, 1);
        if (!check(&text, &read, &err))
            fail_msg("%s", error_words(&err, LANG_EN));
        assert_int_equal(read.positions, written.positions);
        assert_int_equal(read.moves, written.moves);
        assert_int_equal(read.leaves, written.leaves);
        str_free(&text);
    }
}

static void test_every_flipped_bit_is_refused(void **state)
{
    Str         text = {0};
    Certificate about;
    Error       err;
    (void)state;
    must_write("startpos rows=4 columns=4", 4, &text, &about);
    for (size_t i = 0; i < 8 * text.size; i++) {
        text.text[i / 8] ^= (char)(1 << i % 8);
        assert_false(check(&text, &about, &err));
        text.text[i / 8] ^= (char)(1 << i % 8);
    }
    assert_true(check(&text, &about, &err));
    str_free(&text);
}

static void seal(Str *text)
{
    char sum[SUM_LINE + 1];
    snprintf(sum, sizeof sum, "sum %016" PRIx64 "\n",
             checksum_bytes(text->text, text->size - SUM_LINE));
    memcpy(text->text + text->size - SUM_LINE, sum, SUM_LINE);
}

static void test_every_board_up_to_6x6_has_a_certificate(void **state)
{
    enum { LEAST = 2, BOARDS = 5 };
    static const int scores[BOARDS][BOARDS] = {
        {1, 1, 1, -1, -1}, /* 2x2 to 2x6 */
        {1, 1, 1, 1, 1},   {1, -1, 1, -1, 1}, {-1, -1, 1, 1, 1}, {-1, -1, 1, -1, 1},
    };
    (void)state;
    for (int i = 0; i < BOARDS * BOARDS; i++) {
        int         rows = LEAST + i / BOARDS, cols = LEAST + i % BOARDS;
        Str         text = {0};
        Certificate written, read;
        Error       err;
        char        position[60];
        snprintf(position, sizeof position, "startpos rows=%d columns=%d", rows, cols);
        must_write(position, rows * cols > 24 ? 4 : 0, &text, &written);
        if (!check(&text, &read, &err))
            fail_msg("%s: %s", position, error_words(&err, LANG_EN));
        assert_int_equal(read.score, scores[rows - LEAST][cols - LEAST]);
        assert_true(read.moves > 0);
        text.text[text.size / 2] ^= 1;
        assert_false(check(&text, &read, &err));
        assert_string_equal(error_words(&err, LANG_EN), "damaged: its sum is wrong");
        str_free(&text);
    }
}

/* A liar can mend the sum, but not make a lost position won: the claim is turned round, and every
 * move is replaced by every other. */
static void test_a_false_claim_with_a_right_sum_is_refused(void **state)
{
    Str         text = {0};
    Certificate about;
    Error       err;
    (void)state;
    must_write("startpos rows=4 columns=5", 0, &text, &about);
    assert_int_equal(about.score, -1);
    char *score = strstr(text.text, "score -1");
    assert_non_null(score);
    memcpy(score, "score 01", 8);
    for (char c = '!'; c <= '.'; c++) {
        char *moves = strstr(text.text, "moves\n") + 6;
        for (; moves < text.text + text.size - SUM_LINE; moves++)
            if (*moves != '\n')
                *moves = c;
        seal(&text);
        assert_false(check(&text, &about, &err));
    }
    str_free(&text);
}

/* Nor can a liar keep the checker busy for long. */
static void test_a_certificate_that_leaves_too_much_is_refused(void **state)
{
    static const char *const texts[][2] = {
        {"game fousfous\nposition startpos\nscore 1\npieces 32\nmoves\n",
         "it leaves positions of 32 pieces to the checker; 12 at most"},
        {"game fousfous\nposition startpos\nscore 1\npieces 123456789012\nmoves\n",
         "it leaves positions of 123456789012 pieces to the checker; 12 at most"},
        {"game connect4\nposition startpos\nscore 1\npieces 0\nmoves\n",
         "it leaves too much to the checker"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Str         text = {0};
        Certificate about;
        Error       err;
        bool        is_fousfous = strstr(texts[i][0], "fousfous") != NULL;
        const Game *game = must_find_game(is_fousfous ? "fousfous" : "connect4");
        str_printf(&text, "plateau certificate 1\n%s%*s", texts[i][0], SUM_LINE, "");
        seal(&text);
        assert_false(certificate_check(game, str_get(&text), text.size, NULL, &about, &err));
        assert_string_equal(error_words(&err, LANG_EN), texts[i][1]);
        str_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_certificate_checks),
        cmocka_unit_test(test_every_board_up_to_6x6_has_a_certificate),
        cmocka_unit_test(test_every_flipped_bit_is_refused),
        cmocka_unit_test(test_a_false_claim_with_a_right_sum_is_refused),
        cmocka_unit_test(test_a_certificate_that_leaves_too_much_is_refused),
    };
    return cmocka_run_group_tests_name("certificate", tests, NULL, NULL);
}
