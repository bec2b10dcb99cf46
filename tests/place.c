#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return -1;
    *state = place;
    snprintf(place->folder, sizeof place->folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    if (mkdtemp(place->folder) == NULL)
        return -1;
    snprintf(place->path, sizeof place->path, "%s/one", place->folder);
    snprintf(place->other, sizeof place->other, "%s/other", place->folder);
    return 0;
}

int remove_place(void **state)
{
    Place *place = *state;
    unlink(place->path);
    unlink(place->other);
    rmdir(place->folder);
    free(place);
    return 0;
}
