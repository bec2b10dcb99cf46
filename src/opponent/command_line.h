/* opponent/command_line.h -- the words of a command as people write it, without any shell: blanks
 * part words, 'single' and "double" quotes keep them together, a backslash takes the next
 * character as it is (not within single quotes). Nothing else is special. */
#pragma once
#include "base/error.h"
#include "base/str.h"

enum { COMMAND_WORDS = 64 };

typedef struct {
    char *words[COMMAND_WORDS + 1]; /* the last one is NULL */
    int   count;                    /* at least 1 */
    char *storage;
} CommandLine;

bool command_line_split(const char *text, CommandLine *out, Error *err);
void command_line_free(CommandLine *line); /* all zero is fine */

/* Adds a word so that it is read as this one, in quotes where that is needed; shells agree. */
void command_line_add_word(const char *word, Str *out);

/* Where the first word is to be found: itself when it has a slash, otherwise the first executable
 * of $PATH. The caller frees it; NULL and *err when there is none. */
char *command_line_program(const CommandLine *line, Error *err);
