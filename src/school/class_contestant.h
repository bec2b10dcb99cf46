/* school/class_contestant.h -- a student at a game: over the network, where he speaks UGI's engine
 * side, or by the program he handed in, which then runs in our sandbox.
 *
 * Over the network he may lose his connection and come back within the grace time: he gets the
 * position again and goes on, while his clock runs. With lives an illegal move costs one, he is
 * told the legal moves and asked again, still on the same clock; a program is begun anew for that.
 */
#pragma once
#include "opponent/contestant.h"
#include "school/engine_build.h"
#include "school/player_link.h"

typedef struct {
    PlayerLink        *player_link;      /* borrowed */
    const Engine      *engine;           /* borrowed; in place of the player_link; NULL: none */
    int64_t            memory_megabytes; /* of the engine */
    const char        *name;
    int                lives;
    int64_t            grace_us, margin_us;
    const atomic_bool *stop; /* borrowed: of the whole server */
} ClassSeatSetup;

/* NULL and *err when memory is short. */
Contestant *class_contestant_open(const Game *game, const ClassSeatSetup *setup, Error *err);
