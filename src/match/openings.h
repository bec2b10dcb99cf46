/* match/openings.h -- where the games of a match begin: lines of a file, random plies, the board
 * turned and mirrored. The two games of a pair begin alike, with the colours exchanged.
 *
 * An opening line is moves from the start ("4455", "h8 i9"), a position text, or both:
 *     <position text> moves <moves>
 * Everything is drawn from the seed and the number of the opening alone. */
#pragma once
#include "engine/session.h"

typedef struct {
    char   **lines; /* owned; none: the usual start */
    int      count, capacity;
    int      random_plies; /* played behind the line */
    bool     is_sensible;  /* they are drawn among the moves that the game thinks worth it */
    bool     is_turned;    /* by a symmetry that the rules keep */
    uint64_t seed;
} Openings;

void openings_free(Openings *openings);

/* Copies the line. False when memory is short. */
bool openings_add(Openings *openings, const char *line, Error *err);

/* Is this a line from which a game can be played? `session` stands at the start of all games and
 * does so again afterwards. */
bool openings_check(const char *line, Session *session, Error *err);

/* Plays opening `number` on a session that stands at the start of all games. */
bool openings_play(const Openings *openings, uint64_t number, Session *session, Error *err);
