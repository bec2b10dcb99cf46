/* app/solve/prove_flat.h -- plateau prove for flat certificates: positions with their values, each
 * of which follows from those one move later. */
#pragma once
#include "app/arguments/command.h"

/* Both return the exit code; errors are reported. */
int prove_flat_write(const Call *call, const Session *session, const char *path);
int prove_flat_check(const Call *call, const Game *game, const char *path);

/* Does the file begin like one of this game? */
bool prove_is_flat(const Game *game, const char *path);
