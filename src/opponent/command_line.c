#include "opponent/command_line.h"

#include "base/errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* One word from *text into *to, both moved behind it. False when a quote stays open. */
static bool take_word(const char **text, char **to)
{
    char quote = '\0';
    for (; **text != '\0' && (quote != '\0' || !is_blank(**text)); (*text)++) {
        char c = **text;
        if (c == quote)
            quote = '\0';
        else if (quote == '\0' && (c == '\'' || c == '"'))
            quote = c;
        else if (quote != '\'' && c == '\\' && (*text)[1] != '\0')
            *(*to)++ = *++(*text);
        else
            *(*to)++ = c;
    }
    *(*to)++ = '\0';
    return quote == '\0';
}

bool command_line_split(const char *text, CommandLine *out, Error *err)
{
    CommandLine line = {.storage = malloc(strlen(text) + 2)};
    char       *to = line.storage;
    bool        ok = to != NULL || error_set(err, ERROR_MEMORY);
    while (ok) {
        while (is_blank(*text))
            text++;
        if (*text == '\0')
            break;
        if (line.count == COMMAND_WORDS)
            ok = error_set(err, ERROR_COMMAND_WORDS, COMMAND_WORDS);
        else {
            line.words[line.count++] = to;
            ok = take_word(&text, &to) || error_set(err, ERROR_COMMAND_QUOTE);
        }
    }
    if (ok && (line.count == 0 || line.words[0][0] == '\0'))
        ok = error_set(err, ERROR_COMMAND_EMPTY);
    if (ok)
        *out = line;
    else
        free(line.storage);
    return ok;
}

void command_line_free(CommandLine *line)
{
    free(line->storage);
    *line = (CommandLine){0};
}

void command_line_add_word(const char *word, Str *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:=,+-@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        str_text(out, word);
        return;
    }
    str_char(out, '\'');
    for (; *word != '\0'; word++)
        str_text(out, *word == '\'' ? "'\\''" : (const char[]){*word, '\0'});
    str_char(out, '\'');
}

static bool is_program(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

char *command_line_program(const CommandLine *line, Error *err)
{
    const char *name = line->words[0], *path = getenv("PATH");
    if (strchr(name, '/') != NULL) {
        char *whole = realpath(name, NULL);
        if (whole != NULL && is_program(whole))
            return whole;
        if (whole == NULL)
            error_set(err, ERROR_PROGRAM_ABSENT, name);
        else
            error_set(err, ERROR_PROGRAM_NOT_RUN, name);
        free(whole);
        return NULL;
    }
    for (const char *at = path != NULL ? path : "/usr/local/bin:/usr/bin:/bin"; *at != '\0';) {
        size_t length = strcspn(at, ":"), size = length + strlen(name) + 2;
        char  *whole = malloc(size);
        if (whole == NULL)
            break;
        snprintf(whole, size, "%.*s/%s", (int)length, at, name);
        if (length > 0 && is_program(whole))
            return whole;
        free(whole);
        at += length + (at[length] == ':');
    }
    error_set(err, ERROR_PROGRAM_NOT_ON_PATH, name);
    return NULL;
}
