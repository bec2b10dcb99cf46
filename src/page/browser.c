#include "page/browser.h"

#include "base/errors.h"
#include "opponent/command_line.h"

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

/* Without one, xdg-open would fall back to a browser of the terminal, which is ours. */
static bool has_screen(void)
{
#ifdef __APPLE__
    return true;
#else
    static const char *const names[] = {"DISPLAY", "WAYLAND_DISPLAY"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return true;
    }
    return false;
#endif
}

bool browser_open(const char *address, Error *err)
{
    static const char *const openers[] = {"xdg-open", "sensible-browser", "open"};
    if (!has_screen())
        return error_set(err, ERROR_BROWSER_NONE);
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
        return child > 0 ? true : error_set(err, ERROR_BROWSER_START);
    }
    return error_set(err, ERROR_BROWSER_NONE);
}
