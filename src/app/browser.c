#include "app/browser.h"

#include "arena/command_line.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* In a grandchild, which nobody has to wait for. It must not write into our terminal. */
static _Noreturn void become_browser(const char *path, char *const words[])
{
    if (fork() != 0)
        _exit(0);
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; nothing >= 0 && i < 3; i++)
        dup2(nothing, i);
    setsid();
    execve(path, words, environ);
    _exit(127);
}

bool browser_open(const char *address, Error *err)
{
    static const char *const openers[] = {"xdg-open", "sensible-browser", "open"};
    for (size_t i = 0; i < sizeof openers / sizeof openers[0]; i++) {
        Error       ignored;
        CommandLine line;
        if (!command_line_split(openers[i], &line, &ignored))
            continue;
        char *path = command_line_program(&line, &ignored);
        command_line_free(&line);
        if (path == NULL)
            continue;
        char *words[] = {path, (char *)address, NULL};
        pid_t child = fork();
        if (child == 0)
            become_browser(path, words);
        if (child > 0)
            waitpid(child, NULL, 0);
        free(path);
        return child > 0 ? true : error_set(err, "cannot start the browser");
    }
    return error_set(err, "no browser was found: open the address yourself");
}
