/* match/match.h -- runs a match: threads that play, a store that remembers, a test that decides.
 *
 * Every game depends on the settings and its number alone, so that neither threads nor
 * interruptions change what comes out. Worker threads play; the calling thread alone writes to the
 * store and reports. A game is finished when its commit has returned. */
#pragma once
#include "match/setup.h"
#include "match/standings.h"
#include "match/store.h"

typedef enum { MATCH_RUNNING, MATCH_STOPPED, MATCH_COMPLETE, MATCH_DECIDED } MatchStatus;

typedef struct {
    MatchStatus status;
    int64_t     finished, known; /* games; further rounds may be drawn later */
    Standings   standings;
    SprtState   sprt; /* over the first pairs without a gap */
} MatchState;

typedef struct {
    const MatchSetup  *setup;
    Store             *store; /* borrowed; may hold games already */
    int                concurrency;
    const char        *log_folder; /* see ContestantSetup */
    const char        *live_path;  /* of the store, where games may be watched; NULL: nowhere */
    const atomic_bool *stop;       /* borrowed, may be NULL: the match can be resumed */
    /* Called by the calling thread: for each game when it is finished, and a few times a second.
     * Both may be NULL. */
    void (*on_game)(const GameLog *log, void *user);
    void (*on_state)(const MatchState *state, void *user);
    void *user;
} MatchRun;

/* A store made for this match: settings, players, first round. It is not committed before all is
 * in it. */
bool match_create(const MatchSetup *setup, Store *store, Error *err);

/* The settings of a store. `setup` must be freed whatever the answer. */
bool match_load(Store *store, MatchSetup *setup, Error *err);

/* Plays what is left. False when the store fails or memory is short: what was finished stays. With
 * concurrency 0 nothing is played: `out` tells how the match stands. */
bool match_run(const MatchRun *run, MatchState *out, Error *err);
