#include "games/gomoku/gomoku.h"
#include "search/work.h"

#include <string.h>

#include "games/gomoku/gomoku_champion.inc.h"
#define GAME gomoku
#include "search/instance.h"
