#include "games/hasami/hasami_tactics.h"
#define GAME hasami
#include "search/frame/instance.h"
