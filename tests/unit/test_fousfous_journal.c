/* The journal of a long Fous-Fous proof: what was written is found again, a torn end is cut off,
 * and a proof that goes on from it comes to the same. */
#include "games/fousfous/proof/fousfous_journal.h"

#include "core/solver.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { RECORDS = 3000 };

/* In place of the C library's: a disk that fails. */
static bool is_disk_broken;

int fsync(int fd)
{
    if (!is_disk_broken)
        return (int)syscall(SYS_fsync, fd);
    errno = EIO;
    return -1;
}

static char folder[64], path[100];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/fousfous-6x6.journal", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    rmdir(folder);
    return 0;
}

static void must_open(Journal *journal)
{
    Error err;
    if (!journal_open(journal, folder, 6, 6, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static void test_what_is_written_is_found_after_a_torn_end(void **state)
{
    Journal     journal;
    struct stat info;
    (void)state;
    must_open(&journal);
    for (uint64_t i = 1; i <= RECORDS; i++)
        journal_add(&journal, i * 77, i % 3 == 0, i);
    journal_tally(&journal, 1000);
    journal_close(&journal);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(truncate(path, info.st_size - 21), 0); /* the tally and a part of a record */
    must_open(&journal);
    assert_int_equal(journal_count(&journal), RECORDS - 1);
    assert_int_equal(journal.nodes, 0);
    for (uint64_t i = 1; i < RECORDS; i++)
        assert_int_equal(journal_find(&journal, i * 77), i % 3 == 0 ? 1 : -1);
    assert_int_equal(journal_find(&journal, 78), 0);
    journal_close(&journal);
}

static void test_a_flipped_bit_ends_what_is_believed(void **state)
{
    Journal journal;
    char    byte;
    (void)state;
    must_open(&journal);
    for (uint64_t i = 1; i <= 10; i++)
        journal_add(&journal, i, true, i);
    journal_close(&journal);
    int fd = open(path, O_RDWR);
    assert_int_equal(pread(fd, &byte, 1, 32 + 5 * 16 + 8), 1);
    byte ^= 1; /* won becomes lost in the sixth record */
    assert_int_equal(pwrite(fd, &byte, 1, 32 + 5 * 16 + 8), 1);
    close(fd);
    must_open(&journal);
    assert_int_equal(journal_count(&journal), 5);
    journal_close(&journal);
}

static void test_two_runs_cannot_share_a_journal(void **state)
{
    Journal first, second;
    Error   err;
    (void)state;
    must_open(&first);
    assert_false(journal_open(&second, folder, 6, 6, &err));
    journal_close(&second);
    journal_close(&first);
}

static void test_a_proof_can_be_repeated_from_its_journal(void **state)
{
    const Game *game = must_find_game("fousfous");
    Bytes       pos;
    Truth       truth;
    Error       err;
    ProofWork   work = {.folder = folder, .threads = 2};
    uint64_t    first = 0;
    (void)state;
    must_parse(game, "startpos rows=6 columns=6", &pos);
    for (int i = 0; i < 2; i++) {
        if (!game->solver->prove(&work, &pos, &truth, &err))
            fail_msg("%s", error_words(&err, LANG_EN));
        assert_int_equal(truth.score, 1);
        assert_true(i == 0 ? truth.nodes > 1000 : truth.nodes < first / 100);
        first = truth.nodes;
    }
}

static void test_a_proof_that_is_not_kept_says_so(void **state)
{
    const Game *game = must_find_game("fousfous");
    Bytes       pos;
    Truth       truth;
    Error       err = {0};
    ProofWork   work = {.folder = folder, .threads = 1};
    (void)state;
    must_parse(game, "startpos rows=4 columns=6", &pos);
    is_disk_broken = true;
    bool ok = game->solver->prove(&work, &pos, &truth, &err);
    is_disk_broken = false;
    snprintf(path, sizeof path, "%s/fousfous-4x6.journal", folder);
    assert_false(ok);
    assert_non_null(strstr(error_words(&err, LANG_EN), "the journal could not be written"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_is_written_is_found_after_a_torn_end, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_flipped_bit_ends_what_is_believed, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_two_runs_cannot_share_a_journal, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_proof_can_be_repeated_from_its_journal, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_proof_that_is_not_kept_says_so, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests_name("fousfous journal", tests, NULL, NULL);
}
