/* engine/level.h -- the levels of a game: ten players by name, from one that a child can beat to
 * the strongest. A level is a player's text (engine/player.h): a searcher, limits, and what it
 * overlooks. A game has its own in GameInfo.levels; one that has none gets the usual ones. */
#pragma once
#include "core/game.h"

/* From this level on a win in one is always taken and a loss in one stopped. */
enum { LEVEL_ALERT = 4 };

/* The players a game knows by name: its levels, then those of GameInfo.players. */
int          named_player_count(const Game *game);
PlayerPreset named_player(const Game *game, int index);
