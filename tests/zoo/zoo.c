/* zoo.c -- one small Tic-Tac-Toe engine in UGI, and everything an engine can do wrong.
 *
 *     zoo MODE [NUMBER] [WORD…]     NUMBER: milliseconds of those that wait; words are marks
 *
 * "good" plays as it should. The other modes are the rows of docs/user/sandbox.md; each does its
 * one thing and plays as it should otherwise. */
#include "zoo.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CELLS = 9, LINE_SIZE = 1024, REFUSED = 3 };

static const char *mode;
static int         milliseconds;
static char      **words; /* behind MODE and NUMBER */

static char board[CELLS]; /* 'x', 'o' or '\0' */
static int  last = -1;    /* the cell of the last move */
static char to_move;

static bool is(const char *name) { return strcmp(mode, name) == 0; }

void wait_ms(int ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    while (nanosleep(&time, &time) != 0 && errno == EINTR)
        ;
}

_Noreturn void wait_forever(void)
{
    for (;;)
        wait_ms(1000);
}

_Noreturn void give_up(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(REFUSED);
}

void say(const char *text)
{
    puts(text);
    fflush(stdout);
}

/* ---- the game ----------------------------------------------------------------------------------
 */

/* "position startpos moves a1 b2 …" */
static void read_position(const char *line)
{
    const char *at = strstr(line, "moves ");
    char        word[3];
    memset(board, 0, sizeof board);
    to_move = 'x';
    last = -1;
    for (at = at != NULL ? at + 6 : ""; sscanf(at, "%2s", word) == 1; at += 3) {
        last = (word[0] - 'a') + 3 * (word[1] - '1');
        if (last >= 0 && last < CELLS)
            board[last] = to_move;
        to_move = to_move == 'x' ? 'o' : 'x';
        if (strlen(at) < 3)
            break;
    }
}

static int first_free_cell(void)
{
    for (int i = 0; i < CELLS; i++)
        if (board[i] == '\0')
            return i;
    return 0;
}

static bool is_over(void)
{
    static const int lines[][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                   {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (board[lines[i][0]] != '\0' && board[lines[i][0]] == board[lines[i][1]] &&
            board[lines[i][0]] == board[lines[i][2]])
            return true;
    return memchr(board, '\0', sizeof board) == NULL;
}

static void say_cell(int cell)
{
    const char move[] = {(char)('a' + cell % 3), (char)('1' + cell / 3), '\0'};
    if (wild_answer(mode, move))
        return;
    printf("info depth 1 score cp 25 pv %s\nbestmove %s\n", move, move);
    fflush(stdout);
}

/* ---- misdeeds ----------------------------------------------------------------------------------
 */

static void flood(FILE *stream, const char *text)
{
    static char buffer[1 << 16];
    setvbuf(stream, buffer, _IOFBF, sizeof buffer);
    while (fputs(text, stream) >= 0)
        ;
}

static void write_long_line(void)
{
    static char block[1 << 20];
    memset(block, 'a', sizeof block);
    for (int i = 0; i < 100; i++)
        fwrite(block, 1, sizeof block, stdout);
    say("");
}

static void take_memory(void)
{
    enum { PIECES = 256, PIECE = 16 << 20 }; /* 4 GB */
    static char *volatile pieces[PIECES];    /* a compiler must not see that they are of no use */
    for (int i = 0; i < PIECES; i++)
        if ((pieces[i] = malloc(PIECE)) != NULL)
            memset(pieces[i], i + 1, PIECE);
    say("info string took it all");
}

/* A child that outlives us and keeps our pipes open. */
static void leave_a_child(bool is_daemon)
{
    pid_t child = fork();
    if (child < 0)
        give_up("fork");
    if (child > 0) {
        if (is_daemon)
            waitpid(child, NULL, 0);
        return;
    }
    signal(SIGTERM, SIG_IGN);
    if (is_daemon) {
        setsid();
        if (fork() != 0)
            _exit(0);
    }
    wait_forever();
}

static void open_a_socket(void)
{
    if (socket(AF_INET, SOCK_STREAM, 0) < 0)
        give_up("socket");
}

static void read_a_secret(void)
{
    FILE *file = words[0] != NULL ? fopen(words[0] + strlen("secret="), "r") : NULL;
    if (file == NULL)
        give_up("secret");
    fclose(file);
}

static void write_elsewhere(void)
{
    FILE *file = fopen("/tmp/plateau-zoo-litter", "w");
    if (file == NULL)
        give_up("litter");
    fclose(file);
}

static void signal_others(void)
{
    if (kill(getppid(), 0) != 0)
        give_up("kill");
}

static void *do_nothing(void *unused) { return unused; }

static void start_a_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, do_nothing, NULL) != 0 || pthread_join(thread, NULL) != 0)
        give_up("thread");
}

static void *wait_for_ever(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static void start_threads_without_end(void)
{
    enum { STACK_BYTES = 64 << 10 };
    pthread_attr_t small;
    pthread_t      thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK_BYTES);
    for (;;)
        if (pthread_create(&thread, &small, wait_for_ever, NULL) != 0)
            usleep(1000);
}

static void use_the_scratch_folder(void)
{
    char        path[LINE_SIZE];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/notes", folder != NULL ? folder : "/tmp");
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs("mine\n", file) < 0 || fclose(file) != 0)
        give_up("scratch");
}

const char *scratch(void)
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL)
        give_up("TMPDIR");
    return folder;
}

/* The disk, file by file, as none may be very large. */
static void fill_the_scratch_folder(void)
{
    static char block[1 << 20];
    char        path[LINE_SIZE];
    for (int i = 0; i < 1000; i++) {
        snprintf(path, sizeof path, "%s/heap-%d", scratch(), i);
        FILE *file = fopen(path, "w");
        for (int j = 0; j < 8 && file != NULL; j++)
            fwrite(block, 1, sizeof block, file);
        if (file == NULL || fclose(file) != 0)
            give_up("heap");
    }
    wait_forever();
}

/* Folders in folders, deeper than a path can say. */
static void burrow(void)
{
    if (chdir(scratch()) != 0)
        give_up("burrow");
    for (int i = 0; i < 20000; i++)
        if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0)
            give_up("deeper");
    wait_forever();
}

/* A file that takes room and has no name, or none any more. */
static void hide_a_nameless_file(void)
{
    if (open(scratch(), O_TMPFILE | O_WRONLY, 0600) < 0)
        give_up("nameless");
}

static void hide_a_removed_file(void)
{
    char path[LINE_SIZE];
    snprintf(path, sizeof path, "%s/hidden", scratch());
    if (open(path, O_CREAT | O_WRONLY, 0600) < 0 || unlink(path) != 0)
        give_up("removed");
}

static void write_stderr_and_crash(void)
{
    for (int i = 0; i < 20000; i++)
        fprintf(stderr, "line %d\n", i);
    fprintf(stderr, "last words\n");
    abort();
}

static void never_answer(void) { wait_forever(); }
static void crash(void) { raise(SIGSEGV); }
static void leave(void) { exit(0); }
static void hold(void) { raise(SIGSTOP); }
static void flood_lines(void) { flood(stdout, "info string more and more\n"); }
static void flood_errors(void) { flood(stderr, "more and more\n"); }

static void close_output(void)
{
    fclose(stdout);
    wait_forever();
}

static void chatter(void)
{
    for (;;) {
        say("info string soon");
        wait_ms(1);
    }
}

static void leave_child_and_die(void)
{
    leave_a_child(false);
    exit(0);
}

static void become_daemon(void)
{
    leave_a_child(true);
    exit(0);
}

static void leak(void)
{
    enum { PIECE = 4 << 20 };
    static char *volatile last_piece;
    if ((last_piece = malloc(PIECE)) != NULL)
        memset(last_piece, 1, PIECE);
}

static void mutter(void)
{
    for (int i = 0; i < 1000; i++)
        fprintf(stderr, "thinking about line %d\n", i);
}

static void die_when_over(void)
{
    if (is_over())
        abort();
}

static void wait_a_while(void) { wait_ms(milliseconds); }

/* Answers when it is told that its time is over. */
static void wait_for_stop(void)
{
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "stop", 4) != 0)
        ;
}

static void leave_a_daemon_once(void)
{
    static bool is_done;
    if (!is_done)
        leave_a_child(true);
    is_done = true;
}

/* When asked for a move, before the answer. */
static const struct {
    const char *name;
    void (*act)(void);
} deeds[] = {
    {"silent", never_answer},
    {"stubborn", never_answer},
    {"wait", wait_a_while},
    {"late", wait_for_stop},
    {"crash", crash},
    {"exit", leave},
    {"close", close_output},
    {"long-line", write_long_line},
    {"flood", flood_lines},
    {"flood-stderr", flood_errors},
    {"last-words", write_stderr_and_crash},
    {"chatter", chatter},
    {"fork", leave_child_and_die},
    {"daemon", become_daemon},
    {"leaves-daemon", leave_a_daemon_once},
    {"memory", take_memory},
    {"socket", open_a_socket},
    {"secret", read_a_secret},
    {"litter", write_elsewhere},
    {"signal", signal_others},
    {"stop", hold},
    {"thread", start_a_thread},
    {"threads", start_threads_without_end},
    {"scratch", use_the_scratch_folder},
    {"hoard", fill_the_scratch_folder},
    {"burrow", burrow},
    {"nameless", hide_a_nameless_file},
    {"removed", hide_a_removed_file},
    {"leak", leak},
    {"noisy", mutter},
    {"over", die_when_over},
};

/* In place of the move: what is said instead. */
#define SAID(text) (text), sizeof(text) - 1
static const struct {
    const char *name, *text;
    size_t      size;
} answers[] = {
    {"illegal", SAID("bestmove d9\n")},
    {"garbage", SAID("\x01\x7f\x1b[2J%s%n\nbestmove \x1b%n;\n")},
    {"nul", SAID("bestmove a1\0\0c3\n")},
    {"utf8", SAID("bestmove \xc3\x28\xff\xfe\n")},
    {"resign", SAID("bestmove resign\n")},
    {"empty", SAID("bestmove\n")},
};
#undef SAID

static void answer(void)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++)
        if (is(deeds[i].name))
            deeds[i].act();
    wild_act(mode);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        if (is(answers[i].name)) {
            fwrite(answers[i].text, 1, answers[i].size, stdout);
            fflush(stdout);
            return;
        }
    int cell = first_free_cell();
    if (is("wrong-side") && last >= 0) /* its opponent's move once more */
        cell = last;
    say_cell(cell);
    if (is("twice"))
        say_cell(cell);
    board[cell] = to_move;
    if (is("crash-after") && is_over())
        abort();
}

static void begin(void)
{
    wild_begin(mode);
    if (is("crash-start"))
        abort();
    if (is("exit-start"))
        exit(0);
    if (is("silent-start"))
        wait_forever();
    if (is("flood-start"))
        flood_lines();
    if (is("stubborn"))
        signal(SIGTERM, SIG_IGN);
    if (is("deaf")) { /* seems ready, and reads nothing */
        say("ugiok\nreadyok");
        wait_forever();
    }
}

int main(int argc, char *argv[])
{
    char line[LINE_SIZE];
    mode = argc > 1 ? argv[1] : "good";
    milliseconds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    words = argc > 3 ? argv + 3 : argv + argc;
    begin();
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "ugi\n", 4) == 0)
            say("id name zoo\nugiok");
        else if (strncmp(line, "isready", 7) == 0)
            say("readyok");
        else if (strncmp(line, "position", 8) == 0) {
            read_position(line);
            if (is("early"))
                say_cell(first_free_cell());
        } else if (strncmp(line, "go", 2) == 0)
            answer();
        else if (strncmp(line, "quit", 4) == 0 && !is("stays"))
            break;
        else if (strncmp(line, "xyzzy", 5) == 0 && is("fragile"))
            give_up(line);
    }
    return 0;
}
