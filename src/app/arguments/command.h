/* app/arguments/command.h -- a sub-command of the program, and what all of them share. */
#pragma once
#include "app/arguments/args.h"
#include "engine/session.h"

#include <stdatomic.h>

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_BAD_INPUT = 2 };

typedef struct {
    const Args *args;
    const void *given; /* the struct that the command's flags were put in */
    Lang        lang;
} Call;

typedef struct {
    const char *name, *usage; /* "perft", "GAME DEPTH" */
    Text        summary;
    const Flag *flags;
    size_t      given_size; /* of the struct that they are put in; 0: none */
    int         min_positionals, max_positionals;
    int (*run)(const Call *call); /* returns the exit code */
} Command;

/* The flags that choose rules, or rules and a position; a command lists them among its own. */
#define RULES_FLAGS                                                                                \
    {"--option", "NAME=VALUE",                                                                     \
     TEXT("set a rule option (may be repeated)", "règle une option (peut être répété)"),           \
     FLAG_NOT_BOUND},                                                                              \
    {                                                                                              \
        "--preset", "NAME", TEXT("a named set of rules", "des règles toutes faites"),              \
            FLAG_NOT_BOUND                                                                         \
    }
#define POSITION_FLAGS                                                                             \
    RULES_FLAGS,                                                                                   \
        {"--position", "TEXT",                                                                     \
         TEXT("begin there instead of at the start", "partir de cette position"), FLAG_NOT_BOUND}, \
    {                                                                                              \
        "--moves", "MOVES", TEXT("then play these moves", "puis jouer ces coups"), FLAG_NOT_BOUND  \
    }

/* One line on stderr, in the language that fail_in was told; returns `code`. */
int  fail(int code, const Error *err);
void fail_in(Lang lang);

/* The game of the first positional argument, set up by the flags above. NULL and *err on failure;
 * the caller deletes it. */
Session *command_session(const Call *call, Error *err);

/* The same for a game that is named elsewhere. */
Session *command_session_of(const Call *call, const char *name, Error *err);

/* From now on Ctrl-C raises this flag, so that what is under way ends in good order; a second one
 * ends the program. */
const atomic_bool *command_interrupt(void);

/* How wide a column of the games' ids is: two blanks behind the longest. */
int command_id_columns(void);

bool command_uses_ascii(const Call *call); /* --ascii, or a terminal that is not UTF-8 */
bool command_uses_colour(void);            /* stdout is a terminal and NO_COLOR is not set */

/* An engine that is spoken with in lines: how it takes one (false: it was told to end), waits for
 * what it was asked for last, and is deleted. */
typedef struct {
    bool (*take)(void *self, const char *line);
    void (*finish)(void *self);
    void (*free)(void *self);
} LineEngine;

/* Hands it the lines of standard input until it ends or they do, and deletes it; the exit code.
 * `self` NULL: memory was short. */
int  command_speak(const LineEngine *engine, void *self);
void command_send_line(const char *line, void *unused); /* to standard output, at once */

/* Text in one go to standard output; EXIT_FAILED when that is not possible. */
int command_print(const Str *text);
