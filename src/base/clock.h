/* base/clock.h -- time that never runs backwards, and processor time. Microseconds. */
#pragma once
#include <stdint.h>

int64_t clock_now_us(void);         /* monotonic */
int64_t clock_now_ns(void);         /* the same in nanoseconds */
int64_t clock_process_cpu_us(void); /* processor time of all threads */
int64_t clock_thread_cpu_us(void);  /* processor time of the calling thread */
