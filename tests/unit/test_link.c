/* Deadlines of a link: kept while this machine runs, put off by what it stands still. */
#include "base/clock.h"
#include "net/link.h"
#include "support.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void pause_ms(int ms)
{
    struct timespec time = {.tv_nsec = ms * 1000000L};
    nanosleep(&time, NULL);
}

/* A process that stops this one for so long, a little after now. */
static pid_t stop_me(int ms)
{
    pid_t child = fork();
    if (child == 0) {
        pause_ms(30);
        kill(getppid(), SIGSTOP);
        pause_ms(ms);
        kill(getppid(), SIGCONT);
        _exit(0);
    }
    return child;
}

static void test_what_the_machine_stands_still_is_not_charged(void **state)
{
    (void)state;
    enum { SHORT_MS = 45, LONG_MS = 200, SLICE_US = 20000, DEADLINE_US = 1000000 };
    atomic_bool stop = false;
    int         ends[2];
    const char *line;
    assert_int_equal(pipe(ends), 0);
    Link *link = link_new(-1, ends[0], -1, -1, &stop);
    assert_non_null(link);
    for (int ms = SHORT_MS; ms <= LONG_MS; ms += LONG_MS - SHORT_MS) {
        int64_t least = ms * 1000 - SLICE_US;
        link_begin_question(link);
        int64_t begin = clock_now_us();
        pid_t   child = stop_me(ms);
        assert_int_equal(link_read(link, begin + DEADLINE_US, &line), LINK_LATE);
        assert_true(link_stall_us(link) >= (least < LINK_MAX_STALL_US ? least : LINK_MAX_STALL_US));
        assert_true(link_stall_us(link) <= LINK_MAX_STALL_US);
        assert_true(clock_now_us() - begin >= DEADLINE_US + link_stall_us(link));
        assert_int_equal(waitpid(child, NULL, 0), child);
    }
    link_begin_question(link);
    assert_int_equal(link_stall_us(link), 0);
    close(ends[1]);
    link_delete(link);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_machine_stands_still_is_not_charged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
