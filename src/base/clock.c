#include "base/clock.h"

#include <time.h>

static int64_t read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t clock_now_ns(void) { return read_clock(CLOCK_MONOTONIC); }

int64_t clock_now_us(void) { return clock_now_ns() / 1000; }

int64_t clock_process_cpu_us(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID) / 1000; }

int64_t clock_thread_cpu_us(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID) / 1000; }
