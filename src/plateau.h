/* plateau.h -- the library: games, positions, records, searching, sessions.
 *
 *     cc program.c $(pkg-config --cflags --libs plateau)
 *
 * Begin with game_find and session_new (engine/session.h). Nothing in the library prints, exits or
 * keeps mutable globals; every failure is a value. */
#pragma once
#include "base/error.h"
#include "base/str.h"
#include "core/draw.h"
#include "core/formats/formats.h"
#include "core/formats/record.h"
#include "core/game.h"
#include "core/notation.h"
#include "core/position.h"
#include "engine/player.h"
#include "engine/ponder.h"
#include "engine/savefile.h"
#include "engine/session.h"
#include "search/frame/search.h"
