#include "games/hasami/hasami.h"
#define GAME hasami
#include "search/instance.h"
