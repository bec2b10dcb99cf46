#include "opponent/contestant.h"

#include "base/errors.h"

#include <string.h>

/* A prefix chooses; what no prefix fits is the last one's, which takes everything. */
static const ContestantKind *const kinds[] = {
    &contestant_program,
    &contestant_pbrain,
    &contestant_tcp,
    &contestant_local,
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

Contestant *contestant_open(const Game *game, const char *spec, const ContestantSetup *setup,
                            Error *err)
{
    if (strlen(spec) >= CONTESTANT_SPEC_SIZE) {
        error_set(err, ERROR_PLAYER_SPEC_LONG, spec, CONTESTANT_SPEC_SIZE - 1);
        return NULL;
    }
    int i = 0;
    while (i < KIND_COUNT - 1 && strncmp(spec, kinds[i]->prefix, strlen(kinds[i]->prefix)) != 0)
        i++;
    return kinds[i]->open(kinds[i], game, spec + strlen(kinds[i]->prefix), setup, err);
}

void contestant_close(Contestant *contestant)
{
    if (contestant != NULL)
        contestant->close(contestant);
}
