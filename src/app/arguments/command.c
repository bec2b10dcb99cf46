#include "app/arguments/command.h"

#include "base/errors.h"
#include "base/prose.h"

#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of this run of the program; main says it before anything can fail. */
static Lang fail_lang;

void fail_in(Lang lang) { fail_lang = lang; }

int fail(int code, const Error *err)
{
    Str line = {0};
    fflush(stdout);
    str_prose(&line, error_words(err, fail_lang), fail_lang);
    fprintf(stderr, "plateau: %s\n", str_get(&line));
    str_free(&line);
    return code;
}

static bool apply_preset(const Game *game, const char *name, int16_t options[], Error *err)
{
    const GameInfo *info = game->info;
    Str             known = {0};
    for (int i = 0; i < info->preset_count; i++) {
        if (strcmp(info->presets[i].name, name) == 0) {
            str_free(&known);
            return options_set_words(&info->options, options, info->presets[i].settings, err);
        }
        str_printf(&known, "%s%s", i > 0 ? ", " : "", info->presets[i].name);
    }
    if (info->preset_count > 0)
        error_set(err, ERROR_PRESET_UNKNOWN, name, info->id, str_get(&known));
    else
        error_set(err, ERROR_PRESET_NONE, name, info->id);
    str_free(&known);
    return false;
}

/* Presets and options count in the order in which they are given. */
static bool read_options(const Call *call, const Game *game, int16_t options[], Error *err)
{
    options_reset(&game->info->options, options);
    for (int i = 0; i < call->args->flag_count; i++) {
        const char *name = call->args->flags[i].name, *value = call->args->flags[i].value;
        if (strcmp(name, "--preset") == 0 && !apply_preset(game, value, options, err))
            return false;
        if (strcmp(name, "--option") == 0 &&
            !options_set_word(&game->info->options, options, value, err))
            return false;
    }
    return true;
}

Session *command_session(const Call *call, Error *err)
{
    return command_session_of(call, call->args->positionals[0], err);
}

Session *command_session_of(const Call *call, const char *name, Error *err)
{
    const char *position = args_value(call->args, "--position");
    const char *moves = args_value(call->args, "--moves");
    const Game *game = game_named(name, err);
    int16_t     options[MAX_OPTIONS];
    if (game == NULL || !read_options(call, game, options, err))
        return NULL;
    Session *session = session_new(game);
    if (session == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    if (!session_start(session, options, err) ||
        (position != NULL && !session_set_position(session, position, err)) ||
        (moves != NULL && !session_play_moves(session, moves, err))) {
        session_delete(session);
        return NULL;
    }
    return session;
}

/* A handler can only tell through a global. */
static atomic_bool is_interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&is_interrupted, true);
}

const atomic_bool *command_interrupt(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &is_interrupted;
}

int command_id_columns(void)
{
    size_t longest = 9;
    for (size_t i = 0; i < game_count(); i++) {
        size_t length = strlen(game_at(i)->info->id);
        longest = length > longest ? length : longest;
    }
    return (int)longest + 2;
}

bool command_uses_ascii(const Call *call)
{
    bool is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return args_has(call->args, "--ascii") || !is_utf8;
}

bool command_uses_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && (no_colour == NULL || no_colour[0] == '\0');
}

int command_print(const Str *text)
{
    if (!text->failed && fwrite(str_get(text), 1, text->size, stdout) == text->size &&
        fflush(stdout) == 0)
        return EXIT_OK;
    Error err;
    error_set(&err, ERROR_STANDARD_OUTPUT);
    return fail(EXIT_FAILED, &err);
}

int command_speak(const LineEngine *engine, void *self)
{
    char  *line = NULL;
    size_t capacity = 0;
    bool   goes_on = true;
    Error  err;
    if (self == NULL) {
        error_set(&err, ERROR_MEMORY);
        return fail(EXIT_FAILED, &err);
    }
    while (goes_on && getline(&line, &capacity, stdin) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        goes_on = engine->take(self, line);
    }
    if (goes_on) /* whoever asked still wants his answer */
        engine->finish(self);
    engine->free(self);
    free(line);
    return ferror(stdout) ? EXIT_FAILED : EXIT_OK;
}

void command_send_line(const char *line, void *unused)
{
    (void)unused;
    puts(line);
    fflush(stdout);
}
