#include "games/gomoku/champion/gomoku_champion_opening.inc.h"
#define GAME gomoku
#include "search/frame/instance.h"
