/* page_server.h -- `plateau serve` as a process of its own, and pages that speak with it over real
 * sockets. Every failure ends the test. */
#pragma once
#include "base/json_tree.h"
#include "base/str.h"

#include <sys/types.h>

enum { SERVER_PATH_SIZE = 300, SERVER_PATIENCE_MS = 1500, SERVER_WAIT_MS = 20000 };

typedef struct {
    pid_t pid;
    int   output, port;
    char  store[SERVER_PATH_SIZE], address[200];
} PageServer;

/* The program under test: beside the test's own, whose name is argv[0]. */
void        page_server_find(const char *test);
const char *page_server_binary(void);

/* `more`: further arguments up to NULL; port 0: any. server->store must be set. */
void    page_server_start(PageServer *server, const char *more[], int port);
int     page_server_end(PageServer *server, int signal_number); /* its status, as waitpid has it */
long    page_server_kilobytes(pid_t pid);                       /* the most it ever had */
int64_t page_server_cpu_us(pid_t pid); /* used so far, by user and system */
int     page_server_threads(pid_t pid);

/* For cmocka: a server with a store of its own. */
int page_server_set_up(void **state);
int page_server_tear_down(void **state);

/* The first line that comes, up to its end. */
void page_server_first_line(int fd, char *line, size_t capacity);

/* All that comes until the other side closes, or `until` has come (NULL: never). */
void page_read_answer(int fd, const char *until, Str *out);
int  page_status_of(const Str *answer);

int  page_open(const PageServer *server); /* a WebSocket */
int  page_read_frame(int fd, Str *out);   /* its opcode */
void page_send_frame(int fd, int first_byte, const char *text, size_t size);

/* Until the message comes in which `key` is this; the caller deletes it. */
JsonTree *page_read_message(int fd, const char *key, const char *text, int64_t number);
JsonTree *page_say(int fd, int number, const char *what, const char *fields);

/* A number that the environment may set: LORIS=200 build/tests/test_serve */
long number_from_environment(const char *name, long usual);

/* The time below which 99 of 100 lie; sorts them. */
int64_t percentile_99(int64_t times[], int count);
