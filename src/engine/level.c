#include "engine/level.h"

#include <assert.h>

static const struct {
    const char *name;
    Text        help;
} levels[LEVEL_COUNT] = {
    {"level1", HELP("level 1: a beginner, whom a child can beat",
                    "niveau 1 : un débutant, qu'un enfant peut battre")},
    {"level2", HELP("level 2: misses much", "niveau 2 : manque beaucoup de choses")},
    {"level3",
     HELP("level 3: misses something now and then", "niveau 3 : manque parfois quelque chose")},
    {"level4", HELP("level 4: always sees a win or a loss in one move",
                    "niveau 4 : voit toujours un gain ou une perte en un coup")},
    {"level5", HELP("level 5: a casual player", "niveau 5 : un joueur occasionnel")},
    {"level6", HELP("level 6: a practised player", "niveau 6 : un joueur exercé")},
    {"level7", HELP("level 7: a good player", "niveau 7 : un bon joueur")},
    {"level8", HELP("level 8: strong", "niveau 8 : fort")},
    {"level9", HELP("level 9: very strong", "niveau 9 : très fort")},
    {"level10", HELP("level 10: at full strength", "niveau 10 : à pleine force")},
};

static const char *const usual_levels[LEVEL_COUNT] = {
    "casual,depth=1,miss=50,noise=4,table=off",
    "casual,depth=2,miss=30,fade=20,noise=3,alert=1,table=off",
    "casual,depth=2,miss=15,fade=15,noise=2,alert=1,table=off",
    "casual,depth=2,miss=10,fade=10,noise=1,alert=2,table=off",
    "casual,depth=3,miss=6,fade=8,noise=1,alert=2,table=off",
    "casual,depth=4,miss=3,fade=6,noise=0.5,alert=2,table=off",
    "pvs,depth=4",
    "pvs,depth=5,nodes=200000",
    "pvs,nodes=500000",
    "pvs,time=1.5",
};

int named_player_count(const Game *game) { return LEVEL_COUNT + game->info->player_count; }

PlayerPreset named_player(const Game *game, int index)
{
    assert(index >= 0 && index < named_player_count(game));
    const char *const *texts = game->info->levels != NULL ? game->info->levels : usual_levels;
    if (index >= LEVEL_COUNT)
        return game->info->players[index - LEVEL_COUNT];
    return (PlayerPreset){levels[index].name, texts[index], levels[index].help};
}
