/* tui/line_play.h -- a game by typed lines: on a terminal, or through a pipe. */
#pragma once
#include "base/lang.h"
#include "engine/player.h"

typedef struct {
    Lang      lang;
    Session  *session;
    Player    players[2];
    GameClock clock;
    uint64_t  seed;
    bool      uses_ascii, uses_colour;
    bool      is_person; /* input is a terminal: prompt, and go on after the end */
    int       refused;   /* lines that made no sense */
    bool      wants_end;
    bool      ponders; /* machines think while a person does */
} LinePlay;

/* Reads lines up to the end of input or "quit"; false when a line made no sense. */
bool line_play_run(LinePlay *play);
