/* The games of games.def, each in the instance that suits this processor. */
#include "core/game.h"

#include "base/errors.h"
#include "base/str.h"

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

const Game *game_named(const char *id, Error *err)
{
    const Game *game = game_find(id);
    Str         known = {0};
    for (size_t i = 0; game == NULL && i < game_count(); i++)
        str_printf(&known, "%s%s", i > 0 ? ", " : "", game_at(i)->info->id);
    if (game == NULL)
        error_set(err, ERROR_UNKNOWN_GAME, id, str_get(&known));
    str_free(&known);
    return game;
}

const Game *game_of_protocol(const char *protocol)
{
    for (size_t i = 0; i < game_count(); i++) {
        const char *const *name = game_at(i)->info->protocols;
        for (; name != NULL && *name != NULL; name++)
            if (strcmp(*name, protocol) == 0)
                return game_at(i);
    }
    return NULL;
}
