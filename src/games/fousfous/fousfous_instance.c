#include "games/fousfous/fousfous.h"
#define GAME fousfous
#include "search/instance.h"
