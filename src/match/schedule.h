/* match/schedule.h -- who meets whom: game number -> players, opening, round.
 *
 * Games come in rounds. Pairs, gauntlet and round-robin have one round, known at once; Swiss and
 * knock-out draw each round from the results of those before, always in the same way. Two players
 * who meet play an even number of games, each opening twice with the colours exchanged; all who
 * meet in a round play the same openings. */
#pragma once
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_ENTRANTS = 64, NOBODY = -1 };

typedef enum {
    FORMAT_PAIRS,       /* two players */
    FORMAT_GAUNTLET,    /* the first against each other */
    FORMAT_ROUND_ROBIN, /* everybody against everybody */
    FORMAT_SWISS,       /* neighbours in the standings who have not met */
    FORMAT_KNOCK_OUT,   /* losers leave; ties are played off, at last the earlier entrant stays */
    FORMAT_COUNT
} MatchFormat;

const char *match_format_name(MatchFormat format); /* "round-robin" */
bool        match_format_find(const char *name, MatchFormat *out);

typedef struct {
    MatchFormat format;
    int         players;
    int64_t     games;  /* of two players who meet in a round; even */
    int         rounds; /* of Swiss; 0: as many as tell all players apart */
} ScheduleSetup;

typedef struct {
    int      players[2]; /* by seat */
    uint64_t opening;
    int      round;   /* from 1: of the format, or the pass through the openings */
    int64_t  partner; /* the other game of the pair */
} Fixture;

/* Two players who meet; the second is NOBODY when the first has a bye. */
typedef struct {
    int players[2];
} Meeting;

typedef struct Schedule Schedule;

/* NULL when memory is short. The setup must make sense: schedule_is_sound. */
Schedule *schedule_new(const ScheduleSetup *setup);
void      schedule_delete(Schedule *schedule); /* NULL is fine */
bool      schedule_is_sound(const ScheduleSetup *setup, Error *err);

int64_t schedule_known(const Schedule *schedule);    /* games 0 … known - 1 are drawn */
bool    schedule_is_drawn(const Schedule *schedule); /* no further round will come */
Fixture schedule_game(const Schedule *schedule, int64_t number);

/* Each game once, in any order; `points` of the player in the first seat: 0, 1 or 2. May draw the
 * next round. False when memory is short. */
bool schedule_add_result(Schedule *schedule, int64_t number, int points);

/* The rounds drawn so far, from 0. */
int            schedule_rounds(const Schedule *schedule);
const Meeting *schedule_meetings(const Schedule *schedule, int round, int *count);
int            schedule_byes(const Schedule *schedule, int player); /* in points of games */
int            schedule_winner(const Schedule *schedule); /* of a knock-out; NOBODY before */
