/* plateau engine: a program among programs, by the UGI protocol on standard input and output. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "engine/player.h"
#include "protocol/ugi.h"

/* What was given. */
typedef struct {
    const char *game;
    const char *player;
} EngineFlags;

static const Flag flags[] = {
    {"--game", "GAME",
     TEXT("until setoption says another (default: the first one)",
          "jusqu'à ce que setoption en dise un autre (par défaut : le premier)"),
     FLAG_TO_WORDS(EngineFlags, game)},
    {"--player", "PLAYER",
     TEXT("until setoption says another: level3, pvs,depth=6",
          "jusqu'à ce que setoption en dise un autre : level3, pvs,depth=6"),
     FLAG_TO_WORDS(EngineFlags, player)},
    FLAGS_END,
};

static const EngineFlags *given(const Call *call) { return call->given; }

/* As if whoever speaks with us had said so. */
static void set_player(Ugi *ugi, const char *player)
{
    Str line = {0};
    str_printf(&line, "setoption name Player value %s", player);
    ugi_take(ugi, str_get(&line));
    str_free(&line);
}

static bool take(void *ugi, const char *line) { return ugi_take(ugi, line); }
static void finish(void *ugi) { ugi_finish(ugi); }
static void discard(void *ugi) { ugi_delete(ugi); }

static int run(const Call *call)
{
    static const LineEngine engine = {take, finish, discard};

    Error       err;
    const char *name = given(call)->game;
    const char *player = given(call)->player;
    const Game *game = name != NULL ? game_named(name, &err) : game_at(0);
    Player      ignored;
    if (game == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    if (player != NULL && !player_parse(game, player, &ignored, &err))
        return fail(EXIT_BAD_INPUT, &err);
    Ugi *ugi = ugi_new(game, command_send_line, NULL);
    if (ugi != NULL && player != NULL)
        set_player(ugi, player);
    return command_speak(&engine, ugi);
}

const Command command_engine = {
    .name = "engine",
    .usage = "",
    .summary = TEXT("play by the UGI protocol, for other programs",
                    "joue par le protocole UGI, pour d'autres programmes"),
    .flags = flags,
    .given_size = sizeof(EngineFlags),
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
