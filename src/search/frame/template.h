/* search/frame/template.h -- what the searchers' templates (*.inc.h) are written with.
 *
 * G(x) is the game's own x, S(x) is this game's copy of searcher x. instance.h compiles the
 * templates for one GAME; where none is defined, they are read for the sample contract, so that an
 * editor, and tools/check_headers.sh, can read each of them alone. */
#pragma once
#include "base/rng.h"
#include "core/game.h"
#include "core/position.h"
#include "core/solver.h"
#include "eval/criteria.h"
#include "eval/net.h"
#include "search/exact/exact.h"
#include "search/frame/search.h"
#include "search/frame/treelog.h"
#include "search/frame/work.h"
#include "search/mcts/mcts_tree.h"
#include "search/proof/pntable.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifndef GAME
#define GAME sample
#include "search/frame/sample.h"
#endif

#define INSTANCE_PASTE_(a, b) a##_##b
#define INSTANCE_PASTE(a, b) INSTANCE_PASTE_(a, b)
#define G(name) INSTANCE_PASTE(GAME, name)
#define S(name) INSTANCE_PASTE(INSTANCE_PASTE(GAME, search), name)
#define POS G(pos)
#define UNDO G(undo)
#ifdef INSTANCE_WIDE
#define INSTANCE_RECORD G(game_wide)
#else
#define INSTANCE_RECORD G(game)
#endif
