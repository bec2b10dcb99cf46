/* place.h -- an empty folder of a test's own, with two files' names in it; gone afterwards. */
#pragma once
#include <stdbool.h>

typedef struct {
    char folder[64], path[100], other[100];
} Place;

bool place_open(Place *place);
void place_close(const Place *place);

/* For cmocka_unit_test_setup_teardown: *state is the Place. */
int make_place(void **state);
int remove_place(void **state);

/* A folder of files, whatever they are called. */
void remove_folder(const char *folder);
