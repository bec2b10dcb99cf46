/* The newer animals of the zoo: thieves, gluttons, and those who speak oddly. */
#include "zoo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

enum { PATH_SIZE = 1024, MEGABYTE = 1 << 20, HANDS = 8 };

/* Whoever is refused gives up. */
static void must(const char *what, long answer)
{
    if (answer < 0)
        give_up(what);
}

/* ---- thieves: what belongs to others -----------------------------------------------------------
 */

/* Takes the rights from the folders beside its own: their programs' keepers could not look into
 * them any more. It learns their names from the folder, or by being told of changes in it. */
static void close_folders_of_others(void)
{
    char                 parent[PATH_SIZE], path[2 * PATH_SIZE];
    char                 news[4096];
    const char          *name;
    struct inotify_event event;
    snprintf(parent, sizeof parent, "%.900s", scratch());
    *strrchr(parent, '/') = '\0';
    int ear = inotify_init1(IN_NONBLOCK);
    must("inotify", ear);
    must("watch", inotify_add_watch(ear, parent, IN_ALL_EVENTS));
    for (int i = 0; i < 300; i++, wait_ms(1)) {
        ssize_t size = read(ear, news, sizeof news);
        for (ssize_t at = 0; at < size; at += (ssize_t)(sizeof event + event.len)) {
            memcpy(&event, news + at, sizeof event);
            name = news + at + sizeof event;
            snprintf(path, sizeof path, "%.900s/%.255s", parent, event.len > 0 ? name : ".");
            if (event.len > 0 && strcmp(path, scratch()) != 0)
                chmod(path, 0);
        }
    }
}

static void change_rights(void) { must("chmod", chmod(scratch(), 0)); }
static void set_attribute(void) { must("xattr", setxattr(scratch(), "user.x", "x", 1, 0)); }
static void change_times(void) { must("utime", utime(scratch(), NULL)); }
static void change_owner(void) { must("chown", chown(scratch(), getuid(), getgid())); }
static void push_others_aside(void) { must("nice", setpriority(PRIO_USER, getuid(), 19)); }
static void seize_the_parent(void) { must("ptrace", ptrace(PTRACE_SEIZE, getppid(), NULL, NULL)); }
static void outlive_the_keeper(void) { must("pdeathsig", prctl(PR_SET_PDEATHSIG, 0)); }
static void hide_from_proc(void) { must("dumpable", prctl(PR_SET_DUMPABLE, 0)); }
static void write_all_disks(void) { must("sync", syscall(SYS_sync)); }
static void make_a_key(void) { must("key", syscall(SYS_add_key, "user", "x", "x", 1, -3)); }
static void make_a_queue(void) { must("queue", syscall(SYS_msgget, 0, 01600)); }
static void watch_everything(void) { must("fanotify", syscall(SYS_fanotify_init, 0, 0)); }

static void kill_by_descriptor(void)
{
    int ends[2];
    must("pipe", pipe(ends));
    must("owner", fcntl(ends[0], F_SETOWN, getppid()));
    must("signal", fcntl(ends[0], F_SETSIG, SIGKILL));
    must("async", fcntl(ends[0], F_SETFL, O_ASYNC));
    must("write", write(ends[1], "x", 1));
}

static void lock_what_others_read(void)
{
    int fd = open("/usr/bin/env", O_RDONLY);
    must("lock", fd < 0 ? 0 : flock(fd, LOCK_EX | LOCK_NB));
}

static void talk_to_the_kernel(void) { must("io_uring", syscall(425, 8, NULL)); }
static void load_into_the_kernel(void) { must("bpf", syscall(SYS_bpf, 0, NULL, 0)); }
static void handle_own_faults(void) { must("userfaultfd", syscall(SYS_userfaultfd, 0)); }

/* ---- gluttons: memory --------------------------------------------------------------------------
 */

static void hold_shared_memory(void)
{
    enum { PIECES = 64, PIECE = 64 << 20 };
    for (int i = 0; i < PIECES; i++) {
        char *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        must("shared", piece != MAP_FAILED ? 0 : -1);
        memset(piece, 1, PIECE);
        madvise(piece, PIECE, MADV_DONTNEED); /* out of its count, and still there */
    }
}

static void hold_a_nameless_memory_file(void) { must("memfd", syscall(SYS_memfd_create, "x", 0)); }

/* Looking at a page costs nothing, but the tables that lead to it do. */
static void eat_page_tables(void)
{
    enum { STEP = 2 << 20 };
    const size_t size = (size_t)700 << 30;
    const char  *all =
        mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    volatile char sum = 0;
    must("map", all != MAP_FAILED ? 0 : -1);
    for (size_t at = 0; at < size; at += STEP)
        sum = (char)(sum + all[at]);
    wait_forever();
}

static void *fill_memory(void *unused)
{
    enum { PIECE = 64 << 20 };
    for (;;)
        if (mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
                 -1, 0) == MAP_FAILED)
            wait_ms(1);
    return unused;
}

static void with_many_hands(void *(*work)(void *))
{
    pthread_t thread;
    for (int i = 0; i < HANDS; i++)
        pthread_create(&thread, NULL, work, NULL);
    wait_forever();
}

static void fill_memory_fast(void) { with_many_hands(fill_memory); }

static void overflow_the_stack(void)
{
    volatile char frame[1 << 16];
    frame[0] = 1;
    if (frame[0] == 1)
        overflow_the_stack();
    frame[1] = 1;
}

/* A page in a pipe is nobody's. */
static void hide_memory_in_a_pipe(void)
{
    static char  page[4096];
    struct iovec piece = {.iov_base = page, .iov_len = sizeof page};
    int          ends[2];
    must("pipe", pipe(ends));
    must("vmsplice", vmsplice(ends[1], &piece, 1, SPLICE_F_GIFT));
}

static void widen_a_pipe(void)
{
    int ends[2];
    must("pipe", pipe(ends));
    must("pipe size", fcntl(ends[1], F_SETPIPE_SZ, MEGABYTE));
}

/* ---- gluttons: the disk ------------------------------------------------------------------------
 */

static int new_file(int number)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%.900s/%d-%d", scratch(), (int)syscall(SYS_gettid), number);
    return open(path, O_CREAT | O_RDWR, 0600);
}

static void reserve_the_disk(void) { must("fallocate", fallocate(new_file(0), 0, 0, 1 << 26)); }

static void send_a_file(void)
{
    int ends[2], fd = new_file(0);
    must("write", write(fd, "x", 1));
    must("pipe", pipe(ends));
    must("sendfile", sendfile(ends[1], fd, NULL, 1));
}

static void splice_a_file(void)
{
    off_t at = 0;
    int   ends[2], fd = new_file(0);
    must("write", write(fd, "x", 1));
    must("pipe", pipe(ends));
    must("splice", splice(fd, &at, ends[1], NULL, 1, 0));
}

/* As fast as it goes, in files as large as they may be, many at a time. */
static void *fill_files(void *unused)
{
    enum { AT_A_TIME = 16, FILE_PIECES = 16 };
    static char block[MEGABYTE];
    signal(SIGXFSZ, SIG_IGN);
    for (int round = 0;; round++) {
        int files[AT_A_TIME];
        for (int i = 0; i < AT_A_TIME; i++)
            files[i] = new_file(round * AT_A_TIME + i);
        for (int i = 0; i < AT_A_TIME; i++)
            for (int j = 0; j < FILE_PIECES && files[i] >= 0; j++)
                (void)!write(files[i], block, sizeof block);
        for (int i = 0; i < AT_A_TIME; i++)
            if (files[i] >= 0)
                close(files[i]);
    }
    return unused;
}

static void fill_files_fast(void) { with_many_hands(fill_files); }

static void make_holes(void)
{
    for (int i = 0; i < 1000; i++) {
        int fd = new_file(i);
        must("hole", fd);
        must("hole", ftruncate(fd, 15 * MEGABYTE));
        close(fd);
    }
    wait_forever();
}

static void make_tiny_files(void)
{
    for (int i = 0; i < 1000000; i++) {
        int fd = new_file(i);
        must("tiny", fd);
        close(fd);
    }
}

static void make_folders(void)
{
    char path[PATH_SIZE];
    for (int i = 0; i < 1000000; i++) {
        snprintf(path, sizeof path, "%.900s/a\nname\xff%d", scratch(), i);
        must("folder", mkdir(path, 0700));
    }
}

static void write_one_large_file(void)
{
    static char block[MEGABYTE];
    int         fd = new_file(0);
    for (int i = 0; i < 64; i++)
        must("large", write(fd, block, sizeof block));
}

static void close_its_own_folder(void)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%.900s/closed", scratch());
    must("closed", mkdir(path, 0300));
}

/* One file of many that are written at once, and others compute meanwhile. */
static void *note_something(void *number)
{
    static char  block[1 << 16];
    volatile int sum = 0;
    int          fd = new_file(*(int *)number);
    must("note", fd);
    must("note", write(fd, block, sizeof block));
    close(fd);
    for (int i = 0; i < 3000000; i++)
        sum = sum + i;
    return NULL;
}

static void note_with_many_hands(void)
{
    enum { ROUNDS = 5, MANY = 24 };
    pthread_t threads[MANY];
    int       numbers[MANY];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < MANY; i++) {
            numbers[i] = 2000 + round * MANY + i;
            must("thread", -pthread_create(&threads[i], NULL, note_something, &numbers[i]));
        }
        for (int i = 0; i < MANY; i++)
            pthread_join(threads[i], NULL);
    }
}

/* Keeps its notes as an honest program may: a few files open at a time, many one after the other,
 * some made anew, longer and shorter, in folders; and reads them all again. */
static void keep_an_archive(void)
{
    enum { FILES = 200, AT_A_TIME = 6 };
    char path[PATH_SIZE], text[64];
    int  open_files[AT_A_TIME];
    for (int i = 0; i < AT_A_TIME; i++)
        must("open", open_files[i] = new_file(1000 + i));
    note_with_many_hands();
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%.900s/folder-%d", scratch(), i);
        if (i % 20 == 0)
            must("mkdir", mkdir(path, 0755));
        int fd = new_file(i);
        must("new", fd);
        must("write", write(fd, path, sizeof path));
        must("shorten", ftruncate(fd, 10));
        must("lengthen", ftruncate(fd, 1000));
        must("sync", fsync(fd));
        must("write", write(open_files[i % AT_A_TIME], path, sizeof path));
        close(fd);
        fd = new_file(i); /* again */
        must("read", read(fd, text, sizeof text));
        close(fd);
    }
    exit(0);
}

/* ---- gluttons: what is counted for all of a user's programs ------------------------------------
 */

static void hoard_timers(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    timer_t         timer;
    for (int i = 0; i < 5000; i++)
        must("timer", timer_create(CLOCK_MONOTONIC, &event, &timer));
}

static void hoard_descriptors(void)
{
    for (int i = 0; i < 300; i++)
        must("descriptor", dup(0));
}

/* ---- odd lives ---------------------------------------------------------------------------------
 */

static void begin_anew_for_ever(void)
{
    char *const words[] = {(char *)"zoo", (char *)"exec-again", NULL};
    execv("/proc/self/exe", words);
    give_up("exec");
}

static void close_input_and_wait(void)
{
    close(STDIN_FILENO);
    wait_forever();
}

static void close_input(void) { close(STDIN_FILENO); }
static void kill_itself(void) { raise(SIGKILL); }
static void trip(void) { raise(SIGPIPE); }

static void *burn(void *unused)
{
    for (volatile unsigned i = 0;; i++)
        ;
    return unused;
}

/* Goes on when the other one thinks. */
static void burn_all_processors(void)
{
    static bool is_burning;
    pthread_t   thread;
    for (int i = 0; i < 64 && !is_burning; i++)
        pthread_create(&thread, NULL, burn, NULL);
    is_burning = true;
}

static void hear_no_alarm(int number) { (void)number; }

/* While it makes files. */
static void set_many_alarms(void)
{
    struct itimerval often = {{0, 50}, {0, 50}};
    struct sigaction action = {.sa_handler = hear_no_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < 20; i++)
        close(new_file(i));
}

/* ---- odd words ---------------------------------------------------------------------------------
 */

static void drip(void)
{
    for (;; wait_ms(5)) {
        putchar('b');
        fflush(stdout);
    }
}

static void say_without_ends(void)
{
    fputs("info depth 1\rbestmove a1\r", stdout);
    fflush(stdout);
    wait_forever();
}

static void say_in_wide_letters(void)
{
    static const char move[] = "b\0e\0s\0t\0m\0o\0v\0e\0 \0a\0001\0\n";
    fwrite(move, 1, sizeof move, stdout);
    fflush(stdout);
    wait_forever();
}

static void say_much(const char *line, FILE *stream, long bytes)
{
    static char buffer[1 << 16];
    setvbuf(stream, buffer, _IOFBF, sizeof buffer);
    for (long said = 0; said < bytes; said += (long)strlen(line))
        fputs(line, stream);
    fflush(stream);
}

static void say_much_of_interest(void)
{
    say_much("info depth 9 score cp 1 nodes 99999999999999999999 pv a1 b2 c3\n", stdout, 900000);
}

static void complain_for_three_megabytes(void) { say_much("out of luck\n", stderr, 3 << 20); }

static void tell_great_numbers(void)
{
    say("info depth 99999999999999999999999 score cp -9223372036854775809 nodes -1 nps 1e999");
    say("info score mate 2147483648 time 18446744073709551616 multipv 0 pv");
}

static const struct {
    const char *name;
    void (*act)(void);
} deeds[] = {
    {"thief", close_folders_of_others},
    {"rights", change_rights},
    {"xattr", set_attribute},
    {"times", change_times},
    {"owner", change_owner},
    {"priority", push_others_aside},
    {"seize", seize_the_parent},
    {"outlive", outlive_the_keeper},
    {"hide", hide_from_proc},
    {"sync", write_all_disks},
    {"key", make_a_key},
    {"queue", make_a_queue},
    {"watch", watch_everything},
    {"async-killer", kill_by_descriptor},
    {"lock", lock_what_others_read},
    {"uring", talk_to_the_kernel},
    {"bpf", load_into_the_kernel},
    {"faults", handle_own_faults},
    {"shared", hold_shared_memory},
    {"memfd", hold_a_nameless_memory_file},
    {"page-tables", eat_page_tables},
    {"fast-memory", fill_memory_fast},
    {"stack", overflow_the_stack},
    {"vmsplice", hide_memory_in_a_pipe},
    {"wide-pipe", widen_a_pipe},
    {"fallocate", reserve_the_disk},
    {"sendfile", send_a_file},
    {"splice", splice_a_file},
    {"fast-hoard", fill_files_fast},
    {"holes", make_holes},
    {"tiny-files", make_tiny_files},
    {"folders", make_folders},
    {"large-file", write_one_large_file},
    {"closed-folder", close_its_own_folder},
    {"archivist", keep_an_archive},
    {"timers", hoard_timers},
    {"descriptors", hoard_descriptors},
    {"exec", begin_anew_for_ever},
    {"no-input", close_input_and_wait},
    {"end-of-input", close_input},
    {"suicide", kill_itself},
    {"broken-pipe", trip},
    {"burn", burn_all_processors},
    {"alarms", set_many_alarms},
    {"drip", drip},
    {"no-ends", say_without_ends},
    {"wide-letters", say_in_wide_letters},
    {"talkative", say_much_of_interest},
    {"complain", complain_for_three_megabytes},
    {"numbers", tell_great_numbers},
};

void wild_act(const char *mode)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++)
        if (strcmp(mode, deeds[i].name) == 0)
            deeds[i].act();
}

bool wild_answer(const char *mode, const char *move)
{
    static const char *const odd[] = {"long-tail", "two-moves", "carriage"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        if (strcmp(mode, odd[i]) == 0)
            printf("info depth 1 score cp 25 pv %s\r\n", move);
    if (strcmp(mode, "long-tail") == 0)
        printf("bestmove %s %0*d\n", move, 60000, 0);
    else if (strcmp(mode, "two-moves") == 0)
        printf("bestmove %s bestmove c3\n", move);
    else if (strcmp(mode, "carriage") == 0)
        printf("\r\nbestmove %s\r\n", move);
    else
        return false;
    fflush(stdout);
    return true;
}

void wild_begin(const char *mode)
{
    if (strcmp(mode, "bom") == 0)
        fputs("\xef\xbb\xbf", stdout);
    if (strcmp(mode, "stop-start") == 0)
        raise(SIGSTOP);
    if (strcmp(mode, "exec-again") == 0) {
        wait_ms(1);
        begin_anew_for_ever();
    }
    if (strcmp(mode, "headers") == 0)
        for (;; wait_ms(1))
            say("id author and another one");
    if (strcmp(mode, "option-bomb") == 0)
        say_much("option name x type combo default y var a var b var c var d\n", stdout, 20 << 20);
}
