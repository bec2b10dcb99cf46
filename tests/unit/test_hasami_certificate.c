/* Certificates that a side cannot lose at Hasami Shogi: written ones check, damaged and wrong ones
 * are refused, and a run that is cut off goes on from its journal. */
#include "base/checksum.h"
#include "base/file.h"
#include "games/hasami/proof/hasami_proof.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Black is a slide away from a fortress, White moves. */
static const char small_start[] = "wwwwwwwww/9/9/9/9/9/9/b6b1/1bbbbbb1b w";

enum { SUM_LINE = 21 };

static const Game *hasami(void) { return must_find_game("hasami"); }

static void must_write(const char *position, int side, Str *out)
{
    Bytes      pos;
    Error      err;
    Str        report = {0};
    SafetyWork work = {.game = hasami(), .side = side, .most_moves = 8, .table_megabytes = 16};
    must_parse(hasami(), position, &pos);
    if (!hasami_proof_write(&work, &pos, out, &report, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_non_null(strstr(str_get(&report), "cannot lose"));
    str_free(&report);
}

static bool check_text(const char *text, size_t size, const SafetyCheck *check, Str *report,
                       Error *err)
{
    SafetyCheck all = {.game = hasami()};
    Str         ignored = {0};
    bool        ok = hasami_certificate_check(text, size, check != NULL ? check : &all,
                                       report != NULL ? report : &ignored, err);
    str_free(&ignored);
    return ok;
}

/* The text with its sum mended. */
static void mend(Str *text)
{
    char        sum[SUM_LINE + 1];
    const char *last = strstr(str_get(text), "\nsum ");
    assert_non_null(last);
    size_t size = (size_t)(last + 1 - str_get(text));
    snprintf(sum, sizeof sum, "sum %016" PRIx64 "\n", checksum_bytes(str_get(text), size));
    text->size = size;
    text->text[size] = '\0';
    str_text(text, sum);
}

/* The first place of `old` becomes `new`, the number of records stays or shrinks by `fewer`. */
static void replace(const Str *text, const char *old, const char *new, Str *out)
{
    const char *at = strstr(str_get(text), old);
    assert_non_null(at);
    str_bytes(out, str_get(text), (size_t)(at - str_get(text)));
    str_text(out, new);
    str_text(out, at + strlen(old));
    mend(out);
}

static void assert_refused(const Str *text, const char *why)
{
    Error err;
    if (check_text(str_get(text), text->size, NULL, NULL, &err))
        fail_msg("accepted, although: %s", why);
    if (strstr(error_words(&err, LANG_EN), why) == NULL)
        fail_msg("'%s' instead of '%s'", error_words(&err, LANG_EN), why);
}

static void test_a_certificate_checks(void **state)
{
    static const char *const starts[] = {small_start, "startpos",
                                         "startpos losing_count=1 difference=off",
                                         "startpos repetition=off no_capture=off"};
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        Str   text = {0};
        Error err;
        must_write(starts[i], 0, &text);
        if (!check_text(str_get(&text), text.size, NULL, NULL, &err))
            fail_msg("%s: %s", starts[i], error_words(&err, LANG_EN));
        str_free(&text);
    }
}

/* The same answer with any number of threads, and the same lot for the same seed. */
static void test_threads_and_lots(void **state)
{
    Str text = {0}, once = {0};
    (void)state;
    must_write(small_start, 0, &text);
    for (int audit = 0; audit <= 50; audit += 50)
        for (int threads = 1; threads <= 3; threads++) {
            SafetyCheck check = {
                .game = hasami(), .audit = (uint64_t)audit, .seed = 7, .threads = threads};
            Str   report = {0};
            Error err;
            assert_true(check_text(str_get(&text), text.size, &check, &report, &err));
            if (threads == 1) {
                str_clear(&once);
                str_text(&once, str_get(&report));
            }
            assert_string_equal(str_get(&report), str_get(&once));
            str_free(&report);
        }
    str_free(&text);
    str_free(&once);
}

static void test_every_flipped_bit_is_refused(void **state)
{
    Str   text = {0};
    Error err;
    (void)state;
    must_write(small_start, 0, &text);
    for (size_t i = 0; i < 8 * text.size; i++) {
        text.text[i / 8] = (char)(text.text[i / 8] ^ 1 << i % 8);
        assert_false(check_text(str_get(&text), text.size, NULL, NULL, &err));
        text.text[i / 8] = (char)(text.text[i / 8] ^ 1 << i % 8);
    }
    for (size_t size = 0; size < text.size; size += 13)
        assert_false(check_text(str_get(&text), size, NULL, NULL, &err));
    str_free(&text);
}

/* A sum can be mended; the claim cannot. */
static void test_wrong_claims_are_refused(void **state)
{
    static const char *const wrong[][3] = {
        {"black cannot lose", "white cannot lose", ""},
        {"black cannot lose", "nobody can lose", "not a certificate"},
        {" w\nrecords", " w jumps=on\nrecords", "jumps=on"},
        {" w\nrecords", " w goal=five\nrecords", "goal=five"},
        {" w\nrecords", " w no_capture_result=pieces\nrecords", "no_capture_result=pieces"},
        {"position wwwwwwwww", "position ww7", ""},
        {"b6b1/1bbbbbb1b w", "9/bb7 w", "the game is over"},
        {"b6b1/1bbbbbb1b w", "9/bbbbbbbbb w", ""},
    };
    Str text = {0};
    (void)state;
    must_write(small_start, 0, &text);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Str changed = {0};
        replace(&text, wrong[i][0], wrong[i][1], &changed);
        assert_refused(&changed, wrong[i][2]);
        str_free(&changed);
    }
    str_free(&text);
}

/* Line `number` of the records. */
static const char *line_of(const Str *text, int number, size_t *size)
{
    const char *at = strstr(str_get(text), "records ");
    for (int i = 0; i <= number; i++)
        at = strchr(at, '\n') + 1;
    *size = (size_t)(strchr(at, '\n') + 1 - at);
    return at;
}

static int count_of(const Str *text) { return atoi(strstr(str_get(text), "records ") + 8); }

/* The certificate without some lines, or with others in their place. */
static void edit(const Str *text, int number, const char *line, Str *out)
{
    size_t      size;
    const char *at = line_of(text, number, &size), *records = strstr(str_get(text), "records ");
    const char *first = strchr(records, '\n') + 1;
    str_bytes(out, str_get(text), (size_t)(records - str_get(text)));
    str_printf(out, "records %d\n", count_of(text) - (line[0] == '\0'));
    str_bytes(out, first, (size_t)(at - first));
    str_text(out, line);
    str_text(out, at + size);
    mend(out);
}

/* Few records are not needed, because the checker happens to see further than the prover. */
static void test_a_missing_record_is_refused(void **state)
{
    Str text = {0};
    int refused = 0, count;
    (void)state;
    must_write(small_start, 0, &text);
    count = count_of(&text);
    for (int i = 0; i < count; i++) {
        Str   changed = {0};
        Error err;
        edit(&text, i, "", &changed);
        refused += !check_text(str_get(&changed), changed.size, NULL, NULL, &err);
        str_free(&changed);
    }
    assert_true(refused > count / 2);
    str_free(&text);
}

static void test_wrong_records_are_refused(void **state)
{
    Str    text = {0}, line = {0};
    size_t size;
    (void)state;
    must_write(small_start, 0, &text);
    const char *third = line_of(&text, 3, &size);
    str_bytes(&line, third, size);
    /* Its move: none, an enemy's, one that does not lead there, one that throws the game away. */
    static const char *const moves[][2] = {{"a1a9\n", "not legal"},
                                           {"a9a8\n", "not legal"},
                                           {"a5a6\n", "not legal"},
                                           {"a0a1\n", "cannot be read"},
                                           {"a1\n", "cannot be read"}};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        Str changed = {0}, other = {0};
        str_bytes(&other, str_get(&line), line.size - 5);
        str_text(&other, moves[i][0]);
        edit(&text, 3, str_get(&other), &changed);
        assert_refused(&changed, moves[i][1]);
        str_free(&changed);
        str_free(&other);
    }
    Str changed = {0}, twice = {0};
    str_text(&twice, str_get(&line));
    str_text(&twice, str_get(&line));
    edit(&text, 3, str_get(&twice), &changed);
    assert_refused(&changed, "out of order");
    str_clear(&changed);
    edit(&text, 3, "9/9/9/9/9/9/9/9/9 a1a2\n", &changed);
    assert_refused(&changed, "out of order");
    str_clear(&changed);
    edit(&text, 0, "9/9/9/9/9/9/9/9/9 a1a2\n", &changed);
    assert_refused(&changed, "the game is over");
    str_clear(&changed);
    edit(&text, 0, "9/9/9/9/9/9/9/9/8b i1i2\n", &changed);
    assert_refused(&changed, "mirror images");
    str_free(&changed);
    str_free(&twice);
    str_free(&line);
    str_free(&text);
}

/* Any other move in a record is refused, or it is as good: then the checker has seen all of it. */
static void test_other_moves_lead_nowhere(void **state)
{
    Str text = {0};
    int refused = 0, count;
    (void)state;
    must_write(small_start, 0, &text);
    count = count_of(&text);
    for (int i = 0; i < count; i++) {
        Str          changed = {0}, other = {0};
        Error        err;
        size_t       size;
        const char  *line = line_of(&text, i, &size);
        HasamiRecord record;
        assert_true(hasami_record_parse(line, size - 1, &record));
        str_bytes(&other, line, size - 5);
        str_text(&other, "d1d2\n"); /* out of the wall */
        edit(&text, i, str_get(&other), &changed);
        refused += !check_text(str_get(&changed), changed.size, NULL, NULL, &err);
        str_free(&changed);
        str_free(&other);
    }
    assert_true(refused > count / 2);
    str_free(&text);
}

static void test_rules_that_the_prover_does_not_know_are_named(void **state)
{
    static const char *const rules[][2] = {
        {"startpos jumps=on", "jumps"},
        {"startpos goal=five", "goal=five"},
        {"startpos diagonal=on", "diagonal"},
        {"startpos edge=on", "edge"},
        {"startpos suicide=off", "suicide"},
        {"startpos corner=group", "corner=group"},
        {"startpos no_capture_result=pieces", "no_capture_result=pieces"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        Bytes      pos;
        Str        out = {0}, report = {0};
        Error      err;
        SafetyWork work = {.game = hasami(), .most_moves = 8, .table_megabytes = 1};
        must_parse(hasami(), rules[i][0], &pos);
        assert_false(hasami_proof_write(&work, &pos, &out, &report, &err));
        assert_non_null(strstr(error_words(&err, LANG_EN), rules[i][1]));
        str_free(&out);
        str_free(&report);
    }
}

/* What resists is named, with the bound that was reached. */
static void test_what_resists_is_named(void **state)
{
    Bytes      pos;
    Str        out = {0}, report = {0};
    Error      err;
    SafetyWork work = {.game = hasami(), .most_moves = 2, .table_megabytes = 1};
    (void)state;
    must_parse(hasami(), small_start, &pos);
    assert_false(hasami_proof_write(&work, &pos, &out, &report, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), " c9c2 (2) d9d2 (2)"));
    str_free(&out);
    str_free(&report);
}

/* ---- the journal ---- */

static char folder[] = "/tmp/plateau-hasami-XXXXXX";
static char path[sizeof folder + 40];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/hasami-black.journal", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

typedef struct {
    atomic_bool stop;
    int         left; /* lines until it is stopped */
    int         lines;
} Watch;

static void watch_line(const char *line, void *user)
{
    Watch *watch = user;
    (void)line;
    watch->lines++;
    if (--watch->left == 0)
        atomic_store(&watch->stop, true);
}

static bool run(Watch *watch, int threads, Str *out, Error *err)
{
    Bytes      pos;
    Str        report = {0};
    SafetyWork work = {.game = hasami(),
                       .most_moves = 8,
                       .threads = threads,
                       .table_megabytes = 16,
                       .folder = folder,
                       .stop = &watch->stop,
                       .progress = watch_line,
                       .user = watch};
    must_parse(hasami(), small_start, &pos);
    bool ok = hasami_proof_write(&work, &pos, out, &report, err);
    str_free(&report);
    return ok;
}

static void must_hold(const Str *text)
{
    Error err;
    if (!check_text(str_get(text), text->size, NULL, NULL, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static void test_a_stopped_run_goes_on(void **state)
{
    Error err;
    Str   text = {0};
    int   lines = 0;
    (void)state;
    unlink(path);
    for (int i = 0; i < 4; i++) {
        Watch watch = {.left = 15};
        assert_false(run(&watch, 1 + i % 2, &text, &err));
        assert_string_equal(error_words(&err, LANG_EN), "stopped");
        lines += watch.lines;
    }
    Watch last = {.left = 0};
    if (!run(&last, 2, &text, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    must_hold(&text);
    str_free(&text);
    /* Nothing was settled twice; once more there is nothing to do. */
    Watch again = {.left = 0};
    Str   same = {0};
    assert_true(run(&again, 1, &same, &err));
    assert_int_equal(again.lines, 0);
    must_hold(&same);
    str_free(&same);
    assert_true(last.lines > 0 && lines >= 60);
}

/* A run killed at any moment leaves a journal that is cut off anywhere. */
static void test_a_torn_journal_is_cut_off(void **state)
{
    Error err;
    Str   text = {0}, whole = {0};
    Watch watch = {.left = 0};
    (void)state;
    unlink(path);
    assert_true(run(&watch, 1, &text, &err));
    assert_true(file_read(path, 1 << 20, &whole, &err));
    for (size_t size = 0; size < whole.size; size += whole.size / 9) {
        Str   again = {0};
        Watch other = {.left = 0};
        assert_true(file_write(path, str_get(&whole), size, &err));
        if (!run(&other, 1, &again, &err))
            fail_msg("%s", error_words(&err, LANG_EN));
        must_hold(&again);
        str_free(&again);
    }
    /* A wrong bit ends what can be trusted. */
    Str   again = {0};
    Watch other = {.left = 0};
    whole.text[whole.size / 2] ^= 1;
    assert_true(file_write(path, str_get(&whole), whole.size, &err));
    assert_true(run(&other, 1, &again, &err));
    assert_true(other.lines > 0);
    must_hold(&again);
    str_free(&again);
    str_free(&whole);
    str_free(&text);
}

static void test_the_journal_of_another_proof_is_refused(void **state)
{
    Error err;
    Str   text = {0};
    Watch watch = {.left = 0};
    (void)state;
    const char other[] = "plateau hasami journal 1\nblack wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b\n"
                         "and so on and so on and so on\n";
    assert_true(file_write(path, other, sizeof other - 1, &err));
    assert_false(run(&watch, 1, &text, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "another proof"));
    str_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_certificate_checks),
        cmocka_unit_test(test_threads_and_lots),
        cmocka_unit_test(test_every_flipped_bit_is_refused),
        cmocka_unit_test(test_wrong_claims_are_refused),
        cmocka_unit_test(test_a_missing_record_is_refused),
        cmocka_unit_test(test_wrong_records_are_refused),
        cmocka_unit_test(test_other_moves_lead_nowhere),
        cmocka_unit_test(test_rules_that_the_prover_does_not_know_are_named),
        cmocka_unit_test(test_what_resists_is_named),
        cmocka_unit_test(test_a_stopped_run_goes_on),
        cmocka_unit_test(test_a_torn_journal_is_cut_off),
        cmocka_unit_test(test_the_journal_of_another_proof_is_refused),
    };
    return cmocka_run_group_tests_name("hasami_certificate", tests, make_folder, remove_folder);
}
