/* arena/class_seat.h -- a contestant who came to us over the network and speaks UGI's engine side.
 *
 * He may lose his connection and come back within the grace time: he gets the position again and
 * goes on, while his clock runs. With lives an illegal move costs one, he is told the legal moves
 * and asked again, still on the same clock. */
#pragma once
#include "arena/contestant.h"
#include "arena/presence.h"

typedef struct {
    Presence          *presence; /* borrowed */
    const char        *name;
    int                lives;
    int64_t            grace_us, margin_us;
    const atomic_bool *stop; /* borrowed: of the whole server */
} ClassSeatSetup;

/* NULL and *err when memory is short. */
Contestant *class_seat_open(const Game *game, const ClassSeatSetup *setup, Error *err);
