/* tui/tui.h -- the games on a whole terminal screen. */
#pragma once
#include "engine/player.h"

typedef struct {
    Session *session; /* borrowed; NULL: begin with the menu of games */
    Player   players[2];
    Lang     lang;
    bool     ascii; /* no Unicode pieces */
    uint64_t seed;
} TuiSetup;

/* Runs until the player quits. False when the screen cannot be used. */
bool tui_run(const TuiSetup *setup, Error *err);
