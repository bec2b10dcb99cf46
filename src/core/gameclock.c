#include "core/gameclock.h"

#include "base/parse.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool time_control_parse(const char *text, TimeControl *out, Error *err)
{
    char        budget[32];
    const char *plus = strchr(text, '+');
    size_t      length = plus != NULL ? (size_t)(plus - text) : strlen(text);
    TimeControl control = {0, 0};
    if (strcmp(text, "-") == 0) {
        *out = control;
        return true;
    }
    snprintf(budget, sizeof budget, "%.*s", (int)(length < sizeof budget ? length : 0), text);
    if (!parse_seconds("time", budget, 0.001, 1e6, &control.budget_us, err))
        return false;
    if (plus != NULL && !parse_seconds("increment", plus + 1, 0, 1e5, &control.increment_us, err))
        return false;
    *out = control;
    return true;
}

void time_control_format(const TimeControl *control, Str *out)
{
    if (control->budget_us == 0) {
        str_char(out, '-');
        return;
    }
    str_seconds(out, control->budget_us);
    if (control->increment_us != 0) {
        str_char(out, '+');
        str_seconds(out, control->increment_us);
    }
}

void gameclock_init(GameClock *clock, const TimeControl *control)
{
    assert(control->budget_us >= 0 && control->increment_us >= 0);
    *clock = (GameClock){.control = *control, .left_us = {control->budget_us, control->budget_us}};
}

void gameclock_begin(GameClock *clock, int player, int64_t now_us)
{
    assert(player == 0 || player == 1);
    clock->running = player;
    clock->started_us = now_us;
}

int64_t gameclock_left(const GameClock *clock, int player, int64_t now_us)
{
    assert(player == 0 || player == 1);
    bool is_running = clock->started_us != 0 && clock->running == player;
    if (clock->control.budget_us == 0)
        return INT64_MAX;
    return clock->left_us[player] - (is_running ? now_us - clock->started_us : 0);
}

bool gameclock_end(GameClock *clock, int64_t now_us)
{
    assert(clock->running == 0 || clock->running == 1);
    if (clock->started_us == 0 || clock->control.budget_us == 0)
        return true;
    int64_t left = gameclock_left(clock, clock->running, now_us);
    clock->started_us = 0;
    clock->left_us[clock->running] = left > 0 ? left + clock->control.increment_us : 0;
    return left > 0;
}
