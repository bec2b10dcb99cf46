#include "games/hexapawn/hexapawn.h"
#define GAME hexapawn
#include "search/frame/instance.h"
