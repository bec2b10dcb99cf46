#include "games/gomoku/gomoku.h"
#define GAME gomoku
#include "search/instance.h"
