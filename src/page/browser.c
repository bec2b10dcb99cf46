#include "page/browser.h"

#include "base/errors.h"
#include "base/file.h"
#include "opponent/command_line.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- an address with a secret ------------------------------------------------------------------
 */

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(file, bytes, size);
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* The folder of this login, which no other user can enter, or else that of what can be made again.
 */
static bool find_folder(Str *out)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    Error       ignored;
    if (runtime != NULL && runtime[0] == '/') {
        str_text(out, runtime);
        return !out->failed;
    }
    return file_cache_folder(out) && file_make_folder(str_get(out), &ignored);
}

/* A page that leads to the address; addresses of ours have nothing that HTML would read otherwise.
 */
static bool write_page(const char *address, Str *path)
{
    Str  html = {0};
    bool ok = find_folder(path);
    str_printf(path, "/plateau-open-%ld.html", (long)getpid());
    str_printf(&html,
               "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" "
               "content=\"no-referrer\"><title>Plateau</title>"
               "<meta http-equiv=\"refresh\" content=\"0;url=%s\"><a href=\"%s\">Plateau</a>\n",
               address, address);
    ok = ok && !path->failed && !html.failed;
    if (ok) {
        unlink(str_get(path));
        int file = open(str_get(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        ok = file >= 0 && write_all(file, html.text, html.size);
        if (file >= 0)
            close(file);
    }
    str_free(&html);
    return ok;
}

void browser_forget(Str *page)
{
    if (page->size > 0)
        unlink(str_get(page));
    str_free(page);
}

/* ---- the browser -------------------------------------------------------------------------------
 */

/* The first of these programs that there is; the caller frees its path. */
static char *find_opener(void)
{
    static const char *const openers[] = {"xdg-open", "sensible-browser", "open"};
    for (size_t i = 0; i < sizeof openers / sizeof openers[0]; i++) {
        Error       ignored;
        CommandLine line;
        if (!command_line_split(openers[i], &line, &ignored))
            continue;
        char *path = command_line_program(&line, &ignored);
        command_line_free(&line);
        if (path != NULL)
            return path;
    }
    return NULL;
}

bool browser_open(const char *address, Str *page, Error *err)
{
    bool  has_secret = strchr(address, '#') != NULL;
    char *opener = has_screen() ? find_opener() : NULL;
    if (opener == NULL)
        return error_set(err, ERROR_BROWSER_NONE);
    pid_t child = -1;
    if (!has_secret || write_page(address, page)) {
        char *words[] = {opener, has_secret ? page->text : (char *)address, NULL};
        child = fork();
        if (child == 0)
            become_browser(opener, words);
        if (child > 0)
            waitpid(child, NULL, 0);
    }
    free(opener);
    return child > 0 || error_set(err, ERROR_BROWSER_START);
}
