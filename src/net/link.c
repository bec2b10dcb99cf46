#include "net/link.h"

#include "base/clock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long a wait may go without a look at *stop. */
enum { STOP_SLICE_US = 20000, CHUNK_BYTES = 64 << 10 };

struct Link {
    int                in, out, err, end;
    const atomic_bool *stop;

    Str    queue; /* not yet written, from `sent` on */
    size_t sent;

    char   lines[LINK_LINE_BYTES + 1]; /* heard and not yet handed out: `first` up to `last` */
    size_t first, last, scanned;       /* no end of a line before `scanned` */

    FILE    *log_file; /* NULL: none */
    uint64_t heard;    /* bytes since the question */
    int64_t  asked_us, stall_us;
    bool     is_closed, is_ended, is_flooded;
    bool     has_spoken; /* a line of its was handed out */

    char   log[2 * LINK_LOG_BYTES]; /* the last bytes; its older half is dropped when it is full */
    size_t log_size;
};

static void set_nonblocking(int descriptor)
{
    if (descriptor >= 0)
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

/* Without it a program that does not read would end us. */
static void ignore_broken_pipes(void)
{
    struct sigaction now;
    if (sigaction(SIGPIPE, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        signal(SIGPIPE, SIG_IGN);
}

Link *link_new(int in, int out, int err, int end, const atomic_bool *stop)
{
    Link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return NULL;
    ignore_broken_pipes();
    link->in = in;
    link->out = out;
    link->err = err;
    link->end = end;
    link->stop = stop;
    link->asked_us = clock_now_us();
    set_nonblocking(in);
    set_nonblocking(out);
    set_nonblocking(err);
    set_nonblocking(end);
    return link;
}

static void close_one(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

void link_delete(Link *link)
{
    if (link == NULL)
        return;
    if (link->in == link->out)
        link->in = -1;
    close_one(&link->in);
    close_one(&link->out);
    close_one(&link->err);
    close_one(&link->end);
    if (link->log_file != NULL)
        fclose(link->log_file);
    str_free(&link->queue);
    free(link);
}

/* ---- writing ----------------------------------------------------------------------------------
 */

static void write_queue(Link *link)
{
    assert(link->sent <= link->queue.size);
    while (link->in >= 0 && link->sent < link->queue.size) {
        ssize_t n = write(link->in, link->queue.text + link->sent, link->queue.size - link->sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (n < 0) /* nobody reads any more; what it has said still counts */
            break;
        link->sent += (size_t)n;
    }
    link->sent = 0;
    str_clear(&link->queue);
}

void link_set_stop(Link *link, const atomic_bool *stop) { link->stop = stop; }

void link_set_log_file(Link *link, FILE *file) { link->log_file = file; }

void link_send(Link *link, const char *line)
{
    if (link->log_file != NULL)
        fprintf(link->log_file, "> %s\n", line);
    str_printf(&link->queue, "%s\n", line);
}

void link_flush(Link *link) { write_queue(link); }

/* ---- reading ----------------------------------------------------------------------------------
 */

static void count_bytes(Link *link, size_t size)
{
    link->heard += size;
    if (link->heard < LINK_BURST_BYTES)
        return;
    uint64_t seconds = (uint64_t)(clock_now_us() - link->asked_us) / 1000000;
    if (link->heard - LINK_BURST_BYTES > seconds * LINK_BYTES_PER_SECOND)
        link->is_flooded = true;
}

/* One piece; false when there is none for now. */
static bool read_piece(int descriptor, char *to, size_t room, size_t *size, bool *is_closed)
{
    ssize_t n;
    do
        n = read(descriptor, to, room);
    while (n < 0 && errno == EINTR);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK))
        *is_closed = true;
    *size = n > 0 ? (size_t)n : 0;
    return n > 0;
}

static bool read_out(Link *link)
{
    assert(link->first <= link->scanned && link->scanned <= link->last);
    assert(link->last <= LINK_LINE_BYTES);
    size_t size;
    if (link->first > 0) {
        memmove(link->lines, link->lines + link->first, link->last - link->first);
        link->last -= link->first;
        link->scanned -= link->first;
        link->first = 0;
    }
    if (link->last == LINK_LINE_BYTES) { /* a whole buffer without an end of line */
        link->is_flooded = true;
        return false;
    }
    if (link->is_closed || !read_piece(link->out, link->lines + link->last,
                                       LINK_LINE_BYTES - link->last, &size, &link->is_closed))
        return false;
    link->last += size;
    count_bytes(link, size);
    return true;
}

static size_t kept_log(const Link *link)
{
    assert(link->log_size <= sizeof link->log);
    return link->log_size < LINK_LOG_BYTES ? link->log_size : LINK_LOG_BYTES;
}

static bool read_log(Link *link)
{
    size_t size;
    bool   is_closed = false;
    if (link->err < 0)
        return false;
    if (link->log_size + CHUNK_BYTES > sizeof link->log) {
        size_t kept = kept_log(link);
        memmove(link->log, link->log + link->log_size - kept, kept);
        link->log_size = kept;
    }
    bool got = read_piece(link->err, link->log + link->log_size, CHUNK_BYTES, &size, &is_closed);
    if (link->log_file != NULL)
        fwrite(link->log + link->log_size, 1, size, link->log_file);
    link->log_size += size;
    count_bytes(link, size);
    if (is_closed)
        close_one(&link->err);
    return got;
}

/* Some run-time systems begin all text with a mark of its encoding. */
static const char *begin_line(Link *link)
{
    assert(link->first <= link->last);
    static const char mark[] = "\xef\xbb\xbf";
    const char       *line = link->lines + link->first;
    size_t            skipped = link->has_spoken ? 0 : strlen(mark);
    link->has_spoken = true;
    return strncmp(line, mark, skipped) == 0 ? line + skipped : line;
}

static bool take_line(Link *link, const char **line)
{
    assert(link->first <= link->scanned && link->scanned <= link->last);
    for (; link->scanned < link->last; link->scanned++) {
        if (link->lines[link->scanned] == '\0')
            link->lines[link->scanned] = '\1'; /* the line must not seem to end here */
        if (link->lines[link->scanned] != '\n')
            continue;
        size_t end = link->scanned;
        if (end > link->first && link->lines[end - 1] == '\r')
            end--;
        link->lines[end] = '\0';
        *line = begin_line(link);
        link->first = ++link->scanned;
        if (link->log_file != NULL)
            fprintf(link->log_file, "< %s\n", *line);
        return true;
    }
    return false;
}

/* Waits for something to do and does it. */
static void serve(Link *link, int64_t wait_us)
{
    assert(wait_us >= 0);
    struct pollfd fds[] = {
        {.fd = link->is_closed ? -1 : link->out, .events = POLLIN},
        {.fd = link->err, .events = POLLIN},
        {.fd = link->is_ended ? -1 : link->end, .events = POLLIN},
        {.fd = link->queue.size > 0 ? link->in : -1, .events = POLLOUT},
    };
    struct timespec timeout = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
    if (ppoll(fds, sizeof fds / sizeof fds[0], &timeout, NULL) <= 0)
        return;
    if (fds[0].revents != 0)
        read_out(link);
    if (fds[1].revents != 0)
        read_log(link);
    if (fds[2].revents != 0)
        link->is_ended = true;
    if (fds[3].revents != 0)
        write_queue(link);
}

static int64_t end_of_slice(const Link *link, int64_t deadline_us, int64_t now_us)
{
    bool is_whole = link->stop == NULL || deadline_us - now_us <= STOP_SLICE_US;
    return is_whole ? deadline_us : now_us + STOP_SLICE_US;
}

static int64_t later(int64_t deadline_us, int64_t by_us)
{
    return deadline_us < INT64_MAX - by_us ? deadline_us + by_us : deadline_us;
}

/* Serves until `until_us` at most, and notices when that was not kept. */
static void serve_until(Link *link, int64_t until_us, int64_t now_us)
{
    serve(link, until_us - now_us);
    int64_t over = clock_now_us() - until_us;
    if (over >= LINK_LEAST_STALL_US)
        link->stall_us += over;
    if (link->stall_us > LINK_MAX_STALL_US)
        link->stall_us = LINK_MAX_STALL_US;
}

LinkEvent link_read(Link *link, int64_t deadline_us, const char **line)
{
    write_queue(link);
    for (;;) {
        if (link->queue.failed)
            return LINK_NO_MEMORY;
        if (take_line(link, line))
            return LINK_LINE;
        if (link->is_flooded)
            return LINK_FLOOD;
        if (link->stop != NULL && atomic_load(link->stop))
            return LINK_STOPPED;
        /* What a program said before it ended is in the pipe by now. */
        if (link->is_ended && !read_out(link) && !link->is_flooded)
            return LINK_ENDED;
        if (link->is_closed && !link->is_ended)
            return LINK_CLOSED;
        if (link->is_ended)
            continue;
        int64_t now = clock_now_us(), due = later(deadline_us, link->stall_us);
        if (now >= due) {
            serve(link, 0); /* what came while we were not running came in time */
            return take_line(link, line) ? LINK_LINE : LINK_LATE;
        }
        serve_until(link, end_of_slice(link, due, now), now);
    }
}

size_t link_take_bytes(Link *link, char *to, size_t room)
{
    if (link->first == link->last && !link->is_closed)
        read_out(link);
    size_t size = link->last - link->first;
    size = size < room ? size : room;
    memcpy(to, link->lines + link->first, size);
    link->first += size;
    link->scanned = link->first;
    link_begin_question(link);
    link->is_flooded = false;
    return size;
}

void link_send_bytes(Link *link, const char *bytes, size_t size)
{
    str_bytes(&link->queue, bytes, size);
}

bool link_is_open(Link *link)
{
    serve(link, 0);
    return !link->is_closed && !link->is_ended && !link->is_flooded;
}

void link_begin_question(Link *link)
{
    link->heard = 0;
    link->stall_us = 0;
    link->asked_us = clock_now_us();
}

uint64_t link_heard(const Link *link) { return link->heard; }

int64_t link_stall_us(const Link *link) { return link->stall_us; }

bool link_wait_end(Link *link, int64_t deadline_us)
{
    write_queue(link);
    for (int64_t now; !link->is_ended && (now = clock_now_us()) < deadline_us;) {
        link->first = link->scanned = link->last; /* dropped */
        serve(link, deadline_us - now);
    }
    return link->is_ended;
}

/* ---- the standard error -----------------------------------------------------------------------
 */

void link_drain_log(Link *link)
{
    /* A pipe holds no more: a program that goes on writing does not keep us here. */
    for (size_t most = link->heard + LINK_LOG_BYTES; link->heard < most && read_log(link);)
        ;
}

const char *link_log(const Link *link, size_t *size)
{
    *size = kept_log(link);
    return *size > 0 ? link->log + link->log_size - *size : NULL;
}
