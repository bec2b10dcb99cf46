/* app/referee/referee_modes.h -- the kinds of servers that `plateau referee` can be. */
#pragma once
#include "app/arguments/command.h"

/* What was given; `games` -1: nothing. */
typedef struct {
    bool        course;
    const char *store;
    const char *game;
    int         port;
    bool        lan;
    bool        open;
    int64_t     games;
    const char *time;
    const char *record;
    const char *add;
    bool        uploads;
    const char *upload;
    int64_t     memory;
    bool        show;
    bool        csv;
    int64_t     move_time;
    int64_t     margin;
    int64_t     grace;
    int         lives;
    int         random_plies;
    uint64_t    seed;
    int         concurrency;
    int64_t     stop_after;
} RefereeFlags;

static inline const RefereeFlags *given(const Call *call) { return call->given; }

int referee_course(const Call *call);
int referee_class(const Call *call);
