/* core/tablefile: what is noted as whole is not summed again, what was written to is. */
#include "base/file.h"
#include "core/tablefile.h"
#include "support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 1000, SIZE = TABLEFILE_HEADER + BYTES };

typedef struct {
    char    folder[64], path[100], note[110];
    uint8_t bytes[SIZE];
} Place;

static int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return -1;
    *state = place;
    snprintf(place->folder, sizeof place->folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    if (mkdtemp(place->folder) == NULL)
        return -1;
    snprintf(place->path, sizeof place->path, "%s/table", place->folder);
    snprintf(place->note, sizeof place->note, "%s.sum", place->path);
    TableLayer layer = {.pieces = 3, .bytes = BYTES};
    for (int i = 0; i < BYTES; i++)
        place->bytes[TABLEFILE_HEADER + i] = (uint8_t)(i * 7);
    tablefile_seal(place->bytes, "a game", &layer);
    return 0;
}

static int remove_place(void **state)
{
    Place *place = *state;
    unlink(place->path);
    unlink(place->note);
    rmdir(place->folder);
    free(place);
    return 0;
}

/* Writes the table, as if so many seconds ago. */
static void write_table(const Place *place, int64_t seconds_ago)
{
    Error           err;
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds_ago, .tv_nsec = 5},
                                {.tv_sec = time(NULL) - seconds_ago, .tv_nsec = 5}};
    assert_true(file_write(place->path, (const char *)place->bytes, SIZE, &err));
    assert_int_equal(utimensat(AT_FDCWD, place->path, times, 0), 0);
}

static bool is_whole(const Place *place)
{
    TableLayer  layer;
    Error       err;
    const void *bytes;
    size_t      size;
    assert_true(file_map(place->path, &bytes, &size, &err));
    bool ok = tablefile_check_once(place->path, bytes, size, "a game", 3, &layer, &err);
    file_unmap(bytes, size);
    return ok;
}

static void test_a_file_written_to_is_summed_again(void **state)
{
    Place *place = *state;
    write_table(place, 100);
    assert_true(is_whole(place));
    assert_int_equal(access(place->note, F_OK), 0);
    place->bytes[TABLEFILE_HEADER + 500] ^= 4;
    write_table(place, 50);
    assert_false(is_whole(place));
    place->bytes[TABLEFILE_HEADER + 500] ^= 4;
    write_table(place, 40);
    assert_true(is_whole(place));
}

/* The note is of use: with the time put back, nothing is summed. */
static void test_what_is_noted_is_not_summed_again(void **state)
{
    Place *place = *state;
    write_table(place, 100);
    struct stat before;
    assert_int_equal(stat(place->path, &before), 0);
    assert_true(is_whole(place));
    place->bytes[TABLEFILE_HEADER + 500] ^= 4;
    write_table(place, 100);
    struct timespec times[2] = {before.st_atim, before.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, place->path, times, 0), 0);
    assert_true(is_whole(place));
    assert_int_equal(unlink(place->note), 0);
    assert_false(is_whole(place));
}

static void test_a_new_file_gets_no_note(void **state)
{
    Place *place = *state;
    write_table(place, 0);
    assert_true(is_whole(place));
    assert_int_not_equal(access(place->note, F_OK), 0);
}

static void test_a_strange_note_is_nothing(void **state)
{
    Place *place = *state;
    Error  err;
    write_table(place, 100);
    assert_true(file_write(place->note, "0 0 0 0\n", 8, &err));
    place->bytes[TABLEFILE_HEADER] ^= 1;
    write_table(place, 100);
    assert_false(is_whole(place));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_file_written_to_is_summed_again, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_what_is_noted_is_not_summed_again, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_a_new_file_gets_no_note, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_a_strange_note_is_nothing, make_place, remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
