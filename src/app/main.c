/* The program: finds the sub-command and runs it. Without one, it opens the game. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/words.h"

#include <assert.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COMMAND(name) extern const Command command_##name;
#include "app/commands.def"
#undef COMMAND

#define COMMAND(name) &command_##name,
static const Command *const commands[] = {
#include "app/commands.def"
};
#undef COMMAND

enum {
    COMMAND_COUNT = sizeof commands / sizeof commands[0],
    MAX_GIVEN = 512 /* bytes of the struct that the flags of a command are put in */
};

static int print_help(Lang lang)
{
    static const Text head =
        TEXT("Plateau: five board games to play, learn, solve and referee.\n",
             "Plateau : cinq jeux de plateau à jouer, apprendre et arbitrer.\n");
    static const Text usage = TEXT("Usage:", "Emploi :");
    static const Text more =
        TEXT("plateau COMMAND --help explains a command. --lang en|fr chooses the language.",
             "plateau COMMANDE --help explique une commande. --lang en|fr choisit la langue.");
    Str out = {0};
    str_printf(&out, "%s\n%s plateau [--lang en|fr] [COMMAND …]\n\n", text_in(&head, lang),
               text_in(&usage, lang));
    for (int i = 0; i < COMMAND_COUNT; i++)
        str_printf(&out, "  %-9s %s\n", commands[i]->name, text_in(&commands[i]->summary, lang));
    str_printf(&out, "\n%s\n", text_in(&more, lang));
    int code = command_print(&out);
    str_free(&out);
    return code;
}

static int print_command_help(const Command *command, Lang lang)
{
    static const Text usage = TEXT("Usage:", "Emploi :");
    Str               out = {0};
    str_printf(&out, "%s plateau %s%s%s\n%s\n\n", text_in(&usage, lang), command->name,
               command->usage[0] != '\0' ? " " : "", command->usage,
               text_in(&command->summary, lang));
    args_format_help(command->flags, lang, &out);
    int code = command_print(&out);
    str_free(&out);
    return code;
}

static int run_command(const Command *command, int argc, char *argv[], Lang lang)
{
    _Alignas(max_align_t) unsigned char given[MAX_GIVEN] = {0};

    Args  args;
    Error err;
    assert(command->given_size <= sizeof given);
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return print_command_help(command, lang);
        else if (strcmp(argv[i], "--version") == 0)
            return puts("plateau " PLATEAU_VERSION) < 0 ? EXIT_FAILED : EXIT_OK;
    if (!args_parse(command->flags, argc, argv, &args, &err) ||
        !args_bind(command->flags, &args, given, &err))
        return fail(EXIT_BAD_INPUT, &err);
    if (args.positional_count < command->min_positionals ||
        args.positional_count > command->max_positionals) {
        error_set(&err, ERROR_USAGE, command->name, command->usage);
        return fail(EXIT_BAD_INPUT, &err);
    }
    Call call = {.args = &args, .given = given, .lang = lang};
    return command->run(&call);
}

/* "--lang fr" may stand anywhere; it is taken out. */
static bool take_lang(int *argc, char *argv[], Lang *lang, Error *err)
{
    static const char *const names[LANG_COUNT] = {"en", "fr"};
    int                      kept = 0;
    *lang = lang_from_environment();
    for (int i = 0; i < *argc; i++) {
        const char *value = NULL;
        if (strncmp(argv[i], "--lang=", 7) == 0)
            value = argv[i] + 7;
        else if (strcmp(argv[i], "--lang") == 0)
            value = i + 1 < *argc ? argv[++i] : "";
        if (value == NULL) {
            argv[kept++] = argv[i];
            continue;
        }
        if (strcmp(value, names[LANG_EN]) != 0 && strcmp(value, names[LANG_FR]) != 0)
            return error_set(err, ERROR_LANG_FLAG, value);
        *lang = strcmp(value, names[LANG_FR]) == 0 ? LANG_FR : LANG_EN;
    }
    *argc = kept;
    return true;
}

/* Managers of Gomoku know a program of theirs by its name alone. */
static bool is_called_pbrain(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strncmp(slash != NULL ? slash + 1 : path, "pbrain-", 7) == 0;
}

int main(int argc, char *argv[])
{
    Error err;
    Lang  lang;
    setlocale(LC_CTYPE, "");
    if (argc == 1 && is_called_pbrain(argv[0]))
        return run_command(&command_pbrain, 0, argv + 1, LANG_EN);
    argc--;
    argv++;
    fail_in(lang_from_environment());
    if (!take_lang(&argc, argv, &lang, &err))
        return fail(EXIT_BAD_INPUT, &err);
    fail_in(lang);
    if (argc == 0) {
        if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
            return run_command(&command_play, 0, argv, lang);
        error_set(&err, ERROR_NO_COMMAND);
        return fail(EXIT_BAD_INPUT, &err);
    }
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0 ||
        strcmp(argv[0], "help") == 0)
        return print_help(lang);
    if (strcmp(argv[0], "--version") == 0)
        return puts("plateau " PLATEAU_VERSION) < 0 ? EXIT_FAILED : EXIT_OK;
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[0], commands[i]->name) == 0)
            return run_command(commands[i], argc - 1, argv + 1, lang);
    error_set(&err, ERROR_UNKNOWN_COMMAND, argv[0]);
    return fail(EXIT_BAD_INPUT, &err);
}
