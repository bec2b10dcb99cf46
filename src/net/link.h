/* net/link.h -- lines of text to and from another program over descriptors that never block.
 *
 * Sending only queues; reading waits until a deadline of the monotonic clock, and while it waits it
 * also sends what is queued and drains the standard error. Whatever the other side does, a Link
 * takes a fixed amount of memory and ends its waits in time. */
#pragma once
#include "base/str.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    LINK_LINE_BYTES = 64 << 10, /* a longer line is a flood */
    LINK_LOG_BYTES = 64 << 10,  /* of the standard error: the last */
    /* Output and error together: more than the first at once and than so much for each second of
     * the question is a flood. */
    LINK_BURST_BYTES = 1 << 20,
    LINK_BYTES_PER_SECOND = 1 << 20,
    /* A wait that ends so much too late shows that this machine let nobody run; the deadline of the
     * question moves as far, by so much at most. */
    LINK_LEAST_STALL_US = 5000,
    LINK_MAX_STALL_US = 50000
};

typedef enum {
    LINK_LINE,
    LINK_LATE,    /* the deadline came first */
    LINK_CLOSED,  /* no more lines: the other side closed its output */
    LINK_ENDED,   /* no more lines: `end` was heard of */
    LINK_FLOOD,   /* too long a line, or too much of them */
    LINK_STOPPED, /* by *stop */
    LINK_NO_MEMORY
} LinkEvent;

typedef struct Link Link;

/* The descriptors, made non-blocking here, become the link's own. `end` and `err` may be -1: `end`
 * turns readable when the program is no more, `err` is its standard error. `in` and `out` may be
 * the same. `stop` is borrowed and may be NULL. SIGPIPE is ignored from now on. NULL when memory is
 * short: then nothing is taken.
 */
Link *link_new(int in, int out, int err, int end, const atomic_bool *stop);
void  link_delete(Link *link); /* NULL is fine */

void link_set_stop(Link *link, const atomic_bool *stop); /* another one, borrowed too */

/* From now on all that passes is also written to this file, which becomes the link's own: "> " and
 * what was sent, "< " and what was heard, the standard error as it comes. */
void link_set_log_file(Link *link, FILE *file);

/* Queues a line, its end is added. It is sent with the next wait, so that the lines of a question
 * travel together. */
void link_send(Link *link, const char *line);

/* Sends as much of what is queued as the other side takes at once. */
void link_flush(Link *link);

/* The next line without its end, valid until the next call; NULs are shown as '\1'. The deadline is
 * put off by what this machine stood still since the question began. */
LinkEvent link_read(Link *link, int64_t deadline_us, const char **line);

/* Bytes as they are, those that have come, behind a line that announced them; 0: none for now. What
 * was announced is no flood, whoever asks counts. */
size_t link_take_bytes(Link *link, char *to, size_t room);
void   link_send_bytes(Link *link, const char *bytes, size_t size); /* queues them */

/* Is the other side still there, as far as can be told at once? What it said is kept. */
bool link_is_open(Link *link);

/* A new question: the count of bytes towards a flood begins again. */
void     link_begin_question(Link *link);
uint64_t link_heard(const Link *link);    /* since then */
int64_t  link_stall_us(const Link *link); /* since then: how long this machine stood still */

/* Waits until `end` was heard of, reading and dropping what comes. */
bool link_wait_end(Link *link, int64_t deadline_us);

/* Reads what is left of the standard error. */
void link_drain_log(Link *link);

/* What was kept of it, the last bytes; NULL when there is nothing. Valid until the next call. */
const char *link_log(const Link *link, size_t *size);
