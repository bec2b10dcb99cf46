#include "games/hexapawn/hexapawn.h"
#define GAME hexapawn
#include "search/instance.h"
