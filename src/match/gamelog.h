/* match/gamelog.h -- a finished game of a match as it is stored: texts and numbers. */
#pragma once
#include "match/bout.h"
#include "match/schedule.h"

typedef struct {
    int64_t  number; /* from 0 */
    Fixture  fixture;
    uint64_t seed;
    Result   result;
    Str      start; /* position text */
    Str      moves; /* those of the opening among them */
    int      opening_plies;
    Str      evals; /* a word for each move, "-" where none was told */
    Str      note;
    Str      last_words[2];

    /* Differ from run to run. */
    Str     clocks; /* seconds left after each move, "-" where there is no clock */
    int64_t used_us[2], lasted_us;
} GameLog;

void gamelog_free(GameLog *log);

/* Two for a win of the first seat, one for a draw. */
int  gamelog_points(const Result *result);
bool gamelog_is_whole(const GameLog *log); /* false: memory was short while it was written */

/* Sums over what was played, and over its times, that any change changes. */
uint64_t gamelog_sum(const GameLog *log);
uint64_t gamelog_timing_sum(const GameLog *log);

/* Writes the game that was played on the session; texts of `log` are replaced. */
void gamelog_write(GameLog *log, const Session *session, int opening_plies, const BoutLog *bout);

/* The game as a record, to be freed; names and paces by seat. */
bool gamelog_to_record(const GameLog *log, const Game *game, const char *const names[2],
                       const Pace paces[2], Record *out, Error *err);
