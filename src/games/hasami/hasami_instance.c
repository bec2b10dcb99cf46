#include "games/hasami/hasami.h"
#define GAME hasami
#include "search/frame/instance.h"
