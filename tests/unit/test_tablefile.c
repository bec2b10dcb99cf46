/* core/tablefile: what is noted as whole is not summed again, what was written to is. */
#include "base/file.h"
#include "core/tablefile.h"
#include "place.h"
#include "support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 1000, SIZE = TABLEFILE_HEADER + BYTES };

typedef struct {
    Place   place;
    char    note[110];
    uint8_t bytes[SIZE];
} Table;

static int make_table(void **state)
{
    Table *table = calloc(1, sizeof *table);
    *state = table;
    if (table == NULL || !place_open(&table->place))
        return -1;
    snprintf(table->note, sizeof table->note, "%s.sum", table->place.path);
    TableLayer layer = {.pieces = 3, .bytes = BYTES};
    for (int i = 0; i < BYTES; i++)
        table->bytes[TABLEFILE_HEADER + i] = (uint8_t)(i * 7);
    tablefile_seal(table->bytes, "a game", &layer);
    return 0;
}

static int remove_table(void **state)
{
    Table *table = *state;
    place_close(&table->place);
    free(table);
    return 0;
}

/* Writes the table, as if so many seconds ago. */
static void write_table(const Table *table, int64_t seconds_ago)
{
    Error           err;
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds_ago, .tv_nsec = 5},
                                {.tv_sec = time(NULL) - seconds_ago, .tv_nsec = 5}};
    assert_true(file_write(table->place.path, (const char *)table->bytes, SIZE, &err));
    assert_int_equal(utimensat(AT_FDCWD, table->place.path, times, 0), 0);
}

static bool is_whole(const Table *table)
{
    TableLayer  layer;
    Error       err;
    const void *bytes;
    size_t      size;
    assert_true(file_map(table->place.path, &bytes, &size, &err));
    bool ok = tablefile_check_once(table->place.path, bytes, size, "a game", 3, &layer, &err);
    file_unmap(bytes, size);
    return ok;
}

static void test_a_file_written_to_is_summed_again(void **state)
{
    Table *table = *state;
    write_table(table, 100);
    assert_true(is_whole(table));
    assert_int_equal(access(table->note, F_OK), 0);
    table->bytes[TABLEFILE_HEADER + 500] ^= 4;
    write_table(table, 50);
    assert_false(is_whole(table));
    table->bytes[TABLEFILE_HEADER + 500] ^= 4;
    write_table(table, 40);
    assert_true(is_whole(table));
}

/* The note is of use: with the time put back, nothing is summed. */
static void test_what_is_noted_is_not_summed_again(void **state)
{
    Table *table = *state;
    write_table(table, 100);
    struct stat before;
    assert_int_equal(stat(table->place.path, &before), 0);
    assert_true(is_whole(table));
    table->bytes[TABLEFILE_HEADER + 500] ^= 4;
    write_table(table, 100);
    struct timespec times[2] = {before.st_atim, before.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, table->place.path, times, 0), 0);
    assert_true(is_whole(table));
    assert_int_equal(unlink(table->note), 0);
    assert_false(is_whole(table));
}

static void test_a_new_file_gets_no_note(void **state)
{
    Table *table = *state;
    write_table(table, 0);
    assert_true(is_whole(table));
    assert_int_not_equal(access(table->note, F_OK), 0);
}

static void test_a_strange_note_is_nothing(void **state)
{
    Table *table = *state;
    Error  err;
    write_table(table, 100);
    assert_true(file_write(table->note, "0 0 0 0\n", 8, &err));
    table->bytes[TABLEFILE_HEADER] ^= 1;
    write_table(table, 100);
    assert_false(is_whole(table));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_file_written_to_is_summed_again, make_table,
                                        remove_table),
        cmocka_unit_test_setup_teardown(test_what_is_noted_is_not_summed_again, make_table,
                                        remove_table),
        cmocka_unit_test_setup_teardown(test_a_new_file_gets_no_note, make_table, remove_table),
        cmocka_unit_test_setup_teardown(test_a_strange_note_is_nothing, make_table, remove_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
