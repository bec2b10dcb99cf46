#include "school/class_client.h"

#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "net/link.h"
#include "net/socket.h"
#include "opponent/command_line.h"
#include "protocol/class_words.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ANSWER_MS = 10000,
    RETRY_US = 100000,
    /* A program that ends so soon, so often in a row, will not do better. */
    SHORT_LIFE_US = 2000000,
    MAX_SHORT_LIVES = 5
};

typedef enum { LOGIN_OK, LOGIN_REFUSED, LOGIN_UNREACHED } Login;

static bool is_stopped(const ClassClient *guest)
{
    return guest->stop != NULL && atomic_load(guest->stop);
}

static void rest(void)
{
    const struct timespec moment = {.tv_nsec = RETRY_US * 1000};
    nanosleep(&moment, NULL);
}

/* ---- logging in --------------------------------------------------------------------------------
 */

/* Byte by byte: what follows the answer is the program's. */
static bool read_answer(int fd, char *line, size_t capacity)
{
    size_t        size = 0;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    while (size < capacity - 1 && poll(&wait, 1, ANSWER_MS) == 1 && read(fd, &line[size], 1) == 1) {
        if (line[size] == '\n') {
            line[size] = '\0';
            return true;
        }
        size++;
    }
    return false;
}

static Login log_in(const ClassClient *guest, int *out, Error *err)
{
    char line[200];
    int  fd =
        socket_connect(guest->host, guest->port, clock_now_us() + ANSWER_MS * INT64_C(1000), err);
    if (fd < 0)
        return LOGIN_UNREACHED;
    int     length = snprintf(line, sizeof line, "login %s %s\n", guest->name, guest->token);
    ssize_t sent = send(fd, line, (size_t)length, MSG_NOSIGNAL);
    bool    is_heard = sent == length && read_answer(fd, line, sizeof line);
    if (is_heard && strcmp(line, "welcome") == 0) {
        *out = fd;
        return LOGIN_OK;
    }
    close(fd);
    if (is_heard)
        error_set(err, ERROR_QUOTED, line);
    else
        error_set(err, ERROR_SERVER_CLOSED);
    return is_heard ? LOGIN_REFUSED : LOGIN_UNREACHED;
}

/* Again and again while there is patience. */
static Login log_in_patiently(const ClassClient *guest, bool was_there, int *fd, Error *err)
{
    int64_t deadline_us = clock_now_us() + (was_there ? guest->patience_us : 0);
    for (;;) {
        Login login = log_in(guest, fd, err);
        if (login != LOGIN_UNREACHED || is_stopped(guest) || clock_now_us() >= deadline_us)
            return login;
        rest();
    }
}

/* ---- the program -------------------------------------------------------------------------------
 */

/* In the child. Programs expect a standard input that waits. */
static _Noreturn void become_program(int fd, const char *path, char *const words[])
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(fd, STDIN_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0)
        execve(path, words, environ);
    _exit(127);
}

/* Until it ends, or until somebody says stop. */
static int wait_for_program(const ClassClient *guest, pid_t child)
{
    int status = 0;
    for (bool is_told = false; waitpid(child, &status, WNOHANG) == 0;) {
        const struct timespec moment = {.tv_nsec = 20000000};
        if (is_stopped(guest) && !is_told) {
            kill(child, SIGTERM);
            is_told = true;
        }
        nanosleep(&moment, NULL);
    }
    return status;
}

/* Has the server closed its side? Then a program that ended did what it should. */
static bool is_closed(int fd)
{
    char    byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

/* *is_its_fault: it ended although the server was there. */
static bool run_program(const ClassClient *guest, int fd, const char *path, const CommandLine *line,
                        bool *is_its_fault, Error *err)
{
    pid_t child = fork();
    if (child == 0)
        become_program(fd, path, line->words);
    int status = child > 0 ? wait_for_program(guest, child) : 0;
    *is_its_fault = !is_closed(fd);
    close(fd);
    if (child < 0)
        return error_set(err, ERROR_PROCESS, system_error(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return error_set(err, ERROR_GUEST_PROGRAM, path);
    return true;
}

/* ---- both --------------------------------------------------------------------------------------
 */

static bool play_on(const ClassClient *guest, const char *path, const CommandLine *line, Error *err)
{
    bool was_there = false;
    for (int short_lives = 0; !is_stopped(guest);) {
        bool  is_its_fault;
        int   fd = -1;
        Login login = log_in_patiently(guest, was_there, &fd, err);
        if (login != LOGIN_OK)
            return login == LOGIN_UNREACHED && was_there;
        int64_t begun_us = clock_now_us();
        was_there = true;
        if (!run_program(guest, fd, path, line, &is_its_fault, err))
            return false;
        bool is_short = is_its_fault && clock_now_us() - begun_us < SHORT_LIFE_US;
        short_lives = is_short ? short_lives + 1 : 0;
        if (short_lives == MAX_SHORT_LIVES)
            return error_set(err, ERROR_GUEST_ENDS);
        if (short_lives > 0 && !is_stopped(guest))
            rest();
    }
    return true;
}

bool class_client_play(const ClassClient *guest, Error *err)
{
    CommandLine line = {0};
    char       *path = NULL;
    bool        ok = command_line_split(guest->command, &line, err) &&
              (path = command_line_program(&line, err)) != NULL && play_on(guest, path, &line, err);
    free(path);
    command_line_free(&line);
    return ok;
}

/* ---- handing in --------------------------------------------------------------------------------
 */

enum { UPLOAD_ANSWER_US = 120000000, BUILD_ANSWER_US = 600000000 /* others may be before us */ };

static const char *behind_error(const char *line)
{
    static const char error[] = "error ";
    return strncmp(line, error, strlen(error)) == 0 ? line + strlen(error) : line;
}

/* The next line begins like that; an "error" line, or none, is the answer otherwise. */
static bool expect_line(Link *link, const char *word, int64_t wait_us, Error *err)
{
    const char *line;
    if (link_read(link, clock_now_us() + wait_us, &line) != LINK_LINE)
        return error_set(err, ERROR_SERVER_CLOSED);
    return strncmp(line, word, strlen(word)) == 0 ||
           error_set(err, ERROR_QUOTED, behind_error(line));
}

/* "message …" lines, then "accepted" or "error …". */
static bool hear_verdict(Link *link, Str *messages, Error *err)
{
    static const char message[] = "message ", accepted[] = "accepted ";
    const char       *line;
    while (link_read(link, clock_now_us() + BUILD_ANSWER_US, &line) == LINK_LINE) {
        if (strncmp(line, message, strlen(message)) == 0)
            str_printf(messages, "%s\n", line + strlen(message));
        else
            return strncmp(line, accepted, strlen(accepted)) == 0 ||
                   error_set(err, ERROR_QUOTED, behind_error(line));
    }
    return error_set(err, ERROR_SERVER_CLOSED);
}

static bool hand_over(const ClassClient *guest, Link *link, const char *file, const Str *bytes,
                      Str *messages, Error *err)
{
    char line[200];
    snprintf(line, sizeof line, "login %.60s %.60s upload", guest->name, guest->token);
    link_send(link, line);
    if (!expect_line(link, "welcome upload ", UPLOAD_ANSWER_US, err))
        return false;
    snprintf(line, sizeof line, "upload %s %zu", file, bytes->size);
    link_send(link, line);
    if (!expect_line(link, "send", UPLOAD_ANSWER_US, err))
        return false;
    link_send_bytes(link, str_get(bytes), bytes->size);
    return expect_line(link, "received", UPLOAD_ANSWER_US, err) &&
           hear_verdict(link, messages, err);
}

bool class_client_upload(const ClassClient *guest, const char *path, Str *messages, Error *err)
{
    const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
    Str         bytes = {0};
    bool ok = class_check_file(file, err) && file_read(path, CLASS_UPLOAD_BYTES, &bytes, err);
    if (ok && bytes.size == 0)
        ok = error_set(err, ERROR_UPLOAD_EMPTY, path);
    int64_t deadline_us = clock_now_us() + ANSWER_MS * INT64_C(1000);
    int     fd = ok ? socket_connect(guest->host, guest->port, deadline_us, err) : -1;
    Link   *link = fd >= 0 ? link_new(fd, fd, -1, -1, guest->stop) : NULL;
    if (fd >= 0 && link == NULL) {
        close(fd);
        error_set(err, ERROR_MEMORY);
    }
    ok = link != NULL && hand_over(guest, link, file, &bytes, messages, err);
    link_delete(link);
    str_free(&bytes);
    return ok;
}
