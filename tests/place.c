#include "place.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void remove_folder(const char *folder)
{
    char name[600];
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        unlink(name);
    }
    closedir(entries);
    rmdir(folder);
}

bool place_open(Place *place)
{
    snprintf(place->folder, sizeof place->folder, "%s/plateau-test-XXXXXX", P_tmpdir);
    if (mkdtemp(place->folder) == NULL)
        return false;
    snprintf(place->path, sizeof place->path, "%s/one", place->folder);
    snprintf(place->other, sizeof place->other, "%s/other", place->folder);
    return true;
}

void place_close(const Place *place) { remove_folder(place->folder); }

int make_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    *state = place;
    return place != NULL && place_open(place) ? 0 : -1;
}

int remove_place(void **state)
{
    Place *place = *state;
    place_close(place);
    free(place);
    return 0;
}
