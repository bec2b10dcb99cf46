#include "games/fousfous/fousfous.h"
#define GAME fousfous
#include "search/frame/instance.h"
