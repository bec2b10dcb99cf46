#include "games/gomoku/champion/gomoku_champion.inc.h"
#define GAME gomoku
#include "search/frame/instance.h"
