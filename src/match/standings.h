/* match/standings.h -- what the results of a match say of each player. */
#pragma once
#include "match/schedule.h"
#include "match/sprt.h"

typedef struct {
    int         player;
    uint64_t    wins, draws, losses;
    uint64_t    pairs[PAIR_SCORES]; /* of finished pairs, for this player */
    int         byes;               /* in half points */
    EloEstimate elo;                /* against those he met, by his pairs */
} Standing;

typedef struct {
    int      count;
    Standing rows[MAX_ENTRANTS]; /* best first: by points, then in the order of entry */
    int      winner;             /* of a knock-out; NOBODY: none yet */
} Standings;

enum { UNPLAYED = -1 };

/* points[number] of the first seat, or UNPLAYED (anything below 0). */
void standings_count(const Schedule *schedule, int players, const int8_t points[], int64_t games,
                     Standings *out);

uint64_t standing_games(const Standing *standing);
double   standing_points(const Standing *standing); /* byes are points too */
