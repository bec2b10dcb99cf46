/* Flat certificates of Fous-Fous: what a proof writes is checked; whatever is changed in it is
 * refused, with its sum mended or not. */
#include "games/fousfous/proof/fousfous_flat.h"

#include "base/errors.h"
#include "base/file.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char folder[64], proof[80], note[80];
} Place;

static const Game *fousfous(void) { return must_find_game("fousfous"); }

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return -1;
    *state = place;
    snprintf(place->folder, sizeof place->folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    if (mkdtemp(place->folder) == NULL)
        return -1;
    snprintf(place->proof, sizeof place->proof, "%s/proof", place->folder);
    snprintf(place->note, sizeof place->note, "%s/note", place->folder);
    return 0;
}

static int remove_place(void **state)
{
    static const char *const journals[] = {"6x6", "4x5", "5x5", "6x5"};
    Place                   *place = *state;
    unlink(place->proof);
    unlink(place->note);
    for (size_t i = 0; i < sizeof journals / sizeof journals[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/fousfous-%s.journal", place->folder, journals[i]);
        unlink(path);
    }
    rmdir(place->folder);
    free(place);
    return 0;
}

/* A certificate of the rules' start, from the journal of a proof. */
static FlatAbout must_write(const Place *place, const char *rules, int pieces)
{
    Bytes     pos;
    Truth     truth;
    Error     err;
    FlatAbout about;
    ProofWork work = {.folder = place->folder};
    FlatOrder order = {.folder = place->folder, .path = place->proof, .pieces = pieces};
    must_parse(fousfous(), rules, &pos);
    if (!fousfous()->solver->prove(&work, &pos, &truth, &err) ||
        !fousfous()->solver->write_flat(fousfous()->solver, &order, &pos, &about, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_int_equal(about.score, truth.score);
    return about;
}

static bool check(const FlatCheck *order, FlatAbout *about, Error *err)
{
    return fousfous()->solver->check_flat(fousfous()->solver, order, about, err);
}

static void must_check(const FlatCheck *order, FlatAbout *about)
{
    Error err;
    if (!check(order, about, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static void test_what_a_proof_writes_is_checked(void **state)
{
    static const struct {
        const char *rules;
        int         score;
    } boards[] = {{"startpos rows=4 columns=5", -1},
                  {"startpos rows=5 columns=5", 1},
                  {"startpos rows=6 columns=5", -1},
                  {"startpos rows=6 columns=6", 1}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        for (int pieces = 2; pieces <= 8; pieces += 3) {
            FlatAbout written = must_write(*state, boards[i].rules, pieces), read;
            FlatCheck order = {.path = ((Place *)*state)->proof, .threads = 2};
            must_check(&order, &read);
            assert_int_equal(written.score, boards[i].score);
            assert_int_equal(read.score, boards[i].score);
            assert_int_equal(read.won, written.won);
            assert_int_equal(read.lost, written.lost);
            assert_int_equal(read.checked, written.records);
            assert_string_equal(read.root, "");
        }
}

static void test_a_position_in_the_middle_is_said_to_be_one(void **state)
{
    Place    *place = *state;
    Bytes     pos;
    Error     err;
    FlatAbout about;
    FlatOrder order = {.path = place->proof, .pieces = 5};
    FlatCheck all = {.path = place->proof};
    must_parse(fousfous(), "3b4/n7/1b3n2/8/5b2/2n5/3b1n2/8 n", &pos);
    if (!fousfous()->solver->write_flat(fousfous()->solver, &order, &pos, &about, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    must_check(&all, &about);
    assert_true(strlen(about.root) > 8);
}

/* ---- what is refused ---- */

static void must_read(const Place *place, Str *out)
{
    Error err;
    if (!file_read(place->proof, 1 << 24, out, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static void must_refuse(const Place *place, const char *bytes, size_t size, const char *why)
{
    Error     err;
    FlatAbout about;
    FlatCheck order = {.path = place->proof};
    assert_true(file_write(place->proof, bytes, size, &err));
    if (check(&order, &about, &err))
        fail_msg("not refused: %s", why);
    if (strstr(error_words(&err, LANG_EN), why) == NULL)
        fail_msg("'%s' instead of '%s'", error_words(&err, LANG_EN), why);
}

static void test_every_flipped_bit_is_refused(void **state)
{
    Str  text = {0};
    Flat flat;
    must_write(*state, "startpos rows=5 columns=5", 7);
    must_read(*state, &text);
    uint8_t *bytes = (uint8_t *)text.text;
    assert_true(text.size > 400 && flat_parse(bytes, text.size, &flat, NULL));
    for (size_t i = 0; i < 8 * text.size; i++) {
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        assert_false(flat_parse(bytes, text.size, &flat, NULL));
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    must_refuse(*state, text.text, text.size - 1, "cut short");
    must_refuse(*state, text.text, text.size - FLAT_RECORD, "cut short");
    must_refuse(*state, text.text, FLAT_HEADER, "cut short");
    must_refuse(*state, text.text, FLAT_HEADER - 1, "not a flat certificate");
    str_free(&text);
}

/* The two lists of a certificate, to be changed and sealed again. */
typedef struct {
    Flat     flat;
    uint64_t won[4000], lost[4000];
} Lists;

static void must_list(const Place *place, Lists *out)
{
    Str   text = {0};
    Error err;
    must_read(place, &text);
    if (!flat_parse((const uint8_t *)text.text, text.size, &out->flat, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_true(out->flat.won < 4000 && out->flat.lost < 3999);
    for (uint64_t i = 0; i < out->flat.won; i++)
        out->won[i] = flat_record(&out->flat, i);
    for (uint64_t i = 0; i < out->flat.lost; i++)
        out->lost[i] = flat_record(&out->flat, out->flat.won + i);
    str_free(&text);
}

static void must_refuse_lists(const Place *place, const Lists *lists, const char *why)
{
    Str text = {0};
    flat_format(&lists->flat, lists->won, lists->lost, &text);
    must_refuse(place, str_get(&text), text.size, why);
    str_free(&text);
}

static size_t take_out(uint64_t *list, size_t count, size_t at)
{
    memmove(list + at, list + at + 1, (count - at - 1) * sizeof *list);
    return count - 1;
}

static void put_in(uint64_t *list, size_t count, uint64_t position)
{
    size_t at = count;
    for (; at > 0 && list[at - 1] > position; at--)
        list[at] = list[at - 1];
    list[at] = position;
}

/* Each won position in its turn is said to be lost, and the other way round. */
static void test_a_wrong_value_is_refused_wherever_it_is_planted(void **state)
{
    Lists *whole = calloc(2, sizeof *whole), *wrong = whole + 1;
    assert_non_null(whole);
    must_write(*state, "startpos rows=5 columns=5", 6);
    must_list(*state, whole);
    for (uint64_t i = 0; i < whole->flat.won + whole->flat.lost; i++) {
        *wrong = *whole;
        bool      is_won = i < whole->flat.won;
        uint64_t  at = is_won ? i : i - whole->flat.won;
        uint64_t  position = is_won ? whole->won[at] : whole->lost[at];
        uint64_t *from = is_won ? wrong->won : wrong->lost, *to = is_won ? wrong->lost : wrong->won;
        uint64_t *from_count = is_won ? &wrong->flat.won : &wrong->flat.lost;
        uint64_t *to_count = is_won ? &wrong->flat.lost : &wrong->flat.won;
        *from_count = take_out(from, *from_count, at);
        put_in(to, (*to_count)++, position);
        must_refuse_lists(*state, wrong, position == whole->flat.root ? "about" : "record");
    }
    free(whole);
}

static void test_a_claim_of_the_contrary_is_refused(void **state)
{
    Lists *lists = calloc(2, sizeof *lists), *wrong = lists + 1;
    assert_non_null(lists);
    must_write(*state, "startpos rows=4 columns=5", 4);
    must_list(*state, lists);
    /* 1. All values exchanged. */
    wrong->flat = lists->flat;
    wrong->flat.root_is_won = !lists->flat.root_is_won;
    wrong->flat.won = lists->flat.lost;
    wrong->flat.lost = lists->flat.won;
    memcpy(wrong->won, lists->lost, sizeof wrong->won);
    memcpy(wrong->lost, lists->won, sizeof wrong->lost);
    must_refuse_lists(*state, wrong, "record");
    /* 2. The start alone, said to be won for no reason. */
    memset(wrong, 0, sizeof *wrong);
    wrong->flat = lists->flat;
    wrong->flat.root_is_won = true;
    wrong->flat.won = 1;
    wrong->flat.lost = 0;
    wrong->won[0] = lists->flat.root;
    must_refuse_lists(*state, wrong, "no position after it");
    free(lists);
}

static void test_a_list_out_of_order_or_without_its_start_is_refused(void **state)
{
    Lists *whole = calloc(2, sizeof *whole), *wrong = whole + 1;
    assert_non_null(whole);
    must_write(*state, "startpos rows=5 columns=5", 6);
    must_list(*state, whole);
    assert_true(whole->flat.won > 10 && whole->flat.lost > 2);
    *wrong = *whole; /* two neighbours exchanged */
    wrong->won[4] = whole->won[5];
    wrong->won[5] = whole->won[4];
    must_refuse_lists(*state, wrong, "out of order");
    *wrong = *whole; /* one twice */
    wrong->won[4] = whole->won[5];
    must_refuse_lists(*state, wrong, "out of order");
    *wrong = *whole; /* none of the board */
    wrong->won[0] = 1;
    must_refuse_lists(*state, wrong, "no position of this board");
    for (uint64_t i = 0; i < whole->flat.won; i++)
        if (whole->won[i] == whole->flat.root) {
            *wrong = *whole;
            wrong->flat.won = take_out(wrong->won, wrong->flat.won, i);
        }
    must_refuse_lists(*state, wrong, "it does not hold the position");
    *wrong = *whole; /* too much for the checker */
    wrong->flat.pieces = FLAT_MAX_PIECES + 1;
    must_refuse_lists(*state, wrong, "leaves positions of 25 pieces");
    free(whole);
}

/* Without any one of its records the rest does not hold together. */
static void test_no_record_can_be_left_out(void **state)
{
    Lists *whole = calloc(2, sizeof *whole), *wrong = whole + 1;
    assert_non_null(whole);
    must_write(*state, "startpos rows=5 columns=5", 6);
    must_list(*state, whole);
    for (uint64_t i = 0; i < whole->flat.lost; i++) {
        *wrong = *whole;
        wrong->flat.lost = take_out(wrong->lost, wrong->flat.lost, i);
        must_refuse_lists(*state, wrong, "record");
    }
    free(whole);
}

/* ---- by lot, and in several runs ---- */

static void test_an_audit_looks_at_as_many_as_it_is_told(void **state)
{
    FlatAbout about;
    FlatCheck order = {.path = ((Place *)*state)->proof, .count = 5000, .seed = 7, .threads = 2};
    must_write(*state, "startpos rows=6 columns=6", 8);
    must_check(&order, &about);
    assert_int_equal(about.checked, 5000);
    assert_true(about.leaves > 0 && about.nodes > about.leaves);
}

typedef struct {
    atomic_bool stop;
    uint64_t    at; /* records */
} Stopper;

static void stop_there(uint64_t done, uint64_t all, void *user)
{
    Stopper *stopper = user;
    assert_true(done <= all);
    if (done >= stopper->at)
        atomic_store(&stopper->stop, true);
}

static void test_a_check_goes_on_where_it_was_stopped(void **state)
{
    Place    *place = *state;
    FlatAbout about;
    Error     err;
    FlatAbout written = must_write(place, "startpos rows=6 columns=6", 6);
    Stopper   stopper = {.at = written.records / 2};
    FlatCheck order = {.path = place->proof,
                       .checkpoint = place->note,
                       .threads = 2,
                       .stop = &stopper.stop,
                       .progress = stop_there,
                       .user = &stopper};
    assert_false(check(&order, &about, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "stopped"));
    assert_true(about.checked >= written.records / 2 && about.checked < written.records);
    order.stop = NULL;
    order.progress = NULL;
    uint64_t first = about.leaves;
    must_check(&order, &about);
    assert_int_equal(about.checked, written.records);
    assert_true(about.leaves > 0 && first > 0);
    /* Of another certificate it is not believed. */
    must_write(place, "startpos rows=6 columns=6", 7);
    assert_false(check(&order, &about, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "not of a check of this certificate"));
}

int main(void)
{
#define PLACED(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)
    const struct CMUnitTest tests[] = {
        PLACED(test_what_a_proof_writes_is_checked),
        PLACED(test_a_position_in_the_middle_is_said_to_be_one),
        PLACED(test_every_flipped_bit_is_refused),
        PLACED(test_a_wrong_value_is_refused_wherever_it_is_planted),
        PLACED(test_a_claim_of_the_contrary_is_refused),
        PLACED(test_a_list_out_of_order_or_without_its_start_is_refused),
        PLACED(test_no_record_can_be_left_out),
        PLACED(test_an_audit_looks_at_as_many_as_it_is_told),
        PLACED(test_a_check_goes_on_where_it_was_stopped),
    };
#undef PLACED
    return cmocka_run_group_tests_name("fousfous flat certificates", tests, NULL, NULL);
}
