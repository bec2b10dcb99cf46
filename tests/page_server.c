#include "page_server.h"

#include "dial.h"
#include "net/websocket.h"
#include "store_dump.h"
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static char binary[SERVER_PATH_SIZE];

void page_server_find(const char *test)
{
    const char *slash = strrchr(test, '/');
    snprintf(binary, sizeof binary, "%.*s/../plateau", slash != NULL ? (int)(slash - test) : 1,
             slash != NULL ? test : ".");
}

const char *page_server_binary(void) { return binary; }

long number_from_environment(const char *name, long usual)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : usual;
}

static int compare_times(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t percentile_99(int64_t times[], int count)
{
    qsort(times, (size_t)count, sizeof times[0], compare_times);
    return times[(int)((double)(count - 1) * 0.99)];
}

/* ---- the server --------------------------------------------------------------------------------
 */

void page_server_first_line(int fd, char *line, size_t capacity)
{
    size_t        size = 0;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    while (size + 1 < capacity && poll(&wait, 1, SERVER_WAIT_MS) > 0 &&
           read(fd, line + size, 1) == 1 && line[size] != '\n')
        size++;
    line[size] = '\0';
}

void page_server_start(PageServer *server, const char *more[], int port)
{
    char        port_text[16], patience[16], line[400];
    const char *arguments[24] = {binary,    "serve",       "--port",     port_text,
                                 "--store", server->store, "--patience", patience};
    int         count = 8, pipes[2];
    snprintf(port_text, sizeof port_text, "%d", port);
    snprintf(patience, sizeof patience, "%d", SERVER_PATIENCE_MS);
    for (; more != NULL && *more != NULL; more++)
        arguments[count++] = *more;
    assert_int_equal(pipe(pipes), 0);
    server->pid = fork();
    assert_true(server->pid >= 0);
    if (server->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves none behind */
        dup2(pipes[1], STDOUT_FILENO);
        dup2(pipes[1], STDERR_FILENO);
        execv(binary, (char *const *)(void *)arguments);
        _exit(127);
    }
    close(pipes[1]);
    server->output = pipes[0];
    page_server_first_line(pipes[0], line, sizeof line);
    const char *at = strstr(line, "http://");
    if (at == NULL)
        fail_msg("it said '%s'", line);
    snprintf(server->address, sizeof server->address, "%s", at);
    const char *colon = strrchr(server->address, ':');
    server->port = (int)strtol(colon + 1, NULL, 10);
}

int page_server_end(PageServer *server, int signal_number)
{
    int status = 0;
    kill(server->pid, signal_number);
    assert_int_equal(waitpid(server->pid, &status, 0), server->pid);
    close(server->output);
    return status;
}

void page_read_answer(int fd, const char *until, Str *out)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    char          bytes[4096];
    while (poll(&wait, 1, SERVER_WAIT_MS) > 0) {
        ssize_t size = read(fd, bytes, sizeof bytes);
        if (size < 0 && errno == EAGAIN)
            continue;
        if (size <= 0)
            return;
        str_bytes(out, bytes, (size_t)size);
        if (until != NULL && strstr(str_get(out), until) != NULL)
            return;
    }
    fail_msg("no end of the answer");
}

int page_status_of(const Str *answer)
{
    return strncmp(str_get(answer), "HTTP/1.1 ", 9) == 0 ? (int)strtol(answer->text + 9, NULL, 10)
                                                         : 0;
}

int page_open(const PageServer *server)
{
    char text[400];
    Str  answer = {0};
    int  fd = dial(server->port);
    int  size = snprintf(text, sizeof text,
                         "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                          "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                          "Sec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                         server->port, server->port);
    dial_send(fd, text, (size_t)size);
    page_read_answer(fd, "\r\n\r\n", &answer);
    assert_int_equal(page_status_of(&answer), 101);
    assert_non_null(strstr(str_get(&answer), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    str_free(&answer);
    return fd;
}

static void read_exactly(int fd, char *bytes, size_t size)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    while (size > 0) {
        if (poll(&wait, 1, SERVER_WAIT_MS) <= 0)
            fail_msg("nothing came");
        ssize_t n = read(fd, bytes, size);
        if (n < 0 && errno == EAGAIN)
            continue;
        if (n <= 0)
            fail_msg("the connection was closed");
        bytes += n;
        size -= (size_t)n;
    }
}

int page_read_frame(int fd, Str *out)
{
    unsigned char head[10];
    read_exactly(fd, (char *)head, 2);
    uint64_t size = head[1];
    if (size >= 126) {
        size_t wide = size == 126 ? 2 : 8;
        read_exactly(fd, (char *)head + 2, wide);
        size = 0;
        for (size_t i = 0; i < wide; i++)
            size = size << 8 | head[2 + i];
    }
    char *bytes = malloc((size_t)size + 1);
    assert_non_null(bytes);
    read_exactly(fd, bytes, (size_t)size);
    str_clear(out);
    str_bytes(out, bytes, (size_t)size);
    free(bytes);
    return head[0] & 15;
}

void page_send_frame(int fd, int first_byte, const char *text, size_t size)
{
    Str bytes = {0};
    str_char(&bytes, (char)first_byte);
    str_char(&bytes, (char)(0x80 | (size < 126 ? size : 126)));
    if (size >= 126) {
        str_char(&bytes, (char)(size >> 8));
        str_char(&bytes, (char)size);
    }
    str_bytes(&bytes, "\0\0\0\0", 4); /* a mask that changes nothing */
    str_bytes(&bytes, text, size);
    dial_send(fd, bytes.text, bytes.size);
    str_free(&bytes);
}

JsonTree *page_read_message(int fd, const char *key, const char *text, int64_t number)
{
    for (;;) {
        Str   bytes = {0};
        Error err;
        int   opcode = page_read_frame(fd, &bytes);
        if (opcode != OPCODE_TEXT) {
            str_free(&bytes);
            assert_int_equal(opcode, OPCODE_PING);
            continue;
        }
        JsonTree *tree = json_tree_read(str_get(&bytes), bytes.size, &err);
        str_free(&bytes);
        assert_non_null(tree);
        const JsonTree *value = json_tree_get(tree, key);
        if (text != NULL ? json_tree_is(value, TREE_TEXT) && strcmp(value->text, text) == 0
                         : json_tree_is(value, TREE_NUMBER) && value->whole == number)
            return tree;
        json_tree_delete(tree);
    }
}

JsonTree *page_say(int fd, int number, const char *what, const char *fields)
{
    char text[1000];
    int  size = snprintf(text, sizeof text, "{\"do\":\"%s\",\"n\":%d%s%s}", what, number,
                        fields[0] != '\0' ? "," : "", fields);
    page_send_frame(fd, 0x81, text, (size_t)size);
    JsonTree *answer = page_read_message(fd, "re", NULL, number);
    if (json_tree_get(answer, "error") != NULL)
        fail_msg("%s: %s", what, json_tree_get(answer, "error")->text);
    return answer;
}

long page_server_kilobytes(pid_t pid)
{
    char path[64], line[200];
    long size = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            size = strtol(line + 6, NULL, 10);
    if (file != NULL)
        fclose(file);
    return size;
}

int64_t page_server_cpu_us(pid_t pid)
{
    char path[64], text[1000] = "";
    long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    /* Behind the name in parentheses: eleven fields, then both times in ticks. */
    const char *at = size > 0 ? strrchr(text, ')') : NULL;
    if (at == NULL ||
        sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system) != 2)
        return 0;
    return (int64_t)(user + system) * 1000000 / sysconf(_SC_CLK_TCK);
}

int page_server_threads(pid_t pid)
{
    char path[64];
    int  count = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return -1;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

int page_server_set_up(void **state)
{
    PageServer *server = calloc(1, sizeof *server);
    assert_non_null(server);
    store_path(server->store, sizeof server->store);
    page_server_start(server, NULL, 0);
    *state = server;
    return 0;
}

int page_server_tear_down(void **state)
{
    PageServer *server = *state;
    int         status = page_server_end(server, SIGTERM);
    bool        is_clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    store_remove(server->store);
    free(server);
    return is_clean ? 0 : -1;
}
