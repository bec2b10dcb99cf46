/* The games of games.def, each in the instance that suits this processor. */
#include "core/game.h"

#include <stdlib.h>
#include <string.h>

#define GAME(g) extern const Game g##_game;
#include "games/games.def"
#undef GAME

#define GAME(g) &g##_game,
static const Game *const plain_games[] = {
#include "games/games.def"
};
#undef GAME

#ifdef HAVE_WIDE_INSTANCES
#define GAME(g) extern const Game g##_game_wide;
#include "games/games.def"
#undef GAME

#define GAME(g) &g##_game_wide,
static const Game *const wide_games[] = {
#include "games/games.def"
};
#undef GAME

/* PLATEAU_PLAIN in the environment asks for the plain instances, to compare the two. */
static bool is_wide_processor(void)
{
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") &&
           getenv("PLATEAU_PLAIN") == NULL;
}
#endif

size_t game_count(void) { return sizeof plain_games / sizeof plain_games[0]; }

const Game *game_at(size_t index)
{
#ifdef HAVE_WIDE_INSTANCES
    if (is_wide_processor())
        return wide_games[index];
#endif
    return plain_games[index];
}

const Game *game_find(const char *id)
{
    for (size_t i = 0; i < game_count(); i++)
        if (strcmp(game_at(i)->info->id, id) == 0)
            return game_at(i);
    return NULL;
}
