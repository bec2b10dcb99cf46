/* plateau play: a game on the terminal, full screen or by typed lines. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/words.h"
#include "engine/savefile.h"
#include "tui/line_play.h"
#if HAVE_TUI
#include "tui/tui.h"
#endif

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    const char *first;
    const char *second;
    int         level;
    const char *load;
    const char *clock;
    int64_t     seed;
    bool        ponder;
    bool        lines;
} PlayFlags;

static const Flag flags[] = {
    {"--first", "PLAYER", TEXT("who begins (default human)", "qui commence (human par défaut)"),
     FLAG_TO_WORDS(PlayFlags, first)},
    {"--second", "PLAYER",
     TEXT("who answers (default pvs,time=0.5)", "qui répond (pvs,time=0.5 par défaut)"),
     FLAG_TO_WORDS(PlayFlags, second)},
    {"--level", "N",
     TEXT("of the machine: the player levelN of the game",
          "de la machine : le joueur levelN du jeu"),
     FLAG_TO_INT(PlayFlags, level, 1, LEVEL_COUNT, 0)},
    POSITION_FLAGS,
    {"--load", "FILE", TEXT("go on with a saved game", "reprendre une partie enregistrée"),
     FLAG_TO_WORDS(PlayFlags, load)},
    {"--clock", "S+I",
     TEXT("seconds for the game, and gained by each move (typed lines)",
          "secondes pour la partie, et par coup (par lignes)"),
     FLAG_TO_WORDS(PlayFlags, clock)},
    {"--seed", "N", TEXT("of the random numbers", "graine du hasard"),
     FLAG_TO_INT(PlayFlags, seed, -INT64_MAX, INT64_MAX, INT64_MIN)},
    {"--ponder", NULL,
     TEXT("the machine thinks on your time (typed lines)",
          "la machine réfléchit pendant votre temps (par lignes)"),
     FLAG_TO_SWITCH(PlayFlags, ponder)},
    {"--lines", NULL, TEXT("typed lines even on a terminal", "par lignes même sur un terminal"),
     FLAG_TO_SWITCH(PlayFlags, lines)},
    {"--ascii", NULL, TEXT("letters instead of symbols", "des lettres au lieu de symboles"),
     FLAG_NOT_BOUND},
    FLAGS_END,
};

static const PlayFlags *given(const Call *call) { return call->given; }

/* The machine sits in the seat that nobody else was given, the second one rather. */
static bool read_level(const Call *call, const Game *game, Player players[2], Error *err)
{
    int  level = given(call)->level;
    bool is_second = given(call)->second == NULL;
    if (level == 0)
        return true;
    if (game == NULL)
        return error_set(err, ERROR_LEVEL_GAME, level);
    if (!is_second && given(call)->first != NULL)
        return error_set(err, ERROR_LEVEL_PLAYERS);
    PlayerPreset preset = named_player(game, level - 1);
    return player_parse(game, preset.name, &players[is_second ? 1 : 0], err);
}

static bool read_players(const Call *call, const Session *session, Player players[2], Error *err)
{
    const Game              *game = session != NULL ? session_game(session) : NULL;
    static const char *const seats[2] = {"--first", "--second"};
    players[0] = player_human();
    players[1] = player_opponent();
    for (int i = 0; i < 2; i++) {
        const char *text = args_value(call->args, seats[i]);
        if (text != NULL && !player_parse(game, text, &players[i], err))
            return error_prefix(err, seats[i]);
    }
    return read_level(call, game, players, err);
}

/* A net that cannot be used is no reason not to play. */
static void warn_of_nets(Session *session, const Player players[2])
{
    Error err;
    for (int i = 0; session != NULL && i < 2; i++)
        if (!player_check_net(session, &players[i], i, &err)) {
            error_set(&err, ERROR_NET_NOT_USED, &err);
            fail(EXIT_OK, &err);
        }
}

static bool is_full_screen(const Call *call)
{
    bool on_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool wants_lines = given(call)->lines || given(call)->clock || given(call)->ponder;
    return HAVE_TUI && on_terminal && !wants_lines;
}

static int play_full_screen(const LinePlay *play)
{
#if HAVE_TUI
    TuiSetup setup = {.session = play->session,
                      .players = {play->players[0], play->players[1]},
                      .lang = play->lang,
                      .ascii = play->uses_ascii,
                      .seed = play->seed};
    Error    err;
    return tui_run(&setup, &err) ? EXIT_OK : fail(EXIT_FAILED, &err);
#else
    (void)play;
    return EXIT_FAILED;
#endif
}

/* Without a game and without a screen: the games by number. */
static const Game *ask_game(Lang lang)
{
    char line[64];
    printf("%s:\n", word(WORD_CHOOSE_GAME, lang));
    for (size_t i = 0; i < game_count(); i++)
        printf("  %zu  %s\n", i + 1, text_in(&game_at(i)->info->name, lang));
    printf("> ");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        size_t number =
            line[0] >= '1' && line[0] <= '9' && line[1] == '\0' ? (size_t)(line[0] - '0') : 0;
        if (number >= 1 && number <= game_count())
            return game_at(number - 1);
        if (game_find(line) != NULL)
            return game_find(line);
        printf("> ");
        fflush(stdout);
    }
    return NULL;
}

static int play_lines(LinePlay *play)
{
    Error err;
    if (play->session == NULL) {
        const Game *game = ask_game(play->lang);
        if (game == NULL)
            return EXIT_OK;
        play->session = session_new(game);
    }
    if (play->session == NULL) {
        error_set(&err, ERROR_MEMORY);
        return fail(EXIT_FAILED, &err);
    }
    play->is_person = isatty(STDIN_FILENO) != 0;
    return line_play_run(play) ? EXIT_OK : EXIT_BAD_INPUT;
}

/* The session that the arguments ask for; NULL without an error when they ask for none. */
static bool open_session(const Call *call, Session **out, Error *err)
{
    const char *path = given(call)->load;
    bool        has_game = call->args->positional_count > 0;
    *out = NULL;
    if (has_game && (*out = command_session(call, err)) == NULL)
        return false;
    if (path == NULL)
        return true;
    if (has_game)
        return savefile_read(*out, path, err);
    *out = savefile_open(path, err);
    return *out != NULL;
}

static int run(const Call *call)
{
    LinePlay    play = {.lang = call->lang,
                        .uses_ascii = command_uses_ascii(call),
                        .uses_colour = command_uses_colour()};
    Error       err;
    const char *clock_text = given(call)->clock;
    TimeControl control = {0, 0};
    if (clock_text != NULL && !time_control_parse(clock_text, &control, &err))
        return fail(EXIT_BAD_INPUT, &err);
    play.seed = given(call)->seed != INT64_MIN ? (uint64_t)given(call)->seed : (uint64_t)time(NULL);
    play.ponders = given(call)->ponder;
    gameclock_init(&play.clock, &control);
    int code = EXIT_BAD_INPUT;
    if (!open_session(call, &play.session, &err) ||
        !read_players(call, play.session, play.players, &err))
        fail(code, &err);
    else {
        warn_of_nets(play.session, play.players);
        code = is_full_screen(call) ? play_full_screen(&play) : play_lines(&play);
    }
    session_delete(play.session);
    return code;
}

const Command command_play = {
    .name = "play",
    .usage = "[GAME]",
    .summary = TEXT("play a game in the terminal", "jouer dans le terminal"),
    .flags = flags,
    .given_size = sizeof(PlayFlags),
    .max_positionals = 1,
    .run = run,
};
