/* core/gameclock.h -- the two clocks of a game: a budget each, and an increment per move. */
#pragma once
#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/* "300+2": seconds for the game and seconds gained with each move. */
typedef struct {
    int64_t budget_us, increment_us; /* budget 0: no clock */
} TimeControl;

bool time_control_parse(const char *text, TimeControl *out, Error *err);
void time_control_format(const TimeControl *control, Str *out); /* "-" without a clock */

typedef struct {
    TimeControl control;
    int64_t     left_us[2];
    int64_t     started_us; /* when the running clock was started, 0: none runs */
    int         running;    /* whose clock runs */
} GameClock;

void    gameclock_init(GameClock *clock, const TimeControl *control);
void    gameclock_begin(GameClock *clock, int player, int64_t now_us);
int64_t gameclock_left(const GameClock *clock, int player,
                       int64_t now_us); /* may be negative; no clock: INT64_MAX */

/* Stops the running clock and adds the increment. False when the time was used up before. */
bool gameclock_end(GameClock *clock, int64_t now_us);
